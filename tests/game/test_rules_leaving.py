"""Rules 5, R68: a player leaves."""

from tests.game.script import CLAIM, RACE, game


def test_R68_who_leaves_is_out_and_his_hand_goes_under_the_pile() -> None:
    told = game("2 3 | 4 5 6 | 7 8").lay(0).leave(1).judge()
    assert (told.hands, told.pile, told.turn) == ([1, 0, 2], 4, 2)
    assert told.out == told.barred == [False, True, False]
    assert told.over is False


def test_R68_the_turn_passes_on_only_if_it_was_his() -> None:
    assert game("2 3 | 4 5 | 7 8").lay(0).leave(2).judge().turn == 1
    assert game("2 3 | 4 5 | 7 8").leave(0).judge().turn == 1


def test_R68_the_hand_goes_from_the_top_each_card_below_the_last() -> None:
    # Under the 5s: first the jack, below it the king; the taker's first is the lowest.
    taken = game("5 2 | 5 4 8 | J K").lay(0).leave(2).lay(1).slap(0).later()
    assert taken.judge().hands == [5, 2, 0]
    assert taken.lay(0, 1, 0).judge().owed == 3


def test_R68_the_turning_card_goes_before_the_hand() -> None:
    told = game("5 2 | 5 4 8 | J K", leader=2).flip(2).leave(2)
    assert (told.judge().hands, told.judge().pile, told.judge().turn) == ([2, 3, 0], 2, 0)
    assert told.shown().judge().shown == 0
    taken = told.lay(0, 1).slap(0).later()
    assert taken.lay(0, 1, 0).judge().owed == 3  # the king lies below the jack


def test_R68_the_cards_are_face_down() -> None:
    told = game("5 2 | 8 4 | 5 K").lay(0).leave(2)
    assert told.slap(1).judge().verdict == "false"


def test_R68_who_is_out_may_not_slap() -> None:
    told = game("5 2 | 5 4 | 7 K").leave(2).lay(0, 1).slap(2).judge()
    assert (told.verdict, told.pile) == ("barred", 4)


def test_R68_a_challenge_he_owed_goes_on_with_the_next() -> None:
    told = game("K 9 | 2 4 | 7 8").lay(0, 1).leave(1).judge()
    assert (told.owed, told.challenger, told.turn) == (2, 0, 2)


def test_R68_whatever_runout_says() -> None:
    for runout in ("challenger", "next_player"):
        told = game("K 9 | 2 4 | 7 8", runout=runout).lay(0).leave(1).judge()
        assert (told.owed, told.challenger, told.turn) == (3, 0, 2)


def test_R68_or_is_claimed_where_there_is_no_next() -> None:
    told = game("K 9 | 2 4 | ").lay(0).leave(1)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, 0, None)
    assert told.judge().taken == 0
    assert told.later(2 * CLAIM).judge().hands == [4, 0, 0]


def test_R68_a_challenge_he_made_lapses() -> None:
    told = game("K 9 | 2 4 | 7 8").lay(0, 1).leave(0)
    # As in R19: the last payer lays an ordinary card.
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, None, 1)
    assert told.lay(1).judge().turn == 2


def test_R68_a_claim_of_his_lapses() -> None:
    told = game("J 9 | 2 4 | 7 8").lay(0, 1).leave(0)
    assert (told.judge().owed, told.judge().challenger, told.judge().turn) == (0, None, 1)
    assert (told.later().judge().taken, told.later().judge().pile) == (0, 3)


def test_R68_a_challenge_of_others_is_not_touched() -> None:
    told = game("K 9 | 2 4 5 | 7 8").lay(0, 1).leave(2).judge()
    assert (told.owed, told.challenger, told.turn) == (2, 0, 1)


def test_R68_a_race_goes_on_as_if_he_had_not_pressed() -> None:
    race = game("5 9 8 | 5 7 6 | 2 3 4").lay(0, 1).slap(2).slap(0, 2_000)
    told = race.leave(0, 1_000)
    assert told.judge().verdicts == ["pending", "ignored"]
    end = told.later().judge()
    assert (end.verdicts, end.turn) == (["won", "ignored"], 2)
    assert end.hands == [0, 2, 7]  # with the two cards that Anna left


def test_R68_he_has_no_share_in_a_dead_heat() -> None:
    for wait in range(200_000, 200_020):
        race = game("5 9 8 | 5 7 6 | 2 3 4").lay(0, 1).slap(2, wait).slap(0, 0)
        end = race.leave(0, 1_000).later().judge()
        assert (end.verdicts, end.turn) == (["won", "ignored"], 2)


def test_R68_with_no_contender_left_the_race_ends_at_once_and_all_is_as_before() -> None:
    race = game("K 9 8 | 3 3 5 | 7 2 6").lay(0, 1, 1).slap(2)
    assert (race.judge().verdict, race.judge().turn, race.judge().owed) == ("pending", None, 0)
    ended = race.leave(2, RACE // 2).judge()
    assert ended.verdict == "ignored"
    assert (ended.turn, ended.owed, ended.challenger) == (1, 1, 0)
    assert (ended.hands, ended.pile, ended.taken) == ([2, 1, 0], 6, 0)


def test_R68_the_pattern_can_still_be_slapped_then() -> None:
    told = game("K 9 8 | 3 3 5 | 7 2 6").lay(0, 1, 1).slap(2).leave(2, RACE // 2)
    end = told.slap(0).later().judge()
    assert (end.verdicts, end.hands) == (["ignored", "won"], [8, 1, 0])


def test_R68_but_a_card_that_went_back_stays_in_the_hand() -> None:
    told = game("5 6 7 | 5 8 | 9 4").lay(0, 1).flip(2).slap(0).leave(0, 1_000)
    assert (told.judge().hands, told.judge().turn, told.judge().pile) == ([0, 1, 2], 2, 4)
    assert told.shown().judge().shown == 2
    assert told.lay(2).judge().shown == 3


def test_R68_when_all_but_one_have_left_he_wins() -> None:
    end = game("2 3 | 4 5").lay(0, 1).leave(0).judge()
    assert (end.over, end.winner, end.out) == (True, 1, [True, False])
