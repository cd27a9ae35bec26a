"""Buttons on wires: lines of the kernel's that a reader collects from, whatever library takes them.

The law: the chip first, then all lines at once, then their levels, then the edges; what fails
leaves nothing open. An edge from before the levels is handed over like any other, and left out
by the sequencer, since the levels hold it already.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from hal.bell import Bell
from hal.buttons import Batch, ButtonsError, Capabilities, Health, LevelRead
from hal.chips import Chip, Chips, KernelChips, header_chip, refusal
from hal.clock import Clock
from hal.debounce import Constants
from hal.reader import Held, Reader


class WiredSource(ABC):
    """What the sources with a reader share of the contract of `hal.buttons.Source`.

    Thread rule: used by one thread; a thread of its own, the only one that touches the lines
    between `open` and `close`, collects. Open it in the process that reads it: lines do not survive
    a fork.

    `label`: of the chip, None for that of the Pi's header. `load` imports a library by its name.
    `bell` rings when there is something to poll. `held`: the lines that were pressed when it was
    opened, which is no error; `health` tells them too, until they are let go.
    """

    constants: Constants
    capabilities: Capabilities

    def __init__(
        self,
        lines: Sequence[int],
        clock: Clock,
        label: str | None = None,
        *,
        chips: Chips | None = None,
        load: Callable[[str], Any] = import_module,
    ) -> None:
        self.lines = tuple(sorted(lines))
        self.bell = Bell()
        self.held: tuple[int, ...] = ()
        self._clock, self._label, self._load = clock, label, load
        self._chips = KernelChips() if chips is None else chips
        self._wire: Wire | None = None
        self._reader: Reader | None = None

    @property
    def ended(self) -> bool:
        """People may always press again."""
        return False

    def open(self) -> LevelRead:
        """Take the lines, read their levels, and begin to collect.

        Raises ChipMissingError, ChipDeniedError, LineInUseError or LibraryError.
        """
        if self._reader is not None:
            raise ButtonsError("the buttons are in use already")
        self._prepare()
        chip = header_chip(self._chips, self.lines, self._label)
        wire = self._take(chip)
        try:
            first = LevelRead(self._clock.now_ns(), wire.levels())
        except OSError as error:
            wire.release()
            raise refusal(self._chips, chip, (), error) from None
        self.held = tuple(line for line in self.lines if first.levels[line])
        self._wire, self._reader = wire, Reader(wire, self._clock, self.constants, first, self.bell)
        self._reader.start()
        return first

    def poll(self) -> Sequence[Batch]:
        """What the reader has collected. Raises ButtonsLost, ClockDomainError; or if not open."""
        if self._reader is None:
            raise ButtonsError(_NOT_OPEN)
        return self._reader.poll()

    def want_levels(self) -> None:
        """Read levels in the reader's next round."""
        if self._reader is not None:
            self._reader.want_levels()

    def health(self) -> Health:
        """How the reader is."""
        if self._reader is None:
            return Health(False, self._clock.now_ns(), _NOT_OPEN)
        return self._reader.health()

    def close(self) -> None:
        """End the reader and let all lines go."""
        if self._reader is not None:
            self._reader.stop()
        if self._wire is not None:
            self._wire.release()
        self._reader = self._wire = None

    @abstractmethod
    def _prepare(self) -> None:
        """Import what is needed. Raises LibraryError."""

    @abstractmethod
    def _take(self, chip: Chip) -> "Wire":
        """Take all lines. Raises ButtonsError with nothing left open."""


class Wire(Held, ABC):
    """Lines that were taken and can be let go. Used by one thread at a time."""

    @abstractmethod
    def release(self) -> None:
        """Let all lines go. Never raises."""


_NOT_OPEN = "the buttons are not open"
