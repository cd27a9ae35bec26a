"""The game of a date: one deal, one set of reactions, the same for everyone.

The law of the day: all of it follows from the date in UTC. The key is `daily/` and the date, such
as `daily/2026-11-30`; it is the seed of the deal (see `game.cards.deal`, the leader too), of every
lot, and of the computer players' reactions (see `game.cpu`). The rules are `egyptian-war`: South
is the person, West, North and East are computer players of tempo normal, clockwise in this order.
Which date it is, a caller with a clock must say.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from game.cards import Hand, Seat, deal
from game.cpu import Level
from game.rules import PRESETS, Rules
from game.words import Words

SOUTH, WEST, NORTH, EAST = range(4)
"""The seats, clockwise (R4)."""

PERSON: Seat = SOUTH

LEVELS: Mapping[Seat, Level] = MappingProxyType(
    {WEST: Level.NORMAL, NORTH: Level.NORMAL, EAST: Level.NORMAL}
)
"""The computer players; whoever wants another tempo plays no daily game."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The game of `day`: the key in `seed`, the hands by seat, top card first, and who leads."""

    day: date
    seed: str
    hands: tuple[Hand, ...]
    leader: Seat
    rules: Rules
    levels: Mapping[Seat, Level]


def daily(day: date | str) -> Daily:
    """The game of a date, or of its text `YYYY-MM-DD`.

    Raises ValueError with the text where it is no such date.

    >>> game = daily("2026-11-30")
    >>> game.seed, game.leader
    ('daily/2026-11-30', 1)
    >>> [" ".join(str(card) for card in hand[:3]) for hand in game.hands]
    ['5D KH 7S', '7H KC AC', 'TC QS 8C', '4D QD 5C']
    """
    day = _read(day) if isinstance(day, str) else date(day.year, day.month, day.day)
    seed = f"daily/{day.isoformat()}"
    hands, leader = deal(seed, len(LEVELS) + 1)
    return Daily(day, seed, hands, leader, PRESETS["egyptian-war"], LEVELS)


def _read(text: str) -> date:
    """The plain form alone: the library would also take weeks, and days without hyphens."""
    day: date | None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise ValueError(
            Words("date is {value}; expected YYYY-MM-DD, such as 2026-11-30", value=repr(text))
        )
    return day
