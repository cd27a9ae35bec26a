"""What a disk loses by a cut of the power, drawn by chance from the worst that it may do.

It keeps what was waited for. Of what was only written it keeps any part: this much of a file, these
of the new names; a process that was killed (`cutting`) has told which. What SQLite writes it keeps
as it was, hot journal and all: the waiting happens out of sight there.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

_WRITTEN_OUT_OF_SIGHT = "scores.db"


def ends(folder: Path) -> dict[int, int]:
    """How much there is of each file, by its number: all to the last byte that is not zero."""
    return {path.stat().st_ino: _end(path) for path in _files(folder)}


def safe_bytes(folder: Path, before: dict[int, int], told: list[list[Any]]) -> dict[int, int]:
    """How much of each file the disk has for certain, by the number of the file."""
    safe = dict(before)
    for word, *more in told:
        if word == "safe":
            number, end = more
            safe[number] = max(safe.get(number, 0), end)
        elif word == "cut":
            number, length = more
            safe[number] = min(safe.get(number, 0), length)
    return {number: min(safe.get(number, 0), end) for number, end in ends(folder).items()}


def forget(folder: Path, told: list[list[Any]], safe: dict[int, int], rng: Random) -> None:
    """The disk loses what it may: the newest names, and the ends of files."""
    unsafe: list[list[Any]] = []
    for line in told:
        if line[0] == "safe":
            unsafe = [op for op in unsafe if _folder(op) != line[1]]
        elif line[0].startswith("os."):
            unsafe.append(line)
    for event, old, new, number, shadow in reversed(unsafe[rng.randrange(len(unsafe) + 1) :]):
        _undo(event, Path(old), Path(new), number, shadow)
    lost: set[int] = set()
    for path in _files(folder):
        there, end = path.stat(), _end(path)
        safe_end = safe.get(there.st_ino, end)
        if there.st_ino not in lost and safe_end < end:
            lost.add(there.st_ino)
            _lose(path, rng.randint(safe_end, end), end, rng)
            os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))


def _lose(path: Path, keeps: int, end: int, rng: Random) -> None:
    """The end of a file is missing; or it is there as zeros, and perhaps not all of it."""
    if path.stat().st_size == end and rng.random() < 0.5:
        os.truncate(path, keeps)
        return
    with path.open("r+b") as file:
        file.seek(keeps)
        file.write(bytes((end if rng.random() < 0.5 else rng.randint(keeps, end)) - keeps))


def _files(folder: Path) -> Iterator[Path]:
    """All files but those of the database."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(_WRITTEN_OUT_OF_SIGHT):
            yield path


def _end(path: Path) -> int:
    return len(path.read_bytes().rstrip(b"\0"))


def damage(folder: Path, rng: Random) -> Path:
    """Something happens to a file that no cut of the power does: it is cut off or written over."""
    path = rng.choice([path for path in sorted(folder.rglob("*")) if path.is_file()])
    size = path.stat().st_size
    match rng.randrange(4):
        case 0:
            os.truncate(path, rng.randint(0, size))
        case 1:
            path.write_bytes(b"")
        case 2:
            path.write_bytes(bytes(size))
        case _:
            content = bytearray(path.read_bytes())
            start = rng.randint(0, size)
            content[start : start + 512] = rng.randbytes(min(512, size - start))
            path.write_bytes(content)
    return path


def _folder(op: list[Any]) -> int:
    """The number of the folder in which a name was changed."""
    event, old, new, _number, _shadow = op
    with suppress(FileNotFoundError):
        return os.stat(os.path.dirname(old if event == "os.remove" else new)).st_ino
    return 0


def _undo(event: str, old: Path, new: Path, number: int, shadow: str | None) -> None:
    """What was done to a name is not done, if it was at all."""

    def is_it(path: Path) -> bool:
        return path.exists() and path.stat().st_ino == number

    if event == "os.remove":
        if shadow is not None and not old.exists():
            os.link(shadow, old)
        return
    if not is_it(new):
        return
    if event == "os.rename":
        os.replace(new, old)
    else:
        new.unlink()
    if shadow is not None:
        os.link(shadow, new)
