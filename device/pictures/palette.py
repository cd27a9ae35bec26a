"""The colours of the table, and the colour and shape of each seat.

The law: a seat is always colour and shape and number together, so that no one of the three has to
be seen. The accent means "now" and nothing else; no seat has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.view import Suit, Tone

Colour = tuple[int, int, int]

FELT: Colour = (16, 44, 38)
PLACE: Colour = (12, 34, 29)
"""An empty place on the felt."""
PANEL: Colour = (28, 65, 57)
PANEL_OUT: Colour = (19, 48, 42)
RIM: Colour = (60, 102, 92)
"""Thin lines on the felt."""
PAPER: Colour = (251, 249, 243)
PAPER_EDGE: Colour = (196, 192, 180)
INK: Colour = (22, 24, 28)
TEXT: Colour = (243, 244, 238)
DIM: Colour = (168, 192, 184)
"""What explains; still 7:1 on the felt."""
ACCENT: Colour = (90, 240, 226)
"""Now."""
SIGNAL: Colour = (226, 58, 46)
"""The slap button."""
SIGNAL_DOWN: Colour = (160, 32, 26)
BACK: Colour = (52, 74, 120)
BACK_LINE: Colour = (118, 142, 190)
VEIL: tuple[int, int, int, int] = (6, 18, 16, 214)

_TONES: dict[Tone, Colour] = {
    Tone.NEUTRAL: TEXT,
    Tone.GOOD: (146, 236, 150),
    Tone.BAD: (255, 150, 132),
}

_BLACK: Colour = INK
_RED: Colour = (200, 18, 40)
_BLUE: Colour = (24, 88, 204)
_GREEN: Colour = (18, 122, 56)


class Shape(Enum):
    """The shape of a seat."""

    TRIANGLE = "triangle"
    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    STAR = "star"
    CROSS = "cross"
    HEXAGON = "hexagon"
    ARROW = "arrow"


@dataclass(frozen=True, slots=True)
class SeatColours:
    """How a seat looks: its colour, its shape, and the colour of the number on it."""

    colour: Colour
    shape: Shape
    number: Colour


SEATS: tuple[SeatColours, ...] = (
    SeatColours((230, 52, 46), Shape.TRIANGLE, TEXT),
    SeatColours((38, 118, 240), Shape.CIRCLE, TEXT),
    SeatColours((255, 214, 40), Shape.SQUARE, INK),
    SeatColours((255, 255, 255), Shape.DIAMOND, INK),
    SeatColours((10, 11, 13), Shape.STAR, TEXT),
    SeatColours((16, 130, 80), Shape.CROSS, TEXT),
    SeatColours((250, 140, 22), Shape.HEXAGON, INK),
    SeatColours((200, 150, 255), Shape.ARROW, INK),
)


def tone_colour(tone: Tone) -> Colour:
    """The colour of a headline of this tone."""
    return _TONES[tone]


def suit_colour(suit: Suit, four_colour: bool) -> Colour:
    """Black and red, or four colours: black, red, blue diamonds, green clubs."""
    match suit:
        case Suit.SPADES:
            return _BLACK
        case Suit.HEARTS:
            return _RED
        case Suit.DIAMONDS:
            return _BLUE if four_colour else _RED
        case Suit.CLUBS:
            return _GREEN if four_colour else _BLACK
