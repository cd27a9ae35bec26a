"""Buttons that an edge log presses: what was heard once is heard again, live.

The law is that of every source (`hal.buttons`); a script makes up nothing that its log does not
hold.
"""

from collections.abc import Iterable, Sequence

from hal.buttons import Batch, ButtonsError, Capabilities, Edge, Health, LevelRead
from hal.clock import Clock
from hal.edgeline import Barrier, Heard
from hal.edgelog import EdgeLog


class ScriptSource:
    """An edge log fed live: the same edges at the same distances, from now on. One thread.

    Whatever the log heard arrives as it did then. Between, the script promises on its own what it
    knows: nothing older than now, or than the oldest that is still to come. Edges it does not hold
    are not made up, so there are no level reads but those of the log. Iterates the whole log when
    it is made, and raises what that raises.
    """

    def __init__(self, log: EdgeLog, clock: Clock) -> None:
        header = log.header
        self.constants = header.constants
        self.lines = tuple(sorted(header.levels))
        self.capabilities = Capabilities(
            stamp="script",
            barrier=True,
            loss_detect=False,
            resolution_us=1,
            typical_uncertainty_us=0,
            guard_ns=header.constants.guard_ns,
        )
        self._levels = dict(header.levels)
        heard = tuple(log)
        self._start_ns = header.snapshot_ns or min((_t_ns(item) for item in heard), default=0)
        self._arrivals = _arrivals(heard)
        self._oldest_to_come = _oldest_to_come(heard)
        self._clock, self._shift_ns, self._next = clock, 0, 0
        self._open = False

    @property
    def ended(self) -> bool:
        """Whether all of the log has been polled."""
        return self._next == len(self._arrivals)

    def open(self) -> LevelRead:
        """The first levels of the log; its time starts now. Raises `ButtonsError` if it is open."""
        if self._open:
            raise ButtonsError("the script is running already")
        self._open, self._next = True, 0
        now_ns = self._clock.now_ns()
        self._shift_ns = now_ns - self._start_ns
        return LevelRead(now_ns, self._levels)

    def poll(self) -> Sequence[Batch]:
        """What the log had heard by now. Raises `ButtonsError` if it is not open."""
        if not self._open:
            raise ButtonsError("the script is not open")
        now_ns, shift_ns = self._clock.now_ns(), self._shift_ns
        batches: list[Batch] = []
        edges: list[Edge] = []
        while not self.ended and self._arrivals[self._next][0] + shift_ns <= now_ns:
            heard = self._arrivals[self._next][1]
            self._next += 1
            match heard:
                case Edge(ts_ns, line, level, gseq, lseq):
                    edges.append(Edge(ts_ns + shift_ns, line, level, gseq, lseq))
                case Barrier(t_ns):
                    batches.append(Batch(tuple(edges), t_ns + shift_ns))
                    edges.clear()
                case LevelRead(t_ns, levels):
                    batches.append(Batch(tuple(edges), None, LevelRead(t_ns + shift_ns, levels)))
                    edges.clear()
        oldest_ns = self._oldest_to_come[self._next]
        own_ns = now_ns if oldest_ns is None else min(now_ns, oldest_ns + shift_ns)
        batches.append(Batch(tuple(edges), own_ns))
        return batches

    def want_levels(self) -> None:
        """Nothing: what the log did not read is not known."""

    def health(self) -> Health:
        """Well while it is open."""
        return Health(self._open, self._clock.now_ns(), "" if self._open else "not open")

    def close(self) -> None:
        """Nothing to let go; may be opened again, from the start."""
        self._open = False


def _t_ns(heard: Heard) -> int:
    return heard.ts_ns if isinstance(heard, Edge) else heard.t_ns


def _arrivals(heard: Iterable[Heard]) -> tuple[tuple[int, Heard], ...]:
    """Each with the time at which the log heard it: its own, but not before the one before it."""
    latest_ns, found = 0, []
    for item in heard:
        latest_ns = max(latest_ns, _t_ns(item))
        found.append((latest_ns, item))
    return tuple(found)


def _oldest_to_come(heard: Sequence[Heard]) -> list[int | None]:
    """For each place in the log, the oldest stamp from there on; barriers are none."""
    oldest: list[int | None] = [None]
    for item in reversed(heard):
        after = oldest[-1]
        t_ns = None if isinstance(item, Barrier) else _t_ns(item)
        known = [time for time in (t_ns, after) if time is not None]
        oldest.append(min(known, default=None))
    return oldest[::-1]
