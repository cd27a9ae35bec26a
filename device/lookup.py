"""The boards of a table, and everybody's page, looked up by whoever keeps the games.

The law: what cannot be read in the database is left out, and told by whoever keeps the games. A
database that has not changed is not read again.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from device.boards import Boards, boards, pages
from device.careers import Careers
from device.scores import SCORES, Scores
from device.scores_trouble import ScoresError

_WAIT_S = 0.05
"""How long another program may hold the database."""
_AT_ONCE = 2
"""Games that are folded in a row: some half a millisecond, on a Pi a few."""


class Lookup:
    """Looks into a table's folder; calls `rest` now and then while there is much to read."""

    def __init__(self, folder: Path, rest: Callable[[], None] = lambda: None) -> None:
        self._path = folder / SCORES
        self._rest = rest
        self._known: tuple[object, Boards | None] = None, None

    def best(self, day: str) -> Boards | None:
        """The boards with those of a date, on which nobody is at a new table; None where they
        cannot be read."""
        try:
            there = self._path.stat()
            about = day, there.st_ino, there.st_size, there.st_mtime_ns
            if about != self._known[0]:
                self._known = about, self._read(day)
            return self._known[1]
        except FileNotFoundError:
            return boards(Careers(), day)
        except (ScoresError, OSError, sqlite3.Error):
            return None

    def _read(self, day: str) -> Boards:
        folded = Careers()
        with Scores(self._path, wait_s=_WAIT_S) as scores:
            for number, result in enumerate(scores.results(), 1):
                folded.add(result)
                if number % _AT_ONCE == 0:
                    self._rest()
        everybody = pages(folded, rest=self._rest)  # first: what takes long of a board is done then
        return replace(boards(folded, day), pages=everybody)
