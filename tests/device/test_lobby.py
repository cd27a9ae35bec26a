"""The lobby as a value: who sits where, and which game it will be."""

from dataclasses import replace

import pytest

from device.config import Config
from device.gesture import Gesture, Press
from device.language import language
from device.lengths import MINUTE_US
from device.lobby import Lack, Lobby, Mode, Row, Way, empty, lack_of, left, next_length, turned
from device.lobby_page import lobby_page
from device.options import SeatPlan
from game.cpu import Level
from game.rules import PRESETS, Rules

RULES = Rules()
ANNA, BEN, CPU = SeatPlan("Anna"), SeatPlan("Ben"), SeatPlan("", Level.NORMAL)


def after(lobby: Lobby, *presses: tuple[int, Press], rules: Rules = RULES) -> Lobby:
    for seat, press in presses:
        lobby, _ = turned(lobby, Gesture(press, seat, 0), rules)
    return lobby


def with_guests(*guests: SeatPlan | None) -> Lobby:
    return replace(empty(len(guests)), guests=guests)


def test_a_slap_joins_and_holding_it_leaves() -> None:
    lobby = after(empty(4), (2, Press.SLAP))
    assert lobby.persons == (2,)
    assert after(lobby, (2, Press.SLAP_LONG)).persons == ()
    assert after(empty(4), (1, Press.SLAP_LONG)).persons == (1,)


def test_flip_of_an_empty_seat_goes_through_nobody_slow_normal_fast() -> None:
    lobby, levels = empty(2), []
    for _ in range(5):
        lobby = after(lobby, (1, Press.FLIP))
        guest = lobby.guests[1]
        levels.append(None if guest is None else guest.level)
    assert levels == [Level.SLOW, Level.NORMAL, Level.FAST, None, Level.SLOW]


def test_a_person_takes_the_seat_of_a_computer_player() -> None:
    lobby = after(empty(2), (1, Press.FLIP), (1, Press.SLAP))
    assert lobby.persons == (1,)


def test_flip_of_whoever_has_joined_goes_through_the_rows_and_round() -> None:
    lobby, rows = after(empty(2), (0, Press.SLAP)), []
    for _ in range(len(Row) + 1):
        rows.append(lobby.row)
        lobby = after(lobby, (0, Press.FLIP))
    assert rows == [*Row, Row.BEGIN]


@pytest.mark.parametrize(
    ("row", "way"),
    [
        (Row.LENGTH, Way.LENGTH),
        (Row.NAME, Way.NAME),
        (Row.RULES, Way.RULES),
        (Row.SETTINGS, Way.SETTINGS),
        (Row.BOOK, Way.BOOK),
        (Row.LESSON, Way.LESSON),
        (Row.BOARDS, Way.BOARDS),
    ],
)
def test_slap_does_what_the_row_says(row: Row, way: Way) -> None:
    lobby = replace(with_guests(ANNA, None), row=row)
    assert turned(lobby, Gesture(Press.SLAP, 0, 0), RULES) == (lobby, way)


def test_the_modes_go_round_and_the_game_of_the_day_has_its_own_rules_and_length() -> None:
    lobby = replace(with_guests(ANNA, None), row=Row.MODE)
    modes = [lobby.mode]
    for _ in range(3):
        lobby = after(lobby, (0, Press.SLAP))
        modes.append(lobby.mode)
    assert modes == [Mode.NEW, Mode.DAILY, Mode.PRACTICE, Mode.NEW]
    daily = replace(lobby, mode=Mode.DAILY)
    assert not {Row.LENGTH, Row.RULES} & set(daily.rows)
    assert after(daily, (0, Press.FLIP)).row is Row.NAME


@pytest.mark.parametrize(
    ("guests", "mode", "preset", "lack"),
    [
        ((ANNA, None), Mode.NEW, "ratscrew", Lack.ONE_MORE),
        ((CPU, CPU), Mode.NEW, "ratscrew", Lack.ONE_MORE),
        ((ANNA, BEN), Mode.NEW, "ratscrew", None),
        ((ANNA, CPU), Mode.NEW, "party", None),
        ((ANNA, CPU, None, None), Mode.NEW, "egyptian-war", Lack.NOT_FOUR),
        ((ANNA, CPU, BEN, CPU), Mode.NEW, "egyptian-war", None),
        ((ANNA, BEN), Mode.DAILY, "ratscrew", Lack.NOT_ALONE),
        ((None, None), Mode.PRACTICE, "ratscrew", Lack.NOT_ALONE),
        ((ANNA, None), Mode.DAILY, "party", None),
        ((ANNA, CPU, CPU, CPU), Mode.PRACTICE, "egyptian-war", None),
    ],
)
def test_a_game_begins_only_with_those_it_is_for(
    guests: tuple[SeatPlan | None, ...], mode: Mode, preset: str, lack: Lack | None
) -> None:
    lobby, rules = replace(with_guests(*guests), mode=mode), PRESETS[preset]
    assert lack_of(lobby, rules) is lack
    if lobby.persons:
        told, way = turned(lobby, Gesture(Press.SLAP, lobby.persons[0], 0), rules)
        assert (told.lack, way) == (lack, Way.BEGIN if lack is None else None)
        assert after(told, (lobby.persons[0], Press.FLIP)).lack is None


def test_a_short_game_is_a_house_rule_and_a_limit_from_elsewhere_is_left_by_the_first_press() -> (
    None
):
    limits, rules = [], RULES
    for _ in range(4):
        rules = next_length(rules)
        limits.append(rules.time_limit_us)
    assert limits == [5 * MINUTE_US, 10 * MINUTE_US, 15 * MINUTE_US, None]
    assert next_length(replace(RULES, time_limit_us=7 * MINUTE_US)).time_limit_us is None


def test_whoever_comes_back_has_the_name_of_before_unless_somebody_else_has_it() -> None:
    lobby = replace(empty(3), usual=("Anna", "anna", "Ben"))
    lobby = after(lobby, (0, Press.SLAP), (1, Press.SLAP), (2, Press.SLAP))
    assert [guest.name for guest in lobby.guests if guest] == ["Anna", "", "Ben"]


def test_a_seat_that_the_lobby_has_no_room_for_does_nothing() -> None:
    lobby = empty(8)
    assert len(lobby.guests) == 6
    assert after(lobby, (7, Press.SLAP)) == lobby


def test_the_row_of_the_boards_says_what_they_are_or_why_nobody_is_on_any() -> None:
    lobby = replace(with_guests(ANNA, None), row=Row.BOARDS)
    told = [
        lobby_page(lobby, Config(), {}, language("en"), nobody=nobody) for nobody in ("", "Nobody.")
    ]
    assert [page.lines[page.selected].label for page in told] == ["Boards", "Boards"]
    assert [page.text for page in told] == ["Who is best at what, and your own page.", "Nobody."]
    assert not any(page.warns for page in told)


def told_of_the_day(name: str, row: Row = Row.BEGIN, mode: Mode = Mode.DAILY) -> str:
    lobby = replace(with_guests(SeatPlan(name), None), mode=mode, row=row)
    return lobby_page(lobby, Config(), {}, language("en"), {"anna": 740}).text


@pytest.mark.parametrize("row", [Row.BEGIN, Row.MODE])
def test_it_is_told_what_another_game_of_the_day_is_worth(row: Row) -> None:
    played = "Played already: 740 points. Now it is practice."
    assert told_of_the_day("Anna", row) == told_of_the_day("ANNA", row) == played
    assert told_of_the_day("", row) == "Without a name it counts for nobody."
    assert "practice" not in told_of_the_day("Ben", row)
    assert "counts for" not in told_of_the_day("", row, Mode.PRACTICE)


def test_nobody_sits_where_somebody_has_left() -> None:
    lobby = with_guests(ANNA, BEN)
    assert left(lobby, 0).persons == (1,)
    assert left(lobby, 7) == lobby
