"""Rows of a board: names at the left, values at the right, what else is to be said between them.

The law: values stand under one another, and so do notes where every row has one; whatever is too
long shrinks, and no row is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.between import Line
from device.pictures.brush import Brush
from device.pictures.palette import DIM, PANEL, RIM, TEXT
from device.pictures.plate import line_round

_LEAST_PX = 12
_NOTE = 0.8
"""Size of a note, of that of a name."""
_SHRUNK = 0.8
"""All rows are set smaller together, down to that; only what is longer still shrinks alone."""


def draw_places(
    surface: pygame.Surface, brush: Brush, box: pygame.Rect, lines: Sequence[Line], tall: int
) -> None:
    """All rows from the top of the box down, each at most `tall` pixels high."""
    gap, pad, apart = brush.px(6), brush.px(14), brush.px(16)
    tall = min(tall, (box.height + gap) // max(1, len(lines)) - gap)
    most = max(_LEAST_PX, min(brush.px(26), tall * 10 // 18))
    sizes = range(most, max(_LEAST_PX, round(most * _SHRUNK)) - 1, -1)
    fit = (size for size in sizes if _widest(brush, lines, size, apart) <= box.width - 2 * pad)
    size_px = next(fit, sizes[-1])
    values = _values(brush, lines, size_px)
    for n, line in enumerate(lines):
        row = pygame.Rect(box.left, box.top + n * (tall + gap), box.width, tall)
        line_round(surface, brush.outlines, row, brush.px(10), brush.px(2), RIM, PANEL)
        room = row.inflate(-2 * pad, 0)
        brush.text(surface, line.value, size_px, TEXT, room, 1.0)
        room.width -= values[n] + apart
        if line.note:
            note = brush.text(surface, line.note, _note_px(size_px), DIM, room, 1.0)
            room.width = note.left - apart - room.left
        brush.text(surface, line.label, size_px, TEXT, room)


def _widest(brush: Brush, lines: Sequence[Line], size_px: int, apart: int) -> int:
    """Pixels of the row that needs the most."""
    width = brush.lettering.width
    values = _values(brush, lines, size_px)
    needed = (
        width(line.label, size_px) + apart + value
        + (apart + width(line.note, _note_px(size_px)) if line.note else 0)
        for line, value in zip(lines, values, strict=True)
    )  # fmt: skip
    return max(needed, default=0) + 2


def _values(brush: Brush, lines: Sequence[Line], size_px: int) -> list[int]:
    """How wide the value of each row is; where each has a note, as wide as the widest."""
    widths = [brush.lettering.width(line.value, size_px) for line in lines]
    return [max(widths)] * len(lines) if lines and all(line.note for line in lines) else widths


def _note_px(size_px: int) -> int:
    return max(_LEAST_PX, round(size_px * _NOTE))
