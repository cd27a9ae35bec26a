"""An evening at wired buttons: the idle table, the lobby, games, and back, on the manual clock."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from device.between import IdlePage, LobbyPage, MenuPage
from device.leaf import Leaf
from device.options import Settings
from device.overlay import Countdown, Paused, Question, Result
from device.scribe import JOURNAL, LAST
from game.events import Flip, Pause, Resume, Shown
from hal.wiring import Button
from tests.device.playing import Evening, header_of, judged, read
from tests.device.receiving import OVER_MS, SHORT, both_join, evening, kinds, left


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


@pytest.mark.parametrize(("slaps", "mode"), [(1, "daily"), (2, "practice")])
def test_one_person_against_three_wherever_he_sits(tmp_path: Path, slaps: int, mode: str) -> None:
    table = evening(tmp_path)
    table.slap(2, 1000)
    table.flip(2, 1500)
    for n in range(slaps):
        table.slap(2, 2000 + 400 * n)
    for n in range(6 if mode == "daily" else 8):
        table.flip(2, 3500 + 400 * n)
    table.slap(2, 6500)
    table.play(until_ms=7500)
    game = table.table.game
    assert game.header.more["mode"] == mode
    assert game.header.more.get("date") == ("2026-11-30" if mode == "daily" else None)
    assert (game.places, game.persons) == ((2, 3, 0, 1), [0])
    assert len(game.header.seats) == 4


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
    flips(2, 5)
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
    flips(2, 6)
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
