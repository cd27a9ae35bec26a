"""The photo finish: all hands of a race on a time line, with their milliseconds.

The law is that of a `Track`. A hand that came too late is hollow, and stands behind the end of the
race.
"""

from __future__ import annotations

import pygame

from device.pictures.brush import Brush
from device.pictures.chip import Chips
from device.pictures.lettering import LEAST_PX
from device.pictures.palette import ACCENT, DIM, FELT, PANEL, RIM, TEXT
from device.pictures.plate import fill_round, line_round
from device.pictures.track import Track, spread
from device.view import Mark, PhotoFinish

_LABEL = 24
"""Units of the times over it: to be read across the table."""
_BETWEEN = 24
"""Units between the times over it and those under it."""


class TimeLine:
    """Draws time lines, labels over them, and under them too where they would be small in one
    row."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush
        self._chips = Chips(brush)

    def draw(self, surface: pygame.Surface, box: pygame.Rect, finish: PhotoFinish) -> None:
        """The time line of a race, in a box."""
        px = self._brush.px
        marks = Track(finish, 0, 1, 0).marks
        one_row = sum(self._label_width(mark, px(_LABEL)) for mark in marks) <= box.width
        above = marks if one_row else marks[0::2]
        below = [] if one_row else marks[1::2]
        chip = min(px(36), box.height * 42 // 100)
        if below:
            chip = min(px(34), (box.height - px(_BETWEEN)) // 2)
        size_px = self._label_size(box.width, above, below, chip)
        axis = box.top + chip + px(20) if not below else box.centery
        left, right = self._titles(surface, box, axis, finish)
        track = Track(finish, left + px(12), right - px(24), px(36))
        self._axis(surface, track, (left, right), axis)
        numbered = not below and box.bottom - axis >= px(14) + round(px(14) * 1.2)
        self._scale(surface, track, axis, right, finish.decimal if numbered else None)
        for row, middle, edge in (
            (above, box.top + chip // 2, box.top + chip),
            (below, box.bottom - chip // 2, box.bottom - chip),
        ):
            widths = [self._label_width(mark, size_px) for mark in row]
            edges = spread([track.place(m) for m in row], widths, box.left, box.right)
            for mark, chip_left, width in zip(row, edges, widths, strict=True):
                plate = pygame.Rect(chip_left, 0, width - px(4), chip)
                plate.centery = middle
                x = track.place(mark)
                foot = (min(max(x, plate.left + px(8)), plate.right - px(8)), edge)
                pygame.draw.aaline(surface, DIM, foot, (x, axis))
                self._label(surface, plate, mark, size_px)
        if finish.shown_us:
            self._card(surface, track.x(track.zero_us), axis)
        for mark in marks:
            if mark.reach_us:
                reach = pygame.Rect(track.x(mark.at_us - mark.reach_us), axis - px(4), 0, px(8))
                reach.width = max(1, track.place(mark) - reach.left)
                surface.fill(self._brush.colour(mark.seat), reach)
        for mark in marks:
            tall = min(px(26), box.height - 2 * chip + px(6))
            self._post(surface, mark, track.place(mark), axis, tall)

    def _titles(
        self, surface: pygame.Surface, box: pygame.Rect, axis: int, finish: PhotoFinish
    ) -> tuple[int, int]:
        """What stands in line with it, before and behind; what is left between."""
        px, text = self._brush.px, self._brush.text
        left, right, wide = box.left, box.right, min(px(170), box.width // 4)
        if finish.title:
            title = pygame.Rect(left, axis - px(16), wide, px(32))
            colour = ACCENT if finish.dead_heat else DIM
            left = text(surface, finish.title, px(18), colour, title).right + px(16)
        if finish.late_text:
            title = pygame.Rect(right - wide, axis - px(16), wide, px(32))
            right = text(surface, finish.late_text, px(18), DIM, title, 1.0).left - px(8)
        return left, right

    def _axis(
        self, surface: pygame.Surface, track: Track, ends: tuple[int, int], axis: int
    ) -> None:
        """The line, broken where the race was closed."""
        px, (left, right) = self._brush.px, ends
        if track.closed is None:
            pygame.draw.line(surface, DIM, (left, axis), (right - 1, axis), px(3))
            return
        pygame.draw.line(surface, DIM, (left, axis), (track.closed - px(6), axis), px(3))
        for x in range(track.closed + px(6), right, px(12)):
            pygame.draw.line(surface, DIM, (x, axis), (min(x + px(6), right), axis), px(3))
        end = pygame.Rect(0, 0, px(3), px(30))
        end.center = (track.closed, axis)
        surface.fill(TEXT, end)

    def _label(self, surface: pygame.Surface, plate: pygame.Rect, mark: Mark, size_px: int) -> None:
        """Whose hand it is, and its time."""
        px, rim = self._brush.px, ACCENT if mark.first else RIM
        inside = PANEL if mark.first else FELT
        line_round(surface, self._brush.outlines, plate, px(8), px(2.5), rim, inside)
        at = (plate.left + px(6), plate.centery)
        colour = DIM if mark.late else TEXT
        self._chips.draw(surface, at, mark.seat, mark.text, size_px, colour)

    def _post(self, surface: pygame.Surface, mark: Mark, x: int, axis: int, tall: int) -> None:
        """A hand on the line; hollow, one that came too late."""
        px, colour = self._brush.px, self._brush.colour(mark.seat)
        post = pygame.Rect(0, 0, px(9), tall)
        post.center = (x, axis)
        surface.fill(TEXT, post.inflate(px(3), px(3)))
        surface.fill(colour, post)
        if mark.late:
            surface.fill(FELT, post.inflate(-2 * px(3), -2 * px(3)))

    def _card(self, surface: pygame.Surface, x: int, axis: int) -> None:
        """Where the card could be seen."""
        px, outlines = self._brush.px, self._brush.outlines
        card = pygame.Rect(0, 0, px(20), px(28))
        card.center = (x, axis)
        fill_round(surface, outlines, card, px(4), TEXT)

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
        return self._chips.width(mark.seat, mark.text, size_px) + 2 * px(6) + px(4)

    def _scale(
        self, surface: pygame.Surface, track: Track, axis: int, right: int, decimal: str | None
    ) -> None:
        """Ticks in milliseconds, without numbers where `decimal` is None."""
        brush = self._brush
        free, last = right, True
        for us in reversed(track.ticks_us()):
            x = track.x(us)
            ends = ((x, axis - brush.px(6)), (x, axis + brush.px(6)))
            pygame.draw.line(surface, DIM, *ends, brush.px(2))
            if decimal is None:
                continue
            whole, tenths = divmod((us - track.zero_us) // 100, 10)
            text = f"{whole}{decimal}{tenths}" if tenths else f"{whole}"
            text += " ms" * last
            wide = brush.lettering.width(text, max(LEAST_PX, brush.px(14)))
            left = min(x - wide // 2, right - wide)
            if left + wide <= free:
                drawn = brush.lettering.text(text, brush.px(14), DIM)
                surface.blit(drawn, (left, axis + brush.px(14)))
                free, last = left - brush.px(8), False
