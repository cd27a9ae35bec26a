"""The table's picture with the small panel and the lamps of the buttons beside it, in one window.

The law: what is to be seen here is what the parts would show: the panel dot by dot, each lamp as
bright as it is told to be. The table's picture is drawn anew only when something of it changes.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.pictures.brush import Brush
from device.pictures.magnified import GLASS, GLOW, ROOM, magnified
from device.pictures.oled import SIZE, Miniature
from device.pictures.palette import SEATS, Colour
from device.pictures.sizes import SMALLEST, unit_of
from device.pictures.turned import Turned
from device.target import Target
from device.view import WHOLE, View

_COLUMNS = 2
_DARK = 0.2
"""How much of its colour a button has whose lamp is dark."""
_RIM: Colour = (70, 76, 88)
_LIT_RIM: Colour = (150, 156, 168)
_DIMMEST = 100
"""The colour of a cap that shines in it has a part above this."""
_HALO, _FAINT = 8, 26
"""Rings of light around a lamp, each of them faint."""


class Beside:
    """Pictures of one size, the strip with the parts at the right. One thread at a time."""

    def __init__(self, size: tuple[int, int]) -> None:
        """In a smaller window than there is room for, the picture is larger than the window."""
        self._scale = max(1, size[1] // 320)
        self._margin = 8 * self._scale
        strip = SIZE[0] * self._scale + 2 * self._margin
        self.size = (max(size[0], SMALLEST[0] + strip), max(size[1], SMALLEST[1]))
        """Width and height of the pictures in pixels."""
        self._table = Turned((self.size[0] - strip, self.size[1]))
        self._strip = pygame.Rect(self.size[0] - strip, 0, strip, self.size[1])
        self._miniature = Miniature()
        self._brush = Brush(unit_of(self._table.size))
        self._surface = pygame.Surface(self.size, 0, 32)
        self._kept: dict[tuple[int, int], tuple[pygame.Surface, pygame.Surface]] = {}
        self._view: View | None = None

    def picture(self, view: View) -> pygame.Surface:
        """The picture of a view. It is always the same surface, valid until the next call."""
        if view != self._view:
            self._view = view
            unlit = replace(view, lamps=())
            self._surface.blit(self._table.picture(unlit), (0, 0))
            self._surface.fill(ROOM, self._strip)
            top = self._panel(unlit)
            self._lamps(view.lamps, top)
        return self._surface

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point means: nothing beside the table's picture."""
        if x >= self._strip.left:
            return None
        return self._table.hit(replace(view, lamps=()), x, y)

    def _panel(self, view: View) -> int:
        """The panel at the top of the strip; where it ends."""
        panel = magnified(self._miniature.picture(view), self._scale)
        place = panel.get_rect(topleft=(self._strip.left + self._margin, self._margin))
        self._surface.fill(GLASS, place.inflate(self._margin // 2, self._margin // 2))
        self._surface.blit(panel, place)
        return place.bottom + self._margin

    def _lamps(self, lamps: tuple[int, ...], top: int) -> None:
        """The buttons in two columns, each with the place it belongs to."""
        if not lamps:
            return
        rows = -(-len(lamps) // _COLUMNS)
        wide = self._strip.width // _COLUMNS
        tall = min(wide, (self._strip.bottom - top - self._margin) // rows)
        for place, level in enumerate(lamps):
            row, column = divmod(place, _COLUMNS)
            box = pygame.Rect(self._strip.left + column * wide, top + row * tall, wide, tall)
            self._lamp(box.center, tall - self._margin, place, level)

    def _lamp(self, centre: tuple[int, int], size: int, place: int, level: int) -> None:
        """A button from above: its ring, its cap in its colour, and the light around it."""
        cap = size * 6 // 10
        if (place, size) not in self._kept:
            self._kept[place, size] = self._faces(place, size)
        dark, light = self._kept[place, size]
        light.set_alpha(255 * level // WHOLE)
        for face in (dark, light):
            self._surface.blit(face, face.get_rect(center=centre))
        emblem = self._brush.place_emblem(place, cap * 6 // 10)
        self._surface.blit(emblem, emblem.get_rect(center=centre))

    def _faces(self, place: int, size: int) -> tuple[pygame.Surface, pygame.Surface]:
        """A button whose lamp is dark, and what its light adds to it."""
        outlines, colour = self._brush.outlines, SEATS[place].colour
        light_of = colour if max(colour) > _DIMMEST else GLOW  # a black cap has a white lamp
        cap, middle = size * 6 // 10, (size // 2, size // 2)
        dark, light = (pygame.Surface((size, size), pygame.SRCALPHA) for _face in range(2))
        for ring in range(_HALO):  # fainter outwards
            halo = outlines.disc(size - (size - cap) * ring // _HALO, light_of).copy()
            halo.set_alpha(_FAINT)
            light.blit(halo, halo.get_rect(center=middle))
        for face, rim, fill in (
            (dark, _RIM, _mixed(GLASS, colour, _DARK)),
            (light, _LIT_RIM, light_of),
        ):
            for wide, inside in ((cap + max(4, size // 16), rim), (cap, fill)):
                disc = outlines.disc(wide, inside)
                face.blit(disc, disc.get_rect(center=middle))
        return dark, light


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the other colour."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
