"""A small OLED on I2C (luma.oled): SSD1306, SSD1309 or SH1106, 128 x 64 dots.

The law is that of every display (`hal.display`), and: nothing here keeps anybody waiting. A thread
of its own sends, and only the newest picture, never one that is there already. So `show` tells when
the picture is expected to be seen, from what the wire has taken so far. An OLED that is missing or
lost is a trouble with a name; it is looked for every 5 s, and nobody has to wait for it.
"""

import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from hal.clock import SleepingClock
from hal.display import Happening
from hal.dots import HEIGHT, WIDTH, Bitmap, frame
from hal.luma import Load, Search
from hal.panel import BLANK, FULL, Kind, OledError, Panel

ADDRESSES: Final = (0x3C, 0x3D)
"""Where such panels are; a solder bridge on the back chooses."""
PORT: Final = 1
"""The I2C bus of the 40-pin header."""
RETRY_NS: Final = 5_000_000_000
LOOK_NS: Final = 5_000_000_000
"""Between two looks whether an OLED that shows nothing new is still there."""
SLOWEST_NS: Final = 90_000
"""What a byte takes at 100 kHz, 9 bits each, until it is measured."""
_MEASURED: Final = 100
"""Bytes from which on a transfer tells how fast the wire is."""
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
        self.lag_ns: int | None = None
        """How long the last picture took from `show` until it was sent; None: none was."""
        self._clock, self._reach = clock, reach
        self._lock = threading.Lock()
        self._wanted, self._level = BLANK, FULL
        self._seen_ns = clock.now_ns()
        self._offered_ns: int | None = None
        self._flying: bytes | None = None
        self._byte_ns = SLOWEST_NS
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
        """Let the time pass: nothing can happen here."""
        self._clock.sleep_ns(most_ms * 1_000_000)
        return ()

    def show(self, picture: Bitmap) -> int:
        """Show a picture of mode "1"; returns when it can be expected to be seen, in ns.

        Never waits. Where there is no panel the answer is now. Raises `ValueError` for a picture
        of another mode or size, and goes on showing the last.
        """
        wanted = frame(picture)
        now_ns = self._clock.now_ns()
        with self._lock:
            if wanted != self._wanted:
                self._wanted, self._offered_ns = wanted, now_ns
                self._seen_ns = self._expected_ns(wanted, now_ns)
        self._wake.set()
        return max(now_ns, self._seen_ns)

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
                self._offered_ns = None  # what nobody could see was not slow
            self._attend(self._panel)
        except OledError as error:
            self._let_go()
            self.trouble = error
            # What has worked may work again at once; what has not must not be hurried.
            self._retry_ns = now_ns if self._proven else now_ns + RETRY_NS
            self._proven = False
            return self._retry_ns - now_ns
        self._proven, self.trouble = True, None
        return max(0, self._look_ns - self._clock.now_ns())

    def _attend(self, panel: Panel) -> None:
        """Make the panel show the newest picture; look after it if there is none."""
        began_ns = self._clock.now_ns()
        if began_ns >= self._look_ns:
            panel.look()
        with self._lock:
            wanted, level = self._wanted, self._level
            offered_ns, self._offered_ns = self._offered_ns, None
            self._flying = wanted
        try:
            sent = panel.show(wanted, level)
        finally:
            with self._lock:
                self._flying = None
        ended_ns = self._clock.now_ns()
        self._look_ns = ended_ns + LOOK_NS
        if sent >= _MEASURED:
            self._byte_ns = (ended_ns - began_ns) // sent
        if sent and offered_ns is not None:
            self.lag_ns = ended_ns - offered_ns

    def _expected_ns(self, wanted: bytes, now_ns: int) -> int:
        """When a picture will have been sent, after the one that is on its way."""
        panel, flying = self._panel, self._flying
        if panel is None:
            return now_ns
        begins_ns = now_ns if flying is None else max(now_ns, self._seen_ns)
        return begins_ns + panel.cost(flying or panel.frame, wanted) * self._byte_ns

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
