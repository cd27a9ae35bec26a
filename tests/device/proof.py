"""A picture as a proof-reader sees it: each text in an ink of its own, found again dot by dot.

The law: what is measured are pixels. A text is drawn alone to know its dots; then the whole picture
is painted with that text in one flat colour that nothing else has, and its dots are counted there.
What is missing was cut off or covered; the box around what is left is where the text stands. The
ground under it is the same picture painted without a letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations

import pygame
from PIL import Image, ImageChops

from device.between import IdlePage
from device.overlay import Countdown, Paused, Question
from device.pictures.brush import Brush
from device.pictures.layout import Layout
from device.pictures.lettering import Lettering
from device.pictures.palette import Colour
from device.pictures.screen import Screen
from device.pictures.turned import Turned, upright_size
from device.trouble import line_of
from device.view import SEATS_MIN, WHOLE, View

RED, BLUE = 0x31, 0xB7
"""Together they mark the ink of a text, whose number is the green."""
MOST_TEXTS = 255
SOMEWHERE_MM = 24 * 25.4
"""The diagonal of the screen that people sit around."""
LEAST_MM = 7
"""What must be read across the table is at least so high there."""
NOWHERE = "\U0010fffe"
"""A letter that no font has."""

Area = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom are outside."""


def least_px(size: tuple[int, int]) -> float:
    """Pixels of `LEAST_MM` on a picture of this size that fills 24 inches, whatever its shape.

    >>> round(least_px((1920, 1080)), 1), round(least_px((720, 1280)), 1)
    (25.3, 16.9)
    """
    return LEAST_MM * (size[0] ** 2 + size[1] ** 2) ** 0.5 / SOMEWHERE_MM


@dataclass(frozen=True, slots=True)
class Ink:
    """One text as it was drawn, and what is left of it in the picture."""

    text: str
    colour: Colour
    capital_px: int
    """Height of a capital of its size, alone."""
    dots: int
    """Pixels of its ink, alone."""
    found: int
    """How many of them are in the picture."""
    area: Area
    """Around those; empty where none is."""
    grounds: frozenset[Colour]
    """What lies under them."""
    cut: bool
    """It ended in an ellipsis that stands for more."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A text alone."""

    text: str
    colour: Colour
    capital_px: int
    mask: pygame.mask.Mask
    cut: bool


class Marking(Lettering):
    """Letters that are drawn each in its own ink, and remembered; or not at all."""

    def __init__(self, blank: bool) -> None:
        super().__init__()
        self._blank, self._fitting = blank, False
        self.drawn: list[Drawn] = []

    def text(self, text: str, size_px: int, colour: Colour) -> pygame.Surface:
        """The text in the next ink."""
        plain = super().text(text, size_px, colour)
        return plain if self._fitting else self._marked(plain, line_of(text), colour)

    def fit(
        self, text: str, size_px: int, width_px: int, colour: Colour, least: float = 0.6
    ) -> pygame.Surface:
        """The text in the next ink, set as it fits."""
        self.cut.discard(text)
        self._fitting = True
        plain = super().fit(text, size_px, width_px, colour, least)
        self._fitting = False
        return self._marked(plain, line_of(text), colour, text in self.cut)

    def _marked(
        self, plain: pygame.Surface, text: str, colour: Colour, cut: bool = False
    ) -> pygame.Surface:
        mask, ink = pygame.mask.from_surface(plain), (0, 0, 0, 0)
        if not self._blank:
            self.drawn.append(Drawn(text, colour, self._capital_px(plain.get_height()), mask, cut))
            assert len(self.drawn) <= MOST_TEXTS
            ink = (RED, len(self.drawn), BLUE, 255)
        return mask.to_surface(setcolor=ink, unsetcolor=(0, 0, 0, 0))

    @cache  # noqa: B019 - there are few of them
    def _capital_px(self, tall_px: int) -> int:
        """Of a text that is so tall with all that goes over and under its capitals."""
        size_px = next(size for size in range(1, 1000) if self.font(size).get_height() >= tall_px)
        drawn = pygame.mask.from_surface(self.font(size_px).render("H", True, "white"))
        return drawn.get_bounding_rects()[0].height


class Proof:
    """Reads pictures of one size, as they are seen on a screen of that size.

    `rotation`: degrees by which they are turned there; they are made for `size`, turned back.
    """

    def __init__(
        self,
        size: tuple[int, int],
        marking: Callable[[bool], Marking] | None = None,
        rotation: int = 0,
    ) -> None:
        self.size, self._rotation = size, rotation
        self._marking = (marking or Marking)(False)
        unit = Layout(upright_size(size, rotation), SEATS_MIN).unit
        self._inked = Brush(unit, self._marking)
        self._blank = Brush(unit, Marking(True))

    def read(self, view: View, grounds: bool = False, moving: bool = False) -> list[Ink]:
        """All that is written on the picture of a view at full brightness and at rest: cards pass
        over it in a moment. What a page lies over is not read. `grounds`: look under it, too.
        `moving`: with the motions of the view."""
        view = replace(view, brightness=WHOLE, rotation=self._rotation)
        if not moving:
            view = replace(view, motions=(), turning=None)
        picture, drawn = self._painted(view)
        inked, under = _image(picture), 0
        if isinstance(view.overlay, Paused | Countdown | Question | IdlePage):
            _, below = self._painted(replace(view, overlay=None))
            texts = [each.text for each in below]
            under = len(texts) if [each.text for each in drawn[: len(texts)]] == texts else 0
        ground = _image(self._seen(view, self._blank)) if grounds else None
        return list(_found(inked, ground, drawn))[under:]

    def _painted(self, view: View) -> tuple[pygame.Surface, list[Drawn]]:
        self._marking.drawn = drawn = []
        return self._seen(view, self._inked), drawn

    def _seen(self, view: View, brush: Brush) -> pygame.Surface:
        # A screen keeps parts of pictures, with inks that are those of other texts by then.
        return Turned(self.size, partial(Screen, brush=brush)).picture(view)


def faults(inks: Sequence[Ink], must: Sequence[str], size: tuple[int, int]) -> Iterator[str]:
    """What is wrong with a picture; `must` are the texts to be read across the table."""
    least = least_px(size)
    for text, times in Counter(" ".join(each.split()) for each in must if each).items():
        found = sorted(_heights_px(text, inks), reverse=True)[:times]
        if len(found) < times:
            yield f"{text!r} is not there"
        elif found[-1] < least:
            yield f"{text!r}: {found[-1]} px high, must be {least:.1f}"
    for ink in inks:
        if ink.found < ink.dots:
            yield f"{ink.text!r}: {ink.found} of {ink.dots} dots are seen"
        if ink.cut:
            yield f"{ink.text!r} lost its end"
        if missing(ink.text):
            yield f"{ink.text!r}: no glyph for {missing(ink.text)}"
    for one, other in combinations(inks, 2):
        if _meet(one.area, other.area):
            yield f"{one.text!r} and {other.text!r} overlap"


def _heights_px(text: str, inks: Sequence[Ink]) -> Iterator[int]:
    """Of each place where a text stands, in one line or in several."""
    for first in range(len(inks)):
        for last in range(first, len(inks)):
            lines = inks[first : last + 1]
            told = " ".join(ink.text for ink in lines)
            if told == text:
                yield min(ink.capital_px for ink in lines)
            if not text.startswith(told):
                break


@cache
def missing(text: str) -> str:
    """The letters of a text that the font draws as it draws a letter that it has not got."""
    font = Lettering().font(24)
    masks = {each: pygame.mask.from_surface(font.render(each, True, "white")) for each in text}
    absent = pygame.mask.from_surface(font.render(NOWHERE, True, "white"))
    return "".join(each for each, mask in masks.items() if _same(mask, absent))


def _same(one: pygame.mask.Mask, other: pygame.mask.Mask) -> bool:
    dots = one.count()
    return dots == other.count() == one.overlap_area(other, (0, 0))


def _image(surface: pygame.Surface) -> Image.Image:
    """The dots of a surface as they lie there: blue, green, red and nothing."""
    assert (surface.get_bytesize(), surface.get_masks()[:3]) == (4, (0xFF0000, 0xFF00, 0xFF))
    size, pitch = surface.get_size(), surface.get_pitch()
    return Image.frombuffer("RGBX", size, surface.get_buffer().raw, "raw", "RGBX", pitch, 1)


def _found(inked: Image.Image, ground: Image.Image | None, drawn: Sequence[Drawn]) -> Iterator[Ink]:
    """Each text, looked for in the picture."""
    blue, green, red, _ = inked.split()
    marked = ImageChops.multiply(red.point(_only(RED)), blue.point(_only(BLUE)))
    numbers = ImageChops.multiply(green, marked)
    counts, rows = numbers.histogram(), numbers.tobytes()
    columns = numbers.transpose(Image.Transpose.TRANSPOSE).tobytes()
    for number, text in enumerate(drawn, 1):
        found, dots = counts[number], text.mask.count()
        area = (0, 0, 0, 0)
        if found:
            left, right = _between(columns, number, numbers.height)
            top, bottom = _between(rows, number, numbers.width)
            area = (left, top, right, bottom)
        under = frozenset[Colour]()
        if found and ground is not None:
            mask = numbers.crop(area).point(_only(number))
            under = _colours(ground.crop(area), mask)
        yield Ink(text.text, text.colour, text.capital_px, dots, found, area, under, text.cut)


def _colours(picture: Image.Image, mask: Image.Image) -> frozenset[Colour]:
    """Those of a picture where the mask is white."""
    blue, green, red, _ = picture.split()
    nothing = (RED, 0, BLUE)
    alone = Image.new("RGB", mask.size, nothing)
    alone.paste(Image.merge("RGB", (red, green, blue)), mask=mask)
    colours = alone.getcolors(mask.width * mask.height) or []
    return frozenset((r, g, b) for _, (r, g, b) in colours) - {nothing}


def _between(lines: bytes, number: int, length: int) -> tuple[int, int]:
    """The first of these lines with a dot of this number, which there is, and that after the last;
    each is of this length."""
    return lines.find(number) // length, lines.rfind(number) // length + 1


@cache
def _only(value: int) -> list[int]:
    """A table that makes this value white and any other black."""
    return [255 * (level == value) for level in range(256)]


def _meet(one: Area, other: Area) -> bool:
    across = max(one[0], other[0]) < min(one[2], other[2])
    return across and max(one[1], other[1]) < min(one[3], other[3])
