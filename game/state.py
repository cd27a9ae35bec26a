"""The state of a game: frozen values that can be kept, compared, printed and replayed.

Exactly one `Phase` holds at a time; an open `Race` and a pause lie over it and leave it standing.
Deadlines are instants of the *play clock*: microseconds from the deal with pauses left out. A
pause therefore moves no deadline; `State.due_us` tells the next one in the record's time.

All of them are named tuples: a step makes several, and frozen dataclasses take it three times as
long.
"""

from typing import NamedTuple, TypeAlias

from game.cards import Card, Hand, Pile, Seat
from game.events import Ending
from game.rules import Rules


class Challenge(NamedTuple):
    """An open demand: `owed` attempts are left to answer `challenger`."""

    challenger: Seat
    owed: int


class Laying(NamedTuple):
    """`seat` holds cards and may flip, paying `challenge` where there is one."""

    seat: Seat
    challenge: Challenge | None


TURNS = tuple(Laying(seat, None) for seat in range(8))
"""A plain turn of each seat: values that are made for nearly every card, and never differ."""


class Turning(NamedTuple):
    """A card of `seat` is in the air; it counts nowhere until it is shown."""

    seat: Seat
    challenge: Challenge | None
    card: Card


class Claim(NamedTuple):
    """The pile lies open until `due_us`.

    Then `challenger` takes it; None makes the game a draw (R66), and in a last chance it is its
    player, who wins. `payer` laid or burned last, and lays on if the claim lapses (R19).
    """

    challenger: Seat | None
    payer: Seat
    due_us: int


class Over(NamedTuple):
    """The end, at `played_us` of the play clock."""

    winner: Seat | None
    ending: Ending
    played_us: int


Phase: TypeAlias = Laying | Turning | Claim | Over


class Contender(NamedTuple):
    """A seat in a race: its stamp in the record's time and on the play clock."""

    seat: Seat
    t_us: int
    played_us: int
    uncertainty_us: int


class Race(NamedTuple):
    """The seats that slapped one pattern, by stamp; it closes after `due_us`, bound included."""

    contenders: tuple[Contender, ...]
    due_us: int


class LastChance(NamedTuple):
    """`player` holds all cards and has laid `laid` of three; the next turns at `due_us` (V11)."""

    player: Seat
    laid: int
    due_us: int


Position: TypeAlias = tuple[Seat, tuple[str, ...]]
"""Who leads on an empty pile, and each hand by rank (R67)."""


class State(NamedTuple):
    """Everything the next step depends on.

    `pile` holds the burned cards, face down, below the shown ones: `burned` of them.
    `now_us` is the record's time of the last input, `stood_us` what pauses have taken of it so
    far, `paused_us` when the running pause began. `shown_us` is when the last card was shown, on
    the play clock, None before the first; `emptied_us` since when nobody holds a card, None while
    somebody does. `just_slapped`: the last pile went by a slap and no card
    was shown since. `erred`: the seats that slapped falsely since the last card was shown.
    """

    rules: Rules
    seed: str
    hands: tuple[Hand, ...]
    pile: Pile
    burned: int
    phase: Phase
    race: Race | None
    last_chance: LastChance | None
    strikes: tuple[int, ...]
    barred: frozenset[Seat]
    out: frozenset[Seat]
    shown: int
    taken: int
    now_us: int
    stood_us: int
    paused_us: int | None
    shown_us: int | None
    emptied_us: int | None
    just_slapped: bool
    erred: frozenset[Seat]
    positions: frozenset[Position]

    @property
    def turn(self) -> Seat | None:
        """The seat that may flip now, None where nobody may (R6)."""
        if isinstance(self.phase, Laying) and self.race is None and self.paused_us is None:
            return self.phase.seat
        return None

    @property
    def challenge(self) -> Challenge | None:
        """The open challenge, also while its payer's card is turning; none during a race."""
        if isinstance(self.phase, Laying | Turning) and self.race is None:
            return self.phase.challenge
        return None

    @property
    def challenger(self) -> Seat | None:
        """Who made the open challenge, or whom a claim is pending for; none during a race."""
        if self.race is not None:
            return None
        if isinstance(self.phase, Claim):
            return self.phase.challenger
        return None if self.challenge is None else self.challenge.challenger

    @property
    def over(self) -> Over | None:
        """The end, once it is there."""
        return self.phase if isinstance(self.phase, Over) else None

    @property
    def face_up(self) -> Pile:
        """The shown cards of the pile, bottom card first."""
        return self.pile[self.burned :]

    @property
    def played_us(self) -> int:
        """How far the play clock has come."""
        clock_us = self.now_us if self.paused_us is None else self.paused_us
        return clock_us - self.stood_us

    @property
    def due_us(self) -> int | None:
        """When something happens without a press, in the record's time; None in a pause.

        A race closes right after that instant, everything else at it.
        """
        if self.paused_us is not None or isinstance(self.phase, Over):
            return None
        due_us = self._next_due_us()
        return None if due_us is None else due_us + self.stood_us

    def _next_due_us(self) -> int | None:
        if self.race is not None:
            return self.race.due_us
        if isinstance(self.phase, Claim):
            return self.phase.due_us
        if not isinstance(self.phase, Laying) or self.phase.challenge is not None:
            return None
        limit_us = self.rules.time_limit_us
        if self.last_chance is None:
            return limit_us
        due_us = self.last_chance.due_us
        return due_us if limit_us is None else min(due_us, limit_us)
