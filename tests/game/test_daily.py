"""The daily game: what follows from a date, written down so that anyone can check."""

from datetime import UTC, date, datetime

import pytest

from game.cards import deal
from game.chance import below, words
from game.cpu import Computers, Level, played
from game.daily import EAST, LEVELS, NORTH, PERSON, SOUTH, WEST, Daily, daily
from game.engine import deal as dealt
from game.events import Input, Shown
from game.rules import PRESETS

DEALS = {
    "2026-11-30": (
        1,
        "5D KH 7S TH 9D AD 4S AS 5H 2C 8S QC 5S",
        "7H KC AC 3C 3S 9H 7D 4C 8H JH 6D 7C 6H",
        "TC QS 8C TD KD 8D 4H 2H 6C JS 9C TS 2S",
        "4D QD 5C 3D 9S JC 6S 3H JD AH KS QH 2D",
    ),
    "2024-02-29": (
        2,
        "JD 7S 4S 3D 2C 4C 2S KD 8D AC 8S AD JS",
        "8C QC KH 4D TS 5H 7C 2H TC 3S 5D 2D 6D",
        "3C TD KC 3H QS 5C 6C 7H KS 9D 9C 9S 7D",
        "QH JH 6S AH 9H QD TH 6H 4H JC 5S 8H AS",
    ),
}


@pytest.mark.parametrize("day", DEALS)
def test_the_deal_of_a_date_is_the_same_for_everyone(day: str) -> None:
    leader, *hands = DEALS[day]
    game = daily(day)
    assert game.seed == f"daily/{day}"
    assert game.leader == leader
    assert [" ".join(map(str, hand)) for hand in game.hands] == hands


def test_the_key_deals_the_cards_and_draws_the_leader() -> None:
    game = daily("2026-11-30")
    assert (game.hands, game.leader) == deal("daily/2026-11-30", 4)
    assert game.leader == (below(4, words("daily/2026-11-30/dealer")) + 1) % 4


def test_R4_south_is_the_person_and_three_computer_players_sit_clockwise() -> None:
    game = daily("2026-11-30")
    assert (SOUTH, WEST, NORTH, EAST) == (0, 1, 2, 3)
    assert PERSON == SOUTH
    assert game.levels == LEVELS == dict.fromkeys((WEST, NORTH, EAST), Level.NORMAL)
    assert [len(hand) for hand in game.hands] == [13, 13, 13, 13]
    assert game.rules == PRESETS["egyptian-war"]


def test_a_date_and_its_text_give_the_same_game() -> None:
    game = daily(date(2026, 11, 30))
    assert game == daily("2026-11-30")
    assert game.day == date(2026, 11, 30)
    late = daily(datetime(2026, 11, 30, 23, 59, tzinfo=UTC))
    assert late == game
    assert type(late.day) is date


def test_another_date_is_another_game() -> None:
    assert daily("2026-12-01").hands != daily("2026-11-30").hands


def test_an_early_year_keeps_its_four_digits() -> None:
    assert daily(date(33, 4, 3)).seed == "daily/0033-04-03"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "2026-11-31",
        "2025-02-29",
        "30.11.2026",
        "20261130",
        "2026-W49-1",
        "2026-1-3",
        "2026-11-30 ",
        "2026-11-30T00:00:00",
        "2026-11-3\u0660",
    ],
)
def test_a_text_that_is_no_date_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="expected YYYY-MM-DD") as refused:
        daily(text)
    assert repr(text) in str(refused.value)


def finished(game: Daily) -> list[Input]:
    """The daily game with a computer player in the person's seat, as nobody waits here."""
    state = dealt(game.rules, game.hands, game.leader, game.seed)
    computers = Computers(game.seed, {**game.levels, PERSON: Level.SLOW})
    return [happened for happened, _, _ in played(state, computers, 250_000)]


def test_the_computer_players_of_a_date_react_alike_for_everyone() -> None:
    once = finished(daily("2026-11-30"))
    assert once == finished(daily("2026-11-30"))
    assert sum(isinstance(happened, Shown) for happened in once) == 860
