"""Keys, mouse and touch as buttons, for a table without wires.

The law: the same edges and the same stream as wires, with the honest capability. The stamp is
taken where the program looks (*pump*), not where the finger is: a press was made somewhere between
the look before and this one. Whoever judges two people at such a source must reckon with that
span; `reach_ns` tells it.
"""

from collections import deque
from collections.abc import Sequence

from hal.buttons import Batch, Capabilities, Edge, Health, LevelRead
from hal.clock import Clock
from hal.debounce import Constants

KEY_CONSTANTS = Constants(
    guard_ns=0, t_stable_ns=1, t_gap_ns=1, w_max_ns=1, t_rel_ns=1, t_lock_ns=0
)
"""What a keyboard reports is debounced already: every report counts, and counts at once."""

_FOUND_KEPT = 256


class Keys:
    """A `hal.buttons.Source` fed by the one thread that reads the window's events."""

    def __init__(self, lines: Sequence[int], clock: Clock) -> None:
        self.constants = KEY_CONSTANTS
        self._lines = tuple(sorted(lines))
        self._clock = clock
        self._levels = dict.fromkeys(self._lines, 0)
        self._last_ns = dict.fromkeys(self._lines, 0)
        self._edges: list[Edge] = []
        self._found: deque[tuple[int, int]] = deque(maxlen=_FOUND_KEPT)
        self._polled_ns = clock.now_ns()

    @property
    def lines(self) -> tuple[int, ...]:
        """The line numbers, lowest first."""
        return self._lines

    @property
    def capabilities(self) -> Capabilities:
        """Practice timing: the span between two looks, and no more is known."""
        return Capabilities(
            stamp="pump",
            barrier=True,
            loss_detect=False,
            resolution_us=1_000,
            typical_uncertainty_us=5_000,
            guard_ns=KEY_CONSTANTS.guard_ns,
        )

    @property
    def ended(self) -> bool:
        """People may always press again."""
        return False

    def open(self) -> LevelRead:
        """Nothing is pressed yet, as far as can be known."""
        return LevelRead(self._clock.now_ns(), dict(self._levels))

    def change(self, line: int, pressed: bool, t_ns: int, since_ns: int | None = None) -> None:
        """A key of this line went down or up, found at `t_ns`; a repetition is left out.

        It happened after `since_ns`, None: at `t_ns`.
        """
        if self._levels[line] == pressed:
            return
        self._levels[line] = int(pressed)
        stamp_ns = max(t_ns, self._last_ns[line] + 1)  # down and up found in one look
        self._last_ns[line] = stamp_ns
        self._edges.append(Edge(stamp_ns, line, int(pressed)))
        self._found.append((stamp_ns, t_ns if since_ns is None else since_ns))

    def reach_ns(self, ts_ns: int) -> int:
        """How long before its stamp a press may have been made: back to the look before."""
        since_ns = next(
            (since_ns for found_ns, since_ns in self._found if found_ns == ts_ns), ts_ns
        )
        return ts_ns - since_ns

    def poll(self) -> list[Batch]:
        """All edges since the last call; nothing older than now can come."""
        edges, self._edges = tuple(self._edges), []
        self._polled_ns = self._clock.now_ns()
        return [Batch(edges, self._polled_ns)]

    def want_levels(self) -> None:
        """A key that was lost cannot be found by looking again."""

    def health(self) -> Health:
        """A keyboard is well as long as the program looks."""
        return Health(alive=True, beat_ns=self._polled_ns)

    def close(self) -> None:
        """Nothing to let go."""
