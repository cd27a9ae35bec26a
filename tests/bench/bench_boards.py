"""What the boards of 10,000 games cost the loop: nothing but to ask for them.

The law: the database is a real one, of games of four with 30 reactions each; the keeper reads it
in its thread, as at a table that comes to rest. Beside it a thread that sleeps a millisecond again
and again, as the loop does: how late it comes is how long Python kept it waiting.
"""

import sqlite3
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from device.keeper import Keeper
from device.language import language
from device.lookup import Lookup
from device.results import Finished, Result, SeatResult
from device.scores import SCORES, Scores
from device.scores_rows import GAME, SEAT, of_game, of_seat
from game.events import Ending
from tests.bench.figure import Figure, told

GAMES: Final = 10_000
NAMES: Final = tuple(f"Person {number}" for number in range(40))
DAY: Final = "2026-11-30"
SEED: Final = 10_000
RECORD_BYTES: Final = 4_000


def fill(folder: Path) -> None:
    """So many games, in one go."""
    chance = Random(SEED)
    with Scores(folder / SCORES, writing=True):
        pass
    base = sqlite3.connect(folder / SCORES, isolation_level=None)
    base.execute("BEGIN")
    for number in range(GAMES):
        seats = tuple(
            SeatResult(
                name, True, chance.randrange(2000), 13, 30, 2, chance.randrange(9),
                tuple(chance.randrange(90_000, 900_000) for _ in range(30)),
            )
            for name in chance.sample(NAMES, 4)
        )  # fmt: skip
        winner, ended_s = chance.randrange(4), 1_700_000_000 + number * 600
        result = Result(
            ended_s, "new", None, "classic", False, True, 600_000_000, 1400, Ending.ALL_CARDS,
            winner, seats,
        )  # fmt: skip
        key = sha256(str(number).encode()).digest()
        row = of_game(Finished(key, chance.randbytes(RECORD_BYTES), "", result))
        marks = ", ".join("?" * len(row))
        base.execute(f"INSERT INTO games (key, {GAME}, summary, record) VALUES ({marks})", row)
        rows = [(number + 1, place, *of_seat(seat)) for place, seat in enumerate(seats)]
        marks = ", ".join("?" * len(rows[0]))
        base.executemany(f"INSERT INTO seats (game, seat, {SEAT}) VALUES ({marks})", rows)
    base.execute("COMMIT")
    base.close()


def late_ms(keeper: Keeper) -> tuple[float, list[float]]:
    """How long it took to ask, in us; how late a sleeper came until the boards were there."""
    start = time.perf_counter()
    keeper.look_up(DAY)
    asked_us = (time.perf_counter() - start) * 1e6
    late = []
    while keeper.boards is None:
        before_ns = time.monotonic_ns()
        time.sleep(0.001)
        late.append((time.monotonic_ns() - before_ns) / 1e6 - 1)
    return asked_us, sorted(late)


def figures() -> list[Figure]:
    """Everything that is measured here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        start = time.process_time()
        Lookup(folder).best(DAY)
        at_once_s = time.process_time() - start
        keeper = Keeper(folder, language("en"))
        start = time.perf_counter()
        asked_us, late = late_ms(keeper)
        there_s = time.perf_counter() - start
        keeper.close()
    return [
        Figure("the boards of 10,000 games read in one go", at_once_s * 1000, "ms"),
        Figure("asked for by the loop", asked_us, "us", 1000),
        Figure("there after", there_s, "s"),
        Figure("meanwhile a thread that sleeps comes late, median", late[len(late) // 2], "ms", 2),
        Figure("the same, 99th percentile", late[len(late) * 99 // 100], "ms", 10),
        Figure("the same, longest", late[-1], "ms"),
    ]


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    return told(figures())


if __name__ == "__main__":
    sys.exit(main())
