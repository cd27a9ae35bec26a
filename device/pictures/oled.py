"""The table on 128 x 64 dots: a view in, a picture of one bit out.

The law: the top card is the largest thing there is, and stands still while everything else is told
beside it. Things lie in the pages of eight rows that a panel is sent by, so that a new card moves
few bytes. What moves on a screen does not move here; equal views are the same picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.pictures.box import Box
from device.pictures.ink import Ink, Picture, glyphs, overturned, shape, suit
from device.pictures.oled_finish import LINE, time_line, times
from device.pictures.oled_holds import draw_holds
from device.pictures.oled_pages import draw_page
from device.pictures.palette import Shape
from device.view import Event, Face, Seat, View

if TYPE_CHECKING:  # layouts are made of pygame's boxes, and a table without a screen has no pygame
    from device.target import Target

SIZE = (128, 64)
_HALF = 180
"""Degrees."""
_CARD = Box(0, 0, 44, 64)
_RANK = Box(4, 8, 36, 24)
_SUIT = Box(11, 40, 22, 22)
_BESIDE = Box(47, 0, 81, 64)
"""Everything but the card."""
_UNDER = (Box(47, 0, 17, 24), Box(66, 0, 17, 24))
"""The cards under the top one, the upper of them first."""
_BOTTOM = Box(90, 0, 17, 24)
_COUNT = Box(86, 2, 25, 13)
_LOW_COUNT = Box(108, 16, 20, 8)
"""The count where the bottom card takes its place."""
_TURN = Box(113, 0, 15, 15)
_TURN_SMALL = Box(114, 0, 14, 14)
"""Behind the times of a race."""
_NOW = Box(47, 25, 81, 20)
_NOW_AIRY = Box(47, 25, 81, 19)
"""A row of dots less, for what is not too long: so it stands free of the counts."""
_NOW_LINE = Box(47, 25, 81, 13)
_NOW_ABOVE = Box(47, 25, 81, 10)
_OWED = Box(47, 35, 81, 10)
"""What is owed, where there is no room behind a name."""
_LIMIT = Box(47, 36, 81, 9)
"""What is left of the time, under one line."""
_COUNTS = Box(47, 46, 81, 18)
_TOLD = Box(47, 25, 81, 29)
_UNDER_IT = Box(47, 55, 81, 9)
_ALL_TOLD = Box(47, 25, 81, 39)
"""Of a long headline, with nothing under it."""
_LESSON = (_ALL_TOLD, _BESIDE)
"""What is explained goes before what has happened; the top card stays."""
_PAGE = Box(8, 16, 112, 32)
"""What is held on a page."""
_PIP = 8
_MANY = 4
"""Seats in a row from which on they stand closer."""
_LINE = (14, 13, 11, 10, 9)
_SMALL = (11, 10, 9)


class Miniature:
    """Pictures for a small panel. One thread at a time."""

    def __init__(
        self, size: tuple[int, int] = SIZE, ink: Callable[[tuple[int, int]], Ink] = Ink
    ) -> None:
        """`ink` begins a picture of a size. Raises `ValueError` for any size but `SIZE`."""
        if size != SIZE:
            raise ValueError(f"size {size}; must be {SIZE}")
        self._view: View | None = None
        self._new = ink
        self._ink = ink(SIZE)
        self._picture = self._ink.picture

    def picture(self, view: View) -> Picture:
        """The picture of a view, in mode "1"; do not draw on it. It is turned by a half with the
        view; by a quarter it has no room, and stays upright."""
        if view != self._view:
            self._ink, self._view = _drawn(self._new(SIZE), view), view
            self._picture = self._ink.picture
            if view.rotation == _HALF:
                self._picture = overturned(self._picture)
        return self._picture

    @property
    def shortened(self) -> tuple[str, ...]:
        """The texts of the last picture that did not fit whole."""
        return tuple(self._ink.shortened)

    def hit(self, view: View, x: int, y: int) -> Target | None:  # noqa: ARG002 - no glass to touch
        """Nothing: nobody can press on it."""
        return None


def _drawn(ink: Ink, view: View) -> Ink:
    if not view.brightness:
        return ink
    ink.places = view.places
    if view.overlay is not None and view.holds:
        draw_holds(ink, view.holds, _PAGE)  # there is no room beside its words
        return ink
    if view.overlay is not None:
        draw_page(ink, view)
        return ink
    actor = _actor(view)
    high = _pile(ink, view, actor)
    if actor is not None and (view.pile.top or view.event is not None):
        _emblem(ink, actor.index, _TURN_SMALL if high else _TURN)
    if view.holds:
        _now(ink, view, actor)
        draw_holds(ink, view.holds, _COUNTS)
    elif view.lesson_text:
        room = next((box for box in _LESSON if ink.fits(view.lesson_text, box)), _BESIDE)
        ink.fill(room, light=False)
        ink.text(view.lesson_text, room, _SMALL, down=0.0)
    elif view.event is not None:
        _event(ink, view.event, actor)
    else:
        _now(ink, view, actor)
        _counts(ink, view.seats)
    return ink


def _actor(view: View) -> Seat | None:
    """Who must lay, has laid the card in the air, or owes; None where nobody is known to."""
    in_air = None if view.turning is None else view.turning.seat
    acting = (seat for seat in view.seats if seat.turn or seat.owed or seat.index == in_air)
    return next(acting, None)


def _now(ink: Ink, view: View, actor: Seat | None) -> None:
    """What a seat owes, else what is wrong with one, else whose turn it is; what time is left."""
    if actor is not None and actor.owed:
        _owing(ink, view, actor)
        return
    left = 0
    text = view.now_text
    troubled = [seat for seat in view.seats if seat.status and not seat.out and not seat.barred]
    if troubled:
        ink.stamp(shape(ink.look(troubled[0].index), 11), _NOW.x, _NOW.y)
        text, left = troubled[0].status, 14
    elif actor is not None and not ink.fits(text, _NOW):
        text = actor.name
    airy = _NOW_AIRY.from_left(left)
    room = airy if ink.fits(text, airy) else _NOW.from_left(left)
    above = _NOW_ABOVE.from_left(left)
    if view.limit_text and ink.fits(text, above):
        room = above
        ink.text(view.limit_text, _LIMIT, _SMALL[-1:], down=0.0)
    ink.text(text, room, _LINE, down=0.0)


def _owing(ink: Ink, view: View, seat: Seat) -> None:
    """The name of a seat, never broken within a word, and what it owes: behind it or, with a long
    name, under it; for want of room alone, since the number of the seat stands there already."""
    wide = _PIP * seat.attempts
    line = _NOW_ABOVE if view.limit_text else _NOW_LINE
    name, owed, limit = line.narrower(wide + 2), _NOW, _LIMIT
    if not ink.fits(seat.name, name) and ink.fits(seat.name, line):
        name, owed = line, Box(_OWED.x, _OWED.y, wide, _OWED.height)
        limit = _LIMIT.from_left(wide + 4)
    elif not ink.fits(seat.name, name):
        name, limit = _NOW.narrower(wide + 2), Box(0, 0, 0, 0)
    if ink.fits(seat.name, name, torn=False):
        ink.text(seat.name, name, _LINE, down=0.0)
    _pips(ink, seat, owed)
    if ink.fits(view.limit_text, limit):
        ink.text(view.limit_text, limit, _SMALL[-1:], down=0.0)


def _pile(ink: Ink, view: View, actor: Seat | None) -> int:
    """The top card, the two under it, and how many there are; the height of the times of a race
    where none lies."""
    pile = view.pile
    if not pile.top:
        seat = view.event.seat if view.event is not None else None
        if seat is None and actor is not None:
            seat = actor.index
        high = 0
        if view.event is not None and not view.lesson_text:
            high = times(ink, view.event, not ink.fits(view.event.headline, _ALL_TOLD))
        if seat is not None:  # whose the pile was, or who begins
            _emblem(ink, seat, Box(2, 12, 40, 40) if high < 12 else Box(5, 30, 34, 34))
        return high
    if pile.hidden:
        _back(ink)
        return 0
    _card(ink, pile.top[-1])
    for face, box in zip(pile.top[-2:-4:-1], _UNDER, strict=False):
        _small(ink, face, box)
    count = str(pile.count)
    if pile.bottom is None:
        ink.middle(glyphs(count, _COUNT.height, _COUNT.width), _COUNT)
    else:
        _small(ink, pile.bottom, _BOTTOM)
        for y in (6, 11, 16):  # and so on, down to the bottom
            ink.fill(Box(86, y, 2, 2))
        ink.middle(glyphs(count, _LOW_COUNT.height, _LOW_COUNT.width), _LOW_COUNT)
    return 0


def _card(ink: Ink, face: Face) -> None:
    ink.fill(_CARD, radius=4)
    ink.middle(glyphs(face.letter, _RANK.height, _RANK.width), _RANK, light=False)
    ink.middle(suit(face.suit, _SUIT.width), _SUIT, light=False)


def _small(ink: Ink, face: Face, box: Box) -> None:
    ink.line(box, radius=2)
    ink.middle(glyphs(face.letter, 8, 13), Box(box.x, 3, box.width, 8))
    ink.stamp(suit(face.suit, 9), box.x + (box.width - 9) // 2, 13)


def _back(ink: Ink) -> None:
    ink.fill(_CARD, radius=4)
    ink.fill(_CARD.inner(3), light=False, radius=2)
    for y in range(6, 58, 6):
        for x in range(6, 38, 6):
            ink.fill(Box(x, y, 3, 3))


def _emblem(ink: Ink, seat: int, box: Box) -> None:
    """A seat: its shape, and its number on it."""
    kind = ink.look(seat)
    ink.stamp(shape(kind, box.width), box.x, box.y)
    number = glyphs(str(ink.place(seat) + 1), max(8, box.height * 2 // 5), box.width)
    low = box.height // 5 if kind in (Shape.TRIANGLE, Shape.ARROW) else 0
    ink.middle(number, box.from_top(low), light=False)


def _pips(ink: Ink, seat: Seat, box: Box) -> None:
    """What a seat owes, at the right of a box: full ones are attempts left."""
    pips = seat.attempts if seat.owed else 0
    for pip in range(pips):
        x = box.x + box.width - _PIP * (pips - pip) + 1
        place = Box(x, box.y + 2, 7, 7)
        if pip < seat.owed:
            ink.fill(place, radius=3)
        else:
            ink.line(place, radius=3)


def _counts(ink: Ink, seats: tuple[Seat, ...]) -> None:
    """The cards of each seat behind its shape; a split shape may not slap, a dash is out."""
    columns = max(2, -(-len(seats) // 2))
    width = _COUNTS.width // columns
    size, gap = (8, 2) if columns < _MANY else (7, 1)
    for seat in seats:
        row, column = divmod(seat.index, columns)
        box = Box(_COUNTS.x + column * width, _COUNTS.y + row * 10, width, 8)
        ink.stamp(shape(ink.look(seat.index), size), box.x, box.y)
        if seat.barred:
            ink.fill(Box(box.x, box.y + 3, size, 2), light=False)
        room, cards = box.from_left(size + gap), "–" if seat.out else str(seat.cards)
        if ink.fits(cards, room, _SMALL[0]):
            ink.text(cards, room, _SMALL[:1])
        else:
            ink.stamp(glyphs(cards, 8, room.width - 1), room.x, room.y)


def _event(ink: Ink, event: Event, actor: Seat | None) -> None:
    """What happened last; under it what is owed, what is to be said of a hand, or all of them."""
    ways = ((box, torn) for torn in (False, True) for box in (_TOLD, _ALL_TOLD))
    fitting = (box for box, torn in ways if ink.fits(event.headline, box, torn=torn))
    room = next(fitting, _BESIDE)
    if room is not _TOLD:
        ink.fill(room, light=False)
        ink.text(event.headline, room, _LINE, down=0.0)
        return
    used = ink.text(event.headline, _TOLD, _LINE, down=0.0)
    if actor is not None and actor.owed:
        ink.stamp(shape(ink.look(actor.index), 9), _UNDER_IT.x, _UNDER_IT.y)
        _pips(ink, actor, _UNDER_IT)
        return
    rest = _ALL_TOLD.from_top(used + 1)
    said = next((line for line in event.lines if line.seat is not None), None)
    room = rest.from_top(2).from_left(12)
    if said is not None and said.seat is not None and ink.fits(said.text, room):
        high = ink.text(said.text, room, _SMALL, down=1.0)
        ink.stamp(shape(ink.look(said.seat), 9), _ALL_TOLD.x, _CARD.height - max(high, 9))
    elif event.finish is not None and rest.height >= LINE:
        time_line(ink, event.finish, rest.from_top(rest.height - LINE))
