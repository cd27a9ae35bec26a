"""The photo finish on 128 x 64 dots: a time line, and the times while no card lies there.

The law is that of a `Track`. Who came too late is hollow, behind the end of the race.
"""

from __future__ import annotations

from device.pictures.box import Box
from device.pictures.ink import Ink, shape
from device.pictures.track import Track, spread
from device.view import Event, Mark, PhotoFinish

LINE = 9
"""Dots from the top of the shapes to the line."""
_SHAPE = 7
_GAP = 8
"""Around the end of the race."""
_LEFT = tuple(Box(0, y, 44, 9) for y in (0, 10, 20))
_WIDE = (Box(0, 0, 56, 9), Box(57, 0, 56, 9), Box(0, 10, 56, 9), Box(57, 10, 56, 9), _LEFT[-1])
"""Where cards will lie: what is beside a card stays as it is when one is laid."""
_SIZE = 9
_UNIT = " ms"
"""There is no room for it behind each time; the headline has it."""


def times(ink: Ink, event: Event, narrow: bool) -> int:
    """Each time that is not told in the headline, as far as there is room; the height it takes.

    `narrow`: no further to the right than a card reaches.
    """
    marks = [] if event.finish is None else Track(event.finish, 0, 1, 0).marks
    untold = [mark for mark in marks if mark.text not in event.headline]
    free = list(_LEFT if narrow else _WIDE)
    high = 0
    for mark in untold:
        time = mark.text.removesuffix(_UNIT)
        if free and ink.fits(time, free[0].from_left(_SHAPE + 2)):
            box = free.pop(0)
            _stamp(ink, mark, box.x, box.y)
            ink.text(time, box.from_left(_SHAPE + 2), (_SIZE,), down=0.0)
            high = box.y + box.height + 1
    return high


def time_line(ink: Ink, finish: PhotoFinish, box: Box) -> None:
    """A line with posts at its bottom, over each the shape of its seat."""
    half = _SHAPE // 2
    track = Track(finish, box.x + half, box.x + box.width - 1 - half, _GAP)
    axis = box.y + box.height - 1
    end = box.x + box.width if track.closed is None else track.closed - 1
    ink.fill(Box(box.x, axis, end - box.x, 1))
    if track.closed is not None:
        ink.fill(Box(track.closed, axis - 4, 1, 5))
        for x in range(track.closed + 2, box.x + box.width, 3):
            ink.fill(Box(x, axis, 1, 1))
    middles = [track.place(mark) for mark in track.marks]
    lefts = spread(middles, [_SHAPE + 1] * len(middles), box.x, box.x + box.width)
    for mark, middle, left in zip(track.marks, middles, lefts, strict=True):
        ink.fill(Box(middle, axis - 1, 1, 2))
        _stamp(ink, mark, left, box.y)


def _stamp(ink: Ink, mark: Mark, x: int, y: int) -> None:
    """The shape of a hand's seat; hollow, if it came too late."""
    kind = ink.look(mark.seat)
    ink.stamp(shape(kind, _SHAPE), x, y)
    if mark.late:
        ink.stamp(shape(kind, _SHAPE - 4), x + 2, y + 2, light=False)
