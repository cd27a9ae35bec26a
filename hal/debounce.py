"""One line's machine: bouncing edges in, what the line did out. Time decides, never an edge.

The law. A line is idle, a candidate, pressed, held, or off.

*Idle*: any edge, of either label, opens a candidate; its stamp is the candidate's first.
*Candidate*: what comes first in time decides:
pressed and still for `t_stable` is a press at the first edge, or chatter if that is less than
`t_lock` after the last press; the line is pressed either way. Open and still for `t_gap` is a
glitch, and the line idle. Still moving `w_max` after the first edge is noisy: the candidate goes
on, its last edge now being its first.
*Pressed*: open and still for `t_rel` is a release, and the line idle. Pressed `t_stuck` after its
first edge the line is stuck, told once.
*Held*, as a line pressed in the first snapshot is: as pressed, but no press, and a marked release.
*Off*, after more than 200 edges a second for a second: nothing, until a second with fewer has
passed and the line is still for `t_rel`.

A deadline that has come before an edge, or with it, goes before it. A press at most `w_max` after a
glitch or a noisy cut may be the same contact, split: its uncertainty reaches back to theirs.
"""

from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import Final, TypeAlias

from hal.buttons import Flag, Kind
from hal.words import Words

MS: Final = 1_000_000
STORM_EDGES: Final = 200
STORM_NS: Final = 1000 * MS
PREGLITCH_NS: Final = MS
LONGEST_NS: Final = 3_600_000 * MS
NEVER_NS: Final = 1 << 100
"""Later than any stamp; negative, earlier than any."""

Decision: TypeAlias = tuple[int, int, int, Kind, int, int, int]
"""(ts_ns, seq, line, kind, contact_ns, the value of its flags, earliest ns of the contact)"""


class ConstantError(ValueError):
    """A constant that cannot be; `limit` says what can."""

    def __init__(self, name: str, value: object, limit: Words) -> None:
        super().__init__(
            Words("{key} is {value}; expected {expected}", key=name, value=value, expected=limit)
        )
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Constants:
    """How long things take, in ns; each 0 or 1 to an hour, `ConstantError` otherwise.

    `guard_ns`: how far behind a barrier an edge may still come (2 ms for gpiod, 5 ms for lgpio).
    `t_stable_ns` and `t_gap_ns` may not exceed `w_max_ns`. `resync_ns`: time between level reads.
    `t_tie_ns`, `anticip_ns`: presses this close are a tie; a slap this soon cannot be a reaction.
    These three are for whoever reads or judges; the machine does not use them. `t_thread_ns`: how
    long an interrupt waits for its thread at most, while the edges of its line become one; with
    0.85 ms none of a million modelled duels was told wrong as certain (tests/bench/bench_duels.py).
    """

    guard_ns: int = 2 * MS
    t_stable_ns: int = 1 * MS
    t_gap_ns: int = 3 * MS
    w_max_ns: int = 15 * MS
    t_rel_ns: int = 12 * MS
    t_lock_ns: int = 25 * MS
    t_stuck_ns: int = 5000 * MS
    resync_ns: int = 10 * MS
    t_tie_ns: int = 100_000
    anticip_ns: int = 100 * MS
    t_thread_ns: int = 850_000

    def __post_init__(self) -> None:
        for name in (item.name for item in fields(self)):
            value = getattr(self, name)
            least = 0 if name in _MAY_BE_0 else 1
            if type(value) is not int or not least <= value <= LONGEST_NS:
                limit = Words("{least} to {most} ns", least=least, most=LONGEST_NS)
                raise ConstantError(name, f"{value!r:.40}", limit)
        for name in ("t_stable_ns", "t_gap_ns"):
            value = getattr(self, name)
            if value > self.w_max_ns:
                limit = Words("at most w_max_ns, {most}", most=self.w_max_ns)
                raise ConstantError(name, value, limit)

    @property
    def rest_ns(self) -> int:
        """After so long without an edge nothing of before matters to a line that is let go."""
        bounces_ns = (
            self.guard_ns + self.t_thread_ns + self.w_max_ns + self.t_gap_ns + self.t_rel_ns
        )
        return bounces_ns + self.t_tie_ns + self.t_lock_ns + self.t_stuck_ns + STORM_NS


_MAY_BE_0 = ("guard_ns", "t_lock_ns", "t_tie_ns", "anticip_ns", "t_thread_ns")


class State(Enum):
    """Where a line is."""

    IDLE = auto()
    CANDIDATE = auto()
    PRESSED = auto()
    HELD = auto()
    OFF = auto()


# An attribute of an enum costs several times what a global does, and every edge asks.
_IDLE, _CANDIDATE, _PRESSED = State.IDLE, State.CANDIDATE, State.PRESSED
_HELD, _OFF = State.HELD, State.OFF
_LATE: Final[int] = Flag.LATE.value
_INITIAL: Final[int] = Flag.INITIAL.value
_NOISY: Final[int] = Flag.NOISY.value
_PREGLITCH: Final[int] = Flag.PREGLITCH.value
_DISABLED: Final[int] = Flag.DISABLED.value


class Debouncer:
    """The machine of one line. Call `advance` up to an edge's time before `edge`, times rising.

    `level`: the label of the last edge. `last_ns`: its time. `due_ns`: when something will be
    decided if no edge comes before. `hold_ns`: the first edge of an open candidate, so nothing
    from there on may be told yet, else never. `doubt`: flags for every decision up to and with the
    next release.
    """

    __slots__ = (
        *("line", "level", "last_ns", "due_ns", "hold_ns", "doubt", "stuck"),
        *("_state", "_before", "_constants", "_stable_ns", "_gap_ns", "_release_ns"),
        *("_first_seq", "_contact_ns", "_since_ns", "_flags", "_cut_ns", "_held_flag"),
        *("_last_seq", "_last_flags", "_last_stamp_ns", "_pressed_ns", "_stuck_ns"),
        *("_split_ns", "_split_since_ns", "_edges", "_block_ns", "_storm_ns"),
    )

    # Set by the edge, the candidate, the press or the storm that gives them a meaning.
    _last_seq: int
    _last_flags: int
    _last_stamp_ns: int
    _first_seq: int
    _flags: int
    _contact_ns: int
    _since_ns: int
    _cut_ns: int
    _stuck_ns: int
    _storm_ns: int
    _before: State

    def __init__(self, line: int, level: int, constants: Constants) -> None:
        self.line, self.level = line, level
        self._state = _HELD if level else _IDLE
        self._held_flag = _INITIAL
        self._constants = constants
        self._stable_ns, self._gap_ns = constants.t_stable_ns, constants.t_gap_ns
        self._release_ns = constants.t_rel_ns
        self.due_ns = self.hold_ns = NEVER_NS
        self.last_ns = self._pressed_ns = self._split_ns = self._block_ns = -NEVER_NS
        self.doubt = self._edges = 0
        self.stuck = False

    @property
    def state(self) -> State:
        """Where the line is, as far as it was advanced."""
        return self._state

    def edge(
        self,
        ts_ns: int,
        seq: int,
        level: int,
        flags: int = 0,
        stamp_ns: int | None = None,
        since_ns: int | None = None,
    ) -> None:
        """Take an edge that counts at `ts_ns`. `flags` is the value of its flags.

        `stamp_ns`: its own stamp, if it is late; `since_ns`: the earliest time at which the contact
        may have been made if this edge is the first to tell of it. None: `ts_ns`.
        """
        state = self._state
        if state is _CANDIDATE:
            if not self.level and ts_ns - self.last_ns > PREGLITCH_NS:
                self._flags |= _PREGLITCH
            if flags & _LATE and since_ns is not None and since_ns < self._since_ns:
                self._since_ns = since_ns  # late, it would have been the first
                self._flags |= _LATE
            due_ns = ts_ns + (self._stable_ns if level else self._gap_ns)
            if due_ns > self._cut_ns:
                due_ns = self._cut_ns
        elif state is _PRESSED:
            if level:
                due_ns = max(self._stuck_ns, ts_ns)
            else:
                due_ns = ts_ns + self._release_ns
        elif state is _IDLE:
            self._state = _CANDIDATE
            self.hold_ns = ts_ns
            self._first_seq, self._flags = seq, flags
            self._contact_ns = ts_ns if stamp_ns is None else stamp_ns
            self._since_ns = ts_ns if since_ns is None else since_ns
            self._cut_ns = ts_ns + self._constants.w_max_ns
            due_ns = ts_ns + (self._stable_ns if level else self._gap_ns)
        elif state is _HELD:
            due_ns = NEVER_NS if level else ts_ns + self._release_ns
        else:
            due_ns = max(self._block_ns + STORM_NS, ts_ns + self._release_ns)
        self.level, self.last_ns, self.due_ns = level, ts_ns, due_ns
        self._last_seq, self._last_flags = seq, flags
        self._last_stamp_ns = ts_ns if stamp_ns is None else stamp_ns
        self._edges += 1
        if self._edges == STORM_EDGES:
            self._measure(ts_ns)

    def advance(self, t_ns: int, decided: list[Decision]) -> None:
        """Append to `decided` whatever is decided up to `t_ns`, that instant included."""
        while self.due_ns <= t_ns:
            self._decide(decided)

    def _measure(self, ts_ns: int) -> None:
        """Every 200 edges: these alone must last a second, or the line storms."""
        if ts_ns - self._block_ns >= STORM_NS:
            self._storm_ns = ts_ns
        self._edges, self._block_ns = 0, ts_ns
        if self._state is _OFF:
            self.due_ns = ts_ns + max(STORM_NS, self._release_ns)
        elif ts_ns - self._storm_ns >= STORM_NS:
            self._before = _IDLE if self._state is _CANDIDATE else self._state
            self._state, self.hold_ns, self.due_ns = _OFF, NEVER_NS, ts_ns

    def _decide(self, decided: list[Decision]) -> None:
        state = self._state
        if state is _CANDIDATE:
            quiet_ns = self.last_ns + (self._stable_ns if self.level else self._gap_ns)
            if quiet_ns > self._cut_ns:
                self._cut(decided)
            elif self.level:
                self._press(decided)
            else:
                self._split(Kind.GLITCH, decided)
                self._rest()
        elif state is _PRESSED and self.level:
            self.stuck = True
            contact_ns = self._contact_ns
            self._tell(decided, self.due_ns, self._first_seq, Kind.STUCK, contact_ns, 0, 0)
            self.due_ns = self._stuck_ns = NEVER_NS
        elif state is _PRESSED:
            self._release(decided, self._last_flags)
        elif state is _HELD:
            self._release(decided, self._last_flags | self._held_flag)
        elif self.due_ns == self.last_ns:  # the edge that was too many
            ts_ns, seq = self.last_ns, self._last_seq
            self._tell(decided, ts_ns, seq, Kind.NOISY, ts_ns, _DISABLED, 0)
            self.due_ns = ts_ns + max(STORM_NS, self._release_ns)
        else:
            self._come_back(decided)

    def _press(self, decided: list[Decision]) -> None:
        first_ns, since_ns = self.hold_ns, self._since_ns
        if first_ns - self._split_ns <= self._constants.w_max_ns:
            since_ns = min(since_ns, self._split_since_ns)
        chatter = first_ns - self._pressed_ns < self._constants.t_lock_ns
        kind = Kind.CHATTER if chatter else Kind.PRESS
        if not chatter:
            self._pressed_ns = first_ns
        contact_ns, reach_ns = self._contact_ns, first_ns - since_ns
        self._tell(decided, first_ns, self._first_seq, kind, contact_ns, self._flags, reach_ns)
        self._state, self.hold_ns = _PRESSED, NEVER_NS
        self.due_ns = self._stuck_ns = first_ns + self._constants.t_stuck_ns

    def _split(self, kind: Kind, decided: list[Decision]) -> None:
        """A contact that was none, or not yet one: it may be the start of the next press."""
        first_ns = self._split_ns = self.hold_ns
        since_ns = self._split_since_ns = self._since_ns
        reach_ns = first_ns - since_ns
        contact_ns = self._contact_ns
        self._tell(decided, first_ns, self._first_seq, kind, contact_ns, self._flags, reach_ns)

    def _cut(self, decided: list[Decision]) -> None:
        self._split(Kind.NOISY, decided)
        self._first_seq, self._flags = self._last_seq, _NOISY
        self.hold_ns = self._contact_ns = self._since_ns = self.last_ns
        self._cut_ns = self.last_ns + self._constants.w_max_ns
        self.due_ns = self.last_ns + (self._stable_ns if self.level else self._gap_ns)

    def _release(self, decided: list[Decision], flags: int) -> None:
        ts_ns, contact_ns = self.due_ns, self._last_stamp_ns
        self._tell(decided, ts_ns, self._last_seq, Kind.RELEASE, contact_ns, flags, 0)
        self.stuck, self.doubt = False, 0
        self._rest()

    def _come_back(self, decided: list[Decision]) -> None:
        """Where the line was before it stormed, unless it has changed meanwhile."""
        if not self.level and self._before is not _IDLE:
            held = self._held_flag if self._before is _HELD else 0
            self._release(decided, self._last_flags | held | _NOISY)
        elif not self.level:
            self._rest()
        elif self._before is _PRESSED:
            self._state, self.due_ns = _PRESSED, max(self._stuck_ns, self.due_ns)
        else:
            if self._before is _IDLE:
                self._held_flag = _NOISY
            self._state, self.due_ns = _HELD, NEVER_NS

    def _rest(self) -> None:
        self._state, self.hold_ns, self.due_ns = _IDLE, NEVER_NS, NEVER_NS

    def _tell(
        self,
        decided: list[Decision],
        ts_ns: int,
        seq: int,
        kind: Kind,
        contact_ns: int,
        flags: int,
        reach_ns: int,
    ) -> None:
        decided.append((ts_ns, seq, self.line, kind, contact_ns, flags | self.doubt, reach_ns))
