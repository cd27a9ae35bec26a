"""A page of the rules: words, and beside or under them cards as they lie on the table.

The law: nothing is cut off. Words are set smaller until they fit, cards take what room there is;
of each card under another its index is seen.
"""

from __future__ import annotations

import pygame

from device.leaf import Example, Leaf
from device.pictures.brush import Brush
from device.pictures.halves import halves
from device.pictures.palette import DIM, FELT, PANEL, RIM, TEXT
from device.pictures.plate import line_round
from device.pictures.sizes import card_size, is_portrait
from device.view import Orientation, Style

_STEP = {Orientation.CROSS: 1.05, Orientation.TWO_SIDE: 0.62, Orientation.ONE_SIDE: 0.70}
"""From one card of a pile to the next, of its width."""
_APART = 1.12
"""The same for cards that lie side by side."""
_SIZES = (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18)
"""Of the words, the largest that fits; beside cards at most `_BESIDE`."""
_BESIDE = 32
_LEAST_PX = 14


class LeafPicture:
    """Draws pages of the rules."""

    def __init__(self, brush: Brush, style: Style) -> None:
        self._brush = brush
        self._style = style

    def leaf(self, surface: pygame.Surface, box: pygame.Rect, leaf: Leaf) -> None:
        """The whole page."""
        brush, px = self._brush, self._brush.px
        surface.fill(FELT)
        number = pygame.Rect(box.right - px(130), box.top, px(130), px(64))
        brush.text(surface, leaf.number, px(22), DIM, number, 1.0)
        title = pygame.Rect(box.left, box.top, number.left - box.left, px(64))
        brush.text(surface, leaf.title, px(46), TEXT, title)
        foot = brush.foot(box, leaf.hints)
        brush.keys(surface, leaf.hints, foot, FELT, 22)
        room = pygame.Rect(box.left, title.bottom + px(14), box.width, 0)
        room.height = foot.top - px(14) - room.top
        if not leaf.examples:
            self._words(surface, room, leaf)
            return
        words, side = halves(room, 47, px(32))
        end = self._words(surface, words, leaf)
        if is_portrait(room.size):
            side.height, side.top = side.bottom - end - px(32), end + px(32)
        tall = (side.height - px(20) * (len(leaf.examples) - 1)) // len(leaf.examples)
        for n, example in enumerate(leaf.examples):
            place = pygame.Rect(side.left, side.top + n * (tall + px(20)), side.width, tall)
            self._example(surface, place, example)

    def words_px(self, leaf: Leaf, width_px: int, height_px: int) -> int:
        """The size of the words at which all of them fit, or the least one."""
        most = _BESIDE if leaf.examples else _SIZES[0]
        sizes = [max(_LEAST_PX, self._brush.px(size)) for size in _SIZES if size <= most]
        fit = (size for size in sizes if self._tall(leaf, size, width_px) <= height_px)
        return next(fit, _LEAST_PX)

    def _tall(self, leaf: Leaf, size_px: int, width_px: int) -> int:
        """Pixels that all paragraphs of a page take, one under the other."""
        tall = 0
        for text in leaf.text:
            tall += self._brush.paragraph_px(text, size_px, width_px) + self._gap(size_px)
        for text in leaf.here:
            inner = width_px - 2 * self._pad(size_px)
            tall += self._brush.paragraph_px(text, size_px, inner)
            tall += self._pad(size_px) + self._gap(size_px)
        return tall - self._gap(size_px)

    def _words(self, surface: pygame.Surface, box: pygame.Rect, leaf: Leaf) -> int:
        """The paragraphs, and where they end; what this table settles stands on a plate."""
        brush = self._brush
        size_px = self.words_px(leaf, box.width, box.height)
        pad, gap = self._pad(size_px), self._gap(size_px)
        top = box.top
        for text in leaf.text:
            place = pygame.Rect(box.left, top, box.width, 0)
            top = brush.paragraph(surface, text, size_px, TEXT, place) + gap
        for text in leaf.here:
            plate = pygame.Rect(box.left, top, box.width, 0)
            inner = plate.width - 2 * pad
            plate.height = brush.paragraph_px(text, size_px, inner) + pad
            line_round(surface, brush.outlines, plate, brush.px(10), brush.px(2), RIM, PANEL)
            place = pygame.Rect(plate.left + pad, plate.top + pad // 2, inner, 0)
            brush.paragraph(surface, text, size_px, TEXT, place)
            top = plate.bottom + gap
        return top - gap

    @staticmethod
    def _pad(size_px: int) -> int:
        return size_px * 7 // 10

    @staticmethod
    def _gap(size_px: int) -> int:
        return size_px * 7 // 10

    def _example(self, surface: pygame.Surface, box: pygame.Rect, example: Example) -> None:
        """The cards in the middle of a box, under them their notes and what they mean."""
        brush, px = self._brush, self._brush.px
        size_px = max(_LEAST_PX, px(24))
        said = pygame.Rect(box.left, 0, box.width, 0)
        said.height = brush.paragraph_px(example.text, size_px, box.width)
        noted = round(size_px * 1.4) if example.notes else 0
        room = box.height - said.height - noted - px(10)
        wide, tall, strip = self._cards(example, box.width, min(room, px(330)))
        left = box.left + (box.width - wide - strip * (len(example.faces) - 1)) // 2
        top = box.top + (box.height - tall - px(10) - noted - said.height) // 2
        for n, face in enumerate(example.faces):
            card = brush.cards.face(face, tall, self._style)
            surface.blit(card, (left + n * strip, top))
        for n, note in enumerate(example.notes):
            last = n == len(example.notes) - 1
            place = pygame.Rect(
                left + n * strip, top + tall + px(4), wide if last else strip, noted
            )
            brush.text(surface, note, size_px, TEXT, place.inflate(-px(6), 0), 0.5)
        said.top = top + tall + px(10) + noted
        brush.paragraph(surface, example.text, size_px, DIM, said, 0.5)

    def _cards(self, example: Example, width_px: int, height_px: int) -> tuple[int, int, int]:
        """Width and height of the cards, as large as there is room, and from one to the next."""
        orientation = self._style.orientation
        step = _STEP[orientation] if example.piled else max(_STEP[orientation], _APART)
        between = len(example.faces) - 1

        def sized(height: int) -> tuple[int, int, int]:
            wide, tall = card_size(orientation, height)
            return wide, tall, round(wide * step)

        sizes = map(sized, range(height_px, 1, -1))
        fit = (size for size in sizes if size[0] + size[2] * between <= width_px)
        return next(fit, sized(2))
