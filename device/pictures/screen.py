"""The table's picture: a view in, a surface out.

The law: equal views draw nothing, but on a canvas. Seats, keys and the last event are painted once
and kept as one layer; while cards move only the middle is drawn anew. The picture never waits for
anything and knows no time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

import pygame

from device.between import IdlePage
from device.overlay import Countdown, Overlay, Paused, Question
from device.pictures.brush import Brush
from device.pictures.finish import Finish
from device.pictures.holds import draw_holds
from device.pictures.layout import Layout
from device.pictures.middle import Middle
from device.pictures.pages import Pages
from device.pictures.palette import ACCENT, DIM, FELT
from device.pictures.panels import Panels
from device.pictures.shelf import Shelf
from device.pictures.sizes import at_least, is_portrait, unit_of
from device.target import Target, TargetKind
from device.view import WHOLE, MotionKind, Orientation, Seat, View

_UNDER = (MotionKind.BURN, MotionKind.TAKE, MotionKind.BACK)
"""Motions that pass under the pile."""
_SLAP = Target(TargetKind.SLAP)
Canvas: TypeAlias = Callable[[], pygame.Surface | None]
"""What a picture may be painted on at once, if there is such a thing now: what stands in a window.

What was painted there before may be gone.
"""


def bare() -> None:
    """No canvas: pictures are painted on a surface of their own."""


class Screen:
    """Pictures of one size, none of them turned. Needs pygame.font (started here), no display. One
    thread at a time."""

    def __init__(
        self, size: tuple[int, int], brush: Brush | None = None, canvas: Canvas = bare
    ) -> None:
        """Below `SMALLEST` the picture has that size, and whoever shows it scales it down.
        `brush`: one of this size that was in use before. `canvas`: used where it has the size and
        the colours of a picture; a surface for each picture less."""
        self.size = at_least(size)
        """Width and height of the pictures in pixels."""
        self.drawn = 0
        """Pictures drawn so far; stays the same where the view did."""
        self._canvas = canvas
        self._brush = brush or Brush(unit_of(self.size))
        self._panels = Panels(self._brush)
        self._finish = Finish(self._brush)
        self._kept = Shelf(self.size[0] * self.size[1] // 2)  # those of 8 seats are a third
        self._still_key: tuple[object, ...] | None = None
        self._view: View | None = None
        """That on the surface of our own."""
        self._layout: Layout | None = None
        self._layout_key: tuple[object, ...] | None = None

    def picture(self, view: View) -> pygame.Surface:
        """The picture of a view. It is always the same surface, or the canvas, valid until the next
        call; do not draw on it."""
        canvas = self._usable()
        surface = self._own if canvas is None else canvas
        if view != self._view or canvas is not None:
            self._draw(surface, view)
            self._view = view if canvas is None else None
            self.drawn += 1
        return surface

    @property
    def cut(self) -> frozenset[str]:
        """Texts of all pictures so far that had no room and lost their end."""
        return frozenset(self._brush.lettering.cut)

    def layout(self, view: View) -> Layout:
        """Where things stand in the picture of this view."""
        settled = (len(view.seats), view.bottom_seat, view.style.orientation, view.flat)
        places: tuple[int, ...] = ()
        if view.around and not view.lesson_text:
            places = view.places or tuple(range(len(view.seats)))
        key = (*settled, places, view.around)
        if self._layout is None or key != self._layout_key:
            self._layout, self._layout_key = Layout(self.size, *key), key
        return self._layout

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point means: the answers of a question while there is one, nothing
        on other pages."""
        layout = self.layout(view)
        match view.overlay:
            case None:
                target = layout.hit(x, y)
                return None if target == _SLAP and not view.slap_text else target
            case Question():
                return layout.option(len(view.overlay.options), x, y)
            case _:
                return None

    def _usable(self) -> pygame.Surface | None:
        """The canvas, if it is one for this picture."""
        canvas = self._canvas()
        if canvas is None or canvas.get_size() != self.size:
            return None
        return canvas if canvas.get_masks()[:3] == self._still_surface.get_masks()[:3] else None

    @cached_property
    def _own(self) -> pygame.Surface:
        return pygame.Surface(self.size, 0, 32)

    @cached_property
    def _still_surface(self) -> pygame.Surface:
        return pygame.Surface(self.size, 0, 32)

    def _draw(self, surface: pygame.Surface, view: View) -> None:
        if not view.brightness:
            surface.fill((0, 0, 0))
            return
        layout = self.layout(view)
        self._brush.places = view.places
        if not _covers(view.overlay):
            middle = Middle(self._brush, layout)
            still = self._still(view, layout)
            surface.blit(still, (0, 0))
            middle.ground(surface, view.pile, view.style)
            for motion in view.motions:
                if motion.kind in _UNDER:
                    middle.motion(surface, motion, view.style)
            if view.turning is not None:
                middle.turning(surface, view.turning, view.style)
            middle.pile(surface, view.pile, view.style)
            for motion in view.motions:
                if motion.kind not in _UNDER:
                    middle.motion(surface, motion, view.style)
            if view.turning is not None or view.motions:
                # Who must lay and what happened last stand above every card on its way.
                for box in (layout.now, layout.band):
                    words = still.subsurface(box)
                    words.set_colorkey(FELT)
                    surface.blit(words, box)
        if view.overlay is not None:
            Pages(self._brush, layout).overlay(surface, view.overlay, view.style)
        if view.holds:
            draw_holds(surface, self._brush, layout, view)
        if view.brightness < WHOLE:
            grey = 255 * view.brightness // WHOLE
            surface.fill((grey, grey, grey), special_flags=pygame.BLEND_MULT)

    def _still(self, view: View, layout: Layout) -> pygame.Surface:
        """Everything but the middle, kept until one of its values changes."""
        key = (
            view.seats,
            view.places,
            view.bottom_seat,
            view.style.orientation,
            view.flat,
            view.around,
            view.event,
            view.slap_text,
            view.slap_pressed,
            view.slap_seat,
            view.now_text,
            view.limit_text,
            view.lesson_text,
            view.timing_text,
            view.hints,
        )
        if key != self._still_key:
            self._paint_still(view, layout)
            self._still_key = key
        return self._still_surface

    def _paint_still(self, view: View, layout: Layout) -> None:
        surface = self._still_surface
        surface.fill(FELT)
        for seat, panel in zip(view.seats, layout.panels, strict=True):
            upright = self._panel(seat, layout.upright(seat.index).size, view.style.orientation)
            surface.blit(pygame.transform.rotate(upright, layout.degrees(seat.index)), panel)
        self._panels.notes(surface, layout.notes, view.hints, view.timing_text)
        if view.slap_text:
            self._panels.slap(
                surface, layout.slap, view.slap_text, view.slap_pressed, view.slap_seat
            )
        self._brush.text(surface, view.now_text, self._brush.px(26), ACCENT, layout.now, 0.5)
        middle = 0.5 if is_portrait(self.size) else 0.0
        self._brush.text(surface, view.limit_text, self._brush.px(22), DIM, layout.limit, middle)
        if view.lesson_text:
            self._panels.lesson(surface, layout.lesson, view.lesson_text)
        if view.event is not None:
            self._finish.event(surface, layout.band, view.event)

    def _panel(self, seat: Seat, size: tuple[int, int], orientation: Orientation) -> pygame.Surface:
        def draw() -> pygame.Surface:
            surface = pygame.Surface(size, 0, 32)
            surface.fill(FELT)
            self._panels.seat(surface, surface.get_rect(), seat, orientation)
            return surface

        place = self._brush.place(seat.index)
        return self._kept.get((seat, place, size, orientation), draw)


def _covers(overlay: Overlay | None) -> bool:
    """Whether nothing of the table is seen under a page."""
    match overlay:
        case IdlePage():
            return bool(overlay.heading)
        case None | Paused() | Countdown() | Question():
            return False
        case _:
            return True
