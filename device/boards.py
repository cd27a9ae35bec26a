"""The boards: who is best at what, and the page of one person, as plain values.

The law: a board follows from the careers alone. Equal values share a rank, the earlier game stands
first, whatever the clock said; a day before there was such a table has no board. Who has reacted
too few times for a median stands below, without a rank.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from device.careers import Career, Careers, Duel, Mark
from device.results import person_of
from hal.clock import FIRST_DAY

MOST_ENTRIES = 10
FEWEST_REACTIONS = 5
"""For a median that is worth a rank."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a board: `rank` None for one that stands below, `names` of those it is about.

    What `value` and `more` are depends on the board. `exact`: a time in µs may be told as such.
    """

    rank: int | None
    names: tuple[str, ...]
    value: int
    more: int
    exact: bool
    ended_s: int | None


@dataclass(frozen=True, slots=True)
class Boards:
    """All boards, and what they tell in `value` (and `more`).

    `daily` of `day` and `points`: points. `quickest`: a reaction in µs (slaps anticipated over all
    games). `median`: the same. `piles`: slapped in a game. `cleanest`: false slaps in a game (piles
    slapped there). `longest`: µs played (cards shown). `streaks`: games won in a row (those up to
    now). `duels` by the number of games. `firsts`: the points that each person has of `day`.
    `pages`: everybody's by `person_of`, where they were asked for.
    """

    day: str
    daily: tuple[Entry, ...]
    points: tuple[Entry, ...]
    quickest: tuple[Entry, ...]
    median: tuple[Entry, ...]
    piles: tuple[Entry, ...]
    cleanest: tuple[Entry, ...]
    longest: tuple[Entry, ...]
    streaks: tuple[Entry, ...]
    duels: tuple[Duel, ...]
    firsts: Mapping[str, int] = field(default_factory=dict)
    pages: "Mapping[str, Page]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """One person: the career, its median in µs, and the duels, the person first in each."""

    career: Career
    median_us: int | None
    duels: tuple[Duel, ...]


def boards(all_of: Careers, day: str, most: int = MOST_ENTRIES) -> Boards:
    """The boards, with so many entries each; `day` is today's date."""
    people = all_of.people
    firsts = all_of.days.get(day, {}) if is_possible(day) else {}
    daily = [(people[person].name, mark) for person, mark in firsts.items()]
    long = [(mark, tuple(people[who].name for who in whose)) for mark, whose in all_of.longest]
    careers = list(people.values())
    duels = sorted(all_of.duels.values(), key=lambda duel: -duel.games)
    return Boards(
        day=day,
        daily=_ranked([_line((name,), mark, -mark.value) for name, mark in daily], most),
        points=_best([(each, each.points) for each in careers], most),
        quickest=_ranked(_quickest(careers), most),
        median=_ranked(_medians(careers), most),
        piles=_best([(each, each.piles) for each in careers], most),
        cleanest=_ranked(_cleanest(careers), most),
        longest=_ranked([_line(names, mark, -mark.value) for mark, names in long], most),
        streaks=_ranked(_streaks(careers), most),
        duels=tuple(duels[:most]),
        firsts={person: mark.value for person, mark in firsts.items()},
    )


def is_possible(day: str) -> bool:
    """Whether something can have been played on a date, "" for none: else no clock was set."""
    return day >= FIRST_DAY.isoformat()


def page(all_of: Careers, name: str) -> Page | None:
    """The page of a person, None for somebody who has never finished a game."""
    person = person_of(name)
    career = all_of.people.get(person)
    if career is None:
        return None
    duels = []
    for (first, other), duel in all_of.duels.items():
        if first == person:
            duels.append(duel)
        elif other == person:
            duels.append(_turned(duel))
    duels.sort(key=lambda duel: -duel.games)
    return Page(career, career.median_us(), tuple(duels))


def pages(
    all_of: Careers, most: int = MOST_ENTRIES, rest: Callable[[], None] = lambda: None
) -> dict[str, Page]:
    """Everybody's page, by `person_of`, with so many duels each, but without the single reactions:
    these are many. Calls `rest` after each."""
    duels = defaultdict[str, list[Duel]](list)
    for (first, other), duel in all_of.duels.items():
        duels[first].append(duel)
        duels[other].append(_turned(duel))
    found = {}
    for person, career in all_of.people.items():
        those = sorted(duels[person], key=lambda duel: -duel.games)[:most]
        median_us = career.median_us()
        slim = replace(career, reactions_us=array("q"), bins=list(career.bins), _median=(0, None))
        found[person] = Page(slim, median_us, tuple(those))
        rest()
    return found


def _turned(duel: Duel) -> Duel:
    """The same, seen from the other side."""
    return Duel(duel.names[::-1], duel.games, duel.wins[::-1])


@dataclass(frozen=True, slots=True)
class _Line:
    """An entry before it has its rank: lower keys go first, None below all others."""

    key: tuple[int, ...] | None
    names: tuple[str, ...]
    value: int
    more: int
    exact: bool
    ended_s: int | None
    game: int = 0


def _ranked(lines: Iterable[_Line], most: int) -> tuple[Entry, ...]:
    """The first of them in order, equal keys with equal ranks."""
    ordered = sorted(lines, key=lambda line: (line.key is None, line.key or (), line.game))
    entries: list[Entry] = []
    for number, line in enumerate(ordered[:most]):
        same = number > 0 and line.key == ordered[number - 1].key
        rank = None if line.key is None else entries[-1].rank if same else number + 1
        entries.append(Entry(rank, line.names, line.value, line.more, line.exact, line.ended_s))
    return tuple(entries)


def _line(names: tuple[str, ...], mark: Mark, *key: int) -> _Line:
    return _Line(key, names, mark.value, mark.more, mark.exact, mark.ended_s, mark.game)


def _best(marks: Iterable[tuple[Career, Mark | None]], most: int) -> tuple[Entry, ...]:
    lines = [_line((who.name,), mark, -mark.value) for who, mark in marks if mark is not None]
    return _ranked(lines, most)


def _quickest(careers: Iterable[Career]) -> Iterable[_Line]:
    for who in careers:
        mark = who.quickest
        if mark is not None:
            key, names = (mark.value,), (who.name,)
            yield _Line(
                key, names, mark.value, who.anticipated, mark.exact, mark.ended_s, mark.game
            )


def _medians(careers: Iterable[Career]) -> Iterable[_Line]:
    for who in careers:
        median_us = who.median_us()
        if median_us is not None:
            key = (median_us,) if len(who.reactions_us) >= FEWEST_REACTIONS else None
            yield _Line(key, (who.name,), median_us, who.anticipated, who.exact, None)


def _cleanest(careers: Iterable[Career]) -> Iterable[_Line]:
    for who in careers:
        mark = who.cleanest
        if mark is not None:
            yield _line((who.name,), mark, mark.value, -mark.more)


def _streaks(careers: Iterable[Career]) -> Iterable[_Line]:
    for who in careers:
        mark = who.streak
        if mark is not None:
            key, names = (-mark.value,), (who.name,)
            yield _Line(key, names, mark.value, who.run, True, mark.ended_s, mark.game)
