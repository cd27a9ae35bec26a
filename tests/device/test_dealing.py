"""What a game begins with stands in its header, and the header is enough to play it again."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from device.dealing import (
    computers_of,
    day_header,
    first_header,
    next_header,
    next_seed,
    party_header,
    places_of,
    seats_of,
)
from device.options import PlayOptions, SeatPlan
from game.cards import DECK
from game.cpu import Level
from game.daily import daily
from game.record import Header, Record, header_line
from game.rules import Rules
from tests.device.playing import header_of

SEATS = (SeatPlan("Anna"), SeatPlan("West", Level.FAST), SeatPlan("North", Level.SLOW))
OPTIONS = PlayOptions(SEATS, Rules(burn=2), Level.FAST, Path("state"), seed="may")


def test_who_plays_stands_in_the_header_and_is_found_there_again() -> None:
    header = first_header(OPTIONS)
    again = Record([header_line(header).encode()]).header
    assert again == header
    assert seats_of(again) == SEATS
    assert again.more == {
        "mode": "new",
        "kinds": ["person", "cpu:fast", "cpu:slow"],
        "tempo": "fast",
    }


def test_a_seed_is_a_deal() -> None:
    assert first_header(OPTIONS) == first_header(OPTIONS)
    assert first_header(OPTIONS).hands != first_header(replace(OPTIONS, seed="june")).hands
    assert first_header(OPTIONS).rules == OPTIONS.rules


def test_without_a_seed_it_comes_from_chance() -> None:
    chance = replace(OPTIONS, seed=None)
    assert first_header(chance).seed != first_header(chance).seed


def test_a_deal_of_a_record_is_played_by_the_rules_asked_for() -> None:
    deal = header_of(["7S", "7H", "2C"], leader=2)
    header = first_header(replace(OPTIONS, deal=deal, seed=None))
    assert (header.hands, header.leader, header.seed) == (deal.hands, 2, deal.seed)
    assert header.rules == OPTIONS.rules
    assert header.seats == ("Anna", "West", "North")
    assert header.more["mode"] == "deal"


def test_the_daily_game_is_that_of_its_date() -> None:
    day = date(2026, 11, 30)
    seats = (*SEATS, SeatPlan("East", Level.NORMAL))
    header = first_header(replace(OPTIONS, seats=seats, daily=day, seed=None))
    assert (header.hands, header.leader, header.rules, header.seed) == (
        daily(day).hands, daily(day).leader, daily(day).rules, daily(day).seed
    )  # fmt: skip
    assert header.more["date"] == "2026-11-30"
    after = next_header(header)
    assert "date" not in after.more
    assert after.more["mode"] == "new"


def test_R3_the_dealer_moves_on_and_everybody_keeps_his_seat() -> None:
    header = first_header(OPTIONS)
    evening = [header]
    for _ in range(4):
        evening.append(next_header(evening[-1]))
    leaders = [each.leader for each in evening]
    assert leaders == [(header.leader + number) % 3 for number in range(5)]
    assert [each.seed for each in evening] == ["may", "may/2", "may/3", "may/4", "may/5"]
    assert len({each.hands for each in evening}) == 5
    for each in evening:
        assert sorted(map(str, (card for hand in each.hands for card in hand))) == sorted(
            map(str, DECK)
        )
        assert [len(each.hands[(each.leader + place) % 3]) for place in range(3)] == [18, 17, 17]


@pytest.mark.parametrize(
    ("seed", "after"),
    [
        ("", "/2"),
        ("/2", "/3"),
        ("a/9", "a/10"),
        ("a/b", "a/b/2"),
        ("a/²", "a/²/2"),
        ("a/" + "9" * 5000, "a/" + "9" * 5000 + "/2"),
    ],
)
def test_the_seed_after(seed: str, after: str) -> None:
    assert next_seed(seed) == after


@pytest.mark.parametrize(
    "kinds", [None, 5, "cpu:fast", ["cpu:fast"], ["cpu:fast", 7], ["cpu:genius", "person"]]
)
def test_a_kind_that_nobody_knows_is_a_person(kinds: object) -> None:
    header = Header(
        ("Anna", "Ben"), 0, header_of(["7S", "7H"]).hands, Rules(), "", {"kinds": kinds}
    )
    assert seats_of(header)[1].is_person
    assert computers_of(header).next is None


def test_who_has_sat_down_stands_in_the_header_with_the_place() -> None:
    header = party_header(SEATS, (0, 3, 5), Rules(), "new", "may")
    again = Record([header_line(header).encode()]).header
    assert (places_of(again), seats_of(again)) == ((0, 3, 5), SEATS)
    assert header.hands == first_header(replace(OPTIONS, rules=Rules())).hands
    assert header.leader == first_header(OPTIONS).leader
    assert places_of(next_header(header)) == (0, 3, 5)


@pytest.mark.parametrize("leader", range(3))
def test_R3_the_leader_may_be_told_and_gets_the_odd_card(leader: int) -> None:
    header = party_header(SEATS, (0, 1, 2), Rules(), "new", "may", leader)
    assert header.leader == leader
    assert [len(hand) for hand in header.hands].index(18) == leader
    assert sorted(map(str, sum(header.hands, ()))) == sorted(map(str, DECK))


def test_the_game_of_the_day_is_the_same_wherever_its_person_sits() -> None:
    seats = (SeatPlan("Anna"), *[SeatPlan(name, Level.NORMAL) for name in ("W", "N", "E")])
    header = day_header(seats, (2, 3, 0, 1), date(2026, 11, 30))
    day = daily("2026-11-30")
    assert (header.hands, header.leader, header.rules) == (day.hands, day.leader, day.rules)
    assert (header.seed, header.more["date"]) == (day.seed, "2026-11-30")
    assert places_of(header) == (2, 3, 0, 1)


@pytest.mark.parametrize("told", [None, 3, [0], [0, 0, 1], [0, 1, 8], [0, 1, "2"], [True, 2, 3]])
def test_places_that_cannot_be_are_those_of_the_seats(told: object) -> None:
    header = replace(first_header(OPTIONS), more={"places": told})
    assert places_of(header) == (0, 1, 2)
