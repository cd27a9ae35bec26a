"""Statistics folded from facts: reactions, false slaps, piles, points (rules 7, R44)."""

import pytest

from game import events
from game.events import By, Ending, Fact, Verdict
from game.score import MOST_REACTIONS, SlapRecord, Tally

SECOND = 1_000_000


def tally(*facts: Fact, seats: int = 3) -> Tally:
    """These facts, counted."""
    counted = Tally(seats)
    counted.add(facts)
    return counted


def slapped(t_us: int, seat: int, verdict: Verdict, reaction_us: int | None = None) -> Fact:
    """A slap as the engine tells it."""
    return events.Slapped(t_us, seat, verdict, reaction_us)


def closed(*hands: tuple[int, Verdict]) -> Fact:
    """A race as the engine tells it."""
    finishes = tuple(events.Finish(seat, 0, 0, 0, 0, verdict) for seat, verdict in hands)
    return events.RaceClosed(9, hands[0][0], False, (), finishes)


def reactions(*reactions_us: int) -> Tally:
    """A player with these reactions."""
    return tally(*(slapped(5, 1, Verdict.PENDING, us) for us in reactions_us))


def over(winner: int | None, played_us: int) -> Fact:
    """The end after so long."""
    return events.GameOver(played_us + 77, winner, Ending.ALL_CARDS, played_us)


def test_R44_the_best_reaction_leaves_anticipated_slaps_out() -> None:
    counted = reactions(300_000, 99_999, 100_000, 250_000)
    assert counted.best_us(1) == 100_000
    assert counted.anticipated(1) == 1
    assert (counted.best_us(0), counted.anticipated(0)) == (None, 0)


def test_R44_the_median_reaction_leaves_anticipated_slaps_out() -> None:
    assert reactions(50_000, 300_000, 100_000, 200_000).median_us(1) == 200_000
    assert reactions(200_000).median_us(1) == 200_000
    assert reactions(50_000).median_us(1) is None
    assert reactions().median_us(1) is None


def test_R44_of_two_in_the_middle_the_median_is_the_lower() -> None:
    assert reactions(400_000, 100_000, 300_000, 200_000).median_us(1) == 200_000


def test_only_valid_slaps_have_reactions() -> None:
    counted = tally(*(slapped(5, 1, verdict, 200_000) for verdict in Verdict))
    assert counted.reactions_us == [[], [200_000], []]


def test_a_valid_slap_whose_card_was_not_seen_has_no_reaction() -> None:
    assert tally(slapped(5, 1, Verdict.PENDING)).reactions_us == [[], [], []]


def test_slaps_are_listed_as_they_came_and_settled_by_their_race() -> None:
    counted = tally(
        slapped(1, 0, Verdict.FALSE),
        slapped(2, 2, Verdict.PENDING),
        slapped(3, 0, Verdict.PENDING),
        slapped(4, 2, Verdict.IGNORED),
        slapped(5, 1, Verdict.PENDING),
        closed((2, Verdict.TIE), (0, Verdict.WON), (1, Verdict.LATE)),
        slapped(11, 2, Verdict.PENDING),
    )
    assert counted.slaps == [
        SlapRecord(1, 0, Verdict.FALSE),
        SlapRecord(2, 2, Verdict.TIE),
        SlapRecord(3, 0, Verdict.WON),
        SlapRecord(4, 2, Verdict.IGNORED),
        SlapRecord(5, 1, Verdict.LATE),
        SlapRecord(11, 2, Verdict.PENDING),
    ]
    assert counted.false_slaps == [1, 0, 0]


def test_R68_a_slap_withdrawn_is_ignored() -> None:
    counted = tally(slapped(2, 1, Verdict.PENDING), events.SlapWithdrawn(3, 1, 2))
    assert counted.slaps == [SlapRecord(2, 1, Verdict.IGNORED)]


def test_a_count_that_begins_in_the_midst_of_a_race_knows_nothing_of_it() -> None:
    counted = tally(slapped(1, 0, Verdict.FALSE), closed((1, Verdict.WON), (2, Verdict.LATE)))
    assert counted.slaps == [SlapRecord(1, 0, Verdict.FALSE)]


def test_a_race_settles_its_own_slaps_alone() -> None:
    counted = tally(
        slapped(2, 1, Verdict.PENDING),
        closed((1, Verdict.WON)),
        closed((1, Verdict.LATE)),
    )
    assert counted.slaps == [SlapRecord(2, 1, Verdict.WON)]


def test_a_player_keeps_so_many_reactions_and_no_more() -> None:
    counted = reactions(*range(MOST_REACTIONS + 5))
    assert counted.reactions_us[1] == [*range(MOST_REACTIONS)]
    assert len(counted.slaps) == MOST_REACTIONS + 5


def test_slaps_are_kept_in_the_store_that_was_given() -> None:
    store: list[SlapRecord] = []
    counted = Tally(2, store)
    counted.add([slapped(2, 1, Verdict.PENDING), closed((1, Verdict.WON))])
    assert counted.slaps is store
    assert store == [SlapRecord(2, 1, Verdict.WON)]


def test_piles_are_counted_by_how_they_were_taken() -> None:
    counted = tally(
        events.Taken(1, 0, By.SLAP, 2),
        events.Taken(2, 0, By.CLAIM, 9),
        events.Taken(3, 0, By.SLAP, 3),
        events.Taken(4, 2, By.CLAIM, 5),
    )
    assert (counted.slapped, counted.claimed) == ([2, 0, 0], [1, 0, 1])
    assert counted.points() == [50, 0, 0]


@pytest.mark.parametrize(
    ("seconds", "false_slaps", "points"),
    [
        (0, 0, 2000),
        (1, 0, 1998),
        (600, 3, 740),
        (749, 0, 502),
        (750, 0, 500),
        (751, 0, 500),
        (800, 0, 500),
        (0, 74, 520),
        (0, 75, 500),
        (0, 76, 500),
    ],
)
def test_a_win_is_worth_less_each_second_and_each_false_slap(
    seconds: int, false_slaps: int, points: int
) -> None:
    errors = [slapped(1, 1, Verdict.FALSE)] * false_slaps
    for part_us in (0, 999_999):
        counted = tally(*errors, over(1, seconds * SECOND + part_us))
        assert counted.points() == [0, points, 0]


def test_a_win_counts_no_piles_and_a_loss_counts_nothing_else() -> None:
    taken = [events.Taken(1, seat, By.SLAP, 2) for seat in (0, 1)]
    errors = [slapped(1, 0, Verdict.FALSE)]
    counted = tally(*taken, *errors, over(1, SECOND))
    assert counted.points() == [25, 1998, 0]
    assert counted.over is not None
    assert tally(*taken, *errors, over(None, SECOND)).points() == [25, 25, 0]
    assert tally().over is None


def test_the_first_seat_wins_as_any_other() -> None:
    assert tally(slapped(1, 0, Verdict.FALSE), over(0, 0)).points() == [1980, 0, 0]
