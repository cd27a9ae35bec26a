"""The button test on the screen: every button of every seat, in light while it is down.

The law: what is pressed now has the accent; what nobody has pressed yet is dim, what is faulty has
the colour of trouble, and says so.
"""

from __future__ import annotations

import pygame

from device.between import TrialPage, TriedButton, TriedSeat
from device.pictures.brush import Brush
from device.pictures.frame import draw_frame
from device.pictures.palette import (
    ACCENT,
    DIM,
    INK,
    PANEL,
    PANEL_OUT,
    RIM,
    TEXT,
    Colour,
    tone_colour,
)
from device.pictures.plate import line_round
from device.pictures.sizes import is_portrait
from device.view import Tone

_COLUMNS = 2


class TrialPicture:
    """Draws the button test."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def trial(self, surface: pygame.Surface, box: pygame.Rect, page: TrialPage) -> None:
        """The seats, in two columns where it is wide, and what is to be said under them."""
        brush = self._brush
        px = brush.px
        inner = draw_frame(surface, brush, box, page.title, page.hints)
        words = pygame.Rect(inner.left, 0, inner.width, px(132))
        words.bottom = inner.bottom - px(8)
        self._words(surface, words, page)
        room = pygame.Rect(inner.left, inner.top + px(6), inner.width, 0)
        room.height = words.top - px(8) - room.top
        gap = px(12)
        columns = 1 if is_portrait(box.size) else _COLUMNS
        rows = -(-len(page.seats) // columns)
        wide = (room.width - gap * (columns - 1)) // columns
        tall = min(px(192), (room.height - gap * (rows - 1)) // rows)
        for n, seat in enumerate(page.seats):
            row, column = divmod(n, columns)
            place = (room.left + column * (wide + gap), room.top + row * (tall + gap))
            self._seat(surface, pygame.Rect(place, (wide, tall)), seat)

    def _words(self, surface: pygame.Surface, box: pygame.Rect, page: TrialPage) -> None:
        """What the last press was like, and what is missing, as large as there is room."""
        brush = self._brush
        colour = tone_colour(Tone.BAD) if page.warns else ACCENT
        for size in (28, 24, 21, 18, 15):
            size_px = max(14, brush.px(size))
            small_px = max(13, round(size_px * 0.84))
            tall = brush.paragraph_px(page.last, size_px, box.width)
            tall += brush.paragraph_px(page.text, small_px, box.width)
            if tall <= box.height:
                break
        top = brush.paragraph(surface, page.last, size_px, colour, box, 0.5)
        under = pygame.Rect(box.left, top, box.width, 0)
        brush.paragraph(surface, page.text, small_px, DIM, under, 0.5)

    def _seat(self, surface: pygame.Surface, box: pygame.Rect, seat: TriedSeat) -> None:
        brush = self._brush
        px = brush.px
        size = min(px(76), box.height - px(8))
        emblem = brush.place_emblem(seat.place, size)
        surface.blit(emblem, emblem.get_rect(left=box.left, centery=box.centery))
        gap = px(8)
        tall = (box.height - gap * (len(seat.buttons) - 1)) // len(seat.buttons)
        left = box.left + size + px(14)
        for n, button in enumerate(seat.buttons):
            plate = pygame.Rect(left, box.top + n * (tall + gap), box.right - left, tall)
            self._button(surface, plate, button)

    def _button(self, surface: pygame.Surface, box: pygame.Rect, button: TriedButton) -> None:
        brush = self._brush
        px = brush.px
        rim, fill, ink, dim = _colours(button)
        line_round(surface, brush.outlines, box, px(10), px(2), rim, fill)
        size_px = max(13, min(px(30), box.height * 10 // 18))
        inner = box.inflate(-px(26), 0)
        label = brush.text(surface, button.label, size_px, ink, _left(inner, inner.width * 2 // 5))
        rest = pygame.Rect(label.right + px(22), inner.top, 0, inner.height)
        rest.width = inner.right - rest.left
        brush.text(surface, button.text, size_px, dim, rest, 1.0)


def _colours(button: TriedButton) -> tuple[Colour, Colour, Colour, Colour]:
    """Of the rim, the ground, the label and the text."""
    bad = tone_colour(Tone.BAD)
    if button.down:
        return bad if button.faulty else TEXT, ACCENT, INK, INK
    if button.faulty:
        return bad, PANEL, TEXT, bad
    return (RIM, PANEL, TEXT, TEXT) if button.heard else (RIM, PANEL_OUT, DIM, DIM)


def _left(box: pygame.Rect, wide: int) -> pygame.Rect:
    return pygame.Rect(box.left, box.top, wide, box.height)
