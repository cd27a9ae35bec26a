"""Rows of which one is selected, as many as there is room for, the selected one among them.

The law: the selected row has the accent; where rows are left out, a bar beside them says where
these stand among all.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.between import Line
from device.pictures.brush import Brush
from device.pictures.palette import ACCENT, DIM, INK, PANEL, RIM, TEXT
from device.pictures.plate import fill_round, line_round

_MARK = "●"


def window(count: int, selected: int, most: int) -> range:
    """Which of `count` rows are seen if there is room for `most`.

    >>> window(5, 4, 9), window(20, 0, 5), window(20, 10, 5), window(20, 19, 5)
    (range(0, 5), range(0, 5), range(8, 13), range(15, 20))
    """
    most = max(1, most)
    first = max(0, min(selected - most // 2, count - most))
    return range(first, min(count, first + most))


def draw_rows(
    surface: pygame.Surface,
    brush: Brush,
    box: pygame.Rect,
    lines: Sequence[Line],
    selected: int,
    tall: int,
) -> None:
    """Rows of at most `tall` pixels from the top of the box down."""
    gap = brush.px(6)
    tall = min(tall, box.height)
    seen = window(len(lines), selected, (box.height + gap) // (tall + gap))
    if len(seen) < len(lines):
        bar = pygame.Rect(box.right - brush.px(6), box.top, brush.px(6), box.height)
        _bar(surface, brush, bar, seen, len(lines))
        box = pygame.Rect(box.left, box.top, box.width - brush.px(18), box.height)
    for n, at in enumerate(seen):
        row = pygame.Rect(box.left, box.top + n * (tall + gap), box.width, tall)
        _row(surface, brush, row, lines[at], at == selected)


def _row(
    surface: pygame.Surface, brush: Brush, row: pygame.Rect, line: Line, selected: bool
) -> None:
    fill, ink, dim = (ACCENT, INK, INK) if selected else (PANEL, TEXT, DIM)
    rim = TEXT if selected else RIM
    line_round(surface, brush.outlines, row, brush.px(10), brush.px(2), rim, fill)
    size_px = max(14, min(brush.px(26), row.height * 10 // 18))
    inner = row.inflate(-brush.px(28), 0)
    if line.marked:
        mark = brush.lettering.text(_MARK, round(size_px * 0.8), ink if selected else ACCENT)
        surface.blit(mark, mark.get_rect(left=inner.left, centery=row.centery))
        inner.width -= mark.get_width() + brush.px(8)
        inner.left += mark.get_width() + brush.px(8)
    label = brush.lettering.width(line.label, size_px)
    value = brush.lettering.width(line.value, size_px) if line.value else 0
    room = inner.width - (brush.px(16) if value else 0)
    if label + value > room:  # both shrink by the same share
        label, value = room * label // (label + value), room * value // (label + value)
    brush.text(surface, line.label, size_px, ink, _part(inner, label, False))
    brush.text(surface, line.value, size_px, dim, _part(inner, value, True), 1.0)


def _part(inner: pygame.Rect, wide: int, right: bool) -> pygame.Rect:
    wide = min(inner.width, wide + 1)
    left = inner.right - wide if right else inner.left
    return pygame.Rect(left, inner.top, wide, inner.height)


def _bar(surface: pygame.Surface, brush: Brush, bar: pygame.Rect, seen: range, count: int) -> None:
    fill_round(surface, brush.outlines, bar, bar.width // 2, PANEL)
    top = bar.top + bar.height * seen.start // count
    bottom = bar.top + bar.height * seen.stop // count
    part = pygame.Rect(bar.left, top, bar.width, bottom - top)
    fill_round(surface, brush.outlines, part, bar.width // 2, DIM)
