"""What every part of the picture draws with: letters, outlines, cards, and the size of a unit.

The law: one brush a picture size; all parts share its shelves.
"""

from __future__ import annotations

import pygame

from device.pictures.cards import Cards
from device.pictures.lettering import Lettering
from device.pictures.palette import DIM, SEATS, TEXT, Colour, Shape
from device.pictures.plate import line_round
from device.pictures.shelf import PICTURE_PX, Shelf
from device.pictures.sizes import is_portrait
from device.pictures.suits import Outlines
from device.view import KeyHint

_LOW = {Shape.TRIANGLE: 0.14, Shape.ARROW: 0.03}
"""How far below the middle the number stands on shapes that are narrow at the top."""

_FOOT = 44
"""Units: a row of keys at the bottom of a page."""


class Brush:
    """Draws texts, emblems and key caps in units of the picture."""

    def __init__(self, unit: float, lettering: Lettering | None = None) -> None:
        self.unit = unit
        picture_px = max(PICTURE_PX // 16, round(PICTURE_PX * unit * unit))
        self.lettering = lettering or Lettering(picture_px)
        self.outlines = Outlines(picture_px)
        self.cards = Cards(self.lettering, self.outlines, picture_px)
        self._emblems = Shelf(picture_px // 8)
        self.places: tuple[int, ...] = ()
        """Where at the table each seat is; empty: seat 0 is at place 0 and so on."""

    def px(self, units: float) -> int:
        """Pixels of so many units, at least one."""
        return max(1, round(units * self.unit))

    def text(
        self,
        surface: pygame.Surface,
        text: str,
        size_px: int,
        colour: Colour,
        box: pygame.Rect,
        align: float = 0.0,
        least: float = 0.6,
    ) -> pygame.Rect:
        """Text within a box, in the middle of its height; `align` 0 left, 0.5 middle, 1 right.
        Where it stands."""
        if not text or box.width < 1:
            return pygame.Rect(box.left, box.centery, 0, 0)
        drawn = self.lettering.fit(text, size_px, box.width, colour, least)
        at = drawn.get_rect(centery=box.centery)
        at.left = box.left + round((box.width - at.width) * align)
        surface.blit(drawn, at)
        return at

    def place(self, seat: int) -> int:
        """Where at the table a seat is."""
        return self.places[seat] if self.places else seat

    def colour(self, seat: int) -> Colour:
        """The colour of a seat."""
        return self.place_colour(self.place(seat))

    def place_colour(self, place: int) -> Colour:
        """The colour of a place at the table."""
        return SEATS[place].colour

    def emblem(self, seat: int, size_px: int) -> pygame.Surface:
        """Colour, shape and number of a seat, with a light rim."""
        return self.place_emblem(self.place(seat), size_px)

    def place_emblem(self, place: int, size_px: int) -> pygame.Surface:
        """Colour, shape and number of a place at the table, with a light rim."""
        return self._emblems.get((place, size_px), lambda: self._emblem(place, size_px))

    def paragraph_px(self, text: str, size_px: int, width_px: int) -> int:
        """Pixels from the top to the bottom of a paragraph."""
        return round(size_px * 1.4) * len(self.lettering.lines(text, size_px, width_px))

    def paragraph(
        self,
        surface: pygame.Surface,
        text: str,
        size_px: int,
        colour: Colour,
        box: pygame.Rect,
        align: float = 0.0,
    ) -> int:
        """Lines from the top of the box down, however many; where they end."""
        top = box.top
        for line in self.lettering.lines(text, size_px, box.width):
            place = pygame.Rect(box.left, top, box.width, round(size_px * 1.4))
            self.text(surface, line, size_px, colour, place, align)
            top = place.bottom
        return top

    def keys(
        self,
        surface: pygame.Surface,
        hints: tuple[KeyHint, ...],
        box: pygame.Rect,
        inside: Colour,
        largest: float = 24,
    ) -> None:
        """Key caps and what they do, in the middle of a box, as large as there is room, in as many
        rows as it is high."""
        gap, size_px = self.px(36), 12
        rows: list[list[KeyHint]] = []
        for size in (largest, 24, 20, 16, 12):
            size_px = max(12, self.px(min(size, largest)))
            rows = self._key_rows(hints, size_px, gap, box.width)
            if len(rows) <= max(1, box.height // self.px(_FOOT)):
                break
        else:
            rows = [list(hints)]
        for n, row in enumerate(rows):
            wide = sum(self.key_width(hint, size_px, True) + gap for hint in row) - gap
            left = box.left + (box.width - wide) // 2
            middle = box.top + box.height * (2 * n + 1) // (2 * len(rows))
            for hint in row:
                left = self.key(surface, hint, size_px, left, middle, inside, True) + gap

    def _key_rows(
        self, hints: tuple[KeyHint, ...], size_px: int, gap: int, width_px: int
    ) -> list[list[KeyHint]]:
        """Keys in rows of at most this width."""
        rows: list[list[KeyHint]] = []
        used = 0
        for hint in hints:
            wide = self.key_width(hint, size_px, True)
            if rows and used + gap + wide <= width_px:
                rows[-1].append(hint)
                used += gap + wide
            else:
                rows.append([hint])
                used = wide
        return rows

    def foot(self, page: pygame.Rect, hints: tuple[KeyHint, ...]) -> pygame.Rect:
        """Where keys stand at the bottom of a page: in two rows where it is narrow and they would
        be small in one."""
        rows = 1
        if is_portrait(page.size):
            rows = min(2, len(self._key_rows(hints, self.px(24), self.px(36), page.width)) or 1)
        tall = rows * self.px(_FOOT)
        return pygame.Rect(page.left, page.bottom - tall, page.width, tall)

    def _emblem(self, place: int, size_px: int) -> pygame.Surface:
        look = SEATS[place]
        surface = self.outlines.shape(look.shape, size_px, TEXT).copy()
        pointed = look.shape in (Shape.TRIANGLE, Shape.STAR)
        rim = max(1, round(size_px * 0.055))
        inner = size_px - 2 * rim
        if pointed:
            # Pointed shapes need a smaller inside for a rim of the same width.
            inner = round(size_px * 0.80)
        fill = self.outlines.shape(look.shape, inner, look.colour)
        left = (size_px - inner) // 2
        top = left + (round(size_px * 0.045) if look.shape is Shape.TRIANGLE else 0)
        surface.blit(fill, (left, top))
        cap = max(6, round(size_px * (0.34 if pointed else 0.40)))
        number = self.lettering.glyphs(str(place + 1), cap, size_px, look.number)
        low = round(size_px * _LOW.get(look.shape, 0.0))
        surface.blit(number, number.get_rect(center=(size_px // 2, size_px // 2 + low)))
        return surface

    def key_width(self, hint: KeyHint, size_px: int, with_words: bool) -> int:
        """Pixels a key cap takes, with what the key does or without."""
        size_px = max(12, size_px)
        wide = max(
            self.lettering.width(hint.key, size_px) + size_px * 9 // 10, round(size_px * 1.7)
        )
        if with_words and hint.does:
            wide += size_px // 2 + self.lettering.width(hint.does, size_px)
        return wide

    def key(
        self,
        surface: pygame.Surface,
        hint: KeyHint,
        size_px: int,
        left: int,
        middle: int,
        inside: Colour,
        with_words: bool,
        tallest: int | None = None,
    ) -> int:
        """A key cap, at most `tallest` high, and what the key does; where it ends."""
        size_px = max(12, size_px)
        wide = self.key_width(hint, size_px, False)
        tall = round(size_px * 1.55)
        if tallest is not None:
            tall = min(tall, tallest)
        box = pygame.Rect(left, middle - tall // 2, wide, tall)
        line = max(1, self.px(1.5))
        line_round(surface, self.outlines, box, round(size_px * 0.35), line, DIM, inside)
        self.text(surface, hint.key, size_px, TEXT, box, 0.5)
        if not with_words or not hint.does:
            return box.right
        words = self.lettering.text(hint.does, size_px, DIM)
        at = words.get_rect(left=box.right + size_px // 2, centery=middle)
        surface.blit(words, at)
        return at.right
