"""Rules 4: the pile of a failed challenge lies open for a while (R30, R31)."""

from typing import Any

import pytest

from tests.game.script import CLAIM, Game, game

PAIR = "Q 9 7 | 3 3 5"
PLAIN = "Q 9 7 | 3 4 5"
EITHER = pytest.mark.parametrize("deal", [PAIR, PLAIN])


def _failed(deal: str, **rules: Any) -> Game:
    """Anna's queen is paid with two numbers; the pile is hers unless someone slaps."""
    return game(deal, **rules).lay(0, 1, 1)


@EITHER
def test_R30_the_challenger_takes_at_the_end_of_the_window(deal: str) -> None:
    told = _failed(deal)
    open_pile = told.later(CLAIM - 1).judge()
    assert (open_pile.hands, open_pile.pile, open_pile.taken) == ([2, 1], 3, 0)
    assert (open_pile.turn, open_pile.owed, open_pile.challenger) == (None, 0, 0)
    taken = told.later(CLAIM).judge()
    assert (taken.hands, taken.pile, taken.taken, taken.turn) == ([5, 1], 0, 1, 0)
    assert (taken.owed, taken.challenger) == (0, None)


def test_R30_a_slap_before_the_end_takes_the_pile() -> None:
    told = _failed(PAIR).slap(1, CLAIM - 1).later().judge()
    assert (told.verdict, told.hands, told.turn) == ("won", [2, 4], 1)


@pytest.mark.parametrize("late", [CLAIM, CLAIM + 1])
def test_R30_a_slap_at_the_end_or_later_is_too_late(late: int) -> None:
    told = _failed(PAIR).slap(1, late).judge()
    # The claim went before it; no card lies any more (R39).
    assert (told.verdict, told.hands, told.turn) == ("ignored", [5, 1], 0)


@EITHER
def test_R30_a_flip_before_the_end_is_refused_and_at_the_end_the_taker_lays(deal: str) -> None:
    told = _failed(deal)
    assert told.flip(0, CLAIM - 1).shown(CLAIM).judge().shown == 3
    assert told.flip(0, CLAIM).shown().judge().shown == 4


@EITHER
def test_R30_no_press_shortens_the_window(deal: str) -> None:
    told = _failed(deal)
    end = told.now + CLAIM
    pressed = told.flip(0).flip(1).shown()
    assert pressed.later(at=end - 1).judge().taken == 0
    assert pressed.later(at=end).judge().taken == 1


def test_R30_nor_does_a_false_slap_lengthen_it() -> None:
    told = _failed(PLAIN)
    end = told.now + CLAIM
    slapped = told.slap(1)
    assert slapped.later(at=end - 1).judge().taken == 0
    assert slapped.later(at=end).judge().taken == 1


def test_R30_a_race_goes_before_the_claim() -> None:
    told = _failed(PAIR)
    end = told.now + CLAIM
    race = told.slap(1, at=end - 1)
    assert race.later(at=end + 1).judge().taken == 0
    # Anna, whose claim is due, is still in the race after its end.
    settled = race.slap(0, at=end + 5_000, unsure=5_000).later().judge()
    assert settled.verdicts in (["won", "tie"], ["tie", "won"])
    assert settled.taken == 1
    assert race.slap(0, at=end + 5_000).later().judge().verdicts == ["won", "late"]


@pytest.mark.parametrize("claim_us", [1, 250_000, 3_000_000])
def test_R30_claim_us_sets_its_length(claim_us: int) -> None:
    told = _failed(PAIR, claim_us=claim_us)
    assert told.later(claim_us - 1).judge().taken == 0
    assert told.later(claim_us).judge().taken == 1


def test_R30_a_window_of_no_length_ends_at_once() -> None:
    told = _failed(PAIR, claim_us=0)
    assert (told.judge().taken, told.judge().turn) == (1, 0)
    assert told.slap(1, 0).judge().verdict == "ignored"


def test_R30_whether_or_when_time_is_told_makes_no_difference() -> None:
    told = _failed(PLAIN)
    end = told.now + CLAIM
    told_late = told.flip(0, at=end + 50_000).shown().judge()
    told_often = told.later(1).later(at=end).later(1).flip(0, at=end + 50_000).shown().judge()
    assert told_late == told_often


def test_R31_a_false_slap_in_the_window_burns_and_goes_with_the_pile() -> None:
    told = game("J 9 8 | 2 5 6").lay(0, 1).slap(1)
    assert (told.judge().verdict, told.judge().hands, told.judge().pile) == ("false", [2, 1], 3)
    assert told.later().judge().hands == [5, 1]
