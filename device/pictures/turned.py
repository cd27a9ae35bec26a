"""The table's picture as the screen stands: painted upright, then turned.

The law: a picture that is turned by a quarter is made for the turned size, so that it fills the
screen; a press on the screen is read where it lies in the upright picture. Equal views draw and
turn nothing, but on a canvas.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from device.pictures.screen import Canvas, Screen
from device.pictures.sizes import at_least
from device.target import Target
from device.view import View


def painting(size: tuple[int, int], canvas: Canvas) -> Callable[[View], pygame.Surface]:
    """What paints pictures of one size, made where they are painted; `canvas` as of a `Screen`."""
    return Turned(size, partial(Screen, canvas=canvas)).picture


def upright_size(size: tuple[int, int], rotation: int) -> tuple[int, int]:
    """Of the picture that fills a screen of this size once it is turned by so many degrees."""
    return size[::-1] if rotation % 180 else size


def upright_place(size: tuple[int, int], rotation: int, x: int, y: int) -> tuple[int, int]:
    """Where a place of a screen of this size is in the upright picture, before it is turned.

    >>> upright_place((1280, 720), 90, 1279, 0), upright_place((1280, 720), 180, 0, 0)
    ((0, 0), (1279, 719))
    """
    right, bottom = size[0] - 1, size[1] - 1
    return {
        0: (x, y),
        90: (y, right - x),
        180: (right - x, bottom - y),
        270: (bottom - y, x),
    }[rotation]


class Turned:
    """Pictures of one size of the screen. Needs what `Screen` needs. One thread at a time."""

    def __init__(
        self, size: tuple[int, int], upright: Callable[[tuple[int, int]], Screen] = Screen
    ) -> None:
        """Below `SMALLEST` as a `Screen` has it. `upright` makes what paints, not turned."""
        self.size = at_least(size)
        """Width and height of the pictures in pixels."""
        self._made = upright
        self._screen: Screen | None = None
        self._view: View | None = None
        self._picture: pygame.Surface | None = None

    def picture(self, view: View) -> pygame.Surface:
        """The picture of a view, valid until the next call; do not draw on it."""
        if not view.rotation:
            self._picture = None
            return self._upright(view).picture(view)
        if self._picture is None or view != self._view:
            upright = self._upright(view).picture(view)
            self._view = view
            self._picture = pygame.transform.rotate(upright, -view.rotation)
        return self._picture

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point means."""
        place = upright_place(self.size, view.rotation, x, y)
        return self._upright(view).hit(view, *place)

    def _upright(self, view: View) -> Screen:
        size = upright_size(self.size, view.rotation)
        # One at a time: each keeps its own letters and cards.
        if self._screen is None or size != self._screen.size:
            self._screen = self._made(size)
        return self._screen
