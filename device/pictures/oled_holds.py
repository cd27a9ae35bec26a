"""What is held, and how far, on 128 x 64 dots: the shapes of those who hold, then a bar."""

from __future__ import annotations

from collections.abc import Sequence

from device.pictures.box import Box
from device.pictures.ink import Ink, shape
from device.pictures.palette import SEATS
from device.view import WHOLE, Hold

_LINE = 2
"""Dots between the bar and what is around it."""


def draw_holds(ink: Ink, holds: Sequence[Hold], box: Box) -> None:
    """In a box, half of it each; all of these are as far as the furthest."""
    half = box.height // 2
    size = min(half - 1, box.width // len(holds) - 2)
    for n, hold in enumerate(holds):
        ink.stamp(shape(SEATS[hold.place].shape, size), box.x + n * (size + 2), box.y)
    bar = box.from_top(half + 1)
    most = max(hold.progress for hold in holds)
    ink.line(bar)
    inside = bar.inner(_LINE)
    if most:
        ink.fill(Box(inside.x, inside.y, max(1, inside.width * most // WHOLE), inside.height))
