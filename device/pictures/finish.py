"""What happened last: a headline, the photo finish, and what is to be said of single hands."""

from __future__ import annotations

import pygame

from device.pictures.brush import Brush
from device.pictures.chip import Chips
from device.pictures.palette import TEXT, tone_colour
from device.pictures.time_line import TimeLine
from device.view import Event, HandLine

_PITCH = 1.12
"""From one line of a headline to the next, of the size of its letters."""
_SIGNS = (":", "!", ",", "–")
_AFTER_SIGN = 0.8
"""So much longer a line may be for the sake of such a sign at its end."""


class Finish:
    """Draws the band of the last event."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush
        self._chips = Chips(brush)
        self._time_line = TimeLine(brush)

    def event(self, surface: pygame.Surface, band: pygame.Rect, event: Event) -> None:
        """Headline, then the photo finish and the lines of hands that have no mark on it."""
        px = self._brush.px
        head = pygame.Rect(band.left, band.top, band.width, px(46))
        gap = px(4) if event.finish is not None else 0
        emblem = px(44) + px(12) if event.seat is not None else 0
        told, size_px = self._told(event.headline, band.width - emblem)
        if len(told) > 1:
            head.height, gap = max(head.height, 2 * round(size_px * _PITCH)), px(6)
        self._headline(surface, head, event, told, size_px)
        top = head.bottom + gap
        rest = pygame.Rect(band.left, top, band.width, band.bottom - top)
        lines = event.lines
        if event.finish is not None and event.finish.marks:
            marked = {mark.seat for mark in event.finish.marks}
            lines = tuple(line for line in lines if line.seat not in marked)
            if lines:
                tall = max(17, px(28 if len(event.finish.marks) <= 4 else 22))
                foot = pygame.Rect(rest.left, rest.bottom - tall, rest.width, tall)
                rest.height -= foot.height
                self._lines(surface, foot, lines)
            self._time_line.draw(surface, rest, event.finish)
        elif lines:
            self._lines(surface, rest, lines)

    def _told(self, text: str, width: int) -> tuple[list[str], int]:
        """A headline in one line, or in two rather than too small to be read across the table, and
        the size of its letters."""
        brush = self._brush
        for most, sizes in ((1, (36, 33, 30, 27, 24)), (2, (26, 25, 24, 21, 18))):
            for size_px in map(brush.px, sizes):
                told = [text] if most == 1 else self._in_two(text, size_px)
                if max(brush.lettering.width(line, size_px) for line in told) <= width:
                    return told, size_px
        return [text], brush.px(24)

    def _in_two(self, text: str, size_px: int) -> list[str]:
        """A headline in two lines about as long as each other, rather after a sign than within a
        sentence."""
        words = text.split(" ")

        def longest(first: list[str]) -> float:
            halves = (" ".join(first), " ".join(words[len(first) :]))
            wide = max(self._brush.lettering.width(half, size_px) for half in halves)
            return wide * (_AFTER_SIGN if first[-1].endswith(_SIGNS) else 1)

        first = min((words[:n] for n in range(1, len(words))), key=longest, default=words)
        return [" ".join(part) for part in (first, words[len(first) :]) if part]

    def _headline(
        self, surface: pygame.Surface, box: pygame.Rect, event: Event, told: list[str], size_px: int
    ) -> None:
        """The lines of a headline in the middle of a box, before them whose event it is."""
        brush = self._brush
        size, gap = brush.px(44), brush.px(12)
        left, room = (0, box.width) if event.seat is None else (size + gap, box.width - size - gap)
        colour = tone_colour(event.tone)
        drawn = [brush.lettering.fit(line, size_px, room, colour, 0.5) for line in told]
        wide = max((line.get_width() for line in drawn), default=0)
        start = box.left + (room - wide) // 2
        if event.seat is not None:
            emblem = brush.emblem(event.seat, size)
            surface.blit(emblem, emblem.get_rect(left=start, centery=box.centery))
        pitch = box.height // max(1, len(drawn))
        for n, line in enumerate(drawn):
            middle = (start + left + wide // 2, box.top + pitch * n + pitch // 2)
            surface.blit(line, line.get_rect(center=middle))

    def _lines(
        self, surface: pygame.Surface, box: pygame.Rect, lines: tuple[HandLine, ...]
    ) -> None:
        """Hands in rows of their own width, in the middle."""
        brush = self._brush
        rows, size_px, gap = self._rows(box, lines)
        tall = min(brush.px(34), box.height // max(1, len(rows)))
        top = box.top
        for row in rows:
            wide = sum(width for _, width in row) + gap * (len(row) - 1)
            left = box.left + (box.width - wide) // 2
            for line, width in row:
                at = (left, top + tall // 2)
                if width > box.width:
                    place = pygame.Rect(box.left, top, box.width, tall)
                    brush.text(surface, line.text, size_px, TEXT, place, 0.5)
                else:
                    self._chips.draw(surface, at, line.seat, line.text, size_px, TEXT)
                left += width + gap
            top += tall

    def _rows(
        self, box: pygame.Rect, lines: tuple[HandLine, ...]
    ) -> tuple[list[list[tuple[HandLine, int]]], int, int]:
        """Lines in rows, at the largest size at which they fit."""
        brush = self._brush
        size_px = 0
        rows: list[list[tuple[HandLine, int]]] = []
        gap = brush.px(26)
        for size in (22, 20, 18, 16, 14):
            size_px = max(12, brush.px(size))
            rows = []
            used = 0
            for line in lines:
                width = self._chips.width(line.seat, line.text, size_px)
                if rows and used + gap + width <= box.width:
                    rows[-1].append((line, width))
                    used += gap + width
                else:
                    rows.append([(line, width)])
                    used = width
            if len(rows) * size_px * 1.5 <= box.height:
                break
        return rows, size_px, gap
