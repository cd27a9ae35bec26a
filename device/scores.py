"""The database of finished games: one file of SQLite, `scores.db`.

The law: a game is in it wholly or not at all, and never twice; what is wrong with the file has a
name. It keeps a rollback journal and no write-ahead log: one game in minutes needs no speed, and
so the file is whole by itself, can be read on a read-only disk, and holds no old pages in a file
beside it. A game is kept when the disk has it, its folder too: then it outlives a cut of the power.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any

from device.results import NOBODY, Finished, Result, nameless, person_of
from device.scores_rows import (
    GAME,
    SEAT,
    SENSELESS,
    TABLES,
    finished_of,
    of_game,
    of_seat,
    packed,
    result_of,
    unpacked,
    unspoilt,
    whole,
)
from device.scores_trouble import (
    ScoresDamagedError,
    ScoresError,
    ScoresNewerError,
    ScoresRefusedError,
    named,
)
from device.wording import Words

SCORES = "scores.db"
APPLICATION, VERSION = 0x52415443, 1
"""What SQLite keeps in the file's first page: that it is ours, and which form the tables have."""
WAIT_S = 3
"""How long another program may hold the file."""
_LEAST_BYTES = 256
"""Of a game in the file: so many games it holds at most."""


class Scores:
    """The open database, for the thread that opened it. Every method raises ScoresError.

    Without `writing` nothing is made or changed, and a file that is not there has no games.
    """

    def __init__(self, path: Path, writing: bool = False, wait_s: float = WAIT_S) -> None:
        self._path = path
        self._base: sqlite3.Connection | None = None
        if not writing and not path.exists():
            return
        try:
            with self._named():
                self._open("rwc" if writing else "rw", wait_s)
        except ScoresError:
            self.close()
            raise

    def __enter__(self) -> "Scores":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go. May be called again."""
        if self._base is not None:
            self._base.close()
            self._base = None

    def keep(self, finished: Finished) -> bool:
        """Keep a game, on the disk when this returns; False if it was kept before."""
        with self._named():
            if self._has(finished.key):  # nothing is changed, and nobody need be waited for
                return False
        with self._named(), self._changing() as base:
            if self._has(finished.key):
                return False
            number = base.execute(
                f"INSERT INTO games (key, {GAME}, summary, record) VALUES ({_marks(13)})",
                of_game(finished),
            ).lastrowid
            base.executemany(
                f"INSERT INTO seats (game, seat, {SEAT}) VALUES ({_marks(10)})",
                [
                    (number, place, *of_seat(seat))
                    for place, seat in enumerate(finished.result.seats)
                ],
            )
        return True

    def check(self) -> None:
        """Look the whole file over; every damage that SQLite can see raises."""
        if self._base is None:
            return
        with self._named():
            (found,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise ScoresDamagedError(self._path, Words("its pages do not fit together"))

    def read(self, rest: Callable[[], None] = lambda: None) -> None:
        """Look at every game; one that was spoilt raises, of which SQLite sees nothing.

        `rest` is called after each, for there may be many; meanwhile other programs may write.
        """
        if self._base is None:
            return
        with self._named():
            numbers = self._base.execute("SELECT number FROM games ORDER BY number").fetchall()
        for number in numbers:
            found = list(self._rows(", summary, record", "WHERE number = ?", number))
            if not found:
                raise ScoresDamagedError(self._path, Words("a game without seats"))
            with self._named():
                unspoilt(*found[0][1])
            rest()

    def results(self) -> Iterator[Result]:
        """Every game in the order in which they ended."""
        for result, _more in self._rows(""):
            yield result

    def games(self) -> Iterator[Finished]:
        """The same with all that is kept of them."""
        for result, more in self._rows(", key, summary, record"):
            with self._named():
                yield finished_of(result, *more)

    def forget(self, name: str) -> int:
        """Take a name out for good, its bytes too; in how many games it was."""
        person = person_of(name)
        with self._named():
            with self._changing() as base:
                seats = base.execute("SELECT game, seat, name FROM seats").fetchall()
                gone = [(game, seat) for game, seat, known in seats if person_of(known) == person]
                base.executemany(
                    f"UPDATE seats SET name = '{NOBODY}' WHERE game = ? AND seat = ?", gone
                )
                games = {game for game, _seat in gone}
                for game in games:
                    row = base.execute("SELECT record FROM games WHERE number = ?", (game,))
                    record = packed(nameless(unpacked(row.fetchone()[0]), name))
                    base.execute("UPDATE games SET record = ? WHERE number = ?", (record, game))
            base.execute("VACUUM")  # what older programs left between the rows
        return len(games)

    def _open(self, mode: str, wait_s: float) -> None:
        base = sqlite3.connect(
            _uri(self._path, mode), uri=True, timeout=wait_s, isolation_level=None
        )
        self._base = base
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("PRAGMA temp_store = MEMORY")  # no name in a temporary file
        base.execute("PRAGMA secure_delete = ON")
        base.execute("PRAGMA synchronous = EXTRA")
        if self._is_new(base):
            if mode != "rwc":
                self.close()
                return
            with self._changing():
                if self._is_new(base):  # nobody was quicker
                    for statement in TABLES.split(";\n"):
                        base.execute(statement)
                    base.execute(f"PRAGMA application_id = {APPLICATION}")
                    base.execute(f"PRAGMA user_version = {VERSION}")
        if _number(base, "application_id") != APPLICATION:
            raise ScoresDamagedError(self._path, Words("not a database of this program"))
        version = _number(base, "user_version")
        if version > VERSION:
            raise ScoresNewerError(
                self._path,
                Words("of form {n}; this program knows {known}", n=version, known=VERSION),
            )
        base.execute(f"SELECT number, key, {GAME}, summary, record FROM games LIMIT 0")
        base.execute(f"SELECT game, seat, {SEAT} FROM seats LIMIT 0")
        if mode == "rwc":
            base.execute("PRAGMA journal_mode = DELETE")  # whatever somebody has set

    def _has(self, key: bytes) -> bool:
        if self._base is None:
            return False
        row = self._base.execute("SELECT 1 FROM games WHERE key = ?", (key,)).fetchone()
        return row is not None

    def _is_new(self, base: sqlite3.Connection) -> bool:
        (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return tables == 0 and _number(base, "user_version") == 0

    def _rows(
        self, more: str, only: str = "", which: Sequence[int] = ()
    ) -> Iterator[tuple[Result, tuple[Any, ...]]]:
        if self._base is None:
            return
        with self._named():
            cursor = self._base.execute(
                f"SELECT number, {SEAT}, {GAME}{more} FROM games JOIN seats ON number = game "
                f"{only} ORDER BY number, seat",
                which,
            )
            for _game, rows in groupby(cursor, lambda row: row[0]):
                seats = list(rows)
                result = result_of(seats[0][9:19], [seat[1:9] for seat in seats])
                yield result, seats[0][19:]

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """All that is done within, or nothing."""
        base = self._base
        if base is None:
            raise ScoresRefusedError(self._path, Words("closed"))
        base.execute("BEGIN IMMEDIATE")
        try:
            yield base
            base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                base.execute("ROLLBACK")
            raise

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever SQLite or a row that makes no sense raises gets its name."""
        try:
            yield
        except sqlite3.Error as error:
            raise named(self._path, error) from None
        except SENSELESS as error:
            message = Words("a row of it makes no sense ({what})", what=type(error).__name__)
            raise ScoresDamagedError(self._path, message) from None


def salvaged(path: Path) -> Iterator[tuple[int, bytes]]:
    """When each game ended, and its record: all that can still be read of a damaged file.

    Raises ScoresError.
    """
    try:
        base = sqlite3.connect(_uri(path, "rw"), uri=True, timeout=WAIT_S)
    except sqlite3.Error as error:
        raise named(path, error) from None
    with closing(base):
        with suppress(sqlite3.Error):
            # Else SQLite refuses a file that is shorter than its first page says.
            base.execute("PRAGMA writable_schema = ON")
        wanted = "SELECT ended_s, record FROM games WHERE number = ?"
        for number in range(1, path.stat().st_size // _LEAST_BYTES + 2):
            with suppress(sqlite3.Error, *SENSELESS):  # this one is lost
                for ended_s, record in base.execute(wanted, (number,)).fetchall():
                    yield whole(ended_s), unpacked(record)


def _uri(path: Path, mode: str) -> str:
    """What SQLite opens; `rw` takes what may only be read too, and mends after a power cut."""
    return f"{path.absolute().as_uri()}?mode={mode}"


def _number(base: sqlite3.Connection, pragma: str) -> int:
    (number,) = base.execute(f"PRAGMA {pragma}").fetchone()
    return int(number)


def _marks(number: int) -> str:
    return ", ".join("?" * number)
