"""A bell: whoever waits at it is woken, whichever thread rings."""

import os
from contextlib import suppress
from select import select


class Bell:
    """Rung by any thread, heard by one. A ring that nobody waits for is kept; two are one.

    Needs a system on which a pipe can be waited for, as wherever buttons are wired.
    """

    def __init__(self) -> None:
        self._ears, self._rope = os.pipe()
        os.set_blocking(self._ears, False)
        os.set_blocking(self._rope, False)

    def ring(self) -> None:
        """Wake whoever waits, or who will. Never waits."""
        with suppress(BlockingIOError):  # it rings already
            os.write(self._rope, b"!")

    def fileno(self) -> int:
        """What can be waited for together with other things; call `quiet` after."""
        return self._ears

    def quiet(self) -> None:
        """Stop its ringing."""
        with suppress(BlockingIOError):
            while os.read(self._ears, 4096):
                pass

    def wait(self, most_ms: int) -> None:
        """Come back when it rings, at latest after `most_ms`; it is quiet then."""
        select([self._ears], [], [], most_ms / 1000)
        self.quiet()

    def close(self) -> None:
        """Take it down; nobody may ring or wait any more."""
        os.close(self._rope)
        os.close(self._ears)
