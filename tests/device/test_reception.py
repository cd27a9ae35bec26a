"""An evening at wired buttons: the idle table, the lobby, games, and back, on the manual clock."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from device.between import IdlePage, LobbyPage, MenuPage, NamePage
from device.complaint import Part
from device.config import LEARNED, Config
from device.dealing import places_of
from device.leaf import Leaf
from device.lobby import Row
from device.menu import ITEMS, Kind
from device.options import Settings
from device.overlay import Countdown, Paused, Question, Result
from device.scribe import JOURNAL, LAST
from device.trouble import Trouble
from game.events import Ending, Flip, GameOver, Leave, Pause, Resume, Shown
from game.rules import Rules
from hal.wiring import Button
from tests.device.playing import Evening, header_of, judged, read

SHORT = Config(rules=Rules(time_limit_us=60_000_000), names=("Anna", "Ben"))
OVER_MS = 70_000
"""A game that nobody plays is over by then, by its limit, and its result is shown."""


def evening(folder: Path, config: Config = SHORT) -> Evening:
    return Evening(folder, None, received=config, record=folder / "r.jsonl")


def both_join(table: Evening, ms: float = 1000) -> None:
    """Places 0 and 2 join; the game begins 1200 ms later."""
    table.slap(0, ms)
    table.slap(2, ms + 400)
    table.slap(2, ms + 1000)


def kinds(table: Evening) -> list[type]:
    """What lay over the table, one after the other."""
    told: list[type] = []
    for _ms, view in table.views:
        if not told or told[-1] is not type(view.overlay):
            told.append(type(view.overlay))
    return told


def test_an_idle_table_plays_by_itself_invites_and_writes_nothing_down(tmp_path: Path) -> None:
    table = evening(tmp_path).play(until_ms=30_000)
    assert kinds(table) == [IdlePage]
    pages = {view.overlay.heading for _, view in table.views if isinstance(view.overlay, IdlePage)}
    assert len(pages) == 2
    assert {view.pile.count for _, view in table.views} > {0, 1, 2}
    assert list(tmp_path.iterdir()) == []
    assert table.facts == []


def test_two_join_and_play_where_they_sit(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.flip(0, 3000)
    table.flip(2, 3600)
    table.play(until_ms=5000)
    assert kinds(table) == [IdlePage, LobbyPage, type(None)]
    game = table.table.game
    assert game.header.seats == ("Player 1", "Player 3")
    assert (game.places, game.header.more["places"]) == ((0, 2), [0, 2])
    assert game.header.more["mode"] == "new"
    assert table.views[-1][1].places == (0, 2)
    assert table.views[-1][1].around == 4
    assert {view.around for _, view in table.views if view.overlay is not None} == {0}
    assert table.state.shown > 0
    assert {getattr(fact, "seat", 0) for fact in table.facts} == {0, 1}
    assert (tmp_path / JOURNAL).exists()


def test_who_has_not_joined_presses_in_vain(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    for ms in range(3000, 5000, 200):
        table.flip(1, ms)
        table.slap(3, ms + 100)
    table.play(until_ms=6000)
    assert [type(happened) for happened in table.inputs] == [Pause]  # the table is closed


def test_all_flips_held_pause_and_a_slap_goes_on(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.hold(0, Button.FLIP, 3000, 2700)
    table.hold(2, Button.FLIP, 3500, 2200)
    table.slap(0, 7000)
    table.play(until_ms=12_000)
    assert kinds(table) == [IdlePage, LobbyPage, type(None), Paused, Countdown, type(None)]
    pause = table.view_at(6000).overlay
    assert isinstance(pause, Paused)
    assert "Player 3" in pause.title
    assert "Slap" in pause.text
    told = [type(happened) for happened in table.inputs]
    assert told == [*[Flip, Shown] * 2, Pause, Resume, Pause]  # the flips on the way count


def test_a_pause_that_nobody_ends_goes_dark_and_a_press_only_wakes_it(tmp_path: Path) -> None:
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=10, dark_s=20)))
    both_join(table)
    for place in (0, 2):
        table.hold(place, Button.FLIP, 3000, 2500)
    table.slap(0, 40_000)
    table.slap(0, 41_000)
    table.play(until_ms=46_000)
    levels = [table.view_at(ms).brightness for ms in (14_000, 16_000, 26_000, 40_500)]
    assert levels == [1000, 350, 0, 1000]
    assert kinds(table)[-3:] == [Paused, Countdown, type(None)]
    counting = next(ms for ms, view in table.views if isinstance(view.overlay, Countdown))
    assert counting > 41_000


def test_help_that_a_key_asked_for_goes_dark_when_nobody_looks(
    tmp_path: Path,
) -> None:
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=10, dark_s=20)))
    both_join(table)
    table.key("f1", 3000)
    for key, ms in (("enter", 4000), ("right", 5000), ("left", 6000)):
        table.key(key, ms)
    table.slap(0, 40_000)
    table.key("f1", 42_000)
    table.play(until_ms=50_000)
    shown = [table.view_at(ms).overlay for ms in (4500, 5500, 6500)]
    assert [leaf.number[:2] for leaf in shown if isinstance(leaf, Leaf)] == ["1 ", "2 ", "1 "]
    levels = [table.view_at(ms).brightness for ms in (15_000, 17_000, 27_000, 41_000)]
    assert levels == [1000, 350, 0, 1000]
    assert table.view_at(41_000).overlay == shown[0]
    assert kinds(table)[-2:] == [Countdown, type(None)]


def test_one_flip_let_go_too_early_is_no_pause(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.hold(0, Button.FLIP, 3000, 2700)
    table.hold(2, Button.FLIP, 3500, 1900)
    table.play(until_ms=9000)
    assert Paused not in kinds(table)


def test_after_a_game_the_seats_are_kept_one_more_joins_and_the_dealer_moves_on(
    tmp_path: Path,
) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.slap(2, OVER_MS)  # from the result to the lobby
    table.slap(1, OVER_MS + 1000)
    table.slap(0, OVER_MS + 2000)
    table.play(until_ms=OVER_MS + 4000)
    assert kinds(table) == [IdlePage, LobbyPage, type(None), Result, LobbyPage, type(None)]
    lobby = table.view_at(OVER_MS + 500).overlay
    assert isinstance(lobby, LobbyPage)
    assert [chair.person for chair in lobby.chairs] == [True, False, True, False]
    first = json.loads((tmp_path / LAST).read_text().splitlines()[0])
    game = table.table.game.header
    assert game.seats == ("Player 1", "Player 2", "Player 3")
    assert game.seed == first["seed"] + "/2"
    led = first["places"][first["leader"]]
    assert game.more["places"] == [0, 1, 2]
    assert game.leader == (led + 1) % 3


def test_a_result_that_nobody_reads_leads_back_to_an_idle_table(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.play(until_ms=OVER_MS + 125_000)
    assert kinds(table)[-3:] == [Result, LobbyPage, IdlePage]


def test_an_idle_table_dims_goes_dark_and_a_press_wakes_it(tmp_path: Path) -> None:
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=10, dark_s=20)))
    table.slap(1, 40_000)
    table.play(until_ms=41_000)
    levels = [table.view_at(ms).brightness for ms in (9_000, 10_500, 20_500, 39_000, 40_500)]
    assert levels == [1000, 350, 0, 0, 1000]
    dark = [ms for ms, view in table.views if not view.brightness]
    assert len(dark) == 1
    assert kinds(table) == [IdlePage, type(None), IdlePage]


def test_what_is_settled_is_kept_and_spoken_at_once(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(5):
        table.flip(0, 1500 + 400 * n)  # down to the settings
    table.slap(0, 4000)
    table.slap(0, 4400)  # German
    table.play(until_ms=5000)
    menu = table.view_at(4900).overlay
    assert isinstance(menu, MenuPage)
    assert (menu.title, menu.lines[0].value) == ("Einstellungen", "Deutsch")
    assert json.loads((tmp_path / LEARNED).read_text()) == {"lang": "de"}


def test_the_picture_is_turned_while_people_choose_how(tmp_path: Path) -> None:
    """By the two buttons of one seat, in the menu itself, and it is kept."""
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=60, dark_s=70)))
    table.slap(0, 1000)
    down = [row.name for row in Row].index("SETTINGS")
    for n in range(down):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 6000)
    rows = [item.key for item in ITEMS[Kind.SETTINGS]]
    for n in range(rows.index("flat")):
        table.flip(0, 6500 + 400 * n)
    table.slap(0, 9000)  # flat
    for n in range(rows.index("rotation") - rows.index("flat")):
        table.flip(0, 9500 + 400 * n)
    for n in range(3):
        table.slap(0, 12_000 + 1000 * n)
    table.play(until_ms=100_000)
    seen = [(view.flat, view.rotation) for view in map(table.view_at, (8900, 9500, 12_500, 13_500))]
    assert seen == [(False, 0), (True, 0), (True, 90), (True, 180)]
    kept = json.loads((tmp_path / LEARNED).read_text())
    assert kept == {"flat": True, "rotation": 270}
    assert all(view.rotation == 270 for ms, view in table.views if ms > 14_500)
    assert not table.views[-1][1].brightness  # in the dark, too


def test_a_language_chosen_at_a_keyboard_is_where_the_menu_goes_on(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(5):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 4000)
    table.slap(0, 4400)  # German
    table.key("f2", 5000)  # English
    table.slap(0, 5500)  # German again
    table.play(until_ms=6500)
    titles = [
        view.overlay.title
        for view in (table.view_at(ms) for ms in (4300, 4900, 5400, 6400))
        if isinstance(view.overlay, MenuPage)
    ]
    assert titles == ["Settings", "Einstellungen", "Settings", "Einstellungen"]


def test_what_cannot_be_kept_is_told_and_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / f"{LEARNED}.new").mkdir()  # nothing can be written there
    table = evening(tmp_path)
    table.slap(0, 1000)
    table.flip(0, 1500)
    table.flip(0, 2000)
    table.slap(0, 2500)  # a longer game
    table.play(until_ms=3500)
    page = table.view_at(3400).overlay
    assert isinstance(page, LobbyPage)
    assert page.warns
    assert page.text == "What you set is not kept: something is in the way"
    assert "Is a directory" in table.warnings[0]


def test_settings_that_could_not_be_used_are_told_in_the_lobby_until_the_next_press(
    tmp_path: Path,
) -> None:
    trouble = (Part.SETTINGS, Trouble("settings.json is left aside"))
    table = Evening(tmp_path, None, received=SHORT, trouble=trouble)
    table.slap(0, 1000)
    table.flip(0, 3000)
    table.play(until_ms=4000)
    before, after = table.view_at(2000).overlay, table.view_at(3900).overlay
    assert isinstance(before, LobbyPage)
    assert (before.text, before.warns) == ("What was set at this table cannot be read", True)
    assert isinstance(after, LobbyPage)
    assert not after.warns


def test_a_name_is_chosen_and_the_game_is_played_under_it(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(3):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 3000)
    table.flip(0, 3400)
    table.slap(0, 3800)  # Ben
    table.flip(1, 4200)
    for n in range(5):
        table.flip(0, 4600 + 400 * n)
    table.slap(0, 7000)
    table.play(until_ms=8000)
    assert NamePage in kinds(table)
    header = table.table.game.header
    assert header.seats[0] == "Ben"
    assert header.more["kinds"] == ["person", "cpu:slow"]


@pytest.mark.parametrize(("slaps", "mode"), [(1, "daily"), (2, "practice")])
def test_one_person_against_three_wherever_he_sits(tmp_path: Path, slaps: int, mode: str) -> None:
    table = evening(tmp_path)
    table.slap(2, 1000)
    table.flip(2, 1500)
    for n in range(slaps):
        table.slap(2, 2000 + 400 * n)
    for n in range(5 if mode == "daily" else 7):
        table.flip(2, 3500 + 400 * n)
    table.slap(2, 6500)
    table.play(until_ms=7500)
    game = table.table.game
    assert game.header.more["mode"] == mode
    assert game.header.more.get("date") == ("2026-11-30" if mode == "daily" else None)
    assert (game.places, game.persons) == ((2, 3, 0, 1), [0])
    assert len(game.header.seats) == 4


def left(folder: Path) -> None:
    """A game is broken off in the folder."""
    table = Evening(folder, header_of(["7S 9H", "7H 3C"]))
    table.flip(0, 500)
    table.play(until_ms=2000)


@pytest.mark.parametrize(("flips", "then"), [(0, Countdown), (1, LobbyPage)])
def test_an_old_game_is_offered_and_a_new_one_is_asked_for_in_the_lobby(
    tmp_path: Path, flips: int, then: type
) -> None:
    left(tmp_path)
    table = evening(tmp_path)
    for n in range(flips):
        table.flip(0, 1000 + 400 * n)
    table.slap(1, 3000)
    table.play(until_ms=8000)
    assert kinds(table)[:2] == [Question, then]
    assert (tmp_path / JOURNAL).exists()


def test_a_game_is_left_in_a_pause_and_kept(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    for place in (0, 2):
        table.hold(place, Button.FLIP, 3000, 2500)
    table.hold(0, Button.SLAP, 6000, 1300)
    table.flip(0, 8000)
    table.flip(0, 8300)
    table.slap(0, 8600)
    table.play(until_ms=10_000)
    assert kinds(table) == [IdlePage, LobbyPage, type(None), Paused, Question, IdlePage]
    assert (tmp_path / JOURNAL).exists()
    assert not (tmp_path / LAST).exists()


def test_a_button_held_while_the_result_comes_does_not_leave_it(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.hold(0, Button.SLAP, 61_000, 4500)
    table.play(until_ms=OVER_MS)
    assert kinds(table)[-1] is Result


def test_a_game_that_was_asked_for_begins_at_once_and_leads_to_the_lobby(tmp_path: Path) -> None:
    header = header_of(["7S 9H", "7H 3C"], time_limit_us=60_000_000)
    table = Evening(tmp_path, header, received=SHORT)
    table.slap(0, OVER_MS)
    table.play(until_ms=OVER_MS + 1000)
    assert kinds(table) == [type(None), Result, LobbyPage]


def test_escape_on_a_keyboard_leaves_the_idle_table(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.key("esc", 2000)
    table.play(until_ms=9000)
    assert table.now_ms < 2500


def test_a_page_that_was_opened_at_a_keyboard_is_worked_there(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.key("p", 3000)
    table.slap(0, 4000)
    table.key("esc", 5000)
    table.flip(0, 5500)
    table.key("left", 6000)
    table.flip(2, 6500)
    table.key("enter", 7000)
    table.play(until_ms=9000)
    assert kinds(table) == [IdlePage, LobbyPage, type(None), Paused, Question]
    pause = table.view_at(3500).overlay
    assert isinstance(pause, Paused)
    assert pause.text == "P: go on. F1: the rules. Esc: leave."
    assert table.now_ms < 7500


# The rules, and a lesson


def row(table: Evening, seat: int, row: Row, ms: float, rows: Sequence[Row] = tuple(Row)) -> float:
    """Somebody who has just joined chooses a row; when that is done."""
    for n in range(rows.index(row)):
        table.flip(seat, ms + 400 * n)
    table.slap(seat, ms + 400 * len(rows))
    return ms + 400 * len(rows)


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
    assert [page.number.split()[0] for page in pages] == ["1", "2", "3", "2"]
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


# One leaves, one joins


def three_join_and_pause(table: Evening) -> None:
    """Places 0, 1 and 2 play; all hold their flips until 5500 ms."""
    table.slap(1, 600)
    both_join(table)
    for place in (0, 1, 2):
        table.hold(place, Button.FLIP, 3000, 2500)


def test_R68_a_player_leaves_in_a_pause_and_the_others_play_on(tmp_path: Path) -> None:
    table = evening(tmp_path)
    three_join_and_pause(table)
    table.hold(1, Button.FLIP, 6000, 1300)
    table.flip(0, 7500)  # nobody answers in the place of another
    table.flip(1, 8000)
    table.slap(0, 8400)
    table.slap(1, 8800)
    table.slap(2, 10_000)
    for place in (0, 2):  # the pause is now theirs
        table.hold(place, Button.FLIP, 15_000, 2500)
    table.play(until_ms=18_000)
    assert kinds(table)[3:] == [Paused, Question, Paused, Countdown, type(None), Paused]
    question = table.view_at(7800).overlay
    assert isinstance(question, Question)
    assert question.title == "Who leaves?"
    assert question.options == ("Nobody", "Player 2", "Everybody")
    told = table.view_at(9500).overlay
    assert isinstance(told, Paused)
    assert told.title == "Player 2 has left"
    leaves = [happened for happened in table.inputs if isinstance(happened, Leave)]
    assert [leave.seat for leave in leaves] == [1]
    assert table.state.out == {1}
    state, _ = judged(*read(tmp_path / "r.jsonl"))
    assert (state.out, state.hands) == (table.state.out, table.state.hands)


def test_R68_a_game_that_was_left_by_one_is_gone_on_with_without_him(tmp_path: Path) -> None:
    table = evening(tmp_path)
    three_join_and_pause(table)
    table.hold(1, Button.FLIP, 6000, 1300)
    table.flip(1, 8000)
    table.slap(1, 8400)
    table.play(until_ms=10_000)
    later = evening(tmp_path)
    later.slap(0, 1000)
    for place in (0, 2):
        later.hold(place, Button.FLIP, 7000, 2500)
    later.play(until_ms=11_000)
    assert later.state.out == {1}
    assert kinds(later) == [Question, Countdown, type(None), Paused]


def test_R64_where_one_of_two_leaves_the_other_has_won(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    for place in (0, 2):
        table.hold(place, Button.FLIP, 3000, 2500)
    table.hold(0, Button.SLAP, 6000, 1300)
    table.flip(0, 8000)
    table.slap(0, 8400)
    table.slap(2, 13_000)
    table.play(until_ms=15_000)
    assert kinds(table)[3:] == [Paused, Question, Paused, Result, LobbyPage]
    lobby = table.views[-1][1].overlay
    assert isinstance(lobby, LobbyPage)
    assert [chair.person for chair in lobby.chairs] == [False, False, True, False]
    assert (tmp_path / LAST).exists()


def test_a_slap_at_a_free_seat_joins_for_the_next_game(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.slap(1, OVER_MS)
    table.slap(1, OVER_MS + 1000)
    table.play(until_ms=OVER_MS + 3000)
    result = table.view_at(OVER_MS - 1000).overlay
    assert isinstance(result, Result)
    assert "Slap at a free seat" in [hint.key for hint in result.hints]
    assert kinds(table)[-3:] == [Result, LobbyPage, type(None)]
    started = [read(tmp_path / name)[0] for name in ("r.jsonl", "r-2.jsonl")]
    assert [header.more["places"] for header in started] == [[0, 2], [0, 1, 2]]
    assert places_of(started[1])[started[1].leader] != places_of(started[0])[started[0].leader]


def test_the_lamps_invite_show_who_has_joined_and_go_out_for_the_others(tmp_path: Path) -> None:
    shown: list[tuple[float, tuple[int, ...]]] = []

    class Lit:
        def show(self, levels: list[int]) -> None:
            shown.append((table.now_ms, tuple(levels)))

    table = Evening(tmp_path, None, received=SHORT, lamps=Lit())  # type: ignore[arg-type]
    both_join(table)
    table.play(until_ms=4000)

    def lit(begin: float, end: float) -> list[tuple[int, ...]]:
        return [levels for ms, levels in shown if begin < ms < end]

    assert {levels.count(1000) for levels in lit(100, 900)} == {1}
    assert len(set(lit(100, 900))) > 2
    assert {(levels[0], levels[2]) for levels in lit(1600, 1900)} == {(1000, 1000)}
    assert len({levels[1] for levels in lit(1600, 1900)}) > 2
    assert {(levels[1], levels[3]) for levels in lit(2500, 3900)} == {(0, 0)}


def test_a_whole_evening(tmp_path: Path) -> None:
    """Join, settle a rule, play, go on with one more, pause, leave, the game of the day, sleep,
    wake."""
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=15, dark_s=40)))
    beats = iter(range(1000, 10**9, 400))

    def now(after_ms: int = 0) -> int:
        """The next beat, or the first after some time."""
        begin = next(beats)
        while after_ms and next(beats) < begin + after_ms:
            pass
        return next(beats)

    def flips(seat: int, number: int) -> None:
        for _ in range(number):
            table.flip(seat, now())

    table.slap(0, now())
    table.slap(2, now())
    flips(0, 4)
    table.slap(0, now())  # the house rules
    flips(0, 9)
    table.slap(0, now())  # burn 2
    table.hold(0, Button.SLAP, now(), 1200)
    now(2000)
    flips(2, 4)
    table.slap(2, now())  # the first game
    table.slap(0, now(66_000))  # from its result to the lobby
    table.slap(1, now())
    table.slap(1, now())  # the second game
    pause_ms = now(3000)
    for place in (0, 1, 2):
        table.hold(place, Button.FLIP, pause_ms, 2400)
    table.slap(1, now(4000))
    table.slap(0, now(72_000))  # from its result to the lobby
    for place in (0, 1):
        table.hold(place, Button.SLAP, now(), 1200)
        now(2000)
    flips(2, 1)
    table.slap(2, now())  # the game of the day
    flips(2, 5)
    table.slap(2, now())
    leave_ms = now(3000)
    table.hold(2, Button.FLIP, leave_ms, 2400)
    table.hold(2, Button.FLIP, now(4000), 1200)
    now(2000)
    flips(2, 1)
    table.slap(2, now())  # to the idle table
    asleep_ms = now(45_000)
    table.slap(3, now())
    table.play(until_ms=now(1000))
    assert table.warnings == []
    assert table.view_at(asleep_ms).brightness == 0
    last = table.views[-1][1]
    assert (type(last.overlay), last.brightness) == (IdlePage, 1000)
    started = [read(tmp_path / name)[0] for name in ("r.jsonl", "r-2.jsonl", "r-3.jsonl")]
    assert [header.more["places"] for header in started] == [[0, 2], [0, 1, 2], [2, 3, 0, 1]]
    assert [header.more["mode"] for header in started] == ["new", "new", "daily"]
    assert [header.rules.burn for header in started] == [2, 2, 1]
    assert started[2].seats[0] == "Player 3"
    games = [judged(*read(tmp_path / name))[0] for name in ("r.jsonl", "r-2.jsonl", "r-3.jsonl")]
    assert [state.over is not None for state in games] == [True, True, False]
    overlays = kinds(table)
    for page in (MenuPage, LobbyPage, Paused, Countdown, Result, Question, IdlePage):
        assert page in overlays
