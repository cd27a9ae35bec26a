"""Rules 5: burning (R50 to R58)."""

import pytest

from tests.game.script import game


def test_R50_the_top_card_of_the_hand_is_burned() -> None:
    told = game("7 5 3 | A 8 6").lay(0).slap(1)
    assert (told.judge().hands, told.judge().pile) == ([2, 2], 2)
    assert told.lay(1).judge().owed == 0  # the ace is gone, the 8 is laid


def test_R50_under_the_whole_pile() -> None:
    # Were the 2 on top, Ben's 7 would lie on it and make no pair.
    told = game("7 5 3 | 2 7 6").lay(0).slap(1).lay(1).slap(0).later().judge()
    assert (told.verdicts, told.hands) == (["false", "won"], [5, 1])


def test_R51_a_burned_card_makes_no_pair() -> None:
    told = game("7 5 3 | 7 8 6").lay(0).slap(1).slap(0).later().judge()
    assert told.verdicts == ["false", "false"]


def test_R51_a_burned_card_makes_no_sandwich() -> None:
    told = game("5 4 | 7 7 6").lay(0).slap(1).lay(1).slap(0).later().judge()
    assert told.verdicts == ["false", "false"]


def test_R51_a_burned_card_does_not_count_among_four() -> None:
    told = game("5 7 2 | 4 6 3", patterns=["run"]).lay(0).slap(1).lay(1, 0)  # 4 burned, 5 6 7
    assert told.slap(0).later().judge().verdict == "false"


def test_R52_the_bottom_is_the_first_shown_card_not_a_burned_one() -> None:
    burned = game("7 4 3 | 4 9 6 7", patterns=["top_bottom"]).lay(0).slap(1).lay(1)  # 4, 7 9
    assert burned.lay(0).slap(1).later().judge().verdict == "false"  # a 4 on top
    shown = game("7 2 3 | 4 9 7 6", patterns=["top_bottom"]).lay(0).slap(1).lay(1, 0, 1)
    assert shown.slap(0).later().judge().verdict == "won"  # a 7 on top


def test_R53_a_double_burn_with_one_card_burns_the_one_without_a_strike() -> None:
    told = game("2 3 | 4 | 5 6", burn=2, empty_slap="three_strikes").lay(0).slap(1).judge()
    assert (told.hands, told.pile, told.strikes) == ([1, 0, 2], 2, [0, 0, 0])


def test_R53_nor_is_he_out() -> None:
    told = game("2 3 | 4 | 5 6", burn=2, empty_slap="out").lay(0).slap(1).judge()
    assert (told.hands, told.out) == ([1, 0, 2], [False] * 3)


@pytest.mark.parametrize(
    ("empty_slap", "strikes", "out"),
    [("out", 0, True), ("three_strikes", 1, False), ("nothing", 0, False)],
)
def test_R54_a_false_slap_with_no_card(empty_slap: str, strikes: int, out: bool) -> None:
    told = game("2 3 | | 5 6", empty_slap=empty_slap).lay(0).slap(1).judge()
    assert (told.verdict, told.pile, told.turn) == ("false", 1, 2)
    assert told.strikes == [0, strikes, 0]
    assert told.out == told.barred == [False, out, False]


def test_R54_nothing_follows_however_often() -> None:
    told = game("2 3 | | 5 6", empty_slap="nothing").lay(0).slaps(1, 1, 1, 1, 1)
    assert told.judge().verdicts == ["false"] * 5
    assert told.judge().barred == [False] * 3


def test_R55_a_burn_is_no_laid_card_and_pays_no_debt() -> None:
    told = game("K 9 | 2 4 5 6").lay(0).slap(1).judge()
    assert (told.owed, told.shown, told.turn) == (3, 1, 1)


def test_R55_a_burn_passes_no_turn() -> None:
    told = game("2 9 | 3 4 5").lay(0).slap(1).judge()
    assert (told.shown, told.turn) == (1, 1)


def test_R56_burned_cards_go_with_the_pile() -> None:
    told = game("5 9 | 2 5 4 | 3 8").lay(0).slap(1).slap(2).lay(1)
    assert told.judge().pile == 4
    taken = told.slap(2).later().judge()
    assert (taken.pile, taken.hands) == (0, [1, 1, 5])


def test_R57_who_burns_while_his_card_turns_burns_from_his_hand() -> None:
    turning = game("2 4 6 J | 9 8 7").lay(0, 1).flip(0).slap(0)
    assert (turning.judge().hands, turning.judge().pile) == ([1, 2], 3)  # 2 9 and the 6
    told = turning.shown()
    assert (told.judge().shown, told.judge().pile, told.judge().turn) == (3, 4, 1)
    assert told.lay(1, 0).judge().owed == 1  # the jack was left in his hand


def test_R57_with_an_empty_hand_the_turning_card_is_burned_and_the_flip_void() -> None:
    told = game("2 4 | 9 8 7").lay(0, 1).flip(0).slap(0)
    assert (told.judge().hands, told.judge().pile, told.judge().turn) == ([0, 2], 3, 1)
    assert told.shown().judge().shown == 2
    assert told.shown().judge().out == [False, False]


def test_R57_so_too_for_the_payer_whose_challenger_then_claims() -> None:
    told = game("K 9 | 2 5").lay(0, 1).flip(1).slap(1)
    assert (told.judge().turn, told.judge().challenger, told.judge().owed) == (None, 0, 0)
    assert told.later().judge().hands == [4, 0]


def test_R57_of_a_double_burn_only_an_empty_hand_costs_the_turning_card() -> None:
    turning = game("2 4 6 | 9 8 7", burn=2).lay(0, 1).flip(0).slap(0)
    assert (turning.judge().hands, turning.judge().pile) == ([0, 2], 3)
    assert turning.shown().judge().shown == 3


def test_R57_a_burn_of_another_leaves_the_turning_card_alone() -> None:
    told = game("2 4 | 9 8 7").lay(0, 1).flip(0).slap(1)
    assert (told.judge().hands, told.judge().pile) == ([0, 1], 3)
    assert told.shown().judge().shown == 3


def test_R58_a_valid_slap_sends_the_turning_card_back() -> None:
    slapped = game("5 J 7 | 5 8 6").lay(0, 1).flip(0).slap(1)
    # At the instant of the slap, while the race is still open.
    assert (slapped.judge().hands, slapped.judge().pile) == ([2, 2], 2)
    taken = slapped.shown().later()
    assert (taken.judge().shown, taken.judge().hands, taken.judge().turn) == (2, [2, 4], 1)
    assert taken.lay(1, 0).judge().owed == 1  # the jack is on top again


def test_R58_to_the_top_of_its_owners_hand_though_he_takes_the_pile() -> None:
    taken = game("5 J 7 | 5 8 6").lay(0, 1).flip(0).slap(0).later()
    assert taken.judge().hands == [4, 2]
    assert taken.lay(0).judge().owed == 1


def test_R58_shown_with_no_card_turning_is_ignored() -> None:
    assert game("5 J | 5 8").shown().judge().shown == 0
    told = game("5 J | 5 8").lay(0).shown().judge()
    assert (told.shown, told.turn, told.pile) == (1, 1, 1)
