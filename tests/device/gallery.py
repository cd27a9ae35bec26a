"""Every screen there is, by name: what the tests read dot by dot, and people look at.

`python -m tests.device.gallery FOLDER` paints all of it there, with an index to look at; `make
pictures` does so. Behind the folder may stand parts of names: then only those screens are painted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from html import escape
from itertools import product
from pathlib import Path

import pygame

from device.between import (
    BoardPage,
    IdlePage,
    LobbyPage,
    MenuPage,
    NamePage,
    TrialPage,
    WiringPage,
)
from device.language import LANGUAGES, language
from device.leaf import Leaf
from device.lesson import Lesson, Topic, lesson_text
from device.overlay import Countdown, Help, Paused, Question, Result
from device.pictures.magnified import magnified
from device.pictures.oled import Miniature
from device.pictures.turned import Turned
from device.view import View
from game.patterns import Pattern
from game.rules import Rules
from tests.device import moments, rooms, walk
from tests.device.test_rulebook import ALL_OTHERWISE

SMALL = (128, 64)
SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080))
OTHER_SEATS = (2, 3, 5, 6, 7, 8)
"""The party's table has four; all moments are those of four."""
FLAT = ("cross", "challenge", "race", "strikes", "time limit", "buttons", "at keys", "all hold")
"""Moments whose panels are read where the screen lies flat, and each is turned to its edge."""
PARTY = 6
"""Seats that a table is laid out for; more of them have smaller times on the photo finish."""
CROWDED = (
    "laying", "cross", "one side", "bottom card", "four attempts", "one hand", "race", "dead heat",
    "not to be told", "too late", "disputed", "strikes", "time limit", "buttons", "at keys",
    "all at keys", "old game", "keys", "result", "some hold", "all hold", "held in a pause",
)  # fmt: skip
"""Moments that look different with another number of seats."""


@cache
def screens(code: str) -> dict[str, View]:
    """All of them in a language."""
    found = {name: rooms.view_of(name, code) for name in rooms.SCENES}
    found["lobby, stuck"] = rooms.view_of("lobby", code, unheard=frozenset(range(6)))
    for name in moments.MOMENTS:
        found[name] = moments.view_of(name, 4, code)
    for seats in OTHER_SEATS:
        for name in CROWDED:
            found[f"{name}, {seats} seats"] = moments.view_of(name, seats, code)
    for seats, name in product(range(2, PARTY + 1), FLAT):
        view = moments.view_of(name, seats, code)
        found[f"{name}, {seats} seats, flat"] = replace(view, flat=True)
    for number, view in enumerate(moments.leaves(code), 1):
        found[f"rules page {number}"] = view
    for number, view in enumerate(moments.leaves(code, ALL_OTHERWISE), 1):
        found[f"other rules page {number}"] = view
    for topic in Topic:
        found[f"lesson {topic.name.lower()}"] = _lesson(topic, code)
    known = {_plain(view) for view in found.values()}
    for name, view in _met(code):
        if _plain(view) not in known:
            known.add(_plain(view))
            found[f"met at {name}"] = view
    return found


def _plain(view: View) -> View:
    """The same whichever name or letter is selected: its words stand at the same places."""
    page = view.overlay
    if isinstance(page, NamePage):
        return replace(view, overlay=replace(page, selected=0, letter=0))
    return view


def _met(code: str) -> Iterator[tuple[str, View]]:
    """What one person meets at a table, by where it is."""
    for step, view in walk.walked(code):
        yield _words(step.scene), view
    moments_met = dict[str, View]()
    for view in walk.played(code):
        event, seats = view.event, view.seats
        what = [type(view.overlay).__name__ if view.overlay is not None else "game"]
        what += ["turn"] * seats[0].turn + ["debt"] * any(seat.owed for seat in seats)
        if event is not None:
            what += [event.tone.value, "race" if event.finish else ""]
        moments_met.setdefault(" ".join(what), view)
    yield from moments_met.items()


def _words(scene: object) -> str:
    """A scene as a name."""
    parts = scene if isinstance(scene, tuple) else (scene,)
    return " ".join(str(part.name if isinstance(part, Enum) else part) for part in parts).lower()


def _lesson(topic: Topic, code: str) -> View:
    lesson, names = Lesson(topic, 0, 1, Pattern.TOP_BOTTOM), moments.NAMES[:2]
    rules = Rules(patterns=frozenset(Pattern), claim_us=1_500_000)
    text = lesson_text(lesson, names, rules, ("enter", "space"), language(code))
    return replace(moments.view_of("challenge", 2, code), lesson_text=text)


def across(view: View) -> list[str]:
    """The texts of a view that must be read across the table."""
    page = view.overlay
    match page:
        case None:
            return list(_table(view))
        case IdlePage():
            return [page.title, page.heading]
        case LobbyPage():
            called = [] if page.lines else [page.text]
            return [page.title, *called, *(chair.title for chair in page.chairs if chair.person)]
        case NamePage():
            return [page.title if page.typed is None else f"{page.typed}_"]
        case MenuPage() | BoardPage() | Leaf() | Help() | TrialPage() | WiringPage():
            return [page.title]
        case Paused():
            return [page.title]
        case Countdown():
            return [page.number]
        case Question():
            return [page.title, *page.options]
        case Result():
            return [page.title, *(row.name for row in page.rows)]


def _table(view: View) -> Iterator[str]:
    """Whose turn it is, the pile, who sits there with how many cards, and the verdict."""
    yield view.now_text
    yield view.pile.count_text
    for seat in view.seats:
        yield seat.name
        if not seat.out:
            yield str(seat.cards)
    if view.event is not None:
        yield view.event.headline
        if view.event.finish is not None and len(view.seats) <= PARTY and not view.event.lines:
            yield from (mark.text for mark in view.event.finish.marks)


def painted(view: View, size: tuple[int, int]) -> pygame.Surface:
    """The picture of a view, on the small display enlarged."""
    if size == SMALL:
        return magnified(Miniature().picture(view), 4)
    return Turned(size).picture(view)


def main(folder: Path, parts: Sequence[str]) -> None:
    """Every screen in both languages and all sizes, and turned at one of them; and the index."""
    index = ["<!doctype html><meta charset='utf-8'><title>Ratscrew</title>", _STYLE]
    kinds = [(size, 0) for size in (*SIZES, SMALL)]
    kinds += [(SIZES[0], rotation) for rotation in (90, 180, 270)]
    for name in screens(next(iter(LANGUAGES))):
        if parts and not any(part in name for part in parts):
            continue
        index.append(f"<h2>{escape(name)}</h2>")
        for (size, rotation), code in product(kinds, LANGUAGES):
            view = screens(code).get(name)
            if view is None or (size == SMALL and len(view.seats) > PARTY):
                continue
            place = f"{size[0]}x{size[1]}" + f"-turned-{rotation}" * bool(rotation)
            path = Path(code) / place / f"{_FORBIDDEN.sub('-', name)}.png"
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            picture = painted(replace(view, rotation=rotation), size)
            pygame.image.save(picture, folder / path)
            told = f"{code} {place}"
            index.append(f"<a href='{path}'><img src='{path}' title='{told}' loading='lazy'></a>")
    (folder / "index.html").write_text("\n".join(index), encoding="utf-8")
    print(folder / "index.html")


_STYLE = "<style>body{background:#333;color:#eee;font-family:sans-serif}img{height:180px}</style>"
_FORBIDDEN = re.compile(r"[^a-z0-9]+")

if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
