"""The OLED: what stands on its glass is the newest picture, for as few bytes as may be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.dots import HEIGHT, WIDTH, changes, frame
from tests.hal.wired_oled import KINDS, Image, Wired, blank, boxed, full_frame, pictures, rows


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_frame_of_lumas_is_what_was_measured(kind: str) -> None:
    transfers = {"ssd1306": 2, "sh1106": 16}[kind]
    commands = {"ssd1306": 6, "sh1106": 24}[kind]
    assert full_frame(kind) == 1024 + commands + 2 * transfers


@pytest.mark.parametrize("kind", KINDS)
@given(st.lists(pictures(), min_size=1, max_size=4))
def test_the_glass_shows_the_picture_that_was_sent(kind: str, sent: list[Any]) -> None:
    wired = Wired(kind)
    for picture in sent:
        wired.send(picture)
        assert wired.panel.rows == rows(picture)


@pytest.mark.parametrize("kind", KINDS)
@given(pictures(), pictures())
def test_no_change_costs_more_than_a_whole_frame_and_its_windows(
    kind: str, one: Any, other: Any
) -> None:
    wired = Wired(kind)
    wired.send(one)
    expected = frame(one) != frame(other)
    assert expected == (wired.send(other) > 0)
    # Windows merge as soon as the gap between them is cheaper, so noise is one window a page.
    assert wired.send(one) <= 1024 + 8 * 10


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_change_is_a_small_window(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((10, 8, 29, 23)))
    price = 10 if kind == "ssd1306" else 7
    assert wired.send(boxed((10, 8, 29, 23), (40, 8, 43, 15))) == price + 4
    both_pages = wired.send(boxed((40, 8, 43, 15)))
    assert both_pages == (price + 40 if kind == "ssd1306" else 2 * price + 40)


@given(pictures(), pictures())
def test_windows_hold_all_that_has_changed_and_lie_in_the_panel(one: Any, other: Any) -> None:
    before, after = frame(one), frame(other)
    for tall in (True, False):
        made = bytearray(before)
        for window in changes(before, after, 8, tall):
            assert 0 <= window.column < window.column + window.columns <= WIDTH
            assert 0 <= window.page < window.page + window.pages <= 8
            assert tall or window.pages == 1
            cut = window.cut(after)
            for page in range(window.pages):
                start = (window.page + page) * WIDTH + window.column
                made[start : start + window.columns] = cut[page * window.columns :][
                    : window.columns
                ]
        assert bytes(made) == after


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_picture_twice_sends_nothing(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((5, 5, 60, 40)))
    assert wired.send(boxed((5, 5, 60, 40))) == 0


def test_a_picture_that_was_taken_back_in_time_sends_nothing() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.show(boxed((0, 0, 127, 63)))
    assert wired.send(boxed((5, 5, 60, 40))) == 0


def test_of_many_pictures_only_the_newest_is_sent() -> None:
    wired = Wired()
    wired.send(blank())
    for x in range(100):
        wired.oled.show(boxed((0, 0, x, 63)))
    newest = boxed((9, 9, 12, 12))
    wired.oled.show(newest)
    assert wired.cost(wired.oled.round) < 30
    assert wired.panel.rows == rows(newest)


@pytest.mark.parametrize(
    ("mode", "size"), [("1", (128, 32)), ("L", (WIDTH, HEIGHT)), ("1", (64, 128))]
)
def test_a_picture_of_another_kind_is_refused_and_the_last_stays(
    mode: str, size: tuple[int, int]
) -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    with pytest.raises(ValueError, match=rf"mode '{mode}' and size .*expected mode '1'"):
        wired.oled.show(Image.new(mode, size))
    wired.oled.round()
    assert wired.panel.rows == rows(boxed((5, 5, 60, 40)))
