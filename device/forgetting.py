"""Taking a name out for good: of the database, and of every record that the table keeps.

The law: when this has ended well no file in the table's folder holds the name in a game. It is done
while no table plays there, or the running game would bring it back. What cannot be read any more,
and may hold it, is removed with it; for a name that stands nowhere else, nothing is.
"""

import os
from pathlib import Path

from device.claim import claimed
from device.config import LEARNED, Config, learn, learned
from device.language import language
from device.results import nameless, person_of
from device.scores import SCORES, Scores
from device.scribe import RECORDS
from device.waiting import WAITING, Waiting
from game.record import RecordError


def forget(folder: Path, name: str) -> tuple[int, int]:
    """Take a name out; of how many finished games, and how many files beside them.

    Raises FolderInUseError while a table plays, ScoresError or OSError where something could not be
    changed; it can be tried again.
    """
    claim = claimed(folder)
    try:
        Waiting(folder, RECORDS).take_in()
        games = 0
        if (folder / SCORES).exists():
            with Scores(folder / SCORES, writing=True) as scores:
                games = scores.forget(name)
        beside = [*folder.glob("*.jsonl"), *(folder / WAITING).glob("*")]
        files = [_clean(path, name) for path in beside if path.is_file()].count(True)
        _offer_no_more(folder, name)
        if games or files:
            for path in unreadable(folder):
                path.unlink()
        return games, files
    finally:
        if claim is not None:
            os.close(claim)


def unreadable(folder: Path) -> list[Path]:
    """The damaged databases that are kept there: any name may be in them."""
    return sorted(folder.glob(f"damaged-{Path(SCORES).stem}*"))


def _offer_no_more(folder: Path, name: str) -> None:
    """Whoever sits down at the table is not asked for this name."""
    person = person_of(name)
    settled, trouble = learned(folder, Config(), language("en"))
    names = [each for each in settled.names if person_of(each) != person]
    if len(names) < len(settled.names):
        learn(folder, names=names)
    path = folder / LEARNED
    if trouble is not None and person in path.read_text("utf-8", "replace").casefold():
        path.unlink()


def _clean(path: Path, name: str) -> bool:
    """Take the name out of a record, or remove a file that is none; whether it had the name."""
    before = path.read_bytes()
    try:
        after = nameless(before, name)
    except RecordError:
        found = f'"{person_of(name)}"' in before.decode("utf-8", "replace").casefold()
        if found:
            path.unlink()
        return found
    if after == before:
        return False
    there = path.stat()
    fresh = path.with_name(f"{path.name}.new")
    with path.open("r+b") as old:
        with fresh.open("wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        os.utime(fresh, ns=(there.st_atime_ns, there.st_mtime_ns))
        os.replace(fresh, path)
        if os.fstat(old.fileno()).st_nlink == 0:  # without a name of its own, its bytes go too
            old.write(bytes(len(before)))
            old.flush()
            os.fsync(old.fileno())
    return True
