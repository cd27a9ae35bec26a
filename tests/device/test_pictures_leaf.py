"""Pages of the rules as pictures: nothing cut off, nothing over anything else, at every size."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pygame
import pytest

from device.language import LANGUAGES, language
from device.leaf import Example, Leaf
from device.page import Helping
from device.page_text import overlay
from device.pictures.brush import Brush
from device.pictures.layout import Layout
from device.pictures.pages import Pages
from device.reading import book_of, whole
from device.rulebook import rulebook
from device.view import Orientation, Style
from game.rules import PRESETS, Rules
from tests.device.test_pictures_screen import felt, raw
from tests.device.test_rulebook import ALL_OTHERWISE
from tests.device.views import faces

SIZES = ((640, 400), (800, 480), (1024, 600), (1024, 768), (1280, 720), (1920, 1080))
LONG = "Whoever slaps on nothing burns the top card. " * 12
TOO_LONG = LONG * 5


@cache
def brush(size: tuple[int, int]) -> Brush:
    return Brush(min(size[0] / 1280, size[1] / 720))


def leaves(rules: Rules, code: str) -> list[Leaf]:
    """The pages as the table shows them."""
    spoken = language(code)
    pages = rulebook(rules, spoken, spoken)
    shown = [
        overlay(Helping(at), 0, (), spoken, book=lambda hints: book_of(pages, hints, whole, spoken))
        for at in range(1, len(pages) + 1)
    ]
    return [leaf for leaf in shown if isinstance(leaf, Leaf)]


def painted(leaf: Leaf, size: tuple[int, int], style: Style) -> tuple[pygame.Surface, set[str]]:
    """The picture, and the texts that did not fit."""
    surface = felt(size)
    brush(size).lettering.cut.clear()
    Pages(brush(size), Layout(size, 4)).overlay(surface, leaf, style)
    return surface, set(brush(size).lettering.cut)


def faults(leaf: Leaf, size: tuple[int, int], style: Style) -> Iterator[str]:
    """What is wrong with the picture of a page: each part must keep a strip of felt around it."""
    surface, shortened = painted(leaf, size, style)
    yield from (f"shortened: {text}" for text in shortened)
    px, (width, height) = brush(size).px, size
    box = surface.get_rect().inflate(-4 * px(12), -4 * px(12))
    foot = box.bottom - px(44) - px(14)
    strips = {
        "left": pygame.Rect(0, 0, box.left, height),
        "right": pygame.Rect(box.right, 0, width - box.right, height),
        "bottom": pygame.Rect(0, box.bottom, width, height - box.bottom),
        "above the keys": pygame.Rect(0, foot + 1, width, px(14) - 2),
    }
    if leaf.examples:
        gutter = box.left + box.width * 47 // 100
        strips["between"] = pygame.Rect(
            gutter + px(4), box.top + px(78), px(24), foot - box.top - px(78)
        )
    for name, strip in strips.items():
        part = surface.subsurface(strip.clip(surface.get_rect()))
        if raw(part) != raw(felt(part.get_size())):
            yield f"something stands {name}"


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_is_whole_in_every_picture(
    code: str, size: tuple[int, int], orientation: Orientation
) -> None:
    for rules in (*PRESETS.values(), ALL_OTHERWISE):
        for leaf in leaves(rules, code):
            found = list(faults(leaf, size, Style(orientation)))
            assert not found, (leaf.title, found)


@pytest.mark.parametrize(
    "leaf",
    [
        Leaf("Title", (TOO_LONG,)),
        Leaf("Title", ("Short.",), here=(TOO_LONG,)),
        Leaf("Title", ("Longword" * 40,), examples=(Example(faces("7H"), "One."),)),
        Leaf("Title" * 40, ("Short.",)),
        Leaf("Title", ("Short.",), examples=(Example(faces("7H 8H"), "Two.", ("Word" * 30, "")),)),
        Leaf("Title", ("Short.",), examples=(Example(faces("7H 8H"), TOO_LONG),)),
    ],
    ids=["words", "house rule", "word", "title", "note", "caption"],
)
def test_what_does_not_fit_is_found(leaf: Leaf) -> None:
    assert list(faults(leaf, (800, 480), Style()))


def test_long_words_are_set_smaller_and_not_cut_off() -> None:
    example = Example(faces("7H 7S"), "A pair.")
    assert list(faults(Leaf("Title", (LONG,), examples=(example,)), (1280, 720), Style())) == []


@pytest.mark.parametrize("part", ["title", "text", "here", "examples", "number", "hints"])
def test_every_part_of_a_page_is_in_the_picture(part: str) -> None:
    leaf = next(leaf for leaf in leaves(ALL_OTHERWISE, "en") if leaf.here)
    without = replace(leaf, **{part: "" if part in ("title", "number") else ()})
    size = (800, 480)
    assert raw(painted(leaf, size, Style())[0]) != raw(painted(without, size, Style())[0])


@pytest.mark.parametrize("orientation", Orientation)
def test_of_each_card_under_another_its_index_is_seen(orientation: Orientation) -> None:
    """The picture of two piles that differ in the lowest card alone is another one."""
    size, style = (800, 480), Style(orientation)
    pictures = set()
    for lowest in ("5H", "5S", "6H"):
        example = Example(faces(f"{lowest} 9S 9D"), "A pair.")
        pictures.add(raw(painted(Leaf("Title", ("Text.",), examples=(example,)), size, style)[0]))
    assert len(pictures) == 3
