"""Buttons of values: scripted edges on a manual clock.

The law is that of every source (`hal.buttons`): what is scripted goes through the same machines as
what a kernel tells. When an edge happens and when it arrives are two things, and it may not arrive
at all.
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Final

from hal.buttons import Batch, ButtonsError, Capabilities, Edge, Health, LevelRead
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.domain import check_domain

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
