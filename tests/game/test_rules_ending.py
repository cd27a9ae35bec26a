"""Rules 5: slapping in, strikes, the end (R60 to R67)."""

import pytest

from tests.game.script import CLAIM, Game, game


def test_R60_who_has_no_cards_slaps_himself_back_in() -> None:
    told = game("5 9 | 5 4 | ").lay(0, 1).slap(2).later()
    assert (told.judge().hands, told.judge().turn) == ([1, 1, 2], 2)
    assert told.lay(2).judge().shown == 3


def test_R60_a_strike_or_two_do_not_hinder_it() -> None:
    told = game("5 9 | 5 4 | ", empty_slap="three_strikes").lay(0).slaps(2, 2).lay(1)
    taken = told.slap(2).later().judge()
    assert (taken.verdict, taken.hands) == ("won", [1, 1, 2])


def _struck(strikes: int) -> Game:
    """Ben, without a card, has slapped falsely so many times."""
    told = game("5 9 8 | | 6 5 4", empty_slap="three_strikes").lay(0)
    return told.slaps(*[1] * strikes)


@pytest.mark.parametrize(("strikes", "barred"), [(1, False), (2, False), (3, True)])
def test_R61_the_third_strike_bars(strikes: int, barred: bool) -> None:
    told = _struck(strikes).judge()
    assert told.verdicts == ["false"] * strikes
    assert (told.strikes, told.barred) == ([0, strikes, 0], [False, barred, False])
    assert (told.out, told.over) == ([False] * 3, False)


def test_R61_a_barred_player_slaps_no_more_and_gets_no_more_strikes() -> None:
    told = _struck(3).slap(1).judge()
    assert (told.verdict, told.strikes, told.pile) == ("barred", [0, 3, 0], 1)


def test_R61_a_barred_player_does_not_take_a_pattern() -> None:
    told = game("5 9 8 | | 5 6 4", empty_slap="three_strikes").lay(0).slaps(1, 1, 1).lay(2)
    slapped = told.slap(1).later().judge()
    assert (slapped.verdict, slapped.pile, slapped.taken) == ("barred", 2, 0)


def test_R61_a_false_slap_with_cards_is_no_strike() -> None:
    told = game("2 3 | 4 5 6", empty_slap="three_strikes").lay(0).slaps(1, 1, 1).judge()
    assert (told.strikes, told.hands) == ([0, 0], [1, 0])


def test_R61_strikes_are_kept_for_the_whole_game() -> None:
    told = game("5 9 | 5 4 | ", empty_slap="three_strikes").lay(0).slaps(2, 2).lay(1)
    back = told.slap(2).later()
    assert back.judge().strikes == [0, 0, 2]
    # Carla lays one 5, burns the other, and has nothing left for the third.
    struck = back.lay(2).slaps(2, 2).judge()
    assert (struck.strikes, struck.barred[2]) == ([0, 0, 3], True)


def test_R62_a_barred_challenger_still_takes_what_he_is_owed() -> None:
    told = game("K | 2 4 5 6 | 7 8 9", empty_slap="three_strikes").lay(0).slaps(0, 0, 0)
    assert told.judge().barred == [True, False, False]
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (3, 0, 1)
    taken = told.lay(1, 1, 1).later().judge()
    assert (taken.hands, taken.turn, taken.barred[0]) == ([4, 1, 3], 0, True)


def test_R62_a_barred_player_lays_on() -> None:
    told = game("K | 2 4 5 6 | 7 8 9", empty_slap="three_strikes").lay(0).slaps(0, 0, 0)
    led = told.lay(1, 1, 1).later().lay(0).judge()
    assert (led.shown, led.owed, led.challenger, led.turn) == (5, 3, 0, 1)


def test_R63_who_holds_all_cards_after_a_claim_wins() -> None:
    told = game("J 9 | 2").lay(0, 1)
    assert told.later(CLAIM - 1).judge().over is False
    end = told.later(CLAIM).judge()
    assert (end.over, end.winner, end.draw, end.hands, end.turn) == (True, 0, False, [3, 0], None)


def test_R63_who_holds_all_cards_after_a_slap_wins() -> None:
    end = game("5 | 5").lay(0, 1).slap(1).later().judge()
    assert (end.over, end.winner, end.hands, end.turn) == (True, 1, [0, 2], None)


def test_R63_all_but_one_card_is_not_enough() -> None:
    told = game("J 9 | 2 3").lay(0, 1).later().judge()
    assert (told.over, told.winner, told.hands) == (False, None, [3, 1])


def test_R64_the_only_one_not_out_wins_at_once() -> None:
    end = game("2 3 4 | ").lay(0).slap(1).judge()
    assert (end.over, end.winner, end.out, end.turn) == (True, 0, [False, True], None)
    assert (end.hands, end.pile) == ([2, 0], 1)


def test_R64_two_who_are_not_out_play_on() -> None:
    assert game("2 3 4 | | 5 6").lay(0).slap(1).judge().over is False
    assert game("2 3 4 | | ").lay(0).slap(1).judge().over is False


def test_R64_with_all_others_barred_the_one_who_holds_cards_wins_at_once() -> None:
    told = game("2 3 4 | ", empty_slap="three_strikes").lay(0)
    assert told.slaps(1, 1).judge().over is False
    assert told.slaps(1, 1, 1).judge().winner == 0


def test_R64_a_turning_card_is_its_owners() -> None:
    told = game("2 3 | ", empty_slap="three_strikes").lay(0).flip(0).slaps(1, 1, 1).judge()
    assert (told.over, told.winner) == (True, 0)


def test_R64_not_while_something_is_owed_to_another() -> None:
    told = game("K | 3 J 4", empty_slap="three_strikes").lay(0).slaps(0, 0, 0)
    assert told.judge().barred == [True, False]
    assert told.judge().over is False
    paid = told.lay(1)
    assert paid.judge().over is False
    answered = paid.lay(1).judge()  # by a jack: from now on nothing is owed to Anna
    assert (answered.over, answered.winner) == (True, 1)


def test_R64_not_while_a_race_is_open() -> None:
    race = game("5 9 | 5 4").lay(0, 1).slap(1).leave(0, 1_000)
    assert race.judge().over is False
    end = race.later().judge()
    assert (end.winner, end.taken, end.verdicts) == (1, 1, ["won"])


def test_R64_in_a_pause_too() -> None:
    end = game("2 3 | 4 5").lay(0).pause().leave(0).judge()
    assert (end.over, end.winner) == (True, 1)


def test_R64_the_last_at_the_table_wins() -> None:
    end = game("2 3 | 4 5 | 6 7").leave(2).leave(0).judge()
    assert (end.over, end.winner) == (True, 1)


def test_R65_everyone_is_empty_and_the_challenger_claims() -> None:
    told = game("A | 2 | 3", runout="next_player").lay(0, 1, 2)
    open_pile = told.later(CLAIM - 1).judge()
    assert (open_pile.hands, open_pile.challenger, open_pile.owed) == ([0, 0, 0], 0, 0)
    end = told.later(CLAIM).judge()
    assert (end.winner, end.hands, end.draw) == (0, [3, 0, 0], False)


@pytest.mark.parametrize("deal", ["2 | 3", "5 | 5"])
def test_R66_a_dead_deck_lies_open_and_then_is_a_draw(deal: str) -> None:
    told = game(deal).lay(0, 1)
    open_pile = told.later(CLAIM - 1).judge()
    assert (open_pile.over, open_pile.pile) == (False, 2)
    assert (open_pile.turn, open_pile.owed, open_pile.challenger) == (None, 0, None)
    end = told.later(CLAIM).judge()
    assert (end.over, end.draw, end.winner, end.pile) == (True, True, None, 2)


def test_R66_a_valid_slap_takes_it() -> None:
    told = game("5 | 5").lay(0, 1)
    assert told.slap(0, CLAIM - 1).later().judge().winner == 0
    late = told.slap(0, CLAIM).later().judge()
    assert (late.verdict, late.draw) == ("ignored", True)


def test_R66_from_the_instant_nobody_has_a_card_be_it_by_a_burn() -> None:
    told = game("2 4 | 3").lay(0, 1).slap(0)
    assert told.judge().turn is None
    assert told.later(CLAIM - 1).judge().over is False
    assert told.later(CLAIM).judge().draw is True


def test_R66_a_false_slap_in_it_decides_by_empty_slap() -> None:
    told = game("2 | 3 | ").lay(0, 1).slap(2)
    assert told.judge().out == [False, False, True]
    assert told.later().judge().draw is True


CIRCLE = "3 3 J 3 | J 3"  # three cards change hands, three cards come back


def _round(told: Game, first: int, second: int) -> Game:
    """The leader's 3, the jack upon it, a 3 in payment; the jack's owner takes."""
    return told.lay(first, second, first).later()


def test_R67_the_same_hands_and_leader_again_are_a_draw_whatever_the_suits() -> None:
    once = _round(game(CIRCLE), 0, 1)
    assert (once.judge().over, once.judge().hands) == (False, [2, 4])
    again = _round(once, 1, 0).judge()
    assert (again.over, again.draw, again.winner) == (True, True, None)
    assert (again.hands, again.taken, again.turn) == ([4, 2], 2, None)


def test_R67_the_same_hands_with_another_leader_are_not() -> None:
    first = game("3 J 2 | 3 2 J 3").lay(0, 1, 0, 1).later()
    assert first.judge().hands == [5, 2]
    second = first.lay(0, 1, 0).later().judge()
    assert (second.hands, second.turn, second.over) == ([3, 4], 1, False)


def test_R67_other_ranks_are_another_position() -> None:
    told = _round(_round(game("3 3 J 2 | J 3"), 0, 1), 1, 0)
    assert (told.judge().hands, told.judge().over) == ([4, 2], False)


def test_R67_a_card_burned_between_begins_the_count_anew() -> None:
    # Ben burns his 3 under the pile that he then takes: the hands are as without it.
    burned = game(CIRCLE).lay(0, 1).slap(1).lay(0).later()
    assert burned.judge().hands == [2, 4]
    lap = _round(burned, 1, 0)
    assert lap.judge().over is False
    assert _round(lap, 0, 1).judge().draw is True


def test_R67_a_pile_slapped_between_begins_the_count_anew() -> None:
    # Ben slaps the sandwich that would have been his anyway.
    slapped = game(CIRCLE).lay(0, 1, 0).slap(1).later()
    assert slapped.judge().hands == [2, 4]
    lap = _round(slapped, 1, 0)
    assert lap.judge().over is False
    assert _round(_round(lap, 0, 1), 1, 0).judge().draw is True
