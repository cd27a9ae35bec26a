"""Menus with an example of what is chosen, and the idle table with its rules in pictures.

The law: an example is drawn with the cards of this table. The words over a running game keep to
one edge, so that the game is seen.
"""

from __future__ import annotations

import pygame

from device.between import IdlePage, MenuPage
from device.pictures.brush import Brush
from device.pictures.frame import draw_frame
from device.pictures.halves import halves
from device.pictures.palette import ACCENT, DIM, FELT, RIM, TEXT, tone_colour
from device.pictures.places import draw_places
from device.pictures.rows import draw_rows
from device.pictures.sizes import card_size
from device.view import Face, Orientation, Style, Tone

_STEP = {Orientation.CROSS: 1.05, Orientation.TWO_SIDE: 0.62, Orientation.ONE_SIDE: 0.70}
"""From one card of an example to the next, of its width."""


class MenuPicture:
    """Draws the menus and the idle table."""

    def __init__(self, brush: Brush, style: Style) -> None:
        self._brush = brush
        self._style = style

    def menu(self, surface: pygame.Surface, box: pygame.Rect, page: MenuPage) -> None:
        """Rows, and what the selected one is about."""
        brush = self._brush
        px = brush.px
        room = draw_frame(surface, brush, box, page.title, page.hints)
        room.top, room.height = room.top + px(8), room.height - px(8) - px(12)
        rows, side = halves(room, 55, px(28))
        draw_rows(surface, brush, rows, page.lines, page.selected, px(50))
        self._about(surface, side, page)

    def idle(self, surface: pygame.Surface, box: pygame.Rect, page: IdlePage) -> None:
        """The invitation over the game, or a rule with the invitation under it."""
        brush = self._brush
        px = brush.px
        # Below, it covers the panel of the nearest seat whole.
        banner = pygame.Rect(0, 0, surface.get_width(), px(106) if page.high else px(120))
        if not page.high:
            banner.bottom = surface.get_height()
        if page.heading:
            surface.fill(FELT)
            room = pygame.Rect(box.left, box.top, box.width, banner.top - px(10) - box.top)
            self._rule(surface, room, page)
        line = px(2)
        surface.fill(RIM, banner)
        surface.fill(FELT, banner.inflate(0, -2 * line))
        inner = banner.inflate(-px(40), -px(10))
        title = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 64 // 100)
        brush.text(surface, page.title, px(46), ACCENT, title, 0.5, 0.4)
        under = pygame.Rect(inner.left, title.bottom, inner.width, inner.bottom - title.bottom)
        brush.text(surface, page.text, px(24), DIM, under, 0.5)

    def _rule(self, surface: pygame.Surface, room: pygame.Rect, page: IdlePage) -> None:
        brush = self._brush
        px = brush.px
        heading = pygame.Rect(room.left, room.top + px(6), room.width, px(76))
        brush.text(surface, page.heading, px(56), TEXT, heading, 0.5, 0.5)
        if page.lines:
            table = pygame.Rect(0, heading.bottom + px(14), min(room.width, px(980)), 0)
            table.centerx, table.height = room.centerx, room.bottom - heading.bottom - px(14)
            draw_places(surface, brush, table, page.lines, px(70))
            return
        size_px = max(16, px(30))
        wide = min(room.width, px(980))
        words = pygame.Rect(room.left + (room.width - wide) // 2, 0, wide, 0)
        words.height = brush.paragraph_px(page.about, size_px, wide)
        words.bottom = room.bottom - px(8)
        brush.paragraph(surface, page.about, size_px, TEXT, words, 0.5)
        cards = pygame.Rect(room.left, heading.bottom + px(10), room.width, 0)
        cards.height = words.top - px(16) - cards.top
        self._cards(surface, cards, page.cards, 0)

    def _about(self, surface: pygame.Surface, box: pygame.Rect, page: MenuPage) -> None:
        brush = self._brush
        px = brush.px
        heading = pygame.Rect(box.left, box.top, box.width, px(52))
        brush.text(surface, page.heading, px(34), ACCENT, heading, 0.0, 0.5)
        size_px = max(15, px(25))
        under = pygame.Rect(box.left, heading.bottom + px(6), box.width, 0)
        end = brush.paragraph(surface, page.text, size_px, TEXT, under)
        if page.warning:
            under.top = end + px(10)
            end = brush.paragraph(surface, page.warning, size_px, tone_colour(Tone.BAD), under)
        legend = pygame.Rect(box.left, box.bottom, box.width, 0)
        if page.legend:
            legend = pygame.Rect(box.left, box.bottom - px(34), box.width, px(34))
            brush.text(surface, f"●  {page.legend}", px(20), DIM, legend)
        cards = pygame.Rect(box.left, end + px(18), box.width, 0)
        cards.height = min(px(260), legend.top - px(12) - cards.top)
        self._cards(surface, cards, page.cards, page.hidden)

    def _cards(
        self, surface: pygame.Surface, box: pygame.Rect, cards: tuple[Face, ...], hidden: int
    ) -> None:
        """An example in the middle of a box: face-down cards, and at the right the top card."""
        if not cards:
            return
        orientation = self._style.orientation
        step = _STEP[orientation]
        aspect = card_size(orientation, 1000)[0] / 1000
        count = len(cards) + hidden
        tall = min(box.height, int(box.width / (aspect * (1 + step * (count - 1)))))
        if tall < self._brush.px(40):
            return
        wide, tall = card_size(orientation, tall)
        whole = wide + round(wide * step) * (count - 1)
        left = box.left + (box.width - whole) // 2
        top = box.top + (box.height - tall) // 2
        drawn = self._brush.cards
        for n in range(count):
            place = (left + n * round(wide * step), top)
            if n < hidden:
                surface.blit(drawn.back(tall, orientation), place)
            else:
                surface.blit(drawn.face(cards[n - hidden], tall, self._style), place)
