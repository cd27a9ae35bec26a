"""The thread that collects: it waits for edges, takes them, and hands them over. Nothing else.

The law. A round is: wait at most 5 ms, look at the clock, take all that is queued; the look is the
barrier, since whatever happened before it less the guard was queued by then. Levels are read
between two takes; if the second brings edges they go on and the read is dropped. A read is
handed over with a barrier that has passed it by the guard, so that an edge which was on its way to
the queue while the level was read is told before it, and no press is taken for a lost one.

Nothing is lost between the threads. What waits is bounded: barriers with nothing between them are
one, no level is read while one waits, and with 100,000 edges waiting none are taken any more,
so that the kernel drops them and its numbers tell how many. A bell rings when there is something to
hear: edges, a read that tells of a lost one, or a barrier by which a contact may be decided.
"""

import threading
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final, Protocol

from hal.bell import Bell
from hal.buttons import Batch, ButtonsError, ButtonsLost, Edge, Health, LevelRead
from hal.clock import Clock
from hal.debounce import MS, Constants
from hal.domain import check_domain
from hal.words import Words

POLL_NS: Final = 5 * MS
QUICK_NS: Final = 1 * MS
"""Barriers come so often while a contact may be undecided."""
LATEST_BEAT_NS: Final = 50 * MS
MOST_WAITING: Final = 100_000
_DONE_S: Final = 2.0


class Held(Protocol):
    """Lines that are held by this program. After `open`, for the reader's thread alone."""

    def wait(self, most_ns: int) -> None:
        """Come back when an edge is queued, at latest after `most_ns`."""
        ...

    def take(self) -> list[Edge]:
        """All that is queued, until the queue says that it is empty. Never waits."""
        ...

    def levels(self) -> dict[int, int]:
        """The level of every line now."""
        ...


class Reader:
    """Collects from lines in a thread of its own. OSError of the lines means that they are gone.

    Thread rule: `round` and `_levels` run in the reader's thread (or, in a test, in the only one);
    `start`, `poll`, `want_levels`, `health` and `stop` in the session's. They share what
    `_lock` guards, and single values that one of them alone writes.
    """

    def __init__(
        self, held: Held, clock: Clock, constants: Constants, first: LevelRead, bell: Bell
    ) -> None:
        self._held, self._clock, self._constants, self._bell = held, clock, constants, bell
        self._lock = threading.Lock()
        self._waiting: list[Batch] = []
        self._waiting_edges = 0
        self._kept: LevelRead | None = None
        self._read_ns = self._beat_ns = first.t_ns
        self._busy_ns: int | None = None
        self._decisions_ns: list[int] = []  # a heap
        self._told = dict(first.levels)
        self._domain_known = False
        self._trouble: ButtonsError | None = None
        self._pressed = frozenset(line for line, level in first.levels.items() if level)
        self._levels_wanted = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to collect."""
        self._thread.start()

    def poll(self) -> list[Batch]:
        """What has been collected since the last call.

        Raises what ended the reader, once all that it had collected has been handed over.
        """
        alive = self._thread.is_alive()
        with self._lock:
            batches, self._waiting = self._waiting, []
            self._waiting_edges = 0
        if not batches and self._trouble is not None:
            raise self._trouble
        if not batches and not alive:
            raise ButtonsLost(Words("the reader of the buttons has died; start the table again"))
        return batches

    def want_levels(self) -> None:
        """Read levels in the next round."""
        self._levels_wanted.set()

    def health(self) -> Health:
        """How the reader is, and which lines have been pressed ever since the start."""
        beat_ns, alive = self._beat_ns, self._thread.is_alive()
        silent_ns = self._clock.now_ns() - beat_ns
        message = ""
        if self._trouble is not None:
            message = str(self._trouble)
        elif not alive:
            message = "the reader of the buttons is not running"
        elif silent_ns > LATEST_BEAT_NS:
            message = f"the reader of the buttons has not come round for {silent_ns // MS} ms"
        elif self._pressed:
            lines = ", ".join(map(str, sorted(self._pressed)))
            message = f"pressed since the start: line {lines}; let it go, or look at its wiring"
        return Health(alive, beat_ns, message)

    def stop(self) -> None:
        """End the thread and wait for it; the lines may be let go then."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_DONE_S)

    def round(self) -> None:
        """Wait, look at the clock, take, hand over; and read levels if it is time."""
        before_ns = self._beat_ns
        if self._waiting_edges >= MOST_WAITING:
            self._stopping.wait(POLL_NS / 1e9)
            self._beat_ns = self._clock.now_ns()
            return
        self._held.wait(self._patience_ns(self._clock.now_ns()))
        now_ns = self._clock.now_ns()
        edges = self._held.take()
        self._check(edges, before_ns, now_ns)
        read = None
        if self._kept is not None and now_ns - self._kept.t_ns >= self._constants.guard_ns:
            read, self._kept = self._kept, None
        self._hand_over(Batch(tuple(edges), now_ns, read))
        self._beat_ns = now_ns
        if edges:
            self._busy_ns = now_ns
        asked = self._levels_wanted.is_set()
        if asked or now_ns - self._read_ns >= self._constants.resync_ns:
            self._levels()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self.round()
        except ButtonsError as error:
            self._trouble = error
        except OSError as error:
            self._trouble = ButtonsLost(
                Words(
                    "the lines of the buttons are gone ({why}); look at the wiring and start the "
                    "table again",
                    why=error,
                )
            )
        self._bell.ring()

    def _patience_ns(self, now_ns: int) -> int:
        """Short while a contact may be undecided or a read waits, and until a press is certain."""
        settled_ns = self._constants.w_max_ns + self._constants.t_rel_ns
        undecided = self._busy_ns is not None and now_ns - self._busy_ns <= settled_ns
        longest_ns = QUICK_NS if undecided or self._kept is not None else POLL_NS
        if self._decisions_ns:
            longest_ns = min(longest_ns, max(0, self._decisions_ns[0] - now_ns))
        return longest_ns

    def _is_news(self, batch: Batch) -> bool:
        """Whether a batch holds edges, tells of lost ones, or decides a contact or a glitch."""
        moved_ns = [edge.ts_ns for edge in batch.edges]
        self._told.update((edge.line, edge.level) for edge in batch.edges)
        if batch.read is not None and batch.read.levels != self._told:
            moved_ns.append(batch.read.t_ns)
            self._told = dict(batch.read.levels)
        constants, decisions_ns = self._constants, self._decisions_ns
        for t_ns in moved_ns:
            heappush(decisions_ns, t_ns + constants.t_stable_ns + constants.guard_ns)
            heappush(decisions_ns, t_ns + constants.t_gap_ns + constants.guard_ns)
        news = bool(moved_ns)
        while decisions_ns and decisions_ns[0] <= (batch.barrier_ns or 0):
            heappop(decisions_ns)
            news = True
        return news

    def _check(self, edges: Iterable[Edge], before_ns: int, now_ns: int) -> None:
        """The first edge tells the clock: it came between the last round and this one."""
        if self._domain_known:
            return
        for edge in edges:
            check_domain(edge.ts_ns, max(before_ns, min(edge.ts_ns, now_ns)))
            self._domain_known = True
            return

    def _levels(self) -> None:
        """Read levels if nobody has yet to hear of the last ones."""
        with self._lock:
            unheard = any(batch.read is not None for batch in self._waiting)
        if self._kept is not None or unheard:
            return
        self._levels_wanted.clear()
        edges = self._held.take()
        if not edges:
            t_ns = self._clock.now_ns()
            levels = self._held.levels()
            edges = self._held.take()
            if not edges:
                self._kept, self._read_ns = LevelRead(t_ns, levels), t_ns
                self._pressed &= frozenset(line for line, level in levels.items() if level)
        if edges:
            self._check(edges, self._beat_ns, self._clock.now_ns())
            self._hand_over(Batch(tuple(edges), None))
            self._busy_ns = self._beat_ns

    def _hand_over(self, batch: Batch) -> None:
        with self._lock:
            last = self._waiting[-1] if self._waiting else None
            if last is None or batch.edges or batch.read is not None or last.read is not None:
                self._waiting.append(batch)
            else:
                self._waiting[-1] = Batch(last.edges, batch.barrier_ns)
            self._waiting_edges += len(batch.edges)
        if self._is_news(batch):
            self._bell.ring()
