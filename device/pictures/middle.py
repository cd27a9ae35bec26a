"""The pile in the middle of the table, and everything on its way to or from it.

The law: the top card always lies at the same place and is shown whole from its first picture on;
only backs turn, slide and shrink. A motion is eased here and never changes what lies on the
table.
"""

from __future__ import annotations

from typing import assert_never

import pygame

from device.pictures.brush import Brush
from device.pictures.layout import Layout, Side
from device.pictures.palette import DIM, TEXT
from device.pictures.panels import draw_cross, stack_box
from device.pictures.sizes import card_size
from device.view import WHOLE, Motion, MotionKind, Pile, Style, Turning

_LAYERS = 4


def eased(progress: int) -> float:
    """Fast at first, gentle at the end: 0 .. 1 of per mille."""
    rest = 1 - progress / WHOLE
    return 1 - rest * rest * rest


class Middle:
    """Draws the pile and motions of a layout."""

    def __init__(self, brush: Brush, layout: Layout) -> None:
        self._brush = brush
        self._layout = layout

    def ground(self, surface: pygame.Surface, pile: Pile, style: Style) -> None:
        """The place on the felt where the pile is empty."""
        if pile.count or pile.top:
            return
        brush, top = self._brush, self._layout.top_card
        surface.blit(brush.cards.place(top.height, style.orientation), top)

    def pile(self, surface: pygame.Surface, pile: Pile, style: Style) -> None:
        """The visible cards, and beside them what else lies there."""
        brush, layout = self._brush, self._layout
        cards = brush.cards
        top = layout.top_card
        if not pile.count and not pile.top:
            return
        if pile.hidden:
            surface.blit(cards.back(top.height, style.orientation), top)
        elif not pile.top:
            # Only burned cards lie there.
            surface.blit(cards.back(top.height, style.orientation), top)
        else:
            boxes = layout.visible(len(pile.top))
            for face, box in zip(pile.top, boxes, strict=True):
                if box is boxes[-1]:
                    self._under(surface, pile, style)
                surface.blit(cards.face(face, box.height, style), box)
        self._beside(surface, pile, style)

    def _under(self, surface: pygame.Surface, pile: Pile, style: Style) -> None:
        """The edge of a burned card that peeks out, to the right and below."""
        if pile.burned:
            brush = self._brush
            top = self._layout.top_card
            back = brush.cards.back(top.height, style.orientation)
            away = brush.px(15)
            area = pygame.Rect(0, 0, top.width, top.height)
            surface.blit(
                back, top.move(away, min(brush.px(6), self._layout.band.top - top.bottom)), area
            )

    def _beside(self, surface: pygame.Surface, pile: Pile, style: Style) -> None:
        """The bottom card with its label, then the counts."""
        brush, box = self._brush, self._layout.beside
        left, wide = box.left + brush.px(6), box.width - brush.px(6)
        row = max(16, brush.px(30))
        texts = [(pile.count_text, 24, TEXT), (pile.burned_text, 19, DIM)]
        texts = [text for text in texts if text[0]]
        bottom = box.bottom
        for text, size, colour in reversed(texts):
            bottom -= row
            brush.text(surface, text, brush.px(size), colour, pygame.Rect(left, bottom, wide, row))
        if pile.bottom is None:
            return
        brush.text(
            surface, pile.bottom_text, brush.px(19), DIM, pygame.Rect(left, box.top, wide, row)
        )
        height = min(bottom - box.top - row - brush.px(4), round(box.height * 0.6))
        card_wide, _ = card_size(style.orientation, height)
        if card_wide > wide:
            height = height * wide // card_wide
        if pile.hidden:
            card = brush.cards.back(height, style.orientation)
        else:
            card = brush.cards.face(pile.bottom, height, style)
        surface.blit(card, (left, box.top + row))

    def turning(self, surface: pygame.Surface, turning: Turning, style: Style) -> None:
        """A card in the air: from the stack of its seat to the near edge of the pile, turning
        until it stands on edge there. It passes under what lies there: all of that may still be
        slapped."""
        layout = self._layout
        start = self._place(turning.seat, style)
        top = layout.top_card
        part = eased(turning.progress)
        box = _between(start, top, part)
        thin = 1 - 0.94 * part * part
        side = layout.sides[turning.seat]
        match side:
            case Side.LEFT | Side.RIGHT:
                width = max(3, round(box.width * thin))
                box = pygame.Rect(box.centerx - width // 2, box.top, width, box.height)
                if side is Side.LEFT:
                    box.right = min(box.right, top.left)
                else:
                    box.left = max(box.left, top.right)
            case Side.TOP | Side.BOTTOM:
                height = max(3, round(box.height * thin))
                box = pygame.Rect(box.left, box.centery - height // 2, box.width, height)
                if side is Side.TOP:
                    box.bottom = min(box.bottom, top.top)
                else:
                    box.top = max(box.top, top.bottom)
            case _:
                assert_never(side)
        back = self._brush.cards.back(top.height, style.orientation)
        surface.blit(pygame.transform.smoothscale(back, box.size), box)

    def motion(self, surface: pygame.Surface, motion: Motion, style: Style) -> None:
        """One motion."""
        match motion.kind:
            case MotionKind.SLAP:
                self._ring(surface, motion)
            case MotionKind.STRIKE:
                self._strike(surface, motion, style)
            case MotionKind.TAKE | MotionKind.BACK | MotionKind.BURN:
                self._slide(surface, motion, style)

    def _place(self, seat: int | None, style: Style) -> pygame.Rect:
        if seat is None:
            return self._layout.top_card
        box = stack_box(self._brush, self._layout.upright(seat), style.orientation)
        return self._layout.on_table(seat, box)

    def _slide(self, surface: pygame.Surface, motion: Motion, style: Style) -> None:
        brush = self._brush
        start, end = self._place(motion.source, style), self._place(motion.target, style)
        if motion.kind is MotionKind.BURN:
            # A burned card ends where its edge peeks out from under the pile.
            end = end.move(brush.px(15), brush.px(6))
        box = _between(start, end, eased(motion.progress))
        layers = min(_LAYERS, max(1, motion.cards))
        away = brush.px(3)
        height = self._layout.top_card.height
        back = brush.cards.back(height, style.orientation)
        card = pygame.transform.smoothscale(back, box.size)
        for layer in reversed(range(layers)):
            surface.blit(card, box.move(layer * away, layer * away))

    def _ring(self, surface: pygame.Surface, motion: Motion) -> None:
        """A ring around the pile in the colour of the hand that came down, growing thin; it keeps
        out of the words beside the card."""
        seat = motion.source if motion.source is not None else motion.target
        if seat is None or motion.progress >= WHOLE:
            return
        brush, layout = self._brush, self._layout
        part = eased(motion.progress)
        least, most = brush.px(7), layout.beside.left - layout.top_card.right
        grow = round(least + part * (most - least))
        line = max(2, round((1 - part) * brush.px(12)))
        box = layout.top_card.inflate(2 * grow, 2 * grow).clip(layout.pile)
        pygame.draw.rect(surface, brush.colour(seat), box, line, border_radius=brush.px(16))

    def _strike(self, surface: pygame.Surface, motion: Motion, style: Style) -> None:
        """A cross where the cards of a seat were."""
        seat = motion.source if motion.source is not None else motion.target
        if seat is None or motion.progress >= WHOLE:
            return
        away = round(self._brush.px(16) * eased(motion.progress))
        box = self._place(seat, style).inflate(-away, -away)
        draw_cross(surface, box, (255, 110, 96), self._brush.px(10))


def _between(start: pygame.Rect, end: pygame.Rect, part: float) -> pygame.Rect:
    wide = round(start.width + (end.width - start.width) * part)
    tall = round(start.height + (end.height - start.height) * part)
    box = pygame.Rect(0, 0, max(1, wide), max(1, tall))
    box.center = (
        round(start.centerx + (end.centerx - start.centerx) * part),
        round(start.centery + (end.centery - start.centery) * part),
    )
    return box
