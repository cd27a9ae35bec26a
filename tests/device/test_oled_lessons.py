"""What is explained on 128 x 64 dots: lessons beside the top card, the rules, who leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.language import LANGUAGES, language
from device.leaf import Leaf
from device.lesson import Lesson, Topic, lesson_text
from device.overlay import Help, Question
from device.reading import book_of, button_hints
from device.rulebook import rulebook
from device.view import View
from game.patterns import Pattern
from game.rules import Rules
from tests.device.story import story

Image = pytest.importorskip("PIL.Image")
from device.pictures.ink import Picture  # noqa: E402 - where Pillow is missing there is nothing
from device.pictures.oled import Miniature  # noqa: E402
from device.pictures.oled_pages import book_pages  # noqa: E402


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_has_room_beside_the_top_card(code: str) -> None:
    view, names = list(story(2, inputs=60))[-1], ("Maximilian", "Computer 1")
    bare = inked(view)
    for rules in (Rules(), Rules(patterns=frozenset(Pattern))):
        for topic in Topic:
            for pattern in Pattern:
                text = lesson_text(Lesson(topic, 0, 0, pattern), names, rules, (), language(code))
                miniature = Miniature()
                told = miniature.picture(replace(view, lesson_text=text))
                assert miniature.shortened == (), (topic, pattern)
                card = (0, 0, 44, 64)
                assert told.crop(card).tobytes() == bare.crop(card).tobytes()


def inked(view: View) -> Picture:
    return Miniature().picture(view).copy()


def test_a_lesson_goes_before_what_has_happened() -> None:
    view = next(each for each in story(2, inputs=400) if each.event is not None)
    assert view.event is not None
    other = replace(view, event=replace(view.event, headline="Somebody slapped"))
    assert inked(view).tobytes() != inked(other).tobytes()
    told = [inked(replace(each, lesson_text="Look at this.")) for each in (view, other)]
    assert told[0].tobytes() == told[1].tobytes() != inked(view).tobytes()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_are_pages_that_are_shown_whole_after_one_with_the_buttons(code: str) -> None:
    spoken = language(code)
    leaves = rulebook(Rules(patterns=frozenset(Pattern)), spoken, spoken)
    hints = button_hints("zurück", spoken)
    book = book_of(leaves, hints, book_pages, spoken)
    first, *pages = book
    assert isinstance(first, Help)
    assert first.rows == hints
    view = next(story(2))
    for number, page in enumerate(pages, 1):
        assert isinstance(page, Leaf)
        assert page.number == f"{number} / {len(pages)}"
        miniature = Miniature()
        miniature.picture(replace(view, overlay=page))
        assert miniature.shortened == ()
    told = [text for page in pages if isinstance(page, Leaf) for text in page.text]
    assert told == [text for leaf in leaves for text in (*leaf.text, *leaf.here)]


@pytest.mark.parametrize("selected", range(6))
def test_of_many_answers_the_one_that_counts_is_seen(selected: int) -> None:
    options = ("Nobody", "Anna", "Ben", "Maximilian", "Friedrich", "Everybody")
    miniature = Miniature()
    page = Question("Who leaves?", options, selected)
    picture = miniature.picture(replace(next(story(2)), overlay=page)).copy()
    assert miniature.shortened == ()
    others = [Question("Who leaves?", options, n) for n in range(6) if n != selected]
    for other in others:
        view = replace(next(story(2)), overlay=other)
        assert inked(view).tobytes() != picture.tobytes()
