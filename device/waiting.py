"""Finished games on their way into the database, a record file each, in `finished-games`.

The law: a finished game lies here until it is in the database and on the disk. Whatever is wrong
there, a locked file or a full disk, the games wait and go in later, in the order in which they
ended. What cannot be judged is put aside, not lost; what the power cut off before its end is gone
on with.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import chain, count
from pathlib import Path
from typing import TypeAlias

from device.paper import lines_to_zero, make_folder, regular, sync_folder
from device.results import Finished, NotFinishedError, judged
from device.scores import SCORES, WAIT_S, Scores, salvaged
from device.scores_trouble import ScoresDamagedError
from game.record import Record

WAITING = "finished-games"
_Mark: TypeAlias = tuple[int, int, int]
_GAME, _SALVAGED = "game", "from-damaged"  # those of a damaged file are older, and go first


class UnkeptError(Exception):
    """A finished game cannot be written down yet; `cause` is what the system said."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class PutAsideError(Exception):
    """A file was damaged; `name` is where it lies now."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Waiting:
    """The waiting games of a table's folder.

    `also`: files of the folder that may hold a finished game, and stay. `rest` is called now and
    then while there is much to do; `warn` is told of a file that cannot be judged, and of where it
    lies now. `wait_s`: how long another program may hold the database.
    """

    def __init__(
        self,
        folder: Path,
        also: Sequence[str] = (),
        rest: Callable[[], None] = lambda: None,
        warn: Callable[[Path, Path], None] = lambda _path, _put: None,
        wait_s: float = WAIT_S,
    ) -> None:
        self._folder = folder
        self._room = folder / WAITING
        self._also = [folder / name for name in also]
        self._rest = rest
        self._warn = warn
        self._wait_s = wait_s
        self._known: set[_Mark] = set()

    def add(self, record: Path) -> None:
        """Let a finished game wait; its record stays where it is. Raises OSError."""
        make_folder(self._room)
        for number in count(_last(self._room, _GAME) + 1):
            place = self._room / f"{_GAME}-{number:06}.jsonl"
            try:
                os.link(record, place)
            except FileExistsError:
                continue
            except OSError:  # a file system without links
                _copied(record, place)
            return

    def add_text(self, record: bytes, ended_s: int) -> None:
        """Let a finished game wait that is nowhere on the disk yet. Raises OSError."""
        make_folder(self._room)
        fresh = self._room / "from-memory.new"
        try:
            with fresh.open("wb") as file:
                file.write(record)
                file.flush()
                os.fsync(file.fileno())
            os.utime(fresh, (ended_s, ended_s))
            self.add(fresh)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)

    def take_in(self) -> int:
        """Keep every game that waits; how many are new.

        Raises ScoresError; then what is not kept goes on waiting.
        """
        sync_folder(self._room)
        kept = 0
        with ExitStack() as parts:
            scores = None
            for path in self._paths():
                found = self._finished(path)
                if found is None:
                    continue
                if scores is None:
                    opened = Scores(self._folder / SCORES, writing=True, wait_s=self._wait_s)
                    scores = parts.enter_context(opened)
                finished, mark = found
                kept += scores.keep(finished)
                self._known.add(mark)
                if path not in self._also:
                    path.unlink(missing_ok=True)
        return kept

    def _paths(self) -> Iterator[Path]:
        """What waits, in order, and what has come meanwhile; only then the files beside."""
        before: list[Path] = []
        while (there := sorted(self._room.glob("*.jsonl"))) != before:
            yield from there
            before = there
        yield from self._also

    def _finished(self, path: Path) -> tuple[Finished, _Mark] | None:
        """The game of a file that is not known yet, with the file's mark; None without one.

        A file beside may be replaced by the next game's at any time.
        """
        try:
            mark = _mark(path)
        except FileNotFoundError:
            return None  # or another program has kept it
        if path in self._also and mark in self._known:
            return None
        try:
            return _read(path, self._rest), mark
        except FileNotFoundError:
            return None
        except NotFinishedError:
            if path in self._also:
                self._known.add(mark)
            elif any(_is_same_game(path, other) for other in self._also):
                path.unlink(missing_ok=True)  # it is gone on with
            else:
                self._warn(path, aside(path, self._folder / "damaged-game.jsonl"))
            return None
        except Exception:  # noqa: BLE001 - whatever it was, the games after it go in
            if path in self._also:
                self._known.add(mark)
            else:
                self._warn(path, aside(path, self._folder / "damaged-game.jsonl"))
            return None


def unended(folder: Path) -> Path | None:
    """The newest of the waiting games, if the power went before the disk had its end."""
    for path in sorted((folder / WAITING).glob(f"{_GAME}-*.jsonl"))[-1:]:
        try:
            _read(path, lambda: None)
        except NotFinishedError:
            return path
        except Exception:  # noqa: BLE001 - whatever it was, it is told when the game is kept
            return None
    return None


def mend(folder: Path) -> Path | None:
    """Put a damaged database aside, all of it that can be read waits to be kept in a new one.

    Where the old one lies now; None if it is not damaged. Raises ScoresError, or OSError.
    """
    path = folder / SCORES
    try:
        with Scores(path) as scores:
            scores.check()
            scores.read()
            for _finished in scores.games():
                pass
        return None
    except ScoresDamagedError:
        pass
    room = folder / WAITING
    make_folder(room)
    for number, (ended_s, record) in enumerate(salvaged(path), _last(room, _SALVAGED) + 1):
        place = room / f"{_SALVAGED}-{number:06}.jsonl"
        place.write_bytes(record)
        os.utime(place, (ended_s, ended_s))
    sync_folder(room)
    put = aside(path, folder / f"damaged-{SCORES}")
    for end in ("-journal", "-wal", "-shm"):  # of the old file: they would spoil a new one
        with suppress(FileNotFoundError):
            os.replace(f"{path}{end}", f"{put}{end}")
    return put


def aside(path: Path, name: Path) -> Path:
    """Give a file this name, with a number where that stands already; the name. Raises OSError."""
    numbered = (name.with_stem(f"{name.stem}-{number}") for number in count(2))
    place = next(place for place in chain([name], numbered) if not place.exists())
    os.replace(path, place)
    return place


def _read(path: Path, rest: Callable[[], None]) -> Finished:
    with regular(path) as file:
        with suppress(OSError):  # else a game might be kept, and be gone on with all the same
            os.fsync(file.fileno())
        ended_s = int(os.fstat(file.fileno()).st_mtime)
        return judged(Record(lines_to_zero(file)), ended_s, rest)


def _is_same_game(path: Path, other: Path) -> bool:
    """Whether two records begin with the same line."""
    try:
        with regular(path) as one, regular(other) as two:
            return next(lines_to_zero(one), b"") == next(lines_to_zero(two), b"")
    except OSError:
        return False


def _mark(path: Path) -> _Mark:
    """What changes when a file does."""
    there = path.stat()
    return there.st_ino, there.st_size, there.st_mtime_ns


def _last(room: Path, kind: str) -> int:
    """The greatest number of a kind, 0 without any."""
    numbers = (path.stem.rpartition("-")[2] for path in room.glob(f"{kind}-*.jsonl"))
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _copied(record: Path, place: Path) -> None:
    fresh = place.with_suffix(".new")
    shutil.copyfile(record, fresh)
    shutil.copystat(record, fresh)
    os.replace(fresh, place)
