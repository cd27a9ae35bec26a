"""A table of values: scripted buttons on a manual clock, and a display that remembers.

The law is that of every source (`hal.buttons`): what is scripted goes through the same machines as
what a kernel tells. When an edge happens and when it arrives are two things, and it may not arrive
at all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Final

from hal import display
from hal.buttons import Batch, ButtonsError, Capabilities, Edge, Health, LevelRead
from hal.clock import Clock, ManualClock, SleepingClock, check_domain
from hal.debounce import Constants
from hal.edgeline import Barrier, Heard
from hal.edgelog import EdgeLog

US: Final = 1000

BOUNCES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "clean": ((0, 1),),
    "arcade": ((0, 1), (8, 0), (12, 1), (268, 0), (560, 1), (564, 0), (572, 1)),
    "worn": ((0, 1), (1000, 0), (2500, 1), (3300, 0), (5000, 1), (5500, 0), (6200, 1)),
    "mislabelled": ((0, 0), (200, 1)),
    "doubled": ((0, 1), (3, 1)),
    "let go": ((0, 1), (1000, 0), (1200, 1), (3000, 0), (3100, 1)),
}
"""How a contact settles, by name: (us since the first edge, 1 = at the level it goes to)."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An edge of the script: what is told of it, when it arrives (None: never), and the truth."""

    edge: Edge
    arrival_ns: int | None
    truth: int


class MockSource:
    """A source whose edges are scripted; the contract of `hal.buttons.Source`. One thread.

    `levels` is how the buttons are at the start. It reads levels every `resync_ns`, and when asked.
    With `numbered` edges carry numbers as the kernel gives them, in the order of `inject`.
    """

    def __init__(
        self,
        levels: Mapping[int, int],
        clock: ManualClock,
        constants: Constants | None = None,
        *,
        numbered: bool = False,
    ) -> None:
        self.clock = clock
        self.lines = tuple(sorted(levels))
        self.constants = Constants() if constants is None else constants
        self.capabilities = Capabilities(
            stamp="script",
            barrier=True,
            loss_detect=numbered,
            resolution_us=1,
            typical_uncertainty_us=0,
            guard_ns=self.constants.guard_ns,
        )
        self._levels = dict(levels)
        self._truth: list[tuple[int, int, int, int]] = []
        self._arriving: list[tuple[int, int, Edge]] = []
        self._injected = self._gseq = 0
        self._lseq = dict.fromkeys(levels, 0)
        self._numbered = numbered
        self._read_ns = clock.now_ns()
        self._levels_wanted = self._heard = self._open = False

    @property
    def ended(self) -> bool:
        """Whether all that was scripted has arrived."""
        return not self._arriving

    def open(self) -> LevelRead:
        """The levels as they are now. Raises `ButtonsError` if it is open."""
        if self._open:
            raise ButtonsError("the buttons are in use already")
        self._open, self._read_ns = True, self.clock.now_ns()
        return LevelRead(self._read_ns, self.levels)

    @property
    def levels(self) -> dict[int, int]:
        """How the buttons really are now, by line."""
        now_ns = self.clock.now_ns()
        while self._truth and self._truth[0][0] <= now_ns:
            _, _, line, level = heappop(self._truth)
            self._levels[line] = level
        return dict(self._levels)

    def inject(
        self,
        line: int,
        level: int,
        ts_ns: int,
        arrival_ns: int | None = None,
        gseq: int | None = None,
        lseq: int | None = None,
        *,
        drop: bool = False,
        coalesce: bool = False,
        truth: int | None = None,
    ) -> None:
        """Script an edge. `arrival_ns` None: at once.

        `drop`: it never arrives, but uses up its numbers; `coalesce`: only its common one.
        `truth`: the real level from then on, if the label lies. Raises `ValueError` for a line that
        is not there.
        """
        if line not in self._lseq:
            raise ValueError(f"line {line}; expected one of {', '.join(map(str, self.lines))}")
        if self._numbered:
            self._gseq += 1
            self._lseq[line] += not coalesce
            gseq = self._gseq if gseq is None else gseq
            lseq = self._lseq[line] if lseq is None else lseq
        self._injected += 1
        heappush(self._truth, (ts_ns, self._injected, line, level if truth is None else truth))
        if not (drop or coalesce):
            arrival_ns = ts_ns if arrival_ns is None else arrival_ns
            edge = Edge(ts_ns, line, level, gseq, lseq)
            heappush(self._arriving, (arrival_ns, self._injected, edge))

    def bounce(self, line: int, level: int, ts_ns: int, profile: str = "arcade") -> None:
        """Script a contact that goes to `level` as the profile says; a name of `BOUNCES`."""
        if profile not in BOUNCES:
            raise ValueError(f"profile {profile!r}; expected one of {', '.join(BOUNCES)}")
        for after_us, settled in BOUNCES[profile]:
            self.inject(line, level if settled else 1 - level, ts_ns + after_us * US)

    def press(self, line: int, ts_ns: int, held_ns: int = 80_000 * US) -> None:
        """Script a press of an arcade button and its release."""
        self.bounce(line, 1, ts_ns)
        self.inject(line, 0, ts_ns + held_ns)

    def hum(self, line: int, start_ns: int, end_ns: int, half_cycle_ns: int = 10_000 * US) -> None:
        """Script a line that floats and follows the mains, to before `end_ns`."""
        for cycle, ts_ns in enumerate(range(start_ns, end_ns, half_cycle_ns)):
            self.inject(line, 1 - cycle % 2, ts_ns)

    def poll(self) -> Sequence[Batch]:
        """One batch: what has arrived by now. Raises `ButtonsError` if it is not open."""
        if not self._open:
            raise ButtonsError("the buttons are not open")
        now_ns, edges = self.clock.now_ns(), []
        while self._arriving and self._arriving[0][0] <= now_ns:
            arrival_ns, _, edge = heappop(self._arriving)
            if not self._heard:
                check_domain(edge.ts_ns, arrival_ns)
            self._heard = True
            edges.append(edge)
        read = None
        if self._levels_wanted or now_ns - self._read_ns >= self.constants.resync_ns:
            self._levels_wanted, self._read_ns = False, now_ns
            read = LevelRead(now_ns, self.levels)
        return (Batch(tuple(edges), now_ns, read),)

    def want_levels(self) -> None:
        """Read levels with the next batch."""
        self._levels_wanted = True

    def health(self) -> Health:
        """Well while it is open."""
        return Health(self._open, self.clock.now_ns(), "" if self._open else "not open")

    def close(self) -> None:
        """Nothing to let go."""
        self._open = False


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


class MockDisplay:
    """A display that remembers, at which people do what is scripted. A `hal.display.Display`.

    A picture can be seen `transfer_ns` after it was shown, at the next whole `frame_ns`; that is
    told `telling_ns` after it was shown, be it before that time. These and `size` may be set, as a
    window is pulled larger. A look takes `look_ns` at least, so time never stands.
    """

    def __init__(
        self,
        clock: SleepingClock,
        transfer_ns: int = 0,
        *,
        frame_ns: int = 1,
        telling_ns: int = 0,
        look_ns: int = 50 * US,
        size: tuple[int, int] = (1280, 720),
    ) -> None:
        self._clock, self.transfer_ns, self._frame_ns = clock, transfer_ns, frame_ns
        self._look_ns, self.telling_ns = look_ns, telling_ns
        self.size = size
        self.full_screen = self.closed = False
        self.shown: list[tuple[int, object]] = []
        self._coming: list[tuple[int, int, display.Happening]] = []
        self._scripted = 0
        self._waited_ns = clock.now_ns()

    def expect(self, happening: display.Happening, at_ns: int) -> None:
        """Script what people do at `at_ns`; its stamp is that of the look that finds it."""
        heappush(self._coming, (at_ns, self._scripted, happening))
        self._scripted += 1

    def key(self, name: str, at_ns: int, held_ns: int = 80_000 * US) -> None:
        """Script a key that goes down and up."""
        self.expect(display.KeyChange(name, True, 0), at_ns)
        self.expect(display.KeyChange(name, False, 0), at_ns + held_ns)

    def wait(self, most_ms: int) -> Sequence[display.Happening]:
        """What has happened; time goes on to the first of it, by `most_ms` at most."""
        now_ns = self._clock.now_ns()
        until_ns = now_ns + most_ms * 1000 * US
        if self._coming:
            until_ns = min(until_ns, self._coming[0][0])
        self._clock.sleep_ns(max(until_ns - now_ns, self._look_ns))
        now_ns, found = self._clock.now_ns(), []
        while self._coming and self._coming[0][0] <= now_ns:
            happening = heappop(self._coming)[2]
            if isinstance(happening, display.KeyChange | display.Touch):
                happening = replace(happening, t_ns=now_ns, since_ns=self._waited_ns)
            found.append(happening)
        self._waited_ns = now_ns
        return found

    def show(self, picture: object) -> None:
        """Remember the picture in `shown`, with the time in ns at which it can be seen."""
        now_ns = self._clock.now_ns()
        seen_ns = -(-(now_ns + self.transfer_ns) // self._frame_ns) * self._frame_ns
        self.shown.append((seen_ns, picture))
        self.expect(display.Seen(seen_ns), now_ns + self.telling_ns)

    def toggle_full_screen(self) -> None:
        """Remember it in `full_screen`."""
        self.full_screen = not self.full_screen

    def close(self) -> None:
        """Remember it in `closed`."""
        self.closed = True
