"""Cards, the deck, and how it is dealt.

A hand is a tuple with the top card first, the next to be laid; a pile is a tuple with the bottom
card first. So a taken pile goes face down under a hand by plain addition (R21).
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from game.chance import below, shuffled, words

Seat: TypeAlias = int
"""A place at the table, 0 up to the number of seats less one, clockwise (R4)."""


class Suit(Enum):
    """The four suits by their letter in a record."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(Enum):
    """The thirteen ranks by their `letter` in a record.

    `height` runs from 2 to 14 (ace); `attempts` is what a court card or ace demands, else 0
    (R10); `number` is what a number card adds to a ten, ace 1, court cards and ten None (V5).
    """

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    letter: str
    height: int
    attempts: int
    number: int | None

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.height = "23456789TJQKA".index(letter) + 2
        self.attempts = {"J": 1, "Q": 2, "K": 3, "A": 4}.get(letter, 0)
        self.number = 1 if letter == "A" else self.height if self.height < 10 else None


@dataclass(frozen=True, slots=True)
class Card:
    """One card; `str` gives its two letters of a record, `KC` for the king of clubs."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank.letter}{self.suit.value}"


Hand: TypeAlias = tuple[Card, ...]
Pile: TypeAlias = tuple[Card, ...]

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
CARDS: dict[str, Card] = {str(card): card for card in DECK}
"""Every card by its two letters."""


def dealt(cards: Pile, seats: int, leader: Seat) -> tuple[Hand, ...]:
    """Hands by seat, dealt one by one from the leader: the first `52 mod n` get one more (R1)."""
    order = [cards[place::seats] for place in range(seats)]
    return tuple(order[(seat - leader) % seats] for seat in range(seats))


def deal(seed: str, seats: int) -> tuple[tuple[Hand, ...], Seat]:
    """The hands and the leader of a seed.

    The deck is shuffled by the key `{seed}/deal`; the first dealer is drawn by the key
    `{seed}/dealer` and the seat after him leads (R3).
    """
    leader = (below(seats, words(f"{seed}/dealer")) + 1) % seats
    return dealt(shuffled(DECK, f"{seed}/deal"), seats, leader), leader
