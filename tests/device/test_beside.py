"""The simulated parts beside the table: the panel dot by dot, and each lamp as bright as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

pytest.importorskip("PIL.Image")
from device.config import Config
from device.pictures.beside import Beside
from device.pictures.magnified import magnified
from device.pictures.oled import SIZE, Miniature
from device.pictures.turned import Turned
from device.target import Target, TargetKind
from device.view import View
from tests.device.playing import Evening, header_of
from tests.device.test_pictures_oled import SAMPLES

WINDOW = (1568, 720)
TABLE = (1280, 720)
TURN = SAMPLES["turn"]


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def strip(picture: pygame.Surface, view: View) -> pygame.Surface:
    """What stands beside the table; its table is what it is without it."""
    table = picture.subsurface((0, 0, *TABLE))
    assert pixels(table) == pixels(Turned(TABLE).picture(view))
    return picture.subsurface((TABLE[0], 0, WINDOW[0] - TABLE[0], WINDOW[1]))


def test_the_panel_is_shown_dot_by_dot_beside_the_table() -> None:
    painter = Beside(WINDOW)
    for name in ("turn", "race", "pause"):
        view = SAMPLES[name]
        panel = magnified(Miniature().picture(view), 2)
        shown = strip(painter.picture(view), view).subsurface((16, 16, *panel.get_size()))
        assert pixels(shown) == pixels(panel)
        assert panel.get_size() == (2 * SIZE[0], 2 * SIZE[1])


@pytest.mark.parametrize("place", range(8))
def test_a_lamp_is_the_brighter_the_higher_its_level_and_no_other_is(place: int) -> None:
    painter = Beside(WINDOW)

    def light(level: int) -> list[int]:
        """The brightness of the strip's parts, a lamp each."""
        lamps = tuple(level if each == place else 0 for each in range(8))
        shown = painter.picture(replace(TURN, lamps=lamps)).subsurface((TABLE[0], 160, 288, 560))
        boxes = [(144 * (n % 2), 140 * (n // 2), 144, 130) for n in range(8)]
        return [sum(pygame.transform.average_color(shown.subsurface(box))[:3]) for box in boxes]

    dark, half, full = light(0), light(500), light(1000)
    assert dark[place] < half[place] < full[place]
    for other in {*range(8)} - {place}:
        assert dark[other] == half[other] == full[other]


def test_equal_views_are_the_same_picture_and_no_lamps_are_none() -> None:
    painter = Beside(WINDOW)
    lit = replace(TURN, lamps=(1000, 0, 300))
    first = pixels(painter.picture(lit))
    without = pixels(painter.picture(TURN))
    assert first == pixels(painter.picture(replace(lit))) != without


def test_who_presses_meets_the_table_and_nothing_beside_it() -> None:
    painter, turned = Beside(WINDOW), Turned(TABLE)
    lit = replace(SAMPLES["question"], lamps=(1000, 0))
    found = {painter.hit(lit, x, y) for x in range(0, 1280, 20) for y in range(0, 720, 20)}
    assert Target(TargetKind.OPTION, 0) in found
    assert painter.hit(lit, 640, 420) == turned.hit(SAMPLES["question"], 640, 420)
    assert {painter.hit(lit, x, y) for x in range(1280, 1568, 8) for y in range(0, 720, 8)} == {
        None
    }


@pytest.mark.parametrize("size", [(640, 400), (800, 480), (1024, 600), (1280, 720), (1920, 1080)])
def test_in_each_window_there_is_room_for_all_of_it(size: tuple[int, int]) -> None:
    painter = Beside(size)
    picture = painter.picture(replace(TURN, lamps=(1000,) * 8))
    assert picture.get_size() == painter.size
    assert painter.size[0] >= size[0]
    corner = picture.get_at((painter.size[0] - 1, painter.size[1] - 1))
    assert tuple(corner)[:3] == tuple(picture.get_at((painter.size[0] - 1, 0)))[:3]


def test_a_table_shows_its_lamps_as_they_shine(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S 9H", "3C 7H"]), lit=True)
    evening.flip(0, 1000)
    evening.play(until_ms=2500)
    assert evening.view_at(900).lamps == (1000, 0)
    assert evening.view_at(1400).lamps == (0, 1000)


def test_lamps_that_nobody_sees_in_the_picture_change_no_view(tmp_path: Path) -> None:
    evening = Evening(tmp_path, None, received=Config())
    evening.slap(0, 1000)
    evening.play(until_ms=2500)
    assert {view.lamps for _ms, view in evening.views} == {()}


def test_an_invitation_pulses_in_the_picture(tmp_path: Path) -> None:
    evening = Evening(tmp_path, None, received=Config(), lit=True)
    evening.slap(0, 1000)
    evening.play(until_ms=3500)
    levels = {view.lamps[1] for ms, view in evening.views if ms > 1500}
    assert {view.lamps[0] for ms, view in evening.views if ms > 1500} == {1000}
    assert len(levels) > 20
