"""The 40-pin header of a Raspberry Pi: which pin is which line, and what else a line is for.

The law: a line has two numbers, that of the GPIO and that of the pin, and to take one for the other
is the commonest fault at a table. So whoever tells people of a line tells both.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Use(Enum):
    """What a line of the header is for besides buttons."""

    EEPROM = "eeprom"
    """Read at the start, to know the board on top."""
    I2C = "i2c"
    """The small display, and the pin that wakes the Pi."""
    CONSOLE = "console"
    """The serial console."""
    SPI = "spi"
    SOUND = "sound"
    """Sound boards on top of the Pi; not HDMI, not USB."""


USES: Final[Mapping[int, Use]] = {
    **dict.fromkeys((0, 1), Use.EEPROM),
    **dict.fromkeys((2, 3), Use.I2C),
    **dict.fromkeys((14, 15), Use.CONSOLE),
    **dict.fromkeys((7, 8, 9, 10, 11), Use.SPI),
    **dict.fromkeys((18, 19, 20, 21), Use.SOUND),
}
RESERVED: Final = frozenset({0, 1, 2, 3, 14, 15})
"""Lines that only an explicit word makes buttons of."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of the header, numbered from 1; `line` None for power and ground."""

    number: int
    name: str
    line: int | None


def _pin(number: int, word: str) -> Pin:
    return Pin(number, f"GPIO{word}", int(word)) if word.isdigit() else Pin(number, word, None)


_NAMES: Final = (
    "3V3 5V 2 5V 3 GND 4 14 GND 15 17 18 27 GND 22 23 3V3 24 10 GND "
    "9 25 11 8 GND 7 0 1 5 GND 6 12 13 GND 19 16 26 20 GND 21"
)
PINS: Final = tuple(_pin(number, word) for number, word in enumerate(_NAMES.split(), start=1))
"""All pins, in order: odd numbers are the row inside the board, even ones that at its edge."""
LINES: Final[Mapping[int, Pin]] = {pin.line: pin for pin in PINS if pin.line is not None}
"""The pin of each line, GPIO 0 to 27."""
FREE: Final = tuple(sorted(LINES.keys() - RESERVED))
"""Lines for buttons and lamps, lowest first."""
GROUNDS: Final = tuple(pin.number for pin in PINS if pin.name == "GND")


def ground_near(pin: int, taken: Collection[int] = ()) -> int:
    """The ground pin next to a pin of the header; of two alike the one further up.

    `taken`: grounds to leave to others, not all of them.

    >>> ground_near(LINES[17].number), ground_near(LINES[21].number), ground_near(11, {9, 14})
    (9, 39, 6)
    """
    row, column = divmod(pin - 1, 2)

    def distance(ground: int) -> tuple[int, int]:
        ground_row, ground_column = divmod(ground - 1, 2)
        return (row - ground_row) ** 2 + (column - ground_column) ** 2, ground

    return min((ground for ground in GROUNDS if ground not in taken), key=distance)


def line_of(word: object) -> int | None:
    """The line that a word of people names: 17, "17", "GPIO17", "BCM 17"; else None.

    >>> line_of("gpio17"), line_of(40), line_of("BOARD11"), line_of(True)
    (17, None, None, None)
    """
    if isinstance(word, str):
        found = re.fullmatch(r"(?:GPIO|BCM)?[ _]?([0-9]{1,2})", word.strip(), re.IGNORECASE)
        word = int(found[1]) if found else None
    return word if type(word) is int and word in LINES else None


def pin_meant(word: object) -> Pin | None:
    """The pin that a word which names no line may mean: 40, "BOARD11", "pin 11", "J8:11".

    >>> pin_meant("BOARD11").name, pin_meant(39).name, pin_meant(41)
    ('GPIO17', 'GND', None)
    """
    if isinstance(word, str):
        prefix = r"(?:BOARD|PHYS|PHYSICAL|PIN|J8:)?[ _]?"
        found = re.fullmatch(prefix + r"([0-9]{1,2})", word.strip(), re.IGNORECASE)
        word = int(found[1]) if found else None
    return PINS[word - 1] if type(word) is int and 1 <= word <= len(PINS) else None
