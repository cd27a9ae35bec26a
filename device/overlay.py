"""What lies over the table: a pause, a countdown, a question, help, the result; plain values.

The law is that of `device.view`: finished, translated text, no rule, no clock, no pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.between import Between
from device.leaf import Leaf

if TYPE_CHECKING:
    from device.view import KeyHint


@dataclass(frozen=True, slots=True)
class Paused:
    """The pause, over the table."""

    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Countdown:
    """A large number before the game goes on."""

    number: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers; `selected` is the index of the one that Enter takes."""

    title: str
    options: tuple[str, ...]
    selected: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """Keys and what they do."""

    title: str
    rows: tuple[KeyHint, ...]
    footer: str = ""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat's line in the result, best first; every value is finished text, empty: a dash
    stands there."""

    place: str
    seat: int
    name: str
    points: str = ""
    best: str = ""
    median: str = ""
    piles: str = ""
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    title: str
    rows: tuple[ResultRow, ...]
    columns: tuple[str, str, str, str, str] = ("", "", "", "", "")
    """Headings of name, points, best, median, piles."""
    text: str = ""
    """A line under the title."""
    hints: tuple[KeyHint, ...] = ()
    warning: str = ""
    """What does not work; it stands in the place of the text."""
    news: bool = False
    """The warning is new: on a small display it goes before the rows."""


Overlay = Paused | Countdown | Question | Help | Leaf | Result | Between
