"""An OLED panel at the end of its wires: set up, made to show a frame, looked after.

The law: a panel holds what it was sent and no more is taken for granted. One that lost its power
for a moment answers like any other and stays dark; so it is asked now and then, and set up anew.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol

from hal.dots import PAGES, WIDTH, changes
from hal.words import Words

FULL: Final = 1000
"""Per mille of brightness."""
BLANK: Final = bytes(WIDTH * PAGES)
NOTHING: Final = 0xE3
"""The command that does nothing."""
_CONTRAST, _OFF, _ON = 0x81, 0xAE, 0xAF
_COLUMNS, _ROWS = 0x21, 0x22
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10
_IS_OFF = 0x40
"""The bit of the status that tells of a dark panel."""
_TRANSFER = 2
"""Bytes around whatever is sent: the address, and whether commands or dots follow."""
_SH1106_LEFT = 2
"""Its memory is 132 columns wide, and the glass lies in the middle."""


class Kind(Enum):
    """The controller of a panel, by its name in luma.oled."""

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


class Trouble(Enum):
    """Why nothing is to be seen on the OLED."""

    LIBRARY = "library"
    """luma.oled is not installed, or not as it should be."""
    BUS = "bus"
    """There is no such I2C bus: it is switched off."""
    DENIED = "denied"
    """The bus is there, but this user may not open it."""
    LOST = "lost"
    """Nothing answers at the address, or not any more: a loose wire."""


class OledError(Exception):
    """Nothing can be shown; `trouble` says why, the message is one line for people."""

    def __init__(self, trouble: Trouble, message: Words) -> None:
        super().__init__(trouble, message)  # as they are needed to make it anew elsewhere
        self.trouble = trouble
        self._message = message

    def __str__(self) -> str:
        return str(self._message)


class Wire(Protocol):
    """What a panel hangs on. Every method may raise `OledError`."""

    def command(self, *words: int) -> None:
        """Send commands in one transfer, at most 32 bytes."""
        ...

    def data(self, dots: Sequence[int]) -> None:
        """Send dots in one transfer."""
        ...

    def status(self) -> int | None:
        """The status of the panel, None where it cannot be read."""
        ...

    def cleanup(self) -> None:
        """Let the wire go. Never raises."""
        ...


class Panel:
    """A panel that was found. `words` set it up, as luma says them. Used by one thread.

    Every method but `close` may raise `OledError`; the panel is to be found anew then.
    """

    def __init__(self, wire: Wire, kind: Kind, words: Sequence[Sequence[int]]) -> None:
        self.kind = kind
        self._frame: bytes | None = None
        self._wire = wire
        self._words = [tuple(word) for word in words if tuple(word) != (_ON,)]
        contrasts = [word[1] for word in self._words if word[0] == _CONTRAST]
        self._contrast = contrasts[-1] if contrasts else 0xFF
        self._level: int | None = None
        self._tells = False

    @property
    def _tall(self) -> bool:
        return self.kind is not Kind.SH1106

    @property
    def _address(self) -> int:
        """Bytes of the commands that say where a window lies."""
        return 6 if self._tall else 3

    @property
    def _price(self) -> int:
        return self._address + 2 * _TRANSFER

    def show(self, frame: bytes, level: int) -> int:
        """Show a frame as bright as `level`, 0 .. 1000 per mille; returns the bytes it took.

        What the panel shows already costs nothing. At 0 it is dark, and keeps what it holds.
        """
        fresh = self._level is None
        if fresh:
            for word in self._words:
                self._wire.command(*word)
        sent = self._send(frame)
        if level != self._level:
            self._shine(level)
        if fresh and level > 0:  # only what reads as light now can be trusted to tell darkness
            status = self._wire.status()
            self._tells = status is not None and not status & _IS_OFF
        return sent

    def look(self) -> None:
        """Ask whether it is still there, and what it was: else it has to be set up anew."""
        self._wire.command(NOTHING)
        status = self._wire.status() if self._tells else None
        if status is not None and self._level and status & _IS_OFF:
            self._frame = self._level = None

    def close(self) -> None:
        """Dark, empty, and let go; even where it is lost already."""
        try:
            if self._level is not None:
                self._wire.command(_OFF)
                self._send(BLANK)  # some go on shining when they are told to be off
        except OledError:
            pass
        self._wire.cleanup()

    def _send(self, frame: bytes) -> int:
        sent = 0
        windows = changes(self._frame, frame, self._price, self._tall)
        for window in windows:
            if self._tall:
                right, bottom = window.column + window.columns - 1, window.page + window.pages - 1
                self._wire.command(_COLUMNS, window.column, right, _ROWS, window.page, bottom)
            else:
                left = window.column + _SH1106_LEFT
                low, high = _COLUMN_LOW | left & 0xF, _COLUMN_HIGH | left >> 4
                self._wire.command(_PAGE | window.page, low, high)
            self._wire.data(list(window.cut(frame)))
            sent += self._price + window.dots
        self._frame = frame
        return sent

    def _shine(self, level: int) -> None:
        if level > 0:
            self._wire.command(_CONTRAST, self._contrast * level // FULL)
        if (level > 0) != bool(self._level) or self._level is None:
            self._wire.command(_ON if level > 0 else _OFF)
        self._level = level


def guessed(status: int | None) -> Kind:
    """The kind of a panel from the low bits of its status, which differ by the chip.

    A guess from what such chips are seen to answer, no promise of a data sheet; SSD1306 where it
    says nothing. A picture two dots aside tells that it was wrong: then the kind is to be named.
    """
    return Kind.SH1106 if status is not None and status & 0x0F == 0x08 else Kind.SSD1306
