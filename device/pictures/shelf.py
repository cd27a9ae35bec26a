"""Pictures drawn before, kept for the next time.

The law: what comes from the shelf is never drawn on again; the key says everything the picture
depends on. A shelf never grows past its limit, whatever is played. Limits follow the size of the
picture; shelves three times as large were measured, and save no time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

PICTURE_PX = 1280 * 720
"""Of a picture of usual size."""


class Shelf:
    """Surfaces by key, at most `limit_px` pixels in all (four bytes each); the one not wanted for
    longest goes first. The newest stays even if it alone is larger."""

    def __init__(self, limit_px: int) -> None:
        if limit_px < 1:
            raise ValueError(f"limit_px: {limit_px}, must be at least 1")
        self._limit_px = limit_px
        self._held_px = 0
        self._surfaces: dict[Hashable, pygame.Surface] = {}

    def get(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of this key, drawn now if it is not on the shelf."""
        surface = self._surfaces.pop(key, None)
        if surface is None:
            surface = draw()
            self._held_px += _pixels(surface)
            while self._surfaces and self._held_px > self._limit_px:
                self._held_px -= _pixels(self._surfaces.pop(next(iter(self._surfaces))))
        self._surfaces[key] = surface
        return surface

    @property
    def held_px(self) -> int:
        """Pixels on the shelf now."""
        return self._held_px


def _pixels(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()
