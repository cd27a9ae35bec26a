"""Buttons through lgpio, taken by gpiozero's LGPIOFactory, where gpiod is missing.

The law: the factory is made by name, on the chip with the label, and nothing else is tried when it
fails. Only its pins are used, raw: gpiozero's own buttons drop, debounce and lag. Edges come in
whole nanoseconds through a pipe of our own, so that an empty pipe says that lgpio has told all.
Every line is taken at the start and let go at the end, none in between: lgpio stalls all
others when one goes.
"""

import atexit
import os
import shutil
import struct
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from select import select
from typing import Any, Final

from hal.buttons import ButtonsError, Capabilities, Edge
from hal.chips import Chip, Chips, LibraryError, refusal
from hal.debounce import MS, Constants
from hal.wired import Wire, WiredSource
from hal.words import Words
from hal.zero import pulled_up

LGPIO_CONSTANTS: Final = Constants(guard_ns=5 * MS)
"""lgpio looks every 0.5 ms and holds an edge back for as long; 0.6 to 1.0 ms were seen."""
LGPIO_CAPABILITIES: Final = Capabilities(
    stamp="kernel-irq",
    barrier=True,
    loss_detect=False,
    resolution_us=1,
    typical_uncertainty_us=20,
    guard_ns=LGPIO_CONSTANTS.guard_ns,
)


class LgpioSource(WiredSource):
    """Lines of one chip; the contract of `hal.buttons.Source`, the rest as `WiredSource`.

    The kernel keeps 16 edges a line for lgpio, which tells of none that is dropped or merged: lost
    edges show only in the levels.
    """

    constants, capabilities = LGPIO_CONSTANTS, LGPIO_CAPABILITIES
    _modules: Any = None

    def _prepare(self) -> None:
        self._modules = pins_on_lgpio(self._load)

    def _take(self, chip: Chip) -> "Pipe":
        return Pipe(self._modules, chip, self.lines, self._chips)


class Pipe(Wire):
    """Lines of an LGPIOFactory whose edges come through one pipe; what `hal.reader` reads.

    The pipe is lgpio's own, opened apart from that of its callbacks: empty, it says that lgpio has
    told everything that it had. Raises ButtonsError from its making, with nothing left open.
    Used by one thread at a time.
    """

    def __init__(self, pins: Any, chip: Chip, lines: Sequence[int], chips: Chips) -> None:
        self._lgpio, self._lines = pins.lgpio, frozenset(lines)
        self._notify, self._pipe = -1, -1
        number = int(chip.name.removeprefix("gpiochip"))
        try:
            self._factory = pins.LGPIOFactory(chip=number)
        except Exception as error:  # noqa: BLE001 - whatever it is: no other factory is tried
            raise _failed(chips, chip, lines, error) from None
        try:
            self._notify = self._lgpio.notify_open()
            self._pipe = os.open(_pipe_of(self._notify), os.O_RDONLY | os.O_NONBLOCK)
            self._factory.pins = {}  # else shared by all, so that one closes what is another's
            self._factory.pin_class = _pin_class(pins, self._notify)
            self._pins = {line: pulled_up(self._factory, line) for line in lines}
            for pin in self._pins.values():
                pin.when_changed = _nobody
        except Exception as error:  # noqa: BLE001 - as above
            self.release()
            raise _failed(chips, chip, lines, error) from None

    def wait(self, most_ns: int) -> None:
        """Come back when an edge is queued, at latest after `most_ns`."""
        select([self._pipe], [], [], most_ns / 1e9)

    def take(self) -> list[Edge]:
        """All that is in the pipe."""
        edges: list[Edge] = []
        with suppress(BlockingIOError):
            while reports := os.read(self._pipe, 4096 * _REPORT.size):
                for ts_ns, _chip, line, level, flags, _ in _REPORT.iter_unpack(reports):
                    if flags == 0 and level < 2 and line in self._lines:
                        edges.append(Edge(ts_ns, line, 1 - level))
        return edges

    def levels(self) -> dict[int, int]:
        """The level of every line, one after the other. Raises OSError if they are gone."""
        try:
            return {line: int(not pin.state) for line, pin in self._pins.items()}
        except self._lgpio.error as error:
            raise OSError(str(error)) from None

    def release(self) -> None:
        """Let all lines go, with the chip."""
        if self._pipe >= 0:
            os.close(self._pipe)
        if self._notify >= 0:
            self._lgpio.notify_close(self._notify)
        self._pipe = self._notify = -1
        with suppress(self._lgpio.error):
            self._factory.close()


_REPORT: Final = struct.Struct("=QBBBBI")
"""Stamp in ns, chip, line, level (2 from a watchdog), flags, padding."""


def _nobody(_ticks: Any, _state: Any) -> None:
    """Stands where gpiozero wants a handler; the edges come through the pipe."""


def _pin_class(pins: Any, notify: int) -> Any:
    """LGPIOPin, but its edges go to our pipe instead of a callback."""
    lgpio = pins.lgpio

    # gpiozero is imported when it is asked for: before that its class is no type.
    class PipedPin(pins.LGPIOPin):  # type: ignore[misc]
        def _enable_event_detect(self) -> None:
            lgpio.gpio_claim_alert(
                self.factory._handle, self._number, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP, notify
            )

    return PipedPin


def _failed(chips: Chips, chip: Chip, lines: Sequence[int], error: Exception) -> ButtonsError:
    """What stands behind a failure, and whose it is."""
    found = refusal(chips, chip, lines, error)
    return type(found)(Words("LGPIOFactory of gpiozero failed: {why}", why=found))


def pins_on_lgpio(load: Callable[[str], Any] = import_module) -> Any:
    """gpiozero's pins on lgpio. Raises LibraryError.

    lgpio makes its pipes in a folder which must be there and known before it is imported, and moves
    the whole process into it: the process is moved back.
    """
    if "lgpio" not in sys.modules and not os.access(os.environ.get("LG_WD", ""), os.W_OK):
        os.environ["LG_WD"] = _runtime_dir()
    here = os.getcwd()
    try:
        pins = load("gpiozero.pins.lgpio")
    except ImportError as error:
        raise LibraryError(
            Words(
                "LGPIOFactory of gpiozero is missing ({error}); need gpiozero >= 2.0.1 and lgpio: "
                "apt install python3-gpiozero python3-lgpio",
                error=error.name or error,
            )
        ) from None
    except Exception as error:  # noqa: BLE001 - an import may fail with anything
        raise LibraryError(
            Words(
                "LGPIOFactory of gpiozero failed ({error}); lgpio 0.0.0.2 is an empty shell: "
                "pip uninstall lgpio, then apt install python3-lgpio",
                error=error,
            )
        ) from None
    finally:
        os.chdir(here)
    if not hasattr(pins.lgpio, "gpio_claim_alert"):
        raise LibraryError(
            Words(
                "lgpio is an empty shell (0.0.0.2): pip uninstall lgpio, then apt install "
                "python3-lgpio"
            )
        )
    return pins


def _runtime_dir() -> str:
    """A folder for lgpio's pipes, of this process alone: they are numbered in each from 0."""
    named = (os.environ.get(name, "") for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"))
    parent = next((folder for folder in named if folder and os.access(folder, os.W_OK)), None)
    folder = tempfile.mkdtemp(prefix="ratscrew-", dir=parent)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _pipe_of(notify: int) -> str:
    return os.path.join(os.environ["LG_WD"], f".lgd-nfy{notify}")
