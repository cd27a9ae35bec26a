"""Computer players: what a key makes them do, and that nothing else does."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from math import erfc, exp, sqrt

import pytest

from game.cards import CARDS, Seat, deal
from game.chance import words
from game.cpu import (
    FOOLED,
    MISSED,
    MISSED_DEEP,
    PACE_US,
    REACTIONS_US,
    Computers,
    Level,
    coming,
    drawn,
    errs,
    misses,
    near_miss,
    pace_us,
    played,
    reaction_us,
)
from game.engine import deal as dealt
from game.engine import step
from game.events import (
    Fact,
    Flip,
    Input,
    Leave,
    NotNow,
    Pause,
    Resume,
    Shown,
    Slap,
    Slapped,
    Tick,
    Verdict,
)
from game.patterns import Pattern
from game.rules import PRESETS, Rules
from game.state import Over, State, Turning
from tests.game.script import cards

AIR_US = 250_000
NORMAL = dict.fromkeys(range(4), Level.NORMAL)
DEEP = {Pattern.SANDWICH, Pattern.HOAGIE, Pattern.RUN, Pattern.TOP_BOTTOM}


class Table:
    """A game with its computer players, stepped by hand."""

    def __init__(
        self, deal: str, key: str, levels: Mapping[Seat, Level], rules: Rules | None = None
    ) -> None:
        hands = tuple(tuple(CARDS[name] for name in hand) for hand in cards(deal.split("|")))
        self.state = dealt(rules or Rules(), hands, 0, key)
        self.computers = Computers(key, levels)
        self.facts: tuple[Fact, ...] = ()
        self.computers.watch(self.state, ())

    def happens(self, *inputs: Input) -> "Table":
        for happened in inputs:
            self.state, self.facts = step(self.state, happened)
            self.computers.watch(self.state, self.facts)
        return self

    def lay(self, *seats: Seat) -> "Table":
        """Each seat flips a card after 100 ms, and it is shown 100 ms later."""
        for seat in seats:
            now_us = self.state.now_us
            self.happens(Flip(now_us + 100_000, seat), Shown(now_us + 200_000))
        return self

    def next_happens(self) -> "Table":
        press = self.computers.next
        assert press is not None
        return self.happens(press)

    @property
    def next(self) -> Flip | Slap | None:
        return self.computers.next

    @property
    def coming(self) -> Flip | Slap | Tick | None:
        return coming(self.state, self.computers)


def key_where(true: Callable[[str], bool]) -> str:
    """The first of the keys k0, k1, k2 and so on of which this is true."""
    return next(key for key in map("k{}".format, range(100_000)) if true(key))


def reacts_us(key: str, seat: Seat, shown: int, level: Level = Level.NORMAL) -> int:
    return reaction_us(drawn(key, seat, shown), level)


def paces_us(key: str, seat: Seat, shown: int) -> int:
    return pace_us(drawn(key, seat, shown))


def sees(key: str, shown: int, *seats: Seat) -> bool:
    """Whether these seats see any pattern that the card completes."""
    return not any(misses(drawn(key, seat, shown), True) for seat in seats)


def calm(key: str, shown: int, *seats: Seat) -> bool:
    """Whether none of these seats slaps a near miss on any of the first cards."""
    return not any(errs(drawn(key, seat, card)) for seat in seats for card in range(shown + 1))


# The key


def test_a_seat_has_the_word_of_its_number() -> None:
    source = words("vector/cpu/17")
    assert [drawn("vector", seat, 17) for seat in range(8)] == [
        next(source).to_bytes(8, "big") for _ in range(8)
    ]


@pytest.mark.parametrize(
    ("key", "seat", "shown", "word"),
    [
        ("vector", 2, 17, "c426190e798b4e82"),
        ("vector", 7, 0, "59045afd04e5e7de"),
        ("daily/2026-11-30", 3, 52, "14de97608544feca"),
    ],
)
def test_the_words_of_some_keys(key: str, seat: Seat, shown: int, word: str) -> None:
    assert drawn(key, seat, shown).hex() == word


def test_three_bytes_become_microseconds_between_two_entries_of_a_table() -> None:
    table = REACTIONS_US[Level.NORMAL]
    assert reaction_us(bytes.fromhex("0000000000000000"), Level.NORMAL) == table[0]
    assert reaction_us(bytes.fromhex("080000ffffffffff"), Level.NORMAL) == table[1]
    assert (
        reaction_us(bytes.fromhex("0c00000000000000"), Level.NORMAL) == (table[1] + table[2]) // 2
    )
    assert reaction_us(bytes.fromhex("ffffff0000000000"), Level.NORMAL) == table[32] - 1
    assert pace_us(bytes.fromhex("ffffff0800000000")) == PACE_US[1]
    assert pace_us(bytes.fromhex("000000fc0000ffff")) == (PACE_US[31] + PACE_US[32]) // 2


def test_a_byte_each_decides_what_is_missed_and_what_fools() -> None:
    def word(attention: int, doubt: int) -> bytes:
        return bytes([0, 0, 0, 0, 0, 0, attention, doubt])

    assert [misses(word(byte, 0), False) for byte in (0, MISSED - 1, MISSED)] == [True, True, False]
    assert [misses(word(byte, 0), True) for byte in (MISSED_DEEP - 1, MISSED_DEEP)] == [True, False]
    assert [errs(word(0, byte)) for byte in (0, FOOLED - 1, FOOLED)] == [True, True, False]


# The distributions


def ex_gaussian(x: float, mu: float, sigma: float, tau: float) -> float:
    """How likely a time up to `x` is."""
    z = (x - mu) / sigma
    later = exp(sigma**2 / (2 * tau**2) - (x - mu) / tau) * normal(z - sigma / tau)
    return normal(z) - later


def normal(z: float) -> float:
    return erfc(-z / sqrt(2)) / 2


@pytest.mark.parametrize(
    ("table", "mu", "sigma", "tau"),
    [
        (REACTIONS_US[Level.SLOW], 420, 55, 130),
        (REACTIONS_US[Level.NORMAL], 355, 45, 105),
        (REACTIONS_US[Level.FAST], 300, 36, 84),
        (PACE_US, 560, 80, 140),
    ],
    ids=["slow", "normal", "fast", "pace"],
)
def test_a_table_holds_the_quantiles_it_names(
    table: tuple[int, ...], mu: int, sigma: int, tau: int
) -> None:
    shares = [1 / 256, *(place / 32 for place in range(1, 32)), 255 / 256]
    for us, share in zip(table, shares, strict=True):
        assert ex_gaussian(us - 0.6, mu * 1000, sigma * 1000, tau * 1000) < share
        assert ex_gaussian(us + 0.6, mu * 1000, sigma * 1000, tau * 1000) > share


def test_each_level_is_slower_than_the_next_on_every_card() -> None:
    assert list(REACTIONS_US) == [Level.SLOW, Level.NORMAL, Level.FAST]
    for slower, faster in pairwise(REACTIONS_US.values()):
        assert all(slow > fast for slow, fast in zip(slower, faster, strict=True))


def test_R44_nobody_reacts_in_less_than_150_ms() -> None:
    assert min(min(table) for table in REACTIONS_US.values()) > 150_000


def test_of_many_words_about_the_named_shares_are_missed_and_fooled() -> None:
    many = [drawn("shares", seat, shown) for seat in range(4) for shown in range(2000)]
    assert 0.050 < sum(misses(word, False) for word in many) / 8000 < 0.068
    assert 0.110 < sum(misses(word, True) for word in many) / 8000 < 0.132
    assert 0.015 < sum(errs(word) for word in many) / 8000 < 0.025
    mean_us = sum(reaction_us(word, Level.NORMAL) for word in many) / 8000
    assert 450_000 < mean_us < 470_000


# Near misses


@pytest.mark.parametrize(
    ("laid", "fools"),
    [
        ("8 7", True),  # next to each other
        ("7 8", True),
        ("A 2", False),  # an ace is high to the eye
        ("A K", True),
        ("2 8", True),  # a ten, where tens do not count
        ("K Q", True),
        ("6 9", True),
        ("5 9 5", True),
        ("5 9 K 3 J 5", True),  # five cards back
        ("5 9 K 3 J 8 5", True),  # the bottom card
        ("2 8 K 4 J 6 8", True),  # five cards back, and not the bottom card
        ("T 5 9 K 3 J 8 5", False),  # six cards back
        ("2 7", False),
        ("5", False),
        ("", False),
    ],
)
def test_what_looks_like_a_pattern(laid: str, fools: bool) -> None:
    (pile,) = cards([laid])
    assert near_miss(tuple(CARDS[name] for name in pile)) is fools


# Laying


def test_the_leader_lays_at_his_pace_after_the_deal() -> None:
    table = Table("2 9 | 7 K", "deal", {0: Level.SLOW, 1: Level.FAST})
    assert table.next == Flip(paces_us("deal", 0, 0), 0)


def test_R5_the_next_seat_lays_at_its_pace_after_the_card_was_shown() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1))
    table = Table("2 9 | 7 K", key, {0: Level.SLOW, 1: Level.FAST})
    table.next_happens()
    assert isinstance(table.state.phase, Turning)
    assert table.next is None
    table.happens(Shown(2_000_000))
    assert table.next == Flip(2_000_000 + paces_us(key, 1, 1), 1)


def test_the_pace_is_the_same_at_every_level() -> None:
    for level in Level:
        assert Table("2 9 | 7 K", "deal", {0: level}).next == Flip(paces_us("deal", 0, 0), 0)


def test_nothing_is_due_while_a_person_must_lay() -> None:
    table = Table("2 9 | 7 K", key_where(lambda key: calm(key, 1, 1)), {1: Level.NORMAL})
    assert table.next is None
    assert table.coming is None
    assert table.lay(0).next == Flip(200_000 + paces_us(table.state.seed, 1, 1), 1)


def test_nothing_is_due_before_the_game_is_watched() -> None:
    assert Computers("early", NORMAL).next is None


def test_R30_who_takes_a_pile_leads_at_his_pace_from_the_end_of_the_window() -> None:
    key = key_where(lambda key: calm(key, 2, 0))
    for late_us in (0, 1, 16_667):
        table = Table("J 9 4 | 7 K 3", key, {0: Level.NORMAL}).lay(0, 1)
        assert table.coming == Tick(1_400_000)
        table.happens(Tick(1_400_000 + late_us))
        assert table.state.turn == 0
        assert table.next == Flip(1_400_000 + paces_us(key, 0, 2), 0)


def test_R19_a_lapsed_claim_lets_the_payer_lay_at_his_pace() -> None:
    key = key_where(lambda key: calm(key, 2, 1))
    table = Table("J | 7 K 3 | 5 6", key, {1: Level.NORMAL}).lay(0, 1)
    table.happens(Slap(500_000, 0))
    assert table.state.out == {0}
    assert table.next == Flip(500_000 + paces_us(key, 1, 2), 1)


def test_R45_whose_turn_comes_by_a_burn_lays_at_his_pace_after_it() -> None:
    key = key_where(lambda key: calm(key, 1, 1, 2))
    table = Table("2 9 | 7 | 5 6", key, {1: Level.NORMAL, 2: Level.NORMAL}).lay(0)
    assert table.next == Flip(200_000 + paces_us(key, 1, 1), 1)
    table.happens(Slap(300_000, 1))
    assert table.next == Flip(300_000 + paces_us(key, 2, 1), 2)


def test_a_press_of_somebody_else_does_not_put_off_a_lay() -> None:
    key = key_where(lambda key: calm(key, 1, 1))
    table = Table("2 9 4 | 7 K 3", key, {1: Level.NORMAL}).lay(0)
    due = table.next
    table.happens(Flip(210_000, 0), Slap(220_000, 0), Tick(230_000))
    assert table.next == due


def test_V11_in_its_last_chance_a_computer_player_lays_by_pressing() -> None:
    key = key_where(lambda key: calm(key, 3, 0, 1))
    rules = Rules(last_chance=True)
    table = Table("J 9 4 2 | 7", key, {0: Level.NORMAL}, rules).lay(0, 1)
    table.happens(Tick(1_400_000))
    assert table.state.last_chance is not None
    assert table.next == Flip(1_400_000 + paces_us(key, 0, 2), 0)


# Slapping


def pair_laid(key: str, levels: Mapping[Seat, Level], rules: Rules | None = None) -> Table:
    """Seats 0 and 1 have laid a pair, shown at 400 ms; seat 2 is on turn."""
    return Table("5 9 K 2 | 5 8 Q 3 | 3 7 T 4", key, levels, rules).lay(0, 1)


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


# Time


def test_R70_in_a_pause_nothing_is_due_and_the_resume_moves_it_along() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 2) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL}).happens(Pause(500_000))
    assert table.next is None
    assert table.coming is None
    table.happens(Resume(7_500_000))
    assert table.next == Slap(7_400_000 + reacts_us(key, 0, 2), 0)
    laying = Table("2 9 | 7 K", "deal", {0: Level.SLOW}).happens(Pause(10), Resume(1_010))
    assert laying.next == Flip(1_000 + paces_us("deal", 0, 0), 0)


def test_R30_after_a_pause_the_winner_of_a_pile_leads_at_his_pace() -> None:
    key = key_where(lambda key: calm(key, 2, 0))
    table = Table("J 9 4 | 7 K 3", key, {0: Level.NORMAL}).lay(0, 1)
    table.happens(Pause(500_000), Resume(8_500_000), Tick(9_500_000))
    assert table.next == Flip(9_400_000 + paces_us(key, 0, 2), 0)


def test_what_is_overdue_is_due_now() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL}).happens(Tick(9_000_000))
    assert table.next == Slap(9_000_000, 0)
    late = Table("2 9 | 7 K", "deal", {0: Level.SLOW}).happens(Tick(9_000_000))
    assert late.next == Flip(9_000_000, 0)


@pytest.mark.parametrize(("longer_us", "slaps"), [(0, False), (1, True)])
def test_R30_no_slap_is_due_when_the_window_ends_or_later(longer_us: int, slaps: bool) -> None:
    key = key_where(lambda key: calm(key, 2, 0) and sees(key, 3, 0))
    window_us = reacts_us(key, 0, 3) + longer_us
    table = Table("9 9 4 | J 2", key, {0: Level.NORMAL}, Rules(claim_us=window_us)).lay(0, 1, 0)
    due = Slap(600_000 + reacts_us(key, 0, 3), 0) if slaps else None
    assert table.next == due
    assert table.coming == (due or Tick(600_000 + window_us))


@pytest.mark.parametrize(("early_us", "lays"), [(0, False), (1, True)])
def test_R69_no_lay_is_due_at_the_time_limit_or_later(early_us: int, lays: bool) -> None:
    key = key_where(lambda key: calm(key, 1, 1))
    rules = Rules(time_limit_us=60_000_000)
    shown_us = 60_000_000 - paces_us(key, 1, 1) - early_us
    table = Table("2 9 | 7 K", key, {1: Level.NORMAL}, rules)
    table.happens(Flip(1_000_000, 0), Shown(shown_us))
    due = Flip(60_000_000 - early_us, 1) if lays else None
    assert table.next == due
    assert table.coming == (due or Tick(60_000_000))


def test_R30_where_the_window_is_empty_nobody_slaps() -> None:
    key = key_where(lambda key: calm(key, 2, 0) and sees(key, 3, 0))
    table = Table("9 9 4 | J 2", key, {0: Level.NORMAL}, Rules(claim_us=0)).lay(0, 1, 0)
    assert table.state.turn == 1
    assert table.next is None


def test_at_one_instant_a_slap_goes_before_a_flip() -> None:
    key = "tie1992032"
    assert reacts_us(key, 0, 2, Level.SLOW) == paces_us(key, 0, 2) == 515_136
    table = Table("5 9 K | 5 8 Q", key, {0: Level.SLOW}).lay(0, 1)
    assert table.next == Slap(915_136, 0)


def test_a_flip_that_is_due_before_a_slap_goes_first() -> None:
    def hurries(key: str) -> bool:
        sooner = paces_us(key, 0, 2) < reacts_us(key, 0, 2, Level.SLOW)
        return sooner and calm(key, 1, 0) and sees(key, 2, 0)

    key = key_where(hurries)
    table = Table("5 9 K | 5 8 Q", key, {0: Level.SLOW}).lay(0, 1)
    assert table.next == Flip(400_000 + paces_us(key, 0, 2), 0)
    assert table.next_happens().next == Slap(400_000 + reacts_us(key, 0, 2, Level.SLOW), 0)


def test_R20_who_was_on_turn_and_slaps_the_pile_leads_at_his_pace_from_then() -> None:
    def slaps_first(key: str) -> bool:
        sooner = reacts_us(key, 0, 2) < paces_us(key, 0, 2)
        return sooner and calm(key, 1, 0) and sees(key, 2, 0)

    key = key_where(slaps_first)
    table = Table("5 9 K | 5 8 Q", key, {0: Level.NORMAL}).lay(0, 1).next_happens()
    taken_us = 400_000 + reacts_us(key, 0, 2) + 10_000
    table.happens(Tick(taken_us + 1))
    assert table.state.taken == 1
    assert table.next == Flip(taken_us + paces_us(key, 0, 2), 0)


def test_at_one_instant_the_lower_seat_slaps_first() -> None:
    key = "tie3877"
    assert reacts_us(key, 0, 2) == reacts_us(key, 1, 2) == 440_628
    table = pair_laid(key, {1: Level.NORMAL, 0: Level.NORMAL})
    assert table.next == Slap(840_628, 0)
    assert table.next_happens().next == Slap(840_628, 1)


def test_when_it_is_over_nothing_is_due() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = Table("5 9 | 5 8", key, {0: Level.NORMAL}).lay(0, 1)
    assert isinstance(table.next, Slap)
    table.happens(Leave(450_000, 1))
    assert table.state.over is not None
    assert table.next is None
    assert table.coming is None


# Whole games


def start(
    key: str, seats: int = 4, preset: str = "ratscrew", *, last_chance: bool = False
) -> State:
    hands, leader = deal(key, seats)
    return dealt(replace(PRESETS[preset], last_chance=last_chance), hands, leader, key)


def at_frames(state: State, computers: Computers, frame_us: int) -> Iterable[Input]:
    """The inputs of a game at a table that knows no deadline: it ticks with every frame."""
    computers.watch(state, ())
    lands_us = frames = 0
    while not isinstance(state.phase, Over):
        frame = Tick(frames * frame_us)
        happened: Input = coming(state, computers) or frame
        if isinstance(state.phase, Turning) and happened.t_us > lands_us:
            happened = Shown(lands_us)
        if isinstance(happened, Tick) or happened.t_us > frame.t_us:
            happened, frames = frame, frames + 1
        state, facts = step(state, happened)
        computers.watch(state, facts)
        if isinstance(happened, Flip):
            lands_us = happened.t_us + AIR_US
        if not isinstance(happened, Tick):
            yield happened


@pytest.mark.parametrize(("seed", "frame_us"), [("frames/50", 16_667), ("frames/33", 99_990)])
def test_any_frame_rate_gives_the_same_game(seed: str, frame_us: int) -> None:
    plain = [
        happened
        for happened, _, _ in played(start(seed), Computers(seed, NORMAL), AIR_US)
        if not isinstance(happened, Tick)
    ]
    assert list(at_frames(start(seed), Computers(seed, NORMAL), frame_us)) == plain


def test_a_table_that_watches_a_record_again_goes_on_in_the_same_way() -> None:
    whole = list(played(start("crash"), Computers("crash", NORMAL), AIR_US))
    for cut in (1, 2, 3, 50, 101, 152):
        state, computers = start("crash"), Computers("crash", NORMAL)
        computers.watch(state, ())
        for happened, _, _ in whole[:cut]:
            state, facts = step(state, happened)
            computers.watch(state, facts)
        flown_us = next(h.t_us for h, _, _ in reversed(whole[:cut]) if isinstance(h, Flip))
        turning = isinstance(state.phase, Turning)
        air_us = AIR_US - (state.now_us - flown_us if turning else 0)
        rest = next(iter(played(state, computers, air_us)))
        assert rest == whole[cut]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize(
    ("preset", "last_chance"),
    [("ratscrew", False), ("ratscrew", True), ("egyptian-war", True), ("party", True)],
)
def test_every_game_ends_and_keeps_its_52_cards(seats: int, preset: str, last_chance: bool) -> None:
    key = f"{preset}/{last_chance}/{seats}"
    state = start(key, seats, preset, last_chance=last_chance)
    levels = {seat: list(Level)[seat % 3] for seat in range(seats)}
    told: list[Input] = []
    for happened, reached, facts in played(state, Computers(key, levels), AIR_US):
        told.append(happened)
        assert not any(isinstance(fact, NotNow) for fact in facts)
        for fact in facts:
            if isinstance(fact, Slapped):
                assert fact.verdict in (Verdict.PENDING, Verdict.FALSE)
                assert fact.reaction_us is not None
                assert fact.reaction_us >= 230_868
        state = reached
    assert state.over is not None
    assert sum(map(len, state.hands)) + len(state.pile) == 52
    again = start(key, seats, preset, last_chance=last_chance)
    for happened in told:
        again, _ = step(again, happened)
    assert again == state


def test_a_game_stops_where_only_a_person_could_go_on() -> None:
    inputs = [h for h, _, _ in played(start("stop"), Computers("stop", {1: Level.FAST}), AIR_US)]
    leader = start("stop").turn
    assert len(inputs) == (2 if leader == 1 else 0)


def test_R70_a_game_stops_in_a_pause() -> None:
    state, _ = step(start("pause"), Pause(0))
    assert list(played(state, Computers("pause", NORMAL), AIR_US)) == []
    leader = start("pause").turn
    assert leader is not None
    state, _ = step(start("pause"), Flip(0, leader))
    state, _ = step(state, Pause(1))
    assert next(played(state, Computers("pause", NORMAL), AIR_US), None) is None


def test_a_card_that_is_turning_already_is_shown_after_its_time() -> None:
    state = start("air")
    leader = state.turn
    assert leader is not None
    state, _ = step(state, Flip(1_000, leader))
    happened, _, _ = next(iter(played(state, Computers("air", NORMAL), AIR_US)))
    assert happened == Shown(1_000 + AIR_US)


def test_a_hand_that_comes_down_as_a_card_lands_comes_first() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1, 2) and sees(key, 2, 0))
    levels = {0: Level.NORMAL}
    due_us = 400_000 + reacts_us(key, 0, 2)
    for air_us, first in (
        (due_us - 500_000, Slap(due_us, 0)),
        (due_us - 500_001, Shown(due_us - 1)),
    ):
        table = pair_laid(key, levels).happens(Flip(500_000, 2))
        happened, _, _ = next(iter(played(table.state, table.computers, air_us)))
        assert happened == first


def test_a_hand_that_comes_down_in_vain_does_not_put_off_the_card() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and errs(drawn(key, 0, 2)))
    table = Table("8 9 K | 7 5 Q | 3 2 4", key, {0: Level.NORMAL}).lay(0, 1)
    table.happens(Flip(500_000, 2))
    inputs = [happened for happened, _, _ in played(table.state, table.computers, 5_000_000)]
    assert inputs[:2] == [Slap(400_000 + reacts_us(key, 0, 2), 0), Shown(5_500_000)]


def test_R68_who_takes_a_pile_and_leaves_makes_way_for_the_next() -> None:
    table = Table("J 9 | 2 4 3 | 5 6", "leaves", {1: Level.NORMAL}).lay(0, 1)
    table.happens(Leave(9_000_000, 0))  # his claim was due at 1.4 s
    assert (table.state.taken, table.state.turn) == (1, 1)
    assert table.next == Flip(9_000_000 + paces_us("leaves", 1, 2), 1)


def share_of_wins(level: Level, games: int) -> float:
    """How often a player of this level beats three normal ones, in every seat as often."""
    won = 0
    for number in range(games):
        key, seat = f"share/{number}", number % 4
        state = start(key)
        for _, reached, _ in played(state, Computers(key, NORMAL | {seat: level}), AIR_US):
            state = reached
        won += state.over is not None and state.over.winner == seat
    return won / games


def test_a_slow_player_seldom_beats_three_normal_ones() -> None:
    assert share_of_wins(Level.SLOW, 24) <= 0.15


def test_a_fast_player_often_beats_three_normal_ones() -> None:
    assert share_of_wins(Level.FAST, 24) >= 0.40
