"""A finished game, judged: who sat there and what each of them reached.

The law: all of it follows from the record, so whoever has the record makes the same again. The
record is cut after the input that ended the game, and its key does not depend on names: so the same
game has one key, whatever was pressed after it and whoever wants to be forgotten.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain

from device.dealing import contradicts_its_day, seats_of
from game.cards import DECK, Seat
from game.digest import sha256
from game.engine import step
from game.events import Ending, Input
from game.record import Header, Record, header_line, input_line, summary
from game.score import Tally
from game.state import Over, State

NOBODY = "?"
"""The name of a seat whose person is forgotten, or has never said a name; no board has it."""
EXACT_US = 1000
"""Reactions of buttons that are less certain are told in whole milliseconds."""

_MODES = ("new", "daily", "deal", "practice")
_AT_ONCE = 50
"""Inputs that are judged in a row: some half a millisecond, on a Pi a few."""


class NotFinishedError(Exception):
    """The record ends before its game does."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat reached; `reactions_us` of all its valid slaps, anticipated ones included."""

    name: str
    is_person: bool
    points: int
    cards: int
    slapped: int
    claimed: int
    false_slaps: int
    reactions_us: tuple[int, ...]

    @property
    def person(self) -> str:
        """Under which somebody is known whatever the case of the letters, "" for no person."""
        return person_of(self.name) if self.is_person else ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as boards see it.

    `ended_s`: UTC seconds since 1970, as far as the machine knew. `day`: the date of a daily game
    that one person played as it should be, else None. `stacked`: the cards were not dealt by
    chance. `exact`: the buttons are good to the microsecond. `played_us`: pauses left out. `shown`:
    cards. `winner` None for a draw.
    """

    ended_s: int
    mode: str
    day: str | None
    preset: str
    stacked: bool
    exact: bool
    played_us: int
    shown: int
    ending: Ending
    winner: Seat | None
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game as it is kept: `record` and `summary` in the public format."""

    key: bytes
    record: bytes
    summary: str
    result: Result


def person_of(name: str) -> str:
    """Under which the person of a name is known; "" for nobody."""
    return "" if name == NOBODY else name.casefold()


def judged(record: Record, ended_s: int, rest: Callable[[], None] = lambda: None) -> Finished:
    """The game of a record, to where it ended; `rest` is called now and then meanwhile.

    Raises RecordError, or NotFinishedError.
    """
    state, tally = record.header.deal(), Tally(len(record.header.seats))
    inputs: list[Input] = []
    for happened in record:
        state, facts = step(state, happened)
        tally.add(facts)
        inputs.append(happened)
        if state.over is not None:
            break
        if len(inputs) % _AT_ONCE == 0:
            rest()
    if state.over is None:
        raise NotFinishedError
    lines = [input_line(happened) for happened in inputs]
    return Finished(
        key_of(record.header, lines),
        _text(header_line(record.header), lines),
        json.dumps(summary(state, tally), separators=(",", ":")),
        _result(record.header, state, state.over, tally, ended_s),
    )


def key_of(header: Header, lines: Iterable[str]) -> bytes:
    """What is the same for two records of the same game, and for no others: a SHA-256."""
    nameless = replace(header, seats=("",) * len(header.seats), more={})
    return sha256(_text(header_line(nameless), lines)).digest()


def without(header: Header, name: str) -> Header:
    """The header without a name, wherever it stands."""
    person = person_of(name)
    seats = tuple(NOBODY if person_of(seat) == person else seat for seat in header.seats)
    more = {key: _without(value, person) for key, value in header.more.items()}
    return replace(header, seats=seats, more=more)


def nameless(record: bytes, name: str) -> bytes:
    """A record without a name in its first line. Raises RecordError."""
    first, end, rest = record.partition(b"\n")
    header = Record([first]).header
    cleaned = without(header, name)
    return record if cleaned == header else header_line(cleaned).encode() + end + rest


def is_exact(header: Header) -> bool:
    """Whether the buttons of a record, if it tells of them, are good to the microsecond."""
    buttons = header.more.get("buttons")
    uncertainty_us = buttons.get("uncertainty_us") if isinstance(buttons, dict) else None
    return not isinstance(uncertainty_us, int | float) or uncertainty_us <= EXACT_US


def _text(first: str, lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in chain([first], lines)).encode()


def _result(header: Header, state: State, over: Over, tally: Tally, ended_s: int) -> Result:
    points = tally.points()
    seats = tuple(
        SeatResult(
            NOBODY if plan.guest else plan.name,
            plan.is_person,
            points[seat],
            len(state.hands[seat]),
            tally.slapped[seat],
            tally.claimed[seat],
            tally.false_slaps[seat],
            tuple(tally.reactions_us[seat]),
        )
        for seat, plan in enumerate(seats_of(header))
    )
    mode = header.more.get("mode")
    alone = [seat.is_person for seat in seats].count(True) == 1
    counts = mode == "daily" and alone and not contradicts_its_day(header)
    return Result(
        ended_s=ended_s,
        mode=mode if isinstance(mode, str) and mode in _MODES else "",
        day=str(header.more["date"]) if counts and "date" in header.more else None,
        preset=header.rules.preset,
        stacked=mode == "deal" or sum(map(len, header.hands)) < len(DECK),
        exact=is_exact(header),
        played_us=over.played_us,
        shown=state.shown,
        ending=over.ending,
        winner=over.winner,
        seats=seats,
    )


def _without(value: object, person: str) -> object:
    match value:
        case str():
            return NOBODY if person_of(value) == person else value
        case list():
            return [_without(item, person) for item in value]
        case dict():
            return {key: _without(item, person) for key, item in value.items()}
        case _:
            return value
