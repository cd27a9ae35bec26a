"""The power goes at any moment: the next start finds what was finished, and goes on with the rest.

Real processes write journals, records, settings, wirings and the database as fast as they can, and
are killed (`cutting`); then the disk forgets what it may (`loss`). Each starts where the one before
ended. `make test-cuts` kills a thousand.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.cabling import cabling, keep
from device.config import Config, learn, learned
from device.keeper import Keeper
from device.language import language
from device.scores import SCORES
from device.scribe import JOURNAL, RECORDS, Scribe
from device.session import Session
from device.stage import AIR_US
from device.troubles import Troubles
from device.unfinished import NothingLeftError
from device.waiting import WAITING
from game.cards import DECK
from game.cpu import Computers, Level
from game.events import Shown
from game.record import Header, input_line
from game.rules import Rules
from game.state import Turning
from hal.wiring import default_wiring
from tests.device.cutting import Disk, killed
from tests.device.evenings import SAME_RANK
from tests.device.loss import damage, ends, forget, safe_bytes
from tests.device.remains import copied, kept, lines_of, written
from tests.device.shell import ratscrew

if not hasattr(os, "fork"):
    pytest.skip("no process can be cut off here as by the power", allow_module_level=True)

CUTS = int(os.environ.get("CUTS", "96"))
SPOILT = CUTS // 2
ENGLISH = language("en")
HOUSE = 24
"""Cuts in a row on one folder."""
MOST_CUTS = 10 * HOUSE
MOST_STEPS, MOST_S = 250, 0.25
NONE_LEFT = f"ratscrew: {NothingLeftError()}"
"""Of a start after a cut between two games."""


# The life that ends


def life(folder: Path, records: Path, first: int, rng: Random) -> Callable[[Disk], None]:
    """A table that plays game after game, and settles something between."""

    def live(disk: Disk) -> None:
        troubles = Troubles(lambda line: disk.tell("trouble", line))
        keeper = Keeper(folder, ENGLISH, RECORDS)
        number = first
        scribe = Scribe(folder, records / "record.jsonl", troubles, None, keeper)
        found = scribe.unfinished()
        if found is not None:
            header, old = found
            play(header, old, scribe, troubles, disk)
        while True:
            number += 1
            disk.tell("settles", number)
            learn(folder, volume=number % 11, lag_ms=number % 500)
            disk.tell("settled", number)
            disk.tell("wires", number)
            keep(folder, default_wiring(2 + number % 7), ())
            disk.tell("wired", number)
            play(dealt(number, rng), (), scribe, troubles, disk)

    return live


def dealt(number: int, rng: Random) -> Header:
    cards = list(SAME_RANK) if rng.random() < 0.8 else rng.sample(DECK, 24)
    rng.shuffle(cards)
    hands = tuple(tuple(cards[seat::3]) for seat in range(3))
    more = {"kinds": ["person", "cpu:fast", "cpu:slow"]}
    return Header(("Anna", "Ben", "Clara"), 0, hands, Rules(), f"game {number}", more)


def play(header: Header, old: Any, scribe: Scribe, troubles: Troubles, disk: Disk) -> None:
    """What the loop of the table does with a game, without its pictures; all play by themselves."""
    journals = scribe.go_on(header, old) if old else scribe.begin(header)
    disk.tell("begun", header.seed)
    levels = dict.fromkeys(range(len(header.seats)), Level.FAST)
    session = Session(header.deal(), Computers(header.seed or "", levels), journals)
    session.recall(old)
    turning = False
    while session.state.over is None:
        turned, turning = turning, isinstance(session.state.phase, Turning)
        if turning and not turned:
            session.hear(Shown(session.state.now_us + AIR_US))
        due_us = session.due_us()
        assert due_us is not None
        session.advance(due_us)
        scribe.failed(session.troubles())
        scribe.look()
    scribe.finished()
    session.close()
    disk.tell("over", header.seed)


# What is there before and after


def apart(deed: Callable[[], Any]) -> Any:
    """Do it in a process of its own: threads are started there."""
    heard, told = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(heard)
        try:
            answer = {"answer": deed()}
        except BaseException:  # noqa: BLE001 - it is told
            import traceback

            answer = {"failed": traceback.format_exc()}
        with os.fdopen(told, "w") as out:
            json.dump(answer, out)
        os._exit(0)
    os.close(told)
    with os.fdopen(heard) as lines:
        answer = json.load(lines)
    os.waitpid(process, 0)
    assert "failed" not in answer, answer["failed"]
    return answer["answer"]


def started(folder: Path, script: Path) -> list[str]:
    """The table starts as people start it, goes on with what there is, and is told to end; what it
    complained of."""
    os.environ["STATE_DIRECTORY"] = str(folder)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def leave() -> None:
        while signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
            time.sleep(0.005)
        time.sleep(0.03)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=leave, daemon=True).start()
    words = ("--display", "none", "--buttons", f"script:{script}", "--resume")
    ended = ratscrew("play", *words)
    assert ended.status == 0, ended.err
    for thread in threading.enumerate():
        if thread.name == "keeper":  # which ends with a program; on a slow disk it is still at work
            thread.join(30)
    return ended.err.splitlines()


def found(folder: Path, script: Path, start: bool) -> dict[str, Any]:
    """What the next start finds; that of the program itself, or of the parts that read."""
    said = started(folder, script) if start else []
    troubles = Troubles(said.append)
    keeper = Keeper(folder, ENGLISH, RECORDS, patience_s=30)
    scribe = Scribe(folder, None, troubles, None, keeper)
    running = scribe.unfinished()
    keeper.wake()
    scribe.close()
    settings, trouble = learned(folder, Config(), ENGLISH)
    wiring = cabling(None, folder, {}, ENGLISH)
    return {
        "said": [*said, *filter(None, (trouble, wiring.trouble))],
        "settings": [settings.settings.volume, settings.settings.lag_ms],
        "seats": wiring.wiring.seats,
        "kept": kept(folder),
        "running": running and {running[0].seed: [*map(input_line, running[1])]},
    }


# Cuts


class House:
    """A table's folder over many cuts, and what has to be in it."""

    def __init__(self, place: Path, seed: str) -> None:
        self.rng = Random(seed)
        self.place = place
        self.state, self.records = place / "state", place / "records"
        for folder in (self.state, self.records, place / "shadows"):
            folder.mkdir(parents=True)
        self.script = place / "nobody-presses"
        self.script.write_text(
            '{"format":"ratscrew-edges","version":1,"lines":[17],"levels":{"17":0},'
            '"guard_ns":2000000}\n["barrier",50000000]\n'
        )
        self.games = 0
        self.settled = {0}
        self.wired = {0}

    def cut(self, start: bool) -> dict[str, Any]:
        """Play until the power goes, and check what the next start finds, which may be a copy's."""
        before = ends(self.state)
        live = life(self.state, self.records, self.games, self.rng)
        told = killed(self.state, self.place / "shadows", live, self.rng, MOST_STEPS, MOST_S)
        assert [words for words in told if words[0] in ("failed", "trouble")] == []
        self.games = max([self.games, *(words[1] for words in told if words[0] == "settles")])
        self.settled = choices(told, "settles", "settled", self.settled)
        self.wired = choices(told, "wires", "wired", self.wired)

        there = copied(self.state, self.place / "there")
        was_kept, most = kept(there), written(there)
        safe = safe_bytes(self.state, before, told)
        least = written(self.state, safe)
        forget(self.state, told, safe, self.rng)

        after = self.found(start)
        assert after["said"] in ([], [NONE_LEFT][:start])  # what must be left is looked for below
        number = after["settings"][1]
        assert number in self.settled
        assert after["settings"][0] == (number % 11 if number else Config().settings.volume)
        assert after["seats"] in {2 + number % 7 if number else 4 for number in self.wired}
        games = {**(after["running"] or {}), **after["kept"]}
        assert {seed: games.get(seed) for seed in was_kept} == was_kept
        for seed, lines in least.items():
            if lines:
                assert games.get(seed, [])[: len(lines)] == lines, seed
                assert start or games[seed] == most[seed][: len(games[seed])], seed
        for path in self.records.glob("*.jsonl"):
            assert lines_of(path.read_bytes()) is not None
        return after

    def found(self, start: bool, spoil: Callable[[Path], object] | None = None) -> dict[str, Any]:
        """What a start finds in a copy of the folder, which may be spoilt before."""
        folder = copied(self.state, self.place / "next")
        if spoil is not None:
            spoil(folder)
        answer: dict[str, Any] = apart(lambda: found(folder, self.script, start))
        return answer


def choices(told: list[list[Any]], begins: str, ends: str, before: set[int]) -> set[int]:
    """Which of the things that were settled may count: the last whole one, or one under way."""
    found = before
    for word, *more in told:
        if word == begins:
            found = {*found, more[0]}
        elif word == ends:
            found = {more[0]}
    return found


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], House]:
    for name in ("CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "nothing"))
    return lambda number: House(tmp_path / f"house-{number}", f"house {number}")


@pytest.mark.parametrize("number", range(-(-CUTS // HOUSE)))
def test_after_a_cut_the_table_starts_and_has_lost_nothing_that_was_safe(
    number: int, house: Callable[[int], House]
) -> None:
    table, resumed, cut = house(number), 0, 0
    while cut < HOUSE or (cut < MOST_CUTS and table.games <= 1):  # on a busy machine little is done
        resumed += table.cut(start=cut % 8 == 0)["running"] is not None
        cut += 1
    assert resumed > 0
    assert table.games > 1


@pytest.mark.parametrize("number", range(3))
def test_a_start_copes_with_whatever_is_damaged(number: int, house: Callable[[int], House]) -> None:
    table = house(-1 - number)
    while not table.cut(start=False)["kept"]:
        pass
    for spoil in range(SPOILT // 3):
        before = table.found(start=False)
        waiting = set(written(table.state / WAITING))
        spoilt: list[Path] = []

        def spoils(folder: Path, spoilt: list[Path] = spoilt) -> None:
            path = damage(folder, table.rng)
            spoilt += [name for name in folder.rglob("*") if name.samefile(path)]

        after = table.found(spoil % 4 == 0, spoils)
        names = {path.name for path in spoilt}
        if not any(name.startswith(SCORES) for name in names):
            assert before["kept"].keys() - after["kept"].keys() <= waiting
        for seed, lines in (before["running"] or {}).items():
            goes_on = (after["running"] or {}).get(seed, [])
            assert goes_on[: len(lines)] == lines or JOURNAL in names, names
