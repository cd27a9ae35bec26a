"""Sounds without waiting: they are handed over here, and played by another process.

The law: whoever plays a sound waits for nothing. What could not be played within half a second is
not played any more, and of the rest only the newest; trouble is told once, and when it is over.
Opening a card holds the lock of Python (4 ms in the best case, 110 ms were seen where there is
none), hence no thread.
"""

import json
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from socket import SHUT_RDWR, socket, socketpair
from struct import Struct
from typing import Final

from hal.clock import Clock, MonotonicClock
from hal.piece import piece
from hal.process import begun, leave_signals
from hal.sound import LOUDEST, Mixer, SoundError, SoundTrouble
from hal.tones import Tone
from hal.words import Words

KEPT: Final = 8
"""So many tones begin at once at most; of more, the oldest are never heard."""
FRESH_NS: Final = 500_000_000
_LENGTH: Final = Struct("<I")
"""Of what comes before all orders: the tones and the device, pickled."""
_ORDER: Final = Struct("<QBB")
"""When it was played, how loud, and the number of the tone; `_NONE`: no tone, only a volume."""
_NONE: Final = 255
_MOST_BYTES: Final = 4096 * _ORDER.size
_END_S: Final = 1.0
_WELL: Final = "well"
Tell = Callable[[SoundError | None], None]


class Voice:
    """The other process, and the wire to it; what it is to play is told by a `Speaker`.

    Begin it before anything is opened or urged, or loaded that it does not need: it gets whatever
    is there by then, and keeps it when it changes here. Raises `OSError` where there can be none.
    """

    def __init__(self) -> None:
        self.wire, theirs = socketpair()
        try:
            self._process = begun(_serve, self.wire, theirs)
        except OSError:
            self.wire.close()
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of that process."""
        return self._process.pid

    def close(self) -> None:
        """End that process. May be called again."""
        with suppress(OSError):  # closed already
            self.wire.shutdown(SHUT_RDWR)  # whoever else has got the wire since
        self.wire.close()
        self._process.join(_END_S)
        self._process.kill()


class Speaker:
    """Plays at most 255 tones by their number, 0 .. 100 loud, at a device as of `hal.sound.Mixer`.

    `tell` gets what is wrong, None when all is well again, in whatever is called here; the first of
    these calls has a card opened. Used by one thread. `voice`: who plays them, told of no tones
    yet, closed with this; None: one that is begun now. `soon`: as a mixer has it. Raises
    `ValueError` for another volume, `OSError` where there can be no other process.
    """

    def __init__(
        self,
        tones: Sequence[Tone],
        volume: int,
        device: str,
        clock: Clock,
        tell: Tell,
        voice: Voice | None = None,
        soon: Sequence[int] | None = None,
    ) -> None:
        self._tones = len(tones)
        self._volume = _checked(volume)
        self._clock, self._tell = clock, tell
        self._told: str = _WELL
        self._voice = Voice() if voice is None else voice
        self._wire = self._voice.wire
        task = pickle.dumps((tuple(tones), device, soon))
        with suppress(OSError):  # it has ended: told with the first order
            self._wire.sendall(_LENGTH.pack(len(task)) + task)
        self._wire.setblocking(False)
        self._asked = False

    @property
    def pid(self) -> int | None:
        """The number of the other process."""
        return self._voice.pid

    def play(self, number: int) -> None:
        """Begin a tone; never waits, not even for the one before. Raises `ValueError`."""
        if not 0 <= number < self._tones:
            raise ValueError(f"tone {number}; must be 0 .. {self._tones - 1}")
        self._send(number)

    def set_volume(self, volume: int) -> None:
        """How loud the next tones are, 0 .. 100; at 0 the device is let go. Raises `ValueError`."""
        self._volume = _checked(volume)
        self._send(_NONE)

    def look(self) -> None:
        """Hear whether anything is wrong, without playing anything."""
        if not self._asked:
            self._send(_NONE)
        try:
            self._hear(self._wire.recv(_MOST_BYTES).decode("utf-8", "replace"))
        except BlockingIOError:  # nothing is told
            return
        except OSError:
            self._hear("")

    def close(self) -> None:
        """Let the device go and end the other process. May be called again."""
        self._voice.close()

    def _send(self, number: int) -> None:
        self._asked = True
        try:
            self._wire.send(_ORDER.pack(self._clock.now_ns(), self._volume, number))
        except BlockingIOError:  # the other process is stuck, and all is late
            return
        except OSError:
            self._hear("")
            return
        self.look()

    def _hear(self, told: str) -> None:
        """What the other process says, a line each; nothing at all says that it has ended."""
        for line in told.splitlines() or [""]:
            if line != self._told:
                self._told = line
                self._tell(_read(line))


def _written(trouble: SoundError) -> str:
    message = trouble.message
    return json.dumps([trouble.trouble.value, message.text, message.values])


def _read(line: str) -> SoundError | None:
    if line == _WELL:
        return None
    if not line:
        return SoundError(SoundTrouble.ENDED, Words("its process has ended"))
    trouble, text, values = json.loads(line)
    return SoundError(SoundTrouble(trouble), Words(text, **values))


def newest(orders: bytes, now_ns: int) -> tuple[int, list[int]]:
    """Of whole orders, not empty: how loud it is to be now, and the tones that are to begin."""
    read = list(_ORDER.iter_unpack(orders))
    fresh = [number for at_ns, _volume, number in read if now_ns - at_ns <= FRESH_NS]
    return read[-1][1], [number for number in fresh if number != _NONE][-KEPT:]


def _checked(volume: int) -> int:
    if not 0 <= volume <= LOUDEST:
        raise ValueError(f"volume {volume}; must be 0 .. {LOUDEST}")
    return volume


def _serve(ours: socket, wire: socket) -> None:
    """The other process: plays what it is sent; while nothing comes it makes the tones."""
    ours.close()  # else the end of the table would not be noticed
    leave_signals()
    with suppress(OSError, EOFError):  # the table is gone
        (length,) = _LENGTH.unpack(_whole(wire, _LENGTH.size))
        tones, device, soon = pickle.loads(_whole(wire, length))
        clock = MonotonicClock()
        _play_all(wire, Mixer(tones, device, clock, piece, soon=soon), clock)


def _whole(wire: socket, length: int) -> bytes:
    """So many bytes. Raises EOFError where there are no more."""
    found = b""
    while len(found) < length:
        more = wire.recv(length - len(found))
        if not more:
            raise EOFError
        found += more
    return found


def _play_all(wire: socket, mixer: Mixer, clock: Clock) -> None:
    told = _WELL
    try:
        while orders := _orders(wire, mixer):
            trouble = mixer.play(*newest(orders, clock.now_ns()))
            line = _WELL if trouble is None else _written(trouble)
            if line != told:
                wire.sendall(f"{line}\n".encode())
            told = line
    finally:
        mixer.close()


def _orders(wire: socket, mixer: Mixer) -> bytes:
    """All orders that have come, waiting for the first; empty at the end."""
    wire.setblocking(False)
    orders = None
    while orders is None and mixer.make_one():
        with suppress(BlockingIOError):
            orders = wire.recv(_MOST_BYTES)
    wire.setblocking(True)
    if orders is None:
        orders = wire.recv(_MOST_BYTES)
    while len(orders) % _ORDER.size:
        orders += wire.recv(_ORDER.size - len(orders) % _ORDER.size)
    return orders
