"""The tally: where it keeps the slaps, and how many reactions."""

from game import events
from game.events import Finish, RaceClosed, Slapped, Verdict
from game.patterns import Pattern
from game.score import MOST_REACTIONS, SlapRecord, Tally

RACE = (
    Slapped(10, 0, Verdict.PENDING, 200_000),
    Slapped(11, 0, Verdict.IGNORED, 200_001),
    Slapped(12, 1, Verdict.PENDING, 200_002),
    Slapped(13, 2, Verdict.PENDING, 200_003),
    events.SlapWithdrawn(14, 2, 13),
    RaceClosed(
        20,
        0,
        False,
        (Pattern.PAIR,),
        (
            Finish(0, 10, 200_000, 0, 0, Verdict.WON),
            Finish(1, 12, 200_002, 2, 0, Verdict.LATE),
        ),
    ),
    Slapped(30, 1, Verdict.LATE, 1),
)


def test_a_tally_keeps_its_slaps_where_it_is_told_to() -> None:
    store: list[SlapRecord] = []
    tally = Tally(3, store)
    tally.add(RACE)
    assert tally.slaps is store
    assert store == [
        SlapRecord(10, 0, Verdict.WON),
        SlapRecord(11, 0, Verdict.IGNORED),
        SlapRecord(12, 1, Verdict.LATE),
        SlapRecord(13, 2, Verdict.IGNORED),
        SlapRecord(30, 1, Verdict.LATE),
    ]
    own = Tally(3)
    own.add(RACE)
    assert list(own.slaps) == store


def test_a_tally_keeps_so_many_reactions_and_no_more() -> None:
    tally = Tally(2)
    tally.add(Slapped(t, 0, Verdict.PENDING, 300_000 + t) for t in range(MOST_REACTIONS))
    tally.add([Slapped(MOST_REACTIONS, seat, Verdict.PENDING, 200_000) for seat in (0, 1)])
    assert [len(reactions) for reactions in tally.reactions_us] == [MOST_REACTIONS, 1]
    assert (tally.best_us(0), tally.best_us(1)) == (300_000, 200_000)
    assert tally.median_us(0) == 300_000 + MOST_REACTIONS // 2 - 1
    assert len(tally.slaps) == MOST_REACTIONS + 2
