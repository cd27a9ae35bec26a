"""Playing cards, drawn by us: jumbo letter and suit, one large suit or crown in the middle.

The law: a card is drawn at the size at which it is shown. A cross card says the same to all four
sides: turned by a quarter its indices stand where they stood; what is in its middle no one needs
to read.
"""

from __future__ import annotations

import pygame

from device.pictures.lettering import Lettering
from device.pictures.palette import (
    BACK,
    BACK_LINE,
    PAPER,
    PAPER_EDGE,
    PLACE,
    RIM,
    Colour,
    suit_colour,
)
from device.pictures.plate import fill_round, line_round
from device.pictures.shelf import PICTURE_PX, Shelf
from device.pictures.sizes import card_size
from device.pictures.suits import Outlines
from device.view import Face, Figure, Orientation, Style

_COURTS = (Figure.JACK, Figure.QUEEN, Figure.KING)


class Cards:
    """Faces and backs by height in pixels; so many are kept as fit into a picture of that size."""

    def __init__(
        self, lettering: Lettering, outlines: Outlines, picture_px: int = PICTURE_PX
    ) -> None:
        self._lettering = lettering
        self._outlines = outlines
        self._shelf = Shelf(picture_px // 2)

    def face(self, face: Face, height: int, style: Style) -> pygame.Surface:
        """The face of a card."""
        return self._shelf.get((face, height, style), lambda: self._face(face, height, style))

    def back(self, height: int, orientation: Orientation) -> pygame.Surface:
        """The back, the same for all cards."""
        return self._shelf.get(
            ("back", height, orientation), lambda: self._back(height, orientation)
        )

    def place(self, height: int, orientation: Orientation) -> pygame.Surface:
        """The mark on the felt where a card could lie."""
        return self._shelf.get(
            ("place", height, orientation), lambda: self._place(height, orientation)
        )

    def _blank(
        self, height: int, orientation: Orientation, edge: Colour, fill: Colour
    ) -> pygame.Surface:
        size = card_size(orientation, height)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        line = max(1, height // 120)
        radius = round(min(size) * 0.08)
        line_round(surface, self._outlines, surface.get_rect(), radius, line, edge, fill)
        return surface

    def _place(self, height: int, orientation: Orientation) -> pygame.Surface:
        return self._blank(height, orientation, RIM, PLACE)

    def _back(self, height: int, orientation: Orientation) -> pygame.Surface:
        surface = self._blank(height, orientation, PAPER_EDGE, PAPER)
        box = surface.get_rect()
        inset = max(2, round(min(box.size) * 0.055))
        inner = box.inflate(-2 * inset, -2 * inset)
        radius = max(1, inset // 2)
        fill_round(surface, self._outlines, inner, radius, BACK)
        step = max(6, round(min(inner.size) / 5))
        pattern = surface.subsurface(inner)
        line = max(1, height // 150)
        across, down = -(-inner.width // step), -(-inner.height // step)
        wide, tall = inner.width / across, inner.height / down
        size = max(3, round(min(wide, tall) * 0.5)) | 1
        half = size / 2
        for row in range(down):
            for column in range(across):
                x, y = (column + 0.5) * wide, (row + 0.5) * tall
                points = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
                pygame.draw.aalines(pattern, BACK_LINE, True, points)
                if line > 1:
                    near = [(px + (x - px) / half, py + (y - py) / half) for px, py in points]
                    pygame.draw.aalines(pattern, BACK_LINE, True, near)
        return surface

    def _face(self, face: Face, height: int, style: Style) -> pygame.Surface:
        surface = self._blank(height, style.orientation, PAPER_EDGE, PAPER)
        colour = suit_colour(face.suit, style.four_colour)
        match style.orientation:
            case Orientation.CROSS:
                self._cross(surface, face, colour)
            case Orientation.TWO_SIDE:
                self._two_side(surface, face, colour)
            case Orientation.ONE_SIDE:
                self._one_side(surface, face, colour)
        return surface

    def _index(self, face: Face, cap: int, wide: int, suit: int, colour: Colour) -> pygame.Surface:
        """Letter over suit, both on one middle line."""
        letter = self._lettering.glyphs(face.letter, cap, wide, colour)
        sign = self._outlines.suit(face.suit, suit, colour)
        gap = max(1, round(cap * 0.16))
        width = max(letter.get_width(), suit)
        index = pygame.Surface((width, cap + gap + suit), pygame.SRCALPHA)
        index.fill((*colour, 0))
        index.blit(letter, ((width - letter.get_width()) // 2, 0))
        index.blit(sign, ((width - suit) // 2, cap + gap))
        return index

    def _two_side(self, surface: pygame.Surface, face: Face, colour: Colour) -> None:
        width, height = surface.get_size()
        index = self._index(
            face, round(height * 0.2), round(width * 0.41), round(height * 0.125), colour
        )
        x, y = round(width * 0.07), round(height * 0.055)
        surface.blit(index, (x, y))
        other = pygame.transform.rotate(index, 180)
        surface.blit(other, (width - x - index.get_width(), height - y - index.get_height()))
        middle = (width // 2, height // 2)
        if face.figure in _COURTS:
            self._court(surface, face, middle, round(height * 0.185), colour)
        else:
            scale = 0.32 if face.figure is Figure.ACE else 0.26
            sign = self._outlines.suit(face.suit, round(height * scale), colour)
            self._centre(surface, sign, middle)

    def _one_side(self, surface: pygame.Surface, face: Face, colour: Colour) -> None:
        width, height = surface.get_size()
        index = self._index(
            face, round(height * 0.25), round(width * 0.5), round(height * 0.16), colour
        )
        surface.blit(index, (round(width * 0.08), round(height * 0.06)))
        middle = (round(width * 0.63), round(height * 0.72))
        if face.figure in _COURTS:
            self._court(surface, face, middle, round(height * 0.22), colour)
        else:
            scale = 0.42 if face.figure is Figure.ACE else 0.36
            sign = self._outlines.suit(face.suit, round(height * scale), colour)
            self._centre(surface, sign, middle)

    def _cross(self, surface: pygame.Surface, face: Face, colour: Colour) -> None:
        size = surface.get_width()
        cap = round(size * 0.2)
        letter = self._lettering.glyphs(face.letter, cap, round(size * 0.3), colour)
        sign = self._outlines.suit(face.suit, round(size * 0.18), colour)
        gap = round(size * 0.03)
        index = pygame.Surface(
            (letter.get_width() + gap + sign.get_width(), max(letter.get_height(), cap)),
            pygame.SRCALPHA,
        )
        index.fill((*colour, 0))
        index.blit(letter, (0, 0))
        index.blit(sign, (letter.get_width() + gap, (cap - sign.get_height()) // 2))
        edge = round(size * 0.05)
        left = (size - index.get_width()) // 2
        for turn in range(4):
            # Turn 0 is read from the bottom edge: its index stands upright along that edge.
            turned = pygame.transform.rotate(index, 90 * turn)
            wide, tall = turned.get_size()
            at = (
                (left, size - edge - cap),
                (size - edge - cap, size - left - tall),
                (size - left - wide, edge + cap - tall),
                (edge + cap - wide, left),
            )[turn]
            surface.blit(turned, at)
        if face.figure in _COURTS:
            part = self._outlines.figure(face.figure, round(size * 0.3), colour)
        else:
            scale = 0.36 if face.figure is Figure.ACE else 0.28
            part = self._outlines.suit(face.suit, round(size * scale), colour)
        self._centre(surface, part, (size // 2, size // 2))

    def _court(
        self,
        surface: pygame.Surface,
        face: Face,
        middle: tuple[int, int],
        size: int,
        colour: Colour,
    ) -> None:
        """Crown or lily over a large suit."""
        crown = self._outlines.figure(face.figure, round(size * 1.15), colour)
        sign = self._outlines.suit(face.suit, size, colour)
        x, y = middle
        self._centre(surface, crown, (x, y - round(size * 0.62)))
        self._centre(surface, sign, (x, y + round(size * 0.62)))

    @staticmethod
    def _centre(surface: pygame.Surface, part: pygame.Surface, middle: tuple[int, int]) -> None:
        surface.blit(part, part.get_rect(center=middle))
