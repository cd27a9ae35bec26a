"""What is left of games in a table's folder: in files, and in the database."""

import os
import shutil
from io import BytesIO
from pathlib import Path

from device.scores import SCORES, Scores
from game.record import Record, input_line

Texts = dict[str, list[str]]
"""The inputs of each game, by its seed, as lines."""


def lines_of(raw: bytes) -> tuple[str, list[str]] | None:
    """A game of which this much of its file is there; None without a whole first line."""
    raw = raw.partition(b"\0")[0]
    if not raw.startswith(b"{") or b"\n" not in raw:
        return None
    record = Record(BytesIO(raw))
    return record.header.seed or "", [input_line(happened) for happened in record]


def written(folder: Path, safe: dict[int, int] | None = None) -> Texts:
    """The games that lie in files, or as much of them as the disk has for certain."""
    found: Texts = {}
    for path in sorted(folder.rglob("*.jsonl")):
        most = None if safe is None else safe.get(path.stat().st_ino, 0)
        game = lines_of(path.read_bytes()[:most])
        if game is not None and len(game[1]) >= len(found.get(game[0], ())):
            found[game[0]] = game[1]
    return found


def kept(folder: Path) -> Texts:
    with Scores(folder / SCORES) as scores:
        scores.check()
        games = [lines_of(game.record) for game in scores.games()]
    found = dict(game for game in games if game is not None)
    assert len(found) == len(games), "a game is kept twice"
    return found


def copied(folder: Path, place: Path) -> Path:
    """The folder as it is, at another place; two names of a file stay one file."""
    first: dict[int, str] = {}

    def copy(old: str, new: str) -> str:
        number = os.stat(old).st_ino
        if number in first:
            os.link(first[number], new)
        else:
            first[number] = shutil.copy2(old, new)
        return new

    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, copy_function=copy)
    return place
