"""What a game begins with: who sits where, which cards they hold, and who leads.

The law: everything that a game depends on stands in its header, so the header alone is enough to
play it again. A deal comes from its seed; only the first seed of an evening may come from chance.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from device.options import PlayOptions, SeatPlan
from game.cards import DECK, Seat, dealt
from game.cards import deal as deal_of_seed
from game.chance import shuffled
from game.cpu import Computers, Level
from game.daily import daily
from game.record import Header
from game.rules import Rules

_PERSON, _GUEST = "person", "guest"
_MOST_DIGITS = 10
_DISPLAY, _LAG = "display", "lag_us"
_MOST_LAG_US = 500_000
MOST_PLACES = 8
"""Places that a table can have."""
_LESSON = "lesson"
"""The mode of a game in which somebody learns to play; it is kept nowhere and not ranked."""
LESSON_US = 5 * 60_000_000


def drawn_seed() -> str:
    """A seed from chance."""
    return os.urandom(8).hex()


def first_header(options: PlayOptions) -> Header:
    """The header of the game that was asked for."""
    names = tuple(seat.name for seat in options.seats)
    more: dict[str, object] = {"kinds": _kinds(options.seats), "tempo": options.tempo.value}
    if options.deal is not None:
        return replace(options.deal, seats=names, rules=options.rules, more={"mode": "deal"} | more)
    if options.daily is not None:
        day = daily(options.daily)
        more |= {"mode": "daily", "date": options.daily.isoformat()}
        return Header(names, day.leader, day.hands, day.rules, day.seed, more)
    seed = drawn_seed() if options.seed is None else options.seed
    hands, leader = deal_of_seed(seed, len(names))
    return Header(names, leader, hands, options.rules, seed, {"mode": "new"} | more)


def next_header(header: Header) -> Header:
    """The same people deal again, by the next seed; the dealer moves on (R3)."""
    seed = next_seed(header.seed)
    seats = len(header.seats)
    leader = (header.leader + 1) % seats
    hands = dealt(shuffled(DECK, f"{seed}/deal"), seats, leader)
    more = {key: value for key, value in header.more.items() if key != "date"}
    return replace(header, leader=leader, hands=hands, seed=seed, more=more | {"mode": "new"})


def party_header(
    seats: Sequence[SeatPlan],
    places: Sequence[int],
    rules: Rules,
    mode: str,
    seed: str,
    leader: int | None = None,
) -> Header:
    """The header of a game among people who have sat down; `places`: where each seat is.

    `leader` None: drawn from the seed, as for the first game of an evening (R3).
    """
    names = tuple(seat.name for seat in seats)
    hands, drawn = deal_of_seed(seed, len(seats))
    if leader is not None:
        hands = dealt(shuffled(DECK, f"{seed}/deal"), len(seats), leader)
    more = {"mode": mode, "kinds": _kinds(seats), "places": list(places)}
    return Header(names, drawn if leader is None else leader, hands, rules, seed, more)


def lesson_header(
    seats: Sequence[SeatPlan], places: Sequence[int], rules: Rules, seed: str
) -> Header:
    """The header of a lesson for the person at the first of two seats, who leads.

    By the house rules, for people learn what is played here; only that it ends in time.
    """
    return party_header(seats, places, replace(rules, time_limit_us=LESSON_US), _LESSON, seed, 0)


def is_lesson(header: Header) -> bool:
    """Whether somebody learns to play in this game."""
    return header.more.get("mode") == _LESSON


def day_header(seats: Sequence[SeatPlan], places: Sequence[int], on: date) -> Header:
    """The header of the game of a date, for the person at the first of these seats."""
    day = daily(on)
    more: dict[str, object] = {"mode": "daily", "date": on.isoformat()}
    more |= {"kinds": _kinds(seats), "tempo": Level.NORMAL.value, "places": list(places)}
    return Header(
        tuple(seat.name for seat in seats), day.leader, day.hands, day.rules, day.seed, more
    )


def places_of(header: Header) -> tuple[int, ...]:
    """Where at the table each seat of a game is: seat 0 at place 0 and so on, unless told."""
    seats = len(header.seats)
    listed = header.more.get("places")
    if (
        isinstance(listed, list)
        and len(listed) == len(set(map(repr, listed))) == seats
        and all(type(place) is int and 0 <= place < MOST_PLACES for place in listed)
    ):
        return tuple(listed)
    return tuple(range(seats))


def with_lag(header: Header, lag_ms: int) -> Header:
    """The header of a game whose pictures people see so much later than the display says."""
    more = {key: value for key, value in header.more.items() if key != _DISPLAY}
    if lag_ms:
        more[_DISPLAY] = {_LAG: lag_ms * 1000}
    return replace(header, more=more)


def lag_us(header: Header) -> int:
    """By how much people see a picture of this game later than the display says; 0 unless told.

    >>> header = Header(("A", "B"), 0, ((), ()), Rules(), "", {"display": {"lag_us": 40_000}})
    >>> lag_us(header), lag_us(with_lag(header, 0))
    (40000, 0)
    """
    display = header.more.get(_DISPLAY)
    told = display.get(_LAG) if isinstance(display, dict) else None
    return told if type(told) is int and 0 <= told <= _MOST_LAG_US else 0


def next_seed(seed: str) -> str:
    """The seed of the game after: the second of an evening has a number, and so on.

    >>> next_seed("may"), next_seed("may/2"), next_seed("may/day")
    ('may/2', 'may/3', 'may/day/2')
    """
    evening, slash, number = seed.rpartition("/")
    if slash and number.isascii() and number.isdecimal() and len(number) < _MOST_DIGITS:
        return f"{evening}/{int(number) + 1}"
    return f"{seed}/2"


def seats_of(header: Header) -> tuple[SeatPlan, ...]:
    """Who sits where by a header; a seat whose kind is not told is a person."""
    kinds = header.more.get("kinds")
    listed = kinds if isinstance(kinds, list) and len(kinds) == len(header.seats) else []
    levels = {f"cpu:{level.value}": level for level in Level}
    plans = [SeatPlan(name) for name in header.seats]
    for seat, kind in enumerate(listed):
        if isinstance(kind, str) and kind in levels:
            plans[seat] = SeatPlan(header.seats[seat], levels[kind])
        elif kind == _GUEST:
            plans[seat] = SeatPlan(header.seats[seat], guest=True)
    return tuple(plans)


def persons_of(header: Header) -> list[Seat]:
    """The seats where somebody must press."""
    return [seat for seat, plan in enumerate(seats_of(header)) if plan.is_person]


def computers_of(header: Header) -> Computers:
    """The computer players of a game; the seed of its deal is their key."""
    plans = enumerate(seats_of(header))
    return Computers(
        header.seed, {seat: plan.level for seat, plan in plans if plan.level is not None}
    )


def contradicts_its_day(header: Header) -> bool:
    """Whether a record that says it is of a daily game was dealt or manned otherwise on that date.

    A header that does not tell who is a computer player says nothing wrong about it.
    """
    if header.more.get("mode") != "daily" or "date" not in header.more:
        return False
    try:
        day = daily(str(header.more["date"]))
    except ValueError:
        return True
    dealt = (header.hands, header.leader, header.seed, header.rules)
    if dealt != (day.hands, day.leader, day.seed, day.rules):
        return True
    levels = {seat: plan.level for seat, plan in enumerate(seats_of(header)) if plan.level}
    return "kinds" in header.more and levels != day.levels


def _kinds(seats: Iterable[SeatPlan]) -> list[str]:
    return [_kind(seat) for seat in seats]


def _kind(seat: SeatPlan) -> str:
    if seat.level is not None:
        return f"cpu:{seat.level.value}"
    return _GUEST if seat.guest else _PERSON
