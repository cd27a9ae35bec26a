"""The boards for an idle table, looked up in the data base between two demonstrations.

The law: what cannot be read is left out, and told by whoever keeps the games; nobody waits for it.
"""

import sqlite3
from pathlib import Path

from device.boards import Boards, boards
from device.careers import careers
from device.scores import SCORES, Scores
from device.scores_trouble import ScoresError

_WAIT_S = 0.05
"""How long another program may hold the data base."""


def best_of(folder: Path, day: str) -> Boards | None:
    """The boards of a table's folder and a date, None where there are none to be read."""
    if not (folder / SCORES).exists():
        return None
    try:
        with Scores(folder / SCORES, wait_s=_WAIT_S) as scores:
            return boards(careers(scores.results()), day)
    except (ScoresError, OSError, sqlite3.Error):
        return None
