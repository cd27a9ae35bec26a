"""Seats, suits and the accent, for people who do not see all colours: simulated, on the pixels."""

from itertools import combinations

import pygame
import pytest

from device.pictures.brush import Brush
from device.pictures.palette import ACCENT, FELT, INK, PANEL, PAPER, SEATS, Colour, suit_colour
from device.pictures.suits import Outlines
from device.view import Suit
from tests.device.eyes import Eyes, contrast, distance

LEAST = 0.07
"""Between any two seats, for all eyes that see colours; of black and white, which are 1.0 apart."""
LEAST_AT_THE_TABLE = 0.14
"""The same for the four places of the usual table."""
SHAPES, NUMBERS, SUITS = 0.045, 0.18, 0.05
"""Share of its dots by which each differs at least from any other of its kind."""
COLOURS = tuple(eyes for eyes in Eyes if eyes is not Eyes.GREY)


@pytest.mark.parametrize("eyes", COLOURS)
def test_the_colours_of_any_two_seats_are_apart(eyes: Eyes) -> None:
    for (n, one), (m, other) in combinations(enumerate(SEATS, 1), 2):
        least = LEAST_AT_THE_TABLE if m <= 4 else LEAST
        assert distance(one.colour, other.colour, eyes) >= least, (n, m)


@pytest.mark.parametrize("size", [34, 64])
def test_any_two_seats_differ_in_shape_and_number_without_any_colour(size: int) -> None:
    brush = Brush(1.0)
    shapes = [pygame.mask.from_surface(brush.place_emblem(n, size)) for n in range(len(SEATS))]
    numbers = [
        pygame.mask.from_surface(brush.lettering.glyphs(str(n + 1), size * 2 // 5, size, INK))
        for n in range(len(SEATS))
    ]
    for looks, least in ((shapes, SHAPES), (numbers, NUMBERS)):
        for one, other in combinations(looks, 2):
            assert _apart(one, other) >= least


@pytest.mark.parametrize("eyes", Eyes)
def test_the_number_of_a_seat_is_read_on_its_colour(eyes: Eyes) -> None:
    for seat in SEATS:
        assert contrast(seat.colour, seat.number, eyes) >= 3


@pytest.mark.parametrize("eyes", Eyes)
def test_whose_turn_it_is_needs_no_colour(eyes: Eyes) -> None:
    """The accent is bright on dark ground, where a rim is otherwise dark."""
    for ground in (FELT, PANEL):
        assert contrast(ACCENT, ground, eyes) >= 4.5
    assert contrast(INK, ACCENT, eyes) >= 7


@pytest.mark.parametrize("eyes", Eyes)
@pytest.mark.parametrize("four_colour", [False, True])
def test_suits_are_read_on_paper(four_colour: bool, eyes: Eyes) -> None:
    for suit in Suit:
        assert contrast(suit_colour(suit, four_colour), PAPER, eyes) >= 4.5


@pytest.mark.parametrize("size", [16, 24, 60])
def test_any_two_suits_differ_in_shape_without_any_colour(size: int) -> None:
    shapes = [pygame.mask.from_surface(Outlines().suit(suit, size, INK)) for suit in Suit]
    for one, other in combinations(shapes, 2):
        assert _apart(one, other) >= SUITS


@pytest.mark.parametrize("eyes", COLOURS)
def test_red_and_black_are_apart(eyes: Eyes) -> None:
    red, black = suit_colour(Suit.HEARTS, False), suit_colour(Suit.SPADES, False)
    assert distance(red, black, eyes) >= 0.2


@pytest.mark.parametrize("eyes", COLOURS)
def test_four_colours_are_apart(eyes: Eyes) -> None:
    colours: list[Colour] = [suit_colour(suit, True) for suit in Suit]
    for one, other in combinations(colours, 2):
        assert distance(one, other, eyes) >= 0.05


def test_a_planted_twin_is_caught() -> None:
    """The blue and the violet that were one for a deuteranope."""
    assert distance((38, 118, 240), (142, 84, 232), Eyes.DEUTAN) < LEAST
    assert distance((38, 118, 240), (142, 84, 232), Eyes.USUAL) > LEAST
    mask = pygame.mask.from_surface(Outlines().suit(Suit.SPADES, 24, INK))
    assert _apart(mask, mask) == 0


def _apart(one: pygame.mask.Mask, other: pygame.mask.Mask) -> float:
    """Share of the dots of both that only one has."""
    both = one.overlap_area(other, (0, 0))
    return (one.count() + other.count() - 2 * both) / (one.count() + other.count())
