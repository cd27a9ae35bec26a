"""Which seats were idle, in the first line of a record: `"idle": [0, 1]`.

The law: a digit for each seat, 0 from the deal on, and 1 from when a card of that seat laid itself
for the first time; its flips are in the record like any other. A digit is a byte that is changed
where it is, and where none can be, as in a pipe, the first line says nothing about it.
"""

from dataclasses import replace
from pathlib import Path

from game.cards import Seat
from game.record import Header

_KEY = "idle"
_BEGINS = b'"idle":['
"""In a name or a seed these quotes would stand behind backslashes."""


def with_marks(header: Header) -> Header:
    """The header of a game in which cards lay themselves."""
    return replace(header, more={**header.more, _KEY: [0] * len(header.seats)})


def without_marks(header: Header) -> Header:
    """The header of a record that cannot be changed any more."""
    more = {key: value for key, value in header.more.items() if key != _KEY}
    return replace(header, more=more)


def marked(header: Header, seat: Seat) -> Header:
    """The header with the digit of a seat changed, if there is one."""
    seats = {*idle_seats(header), seat}
    digits = [int(each in seats) for each in range(len(header.seats))]
    return replace(header, more={**header.more, _KEY: digits}) if _KEY in header.more else header


def mark(path: Path, seat: Seat) -> None:
    """Change the digit of a seat in a record, if there is one. Raises OSError."""
    with path.open("r+b", buffering=0) as file:
        at = file.readline().find(_BEGINS)
        if at >= 0:
            file.seek(at + len(_BEGINS) + len("0,") * seat)
            file.write(b"1")


def idle_seats(header: Header) -> list[Seat]:
    """The seats that were idle, as far as the header tells."""
    marks = header.more.get(_KEY)
    listed = marks if isinstance(marks, list) and len(marks) == len(header.seats) else []
    return [seat for seat, digit in enumerate(listed) if digit == 1]
