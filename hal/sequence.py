"""From the edges of all lines to one order of events in which nothing older can follow.

The law. Edges wait, by stamp and then by number, until a *barrier* less the guard has passed them:
the *watermark*. Then their machines run, in that order, up to the watermark. What they decide
waits, by stamp, number and line, until no candidate is open that began before it: the *horizon*. So
a press that still bounces holds back a later clean one, a noisy line no longer than its window, a
stuck, held or disabled line nobody.

Nothing told is ever reordered. An edge at or before the watermark is *late*: it counts one ns after
the watermark, and is marked. A hole in a line's own numbers means edges were *lost*: the line is
doubtful until its next release, and a contact first told of by the edge after the hole may be as
old as the line's last edge or agreeing level read. A hole in the common numbers only means edges
were *coalesced*, each into the next of its line, and lay between the stamps around the hole. The
contact told of first by the edge right after it may be older by the guard. Where that comes within
a tie of the edge before the hole, an order may hang on it, and all that can be known is used: a
thread is late by `t_thread` at most, so a line's first edge after a hole may stand for one that is
hidden in it, if it comes so soon, and no other may. A level read that disagrees with a line that is
still makes up the lost edge, at the time of reading.

All of it is a function of edges, barriers and level reads in their order of arrival; how they are
cut into calls makes no difference.
"""

from bisect import insort
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from hal.buttons import MOST_LINES, Batch, ButtonEvent, Counts, Edge, Flag, Kind
from hal.debounce import NEVER_NS, Constants, Debouncer, Decision, State

_LOW: Final = (1 << 32) - 1
_HALF: Final = 1 << 31
_LATE: Final[int] = Flag.LATE.value
_RESYNC: Final[int] = Flag.RESYNC.value
_COALESCED: Final[int] = Flag.COALESCED.value
_OVERFLOW: Final[int] = Flag.OVERFLOW.value
_PREGLITCH: Final[int] = Flag.PREGLITCH.value
_FLAGS: Final = tuple(Flag(value) for value in range(1 << len(Flag)))


class Line(Debouncer):
    """A line's machine, its last own number, and when its level was last read as believed."""

    __slots__ = ("agreed_ns", "lseq")

    def __init__(self, line: int, level: int, constants: Constants, snapshot_ns: int) -> None:
        super().__init__(line, level, constants)
        self.lseq = 0
        self.agreed_ns = snapshot_ns


Waiting: TypeAlias = tuple[int, int, int, int, Line, Edge, int]
"""(ts_ns, seq, line, arrival, its machine, the edge, the value of its flags); arrival is unique"""


class Sequencer:
    """All lines of one source. Not for several threads.

    `levels`: the first snapshot, a level for every line; a line pressed in it gives no press
    before it was let go. `snapshot_ns`: when it was taken: older edges are in it, and left out.
    Raises `ValueError` for no line or more than 64, and for a level that is neither 0 nor 1.
    """

    def __init__(
        self,
        levels: Mapping[int, int],
        constants: Constants | None = None,
        snapshot_ns: int = 0,
    ) -> None:
        if not 1 <= len(levels) <= MOST_LINES:
            raise ValueError(f"{len(levels)} lines; expected 1 to {MOST_LINES}")
        self.constants = Constants() if constants is None else constants
        self._lines: dict[int, Line] = {}
        for line, level in sorted(levels.items()):
            _check_level(line, level)
            self._lines[line] = Line(line, level, self.constants, snapshot_ns)
        self._snapshot_ns = self._barrier_ns = snapshot_ns
        self._watermark_ns = self._horizon_ns = snapshot_ns - 1
        self._due_ns = self._hold_ns = NEVER_NS
        self._waiting: list[Waiting] = []
        self._decided: list[Decision] = []
        self._arrivals = self._newest_gseq = self._gseq = self._told = 0
        self._edge_ns = self._holes_until_ns = -NEVER_NS
        self._holes: list[tuple[int, int]] = []  # from which edge to which, in ns
        self._early = self._late = self._lost = self._coalesced = self._found = 0
        self._kinds = dict.fromkeys(Kind, 0)
        self._preglitches = self._max_latency_ns = 0
        self.resync_wanted = False

    @property
    def horizon_ns(self) -> int:
        """Every event to come has a `ts_ns` above this. Never falls."""
        return self._horizon_ns

    @property
    def undecided_ns(self) -> int | None:
        """The first barrier that may decide a contact, as edges have told; None: none is open."""
        rising_ns = next((ts_ns for ts_ns, *_, edge, _ in self._waiting if edge.level), NEVER_NS)
        due_ns = rising_ns + self.constants.t_stable_ns
        if self._hold_ns < NEVER_NS:
            due_ns = min(due_ns, self._due_ns)
        return None if due_ns >= NEVER_NS else due_ns + self.constants.guard_ns

    @property
    def waiting(self) -> int:
        """Edges that no barrier has passed yet."""
        return len(self._waiting)

    @property
    def levels(self) -> dict[int, int]:
        """The level each line is believed to have at the watermark, by line."""
        return {line.line: line.level for line in self._lines.values()}

    @property
    def stuck(self) -> tuple[int, ...]:
        """The lines that have been pressed for too long, at the watermark."""
        return tuple([number for number, line in self._lines.items() if line.stuck])

    @property
    def disabled(self) -> tuple[int, ...]:
        """The lines that never come to rest and are not heard, at the watermark."""
        return tuple([number for number, line in self._lines.items() if line.state is State.OFF])

    @property
    def counts(self) -> Counts:
        """What has been counted up to now."""
        return Counts(
            edges=self._arrivals - self._found + self._early,
            early=self._early,
            late=self._late,
            lost=self._lost,
            coalesced=self._coalesced,
            presses=self._kinds[Kind.PRESS],
            glitches=self._kinds[Kind.GLITCH],
            noisy=self._kinds[Kind.NOISY],
            chatter=self._kinds[Kind.CHATTER],
            preglitches=self._preglitches,
            max_latency_ns=self._max_latency_ns,
            stuck=self.stuck,
            disabled=self.disabled,
        )

    @property
    def barrier_ns(self) -> int:
        """The last barrier; at first, when the snapshot was taken."""
        return self._barrier_ns

    @property
    def rested_ns(self) -> int | None:
        """The last edge, if what was up to it matters no more; None: it may, or there was none.

        It does not when all lines are let go, nothing is under way or in doubt, and all times have
        run out.
        """
        rested = not self._waiting and not self._decided and self._edge_ns >= self._snapshot_ns
        if rested and self._watermark_ns - self._edge_ns >= self.constants.rest_ns:
            lines = self._lines.values()
            if not any(line.level or line.doubt or line.state is not State.IDLE for line in lines):
                return self._edge_ns
        return None

    @property
    def numbers(self) -> tuple[int, dict[int, int]]:
        """The own numbers of the last edges, of all lines and of each; 0: none was counted."""
        return self._gseq, {line.line: line.lseq for line in self._lines.values()}

    def believes(self, levels: Mapping[int, int]) -> bool:
        """Whether a read of these levels only tells that all is as it was: no edge is under way."""
        lines = self._lines
        return not self._waiting and all(
            number in lines and lines[number].level == level for number, level in levels.items()
        )

    def take(self, batch: Batch) -> list[ButtonEvent]:
        """Feed a batch, its level read last. Raises as `feed` and `resync`."""
        events = self.feed(batch.edges, batch.barrier_ns)
        if batch.read is not None:
            self.resync(batch.read.levels, batch.read.t_ns)
        return events

    def feed(self, edges: Iterable[Edge], barrier_ns: int | None = None) -> list[ButtonEvent]:
        """Take edges in order of arrival, then the barrier, and return what that decides.

        A barrier that falls is ignored. Raises `ValueError` for an edge of an unknown line: the
        edges before it are taken, it and the rest are not.
        """
        if edges:
            self._collect(edges)
        if barrier_ns is None:
            return []
        watermark_ns = barrier_ns - self.constants.guard_ns
        if watermark_ns <= self._watermark_ns:
            return []
        self._barrier_ns, self._watermark_ns = barrier_ns, watermark_ns
        waiting = self._waiting
        if self._due_ns <= watermark_ns or (waiting and waiting[0][0] <= watermark_ns):
            self._run(watermark_ns)
        hold_ns = self._hold_ns
        self._horizon_ns = watermark_ns if watermark_ns < hold_ns else hold_ns - 1
        return self._tell(self._horizon_ns) if self._decided else []

    def resync(self, levels: Mapping[int, int], read_ns: int) -> None:
        """Compare levels read at `read_ns`, with the queue empty before and after, with belief.

        Lines with edges under way, or with an edge less than `t_stable` before, are left for the
        next read. Raises `ValueError` for an unknown line or level, with nothing changed.
        """
        for number, level in levels.items():
            if number not in self._lines:
                raise self._unknown(number)
            _check_level(number, level)
        busy = {entry[2] for entry in self._waiting}
        for number, level in sorted(levels.items()):
            line = self._lines[number]
            if number in busy:
                continue
            if level == line.level:
                line.agreed_ns = max(line.agreed_ns, read_ns)
            elif read_ns - line.last_ns >= self.constants.t_stable_ns:
                ts_ns, arrival = max(read_ns, self._watermark_ns + 1), self._arrivals
                edge = Edge(ts_ns, number, level)
                insort(self._waiting, (ts_ns, arrival, number, arrival, line, edge, _RESYNC))
                self._arrivals += 1
                self._found += 1
        self.resync_wanted = False

    def _unknown(self, number: object) -> ValueError:
        known = ", ".join(str(known) for known in self._lines)
        return ValueError(f"line {number!r:.40}; expected one of {known}")

    def _collect(self, edges: Iterable[Edge]) -> None:
        watermark_ns, lines, waiting = self._watermark_ns, self._lines, self._waiting
        for edge in edges:
            try:
                line = lines[edge.line]
            except KeyError:
                raise self._unknown(edge.line) from None
            gseq, ts_ns, flags = edge.gseq, edge.ts_ns, 0
            if gseq is None:
                seq = self._arrivals
            else:  # unwrapped: the number nearest to the newest that has these low bits
                newest = self._newest_gseq
                seq = newest + (((gseq - newest) & _LOW) ^ _HALF) - _HALF
                if seq > newest:
                    self._newest_gseq = seq
            if ts_ns <= watermark_ns:
                if ts_ns < self._snapshot_ns:
                    self._early += 1
                    self._gseq = max(self._gseq, seq)
                    if edge.lseq is not None:
                        line.lseq = edge.lseq
                    continue
                self._late += 1
                ts_ns, flags = watermark_ns + 1, _LATE
            entry = (ts_ns, seq, edge.line, self._arrivals, line, edge, flags)
            self._arrivals += 1
            if waiting and entry < waiting[-1]:
                insort(waiting, entry)
            else:
                waiting.append(entry)

    def _run(self, watermark_ns: int) -> None:
        """The machines, up to the watermark."""
        decided, waiting, taken = self._decided, self._waiting, 0
        due_ns, hold_ns = self._due_ns, self._hold_ns
        before_ns, holes_until_ns = self._edge_ns, self._holes_until_ns
        for entry in waiting:
            ts_ns, seq, _, _, line, edge, flags = entry
            if ts_ns > watermark_ns:
                break
            taken += 1
            if line.due_ns <= ts_ns:
                line.advance(ts_ns, decided)
                due_ns = ts_ns
            lseq = edge.lseq
            lost = 0 if lseq is None else (lseq - line.lseq - 1) & _LOW
            if (
                flags
                or lost
                or ts_ns <= holes_until_ns
                or (edge.gseq is not None and seq != self._gseq + 1)
            ):
                self._odd_edge(entry, lost, before_ns)
                holes_until_ns = self._holes_until_ns
            else:
                line.edge(ts_ns, seq, edge.level)
                if lseq is not None:
                    line.lseq = lseq
                if edge.gseq is not None:
                    self._gseq = seq
            before_ns = ts_ns
            if line.due_ns < due_ns:
                due_ns = line.due_ns
            if line.hold_ns < hold_ns:
                hold_ns = line.hold_ns
        if taken:
            del waiting[:taken]
        if due_ns <= watermark_ns:  # or may be: an edge puts off what was due
            due_ns = hold_ns = NEVER_NS
            for line in self._lines.values():
                if line.due_ns <= watermark_ns:
                    line.advance(watermark_ns, decided)
                due_ns, hold_ns = min(due_ns, line.due_ns), min(hold_ns, line.hold_ns)
            decided.sort()
        self._due_ns, self._hold_ns, self._edge_ns = due_ns, hold_ns, before_ns

    def _odd_edge(self, entry: Waiting, lost: int, before_ns: int) -> None:
        """An edge that is late or made up, or with a hole in the numbers right or just before it.

        `before_ns`: when the edge before it was.
        """
        ts_ns, seq, _, _, line, edge, flags = entry
        missing = 0
        if edge.gseq is not None:
            if self._gseq == 0:
                self._gseq = min(seq, 0)  # below 0: the first of a source that has counted round
            missing = seq - self._gseq - 1
            self._gseq = max(self._gseq, seq)
        # As far behind as ahead: a number from before, or the first of one that has counted round.
        behind = lost >= _HALF
        if edge.lseq is not None and (not behind or line.lseq == 0):
            line.lseq = edge.lseq
        since_ns = edge.ts_ns
        if flags & _RESYNC:
            since_ns = line.agreed_ns
        if lost and not behind:
            self._lost += lost
            self.resync_wanted = True
            line.doubt = _OVERFLOW
            since_ns = min(since_ns, max(line.last_ns, line.agreed_ns))
        elif missing > 0:
            self._coalesced += missing
            flags |= _COALESCED
            guarded_ns = since_ns - self.constants.guard_ns
            if before_ns <= guarded_ns - self.constants.t_tie_ns or flags & _LATE:
                since_ns = guarded_ns
            self._holes.append((before_ns, ts_ns))
            self._holes_until_ns = ts_ns + self.constants.t_thread_ns
        if self._holes and line.state is State.IDLE:
            hidden_ns = self._hidden_ns(edge.ts_ns)
            if hidden_ns < since_ns:
                since_ns, flags = hidden_ns, flags | _COALESCED
        line.edge(ts_ns, seq, edge.level, flags, edge.ts_ns, since_ns)

    def _hidden_ns(self, ts_ns: int) -> int:
        """How early the first edge of a line, told at `ts_ns`, may be hidden in a hole."""
        earliest_ns = ts_ns - self.constants.t_thread_ns
        self._holes = [hole for hole in self._holes if hole[1] >= earliest_ns]
        return min((max(since_ns, earliest_ns) for since_ns, _ in self._holes), default=ts_ns)

    def _tell(self, horizon_ns: int) -> list[ButtonEvent]:
        """What is decided up to the horizon, in its order."""
        events: list[ButtonEvent] = []
        for ts_ns, _, line, kind, contact_ns, flags, reach_ns in self._decided:
            if ts_ns > horizon_ns:
                break
            latency_ns = self._barrier_ns - ts_ns
            self._max_latency_ns = max(self._max_latency_ns, latency_ns)
            self._kinds[kind] += 1
            if flags & _PREGLITCH:
                self._preglitches += 1
            seq = self._told + len(events)
            event = ButtonEvent(
                seq, kind, line, ts_ns, contact_ns, _FLAGS[flags], reach_ns, latency_ns
            )
            events.append(event)
        self._told += len(events)
        del self._decided[: len(events)]
        return events


def _check_level(line: int, level: int) -> None:
    if level not in (0, 1):
        raise ValueError(f"level of line {line} is {level!r:.40}; expected 0 or 1")
