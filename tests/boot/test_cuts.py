"""The power goes at random moments of play, again and again: nothing finished is lost, and of the
running game at most the last second.

`RATSCREW_CUTS=20 make test-boot` cuts so often; by itself it is fewer: each takes a whole start.
"""

import json
import os
import time
from pathlib import Path
from random import Random

import pytest

from tests.boot import debian as debians
from tests.boot.table import Table, until
from tests.boot.test_boot import AS_TABLE, JOURNAL, lies
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from hal.wiring import Button

CUTS = int(os.environ.get("RATSCREW_CUTS", "3"))
LONGEST_S = 45
LOST_S = 1.0
"""As much of play may be lost."""


def test_the_power_may_go_at_any_moment(image: Path, tmp_path: Path) -> None:
    chance = Random(f"cuts of {image.parent.name}")
    kept: list[str] = []
    games = 0
    for cut in range(CUTS):
        table = Table(image, tmp_path / str(cut))
        table.wake()
        until(table.is_active, "a table that runs")
        found = journal(table)
        assert found[: len(kept)] == kept or finished(table) > games, table.log()
        assert finished(table) >= games
        if found:
            goes_on(table, len(found))
        else:
            begin(table)
        kept, games = played(table, chance.uniform(3, LONGEST_S))
        table.cut()
    table = Table(image, tmp_path / "last")
    table.wake()
    until(table.is_active, "a table that runs")
    assert journal(table)[: len(kept)] == kept or finished(table) > games
    assert "damaged" not in table.log()
    table.cut()


def journal(table: Table) -> list[str]:
    """The lines of the running game, whole ones only."""
    text = table.ask(do="run", words=["cat", JOURNAL])["out"]
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def finished(table: Table) -> int:
    """How many games are kept for good."""
    told = table.ask(do="run", words=[*AS_TABLE, "scores", "--export", "json"])["out"]
    return len(json.loads(told)) if told.strip() else 0


def begin(table: Table) -> None:
    """Two people sit down, and one of them begins."""
    for seat in (0, 1, 1):
        table.press(seat, Button.SLAP)
        time.sleep(1)
    until(lambda: lies(table, JOURNAL), "a game")


def goes_on(table: Table, lines: int) -> None:
    """The table offers the game; a slap takes the offer, and after a countdown it goes on."""
    table.press(0, Button.SLAP)
    until(lambda: len(journal(table)) > lines, "a game that goes on")


def played(table: Table, for_s: float) -> tuple[list[str], int]:
    """Play so long; what was written down a second before the end, and the games finished then."""
    games = finished(table)
    looks: list[tuple[float, list[str]]] = []
    end_s = time.monotonic() + for_s
    while time.monotonic() < end_s:
        for seat in (0, 1):
            table.press(seat, Button.FLIP)
        if not lies(table, JOURNAL):  # it is over
            return [], games
        lines = journal(table)
        looks.append((time.monotonic(), lines))
    old = [lines for at_s, lines in looks if at_s <= time.monotonic() - LOST_S]
    return (old[-1] if old else []), games
