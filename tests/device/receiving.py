"""An evening at wired buttons at which a host receives people."""

from collections.abc import Sequence
from pathlib import Path

from device.config import Config
from device.lobby import Row
from game.rules import Rules
from tests.device.playing import Evening, header_of

SHORT = Config(rules=Rules(time_limit_us=60_000_000), names=("Anna", "Ben"))
OVER_MS = 70_000
"""A game that nobody plays is over by then, by its limit, and its result is shown."""


def evening(folder: Path, config: Config = SHORT) -> Evening:
    return Evening(folder, None, received=config, record=folder / "r.jsonl")


def both_join(table: Evening, ms: float = 1000) -> None:
    """Places 0 and 2 join; the game begins 1200 ms later."""
    table.slap(0, ms)
    table.slap(2, ms + 400)
    table.slap(2, ms + 1000)


def kinds(table: Evening) -> list[type]:
    """What lay over the table, one after the other."""
    told: list[type] = []
    for _ms, view in table.views:
        if not told or told[-1] is not type(view.overlay):
            told.append(type(view.overlay))
    return told


def left(folder: Path) -> None:
    """A game is broken off in the folder."""
    table = Evening(folder, header_of(["7S 9H", "7H 3C"]))
    table.flip(0, 500)
    table.play(until_ms=2000)


def row(table: Evening, seat: int, row: Row, ms: float, rows: Sequence[Row] = tuple(Row)) -> float:
    """Somebody who has just joined chooses a row; when that is done."""
    for n in range(rows.index(row)):
        table.flip(seat, ms + 400 * n)
    table.slap(seat, ms + 400 * len(rows))
    return ms + 400 * len(rows)
