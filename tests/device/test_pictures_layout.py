"""Where things stand: nothing outside, nothing over another, and what a press on them means."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from device.pictures.brush import Brush
from device.pictures.layout import SMALLEST, Layout, Side, Target, TargetKind, card_size
from device.pictures.panels import stack_box
from device.view import VISIBLE_MAX, Orientation

SIZES = ((800, 480), (1024, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), SMALLEST)
TABLES = [
    (size, seats, orientation)
    for size in SIZES
    for seats in range(2, 9)
    for orientation in Orientation
]


def boxes(layout: Layout) -> dict[str, pygame.Rect]:
    """Everything that stands on the table, by name."""
    found = {f"seat {n}": panel for n, panel in enumerate(layout.panels)}
    return (
        found
        | {
            "notes": layout.notes,
            "slap": layout.slap,
            "now": layout.now,
            "limit": layout.limit,
            "pile": layout.pile,
            "band": layout.band,
        }
        | ({"lesson": layout.lesson} if len(layout.panels) == 2 else {})
    )


@pytest.mark.parametrize(("size", "seats", "orientation"), TABLES)
def test_nothing_stands_outside_and_nothing_over_another(
    size: tuple[int, int], seats: int, orientation: Orientation
) -> None:
    layout = Layout(size, seats, seats - 1, orientation)
    picture = pygame.Rect(0, 0, *size)
    for name, box in boxes(layout).items():
        assert picture.contains(box), name
        assert box.width > 30, name
        assert box.height > 15, name
    for (one, box), (other, over) in combinations(boxes(layout).items(), 2):
        assert not box.colliderect(over), f"{one} and {other}"


@pytest.mark.parametrize(("size", "seats", "orientation"), TABLES)
def test_the_cards_keep_within_the_middle_and_the_top_card_is_large(
    size: tuple[int, int], seats: int, orientation: Orientation
) -> None:
    layout = Layout(size, seats, 0, orientation)
    for box in (*layout.visible(VISIBLE_MAX), layout.beside):
        assert layout.pile.contains(box)
    assert not layout.top_card.colliderect(layout.beside)
    assert layout.top_card.height >= size[1] * (0.24 if orientation is Orientation.CROSS else 0.27)
    assert layout.top_card.size == card_size(orientation, layout.top_card.height)
    assert all(box.height < layout.top_card.height for box in layout.visible(VISIBLE_MAX)[:-1])


@pytest.mark.parametrize("orientation", Orientation)
def test_the_index_of_every_visible_card_can_be_seen(orientation: Orientation) -> None:
    cards = Layout((1280, 720), 4, 0, orientation).visible(VISIBLE_MAX)
    seen = {Orientation.CROSS: 1.0, Orientation.TWO_SIDE: 0.49, Orientation.ONE_SIDE: 0.59}
    for under, over in pairwise(cards):
        assert over.left - under.left >= under.width * seen[orientation]


def test_the_top_card_lies_at_one_place_however_many_are_seen() -> None:
    layout = Layout((1280, 720), 4)
    assert {tuple(layout.visible(count)[-1]) for count in range(1, VISIBLE_MAX + 1)} == {
        tuple(layout.top_card)
    }


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_sit_clockwise_from_the_one_at_the_bottom(seats: int) -> None:
    for bottom in range(seats):
        layout = Layout((1280, 720), seats, bottom)
        assert [n for n, side in enumerate(layout.sides) if side is Side.BOTTOM] == [bottom]
        middle = pygame.Vector2(640, 360)
        angles = []
        for place in range(seats):
            away = pygame.Vector2(layout.panels[(bottom + place) % seats].center) - middle
            angles.append((pygame.Vector2(0, 1).angle_to(away)) % 360)
        assert angles == sorted(angles)


def test_south_west_north_east_sit_where_they_are_called() -> None:
    assert Layout((1280, 720), 4).sides == [Side.BOTTOM, Side.LEFT, Side.TOP, Side.RIGHT]


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_stack_stands_in_its_panel(seats: int) -> None:
    for size in SIZES:
        for orientation in Orientation:
            layout = Layout(size, seats, 0, orientation)
            brush = Brush(layout.unit)
            for panel in layout.panels:
                assert panel.contains(stack_box(brush, panel, orientation))


@pytest.mark.parametrize(("size", "seats", "orientation"), TABLES)
def test_a_press_means_what_is_drawn_there(
    size: tuple[int, int], seats: int, orientation: Orientation
) -> None:
    layout = Layout(size, seats, 1, orientation)
    assert layout.hit(*layout.slap.center) == Target(TargetKind.SLAP)
    assert layout.hit(*layout.top_card.center) == Target(TargetKind.PILE)
    assert layout.hit(*layout.beside.center) == Target(TargetKind.PILE)
    for seat, panel in enumerate(layout.panels):
        assert layout.hit(*panel.center) == Target(TargetKind.STACK, seat)
        assert layout.hit(*panel.topleft) == Target(TargetKind.STACK, seat)
    assert layout.hit(0, 0) is None
    assert layout.hit(*layout.notes.center) is None
    assert layout.hit(*layout.band.center) is None
    assert layout.hit(-5, 10_000) is None


@pytest.mark.parametrize("size", SIZES)
def test_answers_stand_apart_within_the_picture_and_can_be_pressed(size: tuple[int, int]) -> None:
    layout = Layout(size, 4)
    for count in range(1, 9):
        answers = layout.options(count)
        for index, box in enumerate(answers):
            assert pygame.Rect(0, 0, *size).contains(box)
            assert layout.option(count, *box.center) == Target(TargetKind.OPTION, index)
        assert not any(one.colliderect(other) for one, other in combinations(answers, 2))
        assert layout.option(count, 0, 0) is None


@pytest.mark.parametrize(
    ("size", "seats", "bottom", "told"),
    [
        ((639, 480), 4, 0, "639x480"),
        ((800, 399), 4, 0, "800x399"),
        ((800, 480), 1, 0, "seats: 1"),
        ((800, 480), 9, 0, "seats: 9"),
        ((800, 480), 4, 4, "bottom_seat: 4"),
        ((800, 480), 4, -1, "bottom_seat: -1"),
    ],
)
def test_an_impossible_table_is_refused(
    size: tuple[int, int], seats: int, bottom: int, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Layout(size, seats, bottom)
