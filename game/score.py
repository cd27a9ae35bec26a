"""Points and statistics of a game, folded from its facts (rules: one score for each seat)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from game import events
from game.cards import Seat
from game.events import By, Fact, Verdict

WIN_MOST, WIN_LEAST = 2000, 500
PER_SECOND, PER_FALSE_SLAP, PER_SLAPPED_PILE = 2, 20, 25
ANTICIPATED_US = 100_000
"""A winning slap sooner after the card was shown is valid, but nobody reacts so fast (R44)."""
MOST_REACTIONS = 100_000
"""Reactions of a seat that are kept: nobody has more, and these tell a median as well."""


class SlapRecord(NamedTuple):
    """One slap as the record tells it: its stamp, its seat, its verdict."""

    t_us: int
    seat: Seat
    verdict: Verdict


class Slaps(Protocol):
    """Where the slaps of a game are kept in order: a list does, unless there are millions."""

    def append(self, slap: SlapRecord, /) -> None:
        """Keep one more."""

    def __setitem__(self, place: int, slap: SlapRecord, /) -> None:
        """Another verdict at a place from 0."""

    def __iter__(self) -> Iterator[SlapRecord]:
        """All of them in order; none is added meanwhile."""

    def __len__(self) -> int:
        """How many."""


class Tally:
    """What has happened so far to each seat; `add` facts in their order.

    `slaps` holds every slap: the store given, to begin with empty, or else a list.
    `false_slaps`, `slapped` (piles taken by a slap that was the first), `claimed`, and
    `reactions_us` (of valid slaps, by stamp) are lists by seat.
    """

    def __init__(self, seats: int, slaps: Slaps | None = None) -> None:
        self.slaps: Slaps = list[SlapRecord]() if slaps is None else slaps
        self.false_slaps = [0] * seats
        self.slapped = [0] * seats
        self.claimed = [0] * seats
        self.reactions_us: list[list[int]] = [[] for _ in range(seats)]
        self.over: events.GameOver | None = None
        self._pending: dict[Seat, tuple[int, int]] = {}

    def add(self, facts: Iterable[Fact]) -> None:
        """Count these facts."""
        for fact in facts:
            match fact:
                case events.Slapped():
                    self._slapped(fact)
                case events.RaceClosed(hands=hands):
                    for hand in hands:
                        self._settled(hand.seat, hand.verdict)
                    self._pending.clear()
                case events.SlapWithdrawn(seat=seat):
                    self._settled(seat, Verdict.IGNORED)
                case events.Taken(seat=seat, by=By.SLAP):
                    self.slapped[seat] += 1
                case events.Taken(seat=seat):
                    self.claimed[seat] += 1
                case events.GameOver():
                    self.over = fact
                case _:
                    pass

    def points(self) -> list[int]:
        """The score of each seat for what was reached; a draw scores as a loss.

        >>> tally = Tally(2)
        >>> tally.add([events.GameOver(600_500_000, 1, events.Ending.ALL_CARDS, 600_500_000)])
        >>> tally.points()
        [0, 800]
        """
        points = [PER_SLAPPED_PILE * piles for piles in self.slapped]
        if self.over is not None and self.over.winner is not None:
            winner, seconds = self.over.winner, self.over.played_us // 1_000_000
            lost = PER_SECOND * seconds + PER_FALSE_SLAP * self.false_slaps[winner]
            points[winner] = max(WIN_LEAST, WIN_MOST - lost)
        return points

    def best_us(self, seat: Seat) -> int | None:
        """The quickest valid reaction that was not anticipated, None without one."""
        return min(self._reactions(seat), default=None)

    def median_us(self, seat: Seat) -> int | None:
        """The median valid reaction, the lower of two, anticipated ones left out; None without."""
        reactions = sorted(self._reactions(seat))
        return reactions[(len(reactions) - 1) // 2] if reactions else None

    def anticipated(self, seat: Seat) -> int:
        """How many valid slaps came too soon to be a reaction (R44)."""
        return len(self.reactions_us[seat]) - len(self._reactions(seat))

    def _reactions(self, seat: Seat) -> list[int]:
        return [us for us in self.reactions_us[seat] if us >= ANTICIPATED_US]

    def _slapped(self, fact: events.Slapped) -> None:
        if fact.verdict is Verdict.PENDING:
            self._pending[fact.seat] = (len(self.slaps), fact.t_us)
            reactions_us = self.reactions_us[fact.seat]
            if fact.reaction_us is not None and len(reactions_us) < MOST_REACTIONS:
                reactions_us.append(fact.reaction_us)
        elif fact.verdict is Verdict.FALSE:
            self.false_slaps[fact.seat] += 1
        self.slaps.append(SlapRecord(fact.t_us, fact.seat, fact.verdict))

    def _settled(self, seat: Seat, verdict: Verdict) -> None:
        if seat in self._pending:
            place, t_us = self._pending[seat]
            self.slaps[place] = SlapRecord(t_us, seat, verdict)
