"""Every screen can be read: whole, apart, and across the table where it must be; on the pixels."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pygame
import pytest

from device.between import (
    BoardPage,
    IdlePage,
    LobbyPage,
    MenuPage,
    NamePage,
    TrialPage,
    WiringPage,
)
from device.evening import Room
from device.language import LANGUAGES
from device.leaf import Leaf
from device.overlay import Countdown, Help, Paused, Question, Result
from device.pictures.screen import Screen
from device.view import Motion, MotionKind, Orientation, Suit, View
from tests.device import moments, walk
from tests.device.eyes import Eyes, contrast
from tests.device.gallery import SIZES, across, screens
from tests.device.test_evening import walked

pytest.importorskip("PIL")
from device.pictures.oled_board import board_pages
from device.pictures.oled_pages import leaf_pages
from tests.device import proof_oled
from tests.device.proof import Ink, Proof, faults, least_px

TURNED = ((480, 800), (600, 1024), (720, 1280), (1080, 1920))
"""Of the pictures that fill these screens, turned by a quarter."""
SEEN = (
    *((size, 180) for size in SIZES[1::2]),
    *((size, rotation) for size, rotation in zip(SIZES, (90, 270, 90, 270), strict=True)),
)
"""Screens, and by how much their picture is turned: a quarter of all at each, by each kind of turn,
each once by a quarter turn."""
WHOLLY = SIZES[::2]
"""The smallest and the usual one; the largest is laid out as the latter, only larger."""
PAGES = {
    "lobby": LobbyPage,
    "menu": MenuPage,
    "name": NamePage,
    "drawer": TrialPage | WiringPage | MenuPage | Question | Paused,
    "rules": Leaf | Help,
    "boards": BoardPage,
    "idle": IdlePage,
}


@cache
def proof(size: tuple[int, int], rotation: int = 0) -> Proof:
    return Proof(size, rotation=rotation)


# With two buttons of one seat


@pytest.mark.parametrize("code", LANGUAGES)
def test_one_seat_walks_to_every_screen_and_back_and_the_table_shows_it(code: str) -> None:
    shown = walk.walked(code)
    assert {step.scene for step, _ in shown} >= set(walked()[0])
    assert shown[-1][0].scene is Room.IDLE
    for step, view in shown:
        page = view.overlay
        kind = step.scene[0] if isinstance(step.scene, tuple) else "idle"
        assert isinstance(page, PAGES[kind]), step
        if kind == "menu":
            assert page.selected == step.scene[2], step  # type: ignore[index]


def test_one_seat_plays_stops_leaves_and_ends_a_game() -> None:
    kinds: list[type] = []
    for view in walk.played("de"):
        if not kinds or kinds[-1] is not type(view.overlay):
            kinds.append(type(view.overlay))
    game = type(None)
    stopped = [game, Paused, Countdown, game, Paused, Question, Countdown, game]
    ended = [Result, LobbyPage, game, Paused, Question, IdlePage]
    assert kinds == [IdlePage, LobbyPage, *stopped, *ended]


# Read on the pixels


def read(size: tuple[int, int], named: Sequence[tuple[str, View]], rotation: int = 0) -> list[str]:
    """What is wrong, and where."""
    reader = proof(size, rotation)
    return [
        f"{name}: {fault}"
        for name, view in named
        for fault in faults(reader.read(view), across(view), size)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", WHOLLY, ids=str)
def test_every_screen_can_be_read(size: tuple[int, int], code: str) -> None:
    assert not read(size, list(screens(code).items()))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("size", "rotation"), SEEN, ids=str)
def test_screens_can_be_read_as_they_are_seen_turned(
    size: tuple[int, int], rotation: int, code: str
) -> None:
    """A quarter of them on each screen, but each once turned by a quarter."""
    first = SEEN.index((size, rotation)) + 2 * list(LANGUAGES).index(code)
    assert not read(size, list(screens(code).items())[first % 4 :: 4], rotation)


def test_each_screen_is_read_once_turned_by_a_quarter() -> None:
    for language in range(len(LANGUAGES)):
        quarters = {(n + 2 * language) % 4 for n, (_, turn) in enumerate(SEEN) if turn % 180}
        assert quarters == {0, 1, 2, 3}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_screen_can_be_read_on_the_small_display(code: str) -> None:
    named = dict(screens(code))
    for name, view in screens(code).items():
        if isinstance(view.overlay, Leaf):
            for number, page in enumerate(leaf_pages(view.overlay), 1):
                named[f"{name}, part {number}"] = replace(view, overlay=page)
        if isinstance(view.overlay, BoardPage):
            for number, part in enumerate(board_pages(view.overlay), 1):
                named[f"{name}, part {number}"] = replace(view, overlay=part)
    found = [
        f"{name}: {fault}" for name, view in named.items() for fault in proof_oled.faults(view)
    ]
    assert not found


# What happened last


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [*WHOLLY, TURNED[0]], ids=str)
def test_a_verdict_stands_apart_from_the_times_under_it(size: tuple[int, int], code: str) -> None:
    """By about the height of their letters, in one line and in two."""
    lines = set()
    for name, view in screens(code).items():
        if view.overlay is not None or view.event is None or view.event.finish is None:
            continue
        inks = proof(size).read(view)
        told = _told(view.event.headline, inks)
        times = {mark.text for mark in view.event.finish.marks}
        marks = [ink for ink in inks if ink.text in times]
        gap = min(ink.area[1] for ink in marks) - max(ink.area[3] for ink in told)
        assert gap >= 0.85 * marks[0].capital_px, name
        lines.add(len(told))
    assert lines == {1, 2}


def _told(text: str, inks: Sequence[Ink]) -> Sequence[Ink]:
    """The lines in which a text stands."""
    for first, last in combinations(range(len(inks) + 1), 2):
        lines = inks[first:last]
        if " ".join(ink.text for ink in lines) == text:
            return lines
    raise AssertionError(text)


@pytest.mark.parametrize("size", [*WHOLLY, TURNED[0]], ids=str)
def test_a_hand_that_comes_down_leaves_every_word_to_be_read(size: tuple[int, int]) -> None:
    """Neither its ring around the pile nor the cross of a strike runs through one."""
    kinds = (MotionKind.SLAP, MotionKind.STRIKE)
    for seats, orientation, flat in product((2, 4, 6), Orientation, (False, True)):
        view = moments.view_of("bottom card", seats, "de")
        style = replace(view.style, orientation=orientation)
        view = replace(view, style=style, flat=flat)
        assert all((view.pile.count_text, view.pile.burned_text, view.pile.bottom_text))
        for progress in (0, 500, 950):
            motions = tuple(
                Motion(kind, progress, seat) for kind, seat in product(kinds, range(seats))
            )
            for ink in proof(size).read(replace(view, motions=motions), moving=True):
                assert ink.found == ink.dots, (seats, orientation, flat, progress, ink.text)


# Ranks and suits


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("size", [*SIZES, *TURNED], ids=str)
def test_the_rank_and_the_suit_of_the_top_card_are_read_across_the_table(
    size: tuple[int, int], orientation: Orientation
) -> None:
    """What changes in the upper left corner of the card where another rank or suit lies there."""
    view = moments.view_of(_PRINTED[orientation], 4, "de")
    for other in (
        replace(view.pile.top[-1], letter="H"),
        replace(view.pile.top[-1], suit=Suit.HEARTS),
    ):
        top = (*view.pile.top[:-1], other)
        changed = _changed(size, view, replace(view, pile=replace(view.pile, top=top)))
        assert changed >= least_px(size)


_PRINTED = {
    Orientation.TWO_SIDE: "laying",
    Orientation.CROSS: "cross",
    Orientation.ONE_SIDE: "one side",
}


def _changed(size: tuple[int, int], one: View, other: View) -> int:
    """Height of the first thing that differs on the top card, from its corner down."""
    screen = Screen(size)
    box = screen.layout(one).top_card
    part = pygame.Rect(box.left, box.top, box.width // 2, box.height * 45 // 100)
    if one.style.orientation is Orientation.CROSS:  # what is read from the bottom edge
        part = pygame.Rect(box.left + box.width // 4, 0, box.width // 2, box.height * 27 // 100)
        part.bottom = box.bottom
    pictures = [screen.picture(view).subsurface(part).copy() for view in (one, other)]
    apart = pygame.mask.from_threshold(
        pictures[0], (0, 0, 0), (60, 60, 60, 255), othersurface=pictures[1]
    )
    apart.invert()
    rows = [any(apart.get_at((x, y)) for x in range(part.width)) for y in range(part.height)]
    first = rows.index(True)
    return len(rows) - first - rows[::-1].index(True)


# Contrast, for all eyes


def test_every_text_stands_out_from_its_ground_for_all_eyes() -> None:
    reader, size, found = proof((1280, 720)), (1280, 720), set()
    named = screens("de")
    chosen = dict(list(named.items())[::3])
    chosen |= {name: view for name, view in named.items() if any(s.flash for s in view.seats)}
    for name, view in chosen.items():
        for ink in reader.read(view, grounds=True):
            least = 3.0 if ink.capital_px >= least_px(size) else 4.5
            for ground, eyes in product(ink.grounds, Eyes):
                if contrast(ink.colour, ground, eyes) < least:
                    found.add(f"{name}: {ink.text!r} {ink.colour} on {ground} for {eyes.name}")
    assert not found
