"""Computer players: what a key makes them do, and that nothing else does."""

from itertools import pairwise
from math import erfc, exp, sqrt

import pytest

from game.cards import CARDS, Seat
from game.chance import words
from game.cpu import (
    FOOLED,
    MISSED,
    MISSED_DEEP,
    PACE_US,
    REACTIONS_US,
    Level,
    drawn,
    errs,
    misses,
    near_miss,
    pace_us,
    reaction_us,
)
from tests.game.script import cards

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
