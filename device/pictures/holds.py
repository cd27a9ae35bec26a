"""What is held, and how far: a bar in the panel of whoever holds it, or at the foot of a page.

The law: nothing moves aside for it, and no words are under it.
"""

from __future__ import annotations

import pygame

from device.pictures.brush import Brush
from device.pictures.layout import Layout
from device.pictures.palette import ACCENT, FELT, TEXT, Colour
from device.view import WHOLE, Hold, View

_TALL = 7
_EMBLEM = 20
"""Units."""


def draw_holds(surface: pygame.Surface, brush: Brush, layout: Layout, view: View) -> None:
    """The bars of a view."""
    if view.overlay is None:
        for seat in view.seats:
            for hold in view.holds:
                if hold.place == brush.place(seat.index):
                    _in_panel(surface, brush, layout, seat.index, hold)
        return
    px, (width, height) = brush.px, layout.size
    part = (width - 2 * layout.margin) // max(1, len(view.holds))
    for n, hold in enumerate(view.holds):
        emblem = brush.place_emblem(hold.place, px(_EMBLEM))
        left = layout.margin + n * part
        place = emblem.get_rect(left=left, bottom=height)
        surface.blit(emblem, place)
        box = pygame.Rect(place.right + px(6), 0, 0, px(_TALL))
        box.width, box.bottom = left + part - px(12) - box.left, height - px(2)
        _bar(surface, brush, box, _filled(box, hold), brush.place_colour(hold.place))


def _in_panel(surface: pygame.Surface, brush: Brush, layout: Layout, seat: int, hold: Hold) -> None:
    px, panel = brush.px, layout.upright(seat)
    box = pygame.Rect(px(16), 0, panel.width - 2 * px(16), px(_TALL))
    box.bottom = panel.height - px(1)
    filled = layout.on_table(seat, _filled(box, hold))
    _bar(surface, brush, layout.on_table(seat, box), filled, ACCENT)


def _filled(box: pygame.Rect, hold: Hold) -> pygame.Rect:
    return pygame.Rect(box.left, box.top, box.width * hold.progress // WHOLE, box.height)


def _bar(
    surface: pygame.Surface, brush: Brush, box: pygame.Rect, filled: pygame.Rect, colour: Colour
) -> None:
    line = brush.px(1.5)
    surface.fill(TEXT, box)
    surface.fill(FELT, box.inflate(-2 * line, -2 * line))
    if filled.width and filled.height:
        surface.fill(colour, filled.clip(box.inflate(-2 * line, -2 * line)))
