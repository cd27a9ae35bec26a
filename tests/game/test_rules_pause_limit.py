"""Rules 5: the time limit (R69) and the pause (R70)."""

from typing import Any

import pytest

from tests.game.script import CLAIM, RACE, SECOND, Game, game

LIMIT = 60 * SECOND
LONG = 10 * SECOND


def _limited(deal: str, **rules: Any) -> Game:
    return game(deal, time_limit_us=LIMIT, **rules)


def test_R69_at_the_limit_most_cards_win() -> None:
    told = _limited("2 3 | 4 5 6").lay(0, 1)
    assert told.later(at=LIMIT - 1).judge().over is False
    end = told.later(at=LIMIT).judge()
    assert (end.over, end.winner, end.draw, end.turn) == (True, 1, False, None)
    assert (end.hands, end.pile) == ([1, 2], 2)


def test_R69_the_cards_in_the_middle_are_nobodys() -> None:
    end = _limited("2 3 9 8 7 | 4 5 6 T").lay(0).slap(0).later(at=LIMIT).judge()
    assert (end.hands, end.winner) == ([3, 4], 1)


def test_R69_equal_hands_are_a_draw() -> None:
    end = _limited("2 3 | 4 5 | 6").lay(0, 1, 2).later(at=LIMIT).judge()
    assert (end.over, end.winner, end.draw) == (True, None, True)


def test_R69_inputs_at_the_limit_come_too_late() -> None:
    told = _limited("5 3 4 | 5 6").lay(0, 1)
    flipped = told.flip(0, at=LIMIT).shown().judge()
    assert (flipped.shown, flipped.hands, flipped.over) == (2, [2, 1], True)
    slapped = told.slap(1, at=LIMIT).judge()
    assert (slapped.verdict, slapped.winner) == ("ignored", 0)


def test_R69_a_flip_just_before_it_is_played_to_its_end() -> None:
    turning = _limited("2 3 | 4 5 6").lay(0).flip(1, at=LIMIT - 1)
    assert turning.later(at=LIMIT + 1).judge().over is False
    shown = turning.shown(at=LIMIT + SECOND).judge()
    assert (shown.over, shown.shown, shown.winner, shown.hands) == (True, 2, 1, [1, 2])


def test_R69_a_challenge_is_played_to_its_end() -> None:
    told = _limited("2 Q 9 | 4 5 6 8 T").lay(0, 1).flip(0, at=LIMIT - 1).shown()
    assert told.later().judge().over is False
    paid = told.lay(1, 1)
    assert (paid.judge().over, paid.judge().shown) == (False, 5)
    end = paid.later(CLAIM).judge()
    assert (end.over, end.hands, end.winner) == (True, [6, 2], 0)


def test_R69_a_slap_while_something_is_pending_counts() -> None:
    told = _limited("2 Q 9 | 4 5 5 8 T").lay(0, 1).flip(0, at=LIMIT - 1).shown().lay(1, 1)
    end = told.slap(1).later().judge()
    assert (end.verdict, end.over, end.hands, end.winner) == ("won", True, [1, 7], 1)


def test_R69_a_race_is_run_to_its_end() -> None:
    race = _limited("5 3 4 7 | 5 6").lay(0, 1).slap(1, at=LIMIT - 1)
    assert race.later(RACE).judge().over is False
    joined = race.slap(0, 5_000).later().judge()
    assert (joined.verdicts, joined.over) == (["won", "late"], True)
    assert (joined.hands, joined.draw) == ([3, 3], True)


def test_R69_a_claim_is_settled_first() -> None:
    told = _limited("J 9 8 | 4 5 6").lay(0).flip(1, at=LIMIT - 2).shown(1)
    end = told.later(CLAIM - 1).judge()
    assert (end.over, end.hands) == (False, [2, 2])
    end = told.later(CLAIM).judge()
    assert (end.over, end.hands, end.winner) == (True, [4, 2], 0)


def test_R69_it_goes_before_a_card_that_turns_by_itself() -> None:
    # The claim ends two seconds before the limit.
    told = _limited("J 5 6 7 8 | 2", last_chance=True).lay(0)
    told = told.flip(1).shown(at=LIMIT - 2 * SECOND - CLAIM)
    assert told.later(at=LIMIT - 1).judge().turn == 0
    end = told.later(at=LIMIT).judge()
    assert (end.over, end.winner, end.hands) == (True, 0, [6, 0])


def test_R69_no_limit_is_null() -> None:
    assert game("2 3 | 4 5", time_limit_us=None).later(at=10**12).judge().over is False
    assert game("2 3 | 4 5").later(at=10**12).judge().over is False


def test_R70_presses_in_a_pause_are_ignored() -> None:
    paused = game("5 3 2 | 5 4 6").lay(0, 1).pause()
    told = paused.flip(0).slap(1).slap(0)
    assert told.judge().verdicts == ["ignored", "ignored"]
    assert (told.judge().hands, told.judge().turn) == ([2, 2], None)
    resumed = told.resume()
    assert resumed.judge().turn == 0
    assert resumed.slap(1).later().judge().verdict == "won"


def test_R70_a_false_slap_in_a_pause_costs_nothing() -> None:
    told = game("5 3 | 6 4").lay(0).pause().slap(1).judge()
    assert (told.verdict, told.hands) == ("ignored", [1, 2])


def test_R70_a_turning_card_stays_turning() -> None:
    paused = game("5 3 | 6 4").flip(0).pause().shown()
    assert (paused.judge().shown, paused.judge().hands) == (0, [1, 2])
    resumed = paused.resume()
    assert (resumed.judge().turn, resumed.judge().shown) == (None, 0)
    shown = resumed.shown().judge()
    assert (shown.shown, shown.turn) == (1, 1)


def test_R70_players_may_leave() -> None:
    told = game("5 3 | 6 4 | 7 8").lay(0).pause().leave(1)
    assert (told.judge().out, told.judge().hands) == ([False, True, False], [1, 0, 2])
    assert told.resume().judge().turn == 2


def test_R70_a_claim_window_stands_still() -> None:
    told = game("J 9 8 | 2 4").lay(0, 1)
    end = told.now + CLAIM + LONG
    resumed = told.pause(400_000).resume(LONG)
    assert resumed.later(at=end - 1).judge().taken == 0
    assert resumed.later(at=end).judge().taken == 1


def test_R70_nothing_falls_due_within_a_pause() -> None:
    assert game("J 9 8 | 2 4").lay(0, 1).pause(CLAIM - 1).later(LONG).judge().taken == 0


def test_R70_two_pauses_add_up() -> None:
    told = game("J 9 8 | 2 4").lay(0, 1)
    end = told.now + CLAIM + 3 * SECOND
    resumed = told.pause().resume(SECOND).pause().resume(2 * SECOND)
    assert resumed.later(at=end - 1).judge().taken == 0
    assert resumed.later(at=end).judge().taken == 1


def test_R70_a_race_stands_still() -> None:
    race = game("5 3 2 | 5 4 6").lay(0, 1).slap(1)
    bound = race.now + RACE + LONG
    resumed = race.pause(4_000).resume(LONG)
    assert resumed.later(at=bound).judge().verdict == "pending"
    assert resumed.later(at=bound + 1).judge().verdict == "won"


def test_R70_the_grace_stands_still() -> None:
    told = game("5 9 8 | 5 7 6", cover_grace_us=200_000).lay(0, 1, 0)
    bound = told.now + 200_000 + LONG
    resumed = told.pause().resume(LONG)
    assert resumed.slap(1, at=bound).judge().verdict == "late"
    assert resumed.slap(1, at=bound + 1).judge().verdict == "false"


def test_R70_the_time_limit_stands_still() -> None:
    resumed = _limited("2 3 | 4 5 6").lay(0, 1).pause().resume(LONG)
    assert resumed.later(at=LIMIT + LONG - 1).judge().over is False
    assert resumed.later(at=LIMIT + LONG).judge().over is True


def test_R70_the_limit_does_not_fall_in_a_pause() -> None:
    assert _limited("2 3 | 4 5 6").lay(0, 1).pause().later(2 * LIMIT).judge().over is False


@pytest.mark.parametrize("wait", [1, CLAIM // 2, LONG])
def test_R70_a_window_that_would_open_in_a_pause_opens_at_the_resume(wait: int) -> None:
    # Ben, who owes, leaves; only the challenger has cards (R13).
    told = game("K 9 | 2 4 | ").lay(0).pause().leave(1).resume(wait)
    assert told.judge().challenger == 0
    assert told.later(CLAIM - 1).judge().taken == 0
    assert told.later(CLAIM).judge().taken == 1


def test_R70_the_seconds_of_the_score_stand_still() -> None:
    played = game("2 3 | 4 5").lay(0)
    straight = played.leave(1, at=30 * SECOND).judge()
    paused = played.pause().resume(LONG).leave(1, at=40 * SECOND).judge()
    assert straight.scores[0] == paused.scores[0] == 2000 - 2 * 30
