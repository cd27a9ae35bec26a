"""Buttons on the lines of a GPIO chip, through gpiod 2: stamped by the kernel's interrupt handler.

The law: one request holds all lines, so that the kernel counts the edges of all of them in one
row and what it drops or merges shows; the edges come raw, both ways, on CLOCK_MONOTONIC, and nobody
debounces them before `hal.debounce`. A line is pulled up and pressed when it is low.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from hal.buttons import Capabilities, Edge
from hal.chips import CONSUMER, Chip, LibraryError, refusal
from hal.debounce import Constants
from hal.wired import Wire, WiredSource
from hal.words import Words

GPIO_CONSTANTS: Final = Constants()
"""The guard of 2 ms covers the kernel's interrupt threads."""
GPIO_CAPABILITIES: Final = Capabilities(
    stamp="kernel-irq",
    barrier=True,
    loss_detect=True,
    resolution_us=1,
    typical_uncertainty_us=20,
    guard_ns=GPIO_CONSTANTS.guard_ns,
)
QUEUE: Final = 1024
"""Edges that the kernel keeps for all lines together; it allows no more."""
_LOW: Final = (1 << 32) - 1
_OLD: Final = Words("too old")
_NEEDED: Final = Words("need gpiod >= 2.1: pip install 'gpiod>=2.1'")


class GpioSource(WiredSource):
    """Lines of one chip; the contract of `hal.buttons.Source`, the rest as `WiredSource`."""

    constants, capabilities = GPIO_CONSTANTS, GPIO_CAPABILITIES
    _library: Any = None

    def _prepare(self) -> None:
        self._library = _library(self._load)

    def _take(self, chip: Chip) -> "Request":
        try:
            return Request(self._library, chip.path, self.lines)
        except OSError as error:
            raise refusal(self._chips, chip, self.lines, error) from None


class Request(Wire):
    """All lines in one request of the kernel; what `hal.reader` reads.

    Used by one thread at a time. Raises OSError where the kernel refuses or the chip is gone.
    """

    def __init__(self, library: Any, path: str, lines: Sequence[int]) -> None:
        line = library.line
        settings = library.LineSettings(
            direction=line.Direction.INPUT,
            edge_detection=line.Edge.BOTH,
            bias=line.Bias.PULL_UP,
            active_low=True,
            event_clock=line.Clock.MONOTONIC,
        )
        self._lines = tuple(lines)
        self._pressed = line.Value.ACTIVE
        self._rising = library.EdgeEvent.Type.RISING_EDGE
        self._request = library.request_lines(
            path, {self._lines: settings}, consumer=CONSUMER, event_buffer_size=QUEUE
        )

    def wait(self, most_ns: int) -> None:
        """Come back when an edge is queued, at latest after `most_ns`."""
        self._request.wait_edge_events(most_ns / 1e9)

    def take(self) -> list[Edge]:
        """All that is queued, until the kernel says that nothing is."""
        edges: list[Edge] = []
        while self._request.wait_edge_events(0):
            edges += [
                Edge(
                    event.timestamp_ns,
                    event.line_offset,
                    int(event.event_type is self._rising),
                    event.global_seqno & _LOW,
                    event.line_seqno & _LOW,
                )
                for event in self._request.read_edge_events(QUEUE)
            ]
        return edges

    def levels(self) -> dict[int, int]:
        """The level of every line, read at once."""
        values = self._request.get_values(self._lines)
        return {
            line: int(value is self._pressed)
            for line, value in zip(self._lines, values, strict=True)
        }

    def release(self) -> None:
        """Let the lines go."""
        self._request.release()


def _library(load: Callable[[str], Any]) -> Any:
    """gpiod, if it is new enough. Raises LibraryError."""
    try:
        library = load("gpiod")
    except ImportError as error:
        raise LibraryError(
            Words("gpiod is missing ({error}); {needed}", error=error.name or error, needed=_NEEDED)
        ) from None
    if not hasattr(library, "request_lines"):
        raise LibraryError(Words("gpiod is of version 1; {needed}", needed=_NEEDED))
    version = str(getattr(library, "__version__", ""))
    numbers = [int(part) for part in version.split(".")[:2] if part.isdigit()]
    if numbers < [2, 1]:
        raise LibraryError(
            Words("gpiod is {version}; {needed}", version=version or _OLD, needed=_NEEDED)
        )
    return library
