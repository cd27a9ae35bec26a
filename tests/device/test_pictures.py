"""The table's picture, against pictures that a person has looked at.

`python -m tests.device.test_pictures` paints the reference pictures anew, to be looked at before
they are kept.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from device.pictures.screen import Screen
from tests.device.views import SAMPLES, faces

REFERENCES = Path(__file__).parent / "pictures"
SIZES = ((800, 480), (1024, 600), (1024, 768), (1280, 720), (1920, 1080))
SIZE = (800, 480)
"""Of the reference pictures."""
TOLERANCE = 0.0005
"""Share of pixels that may differ: less than a changed suit on the top card."""


def difference(one: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """What separates two pictures of one size, black where they are the same."""
    left = one.copy()
    left.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    right = other.copy()
    right.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    left.blit(right, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return left


def differing(one: pygame.Surface, other: pygame.Surface, by: int = 40) -> float:
    """Share of the pixels that differ by more than `by` of 255 in a colour."""
    apart = difference(one, other)
    near = (by + 1, by + 1, by + 1, 255)
    same = pygame.mask.from_threshold(apart, (0, 0, 0, 255), near).count()
    return 1 - same / (apart.get_width() * apart.get_height())


def _reference(name: str) -> Path:
    return REFERENCES / f"{name.replace(' ', '-')}.png"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_picture_is_the_one_a_person_has_looked_at(name: str) -> None:
    picture = Screen(SIZE).picture(SAMPLES[name])
    reference = pygame.image.load(_reference(name))
    assert differing(picture, reference) < TOLERANCE, f"{name}: look at it, then paint it anew"


def test_the_tolerance_is_finer_than_a_changed_suit() -> None:
    view = SAMPLES["turn"]
    other = replace(view, pile=replace(view.pile, top=faces("7H 10C QC")))
    screen = Screen(SIZE)
    assert differing(screen.picture(view).copy(), screen.picture(other)) > TOLERANCE


def test_reference_pictures_are_small_and_each_has_a_sample() -> None:
    files = sorted(REFERENCES.glob("*.png"))
    assert files == sorted(_reference(name) for name in SAMPLES)
    assert max(file.stat().st_size for file in files) < 150_000


if __name__ == "__main__":
    REFERENCES.mkdir(exist_ok=True)
    painter = Screen(SIZE)
    for sample, view_of_it in SAMPLES.items():
        pygame.image.save(painter.picture(view_of_it), _reference(sample))
