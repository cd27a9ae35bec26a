"""Who sits down for the next game, and which game it will be.

The law: a value, and a press makes it another one. The buttons of a free seat are its own: slap
joins, flip asks a computer player in or out. The buttons of whoever has joined work the rows that
all share: flip goes to the next, slap does what the row says, a held slap leaves.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from device.gesture import Gesture, Press
from device.lengths import MINUTE_US
from device.options import SeatPlan
from game.cpu import Level
from game.rules import Rules

MOST_PLACES = 6
"""Seats that a lobby has room for; seven and eight are asked for by name."""
LENGTHS_MIN = (None, 5, 10, 15)
"""Time limits on offer, in minutes; None: until the end."""
FOUR, LEAST = 4, 2
FOR_FOUR = "egyptian-war"
"""The preset that is for four seats."""


class Mode(Enum):
    """Which game it will be."""

    NEW = "new"
    DAILY = "daily"
    PRACTICE = "practice"


class Row(Enum):
    """What people who have joined can do."""

    BEGIN = auto()
    MODE = auto()
    LENGTH = auto()
    NAME = auto()
    RULES = auto()
    """The house rules."""
    SETTINGS = auto()
    BOOK = auto()
    """How the game goes."""
    LESSON = auto()
    BOARDS = auto()
    """Who is best at what."""


class Way(Enum):
    """What a press leads to beyond the lobby."""

    BEGIN = auto()
    LENGTH = auto()
    NAME = auto()
    RULES = auto()
    SETTINGS = auto()
    BOOK = auto()
    LESSON = auto()
    BOARDS = auto()
    BACK = auto()


class Lack(Enum):
    """Why no game can begin."""

    ONE_MORE = auto()
    """A game takes two."""
    NOT_ALONE = auto()
    """The game is for one person."""
    NOT_FOUR = auto()
    """The house rules are for four."""


_LEADS = {
    Row.LENGTH: Way.LENGTH,
    Row.NAME: Way.NAME,
    Row.RULES: Way.RULES,
    Row.SETTINGS: Way.SETTINGS,
    Row.BOOK: Way.BOOK,
    Row.LESSON: Way.LESSON,
    Row.BOARDS: Way.BOARDS,
}
_COMPUTERS: tuple[Level | None, ...] = (None, Level.SLOW, Level.NORMAL, Level.FAST)


@dataclass(frozen=True, slots=True)
class Lobby:
    """Who sits where: `guests` by place, None for nobody; a person may have no name yet.

    `usual`: under which name each place played last. `lack` is told until the next press.
    """

    guests: tuple[SeatPlan | None, ...]
    usual: tuple[str, ...]
    mode: Mode = Mode.NEW
    row: Row = Row.BEGIN
    lack: Lack | None = None

    @property
    def persons(self) -> tuple[int, ...]:
        """The places of the people who have joined, clockwise."""
        return tuple(
            place
            for place, guest in enumerate(self.guests)
            if guest is not None and guest.is_person
        )

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows there are; the game of the day has its own law."""
        if self.mode is not Mode.DAILY:
            return tuple(Row)
        return tuple(row for row in Row if row not in (Row.LENGTH, Row.RULES))

    def taken(self, besides: int) -> frozenset[str]:
        """The names of the people at other places, in one case."""
        return frozenset(
            guest.name.casefold()
            for place, guest in enumerate(self.guests)
            if guest is not None and place != besides
        )


def empty(places: int) -> Lobby:
    """A lobby that nobody has come to; at most `MOST_PLACES` places."""
    places = min(places, MOST_PLACES)
    return Lobby((None,) * places, ("",) * places)


def turned(lobby: Lobby, gesture: Gesture, rules: Rules) -> tuple[Lobby, Way | None]:
    """The lobby after a press, and where it leads. A place that it does not have does nothing."""
    place = gesture.place
    if place >= len(lobby.guests):
        return lobby, None
    lobby = replace(lobby, lack=None)
    joined = place in lobby.persons
    match gesture.press:
        case Press.SLAP if joined:
            return _done(lobby, rules)
        case Press.SLAP:
            return joining(lobby, place), None
        case Press.SLAP_LONG:
            return left(lobby, place) if joined else joining(lobby, place), None
        case Press.FLIP if joined:
            rows = lobby.rows
            at = rows.index(lobby.row) if lobby.row in rows else -1
            return replace(lobby, row=rows[(at + 1) % len(rows)]), None
        case Press.FLIP:
            return _next_computer(lobby, place), None
        case Press.FLIP_LONG:
            return lobby, Way.BACK
        case Press.FLIPS_HELD:
            return lobby, None


def joining(lobby: Lobby, place: int) -> Lobby:
    """Somebody sits down, under the name that was used here last if nobody has it."""
    usual = lobby.usual[place]
    name = "" if usual.casefold() in lobby.taken(place) else usual
    return _put(lobby, place, SeatPlan(name))


def left(lobby: Lobby, place: int) -> Lobby:
    """Nobody sits at a place any more."""
    return _put(lobby, place, None) if place < len(lobby.guests) else lobby


def named(lobby: Lobby, place: int, name: str) -> Lobby:
    """The person at a place has this name from now on."""
    usual = (*lobby.usual[:place], name, *lobby.usual[place + 1 :])
    return _put(replace(lobby, usual=usual), place, SeatPlan(name))


def lack_of(lobby: Lobby, rules: Rules) -> Lack | None:
    """Why no game can begin, None where one can."""
    persons = len(lobby.persons)
    if lobby.mode is not Mode.NEW:
        return None if persons == 1 else Lack.NOT_ALONE
    players = sum(guest is not None for guest in lobby.guests)
    if players < LEAST or not persons:
        return Lack.ONE_MORE
    return Lack.NOT_FOUR if rules.preset == FOR_FOUR and players != FOUR else None


def next_length(rules: Rules) -> Rules:
    """The same rules with the next time limit on offer."""
    limits_us = [None if minutes is None else minutes * MINUTE_US for minutes in LENGTHS_MIN]
    at = limits_us.index(rules.time_limit_us) if rules.time_limit_us in limits_us else -1
    return replace(rules, time_limit_us=limits_us[(at + 1) % len(limits_us)])


def _done(lobby: Lobby, rules: Rules) -> tuple[Lobby, Way | None]:
    """What the row says."""
    match lobby.row:
        case Row.BEGIN:
            lack = lack_of(lobby, rules)
            return (lobby, Way.BEGIN) if lack is None else (replace(lobby, lack=lack), None)
        case Row.MODE:
            modes = list(Mode)
            mode = modes[(modes.index(lobby.mode) + 1) % len(modes)]
            return replace(lobby, mode=mode), None
        case row:
            return lobby, _LEADS[row]


def _next_computer(lobby: Lobby, place: int) -> Lobby:
    guest = lobby.guests[place]
    at = _COMPUTERS.index(None if guest is None else guest.level)
    level = _COMPUTERS[(at + 1) % len(_COMPUTERS)]
    return _put(lobby, place, None if level is None else SeatPlan("", level))


def _put(lobby: Lobby, place: int, guest: SeatPlan | None) -> Lobby:
    return replace(lobby, guests=(*lobby.guests[:place], guest, *lobby.guests[place + 1 :]))
