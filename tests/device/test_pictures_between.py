"""Pictures of the screens between games: nothing is cut off, in both languages and every size.

`python -m tests.device.test_pictures_between` paints the reference pictures anew, to be looked at
before they are kept; with a folder as its argument it paints every scene, language and size there.
"""

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

from device.between import BoardPage, IdlePage, LobbyPage
from device.language import LANGUAGES
from device.leaf import Leaf
from device.overlay import Paused
from device.pictures.palette import ACCENT, FELT, RIM
from device.pictures.screen import Screen
from device.view import Orientation
from tests.device.rooms import SCENES, view_of
from tests.device.test_pictures import REFERENCES, SIZE, TOLERANCE, differing

SIZES = ((800, 480), (1024, 600), (1024, 768), (1280, 720), (1920, 1080))
KEPT = (
    "idle", "rule 1", "best 1", "nobody", "lobby", "rules 4", "settings 8", "names", "letter",
    "board 2", "person 2", "trial", "trial, ailing", "wiring 1", "wiring of eight", "about 1",
    "off, sure", "written",
)  # fmt: skip
"""The scenes of the reference pictures; in German, which is longer."""
FOLDER = REFERENCES / "between"


@cache
def screen(size: tuple[int, int]) -> Screen:
    return Screen(size)


def _reference(name: str) -> Path:
    return FOLDER / f"{name.replace(',', '').replace(' ', '-')}.png"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_is_cut_off(size: tuple[int, int], code: str) -> None:
    painter = Screen(size)
    for name in SCENES:
        painter.picture(view_of(name, code))
    painter.picture(view_of("lobby", code, unheard=frozenset(range(6))))
    assert not painter.cut


def test_a_text_that_has_no_room_is_noticed() -> None:
    view = view_of("lobby", "en")
    assert isinstance(view.overlay, LobbyPage)
    chair = replace(view.overlay.chairs[0], title="Donaudampfschifffahrtsgesellschaft" * 2)
    chairs = (chair, *view.overlay.chairs[1:])
    painter = Screen(SIZE)
    painter.picture(replace(view, overlay=replace(view.overlay, chairs=chairs)))
    assert painter.cut == {chair.title}


@pytest.mark.parametrize("name", KEPT)
def test_the_picture_is_the_one_a_person_has_looked_at(name: str) -> None:
    picture = screen(SIZE).picture(view_of(name, "de"))
    reference = pygame.image.load(_reference(name))
    assert differing(picture, reference) < TOLERANCE, f"{name}: look at it, then paint it anew"


def test_every_reference_picture_has_its_scene() -> None:
    assert sorted(FOLDER.glob("*.png")) == sorted(_reference(name) for name in KEPT)


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_a_picture_of_its_own_with_something_in_the_accent(name: str) -> None:
    """The accent says where one is; where nobody has joined, what to do. Who waits or reads has
    none."""
    picture = screen(SIZE).picture(view_of(name, "en")).copy()
    assert (
        isinstance(view_of(name, "en").overlay, Paused | Leaf | BoardPage)
        or pygame.mask.from_threshold(picture, ACCENT, (8, 8, 8, 255)).count() > 300
    )
    for other in SCENES[SCENES.index(name) + 1 :]:
        if view_of(other, "en") != view_of(name, "en"):
            assert differing(picture, screen(SIZE).picture(view_of(other, "en")), 4) > 0


def test_the_game_is_seen_under_the_words_of_an_idle_table() -> None:
    view = view_of("idle", "en")
    assert isinstance(view.overlay, IdlePage)
    with_words = screen(SIZE).picture(view).copy()
    without = screen(SIZE).picture(replace(view, overlay=None))
    whole = pygame.Rect(0, 0, SIZE[0], SIZE[1] * 3 // 4)
    assert differing(with_words.subsurface(whole), without.subsurface(whole)) == 0


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_words_of_an_idle_table_cover_the_nearest_seat_whole(size: tuple[int, int]) -> None:
    """No edge of its panel is seen over them."""
    picture = screen(size).picture(view_of("idle", "en"))
    rows = range(size[1] // 2, size[1])
    top = next(y for y in rows if all(picture.get_at((x, y))[:3] == RIM for x in range(size[0])))
    assert all(picture.get_at((x, top - 1))[:3] == FELT for x in range(size[0]))


@pytest.mark.parametrize("size", [*SIZES[:2], *SIZES[3:]], ids=str)
@pytest.mark.parametrize("name", ["two places", "one more", "lobby"])
def test_chairs_are_as_high_as_the_rows_beside_them(name: str, size: tuple[int, int]) -> None:
    """No strip of felt under few of them."""
    picture = screen(size).picture(view_of(name, "de"))
    ends = []
    for x in (size[0] * 4 // 100, size[0] * 96 // 100):
        column = [picture.get_at((x, y))[:3] != FELT for y in range(size[1] * 78 // 100)]
        ends.append(len(column) - column[::-1].index(True))
    assert abs(ends[0] - ends[1]) <= size[1] // 24


def test_brightness_dims_the_whole_picture_and_the_dark_is_black() -> None:
    view, painter = view_of("lobby", "en"), screen(SIZE)
    full = painter.picture(view).copy()
    dim = painter.picture(replace(view, brightness=500)).copy()
    for at in ((2, 2), (400, 30), (100, 100), (700, 120)):
        bright = full.get_at(at)
        assert all(abs(dim.get_at(at)[n] - bright[n] // 2) <= 1 for n in range(3))
    black = painter.picture(replace(view, brightness=0))
    assert pygame.transform.average_color(black)[:3] == (0, 0, 0)


@pytest.mark.parametrize("orientation", Orientation)
def test_an_example_is_printed_like_the_cards_of_the_table(orientation: Orientation) -> None:
    painter = Screen(SIZE)
    pictures = [
        painter.picture(view_of("rules 4", "en", each)).copy()
        for each in (orientation, *Orientation)
    ]
    same = [differing(pictures[0], other) == 0 for other in pictures[1:]]
    assert same == [each is orientation for each in Orientation]


def main(folder: Path | None) -> None:
    """Paint the reference pictures, or everything into a folder."""
    if folder is None:
        FOLDER.mkdir(exist_ok=True)
        for name in KEPT:
            pygame.image.save(screen(SIZE).picture(view_of(name, "de")), _reference(name))
        return
    for code in LANGUAGES:
        for size in SIZES:
            for name in SCENES:
                path = folder / f"{code}-{size[0]}x{size[1]}-{name.replace(' ', '-')}.png"
                pygame.image.save(screen(size).picture(view_of(name, code)), path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else None)
