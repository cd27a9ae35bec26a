"""Whose keys are which: a pair of keys, to lay and to slap, for each person at the keyboard.

The law: one person has Enter and Space. More people have a column of two letters each, apart as
far as the keyboard allows; letters that lie elsewhere on a German keyboard are left out.
"""

from collections.abc import Iterable, Mapping

from device.language import Language
from hal.wiring import Button, Wiring

ALONE = ("enter", "space")
COLUMNS = (
    ("q", "a"),
    ("o", "l"),
    ("t", "g"),
    ("e", "d"),
    ("u", "j"),
    ("w", "s"),
    ("i", "k"),
    ("r", "f"),
)
"""For the first, the second ... person: how to lay, how to slap."""


def pairs(persons: Iterable[int]) -> Mapping[int, tuple[str, str]]:
    """The keys of each person by seat, to lay and to slap; from left to right by seat.

    >>> pairs([0]), pairs([1, 3])
    ({0: ('enter', 'space')}, {1: ('q', 'a'), 3: ('o', 'l')})
    """
    seats = sorted(persons)
    if len(seats) == 1:
        return {seats[0]: ALONE}
    columns = sorted(COLUMNS[: len(seats)], key=lambda column: "qwertuio".index(column[0]))
    return dict(zip(seats, columns, strict=True))


def key_lines(wiring: Wiring, persons: Iterable[int]) -> Mapping[str, int]:
    """The line of each key, as if it were a button of that wiring."""
    lines = {seat_button: line for line, seat_button in wiring.buttons().items()}
    return {
        key: lines[seat, button]
        for seat, pair in pairs(persons).items()
        for key, button in zip(pair, (Button.FLIP, Button.SLAP), strict=True)
    }


def label(key: str, language: Language) -> str:
    """A key as it is printed on the keyboard."""
    _ = language.gettext
    named = {"enter": _("Enter"), "space": _("Space"), "esc": _("Esc")}
    return named.get(key, key.upper())
