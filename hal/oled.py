"""A small OLED on I2C (luma.oled): SSD1306, SSD1309 or SH1106, 128 x 64 dots.

The law is that of every display (`hal.display`), and: a thread of its own sends, only the newest
picture, never one that is there already, and says when the last byte of it was sent. An OLED that
is missing or lost is a trouble with a name; it is looked for every 5 s, nobody waits for it, and
what is shown meanwhile counts as seen.
"""

import os
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from hal.clock import SleepingClock
from hal.display import Ailing, Happening, Seen
from hal.dots import HEIGHT, WIDTH, Bitmap, frame
from hal.luma import Load, Search, no_bus
from hal.panel import BLANK, FULL, Kind, OledError, Panel

ADDRESSES: Final = (0x3C, 0x3D)
"""Where such panels are; a solder bridge on the back chooses."""
PORT: Final = 1
"""The I2C bus of the 40-pin header."""
RETRY_NS: Final = 5_000_000_000
LOOK_NS: Final = 5_000_000_000
"""Between two looks whether an OLED that shows nothing new is still there."""
WAIT_NS: Final = 2_000_000
"""Between two looks whether a picture was sent."""
_DONE_S: Final = 2.0
Reach = Callable[[], Panel]


class Oled:
    """A display of 128 x 64 dots that nobody can press. `reach` finds the panel.

    Thread rule: used by one thread; `round` runs in a thread of its own once `start` was called,
    the only one that touches the panel. They share what `_lock` guards, and single values that one
    of them alone writes.
    """

    size = (WIDTH, HEIGHT)

    def __init__(self, clock: SleepingClock, reach: Reach) -> None:
        self.trouble: OledError | None = None
        """Why nothing can be seen, None where all is well. May change at any time."""
        self._told: OledError | None = None
        self._clock, self._reach = clock, reach
        self._lock = threading.Lock()
        self._wanted, self._level = BLANK, FULL
        self._awaited = False
        self._seen_ns: int | None = None
        self._panel: Panel | None = None
        self._proven = False
        self._retry_ns = self._look_ns = clock.now_ns()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="oled", daemon=True)

    def start(self) -> None:
        """Look for the panel, so that `trouble` is known, and go on in the thread."""
        self.round()
        self._thread.start()

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """When the last picture could be seen, and what is wrong, or right again.

        Waits at most so long; nobody can press here.
        """
        until_ns = self._clock.now_ns() + most_ms * 1_000_000
        while True:
            with self._lock:
                seen_ns, self._seen_ns = self._seen_ns, None
            now_ns = self._clock.now_ns()
            found: list[Happening] = [] if seen_ns is None else [Seen(seen_ns)]
            if self.trouble is not self._told:
                self._told = self.trouble
                found.append(Ailing(self._told))
            if found:
                return found
            if now_ns >= until_ns:
                return []
            self._clock.sleep_ns(min(WAIT_NS, until_ns - now_ns))

    def show(self, picture: Bitmap) -> None:
        """Show a picture of mode "1"; when it could be seen is told by `wait`, as `Seen`.

        Never waits. Raises `ValueError` for a picture of another mode or size, and goes on showing
        the last.
        """
        wanted = frame(picture)
        with self._lock:
            self._wanted, self._awaited, self._seen_ns = wanted, True, None
        if self._panel is None:
            self._seen()
        self._wake.set()

    def shine(self, level: int) -> None:
        """How bright, 0 .. 1000 per mille; at 0 the panel is dark. Raises `ValueError`."""
        if not 0 <= level <= FULL:
            raise ValueError(f"level {level}; must be 0 .. {FULL}")
        with self._lock:
            self._level = level
        self._wake.set()

    def toggle_full_screen(self) -> None:
        """It always is."""

    def close(self) -> None:
        """Dark, and let go. May be called again."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(_DONE_S)
        else:
            self._let_go()

    def round(self) -> int:
        """Do what there is to do; returns in how many ns to come again, if nothing is shown."""
        now_ns = self._clock.now_ns()
        try:
            if self._panel is None:
                if now_ns < self._retry_ns:
                    return self._retry_ns - now_ns
                self._panel = self._reach()
            self._attend(self._panel)
        except OledError as error:
            self._let_go()
            self._seen()
            self.trouble = error
            # What has worked may work again at once; what has not must not be hurried.
            self._retry_ns = now_ns if self._proven else now_ns + RETRY_NS
            self._proven = False
            return self._retry_ns - now_ns
        self._proven, self.trouble = True, None
        return max(0, self._look_ns - self._clock.now_ns())

    def _attend(self, panel: Panel) -> None:
        """Make the panel show the newest picture; look after it if there is none."""
        if self._clock.now_ns() >= self._look_ns:
            panel.look()
        with self._lock:
            wanted, level = self._wanted, self._level
        panel.show(wanted, level)
        self._look_ns = self._clock.now_ns() + LOOK_NS
        self._seen(wanted)

    def _seen(self, sent: bytes | None = None) -> None:
        """The last picture can be seen now, if it is the one `sent`; None: it never will."""
        with self._lock:
            if self._awaited and (sent is None or sent is self._wanted):
                self._awaited, self._seen_ns = False, self._clock.now_ns()

    def _let_go(self) -> None:
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            patience_ns = self.round()
            self._wake.wait(patience_ns / 1e9)
            self._wake.clear()
        self._let_go()


def check_bus(port: int = PORT) -> None:
    """Raises `OledError` where there is no such bus.

    It takes no library to know: a table without an OLED never has one in its memory.
    """
    if not os.path.exists(f"/dev/i2c-{port}"):
        raise no_bus(port)


def answering(*, port: int = PORT, load: Load = import_module) -> tuple[int, Kind]:
    """The address at which an OLED answers just now, and its kind. Raises `OledError`.

    Nothing is shown: it is sent the command that does nothing, even where a table uses it.
    """
    return Search(ADDRESSES, None, port, load).look()


def open_oled(
    clock: SleepingClock,
    kind: Kind | None = None,
    address: int | None = None,
    *,
    port: int = PORT,
    load: Load = import_module,
) -> Oled:
    """The OLED, found or named; never raises for want of one: its `trouble` tells.

    `kind` None: what the panel seems to be; `address` None: the first of `ADDRESSES` that answers.
    Raises `ValueError` for an address that no I2C part can have.
    """
    if address is not None and not 0x08 <= address <= 0x77:
        raise ValueError(f"address {address:#04x}; must be 0x08 .. 0x77")
    addresses = ADDRESSES if address is None else (address,)
    oled = Oled(clock, Search(addresses, kind, port, load).find)
    oled.start()
    return oled
