"""A game told as a story: who holds what, who presses when.

Nothing here knows the rules; it only writes down records in the public format. Times are integer
microseconds; each input comes `after` the one before it, or `at` a time of its own.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from tests.game.judged import summary

SECOND = 1_000_000
CLAIM = 1_000_000
RACE = 10_000
TIE = 100

RANKS = "23456789TJQKA"
SUITS = "SHDC"
DEMANDS = {"J": 1, "Q": 2, "K": 3, "A": 4}


class Slapped(NamedTuple):
    """One line of the summary's slaps."""

    t: int
    seat: int
    verdict: str


@dataclass(frozen=True)
class Judged:
    """The summary of a record, a field each key."""

    hands: list[int]
    pile: int
    turn: int | None
    owed: int
    challenger: int | None
    over: bool
    winner: int | None
    draw: bool
    strikes: list[int]
    barred: list[bool]
    out: list[bool]
    shown: int
    taken: int
    slaps: list[Slapped]
    scores: list[int]
    t: int

    @property
    def verdicts(self) -> list[str]:
        """The verdicts alone, in the order of the presses."""
        return [slap.verdict for slap in self.slaps]

    @property
    def verdict(self) -> str:
        """The verdict on the last slap."""
        return self.slaps[-1].verdict


def judge(text: str) -> Judged:
    """What the engine makes of a record's text."""
    told = summary(text)
    known = {field.name: told[field.name] for field in fields(Judged)}
    return Judged(**known | {"slaps": [Slapped(*slap) for slap in told["slaps"]]})


@dataclass(frozen=True)
class Game:
    """A record as far as it is told; every step gives a new one."""

    header: dict[str, Any]
    inputs: tuple[tuple[Any, ...], ...] = ()

    @property
    def now(self) -> int:
        """The time of the last input."""
        return self.inputs[-1][0] if self.inputs else 0

    def _then(self, kind: str, *rest: int, after: int, at: int | None) -> "Game":
        t = self.now + after if at is None else at
        return replace(self, inputs=(*self.inputs, (t, kind, *rest)))

    def flip(self, seat: int, after: int = 100_000, *, at: int | None = None) -> "Game":
        """The seat presses for its top card."""
        return self._then("flip", seat, after=after, at=at)

    def shown(self, after: int = 100_000, *, at: int | None = None) -> "Game":
        """The turning card can be seen."""
        return self._then("shown", after=after, at=at)

    def lay(self, *seats: int) -> "Game":
        """Each seat in turn flips a card, and it is shown."""
        told = self
        for seat in seats:
            told = told.flip(seat).shown()
        return told

    def slap(
        self, seat: int, after: int = 200_000, *, at: int | None = None, unsure: int | None = None
    ) -> "Game":
        """The seat slaps, known to `unsure` microseconds."""
        uncertainty = () if unsure is None else (unsure,)
        return self._then("slap", seat, *uncertainty, after=after, at=at)

    def slaps(self, *seats: int) -> "Game":
        """Each seat slaps, a fifth of a second apart."""
        told = self
        for seat in seats:
            told = told.slap(seat)
        return told

    def leave(self, seat: int, after: int = 100_000, *, at: int | None = None) -> "Game":
        """The seat leaves the table."""
        return self._then("leave", seat, after=after, at=at)

    def pause(self, after: int = 100_000, *, at: int | None = None) -> "Game":
        """Everything stands still."""
        return self._then("pause", after=after, at=at)

    def resume(self, after: int = 10 * SECOND, *, at: int | None = None) -> "Game":
        """Everything goes on."""
        return self._then("resume", after=after, at=at)

    def later(self, after: int = 1_500_000, *, at: int | None = None) -> "Game":
        """Time has come this far; by default past any window, short of a card turning by itself."""
        return self._then("tick", after=after, at=at)

    def text(self) -> str:
        """The record."""
        return "".join(f"{json.dumps(line)}\n" for line in (self.header, *self.inputs))

    def judge(self) -> Judged:
        """What the engine makes of it."""
        return judge(self.text())


def cards(hands: Iterable[str]) -> list[list[str]]:
    """Hands as the record has them; a card named by its rank alone gets any suit that is free."""
    dealt = [hand.split() for hand in hands]
    taken = {card for hand in dealt for card in hand if len(card) > 1}

    def named(card: str) -> str:
        if len(card) > 1:
            return card
        free = next(card + suit for suit in SUITS if card + suit not in taken)
        taken.add(free)
        return free

    return [[named(card) for card in hand] for hand in dealt]


def game(deal: str, *, leader: int = 0, seed: str = "", **rules: Any) -> Game:
    """A game from a deal such as `"KC 2D | 7"`: the hands, top card first."""
    hands = cards(deal.split("|"))
    seats = ["Anna", "Ben", "Carla", "David", "Emma", "Fritz", "Greta", "Hans"][: len(hands)]
    header = {"format": "ratscrew-record", "version": 1, "seats": seats, "leader": leader}
    return Game({**header, "hands": hands, "rules": rules, "seed": seed})


def laid(ranks: str, *patterns: str, **rules: Any) -> Game:
    """Two players have laid these cards, first one first; each holds two cards more.

    Who lays which card follows from the challenges among them.
    """
    hands: tuple[list[str], list[str]] = ([], [])
    order: list[int] = []
    seat = owed = 0
    for rank in ranks.split():
        hands[seat].append(rank)
        order.append(seat)
        if rank in DEMANDS:
            owed = DEMANDS[rank]
            seat = 1 - seat
        elif owed > 1:
            owed -= 1
        else:
            seat = 1 - seat
    spare = [rank for rank in RANKS if rank not in ranks]
    hands[0].extend(spare[:2])
    hands[1].extend(spare[2:4])
    if patterns:
        rules["patterns"] = list(patterns)
    return game(" | ".join(" ".join(hand) for hand in hands), **rules).lay(*order)
