"""The panel in a window: dot by dot what is sent to it, and what is said when there is none."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pygame
import pytest

from device.complaint import oled_trouble
from device.language import LANGUAGES, language
from hal.panel import OledError, Trouble

pytest.importorskip("PIL.Image")
from device.pictures.magnified import GLASS, GLOW, ROOM, Magnified, magnified
from device.pictures.oled import SIZE, Miniature
from tests.device.test_pictures_oled import SAMPLES


def at(surface: pygame.Surface, x: int, y: int) -> tuple[int, ...]:
    return tuple(surface.get_at((x, y)))[:3]


@pytest.mark.parametrize("scale", [1, 2, 6])
def test_each_dot_is_a_square_of_its_own(scale: int) -> None:
    picture = Miniature().picture(SAMPLES["turn"])
    large = magnified(picture, scale)
    assert large.get_size() == (SIZE[0] * scale, SIZE[1] * scale)
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            expected = GLOW if picture.getpixel((x, y)) else GLASS
            assert at(large, x * scale, y * scale) == expected
            assert at(large, x * scale + scale - 1, y * scale + scale - 1) == expected
    with pytest.raises(ValueError, match="scale 0; must be 1 or more"):
        magnified(picture, 0)


@pytest.mark.parametrize("size", [(640, 400), (800, 480), (1280, 720), (1920, 1080)])
def test_it_stands_in_the_middle_of_the_window_as_large_as_it_goes(size: tuple[int, int]) -> None:
    painter = Magnified(size)
    surface = painter.picture(SAMPLES["first card"])
    assert surface.get_size() == size
    assert at(surface, 0, 0) == at(surface, size[0] - 1, size[1] - 1) == ROOM
    scale = min((room - 16) // dots for room, dots in zip(size, SIZE, strict=True))
    left, top = (size[0] - SIZE[0] * scale) // 2, (size[1] - SIZE[1] * scale) // 2
    part = surface.subsurface((left, top, SIZE[0] * scale, SIZE[1] * scale))
    whole = magnified(Miniature().picture(SAMPLES["first card"]), scale)
    assert pygame.image.tobytes(part, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_it_follows_the_view_and_knows_nothing_to_press() -> None:
    painter = Magnified((640, 400))
    first = pygame.image.tobytes(painter.picture(SAMPLES["turn"]), "RGB")
    second = pygame.image.tobytes(painter.picture(SAMPLES["race"]), "RGB")
    again = pygame.image.tobytes(painter.picture(replace(SAMPLES["turn"])), "RGB")
    assert first == again != second
    assert painter.hit(SAMPLES["question"], 320, 300) is None


def test_in_a_window_smaller_than_the_panel_it_is_painted_all_the_same() -> None:
    assert Magnified((100, 40)).picture(SAMPLES["turn"]).get_size() == (100, 40)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_trouble_has_a_line_of_its_own(code: str) -> None:
    told = [oled_trouble(OledError(trouble, "why"), language(code)) for trouble in Trouble]
    assert len(set(told)) == len(Trouble)
    assert all("OLED" in line and "\n" not in line for line in told)


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("hal.oled", ("luma", "PIL", "smbus2", "pygame")),
        ("device.pictures.oled", ("luma", "pygame")),
    ],
)
def test_what_is_not_asked_for_is_not_imported(module: str, without: tuple[str, ...]) -> None:
    look = f"import sys, {module}; print(*(name for name in {without} if name in sys.modules))"
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []
