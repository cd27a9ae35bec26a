"""Chance from a key: the vectors that anyone can recompute, and a fair draw."""

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from game.cards import DECK, Rank, Suit, deal, dealt
from game.chance import below, shuffled, words

LARGEST = (1 << 64) - 1


def test_the_words_of_a_key_are_sha256_in_counter_mode() -> None:
    blocks = b"".join(sha256(f"Schlüssel/{block}".encode()).digest() for block in range(3))
    expected = [int.from_bytes(blocks[place : place + 8], "big") for place in range(0, 96, 8)]
    assert [*islice(words("Schlüssel"), 12)] == expected


def test_a_number_is_a_word_modulo_the_bound() -> None:
    assert below(52, iter([53])) == 1
    assert below(1, iter([LARGEST])) == 0


def test_a_word_beyond_the_largest_multiple_is_rejected() -> None:
    # 2**64 = 3 * 6148914691236517205 + 1: one word is too many for a fair draw of three.
    assert below(3, iter([LARGEST, LARGEST, 7])) == 1
    assert below(3, iter([LARGEST - 1])) == 2
    assert below(2, iter([LARGEST])) == 1  # no rest, nothing to reject


def test_words_that_run_out_are_told() -> None:
    with pytest.raises(ValueError, match=r"^the words ran out before a number below 3 was drawn$"):
        below(3, iter([LARGEST]))


def test_a_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    source, expected = words("key"), [*range(10)]
    for last in (9, 8, 7, 6, 5, 4, 3, 2, 1):
        drawn = below(last + 1, source)
        expected[last], expected[drawn] = expected[drawn], expected[last]
    assert shuffled(range(10), "key") == tuple(expected)


def test_a_shuffle_of_little_is_what_it_was() -> None:
    assert shuffled((), "key") == ()
    assert shuffled("A", "key") == ("A",)


def test_every_order_is_as_likely_as_another() -> None:
    orders = Counter(shuffled("ABC", f"key {number}") for number in range(1200))
    assert len(orders) == 6
    assert all(150 < count < 250 for count in orders.values())


def test_the_deck_is_suit_by_suit_from_the_two_to_the_ace() -> None:
    assert [card.suit for card in DECK] == [suit for suit in Suit for _ in range(13)]
    assert [card.rank for card in DECK] == [*Rank] * 4
    assert "".join(suit.value for suit in Suit) == "SHDC"
    assert "".join(rank.value for rank in Rank) == "23456789TJQKA"


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, [26, 26]),
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_R1_cards_are_dealt_one_by_one_from_the_leader(seats: int, sizes: list[int]) -> None:
    for leader in range(seats):
        hands = dealt(DECK, seats, leader)
        from_leader = [hands[(leader + place) % seats] for place in range(seats)]
        assert [len(hand) for hand in from_leader] == sizes
        for place, hand in enumerate(from_leader):
            assert hand == DECK[place::seats]


def test_R3_the_deal_of_a_seed_is_the_shuffle_of_its_key_and_the_seat_after_the_dealer_leads() -> (
    None
):
    for seats in range(2, 9):
        hands, leader = deal("seed", seats)
        dealer = below(seats, words("seed/dealer"))
        assert leader == (dealer + 1) % seats
        assert hands == dealt(shuffled(DECK, "seed/deal"), seats, leader)


def test_R3_every_seat_leads_some_day() -> None:
    assert {deal(f"seed {number}", 8)[1] for number in range(100)} == {*range(8)}


def test_the_deal_of_a_seed_is_the_same_for_everyone() -> None:
    hands, leader = deal("vector", 4)
    assert leader == 3
    assert [" ".join(map(str, hand)) for hand in hands] == [
        "JS 8D TC KS 2S 4H KH TS 7C QH 2H 3H AD",
        "KD 2C 5C 6H JH 2D 9C 9H AS 3S 7D 8H QC",
        "TH 4S QD 6S AC 3D 7H TD 5D AH 3C 6D 6C",
        "4D KC 4C 5S 5H 8C JC 9S QS 7S 8S 9D JD",
    ]
