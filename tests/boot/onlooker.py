"""Who looks at a table before and after a cut of its power, and knows what has to be there.

The law: what could be read of a game a second before the cut, or longer, is there after it.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from device.scribe import JOURNAL, LAST
from device.unfinished import read_back
from tests.boot.table import Table
from tests.device.remains import Texts, kept, lines_of, written

STATE = Path("/var/lib/ratscrew")
LOST_S = 1.0
"""As much of play may be lost."""


def running(table: Table) -> str | None:
    """The text of the running game, None without one."""
    return table.text(str(STATE / JOURNAL))


def last(table: Table) -> str:
    """The text of the game that was finished last, empty without one."""
    return table.text(str(STATE / LAST)) or ""


class Look(NamedTuple):
    """How far a game was, seen at a time on the clock here, a little after it was so."""

    at_s: float
    seed: str
    inputs: list[str]
    over: bool


class Onlooker:
    """Looks at the running game again and again, up to a cut."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def look(self, table: Table) -> bool:
        """See how far the game is; whether one is running."""
        text = running(table)
        game = lines_of((text or last(table)).encode())
        if game is not None:
            self.looks.append(Look(time.monotonic(), *game, text is None))
        return text is not None

    def certain(self, cut_s: float) -> tuple[Texts, set[str]]:
        """What must be there after a cut: the inputs of games, and which of them were over."""
        old = [look for look in self.looks if look.at_s <= cut_s - LOST_S]
        return {look.seed: look.inputs for look in old}, {look.seed for look in old if look.over}

    def lost(self, cut_s: float, found: "Found") -> str:
        """How much of what was seen before a cut is gone."""
        there = [look for look in self.looks if found.has(look.seed, look.inputs)]
        if there == self.looks:
            return "nothing that was seen is lost"
        newest_s = there[-1].at_s if there else 0.0
        return f"{len(self.looks) - len(there)} looks are lost, the last {cut_s - newest_s:.2f} s"


@dataclass(frozen=True)
class Found:
    """What a table has after its start: games for good, and what it offers to go on with."""

    kept: Texts
    running: Texts

    @classmethod
    def at(cls, table: Table, place: Path) -> "Found":
        folder = table.unpack(str(STATE), place)
        offered = read_back(folder / JOURNAL)
        seed = "" if offered is None else offered[0].seed or ""
        return cls(kept(folder), {seed: written(folder)[seed]} if seed else {})

    def has(self, seed: str, inputs: list[str], over: bool = False) -> bool:
        """Whether a game is there up to these inputs; for good, if it was over."""
        there = (self.kept if over else {**self.running, **self.kept}).get(seed)
        return there is not None and there[: len(inputs)] == inputs

    def lacks(self, games: Texts, over: set[str]) -> str:
        """What is not there of games that were seen, of which these were over; empty if nothing."""
        for seed, inputs in games.items():
            if not self.has(seed, inputs, seed in over):
                return f"of {seed} {inputs} is not all in {self}"
        return ""
