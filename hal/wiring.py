"""Which line is whose: every seat has a slap button and a flip button.

The law: a line has one button, a button one line. The numbers are those of the Pi's GPIO lines, on
simulated tables too, so that a log says the same wherever it was taken. The default leaves GPIO 0
to 3 (HAT EEPROM, I2C) and 14, 15 (console) alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Button(Enum):
    """What a seat can press."""

    FLIP = "flip"
    SLAP = "slap"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The lines of each seat, by seat. Raises ValueError where a line is named twice."""

    slap: tuple[int, ...]
    flip: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.slap) != len(self.flip):
            raise ValueError(
                f"{len(self.slap)} slap lines but {len(self.flip)} flip lines; a seat has both"
            )
        lines = self.lines
        twice = next((line for line in lines if lines.count(line) > 1), None)
        if twice is not None:
            raise ValueError(f"line {twice} is wired twice; a line has one button")

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines, lowest first."""
        return tuple(sorted(self.slap + self.flip))

    def buttons(self) -> Mapping[int, tuple[int, Button]]:
        """The seat and the button of each line."""
        return {line: (seat, Button.SLAP) for seat, line in enumerate(self.slap)} | {
            line: (seat, Button.FLIP) for seat, line in enumerate(self.flip)
        }


_SLAP_LINES = (17, 27, 22, 5, 6, 13, 8, 10)
_FLIP_LINES = (18, 23, 24, 12, 16, 26, 7, 9)


def default_wiring(seats: int) -> Wiring:
    """The wiring of a table with this many seats, 1 to 8.

    >>> default_wiring(2).buttons()[27]
    (1, <Button.SLAP: 'slap'>)
    """
    if not 1 <= seats <= len(_SLAP_LINES):
        raise ValueError(f"{seats} seats; allowed is 1 to {len(_SLAP_LINES)}")
    return Wiring(_SLAP_LINES[:seats], _FLIP_LINES[:seats])
