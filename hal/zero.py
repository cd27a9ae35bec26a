"""Buttons through any pin factory of gpiozero that somebody else has made, as MockFactory.

The law: only the pins are used, raw; gpiozero's own buttons drop, debounce and lag. What such a
factory cannot promise is said in the capabilities.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from hal.buttons import Batch, ButtonsError, Capabilities, Edge, Health, LevelRead
from hal.chips import LibraryError
from hal.clock import Clock
from hal.debounce import MS, Constants
from hal.domain import check_domain
from hal.words import Words

ZERO_CONSTANTS: Final = Constants(guard_ns=5 * MS)
_REFUSED: Final = {
    "NativeFactory": Words("it tells no edges"),
    "RPiGPIOFactory": Words("it stamps an edge when Python gets round to it"),
}
_NOT_OPEN: Final = "the buttons are not open"


class FactorySource:
    """Lines of a pin factory that was made by somebody else: MockFactory, or another in need.

    A weak source: a pin calls back in a thread that waits for Python like any other, up to 0.2 s
    beside a busy one, so its barrier is a hope: an edge behind it comes as `late`, and its
    round is disputed. Not for the factories that cannot time an edge: `open` raises LibraryError.
    Thread rule: used by one thread; a callback only appends.
    """

    def __init__(self, lines: Sequence[int], clock: Clock, factory: Any) -> None:
        self.lines = tuple(sorted(lines))
        self.constants = ZERO_CONSTANTS
        self.capabilities = Capabilities(
            stamp="kernel-thread",
            barrier=False,
            loss_detect=False,
            resolution_us=1,
            typical_uncertainty_us=20_000,
            guard_ns=ZERO_CONSTANTS.guard_ns,
        )
        self.held: tuple[int, ...] = ()
        self._clock, self._factory = clock, factory
        self._pins: dict[int, Any] = {}
        self._handlers: list[Callable[[Any, Any], None]] = []
        self._came: deque[Edge] = deque()
        self._read_ns = 0
        self._levels_wanted = self._domain_known = False

    @property
    def ended(self) -> bool:
        """People may always press again."""
        return False

    def open(self) -> LevelRead:
        """Take the lines and read their levels."""
        if self._pins:
            raise ButtonsError("the buttons are in use already")
        name = type(self._factory).__name__
        if name in _REFUSED:
            raise LibraryError(
                Words(
                    "gpiozero's {name} is not fair: {why}; need lgpio",
                    name=name,
                    why=_REFUSED[name],
                )
            )
        self._pins = {line: pulled_up(self._factory, line) for line in self.lines}
        for line, pin in self._pins.items():
            handler = self._handler(line)
            self._handlers.append(handler)  # gpiozero itself keeps a weak reference only
            pin.when_changed = handler
        self._read_ns = self._clock.now_ns()
        first = LevelRead(self._read_ns, self._levels())
        self.held = tuple(line for line in self.lines if first.levels[line])
        return first

    def poll(self) -> Sequence[Batch]:
        """What has been called back. Raises ClockDomainError, or ButtonsError if not open."""
        if not self._pins:
            raise ButtonsError(_NOT_OPEN)
        now_ns = self._clock.now_ns()
        edges, read = self._take(), None
        if self._levels_wanted or now_ns - self._read_ns >= self.constants.resync_ns:
            t_ns = self._clock.now_ns()
            levels = self._levels()
            more = self._take()
            edges += more
            if not more:
                self._levels_wanted, self._read_ns = False, t_ns
                read = LevelRead(t_ns, levels)
        return (Batch(tuple(edges), now_ns, read),)

    def want_levels(self) -> None:
        """Read levels with the next batch."""
        self._levels_wanted = True

    def health(self) -> Health:
        """Well while it is open, as far as can be known: nobody hears whether a callback died."""
        open_ = bool(self._pins)
        return Health(open_, self._clock.now_ns(), "" if open_ else _NOT_OPEN)

    def close(self) -> None:
        """Hear no more. The pins stay the factory's."""
        for pin in self._pins.values():
            pin.when_changed = None
        self._pins = {}
        self._handlers.clear()

    def _handler(self, line: int) -> Callable[[Any, Any], None]:
        clock, factory, came = self._clock, self._factory, self._came

        def changed(ticks: Any, state: Any) -> None:
            age_s = factory.ticks_diff(factory.ticks(), ticks)
            came.append(Edge(clock.now_ns() - round(age_s * 1e9), line, int(not state)))

        return changed

    def _take(self) -> list[Edge]:
        edges = [self._came.popleft() for _ in range(len(self._came))]
        if edges and not self._domain_known:
            check_domain(edges[0].ts_ns, self._clock.now_ns())
            self._domain_known = True
        return edges

    def _levels(self) -> dict[int, int]:
        return {line: int(not pin.state) for line, pin in self._pins.items()}


def pulled_up(factory: Any, line: int) -> Any:
    """The pin of a line, as an input that a button pulls down, without gpiozero's debouncing."""
    pin = factory.pin(f"GPIO{line}")
    pin.function, pin.pull, pin.edges = "input", "up", "both"
    return pin
