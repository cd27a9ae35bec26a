"""Rules 7: the score."""

import pytest

from tests.game.script import SECOND, Game, game


def _won_after(t: int, false_slaps: int = 0) -> Game:
    """Anna wins because Ben leaves at `t`."""
    told = game("2 3 4 5 6 7 | 8 9 T").lay(0)
    return told.slaps(*[0] * false_slaps).leave(1, at=t)


def test_score_of_the_sheet_600_seconds_and_3_false_slaps_are_740() -> None:
    assert _won_after(600 * SECOND, 3).judge().scores == [740, 0]


def test_score_of_the_sheet_800_seconds_are_500() -> None:
    assert _won_after(800 * SECOND).judge().scores == [500, 0]


@pytest.mark.parametrize(
    ("t", "points"),
    [
        (700_000, 2000),
        (SECOND - 1, 2000),
        (SECOND, 1998),
        (2 * SECOND - 1, 1998),
        (749 * SECOND, 502),
        (750 * SECOND - 1, 502),
        (750 * SECOND, 500),
        (751 * SECOND, 500),
    ],
)
def test_score_of_a_win_counts_whole_seconds_and_is_never_below_500(t: int, points: int) -> None:
    assert _won_after(t).judge().scores == [points, 0]


@pytest.mark.parametrize(("false_slaps", "points"), [(0, 1980), (1, 1960), (5, 1880)])
def test_score_of_a_win_loses_20_for_each_false_slap(false_slaps: int, points: int) -> None:
    assert _won_after(10 * SECOND, false_slaps).judge().scores == [points, 0]


def test_score_false_slaps_of_others_do_not_count() -> None:
    told = game("2 3 4 | 8 9 T").lay(0).slaps(1, 1).leave(1, at=10 * SECOND)
    assert told.judge().scores == [1980, 0]


def test_score_late_and_ignored_slaps_do_not_count() -> None:
    told = game("5 3 4 | 5 9 T").slap(0).lay(0, 1).slap(0).later().slap(0)
    assert told.judge().verdicts == ["ignored", "won", "late"]
    assert told.leave(1, at=10 * SECOND).judge().scores == [1980, 0]


def test_score_time_ends_with_the_game_not_with_the_record() -> None:
    told = game("J 3 | 2").lay(0, 1)  # shown at 0.4 s: claimed at 1.4 s
    assert told.later().judge().scores == told.later(100 * SECOND).judge().scores == [1998, 0]


def _slapped_once(seat: int) -> Game:
    return game("5 3 4 | 5 9 T | 8 7").lay(0, 1).slap(seat).later()


def test_score_each_pile_slapped_first_is_25() -> None:
    once = _slapped_once(2)
    assert once.judge().scores == [0, 0, 25]
    twice = game("5 3 4 | 5 3 T | 8 7").lay(0, 1).slap(2).later().lay(2, 0, 1).slap(2).later()
    assert twice.judge().scores == [0, 0, 50]


def test_score_counts_the_state_reached_while_the_race_is_open_nothing() -> None:
    race = game("5 3 4 | 5 9 T | 8 7").lay(0, 1).slap(2)
    assert race.judge().scores == [0, 0, 0]


def test_score_a_pile_claimed_or_slapped_too_late_is_nothing() -> None:
    assert game("J 3 | 2 4").lay(0, 1).later().judge().scores == [0, 0]
    told = game("5 3 4 | 5 9 T | 8 7").lay(0, 1).slap(2).slap(0, 5_000).later().judge()
    assert (told.verdicts, told.scores) == (["won", "late"], [0, 0, 25])


def test_score_the_one_drawn_in_a_dead_heat_counts_as_first() -> None:
    told = game("5 3 4 | 5 9 T | 8 7").lay(0, 1).slap(0).slap(2, 0).later().judge()
    assert told.scores == [25 if seat == told.turn else 0 for seat in range(3)]
    assert sum(told.scores) == 25


def test_score_of_a_loser_keeps_his_piles_and_false_slaps_cost_him_nothing() -> None:
    told = _slapped_once(1).lay(1).slap(1).leave(1, at=9 * SECOND).leave(2, at=10 * SECOND)
    assert (told.judge().winner, told.judge().scores) == (0, [1980, 25, 0])


def test_score_of_a_winner_has_no_25s() -> None:
    told = _slapped_once(0).leave(1, at=9 * SECOND).leave(2, at=10 * SECOND)
    assert told.judge().scores == [1980, 0, 0]


def test_score_of_a_draw_is_that_of_a_loss() -> None:
    # Anna slaps the fives, and all cards run out without a demand.
    told = game("5 | 5 4").lay(0, 1).slap(0).later().lay(0, 1, 0).later()
    assert (told.judge().draw, told.judge().scores) == (True, [25, 0])
