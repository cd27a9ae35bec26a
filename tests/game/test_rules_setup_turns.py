"""Rules 2: setting up and turns."""

import pytest

from tests.game.judged import RecordError
from tests.game.script import RANKS, SUITS, cards, game

DECK = [rank + suit for rank in RANKS for suit in SUITS]


def test_R1_three_players_get_18_17_17_and_all_52_cards_are_in_play() -> None:
    deal = " | ".join(" ".join(DECK[seat::3]) for seat in range(3))
    start = game(deal).judge()
    assert start.hands == [18, 17, 17]
    later = game(deal).lay(0, 1, 2).slap(0).judge()
    assert later.shown == 3
    assert sum(later.hands) + later.pile == 52


@pytest.mark.parametrize("seats", [2, 8])
def test_R2_two_to_eight_seats_may_play(seats: int) -> None:
    deal = " | ".join(RANKS[seat] for seat in range(seats))
    assert game(deal).judge().hands == [1] * seats


@pytest.mark.parametrize("seats", [1, 9])
def test_R2_one_seat_and_nine_are_refused(seats: int) -> None:
    told = game("2 | 3")
    told.header["seats"] = [f"Player {seat}" for seat in range(seats)]
    told.header["hands"] = cards(RANKS[seat] for seat in range(seats))
    with pytest.raises(RecordError) as damage:
        told.judge()
    assert damage.value.line == 1


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_R3_the_leader_lays_first(leader: int) -> None:
    start = game("2 3 | 4 5 | 6 7", leader=leader)
    assert start.judge().turn == leader
    assert start.lay(leader).judge().shown == 1


def test_R3_a_leader_without_cards_is_skipped() -> None:
    assert game("2 3 | | 4 5", leader=1).judge().turn == 2
    assert game("2 3 | 4 5 | ", leader=2).judge().turn == 0


def test_R4_turns_go_round_in_ascending_seats() -> None:
    told = game("2 3 | 4 5 | 6 7")
    assert told.lay(0).judge().turn == 1
    assert told.lay(0, 1).judge().turn == 2
    assert told.lay(0, 1, 2).judge().turn == 0


def test_R5_a_card_counts_from_the_instant_it_is_shown() -> None:
    turning = game("5 2 | 5 3 4").lay(0).flip(1)
    assert turning.judge().shown == 1
    assert turning.judge().pile == 1
    assert turning.slap(0).later().judge().verdicts == ["false"]
    assert turning.shown().slap(0).later().judge().verdicts == ["won"]


def test_R5_a_demand_stands_only_when_the_card_is_shown() -> None:
    turning = game("K 2 | 3 4 5").flip(0)
    assert (turning.judge().owed, turning.judge().challenger) == (0, None)
    assert (turning.shown().judge().owed, turning.shown().judge().challenger) == (3, 0)


def test_R6_a_flip_out_of_turn_does_nothing() -> None:
    told = game("2 3 | 4 5 | 6 7").flip(1).flip(2).judge()
    assert told.hands == [2, 2, 2]
    assert told.turn == 0


def test_R6_a_second_flip_while_the_card_turns_does_nothing() -> None:
    told = game("2 3 | 4 5").flip(0).flip(0).flip(1)
    assert told.judge().hands == [1, 2]
    assert told.judge().turn is None
    shown = told.shown().judge()
    assert (shown.shown, shown.pile, shown.turn) == (1, 1, 1)


def test_R6_a_flip_during_a_claim_does_nothing() -> None:
    claimed = game("J 9 8 | 2 4 5").lay(0, 1)
    told = claimed.flip(0).flip(1).judge()
    assert told.hands == [2, 2]
    assert told.turn is None


def test_R6_a_flip_during_a_race_does_nothing_and_is_not_kept_for_later() -> None:
    race = game("5 9 8 | 5 4 3").lay(0, 1).slap(1)
    told = race.flip(0, after=1_000).flip(1, after=1_000)
    assert told.judge().hands == [2, 2]
    after = told.later().judge()
    assert (after.hands, after.turn) == ([2, 4], 1)


def test_R7_a_player_without_cards_is_skipped() -> None:
    assert game("2 3 | | 4 5").lay(0).judge().turn == 2
    assert game("2 3 | 4 | 5 6").lay(0, 1, 2, 0).judge().turn == 2


def test_R8_one_player_alone_lays_on_card_after_card() -> None:
    alone = game("2 3 4 5 6 | ")
    assert alone.judge().turn == 0
    assert not alone.judge().over  # all cards, but nothing was taken: R63
    told = alone.lay(0, 0, 0).judge()
    assert (told.hands, told.pile, told.turn, told.owed) == ([2, 0], 3, 0, 0)


def test_R8_a_slap_settles_it() -> None:
    told = game("2 4 4 5 6 | ").lay(0, 0, 0).slap(1).later().judge()
    assert (told.hands, told.turn, told.taken) == ([2, 3], 1, 1)


def test_R8_a_court_card_settles_it() -> None:
    told = game("2 4 J 5 6 | ").lay(0, 0, 0)
    assert (told.judge().turn, told.judge().challenger) == (None, 0)
    assert told.later().judge().winner == 0
