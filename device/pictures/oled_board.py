"""A board, or what one person has done, on 128 x 64 dots.

The law: few lines, each whole. Where a name and its value have no room in one line, the value
stands under the name; what has no room on one page goes on on the next.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain

from device.between import Bar, BoardPage, Line
from device.pictures.box import Box
from device.pictures.ink import Ink, drop, text_width, wrapped

WHOLE = (128, 64)
_WORDS = (14, 13, 11, 10, 9)
_TITLE = (11, 10, 9)
_LETTERS = (9,)
_PITCH = 10
"""From one line of the smallest letters to the next."""
_LINE = 11
"""Dots of one line, with what goes over and under its capitals."""
_WIDEST = "00/00"
"""The number of a page, while it is not known how many there are."""
_LEAST = 8
"""Letters of a label that is not cut in two."""
_APART = 6
_INDENT = 10
_EARLY = 2
"""From one dot to the next of a bar that does not count."""


@lru_cache(maxsize=64)
def board_pages(page: BoardPage) -> tuple[BoardPage, ...]:
    """A page of boards as pages of which each shows all that it has."""
    made: list[list[Line]] = []
    room = top = _room(Ink(WHOLE), page)
    for line in chain.from_iterable(_parts(line, top) for line in page.lines):
        end = _places(line, room)[1]
        if not made or end > WHOLE[1]:
            made.append([])
            end = _places(line, top)[1]
        made[-1].append(line)
        room = _under(end)
    cut = [replace(page, lines=tuple(lines), bars=()) for lines in made]
    cut += [replace(page, lines=())] if page.bars or not page.lines else []
    if len(cut) > 1:  # which page of this one says more than which of all
        cut = [replace(each, number=f"{n} / {len(cut)}") for n, each in enumerate(cut, 1)]
    return tuple(cut)


def draw_board(ink: Ink, page: BoardPage) -> None:
    """As many rows as there is room for, or the bars without any."""
    room = _room(ink, page)
    ink.fill(Box(0, room.y - 2, 128, 1))
    if page.text:
        ink.text(page.text, room, _WORDS, align=0.5)
    if page.bars and not page.lines:
        _bars(ink, page, room)
    for n, line in enumerate(page.lines):
        shown = line if n else _shortened(line, room)
        end = _places(shown, room)[1]
        if end > WHOLE[1]:
            return
        _row(ink, shown, room)
        room = _under(end)


def _room(ink: Ink, page: BoardPage) -> Box:
    """What is left under the title, which is drawn."""
    used = _title(ink, page.title, page.number.replace(" ", ""))
    return _under(used + 3)


def _under(end: int) -> Box:
    """What is left under what ends there."""
    return Box(0, end + 1, 128, WHOLE[1] - end - 1)


def _row(ink: Ink, line: Line, room: Box) -> None:
    for text, box, align in _places(line, room)[0]:
        sunk = box.from_top(drop(text, _LETTERS[0]))
        ink.text(text, sunk, _LETTERS, align=align, down=0.0)


def _shortened(line: Line, room: Box) -> Line:
    """Without the end of its label, so that the value is seen."""
    while _places(line, room)[1] > WHOLE[1] and len(line.label) > _LEAST:
        line = replace(line, label=line.label[: len(line.label) * 3 // 4].rstrip() + "…")
    return line


def _title(ink: Ink, title: str, number: str) -> int:
    """The title, and behind it the number of the page, if there is room for any; their height.

    That is the same for all numbers, so that a page can be cut before it is known how many it is.
    """
    small, room = _TITLE[-1:], Box(0, 0, 128, 21)
    beside = Box(0, 0, 128 - text_width(_WIDEST, small[0]) - 4, _LINE)
    if ink.fits(title, beside):
        ink.text(number, room, small, align=1.0, down=0.0)
        return ink.text(title, beside, _TITLE, down=0.0)
    if ink.fits(f"{title} {_WIDEST}", room):
        return ink.text(f"{title} {number}", room, small, down=0.0)
    return ink.text(title, room, small, down=0.0)


def _parts(line: Line, room: Box) -> list[Line]:
    """A row, or its names in several where it has no room on a page of its own."""
    if len(line.label) <= _LEAST or _places(line, room)[1] <= WHOLE[1]:
        return [line]
    middle = len(line.label) // 2
    middle = line.label.find(" ", middle) + 1 or line.label.rfind(" ") + 1 or middle
    first, rest = line.label[:middle].strip(), line.label[middle:].strip()
    return [*_parts(Line(first), room), *_parts(replace(line, label=rest), room)]


def _places(line: Line, room: Box) -> tuple[list[tuple[str, Box, float]], int]:
    """Where the words of a row stand, and where they end, though it be below the picture.

    The value stands behind the last line of the label, and so does the note, if there is room.
    """
    size = _LETTERS[0]
    lines = wrapped(line.label.split(), size, room.width, True) or [""]
    value, note = (text_width(text, size) for text in (line.value, line.note))
    rows = [replace(room, y=room.y + n * _PITCH, height=_LINE) for n in range(len(lines) + 2)]
    places = [(text, row, 0.0) for text, row in zip(lines, rows, strict=False)]
    last = len(lines) - 1
    free = room.width - text_width(lines[-1], size) - _APART
    if value > free:
        last, free = last + 1, room.width - _INDENT - _APART
    free -= value
    places.append((line.value, rows[last], 1.0))
    if note + _APART <= free:
        places.append((line.note, rows[last].narrower(value + _APART), 1.0))
    elif line.note:
        last += 1
        places.append((line.note, rows[last], 1.0))
    return places, rows[last].y + _LINE


def _bars(ink: Ink, page: BoardPage, room: Box) -> None:
    """The histogram under its heading; bars that do not count are only lines."""
    ink.text(page.heading, Box(0, room.y, 128, _LINE), _LETTERS)
    foot = WHOLE[1] - _LINE + 1
    top, bottom = room.y + _LINE + 2, foot - 3
    pitch = 128 // len(page.bars)
    left = (128 - pitch * len(page.bars)) // 2
    most = max(bar.number for bar in page.bars)
    ink.fill(Box(left, bottom, pitch * len(page.bars), 1))
    for n, bar in enumerate(page.bars):
        x = left + n * pitch
        _bar(ink, bar, Box(x, top, pitch - 1, bottom - top), most)
        wide = text_width(bar.label, _LETTERS[0])
        at = max(0, min(x - wide // 2, 128 - wide))
        ink.text(bar.label, Box(at, foot, wide, WHOLE[1] - foot), _LETTERS)


def _bar(ink: Ink, bar: Bar, box: Box, most: int) -> None:
    """At least a dot high where there is anything to count."""
    tall = -(-box.height * bar.number // most)
    for y in range(tall):
        if not bar.marked or y % _EARLY == 0:
            ink.fill(Box(box.x, box.y + box.height - 1 - y, box.width, 1))
