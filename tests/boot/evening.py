"""What people do at a table that runs, and what is kept of it."""

import json
import time
from collections.abc import Callable
from contextlib import suppress

from hal.wiring import Button
from tests.boot import pictures
from tests.boot.table import Shot, Table, until

STATE = "/var/lib/ratscrew"
JOURNAL, LAST = f"{STATE}/game.jsonl", f"{STATE}/last-game.jsonl"
AS_TABLE = ("runuser", "-u", "ratscrew", "--", "env", f"STATE_DIRECTORY={STATE}", "ratscrew")
AGAIN_S = 15.0
"""From one press to the next, while nothing seems to come of it."""
LONGEST_S = 600
"""A game has a limit of a minute, by the clock of the machine."""


def lies(table: Table, path: str) -> bool:
    """Whether there is such a file."""
    return bool(table.ask(do="run", words=["test", "-e", path])["status"] == 0)


def is_attract(shot: Shot) -> bool:
    """Whether this is the idle table."""
    return pictures.attract_share(shot) > pictures.ALIKE


def seen(table: Table) -> Shot | None:
    """The idle table, if it is on the screen."""
    shot = table.shot()
    return shot if is_attract(shot) else None


def finished(table: Table) -> int:
    """How many games are in the database."""
    told = table.ask(do="run", words=[*AS_TABLE, "scores", "--export", "json"])["out"]
    return len(json.loads(told)) if told.strip() else 0


def begin(table: Table) -> None:
    """Two people sit down at an idle table, and begin; whoever thinks that nothing came of a press
    presses again."""
    until(lambda: seen(table), "the idle table")

    def a_game() -> bool:
        for seat in (0, 1):
            table.press(seat, Button.SLAP)
        with suppress(AssertionError):
            return until(lambda: lies(table, JOURNAL), "a game", AGAIN_S)
        return False

    until(a_game, "a game")


def play_until(table: Table, over: Callable[[], bool]) -> None:
    """Two people lay cards."""
    end_s = time.monotonic() + LONGEST_S
    while not over():
        assert time.monotonic() < end_s, table.log()
        for seat in (0, 1):
            table.press(seat, Button.FLIP)


def play_out(table: Table) -> bytes:
    """Two people lay cards until the game is over; its lines."""
    play_until(table, lambda: not lies(table, JOURNAL))
    return str(table.ask(do="run", words=["cat", LAST])["out"]).encode()
