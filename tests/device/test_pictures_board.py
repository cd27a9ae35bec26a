"""Boards and histograms in pictures: every row whole, every bar as high as it counts."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.between import Bar, BoardPage, Line
from device.pictures.palette import ACCENT, tone_colour
from device.pictures.screen import Screen
from device.view import Tone, View
from tests.device.rooms import view_of
from tests.device.test_pictures import SIZE

pytest.importorskip("PIL")
from device.pictures.oled import Miniature
from device.pictures.oled_board import board_pages
from tests.device import proof_oled

BARE = view_of("board 0", "en")
NAME = st.text("AÄWgjm li'-", min_size=1, max_size=12).filter(str.strip)
VALUES = st.sampled_from(("0", "1480", "198.412 ms", "1:02:03", "17 : 0"))
NOTES = st.sampled_from(("", "7 piles", "12 slaps too early", "1,400 cards"))


def shown(page: BoardPage) -> View:
    return replace(BARE, overlay=page)


def heights(page: BoardPage, marked: bool) -> list[int]:
    """How high the bars of a colour are, from left to right."""
    colour = tone_colour(Tone.BAD) if marked else ACCENT
    picture = Screen(SIZE).picture(shown(page))
    mask = pygame.mask.from_threshold(picture, colour, (1, 1, 1, 255))
    columns = [sum(mask.get_at((x, y)) for y in range(SIZE[1])) for x in range(SIZE[0])]
    tall = list[int]()
    for before, here in zip([0, *columns], columns, strict=False):
        if here and not before:
            tall.append(here)
    return tall


def test_a_bar_is_as_high_as_what_it_stands_for() -> None:
    numbers = (0, 1, 40, 0, 100, 50, 0, 100)
    page = BoardPage("Anna", bars=tuple(map(Bar, numbers)), heading="Reactions")
    found = heights(page, marked=False)
    most = max(found)
    assert most > SIZE[1] // 4
    seen = [number for number in numbers if number]
    assert len(found) == len(seen)
    for tall, number in zip(found, seen, strict=True):
        assert abs(tall - most * number / 100) <= 1
    assert found[0] >= 1


def test_a_bar_that_does_not_count_has_the_colour_of_trouble_and_is_explained() -> None:
    page = BoardPage("Anna", bars=(Bar(50, marked=True), Bar(100)), heading="Reactions")
    assert heights(page, marked=True)[0] * 2 == pytest.approx(heights(page, False)[0], abs=2)
    without = Screen(SIZE).picture(shown(page)).copy()
    told = Screen(SIZE).picture(shown(replace(page, legend="too early")))
    assert pygame.image.tobytes(without, "RGB") != pygame.image.tobytes(told, "RGB")


def test_on_the_small_display_bars_that_do_not_count_are_only_lines() -> None:
    lit = []
    for marked in (False, True):
        page = BoardPage("Anna", bars=(Bar(10, marked=marked), Bar(0)), heading="Reactions")
        picture = Miniature().picture(shown(page))
        lit.append(sum(picture.getpixel((30, y)) > 0 for y in range(30, 50)))  # type: ignore[operator]
    assert lit[1] * 2 == lit[0] > 10


LINES = st.lists(
    st.builds(
        lambda names, value, note: Line(f"1. {', '.join(names)}", value, note=note),
        st.lists(NAME, min_size=1, max_size=6), VALUES, NOTES,
    ),
    min_size=1,
    max_size=10,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(LINES, st.sampled_from(("Longest game", "Wenigste Fehlschläge in einem Spiel")))
def test_every_row_is_whole_on_one_small_page_or_goes_on_on_the_next(
    lines: list[Line], title: str
) -> None:
    found = board_pages(BoardPage(title, tuple(lines)))
    told = [line for page in found for line in page.lines]
    assert "".join(line.label for line in told).replace(" ", "") == "".join(
        line.label for line in lines
    ).replace(" ", "")
    for field in ("value", "note"):
        assert [getattr(line, field) for line in told if line.value] == [
            getattr(line, field) for line in lines
        ]
    for page in found:
        assert not [
            fault for fault in proof_oled.faults(shown(page)) if "touch" not in fault
        ]  # fmt: skip


@pytest.mark.parametrize("name", ["W" * 200, "Wilhelmine M, " * 14])
def test_a_row_that_has_no_room_beside_another_display_loses_its_end_and_not_its_value(
    name: str,
) -> None:
    values = [
        Miniature().picture(shown(BoardPage("Anna", (Line(name, value),)))).tobytes()
        for value in ("17", "18")
    ]
    assert values[0] != values[1]
    assert not list(proof_oled.faults(shown(BoardPage("Anna", (Line(name, "17"),)))))
