"""The panel of a seat, the slap button and the keys along the edge.

The law: a panel shows colour, shape and number of its seat, whatever else; the accent is on
whoever must lay.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.pictures.brush import Brush
from device.pictures.lettering import NARROWEST
from device.pictures.palette import (
    ACCENT,
    DIM,
    FELT,
    PANEL,
    PANEL_OUT,
    RIM,
    SIGNAL,
    SIGNAL_DOWN,
    TEXT,
    Colour,
    tone_colour,
)
from device.pictures.plate import fill_round, line_round
from device.pictures.sizes import card_size
from device.view import KeyHint, Orientation, Seat, Tone

_FLASH: Colour = (122, 52, 44)


def is_tall(brush: Brush, panel: pygame.Rect) -> bool:
    """Whether the name stands over the stack; else beside it."""
    return panel.height >= brush.px(116)


def stack_box(brush: Brush, panel: pygame.Rect, orientation: Orientation) -> pygame.Rect:
    """Where the stack of a seat stands in its panel."""
    tall = min(panel.height - brush.px(22), brush.px(84))
    if is_tall(brush, panel):
        tall = panel.height - brush.px(62)
    if orientation is Orientation.CROSS:
        tall = min(tall, brush.px(64))
    wide, tall = card_size(orientation, tall)
    box = pygame.Rect(panel.left + brush.px(22), panel.centery - tall // 2, wide, tall)
    if is_tall(brush, panel):
        box.bottom = panel.bottom - brush.px(14)
    return box


def draw_stack(
    surface: pygame.Surface, brush: Brush, box: pygame.Rect, cards: int, orientation: Orientation
) -> None:
    """A stack of backs as thick as it has cards, or the place where it was."""
    if cards <= 0:
        surface.blit(brush.cards.place(box.height, orientation), box)
        return
    back = brush.cards.back(box.height, orientation)
    layers = min(5, 1 + cards // 7)
    step = brush.px(2)
    for layer in reversed(range(layers)):
        surface.blit(back, box.move(layer * step, layer * step // 2))


_BESIDE_KEYS, _NOTES = 2, 5
"""Lines of what is said, above the keys and without them."""


class Panels:
    """Draws seats and the things at the edge."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def seat(
        self, surface: pygame.Surface, panel: pygame.Rect, seat: Seat, orientation: Orientation
    ) -> None:
        """One seat's panel. Two rows, or three if the panel is tall enough."""
        brush = self._brush
        px = brush.px
        radius = px(10)
        fill = _FLASH if seat.flash else PANEL_OUT if seat.out else PANEL
        rim, line = (ACCENT, px(4)) if seat.turn else (RIM, px(1.5))
        line_round(surface, brush.outlines, panel, radius, line, rim, fill)
        bar = pygame.Rect(panel.left + line, panel.top + radius, px(8), panel.height - 2 * radius)
        surface.fill(brush.colour(seat.index), bar)
        stack = stack_box(brush, panel, orientation)
        if seat.turn:
            glow = stack.inflate(px(8), px(8))
            glow.width += px(8)
            fill_round(surface, brush.outlines, glow, px(7), ACCENT)
        draw_stack(surface, brush, stack, seat.cards, orientation)
        text = pygame.Rect(stack.right + px(20), panel.top + px(8), 0, panel.height - px(16))
        text.width = panel.right - px(10) - text.left
        if is_tall(brush, panel):
            name = pygame.Rect(stack.left, panel.top + px(6), text.right - stack.left, px(38))
            tall = panel.bottom - px(10) - name.bottom
            if seat.status or seat.keys or seat.owed:
                tall //= 2
            first = pygame.Rect(text.left, name.bottom, text.width, tall)
            self._name(surface, name, seat)
            left = self._count(surface, first, seat)
            # What is owed is told once: under the pips, or beside them where that is taken.
            below = "" if seat.status or seat.keys or not seat.owed else seat.owed_text
            pips = replace(seat, owed_text="") if below else seat
            self._debt(surface, pygame.Rect(left, first.top, first.right - left, tall), pips)
            self._last(surface, first.move(0, tall), seat, below)
        else:
            tall = text.height // 2
            name = pygame.Rect(text.left, text.top, text.width, tall)
            self._name(surface, name, seat)
            rest = name.move(0, tall)
            for part in (self._count, self._debt):
                left = part(surface, rest, seat)
                rest.width -= left - rest.left
                rest.left = left
            self._last(surface, rest, seat, align=1.0)

    def _name(self, surface: pygame.Surface, box: pygame.Rect, seat: Seat) -> None:
        brush = self._brush
        size = min(box.height, brush.px(34))
        emblem = brush.emblem(seat.index, size)
        surface.blit(emblem, emblem.get_rect(left=box.left, centery=box.centery))
        right = box.right
        if seat.strikes and seat.strikes_max:
            right = self._strikes(surface, box, seat)
        left = box.left + size + brush.px(7)
        name = pygame.Rect(left, box.top, right - left, box.height)
        size_px, colour = brush.px(24), DIM if seat.out and not seat.flash else TEXT
        # It is to be read across the table: rather narrower than smaller.
        narrow = brush.lettering.width(seat.name, size_px) * NARROWEST <= name.width
        brush.text(surface, seat.name, size_px, colour, name, least=1.0 if narrow else 0.6)

    def _strikes(self, surface: pygame.Surface, box: pygame.Rect, seat: Seat) -> int:
        """Crosses for strikes, from the right; where they begin."""
        brush = self._brush
        size, gap = max(7, brush.px(15)), brush.px(5)
        left = box.right - seat.strikes_max * (size + gap)
        for place in range(seat.strikes_max):
            cell = pygame.Rect(
                left + gap + place * (size + gap), box.centery - size // 2, size, size
            )
            struck = place < seat.strikes
            draw_cross(surface, cell, tone_colour(Tone.BAD) if struck else RIM, brush.px(3.5))
        return left

    def _count(self, surface: pygame.Surface, box: pygame.Rect, seat: Seat) -> int:
        """Cards left; where what follows may begin."""
        brush = self._brush
        if seat.out:
            return box.left
        place = pygame.Rect(box.left, box.top, brush.px(66), box.height)
        colour = ACCENT if seat.turn else TEXT
        return brush.text(surface, str(seat.cards), brush.px(40), colour, place).right + brush.px(
            12
        )

    def _debt(self, surface: pygame.Surface, box: pygame.Rect, seat: Seat) -> int:
        """Attempts left as full pips, those gone as empty ones, and in words if there is room."""
        if not seat.owed:
            return box.left
        brush = self._brush
        gap = brush.px(5)
        pips = max(seat.owed, seat.attempts)
        size = max(4, min(max(8, brush.px(17)), box.width // pips - gap))
        left = box.left
        for pip in range(pips):
            full = pip < seat.owed
            disc = brush.outlines.disc(size, ACCENT if full else RIM)
            surface.blit(disc, (left, box.centery - size // 2))
            if not full:
                hole = brush.outlines.disc(size - 2 * brush.px(2), FELT)
                surface.blit(hole, hole.get_rect(center=(left + size // 2, box.centery)))
            left += size + gap
        words = pygame.Rect(left + gap, box.top, box.right - left - gap, box.height)
        size_px = max(12, brush.px(18))
        if seat.owed_text and brush.lettering.width(seat.owed_text, size_px) <= words.width:
            left = brush.text(surface, seat.owed_text, size_px, ACCENT, words).right
        return left + 2 * gap

    def _last(
        self,
        surface: pygame.Surface,
        box: pygame.Rect,
        seat: Seat,
        owed_text: str = "",
        align: float = 0.0,
    ) -> None:
        """A word about the player, else his keys, else what he owes."""
        brush = self._brush
        if seat.status:
            dim, bad = (TEXT, TEXT) if seat.flash else (DIM, tone_colour(Tone.BAD))
            colour = dim if seat.out else bad if seat.barred else ACCENT
            brush.text(surface, seat.status, brush.px(20), colour, box, align)
        elif seat.keys:
            self._keys(surface, box, seat.keys, align, PANEL if not seat.flash else _FLASH)
        elif owed_text:
            brush.text(surface, owed_text, brush.px(18), ACCENT, box, align)

    def _keys(
        self,
        surface: pygame.Surface,
        box: pygame.Rect,
        keys: tuple[KeyHint, ...],
        align: float,
        fill: Colour,
    ) -> None:
        """Key caps in a row, with what they do if there is room, smaller if there is not."""
        brush = self._brush
        gap = brush.px(12)
        for size, words in ((18, True), (18, False), (15, False), (12, False)):
            size_px = max(12, brush.px(size))
            wide = sum(brush.key_width(key, size_px, words) for key in keys) + gap * (len(keys) - 1)
            if wide <= box.width:
                left = box.left + round((box.width - wide) * align)
                for key in keys:
                    left = brush.key(surface, key, size_px, left, box.centery, fill, words) + gap
                return

    def notes(
        self, surface: pygame.Surface, box: pygame.Rect, hints: tuple[KeyHint, ...], timing: str
    ) -> None:
        """Keys that belong to nobody, from the bottom up, and how far the times are to be
        trusted, or what does not work: for that the keys give way."""
        brush = self._brush
        size_px = max(12, brush.px(17))
        said = brush.lettering.lines(timing, size_px, box.width)
        if len(said) > _BESIDE_KEYS:
            said = [*said[: _NOTES - 1], " ".join(said[_NOTES - 1 :])] if said[_NOTES:] else said
            hints = ()
        columns = 1 if len(hints) <= 3 else 2
        deep = -(-len(hints) // columns)
        rows = deep + len(said)
        if not rows:
            return
        row = min(max(20, brush.px(32)), box.height // rows)
        line = pygame.Rect(box.left, box.bottom - row * rows, box.width, row)
        for text in said:
            brush.text(surface, text, size_px, DIM, line)
            line = line.move(0, row)
        for column in range(columns):
            part = hints[column * deep : (column + 1) * deep]
            wide = box.width // columns
            caps = max((brush.key_width(hint, size_px, False) for hint in part), default=0)
            for n, hint in enumerate(part):
                place = pygame.Rect(box.left + column * wide, line.top + n * row, wide, row)
                left = place.left + caps - brush.key_width(hint, size_px, False)
                brush.key(surface, hint, size_px, left, place.centery, FELT, False, row - 2)
                place.left += caps + size_px // 2
                place.width = max(0, wide - caps - size_px // 2 - brush.px(6))
                brush.text(surface, hint.does, size_px, DIM, place)

    def lesson(self, surface: pygame.Surface, box: pygame.Rect, text: str) -> None:
        """What is explained, on a plate in the middle of the height, as large as it fits."""
        brush = self._brush
        pad = brush.px(14)
        room = box.inflate(-2 * pad, -2 * pad)
        size_px = tall = 0
        for size in (26, 24, 22, 20, 18, 16):
            size_px = max(13, brush.px(size))
            tall = brush.paragraph_px(text, size_px, room.width)
            if tall <= room.height and self._broken_well(text, size_px, room.width):
                break
        plate = pygame.Rect(box.left, 0, box.width, tall + 2 * pad)
        plate.centery = box.centery
        line_round(surface, brush.outlines, plate, brush.px(10), brush.px(2), RIM, PANEL)
        brush.paragraph(surface, text, size_px, TEXT, plate.inflate(-2 * pad, -2 * pad))

    def _broken_well(self, text: str, size_px: int, width_px: int) -> bool:
        """Whether no word is too long for a line."""
        return all(self._brush.lettering.width(word, size_px) <= width_px for word in text.split())

    def slap(
        self, surface: pygame.Surface, box: pygame.Rect, text: str, pressed: bool, seat: int | None
    ) -> None:
        """The slap button; with the emblem of a seat if it is the hand of that one alone."""
        brush = self._brush
        fill = SIGNAL_DOWN if pressed else SIGNAL
        line_round(surface, brush.outlines, box, brush.px(16), brush.px(3), TEXT, fill)
        inner = box.inflate(-brush.px(24), -brush.px(8))
        if seat is not None:
            emblem = brush.emblem(seat, brush.px(44))
            surface.blit(emblem, emblem.get_rect(left=inner.left, centery=inner.centery))
            inner.width -= emblem.get_width() + brush.px(8)
            inner.left += emblem.get_width() + brush.px(8)
        brush.text(surface, text, brush.px(36), TEXT, inner, 0.5)


def draw_cross(surface: pygame.Surface, box: pygame.Rect, colour: Colour, line: int) -> None:
    """A cross from corner to corner."""
    for start, end in ((box.topleft, box.bottomright), (box.topright, box.bottomleft)):
        pygame.draw.line(surface, colour, start, end, line)
