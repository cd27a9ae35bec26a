"""Plain round-cornered plates: what cards, panels, key caps and buttons are made of."""

from __future__ import annotations

import pygame

from device.pictures.palette import Colour
from device.pictures.suits import Outlines


def fill_round(
    surface: pygame.Surface,
    outlines: Outlines,
    box: pygame.Rect,
    radius: int,
    colour: Colour,
) -> None:
    """A filled box with smooth round corners of at most half its shorter side."""
    radius = max(0, min(radius, box.width // 2, box.height // 2))
    if radius < 2:
        surface.fill(colour, box)
        return
    surface.fill(colour, box.inflate(-2 * radius, 0))
    surface.fill(colour, box.inflate(0, -2 * radius))
    disc = outlines.disc(2 * radius, colour)
    for x, right in ((0, box.left), (radius, box.right - radius)):
        for y, bottom in ((0, box.top), (radius, box.bottom - radius)):
            surface.blit(disc, (right, bottom), (x, y, radius, radius))


def line_round(
    surface: pygame.Surface,
    outlines: Outlines,
    box: pygame.Rect,
    radius: int,
    line: int,
    colour: Colour,
    inside: Colour,
) -> None:
    """A plate with a line of `line` pixels around it, the line inside the box."""
    fill_round(surface, outlines, box, radius, colour)
    fill_round(surface, outlines, box.inflate(-2 * line, -2 * line), radius - line, inside)
