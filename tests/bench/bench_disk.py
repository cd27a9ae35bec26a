"""What a game costs a memory card, with the bound of each figure. Run it with python, as root.

Four people play games whose cards and reactions are drawn by chance; their journals are written as
the table writes them, on an ext4 in a file of its own, whose device counts all that is written: the
lines, what the file system notes of them, and the database. Time is not waited for: the disk is
waited for as often as it would be, and after each game the file system is made to write the rest.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.journal import ROOM, SYNC_S, Journal, to_disk
from device.keeper import Keeper
from device.language import language
from device.scribe import JOURNAL, LAST, RECORDS
from device.session import VERDICTS, worth_writing
from device.stage import AIR_US
from game.cards import deal
from game.cpu import Computers, Level, played
from game.events import Input
from game.record import Header
from game.rules import PRESETS, Rules
from tests.bench.figure import Figure, told

GAMES = 9
PEOPLE = ("Anna", "Ben", "Clara", "Dora")
COMMIT_US = 5_000_000
"""How often ext4 writes what it has noted by itself."""
_IMAGE_BYTES = 64 << 20
_SECTOR_BYTES = 512


class Card:
    """A file system on a device of its own; `written` counts its bytes so far."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder = folder
        self._counts = Path("/sys/class/block") / Path(device).name / "stat"

    def sync(self) -> None:
        """All that is noted goes to the device."""
        folder = os.open(self.folder, os.O_RDONLY)
        ctypes.CDLL(None).syncfs(folder)
        os.close(folder)

    def written(self) -> int:
        self.sync()
        return int(self._counts.read_text().split()[6]) * _SECTOR_BYTES


@contextmanager
def mounted(place: Path) -> Iterator[Card]:
    """Raises OSError or CalledProcessError where this user may not mount one."""

    def run(*words: str | Path) -> str:
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    image, folder = place / "card.img", place / "card"
    with image.open("wb") as file:
        file.truncate(_IMAGE_BYTES)
    folder.mkdir()
    run("mkfs.ext4", "-q", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0", image)
    run("mount", "-o", "loop,noatime", image, folder)
    try:
        yield Card(folder, run("findmnt", "-n", "-o", "SOURCE", folder).strip())
    finally:
        run("umount", folder)


def game(seed: str, rules: Rules) -> tuple[Header, list[tuple[Input, bool]]]:
    """The inputs of a game of four, each with whether a verdict came of it."""
    hands, leader = deal(seed, len(PEOPLE))
    header = Header(PEOPLE, leader, hands, rules, seed, {"kinds": ["person"] * len(PEOPLE)})
    levels = dict.fromkeys(range(len(PEOPLE)), Level.NORMAL)
    found = [
        (happened, any(isinstance(fact, VERDICTS) for fact in facts))
        for happened, _state, facts in played(header.deal(), Computers(seed, levels), AIR_US)
        if worth_writing(happened, facts)
    ]
    return header, found


def keep(card: Card, header: Header, inputs: list[tuple[Input, bool]]) -> tuple[int, int]:
    """Write a game as a table does; the bytes of its record, and how often the disk was awaited."""
    folder, waited, times = card.folder, threading.Semaphore(0), 0

    def disk(file: int) -> None:
        to_disk(file)
        waited.release()

    Journal.begin(folder / JOURNAL, header, ROOM).close()
    file = os.open(folder / JOURNAL, os.O_WRONLY)
    os.lseek(file, 0, os.SEEK_END)
    os.ftruncate(file, ROOM)
    journal = Journal(folder / JOURNAL, file, disk, patience_s=3600, roomy=True)
    due_us: int | None = None
    commit_us = COMMIT_US

    def wait() -> None:
        nonlocal times, due_us
        journal.hurry()
        waited.acquire()
        times, due_us = times + 1, None

    for happened, judged in inputs:
        if due_us is not None and happened.t_us >= due_us:
            wait()
        if happened.t_us >= commit_us:
            card.sync()
            commit_us = happened.t_us + COMMIT_US
        journal.append(happened)
        if due_us is None:
            due_us = happened.t_us + round(SYNC_S * 1e6)
        if judged:
            wait()
    keeper = Keeper(folder, language("en"), RECORDS, patience_s=60)
    keeper.keep(folder / JOURNAL, lambda: b"")
    os.replace(folder / JOURNAL, folder / LAST)
    journal.close()
    keeper.close()
    return (folder / LAST).stat().st_size, times


def figures() -> list[Figure]:
    """Everything that is measured here."""
    records, costs, waits = [], [], []
    with tempfile.TemporaryDirectory() as name, mounted(Path(name)) as disk:
        for number in range(GAMES):
            rules = list(PRESETS.values())[number % len(PRESETS)]
            header, inputs = game(f"bench {number}", rules)
            before = disk.written()
            size, times = keep(disk, header, inputs)
            costs.append((disk.written() - before) / 1e6)
            records.append(size / 1e3)
            waits.append(times)
    return [
        Figure(f"the record of a game of four, median of {GAMES}", median(records), "KB"),
        Figure("the same, the longest game", max(records), "KB", 100),
        Figure("written to the device for a game, median", median(costs), "MB"),
        Figure("the same, the longest game", max(costs), "MB", 16),
        Figure("how often the disk is waited for in it", max(waits), ""),
    ]


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    try:
        found = figures()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"not measured: an ext4 cannot be mounted here: {error}")
        return 0
    return told(found)


if __name__ == "__main__":
    sys.exit(main())
