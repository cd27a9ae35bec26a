"""A display in a process of its own, so that no drawing keeps anybody waiting.

The law is that of every display (`hal.display`). What is handed to `show` goes to the other process
as it is, and is painted there if it has to be; a process that has parts hands it on as it came.
`Seen` and all that people do come back with the stamps of the one clock that all processes share.
Whoever waits is woken by a bell as well.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from selectors import EVENT_READ, DefaultSelector
from typing import Final, Generic, TypeAlias, TypeVar

from hal.bell import Bell
from hal.display import Display, Happening, ScreenLostError, ScreenMissingError, Seen
from hal.packed import Packed, unpacked
from hal.process import begun, leave_signals
from hal.words import Words

LOOK_S: Final = 0.005
"""Between two looks at keys and touches while no picture comes."""
EARLY_S: Final = 0.1
"""The same before the first picture: whoever paints it needs the processor, and nobody a key."""
AWAIT_MS: Final = 20
"""So long whoever orders something waits at most while the last picture is on its way."""
OPENED_S = 30
"""An opening that takes longer hangs."""
_END_S = 2.0

SentT = TypeVar("SentT")
Opening: TypeAlias = Callable[[], Display[SentT]]

_FULL_SCREEN, _CLOSE = "full screen", "close"


class Ahead(Generic[SentT]):
    """Another process in which `opening` is called, while here there is something else to do.

    What comes of it is told to the `Apart` that is made of it. Make it before any thread is
    started. `parts`: what is opened there has processes of its own, and is shown what is `Packed`.
    """

    def __init__(self, opening: Opening[SentT], *, parts: bool = False) -> None:
        self.wire, theirs = Pipe()
        self._process = begun(_serve, self.wire, theirs, opening, parts, daemon=not parts)
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of that process."""
        return self._process.pid

    def close(self) -> None:
        """End that process. May be called again."""
        with suppress(OSError):
            self.wire.send(_CLOSE)
        self._process.join(_END_S)
        self._process.kill()
        self._process.join()
        self.wire.close()


class Apart(Generic[SentT]):
    """A `hal.display.Display` that another process has. Used by one thread.

    `opening` is called there and opens it, or has been called `Ahead`. Raises ScreenMissingError as
    `opening` does, or where there can be no process, and ScreenLostError from whatever is asked of
    it when that process has ended. Make it before any thread is started; one that is made again
    after that is made by a process that has little else to do. `parts`: as `Ahead` has it.
    """

    def __init__(
        self,
        opening: Opening[SentT] | Ahead[SentT],
        bell: Bell | None = None,
        *,
        parts: bool = False,
    ) -> None:
        try:
            self._ahead = opening if isinstance(opening, Ahead) else Ahead(opening, parts=parts)
        except OSError as error:  # too many processes, or no memory for another
            raise ScreenMissingError(Words("no process for it: {why}", why=error)) from None
        self._wire = self._ahead.wire
        self._bell = bell
        try:
            if not self._wire.poll(OPENED_S):
                self._ahead.close()
                raise ScreenMissingError(Words("it did not open within {n} s", n=OPENED_S))
            first = self._wire.recv()
        except (EOFError, OSError):
            self._ahead.close()
            raise ScreenMissingError(_ENDED) from None
        if isinstance(first, ScreenMissingError):
            self._ahead.close()
            raise first
        self.size: tuple[int, int] = first
        self.pid = self._ahead.pid
        # Made once: to make one at each wait takes longer than the wait is late.
        self._waiting = DefaultSelector()
        for each in (self._wire,) if bell is None else (self._wire, bell):
            self._waiting.register(each, EVENT_READ)

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened, waiting at most so long for the first of it or for the bell."""
        ready = {key.fileobj for key, _ in self._waiting.select(most_ms / 1000)}
        if self._bell is not None and self._bell in ready:
            self._bell.quiet()
        found: list[Happening] = []
        try:
            more_waits = self._wire in ready
            while more_waits:
                self.size, more = self._wire.recv()
                found += more
                more_waits = self._wire.poll()
        except (EOFError, OSError):
            raise ScreenLostError(_ENDED) from None
        return found

    def show(self, picture: SentT | Packed[SentT]) -> None:
        """Have a picture painted and shown; the next only when this one was `Seen`."""
        self._send(picture if isinstance(picture, Packed) else Packed(picture))

    def toggle_full_screen(self) -> None:
        """The whole screen or a part of it, where there is a choice."""
        self._send(_FULL_SCREEN)

    def close(self) -> None:
        """End the other process."""
        self._ahead.close()
        self._waiting.close()

    def _send(self, what: object) -> None:
        try:
            self._wire.send(what)
        except OSError:
            raise ScreenLostError(_ENDED) from None


def _serve(ours: Connection, wire: Connection, opening: Opening[SentT], parts: bool) -> None:
    """The other process: what it is sent is shown, and what happens there is sent."""
    ours.close()  # else the end of the table would not be noticed
    leave_signals()
    try:
        display = opening()
    except ScreenMissingError as error:
        wire.send(error)
        return
    try:
        with suppress(EOFError, OSError):  # the table is gone
            wire.send(display.size)
            _show_all(wire, display, parts)
    finally:
        display.close()


def _show_all(wire: Connection, display: Display[SentT], parts: bool) -> None:
    awaited, look_s = False, EARLY_S
    while True:
        happenings = display.wait(AWAIT_MS if awaited else 0)
        if happenings:
            wire.send((display.size, happenings))
            awaited = awaited and not any(isinstance(each, Seen) for each in happenings)
        if not wire.poll(0 if awaited else look_s):
            continue
        sent = wire.recv()
        if sent == _CLOSE:
            return
        if sent == _FULL_SCREEN:
            display.toggle_full_screen()
        else:
            display.show(sent if parts else unpacked(sent))
            awaited, look_s = True, LOOK_S


_ENDED = Words("its process has ended")
