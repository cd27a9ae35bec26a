"""The rules are read at the table, and a lesson is given there."""

from dataclasses import replace
from itertools import groupby
from pathlib import Path

from device.between import IdlePage, LobbyPage
from device.leaf import Leaf
from device.lobby import Row
from device.options import Settings
from device.overlay import Countdown, Paused, Result
from device.scribe import JOURNAL, LAST
from game.events import Ending, GameOver, Pause, Resume
from game.rules import Rules
from hal.wiring import Button
from tests.device.playing import read
from tests.device.receiving import SHORT, both_join, evening, kinds, left, row


def test_the_rules_are_read_in_the_lobby_page_by_page_and_lead_back_to_it(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(1, 1000)
    ms = row(table, 1, Row.BOOK, 1400)
    table.flip(1, ms + 500)
    table.flip(1, ms + 900)
    table.slap(1, ms + 1300)
    table.hold(1, Button.FLIP, ms + 1700, 1300)
    table.play(until_ms=ms + 4000)
    pages = [view.overlay for _, view in table.views if isinstance(view.overlay, Leaf)]
    numbers = [page.number.split()[0] for page in pages]
    assert [each for each, _drawn in groupby(numbers)] == ["1", "2", "3", "2"]
    assert {page.hints[-1].does for page in pages} == {"back"}
    assert isinstance(table.views[-1][1].overlay, LobbyPage)


def test_the_rules_of_the_day_are_those_of_its_game(tmp_path: Path) -> None:
    table = evening(tmp_path, replace(SHORT, rules=Rules(burn=2)))
    table.slap(1, 1000)
    table.flip(1, 1400)
    table.slap(1, 1800)
    for n in range(3):
        table.flip(1, 2200 + 400 * n)
    table.slap(1, 4000)
    for n in range(17):
        table.flip(1, 4400 + 400 * n)
    table.play(until_ms=12_000)
    pages = [view.overlay for _, view in table.views if isinstance(view.overlay, Leaf)]
    here = [text for page in pages for text in page.here]
    assert "Here: if the payer runs out of cards, the next player pays the rest." in here
    assert not [text for text in here if "costs" in text]


def test_the_rules_are_read_in_a_pause_and_lead_back_to_it(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    for place in (0, 2):
        table.hold(place, Button.FLIP, 3000, 2500)
    table.flip(0, 6000)
    table.flip(2, 6400)
    table.hold(2, Button.SLAP, 7000, 1300)
    table.slap(0, 9000)
    table.play(until_ms=14_000)
    assert kinds(table)[3:] == [Paused, Leaf, Paused, Countdown, type(None)]
    assert [type(happened) for happened in table.inputs][-3:] == [Pause, Resume, Pause]


def test_a_lesson_is_for_whoever_asks_against_a_slow_computer_player(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(1, 1000)
    table.slap(3, 1400)
    ms = row(table, 3, Row.LESSON, 1800)
    table.slap(3, ms + 1000)  # begin
    for n in range(20):
        table.flip(3, ms + 6000 + 1500 * n)
    table.play(until_ms=ms + 40_000)
    game = table.table.game
    header = game.header
    assert (header.more["mode"], header.more["kinds"]) == ("lesson", ["guest", "cpu:slow"])
    assert (game.places, header.leader) == ((3, 1), 0)
    assert header.rules.time_limit_us == 300_000_000
    assert kinds(table)[:5] == [IdlePage, LobbyPage, Paused, Countdown, type(None)]
    greeting = table.view_at(ms + 800).overlay
    assert isinstance(greeting, Paused)
    assert "hold slap for 1\xa0s" in greeting.text.casefold()
    lessons = {view.lesson_text for _, view in table.views}
    assert "Your stack lights up: lay its top card (Flip)." in lessons
    assert len(lessons) > 3
    assert {hint.does for hint in table.views[-1][1].hints} == {"pause", "skip"}


def test_a_lesson_is_skipped_by_holding_and_kept_nowhere_but_in_a_record(tmp_path: Path) -> None:
    left(tmp_path)
    table = evening(tmp_path)
    table.flip(0, 1000)  # the old game is not gone on with just now
    table.slap(0, 1400)
    table.slap(0, 2000)
    ms = row(table, 0, Row.LESSON, 2400)
    table.slap(0, ms + 1000)
    table.hold(0, Button.SLAP, ms + 6000, 1300)
    table.play(until_ms=ms + 9000)
    assert kinds(table)[-2:] == [type(None), LobbyPage]
    assert read(tmp_path / JOURNAL)[0].seats == ("Anna", "Ben")
    assert not (tmp_path / LAST).exists()
    assert read(tmp_path / "r.jsonl")[0].more["mode"] == "lesson"


def test_a_lesson_ends_in_time_and_leads_back_to_the_lobby(tmp_path: Path) -> None:
    table = evening(tmp_path, replace(SHORT, settings=Settings(lay_s=0)))
    table.slap(0, 1000)
    ms = row(table, 0, Row.LESSON, 1400)
    table.slap(0, ms + 1000)
    for n in range(28):  # of 26 cards, so nobody runs out of them
        table.flip(0, ms + 5000 + 12_000 * n)
    table.slap(0, ms + 345_000)
    table.play(until_ms=ms + 347_000)
    assert kinds(table)[-2:] == [Result, LobbyPage]
    assert list(tmp_path.glob("*.jsonl")) == [tmp_path / "r.jsonl"]
    endings = [fact.ending for fact in table.facts if isinstance(fact, GameOver)]
    assert endings == [Ending.TIME_LIMIT]
