"""Which line is whose: every seat has a slap button and a flip button, and maybe a lamp.

The law: a line has one button or one lamp, and they have one line. The numbers are those of the
Pi's GPIO lines, on simulated tables too, so that a log says the same wherever it was taken. The
default leaves GPIO 0 to 3 (HAT EEPROM, I2C) and 14, 15 (console) alone, and takes the lines of SPI
last.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from hal.debounce import Constants


class Button(Enum):
    """What a seat can press."""

    FLIP = "flip"
    SLAP = "slap"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The lines of each seat, by seat. Raises ValueError where a line is named twice.

    `lamp`: None for a seat without one; empty for a table without any. `chip`: the label of the
    GPIO chip, None for that of the Pi's header. `timing`: constants of the debouncer that people
    have set, by name.
    """

    slap: tuple[int, ...]
    flip: tuple[int, ...]
    lamp: tuple[int | None, ...] = ()
    chip: str | None = None
    timing: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.slap) != len(self.flip):
            raise ValueError(
                f"{len(self.slap)} slap lines but {len(self.flip)} flip lines; a seat has both"
            )
        if self.lamp and len(self.lamp) != len(self.slap):
            raise ValueError(f"{len(self.lamp)} lamps but {len(self.slap)} seats; use None")
        lines = [*self.lines, *self.lamps().values()]
        twice = next((line for line in lines if lines.count(line) > 1), None)
        if twice is not None:
            raise ValueError(f"line {twice} is wired twice; a line has one button or lamp")

    @property
    def seats(self) -> int:
        """How many seats are wired."""
        return len(self.slap)

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines of buttons, lowest first."""
        return tuple(sorted(self.slap + self.flip))

    def buttons(self) -> Mapping[int, tuple[int, Button]]:
        """The seat and the button of each line."""
        return {line: (seat, Button.SLAP) for seat, line in enumerate(self.slap)} | {
            line: (seat, Button.FLIP) for seat, line in enumerate(self.flip)
        }

    def lamps(self) -> Mapping[int, int]:
        """The line of each lamp, by seat."""
        return {seat: line for seat, line in enumerate(self.lamp) if line is not None}

    def line(self, seat: int, button: Button) -> int:
        """The line of a button."""
        return (self.slap if button is Button.SLAP else self.flip)[seat]

    def first(self, seats: int) -> "Wiring":
        """The first of its seats. Raises ValueError where it has fewer."""
        if not 1 <= seats <= self.seats:
            raise ValueError(f"{seats} seats; allowed is 1 to {self.seats}")
        return replace(self, slap=self.slap[:seats], flip=self.flip[:seats], lamp=self.lamp[:seats])

    def settled(self, constants: Constants) -> Constants:
        """These constants with those of `timing` in their place. Raises ValueError."""
        return replace(constants, **dict(self.timing))


MOST_SEATS = 8
_SLAP_LINES = (17, 27, 22, 5, 6, 13, 8, 10)
_FLIP_LINES = (18, 23, 24, 12, 16, 26, 7, 9)
_LAMP_LINES = (4, 25, 19, 20, 21, 7)
"""For six seats; with more, the last of these lines is a button's."""


def default_wiring(seats: int) -> Wiring:
    """The wiring of a table with this many seats, 1 to 8; lamps for up to six.

    >>> default_wiring(2).buttons()[27]
    (1, <Button.SLAP: 'slap'>)
    """
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"{seats} seats; allowed is 1 to {MOST_SEATS}")
    lamps = _LAMP_LINES[:seats] if seats <= len(_LAMP_LINES) else ()
    return Wiring(_SLAP_LINES[:seats], _FLIP_LINES[:seats], lamps)
