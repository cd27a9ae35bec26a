"""The proof-reader finds what is planted: an overflow, an overlap, a missing glyph, small print."""

from collections import Counter
from dataclasses import replace

import pygame
import pytest

from device.pictures.palette import Colour
from device.pictures.turned import upright_place, upright_size
from device.view import View
from tests.device import moments
from tests.device.gallery import across

pytest.importorskip("PIL")
from device.pictures.ink import Picture
from tests.device import proof_oled
from tests.device.proof import Marking, Proof, faults

SIZE = (1280, 720)


class Careless(Marking):
    """Letters of somebody who looks neither for room nor for lines."""

    def fit(
        self, text: str, size_px: int, width_px: int, colour: Colour, least: float = 0.6
    ) -> pygame.Surface:
        return self.text(text, size_px, colour)


class Small(Marking):
    """Letters that are all as small as may be."""

    def fit(
        self, text: str, size_px: int, width_px: int, colour: Colour, least: float = 0.6
    ) -> pygame.Surface:
        return super().fit(text, 13, width_px, colour, least)


def named(name: str, seat: int = 1) -> View:
    """The usual table, where somebody is called so."""
    view = moments.view_of("laying", 4, "en")
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], name=name)
    return replace(view, seats=tuple(seats))


def told(view: View, marking: type[Marking] = Marking) -> list[str]:
    return list(faults(Proof(SIZE, marking).read(view), across(view), SIZE))


def test_nothing_is_wrong_before_something_is_planted() -> None:
    assert not told(named("Anna"))


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_what_is_planted_is_caught_on_a_picture_that_is_turned(rotation: int) -> None:
    """There it is read as it is seen."""
    name = "Hadschi Halef Omar Ben Hadschi Abul Abbas"

    def seen(view: View) -> list[str]:
        return list(faults(Proof(SIZE, Careless, rotation).read(view), across(view), SIZE))

    assert not seen(named("Anna"))
    assert any("dots are seen" in fault for fault in seen(named(name)))


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_text_stands_on_a_turned_picture_where_the_turn_brings_it(rotation: int) -> None:
    view = named("Anna")
    inks = Proof(upright_size(SIZE, rotation)).read(view)
    once = Counter(ink.text for ink in inks)
    there = {ink.text: ink.area for ink in inks if once[ink.text] == 1}
    assert len(there) > 5
    for ink in Proof(SIZE, rotation=rotation).read(view):
        left, top, right, bottom = ink.area
        corners = [
            upright_place(SIZE, rotation, x, y) for x, y in ((left, top), (right - 1, bottom - 1))
        ]
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
        if ink.text in there:
            assert there[ink.text] == (x0, y0, x1 + 1, y1 + 1)


def test_an_overflow_is_caught() -> None:
    name = "Hadschi Halef Omar Ben Hadschi Abul Abbas"
    assert any("dots are seen" in fault for fault in told(named(name), Careless))
    assert any("lost its end" in fault for fault in told(named(name * 2)))


def test_an_overlap_is_caught() -> None:
    view = named("Anna")
    seats = list(view.seats)
    seats[2] = replace(seats[2], status="has pressed and pressed and pressed")
    assert any("overlap" in fault for fault in told(replace(view, seats=tuple(seats)), Careless))


def test_a_missing_glyph_is_caught() -> None:
    assert f"{'李 Anna'!r}: no glyph for 李" in told(named("李 Anna"))
    assert not told(named("Łukasz Ğö"))


def test_what_is_too_small_or_missing_is_caught() -> None:
    assert any("px high, must be 16.9" in fault for fault in told(named("Anna"), Small))
    view = named("Anna")
    inks = [ink for ink in Proof(SIZE).read(view) if ink.text != "Anna"]
    assert list(faults(inks, across(view), SIZE)) == ["'Anna' is not there"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"now_text": "Donaudampfschifffahrtsgesellschaftskapitän " * 3}, "is shortened"),
        ({"now_text": "Anna 李"}, "no glyph for 李"),
    ],
)
def test_faults_on_the_small_display_are_caught(changes: dict[str, str], fault: str) -> None:
    view = replace(named("Anna"), **changes)  # type: ignore[arg-type]
    bare = replace(view, seats=tuple(replace(seat, turn=False) for seat in view.seats))
    assert any(fault in each for each in proof_oled.faults(bare))


class Planting(proof_oled.Marking):
    """Stamps what comes first a second time, somewhere."""

    at = (0, 0)
    same = True

    def stamp(self, mask: Picture, x: int, y: int, light: bool = True) -> None:
        """The dots of a mask, and once more elsewhere."""
        first = not self.stamps
        super().stamp(mask, x, y, light)
        if first:
            super().stamp(mask, *self.at, light=light == self.same)


class Outside(Planting):
    """Half of it stands outside the picture."""

    at = (120, 30)


class Touching(Planting):
    """It stands on what is there."""

    at = (12, 12)


class Over(Planting):
    """It wipes away some of what is there."""

    at = (12, 12)
    same = False


@pytest.mark.parametrize(
    ("planting", "fault"), [(Outside, "outside"), (Touching, "touch"), (Over, "not seen")]
)
def test_what_stands_outside_or_over_something_is_caught(
    planting: type[Planting], fault: str
) -> None:
    view = named("Anna")
    assert not list(proof_oled.faults(view))
    assert any(fault in each for each in proof_oled.faults(view, planting))
