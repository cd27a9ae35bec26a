"""Where things stand: nothing outside, nothing over another, and what a press on them means."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from device.pictures.brush import Brush
from device.pictures.layout import Layout, Side
from device.pictures.panels import stack_box
from device.pictures.sizes import SMALLEST, card_size
from device.target import Target, TargetKind
from device.view import VISIBLE_MAX, Orientation

WIDE = (
    *((800, 480), (800, 600), (1024, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080)),
    SMALLEST,
)
SIZES = (*WIDE, *(size[::-1] for size in WIDE), (720, 720))
TABLES = [
    (size, seats, orientation, flat)
    for size in SIZES
    for seats in range(2, 9)
    for orientation in Orientation
    for flat in (False, True)
]
tables = pytest.mark.parametrize(("size", "seats", "orientation", "flat"), TABLES)


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


@tables
def test_nothing_stands_outside_and_nothing_over_another(
    size: tuple[int, int], seats: int, orientation: Orientation, flat: bool
) -> None:
    layout = Layout(size, seats, seats - 1, orientation, flat)
    picture = pygame.Rect(0, 0, *size)
    for name, box in boxes(layout).items():
        assert picture.contains(box), name
        assert box.width > 30, name
        assert box.height > 15, name
    for (one, box), (other, over) in combinations(boxes(layout).items(), 2):
        assert not box.colliderect(over), f"{one} and {other}"


@tables
def test_the_cards_keep_within_the_middle_and_the_top_card_is_large(
    size: tuple[int, int], seats: int, orientation: Orientation, flat: bool
) -> None:
    layout = Layout(size, seats, 0, orientation, flat)
    for box in (*layout.visible(VISIBLE_MAX), layout.beside):
        assert layout.pile.contains(box)
    assert not layout.top_card.colliderect(layout.beside)
    assert layout.top_card.height >= min(size) * (
        0.24 if orientation is Orientation.CROSS else 0.27
    )
    assert layout.top_card.size == card_size(orientation, layout.top_card.height)
    assert all(box.height < layout.top_card.height for box in layout.visible(VISIBLE_MAX)[:-1])


@tables
def test_the_index_of_every_visible_card_can_be_seen(
    size: tuple[int, int], seats: int, orientation: Orientation, flat: bool
) -> None:
    """At its upper left corner; of a cross card the whole of it."""
    cards = Layout(size, seats, 0, orientation, flat).visible(VISIBLE_MAX)
    across = {Orientation.CROSS: 1.0, Orientation.TWO_SIDE: 0.48, Orientation.ONE_SIDE: 0.58}
    down = {Orientation.CROSS: 1.0, Orientation.TWO_SIDE: 0.43, Orientation.ONE_SIDE: 0.51}
    for under, over in pairwise(cards):
        at_the_left = over.left - under.left >= under.width * across[orientation]
        assert at_the_left or over.top - under.top >= under.height * down[orientation]


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("orientation", Orientation)
def test_what_is_explained_reaches_up_to_the_cards(
    size: tuple[int, int], orientation: Orientation
) -> None:
    layout = Layout(size, 2, 0, orientation)
    assert 0 < layout.visible(VISIBLE_MAX)[0].left - layout.lesson.right <= 3 * layout.margin


def test_the_top_card_lies_at_one_place_however_many_are_seen() -> None:
    layout = Layout((1280, 720), 4)
    assert {tuple(layout.visible(count)[-1]) for count in range(1, VISIBLE_MAX + 1)} == {
        tuple(layout.top_card)
    }


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (1024, 768), (768, 1024)])
def test_seats_sit_clockwise_from_the_one_at_the_bottom(
    size: tuple[int, int], flat: bool, seats: int
) -> None:
    for bottom in range(seats):
        layout = Layout(size, seats, bottom, flat=flat)
        assert [n for n, side in enumerate(layout.sides) if side is Side.BOTTOM] == [bottom]
        middle = pygame.Vector2(size[0] // 2, size[1] // 2)
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
            for flat in (False, True):
                layout = Layout(size, seats, 0, orientation, flat)
                brush = Brush(layout.unit)
                for seat, panel in enumerate(layout.panels):
                    stack = stack_box(brush, layout.upright(seat), orientation)
                    assert layout.upright(seat).contains(stack)
                    assert panel.contains(layout.on_table(seat, stack))


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_on_a_flat_screen_each_panel_is_turned_to_its_edge(size: tuple[int, int]) -> None:
    """What a player has at his left lies at the left of whoever looks from his edge."""
    for seats in range(2, 7):
        layout = Layout(size, seats, flat=True)
        for seat, (panel, side) in enumerate(zip(layout.panels, layout.sides, strict=True)):
            corner = layout.on_table(seat, pygame.Rect(0, 0, 1, 1)).topleft
            right, bottom = panel.right - 1, panel.bottom - 1
            assert (
                corner
                == {
                    Side.BOTTOM: panel.topleft,
                    Side.LEFT: (right, panel.top),
                    Side.TOP: (right, bottom),
                    Side.RIGHT: (panel.left, bottom),
                }[side]
            )
            whole = layout.upright(seat)
            assert whole.width > whole.height
            assert layout.on_table(seat, whole) == panel


def test_a_panel_is_painted_as_it_is_turned() -> None:
    """A mark at a place of the upright panel is found where `on_table` says."""
    layout = Layout((1280, 720), 4, flat=True)
    for seat in range(4):
        own, mark = layout.upright(seat), pygame.Rect(30, 7, 20, 10)
        upright = pygame.Surface(own.size, 0, 32)
        upright.fill((255, 0, 0), mark)
        turned = pygame.transform.rotate(upright, layout.degrees(seat))
        found = pygame.mask.from_threshold(turned, (255, 0, 0), (1, 1, 1, 255)).get_bounding_rects()
        assert [box.move(layout.panels[seat].topleft) for box in found] == [
            layout.on_table(seat, mark)
        ]


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_on_a_flat_screen_a_seat_keeps_to_its_place_whoever_else_plays(
    size: tuple[int, int],
) -> None:
    for around in range(2, 7):
        whole = Layout(size, around, flat=True)
        for count in range(2, around + 1):
            for places in combinations(range(around), count):
                layout = Layout(size, count, 0, flat=True, places=places, around=around)
                assert layout.panels == [whole.panels[place] for place in places]
                assert layout.sides == [whole.sides[place] for place in places]
                assert layout.top_card == whole.top_card


def test_places_are_nothing_to_a_screen_that_stands_or_has_more_than_six() -> None:
    plain = Layout((1280, 720), 2).panels
    assert Layout((1280, 720), 2, places=(1, 3), around=4).panels == plain
    assert Layout((1280, 720), 2, flat=True, places=(1, 3), around=8).panels == plain


@pytest.mark.parametrize(
    ("places", "around"), [((0, 4), 4), ((0,), 4), ((1, 1), 4), ((0, 8), 9), ((0, 1), 0)]
)
def test_impossible_places_are_refused(places: tuple[int, ...], around: int) -> None:
    with pytest.raises(ValueError, match="must be 2 within the table"):
        Layout((1280, 720), 2, flat=True, places=places, around=around)


@pytest.mark.parametrize("seats", [7, 8])
def test_more_than_six_seats_are_laid_out_upright(seats: int) -> None:
    flat, standing = Layout((1280, 720), seats, flat=True), Layout((1280, 720), seats)
    assert flat.panels == standing.panels
    assert {flat.degrees(seat) for seat in range(seats)} == {0}


def test_nothing_is_turned_on_a_screen_that_stands() -> None:
    for size in SIZES:
        layout = Layout(size, 6)
        assert {layout.degrees(seat) for seat in range(6)} == {0}


@tables
def test_a_press_means_what_is_drawn_there(
    size: tuple[int, int], seats: int, orientation: Orientation, flat: bool
) -> None:
    layout = Layout(size, seats, 1, orientation, flat)
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
        ((800, 399), 4, 0, "800x399, must be 800x400"),
        ((399, 800), 4, 0, "399x800, must be 400x800"),
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
