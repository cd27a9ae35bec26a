"""The edge log of a table while it is written.

The law: each line is written whole and at once; when there is no room, no more are, and the game
goes on. What stood in the file before is lost only for a game that has begun.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from device.language import Language
from device.paper import APPENDING, is_special, lock, unblocked
from device.trouble import Trouble, line_of
from device.wording import Words, said, why

_NO_SPACE = str(Words("no space left for a whole line"))


class EdgeFile:
    """Where the lines of an edge log go; a device or a pipe is written into. Close it.

    The first line of a file is kept until the second comes: before a game begins there is no other.
    `warn` is told what could not be written, and gets a line for it. Raises Trouble where the file
    cannot be opened.
    """

    def __init__(
        self, path: Path, warn: Callable[[OSError, str], object], language: Language
    ) -> None:
        self._path, self._warn = path, warn
        self._language = language
        self._first: str | None = None
        self._begun = is_special(path)
        self._failed = False
        try:
            self._file = unblocked(path, APPENDING | os.O_CREAT)
            if not self._begun:
                lock(self._file)
        except BlockingIOError:
            os.close(self._file)
            message = Words("cannot write {path}: another table writes it", path=line_of(path))
            raise Trouble(said(message, language)) from None
        except OSError as error:
            raise Trouble(f"{line_of(path)}: {why(error, language)}") from None

    def write(self, line: str) -> None:
        """Write a line; it is given without its end."""
        if self._failed:
            return
        if not self._begun and self._first is None:
            self._first = line
            return
        try:
            if not self._begun and self._first is not None:
                self._begun = True
                os.ftruncate(self._file, 0)
                self._write(self._first)
            self._write(line)
        except OSError as error:
            self._failed = True
            self._warn(error, f"{self._path}: {why(error, self._language)}")

    def is_full(self) -> bool:
        """Whether another log should begin: people asked for one."""
        return False

    def close(self) -> None:
        """Let the file go."""
        os.close(self._file)

    def _write(self, line: str) -> None:
        data = line.encode() + b"\n"
        if os.write(self._file, data) != len(data):
            raise OSError(errno.ENOSPC, _NO_SPACE)
