"""The tables of the database of finished games, and how a result becomes rows, and rows a result.

The law: a row that makes no sense raises one of SENSELESS, and never becomes a result.
"""

import json
import zlib
from typing import Any

from device.results import Finished, Result, SeatResult
from game.events import Ending

TABLES = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,  -- in the order in which they ended
    key BLOB NOT NULL UNIQUE,    -- device.results.key_of
    ended_s INTEGER NOT NULL,    -- UTC, since 1970
    mode TEXT NOT NULL,
    day TEXT,                    -- of a daily game that counts
    preset TEXT NOT NULL,
    stacked INTEGER NOT NULL,    -- 1: the cards were not dealt by chance
    exact INTEGER NOT NULL,      -- 1: the buttons are good to the microsecond
    played_us INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    ending TEXT NOT NULL,
    winner INTEGER,              -- a seat; NULL for a draw
    summary TEXT NOT NULL,       -- of the public format, each slap with its verdict
    record BLOB NOT NULL         -- of the public format, by zlib
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,          -- '?' for nobody: forgotten, or never said
    is_person INTEGER NOT NULL,
    points INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    slapped INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    false_slaps INTEGER NOT NULL,
    reactions_us TEXT NOT NULL,  -- a list in JSON
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""
GAME = "ended_s, mode, day, preset, stacked, exact, played_us, shown, ending, winner"
SEAT = "name, is_person, points, cards, slapped, claimed, false_slaps, reactions_us"
_MOST_BYTES = 1 << 28
"""Of a record that is unpacked; none comes near it."""

SENSELESS = (ValueError, TypeError, OverflowError, RecursionError, zlib.error)


def of_game(finished: Finished) -> tuple[object, ...]:
    """The key, GAME, the summary and the record."""
    result = finished.result
    return (
        finished.key,
        result.ended_s,
        result.mode,
        result.day,
        result.preset,
        result.stacked,
        result.exact,
        result.played_us,
        result.shown,
        result.ending.value,
        result.winner,
        finished.summary,
        packed(finished.record),
    )


def of_seat(seat: SeatResult) -> tuple[object, ...]:
    """SEAT."""
    reactions = json.dumps(seat.reactions_us, separators=(",", ":"))
    return (
        seat.name,
        seat.is_person,
        seat.points,
        seat.cards,
        seat.slapped,
        seat.claimed,
        seat.false_slaps,
        reactions,
    )


def result_of(game: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> Result:
    """A game by its GAME, and the SEAT of each of its seats."""
    ended_s, mode, day, preset, stacked, exact, played_us, shown, ending, winner = game
    return Result(
        ended_s=whole(ended_s),
        mode=_word(mode),
        day=None if day is None else _word(day),
        preset=_word(preset),
        stacked=bool(stacked),
        exact=bool(exact),
        played_us=whole(played_us),
        shown=whole(shown),
        ending=Ending(ending),
        winner=None if winner is None else range(len(seats)).index(whole(winner)),
        seats=tuple(_seat_result(seat) for seat in seats),
    )


def finished_of(result: Result, key: object, summary: object, record: object) -> Finished:
    """A game with all that is kept of it, if it can be read."""
    whole_record = unspoilt(summary, record)
    for line in whole_record.splitlines():
        json.loads(line)
    if not isinstance(key, bytes):
        raise TypeError("a key is no bytes")
    return Finished(key, whole_record, _word(summary), result)


def unspoilt(summary: object, record: object) -> bytes:
    """The record, if both are as they were kept: its checksum tells, so its lines are not read."""
    json.loads(_word(summary))
    return unpacked(record)


def _seat_result(seat: tuple[Any, ...]) -> SeatResult:
    name, is_person, points, cards, slapped, claimed, false_slaps, reactions = seat
    return SeatResult(
        name=_word(name),
        is_person=bool(is_person),
        points=whole(points),
        cards=whole(cards),
        slapped=whole(slapped),
        claimed=whole(claimed),
        false_slaps=whole(false_slaps),
        reactions_us=_numbers(json.loads(reactions)),
    )


def whole(value: object) -> int:
    """A number, if it is one."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _numbers(values: object) -> tuple[int, ...]:
    """The same for a list, of which there are long ones."""
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        raise TypeError(f"{values!r} is no list of whole numbers")
    return tuple(values)


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def packed(record: bytes) -> bytes:
    """A record as it is kept."""
    return zlib.compress(record)


def unpacked(kept: object) -> bytes:
    """A record that was kept, whole."""
    if not isinstance(kept, bytes):
        raise TypeError("a record is no bytes")
    unpacker = zlib.decompressobj()
    record = unpacker.decompress(kept, _MOST_BYTES)
    if not unpacker.eof:
        raise ValueError("a record is cut off")
    return record
