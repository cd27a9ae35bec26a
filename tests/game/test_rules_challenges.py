"""Rules 3: challenges."""

import pytest

from tests.game.script import CLAIM, Game, game

RUNOUTS = pytest.mark.parametrize("runout", ["challenger", "next_player"])


@pytest.mark.parametrize(("card", "attempts"), [("A", 4), ("K", 3), ("Q", 2), ("J", 1)])
def test_R10_a_court_card_demands_its_attempts(card: str, attempts: int) -> None:
    told = game(f"{card} 9 | 2 4 6 8 7").lay(0)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (attempts, 0, 1)
    for left in range(attempts - 1, 0, -1):
        told = told.lay(1)
        assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (left, 0, 1)
    failed = told.lay(1)
    assert (failed.judge().owed, failed.judge().challenger, failed.judge().turn) == (0, 0, None)
    assert failed.later().judge().hands == [2 + attempts, 5 - attempts]


@pytest.mark.parametrize("card", ["2", "9", "T"])
def test_R10_a_number_demands_nothing(card: str) -> None:
    told = game(f"{card} 8 | 3 4").lay(0).judge()
    assert (told.owed, told.challenger, told.turn) == (0, None, 1)


def test_R11_a_court_card_while_paying_is_a_new_demand_on_the_next() -> None:
    told = game("K 9 8 | 2 J 5 | 7 6").lay(0, 1, 1).judge()
    assert (told.owed, told.challenger, told.turn) == (1, 1, 2)


def test_R11_the_old_challenger_may_have_to_pay() -> None:
    told = game("K 9 4 | Q 5").lay(0, 1).judge()
    assert (told.owed, told.challenger, told.turn) == (2, 1, 0)


def test_R11_a_court_card_on_the_last_attempt_still_answers() -> None:
    told = game("Q 9 4 | 2 A 5").lay(0, 1, 1).judge()
    assert (told.owed, told.challenger, told.turn) == (4, 1, 0)


def test_R12_a_neighbour_without_cards_is_passed_over() -> None:
    told = game("K 9 | | 5 6").lay(0).judge()
    assert (told.owed, told.challenger, told.turn) == (3, 0, 2)


@pytest.mark.parametrize("deal", ["K 9 8 | ", "K | ", "K 9 | | "])
def test_R13_with_nobody_to_pay_the_challenger_claims(deal: str) -> None:
    told = game(deal).lay(0)
    open_pile = told.later(CLAIM - 1).judge()
    assert (open_pile.owed, open_pile.challenger, open_pile.turn) == (0, 0, None)
    assert (open_pile.over, open_pile.pile) == (False, 1)
    taken = told.later(CLAIM).judge()
    assert (taken.pile, taken.taken, taken.winner) == (0, 1, 0)


def _ran_out(runout: str) -> Game:
    """Ben pays his last card, a number, with two attempts left."""
    return game("K 9 | 2 | 7 8 6", runout=runout).lay(0, 1)


def test_R14_runout_challenger_the_challenger_claims() -> None:
    told = _ran_out("challenger")
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, 0, None)
    assert told.later(CLAIM - 1).judge().hands == [1, 0, 3]
    assert told.later(CLAIM).judge().hands == [3, 0, 3]


def test_R14_runout_next_player_the_next_pays_the_attempts_left() -> None:
    told = _ran_out("next_player")
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (2, 0, 2)
    assert told.later().lay(2, 2).later().judge().hands == [5, 0, 1]


def test_R14_runout_next_player_the_next_without_cards_is_passed_over() -> None:
    told = game("K 9 | 2 | | 7 8", runout="next_player").lay(0, 1).judge()
    assert (told.owed, told.challenger, told.turn) == (2, 0, 3)


@pytest.mark.parametrize("deal", ["K 9 8 | 2", "K 9 8 | 2 | "])
def test_R14_runout_next_player_the_challenger_never_pays_himself(deal: str) -> None:
    told = game(deal, runout="next_player").lay(0, 1)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, 0, None)
    assert told.later().judge().hands[0] == 4


@RUNOUTS
def test_R14_the_last_card_can_be_slapped_first(runout: str) -> None:
    told = game("K 9 | 2 2 | 7 8", runout=runout).lay(0, 1, 1).slap(2).later().judge()
    assert told.verdicts == ["won"]
    assert (told.hands, told.turn, told.owed) == ([1, 0, 5], 2, 0)


@RUNOUTS
def test_R15_the_last_card_on_the_last_attempt_is_plain_failure(runout: str) -> None:
    told = game("J 9 | 2 | 7 8", runout=runout).lay(0, 1)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, 0, None)
    assert told.later().judge().hands == [3, 0, 2]


@RUNOUTS
def test_R16_a_last_card_that_is_a_court_card_challenges(runout: str) -> None:
    told = game("K 9 4 | J | 7 8", runout=runout).lay(0, 1)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (1, 1, 2)
    won = told.lay(2).later().judge()
    assert (won.hands, won.turn) == ([2, 3, 1], 1)
    assert not won.out[1]


def test_R17_burning_the_last_card_while_paying_lets_the_challenger_claim() -> None:
    told = game("K 9 | 2 5 | 7 8").lay(0, 1).slap(1)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, 0, None)
    # The window opens with the burn that caused it.
    assert told.later(CLAIM - 1).judge().pile == 3
    assert told.later(CLAIM).judge().hands == [4, 0, 2]


def test_R17_burning_the_last_card_while_paying_lets_the_next_player_pay() -> None:
    told = game("K 9 | 2 5 | 7 8", runout="next_player").lay(0, 1).slap(1).judge()
    assert (told.owed, told.challenger, told.turn) == (2, 0, 2)
    assert (told.hands, told.pile) == ([1, 0, 2], 3)


def test_R18_the_challenge_stands_when_the_challenger_burns_his_last_card() -> None:
    told = game("K 9 | 2 4 5 6").lay(0).slap(0)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (3, 0, 1)
    won = told.lay(1, 1, 1).later().judge()
    assert (won.hands, won.turn) == ([5, 1], 0)


def test_R19_a_challenge_lapses_when_the_challenger_is_out() -> None:
    told = game("K | 2 4 5 6 | 7 8 9").lay(0, 1).slap(0)
    assert told.judge().out == [True, False, False]
    # An ordinary card is laid by the last payer.
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, None, 1)
    assert told.lay(1).judge().turn == 2


def test_R19_a_claim_lapses_when_the_challenger_is_out() -> None:
    told = game("J | 2 4 | 7 8").lay(0, 1).slap(0)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, None, 1)
    assert (told.later().judge().pile, told.later().judge().taken) == (2, 0)


def test_R19_after_a_last_payer_without_cards_the_next_seat_lays() -> None:
    told = game("J | 2 | 7 8").lay(0, 1).slap(0).judge()
    assert (told.owed, told.challenger, told.turn) == (0, None, 2)


def test_R19_with_no_cards_anywhere_the_deck_is_dead() -> None:
    told = game("J | 2 | ").lay(0, 1).slap(0).later().judge()
    assert told.out == [True, False, False]
    assert (told.over, told.draw, told.winner) == (True, True, None)


def test_R20_who_took_the_pile_leads() -> None:
    assert game("J 9 8 | 2 4").lay(0, 1).later().judge().turn == 0
    assert game("5 9 | 5 4 | 7 8").lay(0, 1).slap(0).later().judge().turn == 0
    assert game("5 9 | 5 4 | 7 8").lay(0, 1).slap(1).later().judge().turn == 1


def test_R21_the_first_laid_is_on_top_under_the_hand() -> None:
    # Ben takes K J 9 under his 5.
    taken = game("K 9 4 6 7 8 | J 5").lay(0, 1, 0).later()
    assert taken.judge().hands == [4, 4]
    assert taken.lay(1).judge().owed == 0
    assert taken.lay(1, 0, 1).judge().owed == 3


def test_R21_burned_cards_come_before_them_the_last_burned_first() -> None:
    # Ben burns A, then Q; he takes Q A 7 7 under his 8.
    taken = game("7 5 J 2 | A Q 7 8").lay(0).slaps(1, 1).lay(1).slap(1).later()
    assert taken.judge().hands == [3, 5]
    assert taken.lay(1).judge().owed == 0
    assert taken.lay(1, 0, 1).judge().owed == 2
    assert taken.lay(1, 0, 1, 0, 1).judge().owed == 4


def test_R22_a_taken_pile_is_never_shuffled() -> None:
    # J Q K A A goes to Ben, who has no other card; Anna pays him with numbers.
    told = game("J K A 5 6 7 8 9 T 2 | Q A").lay(0, 1, 0, 1, 0).slap(1).later()
    for demand in (1, 2, 3):
        told = told.lay(1)
        assert told.judge().owed == demand
        told = told.lay(*[0] * demand).later()
