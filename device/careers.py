"""What each person has done over all games: folded from results, one after the other.

The law: plain integers, in the order in which the games ended. Computer players have no career, nor
has anybody who is forgotten, or has said no name. A slap sooner than anybody can react is counted,
and is no reaction. What was won with stacked cards is neither the best nor a streak.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from device.results import Result, SeatResult
from game.score import ANTICIPATED_US

BIN_US = 50_000
BINS = 20
"""Of a histogram: the first holds what was anticipated, the last all from a second on."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What was reached in one game: `value`, with what else counts there in `more`.

    `game`: how many games had ended before it. The clock of a table may be years off, and jump.
    """

    value: int
    ended_s: int
    game: int
    more: int = 0
    exact: bool = True


@dataclass(slots=True)
class Career:
    """One person's; every best is None until there is one.

    `reactions_us` without the anticipated ones, in order; `exact` if all of them are good to the
    microsecond. `streak`: the most wins in a row; `run`: those in a row up to now. `bins`: how many
    valid slaps took how long, by `bin_of`. `cleanest`: the fewest false slaps of a game in which
    the person slapped piles, so many in `more`.
    """

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    slapped: int = 0
    false_slaps: int = 0
    anticipated: int = 0
    points: Mark | None = None
    quickest: Mark | None = None
    piles: Mark | None = None
    cleanest: Mark | None = None
    streak: Mark | None = None
    run: int = 0
    exact: bool = True
    reactions_us: "array[int]" = field(default_factory=lambda: array("q"))
    bins: list[int] = field(default_factory=lambda: [0] * BINS)
    _median: tuple[int, int | None] = field(default=(0, None), repr=False, compare=False)
    """Of so many reactions: it is asked for more than once, and takes the longest of all."""

    def median_us(self) -> int | None:
        """The lower of the two in the middle where their number is even; None without any."""
        if self._median[0] != len(self.reactions_us):
            ordered = sorted(self.reactions_us)
            self._median = len(ordered), ordered[(len(ordered) - 1) // 2]
        return self._median[1]

    def add(self, result: Result, seat: SeatResult, won: bool, game: int) -> None:
        """One more game of this person, after so many of anybody's."""
        self.name = seat.name
        self.games += 1
        self.wins += won
        self.draws += result.winner is None
        self.slapped += seat.slapped
        self.false_slaps += seat.false_slaps
        self._react(result, seat, game)
        ended_s = result.ended_s
        self.piles = _greater(self.piles, Mark(seat.slapped, ended_s, game))
        if seat.slapped:
            clean = Mark(seat.false_slaps, ended_s, game, seat.slapped)
            if self.cleanest is None or _cleaner(clean) < _cleaner(self.cleanest):
                self.cleanest = clean
        if not result.stacked:
            self.points = _greater(self.points, Mark(seat.points, ended_s, game))
            self.run = self.run + 1 if won else 0
            self.streak = _greater(self.streak, Mark(self.run, ended_s, game))

    def _react(self, result: Result, seat: SeatResult, game: int) -> None:
        for us in seat.reactions_us:
            self.bins[bin_of(us)] += 1
            if us < ANTICIPATED_US:
                self.anticipated += 1
                continue
            self.reactions_us.append(us)
            self.exact = self.exact and result.exact
            if self.quickest is None or us < self.quickest.value:
                self.quickest = Mark(us, result.ended_s, game, exact=result.exact)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two persons at one table: their games, and how many of them each has won."""

    names: tuple[str, str]
    games: int = 0
    wins: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Careers:
    """Everybody's: `people` and `duels` by `SeatResult.person`, a pair in alphabetical order.

    `days`: for each date of a daily game the first attempt of each person. `longest`: the time
    played of each game, with its cards in `more`, and who sat there. `nameless`: games of people of
    whom no board knows any.
    """

    people: dict[str, Career] = field(default_factory=dict)
    duels: dict[tuple[str, str], Duel] = field(default_factory=dict)
    days: dict[str, dict[str, Mark]] = field(default_factory=dict)
    longest: list[tuple[Mark, tuple[str, ...]]] = field(default_factory=list)
    games: int = 0
    nameless: int = 0

    def add(self, result: Result) -> None:
        """One more game."""
        game, self.games = self.games, self.games + 1
        winner = None if result.winner is None else result.seats[result.winner].person
        persons = {seat.person: seat for seat in result.seats if seat.person}
        for person, seat in persons.items():
            career = self.people.setdefault(person, Career(seat.name))
            career.add(result, seat, person == winner, game)
            if result.day is not None:
                first = self.days.setdefault(result.day, {})
                first.setdefault(person, Mark(seat.points, result.ended_s, game))
        for pair in _pairs(sorted(persons)):
            names = (persons[pair[0]].name, persons[pair[1]].name)
            duel = self.duels.get(pair, Duel(names))
            wins = duel.wins[0] + (pair[0] == winner), duel.wins[1] + (pair[1] == winner)
            self.duels[pair] = Duel(names, duel.games + 1, wins)
        if persons:
            mark = Mark(result.played_us, result.ended_s, game, result.shown)
            self.longest.append((mark, tuple(persons)))
        else:
            self.nameless += any(seat.is_person for seat in result.seats)


def careers(results: Iterable[Result]) -> Careers:
    """Everybody's career after these games, in their order."""
    folded = Careers()
    for result in results:
        folded.add(result)
    return folded


def bin_of(us: int) -> int:
    """The bin of a reaction.

    >>> [bin_of(us) for us in (99_999, 100_000, 149_999, 150_000, 999_999, 1_000_000, 9_000_000)]
    [0, 1, 1, 2, 18, 19, 19]
    """
    return max(0, min(us // BIN_US - 1, BINS - 1))


def _pairs(persons: list[str]) -> Iterator[tuple[str, str]]:
    for place, first in enumerate(persons):
        for other in persons[place + 1 :]:
            yield first, other


def _greater(before: Mark | None, mark: Mark) -> Mark | None:
    """The greater of two, the earlier of equals; nothing reached is no best."""
    if mark.value == 0 or (before is not None and mark.value <= before.value):
        return before
    return mark


def _cleaner(mark: Mark) -> tuple[int, int]:
    return mark.value, -mark.more
