"""Whoever oversees a service (systemd) is told that it runs, that it still does, and that it ends.

The law: only the loop itself says that the loop comes round, so one that hangs is found out. An
overseer that is missing or does not listen keeps nobody waiting and stops nobody.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from hal.clock import Clock

SOCKET: Final = "NOTIFY_SOCKET"
"""The variable that names where the overseer listens."""
BEAT_NS: Final = 1_000_000_000
"""Between two signs of life; the overseer waits for a few of them."""


class Overseer:
    """Speaks to whoever listens at `address`, "" where nobody does. Used by one thread.

    An address is a path, or a name that begins with "@" and lies in no folder; any other is nobody.
    """

    def __init__(self, address: str, clock: Clock) -> None:
        self._clock = clock
        self._beat_ns: int | None = None
        self._status = ""
        self._socket: socket.socket | None = None
        if address[:1] in ("/", "@"):
            with suppress(OSError):
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._socket.setblocking(False)
        self._address = address.replace("@", "\0", 1) if address[:1] == "@" else address

    def beat(self, status: str = "") -> None:
        """The loop has come round; the first time the service is ready by it.

        `status`: a line for people, told when it is another.
        """
        now_ns = self._clock.now_ns()
        words = []
        if self._beat_ns is None:
            words.append("READY=1")
        alive = self._beat_ns is None or now_ns - self._beat_ns >= BEAT_NS
        if alive:
            words.append("WATCHDOG=1")
        if status != self._status:
            words.append(f"STATUS={' '.join(status.split())}")
        if words and self._say(words):  # what did not arrive is said again the next time
            self._beat_ns = now_ns if alive else self._beat_ns
            self._status = status

    def end(self) -> None:
        """The service ends by itself. May be called again."""
        self._say(["STOPPING=1"])
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, words: list[str]) -> bool:
        """Whether it was said, or nobody is there to say it to."""
        if self._socket is None:
            return True
        with suppress(OSError):  # it is gone, or has more to read than it can
            self._socket.sendto("\n".join(words).encode(), self._address)
            return True
        return False


def overseer(environment: Mapping[str, str], clock: Clock) -> Overseer:
    """That of this program, if it has one."""
    return Overseer(environment.get(SOCKET, ""), clock)
