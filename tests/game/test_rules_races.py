"""Rules 4, R35: several hands on the same pattern."""

from hashlib import sha256
from typing import Any

import pytest

from tests.game.script import RACE, TIE, Game, game

THREE = "5 9 8 | 5 7 6 | 2 3 4"
FOUR = f"{THREE} | T J Q"


def _pair(deal: str = THREE, **rules: Any) -> Game:
    """Anna and Ben have laid a pair."""
    return game(deal, **rules).lay(0, 1)


def _lot(seed: str, stamp: int, seats: list[int]) -> int:
    """The seat drawn, computed from the law's own words."""
    digest = sha256(f"{seed}/lot/{stamp}".encode()).digest()
    return sorted(seats)[int.from_bytes(digest[:8], "big") % len(seats)]


def test_R35_the_earliest_takes_and_the_others_are_late() -> None:
    told = _pair().slap(2).slap(0, 5_000).slap(1, 1_000).later().judge()
    assert told.verdicts == ["won", "late", "late"]
    assert (told.hands, told.turn, told.taken) == ([2, 2, 5], 2, 1)


def test_R35_never_by_seat_the_earliest_takes_wherever_it_sits() -> None:
    for first, second in [(0, 1), (1, 0), (2, 0), (0, 2)]:
        told = _pair().slap(first).slap(second, TIE + 1).later().judge()
        assert told.turn == first


def test_R35_the_race_is_open_up_to_its_bound_included() -> None:
    race = _pair(race_us=RACE).slap(2)
    assert race.later(RACE).judge().verdicts == ["pending"]
    assert race.later(RACE + 1).judge().verdicts == ["won"]


def test_R35_a_press_on_the_bound_is_in_the_race_and_one_after_it_is_not() -> None:
    race = _pair(late_slap="burn").slap(2)
    inside = race.slap(0, RACE).later().judge()
    assert (inside.verdicts, inside.hands) == (["won", "late"], [2, 2, 5])
    # Outside it is an ordinary press on a pile just slapped (R34).
    outside = race.slap(0, RACE + 1).later().judge()
    assert (outside.verdicts, outside.hands) == (["won", "false"], [1, 2, 5])


@pytest.mark.parametrize("race_us", [0, 1, 50_000, 100_000])
def test_R35_race_us_sets_its_length(race_us: int) -> None:
    race = _pair(race_us=race_us, late_slap="burn").slap(2)
    assert race.slap(0, race_us).later().judge().verdict in ("tie", "won", "late")
    assert race.slap(0, race_us + 1).later().judge().verdict == "false"


def test_R35_the_bound_runs_from_the_earliest_stamp_not_from_the_last_press() -> None:
    told = _pair(late_slap="burn").slap(2).slap(0, 6_000).slap(1, 6_000).later().judge()
    assert told.verdicts == ["won", "late", "false"]


def test_R35_a_contenders_second_press_is_ignored() -> None:
    told = _pair(late_slap="burn").slap(2).slap(2, 1_000).slap(0, 1_000).slap(0, 1_000)
    assert told.judge().verdicts == ["pending", "ignored", "pending", "ignored"]
    assert told.later().judge().verdicts == ["won", "ignored", "late", "ignored"]
    assert told.later().judge().hands == [2, 2, 5]


def test_R35_pile_turn_and_challenge_stand_until_the_race_closes() -> None:
    told = game("K 9 8 | 3 3 5 | 7 6 4").lay(0, 1, 1).slap(2)
    race = told.later(RACE).judge()
    assert (race.hands, race.pile, race.taken) == ([2, 1, 3], 3, 0)
    # By the format: no turn, nothing owed while a race is open.
    assert (race.turn, race.owed, race.challenger) == (None, 0, None)
    assert told.later().judge().hands == [2, 1, 6]


def test_R35_a_seat_without_cards_may_be_in_it() -> None:
    told = game("5 9 | 5 7 | ").lay(0, 1).slap(2).slap(0, 1_000).later().judge()
    assert (told.verdicts, told.hands) == (["won", "late"], [1, 1, 2])


def test_R35_a_barred_seat_is_not_in_it() -> None:
    told = game("9 5 8 | 7 5 6 | ", empty_slap="out").lay(0).slap(2).lay(1, 0, 1)
    told = told.slap(2).slap(0, 1_000).slap(2, 0).later()
    assert told.judge().verdicts == ["false", "barred", "won", "barred"]


def test_R35_on_the_tie_bound_hands_cannot_be_told_apart() -> None:
    race = _pair(tie_us=TIE).slap(2)
    on = race.slap(0, TIE).later().judge()
    assert sorted(on.verdicts) == ["tie", "won"]
    beyond = race.slap(0, TIE + 1).later().judge()
    assert beyond.verdicts == ["won", "late"]


@pytest.mark.parametrize("tie_us", [0, 1, 5_000])
def test_R35_tie_us_sets_the_tie_bound(tie_us: int) -> None:
    race = _pair(tie_us=tie_us).slap(2)
    assert sorted(race.slap(0, tie_us).later().judge().verdicts) == ["tie", "won"]
    assert race.slap(0, tie_us + 1).later().judge().verdicts == ["won", "late"]


def test_R35_the_tie_is_with_the_earliest_not_from_hand_to_hand() -> None:
    told = _pair().slap(2).slap(0, 90).slap(1, 90).later().judge()
    assert sorted(told.verdicts[:2]) == ["tie", "won"]
    assert told.verdicts[2] == "late"


def test_R35_uncertainty_reaches_back() -> None:
    race = _pair().slap(2)
    on = race.slap(0, 5_000, unsure=5_000 - TIE).later().judge()
    assert sorted(on.verdicts) == ["tie", "won"]
    short = race.slap(0, 5_000, unsure=5_000 - TIE - 1).later().judge()
    assert short.verdicts == ["won", "late"]
    far = race.slap(0, RACE, unsure=50_000).later().judge()
    assert sorted(far.verdicts) == ["tie", "won"]


def test_R35_the_uncertainty_of_the_earliest_does_not_reach_forward() -> None:
    told = _pair().slap(2, unsure=50_000).slap(0, TIE + 1).later().judge()
    assert told.verdicts == ["won", "late"]


def test_R35_uncertainty_does_not_carry_a_press_over_the_bound() -> None:
    told = _pair(late_slap="burn").slap(2).slap(0, RACE + 1, unsure=50_000).later().judge()
    assert told.verdicts == ["won", "false"]


@pytest.mark.parametrize("seed", ["", "a", "b", "2026-05-01", "Hände ♠", "x" * 300])
@pytest.mark.parametrize(
    "seats", [[0, 1], [1, 0], [2, 0], [1, 3], [3, 1, 0], [0, 1, 2, 3], [2, 3, 0, 1]]
)
@pytest.mark.parametrize("wait", [0, 12_345])
def test_R35_a_dead_heat_is_settled_by_the_lot(seed: str, seats: list[int], wait: int) -> None:
    told = _pair(FOUR, seed=seed).slap(seats[0], 150_000 + wait)
    stamp = told.now
    for seat in seats[1:]:
        told = told.slap(seat, 10)
    end = told.later().judge()
    drawn = _lot(seed, stamp, seats)
    assert {slap.seat: slap.verdict for slap in end.slaps} == {
        seat: "won" if seat == drawn else "tie" for seat in seats
    }
    assert end.turn == drawn
    assert end.hands[drawn] == [4, 4, 5, 5][drawn]


def test_R35_the_lot_does_not_depend_on_the_order_of_the_presses() -> None:
    for stamp in range(300_000, 300_040):
        one_way = _pair(seed="s").slap(0, stamp).slap(2, 0).later().judge()
        other_way = _pair(seed="s").slap(2, stamp).slap(0, 0).later().judge()
        assert one_way.turn == other_way.turn


def test_R35_the_lot_is_among_the_tied_alone_and_the_slower_are_late() -> None:
    for wait in range(200_000, 200_020):
        told = _pair(seed="s").slap(2, wait).slap(1, 50).slap(0, 500)
        stamp = told.inputs[-3][0]
        end = told.later().judge()
        assert end.verdicts[2] == "late"
        assert end.turn == _lot("s", stamp, [1, 2])


def test_R35_the_stamp_in_the_lot_is_the_press_itself_whatever_its_uncertainty() -> None:
    for wait in range(200_000, 200_020):
        told = _pair(seed="s").slap(1, wait, unsure=77).slap(0, 50, unsure=300)
        assert told.later().judge().turn == _lot("s", told.now - 50, [0, 1])


def test_R35_a_dead_heat_in_a_record_without_a_seed_draws_on_the_empty_text() -> None:
    for wait in range(200_000, 200_020):
        told = _pair().slap(1, wait).slap(0, 0)
        told.header.pop("seed")
        assert told.later().judge().turn == _lot("", told.now, [0, 1])


def test_R35_flips_are_refused_while_the_race_is_open() -> None:
    race = _pair().slap(2)
    assert race.flip(0, RACE).judge().hands == [2, 2, 3]
    assert race.flip(2, RACE).judge().hands == [2, 2, 3]
    assert race.flip(2, RACE + 1).judge().hands == [2, 2, 4]  # closed: Carla leads
