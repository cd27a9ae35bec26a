"""What comes in, and what it meant: two vocabularies of frozen values.

*Inputs* are what a record holds; their `t_us` counts microseconds from the deal. *Facts* are what
`step` makes of them; a fact's `t_us` is when it became so, which for a deadline is the deadline's
own instant, not that of the input that brought it to light.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from game.cards import Card, Seat
from game.patterns import Pattern


@dataclass(frozen=True, slots=True)
class Flip:
    """A seat pressed its flip button."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """The turning card's face could be seen."""

    t_us: int


@dataclass(frozen=True, slots=True)
class Slap:
    """A seat slapped; its hand came down in `[t_us - uncertainty_us, t_us]`."""

    t_us: int
    seat: Seat
    uncertainty_us: int = 0


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat leaves the game for good."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pause:
    """The play clock stops."""

    t_us: int


@dataclass(frozen=True, slots=True)
class Resume:
    """The play clock goes on."""

    t_us: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has come this far; nothing else happened."""

    t_us: int


Input: TypeAlias = Flip | Shown | Slap | Leave | Pause | Resume | Tick


class Verdict(Enum):
    """What a slap was."""

    WON = "won"
    LATE = "late"
    FALSE = "false"
    IGNORED = "ignored"
    BARRED = "barred"
    TIE = "tie"
    PENDING = "pending"


class By(Enum):
    """How a pile was taken."""

    SLAP = "slap"
    CLAIM = "claim"


class Ending(Enum):
    """Why a game is over."""

    ALL_CARDS = "all_cards"
    LAST_CHANCE = "last_chance"
    ALONE = "alone"
    TIME_LIMIT = "time_limit"
    DEAD_DECK = "dead_deck"
    ENDLESS = "endless"


@dataclass(frozen=True, slots=True)
class Flipped:
    """A card left its hand and turns in the air; `by_itself` where nobody pressed (V11)."""

    t_us: int
    seat: Seat
    card: Card
    by_itself: bool


@dataclass(frozen=True, slots=True)
class NotNow:
    """A flip that could not be (R6)."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card lies on the pile; `shown` counts the cards shown in this game, this one included."""

    t_us: int
    seat: Seat
    card: Card
    shown: int


@dataclass(frozen=True, slots=True)
class CardReturned:
    """A turning card went back on its owner's hand, unseen (R58)."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenged:
    """A court card or ace demands payment."""

    t_us: int
    challenger: Seat
    attempts: int


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """The pile lies open before `challenger` takes it, None where it is nobody's (R30, R66)."""

    t_us: int
    challenger: Seat | None


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A challenge or claim is void, its maker is out (R19)."""

    t_us: int
    challenger: Seat


@dataclass(frozen=True, slots=True)
class RaceOpened:
    """The first valid slap on these patterns."""

    t_us: int
    seat: Seat
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Slapped:
    """A slap and its verdict; `reaction_us` since the last card was shown, None before any."""

    t_us: int
    seat: Seat
    verdict: Verdict
    reaction_us: int | None


@dataclass(frozen=True, slots=True)
class Finish:
    """One hand of a race: its stamp, how far behind the earliest, and its verdict.

    `reaction_us` since the top card was shown.
    """

    seat: Seat
    t_us: int
    reaction_us: int
    behind_us: int
    uncertainty_us: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class RaceClosed:
    """The race for these patterns is decided; `hands` in the order of their stamps."""

    t_us: int
    winner: Seat
    dead_heat: bool
    patterns: tuple[Pattern, ...]
    hands: tuple[Finish, ...]


@dataclass(frozen=True, slots=True)
class SlapWithdrawn:
    """A seat left during a race: its slap of `slap_t_us` counts as never made (R68)."""

    t_us: int
    seat: Seat
    slap_t_us: int


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards went face down under the pile."""

    t_us: int
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Struck:
    """A false slap with nothing to burn; `strikes` so far (R61)."""

    t_us: int
    seat: Seat
    strikes: int


@dataclass(frozen=True, slots=True)
class Barred:
    """A seat may no longer slap (R61)."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat is out by a false slap without cards."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left; its cards went under the pile."""

    t_us: int
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A pile went to a seat."""

    t_us: int
    seat: Seat
    by: By
    cards: int


@dataclass(frozen=True, slots=True)
class LastChance:
    """A seat holds all cards and must lay three more (V11)."""

    t_us: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    """The play clock stands."""

    t_us: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The play clock goes on."""

    t_us: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end: `winner` None for a draw; `played_us` from the deal, pauses excluded."""

    t_us: int
    winner: Seat | None
    ending: Ending
    played_us: int


Fact: TypeAlias = (
    Flipped
    | NotNow
    | CardShown
    | CardReturned
    | Challenged
    | ClaimOpened
    | Lapsed
    | RaceOpened
    | Slapped
    | RaceClosed
    | SlapWithdrawn
    | Burned
    | Struck
    | Barred
    | Eliminated
    | Left
    | Taken
    | LastChance
    | Paused
    | Resumed
    | GameOver
)
