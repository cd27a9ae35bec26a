"""Cuts the power of a table that writes: a real process, which tells what it does to its disk, is
killed. What the disk loses by that is in `loss`."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NoReturn


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
