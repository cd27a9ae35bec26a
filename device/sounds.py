"""What can be heard: from facts to sounds, each in the pitch of its seat.

The law: like the picture and the lamps they never hint that a pattern lies. A card sounds when it
is laid, by its seat alone, before anybody can see its face; a slap sounds when it is decided.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from game.events import (
    Challenged,
    Fact,
    Flipped,
    GameOver,
    RaceClosed,
    Slapped,
    Struck,
    Taken,
    Verdict,
)


class Tune(Enum):
    """What has happened, as it sounds."""

    JOIN = "join"
    LAY = "lay"
    COURT = "court"
    SLAP = "slap"
    TAKE = "take"
    FALSE_SLAP = "false slap"
    STRIKE = "strike"
    DEAD_HEAT = "dead heat"
    WIN = "win"
    DRAW = "draw"
    MENU = "menu"
    TEST = "test"
    """So loud it is now."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A tune in the pitch of a place at the table, in that of the table itself for None."""

    tune: Tune
    place: int | None = None


def sounds_of(facts: Iterable[Fact], places: Sequence[int]) -> list[Sound]:
    """The sounds of what has come about, in its order; `places`: where each seat of the game is."""
    found = []
    for fact in facts:
        match fact:
            case Flipped(seat=seat):
                found.append(Sound(Tune.LAY, places[seat]))
            case Challenged(challenger=seat):
                found.append(Sound(Tune.COURT, places[seat]))
            case RaceClosed(winner=seat, dead_heat=dead_heat):
                found.append(Sound(Tune.DEAD_HEAT if dead_heat else Tune.SLAP, places[seat]))
            case Slapped(seat=seat, verdict=Verdict.FALSE):
                found.append(Sound(Tune.FALSE_SLAP, places[seat]))
            case Struck(seat=seat):
                found.append(Sound(Tune.STRIKE, places[seat]))
            case Taken(seat=seat):
                found.append(Sound(Tune.TAKE, places[seat]))
            case GameOver(winner=None):
                found.append(Sound(Tune.DRAW))
            case GameOver(winner=int(seat)):
                found.append(Sound(Tune.WIN, places[seat]))
            case _:
                pass
    return found
