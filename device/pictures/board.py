"""A board, or what one person has done, on the screen: rows, and a histogram beside or under them.

The law: every row and every bar is seen; a bar that does not count has the colour of trouble.
"""

from __future__ import annotations

import pygame

from device.between import BoardPage
from device.pictures.brush import Brush
from device.pictures.halves import halves
from device.pictures.palette import ACCENT, DIM, FELT, RIM, TEXT, tone_colour
from device.pictures.places import draw_places
from device.view import Tone

_EARLY = tone_colour(Tone.BAD)
_SMALL = 20
"""Letters of what stands at the axis."""
_LEAST_PX = 12


class BoardPicture:
    """Draws the pages of boards and people."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def board(self, surface: pygame.Surface, box: pygame.Rect, page: BoardPage) -> None:
        """The whole page."""
        brush, px = self._brush, self._brush.px
        surface.fill(FELT)
        number = pygame.Rect(box.right - px(130), box.top, px(130), px(64))
        brush.text(surface, page.number, px(22), DIM, number, 1.0)
        title = pygame.Rect(box.left, box.top, number.left - box.left, px(64))
        brush.text(surface, page.title, px(46), TEXT, title)
        foot = brush.foot(box, page.hints)
        brush.keys(surface, page.hints, foot, FELT)
        room = pygame.Rect(box.left, title.bottom + px(8), box.width, 0)
        room.height = foot.top - px(12) - room.top
        if page.text:
            self._text(surface, room, page.text)
        rows = room
        if page.bars:
            rows, side = halves(room, 60, px(28))
            self._bars(surface, side, page)
        draw_places(surface, brush, rows, page.lines, px(56))

    def _text(self, surface: pygame.Surface, room: pygame.Rect, text: str) -> None:
        """In the middle."""
        brush = self._brush
        size_px = max(16, brush.px(32))
        tall = brush.paragraph_px(text, size_px, room.width)
        place = pygame.Rect(room.left, room.centery - tall // 2, room.width, tall)
        brush.paragraph(surface, text, size_px, TEXT, place, 0.5)

    def _bars(self, surface: pygame.Surface, box: pygame.Rect, page: BoardPage) -> None:
        """The histogram under its heading; over the highest bar how many it stands for."""
        brush, px = self._brush, self._brush.px
        size_px = max(_LEAST_PX, px(_SMALL))
        line = round(size_px * 1.4)
        head = pygame.Rect(box.left, box.top, box.width, px(44))
        brush.text(surface, page.heading, px(28), TEXT, head, 0.5)
        foot = pygame.Rect(box.left, box.bottom, box.width, 0)
        if page.legend:
            foot = pygame.Rect(box.left, box.bottom - line, box.width, line)
            brush.text(surface, f"■ {page.legend}", size_px, _EARLY, foot, 0.5)
        pitch = box.width // len(page.bars)
        room = pygame.Rect(0, head.bottom + line, pitch * len(page.bars), 0)
        room.centerx, room.height = box.centerx, foot.top - line - px(6) - room.top
        surface.fill(RIM, pygame.Rect(room.left, room.bottom, room.width, px(2)))
        most = max(bar.number for bar in page.bars)
        highest = [bar.number for bar in page.bars].index(most)
        for n, bar in enumerate(page.bars):
            left, tall = room.left + n * pitch, -(-room.height * bar.number // most)
            place = pygame.Rect(left, room.bottom - tall, pitch, tall)
            surface.fill(_EARLY if bar.marked else ACCENT, place.inflate(-max(2, pitch // 4), 0))
            self._label(surface, bar.label, left, room, foot.top - line)
            if n == highest:
                self._label(surface, str(most), place.centerx, room, place.top - line)

    def _label(
        self, surface: pygame.Surface, text: str, middle: int, room: pygame.Rect, top: int
    ) -> None:
        """A number around a place, but not beyond the ends of the axis."""
        size_px = max(_LEAST_PX, self._brush.px(_SMALL))
        wide = self._brush.lettering.width(text, size_px)
        left = max(room.left, min(middle - wide // 2, room.right - wide))
        place = pygame.Rect(left, top, wide + 1, round(size_px * 1.4))
        self._brush.text(surface, text, size_px, DIM, place)
