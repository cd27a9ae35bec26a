"""What the rules cost: a step, whole games among computer players, the import.

The table has four seats and 52 cards. Each figure is the median of several runs, in time of the
processor; the import in a fresh interpreter. `make bench` runs it with all the others, and
`python -m tests.bench.bench_game` alone. With `wins` and a number of games behind that it tells
instead how often a slow and a fast player beat three normal ones: it takes minutes, and tells the
same on every machine.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from game.cards import Seat, deal
from game.cpu import Computers, Level, played
from game.engine import deal as dealt
from game.engine import step
from game.events import Flip, Input, Shown, Slap, Slapped, Tick, Verdict
from game.rules import PRESETS
from game.state import State

ROOT = Path(__file__).resolve().parents[2]
SEATS = 4
AIR_US = 250_000
NORMAL = dict.fromkeys(range(SEATS), Level.NORMAL)
STEP_US, GAMES, CARDS, IMPORT_MS = 12, 15, 21_000, 50
RUNS = 7
SLOW_WINS, FAST_WINS = 15, 40
IMPORTING = """
from time import process_time
began = process_time()
import {module}
print(process_time() - began)
"""


def start(key: str) -> State:
    """A game of the default rules right after the deal."""
    hands, leader = deal(key, SEATS)
    return dealt(PRESETS["ratscrew"], hands, leader, key)


Steps = Sequence[tuple[State, Input]]


def steps() -> dict[str, Steps]:
    """Steps of one game by their kind: the state before, and what comes."""
    found: dict[str, list[tuple[State, Input]]] = {
        "flip": [],
        "shown": [],
        "slap on a pattern": [],
        "false slap": [],
        "tick": [],
        "all of a game": [],
    }
    before = start("bench/0")
    for happened, state, facts in played(before, Computers("bench/0", NORMAL), AIR_US):
        match happened:
            case Flip():
                kind = "flip"
            case Shown():
                kind = "shown"
            case Slap():
                false = any(
                    isinstance(fact, Slapped) and fact.verdict is Verdict.FALSE for fact in facts
                )
                kind = "false slap" if false else "slap on a pattern"
            case _:
                kind = ""
        if kind:
            found[kind].append((before, happened))
        found["tick"].append((before, Tick(before.now_us)))
        found["all of a game"].append((before, happened))
        before = state
    return dict(found)


def step_us(kind: Steps, count: int = 2_000) -> float:
    """Microseconds of one step of a kind, the mean of at least `count`."""
    rounds = count // len(kind) + 1
    began = time.process_time()
    for _ in range(rounds):
        for state, happened in kind:
            step(state, happened)
    return (time.process_time() - began) / (rounds * len(kind)) * 1_000_000


def games_and_cards(games: int = 10) -> tuple[float, float]:
    """Games and cards a second, every fact of every game made."""
    began, cards = time.process_time(), 0
    for number in range(games):
        cards += finished(f"bench/{number}", NORMAL).shown
    seconds = time.process_time() - began
    return games / seconds, cards / seconds


def finished(key: str, levels: Mapping[Seat, Level]) -> State:
    """The last state of a game among computer players."""
    state = start(key)
    for _, reached, _ in played(state, Computers(key, levels), AIR_US):
        state = reached
    return state


def import_ms(module: str) -> float:
    """Milliseconds of importing a module in a fresh interpreter."""
    script = IMPORTING.format(module=module)
    told = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(told.stdout) * 1_000


def win_percent(level: Level, games: int) -> float:
    """Wins in 100 games against three normal players, from every seat in turn."""
    won = 0
    for number in range(games):
        seat = number % SEATS
        over = finished(f"wins/{number}", NORMAL | {seat: level}).over
        won += over is not None and over.winner == seat
    return 100 * won / games


def told(name: str, figure: float, unit: str, *, most: float = 0, least: float = 0) -> bool:
    """Print a figure beside its bound; whether the bound is kept."""
    kept = figure <= most if most else figure >= least
    bound = f"at most {most:,}" if most else f"at least {least:,}"
    print(f"{figure:12,.1f} {unit:8} {name:28} {bound} {'' if kept else '  MISSED'}".rstrip())
    return kept


def main() -> int:
    """Print the figures; 1 if a bound is missed."""
    kept = []
    for name, kind in steps().items():
        us = statistics.median(step_us(kind) for _ in range(RUNS))
        kept.append(told(f"step: {name}", us, "us", most=STEP_US))
    runs = [games_and_cards() for _ in range(RUNS)]
    games, cards = (statistics.median(figures) for figures in zip(*runs, strict=True))
    kept.append(told("games of computer players", games, "a second", least=GAMES))
    kept.append(told("cards of computer players", cards, "a second", least=CARDS))
    package, engine = (
        statistics.median(import_ms(module) for _ in range(RUNS))
        for module in ("game", "game.engine")
    )
    kept.append(told("import game", package, "ms", most=IMPORT_MS))
    print(f"{engine:12,.1f} ms       import game.engine, all that a game needs")
    return int(not all(kept))


def wins(games: int) -> int:
    """Print how often slow and fast win; 1 if a bound is missed."""
    slow, fast = win_percent(Level.SLOW, games), win_percent(Level.FAST, games)
    kept = told(f"slow wins, {games} games", slow, "%", most=SLOW_WINS)
    return int(not (told(f"fast wins, {games} games", fast, "%", least=FAST_WINS) and kept))


if __name__ == "__main__":
    sys.exit(wins(int(sys.argv[2])) if sys.argv[1:2] == ["wins"] else main())
