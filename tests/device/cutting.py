"""Cuts the power of a table that writes: a real process is killed, and its disk forgets.

A disk keeps what was waited for. Of what was only written it keeps any part: this much of a file,
these of the new names. So each kill is followed by the worst that a disk may do, drawn by chance.
What SQLite writes it keeps as it was, hot journal and all: the waiting happens out of sight there.
"""

import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NoReturn

SHADOWS = "shadows"
_WRITTEN_OUT_OF_SIGHT = "scores.db"


class Disk:
    """In the process that is going to be killed: tells `told` of each step, and stops at one.

    `shadows` gets a second name of whatever loses its own. A write at which it stops is torn.
    """

    def __init__(self, folder: Path, shadows: Path, told: int, stop: int, rng: Random) -> None:
        self._folder, self._shadows, self._told = folder, shadows, told
        self._stop, self._rng = stop, rng
        self._steps = self._number = 0
        self._here = os.stat(folder).st_dev
        self._ends: dict[int, int] = {}
        self._write, self._ftruncate = os.write, os.ftruncate
        self._fsync, self._fdatasync = os.fsync, os.fdatasync
        os.write, os.ftruncate = self.write, self.ftruncate
        os.fsync, os.fdatasync = self.fsync, self.fdatasync
        sys.addaudithook(self._before)

    def tell(self, *words: object) -> None:
        """A line that outlives this process."""
        self._write(self._told, json.dumps(words).encode() + b"\n")

    def write(self, file: int, data: bytes) -> int:
        if file == self._told or not self._is_ours(file):
            return self._write(file, data)
        if self._step():
            self._write(file, data[: self._rng.randrange(len(data) + 1)])
            self._die()
        written = self._write(file, data)
        self._ends[os.fstat(file).st_ino] = os.lseek(file, 0, os.SEEK_CUR)
        return written

    def ftruncate(self, file: int, length: int) -> None:
        if self._step():
            self._die()
        self.tell("cut", os.fstat(file).st_ino, length)
        self._ftruncate(file, length)

    def fsync(self, file: int) -> None:
        self._wait(self._fsync, file)

    def fdatasync(self, file: int) -> None:
        self._wait(self._fdatasync, file)

    def _wait(self, wait: Callable[[int], None], file: int) -> None:
        there = os.fstat(file)
        end = self._ends.get(there.st_ino, there.st_size)
        if self._step():
            self._die()
        wait(file)
        self.tell("safe", there.st_ino, end)
        if self._step():
            self._die()

    def _before(self, event: str, args: tuple[Any, ...]) -> None:
        """A name is about to change, or something else happens at which one may be killed."""
        if event not in ("os.rename", "os.link", "os.remove", "open", "sqlite3.connect"):
            return
        if not str(args[0]).removeprefix("file:").startswith(str(self._folder)):
            return
        if self._step():
            self._die()
        if event in ("os.rename", "os.link", "os.remove"):
            old, new = str(args[0]), str(args[1])
            lost = old if event == "os.remove" else new
            shadow = None
            if os.path.exists(lost) and not lost.startswith(str(self._folder / "scores.db")):
                self._number += 1
                shadow = str(self._shadows / f"{os.getpid()}-{self._number}")
                os.link(lost, shadow)
            with suppress(FileNotFoundError):
                self.tell(event, old, new, os.stat(old).st_ino, shadow)

    def _step(self) -> bool:
        self._steps += 1
        return self._steps == self._stop

    def _die(self) -> NoReturn:
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)
        raise AssertionError("still alive")

    def _is_ours(self, file: int) -> bool:
        there = os.fstat(file)
        return there.st_dev == self._here and there.st_nlink > 0


def killed(
    folder: Path, shadows: Path, life: Callable[[Disk], object], rng: Random, most_steps: int,
    most_s: float,
) -> list[list[Any]]:  # fmt: skip
    """Let a process live its life on a folder, kill it, and return what it told.

    Every other one is killed at a step of its disk, the others at any time.
    """
    heard, told = os.pipe()
    by_step = rng.random() < 0.5
    stop = rng.randrange(1, most_steps) if by_step else 0
    wait_s = rng.uniform(0, most_s)
    seed = rng.random()
    process = os.fork()
    if process == 0:
        try:
            os.close(heard)
            life(Disk(folder, shadows, told, stop, Random(seed)))
        except BaseException:  # noqa: BLE001 - it is told
            import traceback

            os.write(told, json.dumps(["failed", traceback.format_exc()]).encode() + b"\n")
        finally:
            os._exit(1)
    os.close(told)
    lines = b""
    try:
        if not by_step:
            time.sleep(wait_s)
            os.kill(process, signal.SIGKILL)
        while piece := os.read(heard, 1 << 16):
            lines += piece
    finally:
        os.close(heard)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    return [json.loads(line) for line in lines.splitlines(keepends=True) if line.endswith(b"\n")]


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
