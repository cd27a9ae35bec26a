"""What there is to see between games: plain values, ready to be drawn.

The law is that of `device.view`: finished, translated text, no rule, no clock, no pixel. A place is
one of the table's seats, 0 .. 7; its colour, shape and number are those of its buttons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.view import Face, KeyHint


@dataclass(frozen=True, slots=True)
class Chair:
    """One place at the table."""

    place: int
    title: str
    """Who sits there, or that it is free."""
    texts: tuple[str, ...] = ()
    """What the buttons of this seat do now, or what is wrong with them; a line each."""
    person: bool = False
    """Somebody has joined: the place lights up."""
    taken: bool = False
    """A computer player sits there."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a menu or of a board. `marked`: it is not as its preset has it. `note`: what else
    is to be said of the value; only boards show it."""

    label: str
    value: str = ""
    marked: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """People sit down. `lines` empty: nobody has joined, so nothing can be chosen yet."""

    title: str
    chairs: tuple[Chair, ...]
    lines: tuple[Line, ...] = ()
    selected: int = 0
    text: str = ""
    """What the selected line is about, or why no game begins."""
    warns: bool = False
    """The text says why something cannot be."""
    hints: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class NamePage:
    """Somebody says who he is. `cells` are names, or groups of letters while one is spelled."""

    title: str
    place: int
    cells: tuple[str, ...]
    selected: int = 0
    typed: str | None = None
    """What is spelled so far; None while the list of names is open."""
    letters: tuple[str, ...] = ()
    """The letters of the opened group; empty: none is open."""
    letter: int = 0
    text: str = ""
    warns: bool = False
    hints: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuPage:
    """A menu with what the selected row is about, and an example."""

    title: str
    lines: tuple[Line, ...]
    selected: int = 0
    heading: str = ""
    text: str = ""
    cards: tuple[Face, ...] = ()
    """An example pile, bottom first; empty: none is shown."""
    hidden: int = 0
    """So many cards of the example lie face down under the others."""
    warning: str = ""
    legend: str = ""
    """What the mark at a row means; empty: no row has one."""
    hints: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class IdlePage:
    """An idle table invites people; over the game of computer players, or beside a rule or a
    board."""

    title: str
    text: str = ""
    high: bool = False
    """The words stand at the upper edge, else at the lower."""
    heading: str = ""
    """Of a rule or a board; empty: the game is seen."""
    about: str = ""
    cards: tuple[Face, ...] = ()
    """An example of the rule, bottom first."""
    lines: tuple[Line, ...] = ()
    """Of a board, best first, in the place of a rule."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many there are of a histogram's bin. `label`: where it begins; empty: not told.

    `marked`: they do not count.
    """

    number: int
    label: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board, best first, or what one person has done, with a histogram; without either `text`
    says why."""

    title: str
    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    heading: str = ""
    """Of the bars."""
    legend: str = ""
    """What a marked bar means; empty: there is none."""
    text: str = ""
    number: str = ""
    """Which of how many boards and people, "3 / 16"; empty: not told."""
    hints: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class TriedButton:
    """A button under test. `down`: it is pressed now; `heard`: it was pressed since the test began.

    `faulty`: the text says what is wrong with it.
    """

    label: str
    text: str = ""
    down: bool = False
    heard: bool = False
    faulty: bool = False


@dataclass(frozen=True, slots=True)
class TriedSeat:
    """The buttons of one place."""

    place: int
    buttons: tuple[TriedButton, ...]


@dataclass(frozen=True, slots=True)
class TrialPage:
    """People press every button to see what it does."""

    title: str
    seats: tuple[TriedSeat, ...]
    last: str = ""
    """What the last press was like; or what is to be done about a faulty button."""
    brief: str = ""
    """The same in fewer words."""
    text: str = ""
    """Which buttons nobody has pressed yet."""
    warns: bool = False
    """`last` tells of a fault."""
    hints: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class WirePart:
    """A button or a lamp: its line as the Pi counts, and its pin on the header, if it has one."""

    label: str
    line: str
    pin: str = ""


@dataclass(frozen=True, slots=True)
class WiredPin:
    """A pin of the header that has a wire, of a place or the ground of the selected one (None).

    `label`: what the wire leads to; empty: to a place that is not selected.
    """

    number: int
    place: int | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class WiredSeat:
    """The wires of one place. `ground`: the pin where the other end of each goes, if it has one."""

    place: int
    parts: tuple[WirePart, ...]
    ground: str = ""


@dataclass(frozen=True, slots=True)
class WiringPage:
    """Which wire goes where, seat by seat."""

    title: str
    seats: tuple[WiredSeat, ...]
    selected: int = 0
    pins: tuple[WiredPin, ...] = ()
    """Of the header; empty: the lines are on none."""
    ends: tuple[str, str] = ("", "")
    """What is beyond the upper and the lower end of the header."""
    hints: tuple[KeyHint, ...] = ()


Between = LobbyPage | NamePage | MenuPage | IdlePage | BoardPage | TrialPage | WiringPage
