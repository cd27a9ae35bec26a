"""A hand in a line: the emblem of its seat, and a few words behind it."""

from __future__ import annotations

import pygame

from device.pictures.brush import Brush
from device.pictures.palette import Colour


class Chips:
    """Draws such lines; `seat` None: words about nobody."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def width(self, seat: int | None, text: str, size_px: int) -> int:
        """Pixels that it takes."""
        emblem = round(size_px * 1.4) + size_px // 3 if seat is not None else 0
        return emblem + self._brush.lettering.width(text, size_px)

    def draw(
        self,
        surface: pygame.Surface,
        at: tuple[int, int],
        seat: int | None,
        text: str,
        size_px: int,
        colour: Colour,
    ) -> None:
        """Emblem and text, from the left, on a middle line."""
        left, middle = at
        if seat is not None:
            emblem = self._brush.emblem(seat, round(size_px * 1.4))
            surface.blit(emblem, emblem.get_rect(left=left, centery=middle))
            left += emblem.get_width() + size_px // 3
        drawn = self._brush.lettering.text(text, size_px, colour)
        surface.blit(drawn, drawn.get_rect(left=left, centery=middle))
