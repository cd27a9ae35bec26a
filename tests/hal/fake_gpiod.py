"""A gpiod 2 that remembers, for tables without a kernel: chips, their lines, and who holds them.

It behaves as the kernel does where that matters: a request is of all lines or of none, edges queue
up to the size asked for and the oldest go first, and whatever is held by somebody is busy.
"""

import errno
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace
from typing import Any

from hal.chips import Chip, Holder

HEADER = "pinctrl-rp1"


class Direction(Enum):
    INPUT = 1


class EdgeKind(Enum):
    BOTH = 3


class Bias(Enum):
    PULL_UP = 4


class EventClock(Enum):
    MONOTONIC = 1


class Value(Enum):
    INACTIVE = 0
    ACTIVE = 1


class Type(Enum):
    RISING_EDGE = 1
    FALLING_EDGE = 2


@dataclass(frozen=True)
class LineSettings:
    direction: Direction
    edge_detection: EdgeKind
    bias: Bias
    active_low: bool
    event_clock: EventClock


@dataclass(frozen=True)
class Event:
    event_type: Type
    timestamp_ns: int
    line_offset: int
    global_seqno: int
    line_seqno: int


class Request:
    """Lines that are held. What reads it in a thread can be waited for: `come_round`."""

    def __init__(self, kernel: "Kernel", path: str, lines: Sequence[int], size: int) -> None:
        self._kernel, self._path, self._lines = kernel, path, lines
        self._queue: deque[Event] = deque(maxlen=size)
        self._changed = threading.Condition()
        self._rounds = 0
        self._gone = False
        self._gseq = kernel.counted
        self._lseq = dict.fromkeys(lines, kernel.counted)

    def wait_edge_events(self, timeout: float) -> bool:
        with self._changed:
            if timeout:
                self._rounds += 1
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._queue or self._gone, timeout)
            return bool(self._queue) or self._gone

    def read_edge_events(self, most: int) -> list[Event]:
        with self._changed:
            if self._gone:
                raise OSError(errno.ENODEV, "No such device")
            return [self._queue.popleft() for _ in range(min(most, len(self._queue)))]

    def get_values(self, lines: Iterable[int]) -> list[Value]:
        if self._gone:
            raise OSError(errno.ENODEV, "No such device")
        return [Value(self._kernel.levels.get(line, 0)) for line in lines]

    def release(self) -> None:
        for line in self._lines:
            self._kernel.holders.pop((self._path, line), None)

    def edge(self, line: int, level: int, ts_ns: int, *, merged: bool = False) -> None:
        """A line changes; `merged` uses up a common number only, as a coalesced edge does."""
        with self._changed:
            self._kernel.levels[line] = level
            self._gseq += 1
            if merged:
                return
            self._lseq[line] += 1
            kind = Type.RISING_EDGE if level else Type.FALLING_EDGE
            numbers = (_signed(self._gseq), _signed(self._lseq[line]))
            self._queue.append(Event(kind, ts_ns, line, *numbers))
            self._changed.notify_all()

    @contextmanager
    def stalled(self, queue: int) -> Iterator[None]:
        """Nobody comes to read, and the kernel keeps so many edges."""
        with self._changed:
            self._queue = deque(self._queue, maxlen=queue)
            yield

    def unplug(self) -> None:
        """The chip goes."""
        with self._changed:
            self._gone = True
            self._changed.notify_all()

    def come_round(self) -> None:
        """Wait until whoever reads has been round once more, from wait to wait."""
        with self._changed:
            aim = self._rounds + 2
            if not self._changed.wait_for(lambda: self._rounds >= aim, 10):
                raise AssertionError("nobody reads")


class Kernel:
    """The chips there are; both a `hal.chips.Chips` and what gpiod is made of.

    `chips` are the device files with their chips, links as the name they lead to. `denied`: nobody
    may open them. `counted`: edges that were counted before the first.
    """

    def __init__(
        self,
        chips: Mapping[str, tuple[str, str]] | None = None,
        *,
        lines: int = 28,
        denied: bool = False,
        names: bool = False,
        counted: int = 0,
    ) -> None:
        self.chips = {"/dev/gpiochip0": ("gpiochip0", HEADER)} if chips is None else dict(chips)
        self.lines, self.denied, self.names, self.counted = lines, denied, names, counted
        self.levels: dict[int, int] = {}
        self.holders: dict[tuple[str, int], str] = {}
        self.requests: list[Request] = []

    def found(self) -> list[Chip]:
        return [
            Chip(path, name, None if self.denied else label, 0 if self.denied else self.lines)
            for path, (name, label) in self.chips.items()
            if path.endswith(name)  # a link has another name
        ]

    def holder(self, chip: Chip, line: int) -> Holder:
        return Holder(f"GPIO{line}" if self.names else "", self.holders.get((chip.path, line)))

    def admission(self, chip: Chip) -> str:
        return "join its group: sudo usermod -aG gpio anna, then log in again"

    def gpiod(self, version: str = "2.1.3") -> Any:
        """The library on these chips."""
        return SimpleNamespace(
            __version__=version,
            request_lines=self._request_lines,
            LineSettings=LineSettings,
            EdgeEvent=SimpleNamespace(Type=Type),
            line=SimpleNamespace(
                Direction=Direction, Edge=EdgeKind, Bias=Bias, Clock=EventClock, Value=Value
            ),
        )

    def _request_lines(
        self,
        path: str,
        config: Mapping[tuple[int, ...], LineSettings],
        consumer: str,
        event_buffer_size: int,
    ) -> Request:
        if self.denied:
            raise PermissionError(errno.EACCES, "Permission denied")
        ((lines, settings),) = config.items()
        raw_and_pulled_up = LineSettings(
            Direction.INPUT, EdgeKind.BOTH, Bias.PULL_UP, True, EventClock.MONOTONIC
        )
        assert settings == raw_and_pulled_up
        if any((path, line) in self.holders for line in lines):
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.holders.update({(path, line): consumer for line in lines})
        self.requests.append(Request(self, path, lines, event_buffer_size))
        return self.requests[-1]


def _signed(number: int) -> int:
    """The library reads the kernel's numbers as signed ones of 32 bits."""
    number &= (1 << 32) - 1
    return number - (1 << 32) if number >= 1 << 31 else number
