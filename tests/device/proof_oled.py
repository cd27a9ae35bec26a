"""A picture of 128 x 64 dots as a proof-reader sees it: each stamp looked for dot by dot.

The law: what is measured are the dots of the finished picture. What was wiped whole before
something else was told there is gone; anything else must be there to its last dot, and stand free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import combinations

from PIL import Image, ImageChops, ImageFilter, ImageFont

from device.pictures.ink import SIZES, Box, Ink, Picture, shape
from device.pictures.oled import SIZE, Miniature
from device.pictures.palette import Shape
from device.view import View
from tests.device.proof import NOWHERE, Area


@dataclass(frozen=True, slots=True)
class Stamp:
    """What was stamped, in words or none, and its dots in a picture of its own."""

    text: str
    light: bool
    dots: Picture
    lost: int
    """Dots that stood outside the picture."""
    is_shape: bool
    """The shape of a seat: its number stands on it, and a line through it says something."""


class Marking(Ink):
    """Ink that remembers what it stamps."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.stamps: list[Stamp] = []
        self._text = ""

    def fill(self, box: Box, light: bool = True, radius: int = 0) -> None:
        """A full box; a dark one wipes away what lies in it."""
        super().fill(box, light, radius)
        if not light:
            area = (box.x, box.y, box.x + box.width, box.y + box.height)
            self.stamps = [stamp for stamp in self.stamps if not _within(stamp.dots, area)]

    def stamp(self, mask: Picture, x: int, y: int, light: bool = True) -> None:
        """The dots of a mask, with its corner there."""
        super().stamp(mask, x, y, light)
        alone = Image.new("1", SIZE)
        alone.paste(255, (x, y), mask)
        lost = _count(mask) - _count(alone)
        is_shape = any(mask is shape(kind, mask.width) for kind in Shape)
        self.stamps.append(Stamp(self._text, light, alone, lost, is_shape))

    def text(self, text: str, box: Box, sizes: Sequence[int] = SIZES, **more: object) -> int:
        """Text as large as it fits in a box."""
        self._text = text
        try:
            return super().text(text, box, sizes, **more)  # type: ignore[arg-type]
        finally:
            self._text = ""


def faults(view: View, marking: type[Marking] = Marking) -> Iterator[str]:
    """What is wrong with the picture of a view."""
    made: list[Marking] = []

    def begun(size: tuple[int, int]) -> Ink:
        made.append(marking(size))
        return made[-1]

    painter = Miniature(SIZE, begun)
    view = replace(view, rotation=0)
    picture, ink = painter.picture(view), made[-1]
    for text in painter.shortened:
        yield f"{text!r} is shortened"
    for stamp in ink.stamps:
        if stamp.lost:
            yield f"{stamp.text!r}: {stamp.lost} dots outside"
        seen = picture if stamp.light else ImageChops.invert(picture)
        gone = _count(stamp.dots) - _count(ImageChops.logical_and(stamp.dots, seen))
        if gone and not stamp.is_shape:
            yield f"{stamp.text!r}: {gone} dots are not seen"
        if missing(stamp.text):
            yield f"{stamp.text!r}: no glyph for {missing(stamp.text)}"
    near = {id(stamp): _grown(stamp.dots) for stamp in ink.stamps}
    for one, other in combinations(ink.stamps, 2):
        if one.light != other.light or not _meet(one.dots.getbbox(), other.dots.getbbox()):
            continue
        if _count(ImageChops.logical_and(near[id(one)], other.dots)):
            yield f"{one.text!r} and {other.text!r} touch"


@cache
def missing(text: str) -> str:
    """The letters of a text that the font draws as it draws a letter that it has not got."""
    font = ImageFont.truetype(str(files("device") / "fonts" / "DejaVuSans-Bold.ttf"), 13)
    absent = bytes(font.getmask(NOWHERE))
    return "".join(each for each in text if each.strip() and bytes(font.getmask(each)) == absent)


def _grown(dots: Picture) -> Picture:
    """The dots and all their neighbours."""
    return dots.convert("L").filter(ImageFilter.MaxFilter(3)).convert("1")


def _count(dots: Picture) -> int:
    return dots.convert("L").histogram()[255]


def _meet(one: Area | None, other: Area | None) -> bool:
    """Whether two boxes touch or overlap."""
    if one is None or other is None:
        return False
    across = max(one[0], other[0]) <= min(one[2], other[2])
    return across and max(one[1], other[1]) <= min(one[3], other[3])


def _within(dots: Picture, area: Area) -> bool:
    box = dots.getbbox()
    if box is None:
        return True
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]
