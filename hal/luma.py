"""The wire to an OLED through luma: its I2C interface, and its words that set up a panel.

The law: whatever fails here is an `OledError` with its name. What luma would keep until the program
ends, a device each time the panel is found again, is made once for each kind.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from hal.panel import NOTHING, Kind, OledError, Panel, Trouble, guessed
from hal.words import Words, either

Load = Callable[[str], Any]
_Answer = TypeVar("_Answer")


class Search:
    """Looks for a panel, as often as it likes.

    `addresses` are tried in order on the bus `port`; `kind` None: what the panel seems to be.
    """

    def __init__(self, addresses: Sequence[int], kind: Kind | None, port: int, load: Load) -> None:
        self._addresses, self._kind, self._port = tuple(addresses), kind, port
        self._load = load
        self._words: dict[Kind, list[tuple[int, ...]]] = {}

    def find(self) -> Panel:
        """The first panel that answers. Raises `OledError` with nothing left open."""
        wire, kind = self._answering()
        try:
            return Panel(wire, kind, self._set_up(kind))
        except OledError:
            wire.cleanup()
            raise

    def look(self) -> tuple[int, Kind]:
        """The address of the first that answers, and its kind; it goes on showing what it shows.

        Raises `OledError`; nothing is left open.
        """
        wire, kind = self._answering()
        wire.cleanup()
        return wire.address, kind

    def _answering(self) -> tuple["LumaWire", Kind]:
        for address in self._addresses:
            wire = LumaWire(address, self._port, self._load)
            try:
                wire.command(NOTHING)
                return wire, guessed(wire.status()) if self._kind is None else self._kind
            except OledError as error:
                wire.cleanup()
                if error.trouble is not Trouble.LOST:
                    raise
        tried = either(*[f"{address:#04x}" for address in self._addresses])
        message = Words("no OLED answers at {tried}; look at its wires", tried=tried)
        raise OledError(Trouble.LOST, message)

    def _set_up(self, kind: Kind) -> list[tuple[int, ...]]:
        """The commands with which luma.oled sets up a panel."""
        if kind not in self._words:
            self._words[kind] = _library(
                self._load, "luma.oled.device", lambda device: _said(getattr(device, kind.value))
            )
        return self._words[kind]


def _said(device: type) -> list[tuple[int, ...]]:
    """What a device of luma's says when it is made; the device itself is of no more use.

    It draws nothing: luma's way to do so is slow, and ends with Pillow 14.
    """
    notes = _Notes()
    type("Silent", (device,), {"display": lambda _self, _image: None})(notes)
    return notes.words


_WORDS: dict[Kind, list[tuple[int, ...]]] = {}


class _Notes:
    """A serial interface of luma's with nothing at its end but a notebook."""

    def __init__(self) -> None:
        self.words: list[tuple[int, ...]] = []

    def command(self, *words: int) -> None:
        self.words.append(words)

    def data(self, dots: Sequence[int]) -> None:
        """Dots are no words."""

    def cleanup(self) -> None:
        """Nothing to let go."""


class LumaWire:
    """An address on an I2C bus, through luma's serial interface. Raises `OledError`."""

    def __init__(self, address: int, port: int, load: Load) -> None:
        self.address, self._port = address, port
        self._errors: type[Exception] = _library(
            load, "luma.core.error", lambda errors: errors.Error
        )
        try:
            self._serial = _library(
                load,
                "luma.core.interface.serial",
                lambda serial: serial.i2c(port=port, address=address),
            )
        except (OSError, self._errors) as error:
            raise self._refusal(error) from None

    def command(self, *words: int) -> None:
        """Send commands in one transfer."""
        self._do(lambda: self._serial.command(*words))

    def data(self, dots: Sequence[int]) -> None:
        """Send dots in one transfer."""
        self._do(lambda: self._serial.data(list(dots)))

    def status(self) -> int | None:
        """The status byte; None where the panel or the library lets nobody read it."""
        read = getattr(getattr(self._serial, "_bus", None), "read_byte", None)
        if read is None:
            return None
        try:
            return int(read(self.address))
        except OSError:
            return None

    def cleanup(self) -> None:
        """Close the bus."""
        with suppress(OSError, self._errors):
            self._serial.cleanup()

    def _do(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (OSError, self._errors) as error:
            address = f"{self.address:#04x}"
            raise OledError(
                Trouble.LOST,
                Words(
                    "the OLED at {address} does not answer ({why}); look at its wires",
                    address=address,
                    why=_line(error),
                ),
            ) from None

    def _refusal(self, error: Exception) -> OledError:
        bus = f"/dev/i2c-{self._port}"
        match type(error).__name__:
            case "DeviceNotFoundError":
                return no_bus(self._port)
            case "DevicePermissionError":
                return OledError(
                    Trouble.DENIED,
                    Words(
                        "{bus} may not be opened; sudo usermod -aG i2c $USER, then log in again",
                        bus=bus,
                    ),
                )
            case _:
                return OledError(Trouble.BUS, Words("{bus}: {why}", bus=bus, why=_line(error)))


def no_bus(port: int) -> OledError:
    """That there is no such bus."""
    bus = f"/dev/i2c-{port}"
    message = Words("there is no {bus}; switch I2C on: sudo raspi-config nonint do_i2c 0", bus=bus)
    return OledError(Trouble.BUS, message)


def _library(load: Load, name: str, use: Callable[[Any], _Answer]) -> _Answer:
    try:
        return use(load(name))
    except (ImportError, AttributeError) as error:
        raise OledError(
            Trouble.LIBRARY,
            Words(
                "luma.oled is missing or too old ({why}); pip install 'ratscrew[pi]'",
                why=_line(error),
            ),
        ) from None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
