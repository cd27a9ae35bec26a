"""The photo finish by itself: who cannot be told apart, who wins, what each hand is told (R35)."""

from hashlib import sha256

from game.events import Finish, Verdict
from game.race import level_with_the_first, lot, photo_finish
from game.state import Contender


def hand(seat: int, t_us: int, unsure_us: int = 0, paused_us: int = 0) -> Contender:
    """A hand by its stamp in the record's time, after a pause of some length."""
    return Contender(seat, t_us, t_us - paused_us, unsure_us)


def test_R35_who_is_level_is_told_in_the_order_of_the_seats() -> None:
    hands = [hand(3, 1000), hand(0, 1100), hand(2, 1101), hand(1, 1400, 300)]
    assert level_with_the_first(hands, 100) == [0, 1, 3]
    assert level_with_the_first(hands, 0) == [3]
    assert level_with_the_first(hands, 101) == [0, 1, 2, 3]


def test_R35_the_earliest_is_level_with_itself_however_sure() -> None:
    assert level_with_the_first([hand(5, 1000, 50_000)], 0) == [5]


def test_R35_the_lot_is_the_hash_of_seed_and_stamp_modulo_the_hands() -> None:
    for stamp in range(20):
        digest = sha256(f"Los/lot/{stamp}".encode()).digest()
        number = int.from_bytes(digest[:8], "big")
        assert lot([1, 4, 6], "Los", stamp) == [1, 4, 6][number % 3]


def test_R35_a_clear_finish() -> None:
    hands = [hand(2, 1000, 7, paused_us=400), hand(0, 1101, paused_us=400)]
    assert photo_finish(hands, 100, "", 350) == (
        2,
        False,
        (
            Finish(
                seat=2,
                t_us=1000,
                reaction_us=250,
                behind_us=0,
                uncertainty_us=7,
                verdict=Verdict.WON,
            ),
            Finish(
                seat=0,
                t_us=1101,
                reaction_us=351,
                behind_us=101,
                uncertainty_us=0,
                verdict=Verdict.LATE,
            ),
        ),
    )


def test_R35_a_dead_heat_has_one_winner_and_the_slower_are_late() -> None:
    drawn = set()
    for stamp in range(1000, 1040):
        hands = [hand(2, stamp), hand(0, stamp + 100), hand(1, stamp + 101)]
        winner, dead_heat, finishes = photo_finish(hands, 100, "seed", 0)
        assert dead_heat
        assert winner == lot([0, 2], "seed", stamp)
        verdicts = {finish.seat: finish.verdict for finish in finishes}
        assert verdicts == {winner: Verdict.WON, 2 - winner: Verdict.TIE, 1: Verdict.LATE}
        assert [finish.seat for finish in finishes] == [2, 0, 1]
        drawn.add(winner)
    assert drawn == {0, 2}
