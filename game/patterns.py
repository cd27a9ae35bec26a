"""The slap patterns: each a predicate on the face-up cards of a pile, bottom card first.

Burned cards lie face down and are never passed in (R51); suits play no part. Each predicate looks
at the top card and what lies under it, so a pattern is there the instant its last card is shown.
"""

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from game.cards import Pile, Rank

Predicate: TypeAlias = Callable[[Pile], bool]


class Pattern(Enum):
    """The eight patterns by their name in a record."""

    PAIR = "pair"
    SANDWICH = "sandwich"
    RATSCREW = "ratscrew"
    HOAGIE = "hoagie"
    TENS = "tens"
    MARRIAGE = "marriage"
    RUN = "run"
    TOP_BOTTOM = "top_bottom"


def pair(shown: Pile) -> bool:
    """Two equal ranks on top (V0)."""
    return len(shown) > 1 and shown[-1].rank is shown[-2].rank


def sandwich(shown: Pile) -> bool:
    """Top and third equal, whatever lies between (V0, V4)."""
    return len(shown) > 2 and shown[-1].rank is shown[-3].rank


def ratscrew(shown: Pile) -> bool:
    """A six and a nine, either on top (V1)."""
    return _adjacent(shown, Rank.SIX, Rank.NINE)


def hoagie(shown: Pile) -> bool:
    """Top and fourth equal (V3)."""
    return len(shown) > 3 and shown[-1].rank is shown[-4].rank


def tens(shown: Pile) -> bool:
    """Two number cards that make ten, ace 1; a ten has no partner (V5)."""
    if len(shown) < 2:
        return False
    top, under = shown[-1].rank.number, shown[-2].rank.number
    return top is not None and under is not None and top + under == 10


def marriage(shown: Pile) -> bool:
    """King and queen, either on top (V2)."""
    return _adjacent(shown, Rank.KING, Rank.QUEEN)


def run(shown: Pile) -> bool:
    """Four in a row, up or down, the ace low or high (V6)."""
    high = _steps(shown, 14)
    low = _steps(shown, 1)
    return high in _STRAIGHT or low in _STRAIGHT


def run_wrapped(shown: Pile) -> bool:
    """Four in a row where the two also follows the ace: Q K A 2, too (V6, `run_wrap`)."""
    return tuple(step % 13 for step in _steps(shown, 14)) in _AROUND


def top_bottom(shown: Pile) -> bool:
    """The top card has the rank of the first one shown (V8, R52)."""
    return len(shown) > 1 and shown[-1].rank is shown[0].rank


PATTERNS: dict[Pattern, Predicate] = {
    Pattern.PAIR: pair,
    Pattern.SANDWICH: sandwich,
    Pattern.RATSCREW: ratscrew,
    Pattern.HOAGIE: hoagie,
    Pattern.TENS: tens,
    Pattern.MARRIAGE: marriage,
    Pattern.RUN: run,
    Pattern.TOP_BOTTOM: top_bottom,
}

DEPTH: dict[Pattern, int] = {
    Pattern.PAIR: 2,
    Pattern.SANDWICH: 3,
    Pattern.RATSCREW: 2,
    Pattern.HOAGIE: 4,
    Pattern.TENS: 2,
    Pattern.MARRIAGE: 2,
    Pattern.RUN: 4,
    Pattern.TOP_BOTTOM: 1,
}
"""How many top cards people must see to judge a pattern; `top_bottom` needs the bottom card too."""


def cards_of(pattern: Pattern, shown: Pile) -> Pile:
    """The cards that make a pattern which lies there, bottom card first."""
    if pattern is Pattern.TOP_BOTTOM:
        return shown[0], shown[-1]
    return shown[-DEPTH[pattern] :]


_STRAIGHT = ((1, 1, 1), (-1, -1, -1))
_AROUND = ((1, 1, 1), (12, 12, 12))


def _adjacent(shown: Pile, one: Rank, other: Rank) -> bool:
    if len(shown) < 2:
        return False
    top, under = shown[-1].rank, shown[-2].rank
    return (top is one and under is other) or (top is other and under is one)


def _steps(shown: Pile, ace: int) -> tuple[int, ...]:
    """From each of the top four cards to the one above it; empty where fewer lie."""
    if len(shown) < 4:
        return ()
    heights = [ace if card.rank is Rank.ACE else card.rank.height for card in shown[-4:]]
    return tuple(heights[place + 1] - heights[place] for place in range(3))
