"""What a button says, and the contract of whatever says it.

The law: an edge carries the time at which it happened, on CLOCK_MONOTONIC, not that of its
arrival. A source only collects; it neither filters nor orders. It hands over batches, and with
each a barrier: the promise that every edge older than the barrier less `guard_ns` is in this batch
or an earlier one. What was collected becomes `ButtonEvent`s in `hal.sequence` alone, by integer
arithmetic on these values, so that anyone who kept them comes to the same events.

Levels are logical: 1 is pressed, whatever the wiring inverts.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

MOST_LINES = 64
"""Lines of one source: what one kernel request can hold."""
EXACT_US = 1000
"""A source that is usually less certain than this is for practice."""


class ButtonsError(Exception):
    """The buttons cannot be trusted or used; the message is one line for people."""


class ButtonsLost(ButtonsError):
    """A source that was open has gone: unplugged, revoked, or its reader has died."""


class ClockDomainError(ButtonsError):
    """Edges are stamped by another clock than CLOCK_MONOTONIC, so no order can be told."""


class Kind(enum.Enum):
    """What a line did."""

    PRESS = "press"
    RELEASE = "release"
    GLITCH = "glitch"
    """A contact too short to be a press, or a disturbance."""
    NOISY = "noisy"
    """A contact still moving after the bounce window; with `Flag.DISABLED`: switched off."""
    CHATTER = "chatter"
    """A contact too soon after the last press to be a hand."""
    STUCK = "stuck"
    """Held too long; nothing counts on this line until its release."""

    def __lt__(self, other: "Kind") -> bool:
        """By name, so that events alike in all else still have one order."""
        return self.value < other.value


class Flag(enum.Flag):
    """What must be known about an event besides its kind; in a log by `names`."""

    LATE = enum.auto()
    """Its edge came after the barrier that promised it; `contact_ns` is the edge's own stamp."""
    RESYNC = enum.auto()
    """Its edge was lost and found by reading the level."""
    INITIAL = enum.auto()
    """The release of a button that was held when the source was opened."""
    NOISY = enum.auto()
    """The contact went on moving beyond the bounce window, or its line was switched off before."""
    COALESCED = enum.auto()
    """Edges merged right before its first edge, whose stamp may be up to `guard_ns` too young."""
    OVERFLOW = enum.auto()
    """Edges of its line were dropped since its last release."""
    PREGLITCH = enum.auto()
    """Open for more than 1 ms between its first edge and the rest; the first edge counts."""
    DISABLED = enum.auto()
    """With `Kind.NOISY`: the line is switched off until it behaves."""

    @property
    def names(self) -> tuple[str, ...]:
        """The single flags in lower case, in the order of this class.

        >>> (Flag.RESYNC | Flag.LATE).names
        ('late', 'resync')
        """
        return tuple(str(flag.name).lower() for flag in self)


NO_FLAGS = Flag(0)


@dataclass(frozen=True, slots=True)
class Edge:
    """One change of a line as it was reported.

    `level` is the label of the edge, 0 or 1. A bouncing contact is often labelled wrong: only the
    stamp of the first edge and the label of the last can be relied on. `gseq` and `lseq` count the
    edges of all lines and of this one, from 1, modulo 2**32; None: the source does not count.
    """

    ts_ns: int
    line: int
    level: int
    gseq: int | None = None
    lseq: int | None = None


@dataclass(frozen=True, slots=True)
class LevelRead:
    """Levels read while nothing was queued before and after; `t_ns` is just before reading."""

    t_ns: int
    levels: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a source collected at one go: first the edges in order of arrival, then the barrier,
    then a level read if there was one.

    `barrier_ns`: every edge older than it less the guard has been handed over; None: no promise.
    """

    edges: tuple[Edge, ...]
    barrier_ns: int | None
    read: LevelRead | None = None


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """What a line did, for the game to judge. Events have one order, that of `seq`.

    `ts_ns` is when it counts: a press at its first edge, a release when it was certain.
    `contact_ns` is when the contact was made, or for a release broken. The contact was made
    in [ts_ns - uncertainty_ns, ts_ns]. `latency_ns` is how much later than `ts_ns` it was told; it
    depends on polling and therefore does not count when events are compared.
    """

    seq: int
    kind: Kind
    line: int
    ts_ns: int
    contact_ns: int
    flags: Flag = NO_FLAGS
    uncertainty_ns: int = 0
    latency_ns: int = field(default=0, compare=False)

    @property
    def ts_us(self) -> int:
        """`ts_ns` in whole microseconds, rounded down. May repeat: compare `seq` or `ts_ns`."""
        return self.ts_ns // 1000

    @property
    def uncertainty_us(self) -> int:
        """Whole microseconds before `ts_us` in which the contact may have been made."""
        return self.ts_us - (self.ts_ns - self.uncertainty_ns) // 1000

    @property
    def latency_us(self) -> int:
        """`latency_ns` in whole microseconds, rounded down."""
        return self.latency_ns // 1000

    @property
    def disputes(self) -> bool:
        """Whether a round with this press is disputed: it may have been first, unseen."""
        if self.kind is not Kind.PRESS:
            return False
        lost = Flag.OVERFLOW in self.flags and self.uncertainty_ns > 0
        return lost or Flag.LATE in self.flags


@dataclass(frozen=True, slots=True)
class Capabilities:
    """How far the stamps of a source can be trusted.

    `stamp`: who stamps: "kernel-irq", "kernel-thread", "pump" (when the program looked) or
    "script". `barrier`: whether it can promise that nothing older comes. `loss_detect`: whether
    lost edges show. `guard_ns`: how far behind a barrier an edge may still come.
    """

    stamp: str
    barrier: bool
    loss_detect: bool
    resolution_us: int
    typical_uncertainty_us: int
    guard_ns: int
    clock: str = "monotonic"

    @property
    def exact(self) -> bool:
        """Whether its times may be told to the microsecond; else they are practice timing."""
        return self.typical_uncertainty_us <= EXACT_US


@dataclass(frozen=True, slots=True)
class Health:
    """How a source is. `beat_ns`: when its reader last went round, on the clock of the stamps;
    a reader that has not for 50 ms is in trouble. `message`: one line for people, "" if well."""

    alive: bool
    beat_ns: int
    message: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many there were since the start, and the lines in trouble now.

    `early`: edges from before the first snapshot, which already holds them. `late`: edges that came
    after the barrier that promised them. `lost`: dropped on the way. `coalesced`: merged into
    another. An edge that comes late may also have been counted as lost or coalesced before.
    `stuck` and `disabled` are lines, lowest first.
    """

    edges: int = 0
    early: int = 0
    late: int = 0
    lost: int = 0
    coalesced: int = 0
    presses: int = 0
    glitches: int = 0
    noisy: int = 0
    chatter: int = 0
    preglitches: int = 0
    max_latency_ns: int = 0
    stuck: tuple[int, ...] = ()
    disabled: tuple[int, ...] = ()


class Source(Protocol):
    """Whatever buttons are read from: kernel lines, keys, a script, a mock.

    Used by one thread. A source may read in a thread of its own, which does nothing but collect.
    The session opens it, makes a `hal.sequence.Sequencer` with the snapshot it got, and then, as
    often as it likes, polls and feeds the batches on in order; it may keep them for a log first.
    """

    @property
    def lines(self) -> tuple[int, ...]:
        """The numbers of the lines, lowest first. Fixed for the life of the source."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What its stamps are worth. Fixed for the life of the source."""
        ...

    @property
    def ended(self) -> bool:
        """Whether nothing can come any more, as from a script at its end; no trouble by itself."""
        ...

    def open(self) -> LevelRead:
        """Arm all lines at once and return the first snapshot, which names every line.

        Edges stamped before its `t_ns` may still be polled; the sequencer leaves them out.
        Raises `ButtonsError` with nothing left open.
        """
        ...

    def poll(self) -> Sequence[Batch]:
        """What has come since the last call, oldest first; empty if nothing. Never waits.

        Raises `ButtonsLost` when there will be nothing any more, `ClockDomainError` before an edge
        of another clock gets in. Level reads come every 10 ms where the source can read levels.
        """
        ...

    def want_levels(self) -> None:
        """Ask for a level read as soon as possible, as after a loss; a hint."""
        ...

    def health(self) -> Health:
        """How the source is right now. Never raises."""
        ...

    def close(self) -> None:
        """Let all lines go. May be called again, and without `open`."""
        ...
