"""Rules 6: the patterns. Cards are written in the order they were laid, the top card last."""

from typing import Any

import pytest

from tests.game.script import RANKS, game, laid

ALL = ["pair", "sandwich", "ratscrew", "hoagie", "tens", "marriage", "run", "top_bottom"]
VALUES = {"A": 1} | {str(value): value for value in range(2, 10)} | {"T": 10}


def lies(ranks: str, *patterns: str, **rules: Any) -> bool:
    """Whether a slap on these cards takes the pile."""
    told = laid(ranks, *patterns, **rules).slap(0).later().judge()
    assert told.shown == len(ranks.split())
    assert told.verdict in ("won", "false")
    return told.verdict == "won"


def test_V0_a_pair_is_the_top_two() -> None:
    assert lies("5 5", "pair")
    assert lies("9 5 5", "pair")
    assert not lies("5 5 9", "pair")
    assert not lies("5 6", "pair")
    assert not lies("5 9 5", "pair")


def test_V0_a_sandwich_has_exactly_one_between() -> None:
    assert lies("5 9 5", "sandwich")
    assert lies("2 5 9 5", "sandwich")
    assert not lies("5 9 5 2", "sandwich")
    assert not lies("5 9 2 5", "sandwich")
    assert not lies("5 5", "sandwich")
    assert not lies("5 9 6", "sandwich")


@pytest.mark.parametrize("rank", RANKS)
def test_V0_every_rank_makes_pairs_and_sandwiches(rank: str) -> None:
    other = "9" if rank != "9" else "8"
    assert lies(f"{rank} {rank}", "pair")
    if rank != "J":  # a number upon a jack ends its challenge
        assert lies(f"{rank} {other} {rank}", "sandwich")


def test_V0_a_pair_is_of_rank_not_of_suit_or_value() -> None:
    assert game("5S 2 | 6S 3", patterns=["pair"]).lay(0, 1).slap(0).judge().verdict == "false"
    assert not lies("T J", "pair")
    assert not lies("J Q", "pair")


@pytest.mark.parametrize("pattern", ALL)
def test_V0_a_pattern_that_is_off_does_not_count(pattern: str) -> None:
    examples = {
        "pair": "3 8 8",
        "sandwich": "2 8 4 8",
        "ratscrew": "2 6 9",
        "hoagie": "2 8 4 3 8",
        "tens": "9 3 7",
        "marriage": "2 K Q",
        "run": "9 3 4 5 6",
        "top_bottom": "8 2 4 3 T 8",
    }
    assert lies(examples[pattern], pattern)
    assert not lies(examples[pattern], *(other for other in ALL if other != pattern))


def test_V1_ratscrew_is_six_and_nine_in_either_order() -> None:
    assert lies("6 9", "ratscrew")
    assert lies("9 6", "ratscrew")
    assert lies("2 6 9", "ratscrew")


@pytest.mark.parametrize("ranks", ["6 2 9", "6 9 2", "6 6", "9 9", "6 8", "5 9", "6 T"])
def test_V1_anything_else_is_no_ratscrew(ranks: str) -> None:
    assert not lies(ranks, "ratscrew")


def test_V2_marriage_is_king_and_queen_in_either_order() -> None:
    assert lies("K Q", "marriage")
    assert lies("Q K", "marriage")
    assert lies("2 Q K", "marriage")


@pytest.mark.parametrize("first", ["QS", "QH", "QD", "QC"])
def test_V2_of_any_suits(first: str) -> None:
    told = game(f"{first} 2 | KH 3", patterns=["marriage"]).lay(0, 1).slap(0).later().judge()
    assert told.verdict == "won"


@pytest.mark.parametrize("ranks", ["K J", "J Q", "Q 2 K", "K K", "Q Q", "Q A", "K A"])
def test_V2_anything_else_is_no_marriage(ranks: str) -> None:
    assert not lies(ranks, "marriage")


def test_V3_a_hoagie_has_exactly_two_between() -> None:
    assert lies("5 2 3 5", "hoagie")
    assert lies("5 2 2 5", "hoagie")
    assert lies("9 5 2 3 5", "hoagie")


@pytest.mark.parametrize("ranks", ["5 5", "5 2 5", "5 2 3 4 5", "5 2 3 5 9", "5 2 3 6"])
def test_V3_anything_else_is_no_hoagie(ranks: str) -> None:
    assert not lies(ranks, "hoagie")


def test_V4_three_alike_are_a_pair_and_a_sandwich_too_where_pairs_are_off() -> None:
    assert lies("5 5 5", "pair")
    assert lies("5 5 5", "sandwich")


@pytest.mark.parametrize("below", RANKS)
def test_V5_tens_are_two_adjacent_numbers_that_sum_to_ten(below: str) -> None:
    for top in RANKS:
        ten = VALUES.get(below, 0) + VALUES.get(top, 0) == 10 and "T" not in (below, top)
        # Ranks without a value never: J, Q, K; a ten alone never.
        assert lies(f"{below} {top}", "tens") is ten, (below, top)


def test_V5_tens_are_the_top_two_alone() -> None:
    assert lies("2 4 6", "tens")
    assert not lies("4 6 2", "tens")
    assert not lies("4 2 6", "tens")
    assert not lies("2 3 5", "tens")  # three cards that sum to ten
    assert not lies("T", "tens")


@pytest.mark.parametrize(
    "ranks",
    ["4 5 6 7", "7 6 5 4", "7 8 9 T", "A 2 3 4", "4 3 2 A", "J Q K A", "A K Q J", "T J Q K",
     "9 T J Q", "8 9 T J", "K Q J T", "9 2 3 4 5"],
)  # fmt: skip
def test_V6_a_run_is_four_in_a_row_with_the_ace_low_or_high(ranks: str) -> None:
    assert lies(ranks, "run")


@pytest.mark.parametrize(
    "ranks",
    ["7 8 7 8", "4 5 6 8", "4 5 7 8", "4 6 7 8", "4 5 6", "4 5 6 7 9", "4 4 5 6", "5 6 7 6",
     "4 6 8 T", "6 5 7 8", "7 6 5 6"],
)  # fmt: skip
def test_V6_anything_else_is_no_run(ranks: str) -> None:
    assert not lies(ranks, "run")


@pytest.mark.parametrize("ranks", ["Q K A 2", "K A 2 3", "2 A K Q", "3 2 A K", "A 2 3 A"])
def test_V6_a_run_does_not_go_round_the_corner(ranks: str) -> None:
    assert not lies(ranks, "run")
    assert not lies(ranks, "run", run_wrap=False)
    assert lies(ranks, "run", run_wrap=True) is (ranks != "A 2 3 A")


def test_V6_with_run_wrap_the_rest_stays_as_it_is() -> None:
    assert lies("4 5 6 7", "run", run_wrap=True)
    assert lies("J Q K A", "run", run_wrap=True)
    assert lies("A 2 3 4", "run", run_wrap=True)
    assert not lies("7 8 7 8", "run", run_wrap=True)
    assert not lies("A K A K", "run", run_wrap=True)
    assert not lies("K A K A", "run", run_wrap=True)


def test_V7_a_run_counts_in_the_midst_of_a_challenge() -> None:
    told = laid("T J Q K", "run")
    assert told.judge().owed == 3
    taken = told.slap(1).later().judge()
    assert (taken.verdict, taken.owed, taken.turn) == ("won", 0, 1)


def test_V8_top_bottom_is_top_like_first() -> None:
    assert lies("5 5", "top_bottom")
    assert lies("5 9 5", "top_bottom")
    assert lies("5 2 3 4 9 8 5", "top_bottom")
    assert not lies("5", "top_bottom")
    assert not lies("2 5 5", "top_bottom")
    assert not lies("5 9 5 2", "top_bottom")


def test_V8_the_first_of_this_pile_not_of_the_game() -> None:
    taken = game("5 8 5 | 5 6 3", patterns=["top_bottom"]).lay(0, 1).slap(0).later()
    assert taken.lay(0, 1, 0).slap(0).later().judge().verdict == "false"
    again = game("5 8 4 | 5 6 8", patterns=["top_bottom"]).lay(0, 1).slap(0).later()
    assert again.lay(0, 1, 0, 1).slap(0).later().judge().verdict == "won"  # 8 6 4 8


def test_V9_burn_2_costs_two_cards() -> None:
    told = game("2 3 | 4 5 6 7", burn=2).lay(0).slap(1).judge()
    assert (told.hands, told.pile) == ([1, 2], 3)


def test_V9_and_with_strikes_still_one_strike() -> None:
    told = game("2 3 | | 4 5", burn=2, empty_slap="three_strikes").lay(0).slap(1).judge()
    assert told.strikes == [0, 1, 0]


def test_V10_three_strikes_and_no_more_slaps() -> None:
    told = game("5 3 | | 5 4", empty_slap="three_strikes").lay(0)
    assert told.slaps(1, 1).lay(2).slap(1).later().judge().verdict == "won"
    assert told.slaps(1, 1, 1).lay(2).slap(1).later().judge().verdict == "barred"
