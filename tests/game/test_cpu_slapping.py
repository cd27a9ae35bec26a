"""What computer players slap, when, and what they miss."""

import pytest

from game.cpu import Level, drawn, errs, misses
from game.events import Flip, Leave, Pause, Resume, Shown, Slap, Slapped, Tick, Verdict
from game.patterns import Pattern
from game.rules import Rules
from tests.game.computers import Table, calm, key_where, paces_us, pair_laid, reacts_us, sees

DEEP = {Pattern.SANDWICH, Pattern.HOAGIE, Pattern.RUN, Pattern.TOP_BOTTOM}


def test_the_earliest_hand_slaps_a_pattern_at_its_reaction_after_the_card_was_shown() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1) and sees(key, 2, 0, 1))
    table = pair_laid(key, {0: Level.SLOW, 1: Level.FAST})
    assert table.next == Slap(400_000 + reacts_us(key, 1, 2, Level.FAST), 1)
    assert pair_laid(key, {0: Level.SLOW}).next == Slap(
        400_000 + reacts_us(key, 0, 2, Level.SLOW), 0
    )


def test_R35_a_slap_that_was_made_is_done_and_the_next_hand_joins_its_race() -> None:
    def close(key: str) -> bool:
        behind_us = reacts_us(key, 1, 2) - reacts_us(key, 0, 2)
        return calm(key, 1, 0, 1) and sees(key, 2, 0, 1) and 0 < behind_us < 100_000

    key = key_where(close)
    behind_us = reacts_us(key, 1, 2) - reacts_us(key, 0, 2)
    for race_us in (behind_us, 100_000):
        table = pair_laid(key, {0: Level.NORMAL, 1: Level.NORMAL}, Rules(race_us=race_us))
        table.next_happens()
        first = table.facts[0]
        assert isinstance(first, Slapped)
        assert (first.seat, first.verdict) == (0, Verdict.PENDING)
        assert table.next == Slap(400_000 + reacts_us(key, 1, 2), 1)
        table.next_happens()
        assert table.next is None
        assert table.coming == Tick(400_000 + reacts_us(key, 0, 2) + race_us + 1)
    apart = pair_laid(key, {0: Level.NORMAL, 1: Level.NORMAL}, Rules(race_us=behind_us - 1))
    apart.next_happens()
    assert apart.next is None
    assert apart.coming == Tick(400_000 + reacts_us(key, 1, 2))


def test_a_slap_is_dropped_when_the_pile_is_taken() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1) and sees(key, 2, 0, 1))
    table = pair_laid(key, {0: Level.NORMAL, 1: Level.NORMAL}, Rules(race_us=0))
    table.happens(Slap(500_000, 2), Tick(500_001))
    assert table.state.turn == 2
    assert table.next is None


def test_a_slap_is_dropped_when_another_card_is_shown() -> None:
    key = key_where(lambda key: calm(key, 3, 0, 1) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.SLOW}).happens(Flip(500_000, 2))
    assert table.next == Slap(400_000 + reacts_us(key, 0, 2, Level.SLOW), 0)
    table.happens(Shown(600_000))
    assert table.next == Flip(600_000 + paces_us(key, 0, 3), 0)


def test_R58_a_hand_comes_down_while_the_next_card_is_turning() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL}).happens(Flip(500_000, 2))
    table.next_happens()
    assert table.state.race is not None
    assert len(table.state.hands[2]) == 4


def test_a_seat_that_may_not_slap_does_not() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL})
    assert isinstance(table.next, Slap)
    assert table.happens(Leave(450_000, 0)).next is None
    left = Table("5 9 | 5 8 | 3 7", key, {0: Level.NORMAL}).lay(0)
    assert left.happens(Leave(250_000, 0)).lay(1).next is None


def test_a_pattern_may_be_missed() -> None:
    def just_deep(key: str) -> bool:
        word = drawn(key, 0, 2)
        return calm(key, 1, 0) and misses(word, True) and not misses(word, False)

    assert pair_laid(key_where(just_deep), {0: Level.NORMAL}).next is not None
    key = key_where(lambda key: misses(drawn(key, 0, 2), False))
    assert pair_laid(key, {0: Level.NORMAL}).next is None


@pytest.mark.parametrize(
    ("deal", "laid", "pattern"),
    [
        ("5 2 | 9 2 | 5 2", 3, "sandwich"),
        ("5 K | 9 2 | 2 3 | 5 2", 4, "hoagie"),
        ("5 K | 6 K | 7 3 | 8 2", 4, "run"),
        ("5 K | 9 K | T 3 | 2 2 | 5 4", 5, "top_bottom"),
        ("5 2 | 5 2 | 5 2", 3, "pair sandwich"),
        ("6 2 | 9 2", 2, "ratscrew"),
        ("4 2 | 6 2", 2, "tens"),
    ],
)
def test_a_pattern_that_two_cards_do_not_show_is_missed_more_often(
    deal: str, laid: int, pattern: str
) -> None:
    def just_deep(key: str) -> bool:
        word = drawn(key, 0, laid)
        return misses(word, True) and not misses(word, False)

    chosen = frozenset(map(Pattern, pattern.split()))
    key = key_where(just_deep)
    table = Table(deal, key, {0: Level.FAST}, Rules(patterns=chosen)).lay(*range(laid))
    assert table.state.shown == laid
    assert isinstance(table.next, Slap) is not chosen.issubset(DEEP)


@pytest.mark.parametrize(
    ("cards_laid", "patterns", "slaps"),
    [
        ("8 7", "pair", True),
        ("5 5", "sandwich", True),  # a pair, where pairs are off
        ("2 7", "pair", False),
    ],
)
def test_a_near_miss_fools_now_and_then(cards_laid: str, patterns: str, slaps: bool) -> None:
    key = key_where(lambda key: calm(key, 1, 0) and errs(drawn(key, 0, 2)))
    one, other = cards_laid.split()
    rules = Rules(patterns=frozenset({Pattern(patterns)}))
    table = Table(f"{one} K | {other} Q | 3 4", key, {0: Level.NORMAL}, rules).lay(0, 1)
    false = Slap(400_000 + reacts_us(key, 0, 2), 0)
    assert table.next == (false if slaps else None)
    steady = key_where(lambda key: calm(key, 2, 0))
    assert (
        Table(f"{one} K | {other} Q | 3 4", steady, {0: Level.NORMAL}, rules).lay(0, 1).next is None
    )


def test_nothing_a_person_does_changes_a_reaction() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = Table("5 9 K 2 | 5 8 Q 3 | 3 7 T 4", key, {0: Level.NORMAL}).lay(0)
    table.happens(Slap(600_000, 2), Flip(700_000, 2), Pause(800_000), Resume(900_000))
    table.happens(Flip(3_000_000, 1), Slap(3_050_000, 2), Shown(3_100_000), Flip(3_200_000, 1))
    assert table.next == Slap(3_100_000 + reacts_us(key, 0, 2), 0)
