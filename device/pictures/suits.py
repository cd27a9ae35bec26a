"""Suits, crowns and the shapes of the seats on surfaces.

The law: an outline is drawn at four times its size and scaled down, in one colour, so that it is
crisp at any size.
"""

from __future__ import annotations

import pygame

from device.pictures.outlines import Parts, figure_parts, shape_parts, suit_parts
from device.pictures.palette import Colour, Shape
from device.pictures.shelf import PICTURE_PX, Shelf
from device.view import Figure, Suit

_FINE = 4


class Outlines:
    """Outlines drawn before, by size and colour; those of a picture of so many pixels are kept."""

    def __init__(self, picture_px: int = PICTURE_PX) -> None:
        self._shelf = Shelf(picture_px // 4)

    def suit(self, suit: Suit, size_px: int, colour: Colour) -> pygame.Surface:
        """A suit in a square of `size_px`."""
        return self._get(suit, size_px, colour, suit_parts(suit))

    def figure(self, figure: Figure, size_px: int, colour: Colour) -> pygame.Surface:
        """A king's crown, a queen's, a jack's lily; nothing for the others."""
        return self._get(figure, size_px, colour, figure_parts(figure))

    def shape(self, shape: Shape, size_px: int, colour: Colour) -> pygame.Surface:
        """The shape of a seat."""
        return self._get(shape, size_px, colour, shape_parts(shape))

    def disc(self, size_px: int, colour: Colour) -> pygame.Surface:
        """A full disc that touches its square."""
        return self._get("disc", size_px, colour, ((), ((0.5, 0.5, 0.5),)))

    def _get(self, what: object, size_px: int, colour: Colour, parts: Parts) -> pygame.Surface:
        size_px = max(1, size_px)
        return self._shelf.get((what, size_px, colour), lambda: _drawn(size_px, colour, parts))


def _drawn(size_px: int, colour: Colour, parts: Parts) -> pygame.Surface:
    fine = size_px * _FINE
    large = pygame.Surface((fine, fine), pygame.SRCALPHA)
    large.fill((*colour, 0))
    outlines, discs = parts
    for outline in outlines:
        pygame.draw.polygon(large, colour, [(x * (fine - 1), y * (fine - 1)) for x, y in outline])
    for x, y, radius in discs:
        pygame.draw.circle(large, colour, (x * fine, y * fine), radius * fine)
    return pygame.transform.smoothscale(large, (size_px, size_px))
