"""What the table costs, with the bound of each figure. Run it with python.

`python tests/bench/bench_device.py` prints every figure and ends with 1 where a bound is missed.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.dealing import computers_of, first_header, seats_of
from device.journal import Journal
from device.language import language
from device.options import PlayOptions, SeatPlan, Settings, default_seats
from device.pictures.screen import Screen
from device.session import Session
from device.stage import AIR_US, Stage
from device.view import View
from game.cpu import Level, played
from game.events import Flip, Slap
from game.record import header_line
from game.rules import Rules
from tests.bench.figure import Figure, told
from tests.bench.virtual_screen import is_there, virtual_screen

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)
IDLE_S, SETTLE_S = 5.0, 2.5
"""How long the idle window is measured, and how long it has to come up before."""


def options(folder: Path) -> PlayOptions:
    seats = default_seats(Level.NORMAL, language("en"))
    return PlayOptions(seats, Rules(), Level.NORMAL, folder, seed="bench")


def views(count: int = 240) -> list[View]:
    """The first pictures of a game of four, 16 ms apart while something moves."""
    header = first_header(
        replace(options(Path()), seats=tuple(SeatPlan(name, Level.NORMAL) for name in "ABCD"))
    )
    stage = Stage(seats_of(header), [()] * 4, True, language("en"), Settings())
    found: list[View] = []
    for _, state, facts in played(header.deal(), computers_of(header), AIR_US):
        stage.note(facts)
        for frame in range(10):
            view = stage.view(state, state.now_us + frame * 16_000)
            if not found or view != found[-1]:
                found.append(view)
        if len(found) >= count:
            break
    return found


def pictures_ms() -> tuple[float, float, float]:
    """Median, 95th percentile of a picture from a changed view; an equal view."""
    screen, spans = Screen(SIZE), []
    for view in views():
        start = time.perf_counter()
        screen.picture(view)
        spans.append((time.perf_counter() - start) * 1e3)
    drawn, start = screen.drawn, time.perf_counter()
    for _ in range(1000):
        screen.picture(view)
    equal = (time.perf_counter() - start) / 1000 * 1e3
    if screen.drawn != drawn:
        raise AssertionError("an equal view was drawn")
    return statistics.median(spans), statistics.quantiles(spans, n=20)[-1], equal


def append_us(folder: Path, count: int = 5000) -> float:
    """Median of writing one press."""
    journal, spans = Journal.begin(folder / "bench.jsonl", first_header(options(folder))), []
    for t_us in range(count):
        start = time.perf_counter()
        journal.append(Slap(t_us, 0))
        spans.append((time.perf_counter() - start) * 1e6)
    journal.close()
    return statistics.median(spans)


def judged_us(folder: Path, count: int = 2000) -> float:
    """Median from a press that is heard to its facts, journal included."""
    header = first_header(options(folder))
    journal, spans = Journal.begin(folder / "judged.jsonl", header), []
    session = Session(header.deal(), computers_of(header), [journal])
    seats = len(header.seats)
    for press in range(count):
        t_us = session.state.now_us + 1
        start = time.perf_counter()
        session.hear(Flip(t_us, press % seats))
        session.advance(t_us)
        spans.append((time.perf_counter() - start) * 1e6)
    session.close()
    return statistics.median(spans)


def version_ms(runs: int = 9) -> float:
    """Median of `ratscrew --version`, from nothing to its end."""
    spans = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "device", "--version"], cwd=ROOT, check=True, capture_output=True
        )
        spans.append((time.perf_counter() - start) * 1e3)
    return statistics.median(spans)


def busy_s(pid: int) -> float:
    """Processor time of a process and its threads so far."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def idle_percent(folder: Path, persons: int) -> float:
    """Share of one core that a window takes while a person is on turn and nobody does anything."""
    kinds = [None] * persons + [Level.NORMAL] * (4 - persons)
    seats = tuple(SeatPlan(name, kind) for name, kind in zip("ABCD", kinds, strict=True))
    header = replace(first_header(replace(options(folder), seats=seats)), leader=0)
    deal = folder / f"deal-{persons}.jsonl"
    deal.write_text(f"{header_line(header)}\n", "utf-8")
    with virtual_screen() as variables:
        table = subprocess.Popen(
            [sys.executable, "-m", "device", "play", "--buttons", "keys", "--deal", str(deal)],
            cwd=ROOT,
            env=os.environ | variables | {"STATE_DIRECTORY": str(folder / str(persons))},
        )
        try:
            journal = folder / str(persons) / "game.jsonl"
            while not journal.exists() and table.poll() is None:
                time.sleep(0.05)
            time.sleep(SETTLE_S)
            before = busy_s(table.pid)
            time.sleep(IDLE_S)
            return (busy_s(table.pid) - before) / IDLE_S * 100
        finally:
            table.terminate()
            table.wait(10)


def figures() -> list[Figure]:
    """Everything that is measured here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        median, slowest, equal = pictures_ms()
        found = [
            Figure("picture of 1280x720 from a changed view, median", median, "ms", 8),
            Figure("the same, 95th percentile", slowest, "ms"),
            Figure("picture from an equal view: nothing is drawn", equal, "ms", 0.1),
            Figure("journal: one press written, median", append_us(folder), "us", 100),
            Figure(
                "session: from a press heard to its facts, median", judged_us(folder), "us", 250
            ),
            Figure("ratscrew --version, median", version_ms(), "ms", 150),
        ]
        if is_there():
            idle, shared = idle_percent(folder, 1), idle_percent(folder, 2)
            found += [
                Figure("idle window, one person on turn, share of a core", idle, "%", 3),
                Figure("idle window, two people at one keyboard", shared, "%"),
            ]
        return found


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    return told(figures())


if __name__ == "__main__":
    sys.exit(main())
