"""Rules 4: slaps, but for the open pile (claims) and several hands (races)."""

from typing import Any

import pytest

from tests.game.script import Game, game

GRACE = 200_000


def _pair(**rules: Any) -> Game:
    """A pair lies; it is Anna's turn."""
    return game("5 9 8 | 5 7 6", **rules).lay(0, 1)


def _covered(**rules: Any) -> Game:
    """Anna has just covered the pair with a 9."""
    return _pair(**rules).lay(0)


def test_R32_at_one_instant_the_order_in_the_file_decides() -> None:
    turning = game("5 9 8 | 5 7 6").lay(0).flip(1)
    assert turning.shown(after=0).slap(0, 0).later().judge().verdict == "won"
    assert turning.slap(0, 0).shown(after=0).later().judge().verdict == "false"


def test_R32_a_slap_sees_the_cards_shown_before_it_only() -> None:
    told = _pair().flip(0).slap(1).shown(after=0).later().judge()
    assert (told.verdict, told.hands) == ("won", [2, 4])


def test_R33_a_covered_pattern_within_the_grace_is_late() -> None:
    told = _covered(cover_grace_us=GRACE)
    late = told.slap(1, GRACE).later().judge()
    assert (late.verdict, late.hands, late.pile) == ("late", [1, 2], 3)
    false = told.slap(1, GRACE + 1).later().judge()
    assert (false.verdict, false.hands, false.pile) == ("false", [1, 1], 4)


def test_R33_without_a_grace_it_is_false() -> None:
    assert _covered().slap(1, 1).later().judge().verdict == "false"


def test_R33_the_longest_grace() -> None:
    told = _covered(cover_grace_us=500_000)
    assert told.slap(1, 500_000).judge().verdict == "late"
    assert told.slap(1, 500_001).judge().verdict == "false"


def test_R33_within_the_grace_it_is_late_whatever_late_slap_says() -> None:
    told = _covered(cover_grace_us=GRACE, late_slap="burn").slap(1, GRACE).judge()
    assert (told.verdict, told.hands) == ("late", [1, 2])


def test_R33_the_new_top_may_make_a_pattern_itself() -> None:
    told = game("7 7 2 | 4 4 3", cover_grace_us=GRACE).lay(0, 1, 0, 1).slap(0, 1).later().judge()
    assert (told.verdict, told.hands) == ("won", [5, 1])


def test_R33_there_is_no_grace_where_no_pattern_was_covered() -> None:
    told = game("5 9 8 | 6 7 4", cover_grace_us=GRACE).lay(0, 1).slap(1, 1).judge()
    assert (told.verdict, told.pile) == ("false", 3)


@pytest.mark.parametrize("seat", [0, 1])
def test_R34_a_slap_on_a_pile_just_slapped_is_late(seat: int) -> None:
    taken = _pair().slap(1).later()
    assert taken.slap(seat).judge().verdict == "late"
    assert taken.slap(seat).judge().hands == [2, 4]
    turning = taken.flip(1).slap(seat).judge()
    assert (turning.verdict, turning.hands) == ("late", [2, 3])


def test_R34_once_the_next_card_is_shown_it_is_false() -> None:
    told = _pair().slap(1).later().lay(1).slap(0).judge()
    assert (told.verdict, told.hands) == ("false", [1, 3])


@pytest.mark.parametrize(("seat", "hands"), [(0, [1, 4]), (1, [2, 3])])
def test_R34_late_slap_burn_makes_it_a_false_slap(seat: int, hands: list[int]) -> None:
    told = _pair(late_slap="burn").slap(1).later().slap(seat).judge()
    assert (told.verdict, told.hands, told.pile) == ("false", hands, 1)


def test_R34_after_a_claim_a_slap_is_not_late_but_ignored() -> None:
    told = game("J 9 8 | 2 4", late_slap="burn").lay(0, 1).later().slap(1).judge()
    assert (told.verdict, told.hands) == ("ignored", [4, 1])


def test_R36_several_false_slaps_on_one_card_burn_in_stamp_order() -> None:
    told = game("7 | A 7 3 | Q 2 4").lay(0).slaps(2, 1)
    assert (told.judge().verdicts, told.judge().pile) == (["false", "false"], 3)
    # Anna takes A Q 7 7: the ace, burned last, is on top.
    assert told.lay(1).slap(0).later().lay(0).judge().owed == 4


def test_R37_each_press_of_a_masher_costs() -> None:
    told = game("2 3 | 4 5 6 7").lay(0).slaps(1, 1, 1).judge()
    assert (told.verdicts, told.hands, told.pile) == (["false"] * 3, [1, 1], 4)


def test_R37_once_per_card_only_the_first_costs() -> None:
    told = game("2 3 8 | 4 5 6 7", mash="once_per_card").lay(0).slaps(1, 1, 1)
    assert told.judge().verdicts == ["false", "ignored", "ignored"]
    assert (told.judge().hands, told.judge().pile) == ([2, 3], 2)
    assert told.slap(0).judge().verdict == "false"  # each seat has its own first
    assert told.lay(1).slap(1).judge().verdict == "false"  # and on each shown card


def test_R37_once_per_card_only_the_first_is_a_strike() -> None:
    told = game("2 3 4 | | 5 6 7", mash="once_per_card", empty_slap="three_strikes").lay(0)
    assert told.slaps(1, 1, 1).judge().strikes == [0, 1, 0]
    assert told.slap(1).lay(2).slap(1).judge().strikes == [0, 2, 0]


def test_R38_a_press_before_the_card_is_shown_does_not_wait_for_it() -> None:
    # The hand may still be down when the pair appears; it takes a new press.
    held = game("5 9 8 | 5 7 6").lay(0).flip(1).slap(0, 99_999).shown(1)
    assert (held.later().judge().verdicts, held.later().judge().taken) == (["false"], 0)
    assert held.slap(0).later().judge().verdicts == ["false", "won"]


def test_R39_a_slap_before_the_first_card_is_ignored() -> None:
    told = game("2 3 | 4 5").slap(1).flip(0).slap(1).judge()
    assert (told.verdicts, told.hands, told.pile) == (["ignored"] * 2, [1, 2], 0)


def test_R39_a_slap_on_a_pile_just_claimed_is_ignored() -> None:
    told = game("J 9 8 | 2 4 5").lay(0, 1).later().slap(1).judge()
    assert (told.verdict, told.hands) == ("ignored", [4, 2])


def test_R39_a_slap_on_face_down_cards_only_is_ignored() -> None:
    told = game("2 3 | 4 5 | 6 7").leave(2).slap(1).judge()
    assert (told.verdict, told.hands, told.pile) == ("ignored", [2, 2, 0], 2)


@pytest.mark.parametrize("pattern", ["pair", "sandwich", "top_bottom"])
def test_R40_one_face_up_card_is_no_pattern(pattern: str) -> None:
    told = game("5 3 | 5 4", patterns=[pattern]).lay(0).slap(1).later().judge()
    assert (told.verdict, told.hands, told.pile) == ("false", [1, 1], 2)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_R41_the_challenger_the_payer_and_anyone_may_slap(seat: int) -> None:
    told = game("K 9 8 | 3 3 5 | 7 6 4").lay(0, 1, 1).slap(seat).later().judge()
    hands = [2, 1, 3]
    hands[seat] += 3
    assert (told.verdict, told.hands, told.turn) == ("won", hands, seat)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_R42_a_slap_during_a_challenge_voids_the_debt(seat: int) -> None:
    told = game("K 9 8 | 3 3 5 | 7 6 4").lay(0, 1, 1)
    assert told.judge().owed == 1
    taken = told.slap(seat).later()
    assert (taken.judge().owed, taken.judge().challenger) == (0, None)
    # The taker leads; the next one lays but does not pay.
    assert taken.lay(seat).judge().turn == (seat + 1) % 3


def test_R43_no_pattern_reaches_across_a_slapped_pile() -> None:
    taken = game("5 2 | 5 | 8 6").lay(0, 1).slap(1).later()
    told = taken.lay(1)  # a 5 again, the one that lay at the bottom
    assert told.slap(0).later().judge().verdict == "false"


def test_R43_no_sandwich_reaches_across_a_claimed_pile() -> None:
    told = game("8 J 4 9 | 6 5 5 3").lay(0, 1, 0, 1).later()  # a 5 lay on top
    assert told.judge().taken == 1
    assert told.lay(0, 1).slap(1).later().judge().verdict == "false"


@pytest.mark.parametrize("quick", [0, 1, 99_999, 100_000])
def test_R44_an_anticipated_slap_is_valid(quick: int) -> None:
    told = _pair().slap(1, quick).later().judge()
    assert (told.verdict, told.hands) == ("won", [2, 4])


def test_R45_a_false_slap_does_not_change_the_turn() -> None:
    told = game("2 3 | 4 5 | 6 7").lay(0)
    for seat in range(3):
        assert told.slap(seat).judge().turn == 1


def test_R45_a_false_slap_does_not_change_the_debt() -> None:
    told = game("K 3 | 4 5 9 | 6 7").lay(0, 1).slap(1).judge()
    assert (told.turn, told.owed, told.challenger) == (1, 2, 0)


def test_R45_who_burned_his_last_card_is_skipped() -> None:
    told = game("2 3 | 4 | 6 7").lay(0).slap(1).judge()
    assert (told.hands, told.turn) == ([1, 0, 2], 2)
