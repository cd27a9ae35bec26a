"""The power goes at random moments of play, again and again: nothing finished is lost, and of the
running game at most the last second.

A cut kills the machine, and its disk forgets what was not waited for (`drive`). Each takes a whole
start, so `make test-boot` makes few: `make test-power` makes twenty.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from tests.boot import debian as debians
from tests.boot.drive import Drive
from tests.boot.table import PATIENCE_S, WORDS, Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from hal.wiring import Button
from tests.boot.onlooker import Found, Onlooker, last, running
from tests.device.remains import Texts, lines_of

CUTS = int(os.environ.get("RATSCREW_CUTS", "3"))
FALSE_START = 5
"""Before one start of so many, another one is cut off, or the offer to go on with the game."""
AGAIN_S = 20.0
"""From one press to the next, while nothing seems to come of it."""
PLAY_S, MOMENT_S = 25.0, 2.5
SOON_S = 60.0
"""About as long a start takes."""


class Moment(Enum):
    """When the power goes: amid play, just after a slap was judged, or just after a game's end."""

    PLAY = "play"
    VERDICT = "verdict"
    END = "end"


class House:
    """Where a table stands, with a disk of its own, whose power goes and comes back."""

    def __init__(self, drive: Drive, folder: Path) -> None:
        self._drive, self._folder = drive, folder
        self._starts = 0
        self._table: Table | None = None

    def power_on(self) -> Table:
        """Start the machine."""
        self._starts += 1
        self._table = Table(self._drive.address, self._folder / str(self._starts), *WORDS)
        return self._table

    def cut(self, told: str) -> float:
        """The power goes; when that was."""
        at_s = time.monotonic()
        if self._table is not None:
            self._table.cut()
            on_s, (unsafe, stay) = at_s - self._table.on_s, self._drive.cut()
            print(
                f"{told}: after {on_s:.0f} s; {unsafe} sectors were not safe, {stay} of them stay"
            )
            self._table = None
        return at_s


@pytest.fixture
def chance() -> Random:
    """What the moments are drawn with; told where a test fails, so that they can be had again."""
    seed = os.environ.get("RATSCREW_CUTS_SEED") or str(time.time_ns())
    print(f"RATSCREW_CUTS_SEED={seed}")
    return Random(seed)


@pytest.fixture
def house(image: Path, tmp_path: Path, chance: Random) -> Iterator[House]:
    drive = Drive(image, tmp_path, chance)
    house = House(drive, tmp_path)
    try:
        yield house
    finally:
        house.cut("at the end")
        drive.close()


def test_the_power_may_go_at_any_moment_of_play(
    house: House, chance: Random, tmp_path: Path
) -> None:
    games: Texts = {}
    over: set[str] = set()
    onlooker, cut_s = Onlooker(), 0.0
    start_s = SOON_S
    for number, moment in enumerate(islice(cycle(Moment), CUTS), 1):
        if number % FALSE_START == 2:
            house.power_on()
            time.sleep(chance.uniform(0, 1.5 * start_s))
            house.cut(f"before {number}, at the start")
        table = started(house)
        start_s = time.monotonic() - table.on_s
        found = all_found(table, tmp_path / "state", games, over)
        print(onlooker.lost(cut_s, found))
        goes_on(table, found)
        onlooker = Onlooker()
        played(table, moment, onlooker, chance)
        cut_s = house.cut(f"{number}, {moment.value}")
        seen, ended = onlooker.certain(cut_s)
        games, over = {**found.kept, **found.running, **seen}, {*found.kept, *ended}
    table = started(house)
    found = all_found(table, tmp_path / "state", games, over)
    print(onlooker.lost(cut_s, found))
    assert len(found.kept) >= CUTS // len(Moment), "games were played to their end"
    assert "damaged" not in table.log()


def started(house: House) -> Table:
    table = house.power_on()
    table.wake()
    table.run("systemctl", "start", "ratscrew.service")  # it is on its way, and waited for
    assert table.is_active(), table.log()
    return table


def all_found(table: Table, place: Path, games: Texts, over: set[str]) -> Found:
    """What the table has, as soon as nothing is missing: the last games may be on their way."""
    end_s = time.monotonic() + PATIENCE_S
    while lack := (found := Found.at(table, place)).lacks(games, over):
        assert time.monotonic() < end_s, f"{lack}\n{table.log()}"
        time.sleep(1)
    return found


def goes_on(table: Table, found: Found) -> None:
    """The table offers the running game; a slap takes the offer, and after a countdown it goes on.
    Without one, two people sit down, and one of them begins."""
    if not found.running:
        begin(table)
    for lines in found.running.values():
        end_s, pressed_s = time.monotonic() + PATIENCE_S, 0.0
        now = lines
        while now == lines:
            assert time.monotonic() < end_s, table.log()
            if time.monotonic() > pressed_s + AGAIN_S:
                table.press(0, Button.SLAP)
                pressed_s = time.monotonic()
            game = lines_of((running(table) or last(table)).encode())
            assert game is not None
            now = game[1]
        assert now[: len(lines)] == lines


def begin(table: Table) -> None:
    """Two people sit down, or are there still, and one of them begins."""
    end_s = time.monotonic() + PATIENCE_S
    while running(table) is None:
        assert time.monotonic() < end_s, table.log()
        for seat in (0, 1, 1):
            table.press(seat, Button.SLAP)
            time.sleep(1)
        with suppress(AssertionError):
            until(lambda: running(table), "a game", AGAIN_S)


def played(table: Table, moment: Moment, onlooker: Onlooker, chance: Random) -> None:
    """Play up to such a moment."""
    end_s = time.monotonic() + chance.uniform(1, PLAY_S)
    while True:
        if not onlooker.look(table):
            if moment is Moment.END:
                break
            begin(table)
        if moment is not Moment.END and time.monotonic() > end_s:
            break
        for seat in (0, 1):
            table.press(seat, Button.FLIP)
            onlooker.look(table)
    if moment is Moment.VERDICT:
        table.press(chance.randrange(2), Button.SLAP)
    end_s = time.monotonic() + (0 if moment is Moment.PLAY else chance.uniform(0, MOMENT_S))
    while time.monotonic() < end_s:
        onlooker.look(table)
