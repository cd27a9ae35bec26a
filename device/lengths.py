"""How long a game is likely to last: a figure to choose by, not a promise.

Measured, not computed: the medians of 41 games each among computer players of normal tempo, in
cards shown, by the number of patterns (the two of `ratscrew`, then those of `party`, and so on) and
of seats. Half of all games are longer, and a few are three times as long.
"""

from collections.abc import Mapping

from game.rules import Rules

MINUTE_US = 60_000_000

CARDS: Mapping[int, tuple[int, ...]] = {
    1: (275, 409, 461, 495, 542),
    2: (302, 774, 735, 674, 777),
    4: (274, 674, 957, 1116, 1443),
    5: (364, 533, 996, 1693, 1480),
    8: (324, 1070, 1505, 1844, 2639),
}
"""By the number of patterns, for two to six seats."""
CARD_MS = 980
"""From one card to the next, pauses for slaps and taken piles included."""
_FEWEST, _MOST = 2, 6
_MINUTE_MS = 60_000


def expected_min(rules: Rules, seats: int) -> int:
    """Minutes that half of all games last at most, without a time limit; one at least.

    >>> expected_min(Rules(), 4), expected_min(Rules(), 2)
    (12, 5)
    """
    patterns = max(number for number in CARDS if number <= len(rules.patterns))
    cards = CARDS[patterns][min(max(seats, _FEWEST), _MOST) - _FEWEST]
    return max(1, round(cards * CARD_MS / _MINUTE_MS))
