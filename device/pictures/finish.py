"""What happened last: a headline, the hands that raced, and the photo finish.

The law: a mark stands at its true time; only its label moves aside to be read.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from device.pictures.brush import Brush
from device.pictures.lettering import LEAST_PX
from device.pictures.palette import ACCENT, DIM, FELT, PANEL, RIM, TEXT, Colour, tone_colour
from device.pictures.plate import line_round
from device.view import Event, HandLine, Mark, PhotoFinish

_TICKS_US = tuple(step * power for power in (100, 1_000, 10_000, 100_000) for step in (1, 2, 5))
"""Steps of the time line."""
_LABEL = 24
"""Units of the times over it: to be read across the table."""


def tick_step_us(span_us: int) -> int:
    """The step that makes at most six ticks of a span."""
    for step in _TICKS_US:
        if span_us <= 6 * step:
            return step
    return _TICKS_US[-1]


def spread(middles: list[int], widths: list[int], left: int, right: int) -> list[int]:
    """Left edges of boxes that shall stand over these middles, in order, moved so that none
    overlap and all are within left .. right, if they fit at all."""
    edges = [middle - width // 2 for middle, width in zip(middles, widths, strict=True)]
    free = left
    for n, width in enumerate(widths):
        edges[n] = max(edges[n], free)
        free = edges[n] + width
    free = right
    for n in reversed(range(len(widths))):
        edges[n] = min(edges[n], free - widths[n])
        free = edges[n]
    return edges


class Finish:
    """Draws the band of the last event."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def event(self, surface: pygame.Surface, band: pygame.Rect, event: Event) -> None:
        """Headline, then the photo finish and the lines of hands that have no mark on it."""
        px = self._brush.px
        head = pygame.Rect(band.left, band.top, band.width, px(46))
        emblem = px(44) + px(12) if event.seat is not None else 0
        told, size_px = self._told(event.headline, band.width - emblem)
        if len(told) > 1:
            head.height = px(60)
        self._headline(surface, head, event, told, size_px)
        rest = pygame.Rect(band.left, head.bottom, band.width, band.bottom - head.bottom)
        lines = event.lines
        if event.finish is not None and event.finish.marks:
            marked = {mark.seat for mark in event.finish.marks}
            lines = tuple(line for line in lines if line.seat not in marked)
            if lines:
                tall = max(17, px(28 if len(event.finish.marks) <= 4 else 22))
                foot = pygame.Rect(rest.left, rest.bottom - tall, rest.width, tall)
                rest.height -= foot.height
                self._lines(surface, foot, lines)
            self._photo(surface, rest, event.finish)
        elif lines:
            self._lines(surface, rest, lines)

    def _told(self, text: str, width: int) -> tuple[list[str], int]:
        """A headline in one line, or in two rather than too small to be read across the table, and
        the size of its letters."""
        brush = self._brush
        for most, sizes in ((1, (36, 33, 30, 27, 24)), (2, (28, 26, 24, 21, 18))):
            for size_px in map(brush.px, sizes):
                told = [text] if most == 1 else brush.lettering.lines(text, size_px, width)
                wide = max((brush.lettering.width(line, size_px) for line in told), default=0)
                if len(told) <= most and wide <= width:
                    return told, size_px
        return [text], brush.px(24)

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

    def _chip_width(self, seat: int | None, text: str, size_px: int) -> int:
        emblem = round(size_px * 1.4) + size_px // 3 if seat is not None else 0
        return emblem + self._brush.lettering.width(text, size_px)

    def _chip(
        self,
        surface: pygame.Surface,
        at: tuple[int, int],
        seat: int | None,
        text: str,
        size_px: int,
        colour: Colour,
    ) -> None:
        """Emblem and text, from the left, on a middle line."""
        left, middle = at
        if seat is not None:
            emblem = self._brush.emblem(seat, round(size_px * 1.4))
            surface.blit(emblem, emblem.get_rect(left=left, centery=middle))
            left += emblem.get_width() + size_px // 3
        drawn = self._brush.lettering.text(text, size_px, colour)
        surface.blit(drawn, drawn.get_rect(left=left, centery=middle))

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
                    self._chip(surface, at, line.seat, line.text, size_px, TEXT)
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
                width = self._chip_width(line.seat, line.text, size_px)
                if rows and used + gap + width <= box.width:
                    rows[-1].append((line, width))
                    used += gap + width
                else:
                    rows.append([(line, width)])
                    used = width
            if len(rows) * size_px * 1.5 <= box.height:
                break
        return rows, size_px, gap

    def _photo(self, surface: pygame.Surface, box: pygame.Rect, finish: PhotoFinish) -> None:
        """The time line, labels over it, and under it too where they would be small in one row."""
        brush = self._brush
        px = brush.px
        marks = sorted(finish.marks, key=lambda mark: (mark.at_us, mark.seat))
        one_row = sum(self._label_width(mark, px(_LABEL)) for mark in marks) <= box.width
        above = marks if one_row else marks[0::2]
        below = [] if one_row else marks[1::2]
        chip = min(px(36), box.height * (39 if below else 42) // 100)
        size_px = self._label_size(box.width, above, below, chip)
        axis = box.top + chip + px(20) if not below else box.centery
        left = box.left
        if finish.title:
            title = pygame.Rect(left, axis - px(16), min(px(170), box.width // 4), px(32))
            colour = ACCENT if finish.dead_heat else DIM
            left = brush.text(surface, finish.title, px(18), colour, title).right + px(16)
        start = -max(mark.reach_us for mark in marks)
        end = max(1000, marks[-1].at_us)
        x0, x1 = left + px(12), box.right - px(24)
        scale = (x1 - x0) / (end - start)

        def x(us: int) -> int:
            return x0 + round((us - start) * scale)

        pygame.draw.line(surface, DIM, (left, axis), (box.right - 1, axis), px(3))
        numbered = not below and box.bottom - axis >= px(14) + round(px(14) * 1.2)
        self._scale(surface, (axis, box.right), end, x, finish.decimal if numbered else None)
        for mark in marks:
            if mark.reach_us:
                reach = pygame.Rect(x(mark.at_us - mark.reach_us), axis - px(4), 0, px(8))
                reach.width = max(1, x(mark.at_us) - reach.left)
                surface.fill(self._brush.colour(mark.seat), reach)
        for row, middle, edge in (
            (above, box.top + chip // 2, box.top + chip),
            (below, box.bottom - chip // 2, box.bottom - chip),
        ):
            pad = px(6)
            widths = [self._label_width(mark, size_px) for mark in row]
            edges = spread([x(m.at_us) for m in row], widths, box.left, box.right)
            for mark, chip_left, width in zip(row, edges, widths, strict=True):
                plate = pygame.Rect(chip_left, 0, width - px(4), chip)
                plate.centery = middle
                foot = (min(max(x(mark.at_us), plate.left + px(8)), plate.right - px(8)), edge)
                pygame.draw.aaline(surface, DIM, foot, (x(mark.at_us), axis))
                rim = ACCENT if mark.first else RIM
                line_round(
                    surface,
                    brush.outlines,
                    plate,
                    px(8),
                    px(2.5),
                    rim,
                    PANEL if mark.first else FELT,
                )
                at = (plate.left + pad, middle)
                self._chip(surface, at, mark.seat, mark.text, size_px, TEXT)
        for mark in marks:
            post = pygame.Rect(0, 0, px(9), min(px(26), box.height - 2 * chip + px(6)))
            post.center = (x(mark.at_us), axis)
            surface.fill(TEXT, post.inflate(px(3), px(3)))
            surface.fill(self._brush.colour(mark.seat), post)

    def _label_size(self, width: int, above: list[Mark], below: list[Mark], chip: int) -> int:
        size_px = 12
        for size in (_LABEL, 22, 20, 18, 16, 14, 12):
            size_px = max(12, min(self._brush.px(size), chip * 10 // 13))
            rows = (sum(self._label_width(m, size_px) for m in row) for row in (above, below))
            if max(rows) <= width:
                break
        return size_px

    def _label_width(self, mark: Mark, size_px: int) -> int:
        """Pixels of a plate and of the gap to the next."""
        px = self._brush.px
        return self._chip_width(mark.seat, mark.text, size_px) + 2 * px(6) + px(4)

    def _scale(
        self,
        surface: pygame.Surface,
        corner: tuple[int, int],
        end_us: int,
        x: Callable[[int], int],
        decimal: str | None,
    ) -> None:
        """Ticks in milliseconds, without numbers where `decimal` is None; `corner`: height of the
        line, and the right edge."""
        brush = self._brush
        axis, right = corner
        step = tick_step_us(end_us)
        free = right
        for us in reversed(range(0, end_us + 1, step)):
            pygame.draw.line(
                surface, DIM, (x(us), axis - brush.px(6)), (x(us), axis + brush.px(6)), brush.px(2)
            )
            if decimal is None:
                continue
            tenths = us % 1000 // 100
            text = f"{us // 1000}{decimal}{tenths}" if tenths else f"{us // 1000}"
            if us + step > end_us:
                text += " ms"
            wide = brush.lettering.width(text, max(LEAST_PX, brush.px(14)))
            left = min(x(us) - wide // 2, right - wide)
            if left + wide <= free:
                surface.blit(
                    brush.lettering.text(text, brush.px(14), DIM), (left, axis + brush.px(14))
                )
                free = left - brush.px(8)
