"""Variants V11 and V12: the last chance."""

from typing import Any

import pytest

from tests.game.script import CLAIM, Game, game

DEAL = "J 5 5 7 8 | 2"
SELF = 2_000_000  # a card turns by itself


def _chance(deal: str = DEAL, **rules: Any) -> Game:
    """Anna's jack is paid with Ben's only card: at the end of the claim she holds all."""
    told = game(deal, last_chance=True, **rules).lay(0, 1)
    return told.later(CLAIM)


def test_V11_without_it_all_cards_win_at_once() -> None:
    assert game(DEAL, last_chance=False).lay(0, 1).later().judge().winner == 0


def test_V11_with_it_who_holds_all_cards_lays_on() -> None:
    told = _chance().judge()
    assert (told.over, told.hands, told.pile, told.turn) == (False, [6, 0], 0, 0)


def test_V11_after_a_slap_too() -> None:
    told = game("5 | 5", last_chance=True).lay(0, 1).slap(1).later().judge()
    assert (told.over, told.hands, told.turn) == (False, [0, 2], 1)


def test_V11_three_cards_one_window_and_he_wins() -> None:
    told = _chance().lay(0, 0)
    assert (told.judge().turn, told.judge().pile) == (0, 2)
    third = told.lay(0)
    window = third.later(CLAIM - 1).judge()
    assert (window.over, window.turn, window.owed, window.challenger) == (False, None, 0, 0)
    end = third.later(CLAIM).judge()
    assert (end.over, end.winner, end.draw) == (True, 0, False)
    # The pile stays where it is.
    assert (end.hands, end.pile, end.taken, end.challenger) == ([3, 0], 3, 1, None)


def test_V11_a_fourth_flip_is_refused() -> None:
    assert _chance().lay(0, 0, 0).flip(0).shown().judge().shown == 5


@pytest.mark.parametrize("seat", [1, 2])
def test_V11_nobody_else_may_lay(seat: int) -> None:
    told = _chance(f"{DEAL} | ").flip(seat).judge()
    assert (told.hands, told.turn) == ([6, 0, 0], 0)


def test_V11_a_valid_slap_by_another_and_the_game_goes_on() -> None:
    told = _chance().lay(0, 0).slap(1).later()
    assert told.judge().over is False
    assert (told.judge().hands, told.judge().turn) == ([4, 2], 1)
    assert told.lay(1).judge().turn == 0


def test_V11_a_valid_slap_by_himself_and_he_wins() -> None:
    end = _chance().lay(0, 0).slap(0).later().judge()
    assert (end.over, end.winner, end.hands, end.pile) == (True, 0, [6, 0], 0)


def test_V11_the_last_window_can_be_slapped_up_to_its_end() -> None:
    third = _chance("J 7 5 5 8 | 2").lay(0, 0, 0)
    slapped = third.slap(1, CLAIM - 1).later().judge()
    assert (slapped.over, slapped.hands, slapped.turn) == (False, [3, 3], 1)
    late = third.slap(1, CLAIM).judge()
    assert (late.winner, late.verdict) == (0, "ignored")


def test_V11_without_a_press_the_card_turns_by_itself() -> None:
    told = _chance()  # the pile was taken at this very time
    assert (told.later(SELF - 1).judge().turn, told.later(SELF - 1).judge().hands) == (0, [6, 0])
    turning = told.later(SELF)
    assert (turning.judge().turn, turning.judge().hands, turning.judge().shown) == (None, [5, 0], 2)
    assert (turning.shown().judge().shown, turning.shown().judge().turn) == (3, 0)


def test_V11_the_two_seconds_run_from_the_last_card_shown() -> None:
    told = _chance().lay(0)
    assert told.later(SELF - 1).judge().hands == [5, 0]
    assert told.later(SELF).judge().hands == [4, 0]


def test_V11_a_press_need_not_wait_for_them() -> None:
    assert _chance().flip(0, SELF - 1).judge().hands == [5, 0]
    assert _chance().flip(0, SELF).judge().hands == [5, 0]  # turns already: not a second card


def test_V11_court_cards_open_no_challenge() -> None:
    told = _chance("J K A Q 8 | 2").lay(0).judge()
    assert (told.owed, told.challenger, told.turn) == (0, None, 0)
    end = _chance("J K A Q 8 | 2").lay(0, 0, 0).later(CLAIM).judge()
    assert (end.winner, end.pile) == (0, 3)


def test_V11_false_slaps_as_usual() -> None:
    his = _chance().lay(0).slap(0).judge()
    assert (his.verdict, his.hands, his.pile, his.turn) == ("false", [4, 0], 2, 0)
    out = _chance(f"{DEAL} | ").lay(0).slap(1).judge()
    assert (out.out, out.over, out.turn) == ([False, True, False], False, 0)
    last = _chance().lay(0).slap(1).judge()  # nobody is left to slap: R64
    assert (last.over, last.winner) == (True, 0)


def test_V11_a_burned_card_is_not_one_of_the_three() -> None:
    told = _chance().lay(0).slap(0).lay(0)
    assert told.judge().turn == 0
    assert told.lay(0).judge().turn is None


def test_V11_every_later_all_cards_brings_it_again() -> None:
    # Ben slaps the fives back, loses them to 7 and 8, and Anna's jack claims once more.
    back = _chance().lay(0, 0).slap(1).later()
    again = back.lay(1, 0, 1, 0, 0).later(CLAIM)
    assert (again.judge().hands, again.judge().over, again.judge().turn) == ([6, 0], False, 0)
    end = again.lay(0, 0, 0).later().judge()
    assert (end.winner, end.hands, end.pile) == (0, [3, 0], 3)


def test_V11_barred_players_may_not_slap() -> None:
    told = game("J 5 5 7 8 | 2 | ", last_chance=True, empty_slap="three_strikes")
    told = told.lay(0).slaps(2, 2, 2).lay(1).later(CLAIM)
    assert (told.judge().over, told.judge().barred) == (False, [False, False, True])
    pair = told.lay(0, 0)
    assert pair.slap(2).later().judge().verdict == "barred"
    assert pair.slap(1).later().judge().verdict == "won"


def test_V11_where_nobody_else_may_slap_all_cards_win_at_once() -> None:
    # Anna is barred while her king is paid, then loses all she has to Ben.
    told = game("K | 2 4 5 Q J", last_chance=True, empty_slap="three_strikes")
    told = told.lay(0).slaps(0, 0, 0).lay(1, 1, 1).later()
    assert told.judge().hands == [4, 2]
    told = told.lay(0, 1, 0, 0).later()  # K, Q, and 2 4 in payment
    assert told.judge().hands == [1, 5]
    end = told.lay(1, 0).later(CLAIM).judge()  # J, and her last card
    assert (end.over, end.winner) == (True, 1)


@pytest.mark.parametrize(("deal", "held"), [("J | 2", 2), ("J 3 | 2", 3)])
def test_V12_who_has_fewer_lays_what_he_has(deal: str, held: int) -> None:
    told = _chance(deal).lay(*[0] * held)
    assert (told.judge().turn, told.judge().challenger, told.judge().over) == (None, 0, False)
    assert told.later(CLAIM - 1).judge().over is False
    end = told.later(CLAIM).judge()
    assert (end.winner, end.draw, end.hands, end.pile) == (0, False, [0, 0], held)


def test_V12_the_window_opens_when_a_burn_empties_the_hand() -> None:
    burned = _chance("J | 2").lay(0).slap(0)
    assert (burned.judge().verdict, burned.judge().hands) == ("false", [0, 0])
    assert burned.later(CLAIM - 1).judge().over is False
    assert burned.later(CLAIM).judge().winner == 0


def test_V12_not_while_a_card_of_his_is_turning() -> None:
    turning = _chance("J | 2").lay(0).flip(0)
    assert (turning.judge().hands, turning.judge().challenger) == ([0, 0], None)
    shown = turning.shown(after=3 * CLAIM)
    assert (shown.judge().over, shown.judge().challenger) == (False, 0)
    assert shown.later(CLAIM - 1).judge().over is False
    assert shown.later(CLAIM).judge().winner == 0


def test_R54_in_his_own_last_chance_nothing_follows() -> None:
    for empty_slap in ("out", "three_strikes"):
        told = _chance("J | 2", empty_slap=empty_slap).lay(0, 0).slap(0)
        assert told.judge().verdict == "false"
        assert (told.judge().out, told.judge().strikes) == ([False] * 2, [0, 0])
        assert told.later().judge().winner == 0
