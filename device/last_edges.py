"""The newest edge logs of a table, kept without being asked for: in case of a dispute, for support.

The law: they lie in a folder in memory that goes with the power, so they wear no card and are
bounded. A log begins when something is heard; the one before it stays beside it, older ones go.
What cannot be written is told once, and the game goes on.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from device.edge_file import EdgeFile
from device.language import Language
from device.trouble import Trouble, line_of
from device.wording import why

NEWEST: Final = "edges.jsonl"
BEFORE: Final = "edges-before.jsonl"
FULL_BYTES: Final = 2 << 20
"""From here on another log begins as soon as one may."""
MOST_BYTES: Final = 6 << 20
"""Of one log where none may begin for long, as under a line that is stuck; more is left out."""
_UNHEARD: Final = 3
"""So many lines has a log at most in which nothing was heard: header, barrier, level read."""


class LastEdges:
    """Where the lines of edge logs go; a header begins another. Close it.

    `warn` gets a line for what cannot be written.
    """

    def __init__(self, folder: Path, warn: Callable[[str], object], language: Language) -> None:
        self._folder, self._warn, self._language = folder, warn, language
        self._first: list[str] = []
        """The first lines of a log in which nothing has been heard yet."""
        self._file: EdgeFile | None = None
        self._bytes = 0
        self._failed = False

    def write(self, line: str) -> None:
        """Write a line; it is given without its end."""
        if line.startswith("{"):
            self._first, self._bytes = [line], 0
        elif not self._first:
            self._put(line)
        else:
            self._first.append(line)
            if line.startswith('["edge"') or len(self._first) > _UNHEARD:
                self._begin()

    def is_full(self) -> bool:
        """Whether another log should begin."""
        return self._bytes >= FULL_BYTES

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin(self) -> None:
        """The newest becomes the one before, and another is begun with its first lines."""
        self.close()
        if not self._failed:
            self._file = self._opened(self._folder / NEWEST)
        first, self._first = self._first, []
        for line in first:
            self._put(line)

    def _opened(self, path: Path) -> EdgeFile | None:
        try:
            with suppress(FileNotFoundError):
                os.replace(path, self._folder / BEFORE)
            return EdgeFile(path, self._fail, self._language)
        except OSError as error:
            self._fail(error, f"{line_of(path)}: {why(error, self._language)}")
        except Trouble as trouble:
            self._fail(trouble, str(trouble))
        return None

    def _put(self, line: str) -> None:
        self._bytes += len(line) + 1
        if self._file is not None and self._bytes <= MOST_BYTES:
            self._file.write(line)

    def _fail(self, _error: Exception, told: str) -> None:
        self._failed = True
        self._warn(told)
