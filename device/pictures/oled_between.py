"""Lobby, names, menus and the idle table on 128 x 64 dots.

The law: one thing at a time, the one that is selected, as large as it can be; what only explains
is said where there is room for it whole.
"""

from __future__ import annotations

from device.between import (
    Between,
    BoardPage,
    Chair,
    IdlePage,
    Line,
    LobbyPage,
    MenuPage,
    NamePage,
    TrialPage,
    WiringPage,
)
from device.pictures.box import Box
from device.pictures.ink import Ink, shape, text_width
from device.pictures.oled_board import draw_board
from device.pictures.oled_drawer import draw_trial, draw_wiring
from device.pictures.palette import SEATS

_WORDS = (14, 13, 11, 10, 9)
_SMALL = (11, 10, 9)
_CHAIR = 21
"""Dots from one place to the next."""
_PLACES = 6
_LINES = 3
"""Of a board."""
_HEAD = 20
"""Height of its heading."""
_ROOMY = 16
_LOBBY_ROOMY = (Box(0, 19, 128, 18), Box(0, 40, 128, 24))
_LOBBY_TIGHT = (Box(0, 18, 128, 13), Box(0, 32, 128, 32))
"""Where the row of a lobby is, and what it is about; the latter for what is long."""
_IDLE_ROOMY = (Box(0, 0, 128, 18), Box(0, 20, 128, 44))
_IDLE_TIGHT = (Box(0, 0, 128, 11), Box(0, 12, 128, 52))
"""Where the name of a rule is, and what it says; the latter for what is long."""
_MENU_ROOMY = (Box(0, 0, 128, 13), Box(0, 15, 128, 19), Box(0, 36, 128, 28))
_MENU_TIGHT = (Box(0, 0, 128, 10), Box(0, 11, 128, 13), Box(0, 25, 128, 39))
"""Where a row's label is, its value, and what it is about; the latter for what is long."""


def draw_between(ink: Ink, page: Between) -> None:
    """A page between games, over the whole picture."""
    match page:
        case LobbyPage():
            _lobby(ink, page)
        case NamePage():
            _naming(ink, page)
        case MenuPage():
            _menu(ink, page)
        case BoardPage():
            draw_board(ink, page)
        case TrialPage():
            draw_trial(ink, page)
        case WiringPage():
            draw_wiring(ink, page)
        case IdlePage():
            _idle(ink, page)


def _lobby(ink: Ink, page: LobbyPage) -> None:
    """All places in a row, and under them what is selected."""
    for number, chair in enumerate(page.chairs[:_PLACES]):
        _chair(ink, chair, Box(1 + number * _CHAIR, 0, _CHAIR - 1, 16))
    room = Box(0, 19, 128, 45)
    if not page.lines:
        ink.text(page.text, room, _WORDS, align=0.5)
        return
    if page.warns:
        ink.text(page.text, room, _SMALL, align=0.5)
        return
    row, about = _LOBBY_ROOMY if ink.fits(page.text, _LOBBY_ROOMY[1]) else _LOBBY_TIGHT
    _selected(ink, page.lines[page.selected], row)
    _if_whole(ink, page.text, about)


def _chair(ink: Ink, chair: Chair, box: Box) -> None:
    """Its shape: dark on light for a person, light for a computer, in a frame where it is free."""
    if chair.person:
        ink.fill(box, radius=2)
    elif not chair.taken:
        ink.line(box, radius=2)
    ink.middle(shape(SEATS[chair.place].shape, 11), box, light=not chair.person)


def _selected(ink: Ink, line: Line, box: Box) -> None:
    """The row in light, its value behind it; one under the other where they are long."""
    ink.fill(box, radius=3)
    inner = box.inner(2)
    text = f"{line.label}: {line.value}" if line.value else line.label
    ink.text(text, inner, _SMALL, light=False, align=0.5)


def _if_whole(ink: Ink, text: str, box: Box) -> None:
    if ink.fits(text, box):
        ink.text(text, box, _SMALL, align=0.5)


def _naming(ink: Ink, page: NamePage) -> None:
    """The name so far, and the letters that are selected; or the name that is."""
    ink.stamp(shape(SEATS[page.place].shape, 13), 1, 1)
    ink.text(page.title if page.typed is None else f"{page.typed}_", Box(18, 0, 110, 16), _WORDS)
    room = Box(0, 20, 128, 22)
    if page.letters:
        pitch = 128 // len(page.letters)
        for number, letter in enumerate(page.letters):
            box = Box(number * pitch + 1, room.y, pitch - 2, room.height)
            here = number == page.letter
            if here:
                ink.fill(box, radius=3)
            ink.text(letter, box.inner(1), align=0.5, light=not here)
    else:
        ink.fill(room, radius=3)
        ink.text(page.cells[page.selected], room.inner(2), align=0.5, light=False)
    after = page.cells[(page.selected + 1) % len(page.cells)]
    ink.text(page.text or after, Box(0, 45, 128, 19), _SMALL, align=0.5)


def _menu(ink: Ink, page: MenuPage) -> None:
    """The row that is selected, its value large, and what it is about; that goes before size."""
    line = page.lines[page.selected]
    text = page.warning or page.text
    label, value, about = _MENU_ROOMY if ink.fits(text, _MENU_ROOMY[2]) else _MENU_TIGHT
    heading = f"{'• ' if line.marked else ''}{line.label}" if line.value else page.title
    ink.text(heading, label, _SMALL, align=0.5)
    ink.fill(value, radius=3)
    sizes = _WORDS if value.height > _ROOMY else _SMALL
    ink.text(line.value or line.label, value.inner(1), sizes, light=False, align=0.5)
    _if_whole(ink, text, about)


def _idle(ink: Ink, page: IdlePage) -> None:
    """The invitation; the rule alone where one is told."""
    if page.heading:
        heading, about = _IDLE_ROOMY if ink.fits(page.about, _IDLE_ROOMY[1]) else _IDLE_TIGHT
        if page.lines:
            heading = Box(0, 0, 128, _HEAD)
        ink.text(page.heading, heading, _WORDS, align=0.5)
        _board(ink, page.lines[:_LINES])
        _if_whole(ink, page.about, about)
        return
    ink.text(page.title, Box(2, 8 if page.high else 0, 124, 44), align=0.5)
    ink.text(page.text, Box(0, 54, 128, 10), _SMALL[-1:], align=0.5)


def _board(ink: Ink, lines: tuple[Line, ...]) -> None:
    """The best; or the very best alone where their names are too long for a row each."""
    rooms = [
        Box(0, _HEAD + 2 + number * 14, 128, 13).narrower(text_width(line.value, _SMALL[0]) + 4)
        for number, line in enumerate(lines)
    ]
    if all(ink.fits(line.label, room) for line, room in zip(lines, rooms, strict=True)):
        for line, room in zip(lines, rooms, strict=True):
            ink.text(line.label, room, _SMALL)
            ink.text(line.value, Box(0, room.y, 128, room.height), _SMALL[:1], align=1.0)
    elif lines:
        ink.text(lines[0].label, Box(0, _HEAD + 2, 128, 24), _WORDS, align=0.5)
        ink.text(lines[0].value, Box(0, 48, 128, 16), _WORDS, align=0.5)
