"""Where the hands of a race stand on a line, in pixels or dots.

The law: up to where the race was closed a mark stands at its true time; only its label moves aside
to be read. Behind that stand, in their order, the hands that came later: their times would press
those of the race together.
"""

from __future__ import annotations

from device.view import Mark, PhotoFinish

_TICKS_US = tuple(step * power for power in (100, 1_000, 10_000, 100_000) for step in (1, 2, 5))
"""Steps of the time line."""
_LEAST_US = 1_000
"""Hands that are nearer to each other than this do not stand as far apart as the line is long."""


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


class Track:
    """The line of a photo finish from `left` to `right`; `gap` is between the last hand of the race
    and its end, where others came later.

    `marks`: all hands, the earliest first. `zero_us`, `end_us`: from where the line counts, and how
    far, after the first hand.
    """

    def __init__(self, finish: PhotoFinish, left: int, right: int, gap: int) -> None:
        self.marks = sorted(finish.marks, key=lambda mark: (mark.late, mark.at_us, mark.seat))
        self._late = [mark for mark in self.marks if mark.late]
        race = self.marks[: len(self.marks) - len(self._late)]
        self._left, self._right = left, right
        self._end = right
        self.closed: int | None = None
        """Where the race was closed; None: nobody came later."""
        if self._late:
            self._end = right - (right - left) * len(self._late) // (len(self.marks) + 1) - gap
            self.closed = self._end + gap // 2
        self.zero_us = -finish.shown_us
        self._start_us = -max(finish.shown_us, *(mark.reach_us for mark in race), 0)
        self.end_us = max(race[-1].at_us, self._start_us + _LEAST_US)

    def x(self, us: int) -> int:
        """The place of a time after the first hand, up to that of the last."""
        span_us = self.end_us - self._start_us
        return self._left + (us - self._start_us) * (self._end - self._left) // span_us

    def place(self, mark: Mark) -> int:
        """The place of a hand."""
        if self.closed is None or not mark.late:
            return self.x(mark.at_us)
        number, many = self._late.index(mark), len(self._late)
        return self.closed + (2 * number + 1) * (self._right - self.closed) // (2 * many)

    def ticks_us(self) -> list[int]:
        """Round times from zero on, at most seven, after the first hand."""
        step = tick_step_us(self.end_us - self.zero_us)
        return list(range(self.zero_us, self.end_us + 1, step))
