"""Pages over the table: what a key does there, and what a page looks like."""

from dataclasses import replace
from datetime import datetime

import pytest

from device import view
from device.gesture import Press
from device.language import LANGUAGES, language
from device.leaf import Leaf
from device.overlay import Countdown, Help, Overlay, Paused, Question
from device.page import (
    COUNTDOWN_NS,
    SETTLE_NS,
    Asking,
    Counting,
    Ending,
    Greeting,
    Helping,
    Page,
    Pausing,
    Topic,
    Wish,
    key_of,
    turned,
)
from device.page_text import overlay
from device.reading import BookPage, book_of, whole
from device.rulebook import rulebook
from game.rules import Rules

ENGLISH = language("en")
LEAVING, OLD = Asking(Topic.LEAVING), Asking(Topic.OLD_GAME, about="Anna, Ben", cards=9)
PARTING = Asking(Topic.LEAVING, parting=((0, "Anna"), (2, "Clara")))


@pytest.mark.parametrize(
    ("page", "key", "wish"),
    [
        (Pausing(), "p", Wish.GO_ON),
        (Pausing(), "enter", Wish.GO_ON),
        (Pausing(), "esc", Wish.ASK_TO_LEAVE),
        (Pausing(), "space", None),
        (Counting(COUNTDOWN_NS), "esc", Wish.ASK_TO_LEAVE),
        (Counting(COUNTDOWN_NS), "p", None),
        (LEAVING, "enter", Wish.GO_ON),
        (LEAVING, "esc", Wish.GO_ON),
        (LEAVING, "space", None),
        (OLD, "enter", Wish.OLD_GAME),
        (OLD, "esc", Wish.OLD_GAME),
        (Helping(), "f1", Wish.GO_ON),
        (Helping(), "esc", Wish.GO_ON),
        (Helping(), "a", None),
        (Greeting(), "enter", Wish.GO_ON),
        (Greeting(), "esc", Wish.LEAVE),
        (Ending(0), "enter", Wish.ANOTHER),
        (Ending(0), "esc", Wish.LEAVE),
        (Ending(0), "space", None),
    ],
)
def test_what_a_key_is_for(page: Page, key: str, wish: Wish | None) -> None:
    assert turned(page, key, SETTLE_NS) == (page, wish)


LEAVES = rulebook(Rules(), ENGLISH, ENGLISH)


def book(hints: tuple[view.KeyHint, ...]) -> list[BookPage]:
    return book_of(LEAVES, hints, whole, ENGLISH)


def helped(page: Page, wired: bool = False) -> Overlay | None:
    return overlay(page, 0, (), ENGLISH, wired, book)


@pytest.mark.parametrize(
    ("on", "back"), [("right", "left"), ("enter", "space"), ("down", "up"), ("tab", "left")]
)
def test_the_rules_follow_the_keys_page_by_page_and_back_and_around(on: str, back: str) -> None:
    page: Page = Helping()
    for number, leaf in enumerate(LEAVES, 1):
        page, wish = turned(page, on, 0)
        assert wish is None
        shown = helped(page)
        assert isinstance(shown, Leaf)
        assert (shown.title, shown.text, shown.examples) == (leaf.title, leaf.text, leaf.examples)
        assert shown.number == f"{number} / {len(LEAVES)}"
        assert [hint.key for hint in shown.hints] == ["Enter", "←", "F1"]
        assert turned(page, "f1", 0) == (page, Wish.GO_ON)
    page, _ = turned(page, on, 0)
    assert isinstance(helped(page), Help)
    page, _ = turned(page, back, 0)
    assert helped(page) == shown


def test_back_from_the_keys_is_the_last_page() -> None:
    page, _ = turned(Helping(), "left", 0)
    shown = helped(page)
    assert isinstance(shown, Leaf)
    assert shown.title == LEAVES[-1].title


@pytest.mark.parametrize("key", ["left", "right", "up", "down", "tab"])
def test_arrows_choose_the_other_answer_and_enter_takes_it(key: str) -> None:
    other, wish = turned(LEAVING, key, 0)
    assert wish is None
    assert isinstance(other, Asking)
    assert other.selected == 1
    assert turned(other, "enter", 0) == (other, Wish.LEAVE)
    assert turned(other, key, 0) == (LEAVING, None)


def test_escape_never_takes_the_dangerous_answer() -> None:
    other, _ = turned(LEAVING, "right", 0)
    assert turned(other, "esc", 0)[1] is Wish.GO_ON


def test_hands_still_on_the_keys_do_not_leave_the_result() -> None:
    page = Ending(5)
    for key in ("enter", "esc"):
        assert turned(page, key, 5 + SETTLE_NS - 1) == (page, None)


@pytest.mark.parametrize(
    ("left_ns", "number"),
    [(COUNTDOWN_NS, "3"), (2_000_000_001, "3"), (2_000_000_000, "2"), (1, "1"), (0, "1")],
)
def test_a_countdown_counts_whole_seconds_up(left_ns: int, number: str) -> None:
    shown = overlay(Counting(10 + left_ns), 10, (), ENGLISH)
    assert isinstance(shown, Countdown)
    assert shown.number == number


def test_every_page_has_a_picture_but_the_result_which_is_the_stages() -> None:
    rows = (view.KeyHint("P", "pause"),)
    assert overlay(None, 0, rows, ENGLISH) is None
    assert overlay(Ending(0), 0, rows, ENGLISH) is None
    told = "P: go on. F1: the rules. Esc: leave."
    assert overlay(Pausing(), 0, rows, ENGLISH) == Paused("Pause", told)
    shown = overlay(Helping(), 0, rows, ENGLISH)
    assert isinstance(shown, Help)
    assert shown.rows == rows


def test_a_question_has_as_many_answers_as_wishes() -> None:
    for code in ("de", "en"):
        for page in (LEAVING, OLD, PARTING):
            shown = overlay(page, 0, (), language(code))
            assert isinstance(shown, Question)
            assert len(shown.options) == len(page.answers)
            assert shown.title


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("wired", [False, True])
@pytest.mark.parametrize("when", [None, datetime(2026, 11, 30, 9, 5)])
def test_the_question_about_the_last_game_says_who_how_far_when_and_what_to_press(
    code: str, wired: bool, when: datetime | None
) -> None:
    shown = overlay(replace(OLD, when=when), 0, (), language(code), wired)
    assert isinstance(shown, Question)
    assert shown.text.startswith("Anna, Ben: 9 ")
    assert (language(code).moment(datetime(2026, 11, 30, 9, 5)) in shown.text) == (when is not None)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("page", [LEAVING, PARTING, OLD], ids=["leaving", "parting", "old"])
def test_a_question_says_what_chooses_an_answer(page: Asking, code: str) -> None:
    """The keys of a keyboard, or the buttons of a seat."""
    spoken = language(code)
    for wired, names in ((False, ("Arrow keys: next. Enter: choose.",)), (True, ("Slap", "Flip"))):
        shown = overlay(page, 0, (), spoken, wired, kept=True)
        assert isinstance(shown, Question)
        for name in names:
            told = spoken.gettext("{about} " + name).removeprefix("{about} ")
            assert (told if name.endswith(".") else spoken.gettext(name)) in shown.text


def test_at_wired_buttons_flip_is_on_and_slap_is_back() -> None:
    page = Helping()
    on, _ = turned(page, key_of(page, Press.FLIP), 0)
    shown = helped(on, wired=True)
    assert isinstance(shown, Leaf)
    assert shown.number == f"2 / {len(LEAVES)}"  # no keys before the rules
    assert [hint.key for hint in shown.hints] == ["Flip", "Slap", "hold for 1\xa0s"]
    assert turned(on, key_of(on, Press.SLAP), 0) == (page, None)
    assert turned(on, key_of(on, Press.FLIP_LONG), 0)[1] is Wish.GO_ON
    assert key_of(Pausing(), Press.SLAP) == "enter"


def test_the_rules_that_were_opened_in_a_pause_lead_back_to_it() -> None:
    pause = Pausing("Anna")
    for key in ("f1", key_of(pause, Press.FLIP)):
        rules, wish = turned(pause, key, 0)
        assert (rules, wish) == (Helping(pause=pause), None)
        on, _ = turned(rules, "tab", 0)
        for back in ("f1", "esc", "p", key_of(on, Press.SLAP_LONG), key_of(on, Press.FLIP_LONG)):
            assert turned(on, back, 0) == (pause, None)
        for wired in (False, True):
            shown = helped(on, wired)
            assert isinstance(shown, Leaf)
            assert shown.hints[-1].does == "back to the pause"


def test_each_answer_to_who_leaves_means_one_person_or_all() -> None:
    page, found = PARTING, []
    for _ in range(5):
        asked, wish = turned(page, "enter", 0)
        assert isinstance(asked, Asking)
        found.append((wish, asked.parts))
        page, _ = turned(page, "tab", 0)  # type: ignore[assignment]
    one, other = (Wish.PART, 0), (Wish.PART, 2)
    assert found == [(Wish.GO_ON, None), one, other, (Wish.LEAVE, None), (Wish.GO_ON, None)]
    assert turned(replace(PARTING, selected=1), "esc", 0)[1] is Wish.GO_ON
