"""Light and dark dots (Pillow): boxes, outlines and text for pictures of one bit.

The law: text is never cut off. It is set smaller and in more lines until it fits, words are broken
before letters are lost, and only what fits in no way at all ends in an ellipsis.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from device.pictures.box import Box
from device.pictures.by_hand import BY_HAND
from device.pictures.outlines import Parts, shape_parts, suit_parts
from device.pictures.palette import SEATS, Shape
from device.pictures.typeface import CAP, FACE
from device.view import Suit

Picture = Image.Image
DARK, LIGHT = 0, 255
SIZES = (22, 20, 17, 14, 13, 11, 10, 9)
"""Of text, in dots: those at which the font stands firm without greys. The smallest capitals are
7 dots high."""
_FINE = 8
_GREY = 127
_UNIT = "ms"
_STOPS = ".,;:"
_TALLEST = "Ä"
_JOINTS = re.compile(r"(?<=-)(?!\d)|(?<=[^\W\d][/\\])(?=[^\W\d]|\.)")
"""Where a word may go on in the next line: after a hyphen or the slash of a path, but not before a
figure, since a date and a number of pages are one word."""
_SEAMS = re.compile(r"(?<=[-/\\:._])")
"""Where one that is too long for a line goes on rather: an address, the name of a file."""
_BACK = ("/", "–", "-")
"""What stands alone between two words stays with the first."""
_CARD = 3
"""Letters of a card in a headline at most: "10!"."""
_TEXTS, _LINES = 128, 512
"""So many are kept as they were set: those of an hour; every race has some of its own."""


class Ink:
    """Draws on one picture. `x` and `y` go right and down from its corner."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.picture = Image.new("1", size)
        self.shortened: list[str] = []
        """The texts that did not fit whole."""
        self.places: tuple[int, ...] = ()
        """Where at the table each seat is; empty: seat 0 is at place 0 and so on."""
        self._draw = ImageDraw.Draw(self.picture)

    def place(self, seat: int) -> int:
        """Where at the table a seat is."""
        return self.places[seat] if self.places else seat

    def look(self, seat: int) -> Shape:
        """The shape of a seat."""
        return SEATS[self.place(seat)].shape

    def fill(self, box: Box, light: bool = True, radius: int = 0) -> None:
        """A full box."""
        self._draw.rounded_rectangle(_corners(box), radius, fill=LIGHT if light else DARK)

    def line(self, box: Box, radius: int = 0) -> None:
        """A light line around a box, inside it; what is in it becomes dark."""
        self._draw.rounded_rectangle(_corners(box), radius, fill=DARK, outline=LIGHT)

    def stamp(self, mask: Picture, x: int, y: int, light: bool = True) -> None:
        """The dots of a mask, with its corner there."""
        self.picture.paste(LIGHT if light else DARK, (x, y), mask)

    def middle(self, mask: Picture, box: Box, light: bool = True) -> None:
        """The dots of a mask in the middle of a box."""
        x = box.x + (box.width - mask.width) // 2
        self.stamp(mask, x, box.y + (box.height - mask.height) // 2, light)

    def text(
        self,
        text: str,
        box: Box,
        sizes: Sequence[int] = SIZES,
        light: bool = True,
        align: float = 0.0,
        down: float = 0.5,
    ) -> int:
        """Text as large as it fits in a box; returns the height it took.

        `align` goes from 0, left, to 1, right, and `down` from 0, top, to 1, bottom.
        """
        if not text.split():
            return 0
        mask = fitted(text, box.width, box.height, tuple(sizes), align)
        if mask is None:
            self.shortened.append(text)
            mask = _shortened(text, min(sizes), box.width, box.height, align)
        if mask is None:
            return 0
        x = box.x + round((box.width - mask.width) * align)
        self.stamp(mask, x, box.y + round((box.height - mask.height) * down), light)
        return mask.height

    def fits(self, text: str, box: Box, smallest: int = SIZES[-1], torn: bool = True) -> bool:
        """Whether the whole of a text fits in a box, at its smallest size; `torn`: though what is
        better together stands in two lines."""
        mask = fitted(text, box.width, box.height, (smallest,), torn=torn)
        return mask is not None or not text.split()


def _corners(box: Box) -> tuple[int, int, int, int]:
    return box.x, box.y, box.x + box.width - 1, box.y + box.height - 1


def overturned(picture: Picture) -> Picture:
    """The same, turned by a half."""
    return picture.transpose(Image.Transpose.ROTATE_180)


@cache
def suit(kind: Suit, size: int) -> Picture:
    """A suit in a square of `size`, drawn by hand where it is small."""
    by_hand = BY_HAND.get(size, {}).get(kind)
    return _outline(suit_parts(kind), size) if by_hand is None else _dotted(by_hand)


@cache
def shape(kind: Shape, size: int) -> Picture:
    """The shape of a seat in a square of `size`."""
    return _outline(shape_parts(kind), size)


@lru_cache(maxsize=_TEXTS)
def glyphs(text: str, cap: int, width: int) -> Picture:
    """Large letters cropped to their ink, `cap` high, squeezed to `width` where they are wider."""
    font = _font(round(cap * _FINE / CAP))
    left, top, right, bottom = font.getbbox(text)
    large = Image.new("L", (round(right - left), round(bottom - top)))
    ImageDraw.Draw(large).text((-left, -top), text, LIGHT, font)
    ink = large.crop(large.getbbox())
    wide, high = min(width, round(ink.width / _FINE)), min(cap, round(ink.height / _FINE))
    return _hard(ink.resize((wide, high), Image.Resampling.BOX))


@lru_cache(maxsize=_TEXTS)
def fitted(
    text: str,
    width: int,
    height: int,
    sizes: tuple[int, ...],
    align: float = 0.0,
    torn: bool = True,
) -> Picture | None:
    """The ink of a text, as large as it fits; None where there is none, or it does not."""
    words = split(text)
    if not words:
        return None
    ways = ((together(words), False), (words, False), (words, True))
    for parts, broken in ways if torn else ways[:1]:
        for size in sizes:
            lines = wrapped(parts, size, width, broken)
            if lines is None:
                continue
            for pitch in (size + 2, size + 1):
                block = _block(lines, size, pitch, width, align)
                if block.height <= height:
                    return block
    return None


def split(text: str) -> list[str]:
    """The words of a text between which a line may end."""
    words: list[str] = []
    for word in text.split():
        if words and word in _BACK:
            words[-1] = f"{words[-1]} {word}"
        else:
            words.append(word)
    return words


def wrapped(words: Sequence[str], size: int, width: int, broken: bool) -> list[str] | None:
    """Words in lines of at most `width`, after a hyphen if need be, and inside a word where it may
    be `broken`; None where a word is too long for a line."""
    lines: list[str] = []
    for word in words:
        for index, part in enumerate(_parts(word)):
            joint = "" if index else " "
            longer = f"{lines[-1]}{joint}{part}" if lines else part
            if text_width(longer, size) <= width:
                lines[-1:] = [longer]
            elif text_width(part, size) <= width:
                lines.append(part)
            elif not broken:
                return None
            else:
                lines += _pieces(part, size, width)
    return lines


def together(words: Sequence[str]) -> list[str]:
    """Words, and what is better not torn apart: a number and its unit, the cards of a pattern."""
    parts: list[str] = []
    cards = False
    for word in reversed(words):
        joined = bool(parts) and (parts[-1].rstrip(_STOPS) == _UNIT or cards)
        cards = len(word) <= _CARD and (word.endswith("!") or cards)
        if joined:
            parts[-1] = f"{word} {parts[-1]}"
        else:
            parts.append(word)
    return parts[::-1]


def _parts(word: str) -> list[str]:
    """A word, cut at its joints."""
    return [part for part in _JOINTS.split(word) if part]


def _pieces(word: str, size: int, width: int) -> list[str]:
    """A word that is too long for a line, broken at its seams, or anywhere where it has none."""
    pieces = [""]
    for part in _SEAMS.split(word):
        for bit in [part] if text_width(part, size) <= width else part:
            if pieces[-1] and text_width(pieces[-1] + bit, size) > width:
                pieces.append("")
            pieces[-1] += bit
    return pieces


def _shortened(text: str, size: int, width: int, height: int, align: float) -> Picture | None:
    for end in range(len(text) - 1, 0, -1):
        lines = wrapped(split(text[:end].rstrip() + "…"), size, width, True)
        block = _block(lines or ["…"], size, size + 1, width, align)
        if block.width <= width and block.height <= height:
            return block
    return None


def _block(lines: Sequence[str], size: int, pitch: int, width: int, align: float) -> Picture:
    """The ink of some lines, cropped to it; each stands `pitch` under the one before."""
    image = Image.new("1", (width + 2 * size, pitch * len(lines) + 2 * size))
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        left, _, right, _ = _bounds(line, size)
        x = size + round((width - (right - left)) * align) - left
        draw.text((x, size + pitch * number), line, LIGHT, _font(size))
    return image.crop(image.getbbox())


def text_width(text: str, size: int) -> int:
    """Dots that the ink of a line takes."""
    left, _, right, _ = _bounds(text, size)
    return right - left


def drop(text: str, size: int) -> int:
    """Dots from the top of a capital with its dots over it to the top of the ink of a line: so much
    lower it stands, for all lines of a row to stand on one ground."""
    return max(0, _bounds(text, size)[1] - _bounds(_TALLEST, size)[1]) if text else 0


@lru_cache(maxsize=_LINES)
def _bounds(text: str, size: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the ink, from where it is drawn."""
    left, top, right, bottom = _font(size).getbbox(text, mode="1")
    return int(left), int(top), int(right), int(bottom)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FACE, size, layout_engine=ImageFont.Layout.BASIC)


def _outline(parts: Parts, size: int) -> Picture:
    fine = size * _FINE
    large = Image.new("L", (fine, fine))
    draw = ImageDraw.Draw(large)
    polygons, discs = parts
    for polygon in polygons:
        draw.polygon([(x * (fine - 1), y * (fine - 1)) for x, y in polygon], fill=LIGHT)
    for x, y, radius in discs:
        edges = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse([edge * (fine - 1) for edge in edges], fill=LIGHT)
    return _hard(large.resize((size, size), Image.Resampling.BOX))


def _hard(grey: Picture) -> Picture:
    return grey.point(lambda level: LIGHT if level > _GREY else DARK).convert("1")


def _dotted(rows: str) -> Picture:
    lines = rows.split()
    image = Image.new("1", (len(lines[0]), len(lines)))
    for y, line in enumerate(lines):
        for x, dot in enumerate(line):
            image.putpixel((x, y), LIGHT if dot == "#" else DARK)
    return image
