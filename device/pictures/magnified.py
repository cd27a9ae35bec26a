"""The small panel under a magnifying glass: its picture, dot by dot, on a surface of any size.

The law: what is to be seen here is what is sent to the panel, each dot a square of the same size.
"""

from __future__ import annotations

import pygame

from device.pictures.ink import Picture
from device.pictures.oled import SIZE, Miniature
from device.pictures.palette import Colour
from device.target import Target
from device.view import View

GLASS: Colour = (4, 6, 10)
GLOW: Colour = (206, 232, 255)
ROOM: Colour = (38, 42, 50)
"""Around the panel."""


def magnified(picture: Picture, scale: int) -> pygame.Surface:
    """A picture of one bit with dots of `scale` pixels. Raises `ValueError` below 1."""
    if scale < 1:
        raise ValueError(f"scale {scale}; must be 1 or more")
    grey = picture.convert("L")
    dots = pygame.image.frombuffer(grey.tobytes(), grey.size, "P")
    dots.set_palette([GLASS] + 255 * [GLOW])
    large = pygame.transform.scale_by(dots, scale)
    surface = pygame.Surface(large.get_size(), 0, 32)
    surface.blit(large, (0, 0))
    return surface


class Magnified:
    """Paints for a window what the panel would show. Needs no display. One thread at a time."""

    def __init__(self, size: tuple[int, int]) -> None:
        """In a window smaller than the panel it is cut off at the edges."""
        self.size = size
        self._miniature = Miniature()
        self._surface = pygame.Surface(size, 0, 32)
        self._picture: Picture | None = None

    def picture(self, view: View) -> pygame.Surface:
        """The picture of a view. It is always the same surface, valid until the next call."""
        picture = self._miniature.picture(view)
        if picture is not self._picture:
            self._picture = picture
            self._draw(picture)
        return self._surface

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point means: nothing, as on the panel itself."""
        return self._miniature.hit(view, x, y)

    def _draw(self, picture: Picture) -> None:
        margin = 16
        scale = min((room - margin) // dots for room, dots in zip(self.size, SIZE, strict=True))
        panel = magnified(picture, max(1, scale))
        place = panel.get_rect(center=self._surface.get_rect().center)
        self._surface.fill(ROOM)
        self._surface.fill(GLASS, place.inflate(margin // 2, margin // 2))
        self._surface.blit(panel, place)
