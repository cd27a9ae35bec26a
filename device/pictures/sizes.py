"""The size of a picture, and of what is measured by it."""

from __future__ import annotations

from device.view import Orientation

SMALLEST = (640, 400)
"""Longer and shorter side. Smaller windows show the picture of this size, scaled down by whoever
shows it."""
_WHOLE = (1280, 720)
"""Units of the longer and of the shorter side, at least."""


def card_size(orientation: Orientation, height: int) -> tuple[int, int]:
    """Width and height of a card: 5 to 7, the cross card square."""
    if orientation is Orientation.CROSS:
        return height, height
    return round(height * 5 / 7), height


def at_least(size: tuple[int, int]) -> tuple[int, int]:
    """This size; where a side is shorter than that of `SMALLEST`, as long as that.

    >>> at_least((1280, 720)), at_least((300, 200)), at_least((300, 900))
    ((1280, 720), (640, 400), (400, 900))
    """
    (width, height), (long, short) = size, SMALLEST
    if is_portrait(size):
        return max(width, short), max(height, long)
    return max(width, long), max(height, short)


def unit_of(size: tuple[int, int]) -> float:
    """Pixels of one unit in a picture of this size; at 1280x720 and at 720x1280 one."""
    return min(max(size) / _WHOLE[0], min(size) / _WHOLE[1])


def is_portrait(size: tuple[int, int]) -> bool:
    """Whether a picture, or a part of one, is higher than wide."""
    return size[0] < size[1]
