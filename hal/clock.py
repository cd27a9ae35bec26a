"""The only clock: CLOCK_MONOTONIC in integer nanoseconds, as the kernel stamps edges.

It never steps back and says nothing of the date. Everything that needs the time is given a `Clock`,
so that all of it can be put on a `ManualClock`.
"""

import datetime
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now_ns(self) -> int:
        """The time in ns; never less than before."""
        ...


class SleepingClock(Clock, Protocol):
    """Tells the time, and can let it pass."""

    def sleep_ns(self, by_ns: int) -> None:
        """Come back when so much time has passed, at once for 0 or less."""
        ...


class MonotonicClock:
    """The clock of the running machine. May be read by any thread."""

    def now_ns(self) -> int:
        """CLOCK_MONOTONIC in ns."""
        return time.monotonic_ns()

    def sleep_ns(self, by_ns: int) -> None:
        """Come back when so much time has passed, at once for 0 or less."""
        time.sleep(max(0, by_ns) / 1e9)


class ManualClock:
    """A clock that stands still until it is moved on."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """The time it was last moved to, in ns."""
        return self._now_ns

    def sleep_ns(self, by_ns: int) -> None:
        """Move on by so much, by nothing for 0 or less."""
        self._now_ns += max(0, by_ns)

    def advance(self, by_ns: int) -> None:
        """Move on. Raises `ValueError` if `by_ns` is negative, and stays."""
        if by_ns < 0:
            raise ValueError(f"by_ns is {by_ns}; a clock moves on by 0 or more")
        self._now_ns += by_ns

    def advance_to(self, t_ns: int) -> None:
        """Move on to `t_ns`. Raises `ValueError` if that is past, and stays."""
        self.advance(t_ns - self._now_ns)


FIRST_DAY = datetime.date(2026, 1, 1)
"""There was no such table before: a machine that says less has not asked for the time yet."""


def utc_s() -> int:
    """Seconds since 1970, as far as the machine knows; to date a file, never to measure with."""
    return int(time.time())


def utc_date() -> datetime.date:
    """Today, in UTC, as far as the machine knows; for the daily game, never to measure with."""
    return datetime.datetime.fromtimestamp(time.time(), datetime.UTC).date()


def utc_time() -> datetime.datetime:
    """Now to the second, in UTC, as far as the machine knows; for the names of files."""
    return datetime.datetime.fromtimestamp(int(time.time()), datetime.UTC)
