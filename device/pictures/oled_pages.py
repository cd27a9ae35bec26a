"""What lies over the table on 128 x 64 dots: pause, countdown, question, help, rules, result.

The law: a few large words. What only explains is said where there is room for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from device.between import BoardPage
from device.leaf import Leaf
from device.overlay import Countdown, Help, Paused, Question, Result, ResultRow
from device.pictures.box import Box
from device.pictures.ink import Ink, glyphs, shape, text_width
from device.pictures.oled_between import draw_between
from device.pictures.oled_board import board_pages
from device.reading import BookPage
from device.view import KeyHint, View

WHOLE = (128, 64)
_CAP = 12
"""Height of a key cap."""
_WORDS = (13, 11, 10, 9)
_SMALL = (11, 10, 9)
_ANSWERS = 3
"""Of a question, at once."""
_ONE_COLUMN = 4
"""Rows of a result that stand under each other; more stand in two columns."""
_LOWEST = 9
"""Dots of such a row at least."""


def draw_page(ink: Ink, view: View) -> None:
    """The page of a view, over the whole picture."""
    page = view.overlay
    match page:
        case None:
            pass
        case Paused():
            _paused(ink, page, view.timing_text)
        case Countdown():
            ink.middle(glyphs(page.number, 36, 120), Box(0, 4, 128, 36))
            ink.text(page.text, Box(0, 46, 128, 18), _WORDS, align=0.5)
        case Question():
            _question(ink, page)
        case Help():
            _help(ink, page)
        case Leaf():
            _leaf(ink, page)
        case Result():
            _result(ink, page)
        case _:
            draw_between(ink, page)


def _paused(ink: Ink, page: Paused, trouble: str) -> None:
    """The pause, who made it, and what does not work; what can be done where there is room."""
    high = 14 if trouble else 20
    ink.text(page.title, Box(0, 1, 128, high), align=0.5, down=0.0)
    ink.fill(Box(44, high + 2, 40, 1))
    room = Box(0, high + 5, 128, 59 - high)
    if not trouble:
        ink.text(page.text, room, _WORDS, align=0.5)
        return
    for words in (Box(0, room.y, 128, 10), Box(0, room.y, 128, 21)):
        rest = room.from_top(words.height + 2)
        if ink.fits(page.text, words) and ink.fits(trouble, rest):
            used = ink.text(page.text, words, _SMALL, align=0.5, down=0.0)
            room = room.from_top(used + 2)
            break
    ink.text(trouble, room, _SMALL, align=0.5)


def _question(ink: Ink, page: Question) -> None:
    """The question above its answers, or some of them, the one that counts in light."""
    first = max(0, min(page.selected - 1, len(page.options) - _ANSWERS))
    options = page.options[first : first + _ANSWERS]
    rows = len(options)
    half = Box(0, 0, 64, 18).inner(1)
    side = rows == 2 and all(ink.fits(text, half) for text in options)
    height = 18 if side else min(18, 37 // max(1, rows))
    width = 64 if side else 128
    top = 64 - height * (1 if side else rows)
    ink.text(page.title, Box(2, 0, 124, top - 2), align=0.5)
    place = Box(0, 0, width, height).inner(1)
    words = _WORDS if height > _CAP else _SMALL[1:]  # a narrow row keeps dots around its words
    sizes = [size for size in words if all(ink.fits(text, place, size) for text in options)]
    for index, option in enumerate(options):
        x, y = (64 * index, top) if side else (0, top + height * index)
        box = Box(x, y, width, height).inner(1)
        chosen = first + index == page.selected
        if chosen:
            ink.fill(box, radius=3)
        elif side:
            ink.line(box, radius=3)
        ink.text(option, box, sizes or words, light=not chosen, align=0.5)


@lru_cache(maxsize=8)
def help_pages(page: Help) -> tuple[Help, ...]:
    """A page of help as pages of which each shows all its rows."""
    made: list[list[KeyHint]] = []
    for row in page.rows:
        if made and _help(Ink(WHOLE), replace(page, rows=(*made[-1], row))):
            made[-1].append(row)
        else:
            made.append([row])
    return tuple(replace(page, rows=tuple(rows)) for rows in made) or (page,)


def _help(ink: Ink, page: Help) -> bool:
    """As many rows as there is room for; whether these are all."""
    used = ink.text(page.title, Box(0, 0, 128, 12), _SMALL, down=0.0)
    ink.fill(Box(0, used + 1, 128, 1))
    room = Box(0, used + 3, 128, 61 - used)
    keys = min(60, 6 + max((text_width(row.key, 10) for row in page.rows), default=0))
    line = Box(0, 0, 124 - keys, _CAP)
    short = [row.does for row in page.rows if ink.fits(row.does, line)]
    sizes = [size for size in _SMALL if all(ink.fits(does, line, size) for does in short)]
    for number, row in enumerate(page.rows):
        text = room.from_left(keys + 4)
        if number and not (room.height >= _CAP and ink.fits(row.does, text)):
            return False
        cap = Box(room.x, room.y, keys, _CAP)
        ink.fill(cap, radius=2)
        ink.text(row.key, cap.inner(1), (10, 9), light=False, align=0.5)
        beside = Box(text.x, text.y, text.width, _CAP)
        if ink.fits(row.does, beside):
            used = ink.text(row.does, beside, sizes)
        else:
            used = ink.text(row.does, text, _SMALL[-1:], down=0.0)
        room = room.from_top(max(_CAP, used + 1) + 2)
    return True


def book_pages(leaves: Sequence[Leaf | BoardPage], title: str) -> tuple[BookPage, ...]:
    """The rules, or boards, as pages of which each shows all that it has; before them what the
    buttons do."""
    keys = help_pages(Help(title, leaves[0].hints)) if leaves else ()
    return (*keys, *(small for leaf in leaves for small in _small(leaf)))


def _small(page: Leaf | BoardPage) -> tuple[Leaf | BoardPage, ...]:
    return leaf_pages(page) if isinstance(page, Leaf) else board_pages(page)


@lru_cache(maxsize=64)
def leaf_pages(page: Leaf) -> tuple[Leaf, ...]:
    """A page of the rules as pages of which each shows all its text."""
    made: list[list[str]] = []
    for text in (*page.text, *page.here):
        if made and _leaf(Ink(WHOLE), replace(page, text=(*made[-1], text), here=())):
            made[-1].append(text)
        else:
            made.append([text])
    return tuple(replace(page, text=tuple(texts), here=()) for texts in made)


def _leaf(ink: Ink, page: Leaf) -> bool:
    """As many paragraphs as there is room for; whether these are all."""
    number = page.number.replace(" ", "")
    title = Box(0, 0, 128, 12)
    beside = title.narrower(text_width(number, _SMALL[-1]) + 4)
    if number and ink.fits(page.title, beside):
        ink.text(number, title, _SMALL[-1:], align=1.0, down=0.0)
        title = beside
    used = ink.text(page.title, title, _SMALL, down=0.0)
    ink.fill(Box(0, used + 2, 128, 1))
    room = Box(0, used + 5, 128, 59 - used)
    for n, text in enumerate((*page.text, *page.here)):
        if n and not ink.fits(text, room):
            return False
        room = room.from_top(ink.text(text, room, _SMALL[-1:], down=0.0) + 3)
    return True


def _result(ink: Ink, page: Result) -> None:
    """How it ended, then the best of the seats, as many as there is room for."""
    if page.news:
        used = ink.text(page.title, Box(0, 0, 128, 22), _SMALL, align=0.5, down=0.0)
        ink.text(page.warning, Box(0, used + 3, 128, 61 - used), _SMALL, align=0.5)
        return
    title = Box(0, 0, 128, 24)
    short = ink.fits(page.title, title)
    if not short:
        title = Box(0, 0, 128, 34)
    used = ink.text(page.title, title, (17, *_WORDS), align=0.5, down=0.0)
    columns = 1 if short and len(page.rows) <= _ONE_COLUMN else 2
    top, width = used + 3, 128 // columns
    rows = min(-(-len(page.rows) // columns), (64 - top) // _LOWEST)
    pitch = min(14, (64 - top) // max(1, rows))
    for number, row in enumerate(page.rows[: rows * columns]):
        column, line = divmod(number, rows)
        _place(ink, row, Box(column * width, top + line * pitch, width - 5, pitch))


def _place(ink: Ink, row: ResultRow, box: Box) -> None:
    """One seat in the ranking: its shape, its name, its points; its number for too long a name."""
    size = min(9, box.height)
    ink.stamp(shape(ink.look(row.seat), size), box.x, box.y + (box.height - size) // 2)
    points = row.points or "–"
    room = box.from_left(12).narrower(text_width(points, 11) + 3)
    ink.text(points, box, (11,), align=1.0)
    ink.text(row.name if ink.fits(row.name, room) else str(ink.place(row.seat) + 1), room, _SMALL)
