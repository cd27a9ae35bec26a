"""Rows of a board: names at the left, values at the right, what else is to be said between them.

The law: values stand under one another; whatever is too long shrinks, and no row is left out.
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
    room = box.width - 2 * pad
    fit = (size for size in sizes if _widest(brush, lines, size, apart) <= room)
    size_px = next(fit, sizes[-1])
    noted = _values(brush, [line for line in lines if line.note], size_px)
    for n, line in enumerate(lines):
        row = pygame.Rect(box.left, box.top + n * (tall + gap), box.width, tall)
        line_round(surface, brush.outlines, row, brush.px(10), brush.px(2), RIM, PANEL)
        label = row.inflate(-2 * pad, 0)
        value = brush.text(surface, line.value, size_px, TEXT, label, 1.0)
        label.width = value.left - apart - label.left
        if line.note:
            note = pygame.Rect(label.left, row.top, row.right - pad - noted - apart, tall)
            note.width -= note.left
            told = brush.text(surface, line.note, _note_px(size_px), DIM, note, 1.0)
            label.width = told.left - apart - label.left
        brush.text(surface, line.label, size_px, TEXT, label)


def _widest(brush: Brush, lines: Sequence[Line], size_px: int, apart: int) -> int:
    """Pixels of the row that needs the most."""
    width = brush.lettering.width
    noted = [line for line in lines if line.note]
    notes = max((width(line.note, _note_px(size_px)) for line in noted), default=0)
    values = _values(brush, noted, size_px) + apart + notes
    needed = (
        width(line.label, size_px) + apart + (values if line.note else width(line.value, size_px))
        for line in lines
    )
    return max(needed, default=0) + 2


def _values(brush: Brush, lines: Sequence[Line], size_px: int) -> int:
    return max((brush.lettering.width(line.value, size_px) for line in lines), default=0)


def _note_px(size_px: int) -> int:
    return max(_LEAST_PX, round(size_px * _NOTE))
