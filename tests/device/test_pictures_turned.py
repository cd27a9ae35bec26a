"""A turned screen shows the picture that was made for it, and a press means what lies there."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from device.pictures.ink import overturned
from device.pictures.oled import Miniature
from device.pictures.screen import Screen
from device.pictures.turned import Turned, painting, upright_place, upright_size
from device.screens import Sent
from device.view import ROTATIONS
from tests.device.rooms import SCENES, view_of
from tests.device.views import SAMPLES

SIZE = (1280, 720)
SHOWN = {**SAMPLES, **{scene: view_of(scene, "de") for scene in ("lobby", "settings 1", "idle")}}


def raw(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", SHOWN)
def test_turned_back_it_is_the_picture_of_the_turned_size(name: str, flat: bool) -> None:
    turned = Turned(SIZE)
    for rotation in ROTATIONS:
        view = replace(SHOWN[name], rotation=rotation, flat=flat)
        picture = turned.picture(view)
        assert picture.get_size() == SIZE
        size = {0: SIZE, 90: (720, 1280), 180: SIZE, 270: (720, 1280)}[rotation]
        upright = pygame.transform.rotate(picture, rotation)
        assert upright.get_size() == size
        assert raw(upright) == raw(Screen(size).picture(view))


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_press_is_mapped_back(rotation: int) -> None:
    """Whatever a press on a point means in the upright picture, it means where that point is
    seen."""
    for size in (SIZE, (480, 800)):
        turned, sent = Turned(size), Sent(size)
        screen = Screen(upright_size(size, rotation))
        for name in ("turn", "question"):
            view = replace(SAMPLES[name], rotation=rotation)
            found = set()
            for x in range(0, size[0], 23):
                for y in range(0, size[1], 17):
                    place = upright_place(size, rotation, x, y)
                    meant = screen.hit(view, *place)
                    assert turned.hit(view, x, y) == sent.hit(view, x, y) == meant
                    found.add(meant)
            assert len(found) == {"turn": 7, "question": 4}[name]


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_mark_of_the_upright_picture_is_seen_where_a_press_is_mapped_from(rotation: int) -> None:
    size = upright_size(SIZE, rotation)
    for corner in ((0, 0), (size[0] - 1, 0), (0, size[1] - 1), (200, 300)):
        upright = pygame.Surface(size, 0, 32)
        upright.set_at(corner, (255, 0, 0))
        seen = pygame.transform.rotate(upright, -rotation)
        (mark,) = pygame.mask.from_threshold(seen, (255, 0, 0), (1, 1, 1, 255)).get_bounding_rects()
        assert upright_place(SIZE, rotation, *mark.topleft) == corner


def test_clockwise_is_clockwise() -> None:
    """What is at the top left is at the top right after a quarter."""
    assert upright_place(SIZE, 90, 1279, 0) == (0, 0)
    assert upright_place(SIZE, 180, 1279, 719) == (0, 0)
    assert upright_place(SIZE, 270, 0, 719) == (0, 0)


def test_an_equal_view_is_neither_drawn_nor_turned_again() -> None:
    turned = Turned(SIZE)
    for rotation in ROTATIONS:
        view = replace(SAMPLES["turn"], rotation=rotation)
        assert turned.picture(view) is turned.picture(replace(view))


def test_the_picture_is_turned_while_it_is_seen() -> None:
    turned = Turned(SIZE)
    pictures = [raw(turned.picture(replace(SAMPLES["turn"], rotation=each))) for each in ROTATIONS]
    assert len(set(pictures)) == len(ROTATIONS)
    again = [raw(turned.picture(replace(SAMPLES["turn"], rotation=each))) for each in ROTATIONS]
    assert again == pictures


def test_an_impossible_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="rotation: 45, must be one of 0, 90, 180, 270"):
        replace(SAMPLES["turn"], rotation=45)


@pytest.mark.parametrize("name", ["turn", "race", "pause", "lobby", "settings 1"])
def test_a_small_panel_turns_by_a_half_alone(name: str) -> None:
    small, view = Miniature(), SHOWN[name]
    upright = small.picture(view)
    for rotation in (90, 270):
        assert small.picture(replace(view, rotation=rotation)) == upright
    over = small.picture(replace(view, rotation=180))
    assert over != upright
    assert overturned(over) == upright


PORTRAIT = ((480, 800), (600, 1024), (720, 1280), (1080, 1920), (768, 1024), (600, 800))


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("size", [(800, 480), (800, 600), (1024, 768), *PORTRAIT], ids=str)
def test_no_text_is_cut_off(size: tuple[int, int], code: str) -> None:
    screen = Screen(size)
    for scene in SCENES:
        screen.picture(view_of(scene, code))
    for view in SAMPLES.values():
        screen.picture(view)
        screen.picture(replace(view, flat=True))
    assert not screen.cut


# On a canvas


def canvas_of(size: tuple[int, int] = SIZE, bits: int = 32) -> pygame.Surface:
    """What stands in a window before anything is painted there."""
    canvas = pygame.Surface(size, 0, bits)
    canvas.fill((255, 0, 255))
    return canvas


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_on_a_canvas_it_is_the_same_picture(rotation: int) -> None:
    canvas = canvas_of()
    paint = painting(SIZE, lambda: canvas)
    for name, sample in SHOWN.items():
        view = replace(sample, rotation=rotation)
        picture = paint(view)
        assert raw(picture) == raw(Turned(SIZE).picture(view)), name
        assert (picture is canvas) == (rotation == 0)


def test_what_was_on_a_canvas_may_be_gone() -> None:
    canvas = canvas_of()
    paint = painting(SIZE, lambda: canvas)
    first = raw(paint(SAMPLES["turn"]))
    canvas.fill((255, 0, 255))
    assert raw(paint(SAMPLES["turn"])) == first
    canvas = canvas_of()  # another has come, as with the whole screen
    assert paint(SAMPLES["turn"]) is canvas
    assert raw(canvas) == first


@pytest.mark.parametrize("canvas", [None, canvas_of((1279, 720)), canvas_of(bits=16)])
def test_a_canvas_of_another_size_or_other_colours_is_left_alone(
    canvas: pygame.Surface | None,
) -> None:
    before = canvas and raw(canvas)
    picture = painting(SIZE, lambda: canvas)(SAMPLES["turn"])
    assert raw(picture) == raw(Turned(SIZE).picture(SAMPLES["turn"]))
    assert picture is not canvas
    assert (canvas and raw(canvas)) == before


def test_a_canvas_may_come_and_go() -> None:
    large, small = canvas_of(), canvas_of((800, 480))
    there: list[pygame.Surface | None] = []
    paint = painting(SIZE, lambda: there[-1])
    expected = raw(Turned(SIZE).picture(SAMPLES["turn"]))
    for canvas in (None, large, small, large, None):
        there.append(canvas)
        picture = paint(SAMPLES["turn"])
        assert (raw(picture), picture is large) == (expected, canvas is large)
        large.fill((255, 0, 255))
