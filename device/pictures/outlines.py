"""Suits, crowns and the shapes of the seats, as outlines in a unit square.

The law: plain numbers, so that any library can draw them. x goes right, y goes down, 0 .. 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from device.pictures.palette import Shape
from device.view import Figure, Suit

Point = tuple[float, float]
Outline = tuple[Point, ...]
Disc = tuple[float, float, float]
"""Centre and radius."""

_STEPS = 14


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Points of a cubic Bezier from a to d, without d."""
    points = []
    for step in range(_STEPS):
        t = step / _STEPS
        s = 1 - t
        k = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        points.append(
            (
                k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0],
                k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1],
            )
        )
    return points


def _mirrored(left: Sequence[Point]) -> Outline:
    """A left half from top to bottom, and its mirror image back up."""
    return tuple(left) + tuple((1 - x, y) for x, y in reversed(left))


def _ring(count: int, radius: float, turn: float = 0.0, inner: float | None = None) -> Outline:
    """A polygon with a corner at the top, or a star if `inner` is given."""
    corners = count if inner is None else 2 * count
    points = []
    for corner in range(corners):
        angle = 2 * math.pi * corner / corners + turn
        r = radius if inner is None or corner % 2 == 0 else inner
        points.append((0.5 + r * math.sin(angle), 0.5 - r * math.cos(angle)))
    return tuple(points)


_STEM = _mirrored([*_curve((0.5, 0.50), (0.5, 0.78), (0.44, 0.93), (0.28, 0.98)), (0.28, 0.99)])

_HEART = _mirrored(
    [
        *_curve((0.5, 0.25), (0.44, 0.08), (0.34, 0.03), (0.25, 0.03)),
        *_curve((0.25, 0.03), (0.11, 0.03), (0.01, 0.14), (0.01, 0.31)),
        *_curve((0.01, 0.31), (0.01, 0.55), (0.30, 0.72), (0.5, 0.98)),
    ]
)
_SPADE = _mirrored(
    [
        *_curve((0.5, 0.01), (0.30, 0.26), (0.02, 0.40), (0.02, 0.61)),
        *_curve((0.02, 0.61), (0.02, 0.75), (0.12, 0.83), (0.24, 0.83)),
        *_curve((0.24, 0.83), (0.35, 0.83), (0.45, 0.78), (0.5, 0.68)),
    ]
)
_DIAMOND = _mirrored(
    [
        *_curve((0.5, 0.0), (0.40, 0.18), (0.26, 0.36), (0.11, 0.5)),
        *_curve((0.11, 0.5), (0.26, 0.64), (0.40, 0.82), (0.5, 1.0)),
    ]
)
_CLUB: tuple[Disc, ...] = ((0.5, 0.245, 0.225), (0.235, 0.60, 0.225), (0.765, 0.60, 0.225))
_CLUB_HEART: Outline = ((0.42, 0.36), (0.58, 0.36), (0.66, 0.66), (0.5, 0.74), (0.34, 0.66))

# fmt: off
_KING: Outline = (
    (0.10, 0.86), (0.03, 0.34), (0.28, 0.56), (0.5, 0.20), (0.72, 0.56), (0.97, 0.34), (0.90, 0.86),
)
_KING_CROSS: Outline = (
    (0.46, 0.26), (0.46, 0.16), (0.38, 0.16), (0.38, 0.08), (0.46, 0.08), (0.46, 0.0),
    (0.54, 0.0), (0.54, 0.08), (0.62, 0.08), (0.62, 0.16), (0.54, 0.16), (0.54, 0.26),
)
_KING_DISCS: tuple[Disc, ...] = ((0.05, 0.32, 0.05), (0.95, 0.32, 0.05))
_QUEEN: Outline = (
    (0.14, 0.86), (0.02, 0.40), (0.20, 0.58), (0.26, 0.26), (0.42, 0.52), (0.5, 0.16),
    (0.58, 0.52), (0.74, 0.26), (0.80, 0.58), (0.98, 0.40), (0.86, 0.86),
)
_QUEEN_DISCS: tuple[Disc, ...] = (
    (0.05, 0.38, 0.05), (0.27, 0.24, 0.06), (0.5, 0.12, 0.075), (0.73, 0.24, 0.06),
    (0.95, 0.38, 0.05),
)
_LILY: Outline = _mirrored(
    [
        *_curve((0.5, 0.0), (0.40, 0.14), (0.33, 0.28), (0.36, 0.42)),
        *_curve((0.36, 0.42), (0.37, 0.50), (0.41, 0.56), (0.44, 0.64)),
        (0.44, 0.64),
    ]
)
_LILY_LEFT: Outline = (
    *_curve((0.40, 0.64), (0.38, 0.40), (0.24, 0.22), (0.09, 0.28)),
    *_curve((0.09, 0.28), (-0.03, 0.34), (-0.01, 0.54), (0.15, 0.56)),
    *_curve((0.15, 0.56), (0.11, 0.46), (0.15, 0.42), (0.20, 0.44)),
    *_curve((0.20, 0.44), (0.26, 0.47), (0.28, 0.55), (0.29, 0.64)),
)
_LILY_RIGHT: Outline = tuple((1 - x, y) for x, y in _LILY_LEFT)
_LILY_BAND: Outline = ((0.20, 0.67), (0.80, 0.67), (0.80, 0.77), (0.20, 0.77))
_LILY_FOOT: Outline = _mirrored(
    [(0.42, 0.80), *_curve((0.42, 0.80), (0.42, 0.88), (0.34, 0.92), (0.26, 0.94)), (0.5, 1.0)]
)
_BAND: Outline = ((0.10, 0.90), (0.90, 0.90), (0.90, 0.99), (0.10, 0.99))

_SHAPES: dict[Shape, Outline] = {
    Shape.TRIANGLE: ((0.5, 0.02), (1.0, 0.95), (0.0, 0.95)),
    Shape.SQUARE: ((0.09, 0.09), (0.91, 0.09), (0.91, 0.91), (0.09, 0.91)),
    Shape.DIAMOND: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    Shape.STAR: _ring(5, 0.54, inner=0.31),
    Shape.CROSS: (
        (0.31, 0.03), (0.69, 0.03), (0.69, 0.31), (0.97, 0.31), (0.97, 0.69), (0.69, 0.69),
        (0.69, 0.97), (0.31, 0.97), (0.31, 0.69), (0.03, 0.69), (0.03, 0.31), (0.31, 0.31),
    ),
    Shape.HEXAGON: _ring(6, 0.51, turn=math.pi / 6),
    Shape.ARROW: (
        (0.5, 0.0), (1.0, 0.50), (0.80, 0.50), (0.80, 1.0), (0.20, 1.0), (0.20, 0.50), (0.0, 0.50),
    ),
}
# fmt: on

Parts = tuple[tuple[Outline, ...], tuple[Disc, ...]]
"""Polygons and discs that are filled together."""


def suit_parts(suit: Suit) -> Parts:
    """A suit."""
    match suit:
        case Suit.HEARTS:
            return (_HEART,), ()
        case Suit.SPADES:
            return (_SPADE, _STEM), ()
        case Suit.DIAMONDS:
            return (_DIAMOND,), ()
        case Suit.CLUBS:
            return (_CLUB_HEART, _STEM), _CLUB


def figure_parts(figure: Figure) -> Parts:
    """A king's crown, a queen's, a jack's lily; nothing for the others."""
    match figure:
        case Figure.KING:
            return (_KING, _KING_CROSS, _BAND), _KING_DISCS
        case Figure.QUEEN:
            return (_QUEEN, _BAND), _QUEEN_DISCS
        case Figure.JACK:
            return (_LILY, _LILY_LEFT, _LILY_RIGHT, _LILY_BAND, _LILY_FOOT), ()
        case Figure.ACE | Figure.NUMBER:
            return (), ()


def shape_parts(shape: Shape) -> Parts:
    """The shape of a seat."""
    if shape is Shape.CIRCLE:
        return (), ((0.5, 0.5, 0.48),)
    return (_SHAPES[shape],), ()
