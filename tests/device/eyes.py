"""Colours as they look to people who do not see all of them.

Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, their
matrices of severity 1.0, in linear light. Contrast is that of WCAG 2.1, distance that of OKLab
(Björn Ottosson, 2020): black and white are 1.0 apart.
"""

from __future__ import annotations

from enum import Enum

from device.pictures.palette import Colour

_Triple = tuple[float, float, float]
_Matrix = tuple[_Triple, _Triple, _Triple]


class Eyes(Enum):
    """Who looks; the value turns linear light into what is seen."""

    USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTAN = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTAN = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITAN = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )
    GREY = ((0.2126, 0.7152, 0.0722),) * 3
    """No colour at all; not in the source, but the luminance that contrast is made of."""

    def see(self, colour: Colour) -> _Triple:
        """Linear light, 0 .. 1 each, as it is seen."""
        light = tuple(_linear(level / 255) for level in colour)
        return _clipped(_times(self.value, (light[0], light[1], light[2])))


def contrast(one: Colour, other: Colour, eyes: Eyes) -> float:
    """1 for the same brightness, 21 for black and white.

    >>> round(contrast((0, 0, 0), (255, 255, 255), Eyes.DEUTAN))
    21
    """
    dark, bright = sorted(_luminance(eyes.see(colour)) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def distance(one: Colour, other: Colour, eyes: Eyes) -> float:
    """How far apart two colours are seen.

    >>> round(distance((0, 0, 0), (255, 255, 255), Eyes.TRITAN), 2)
    1.0
    >>> red, green = (200, 40, 30), (110, 110, 0)
    >>> distance(red, green, Eyes.USUAL) > 3 * distance(red, green, Eyes.DEUTAN)
    True
    """
    pairs = zip(_oklab(eyes.see(one)), _oklab(eyes.see(other)), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def _linear(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _luminance(light: _Triple) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def _oklab(light: _Triple) -> _Triple:
    cones = _times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        light,
    )
    roots = (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3))
    return _times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        roots,
    )


def _times(matrix: _Matrix, light: _Triple) -> _Triple:
    rows = [sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix]
    return rows[0], rows[1], rows[2]


def _clipped(light: _Triple) -> _Triple:
    parts = [min(1.0, max(0.0, part)) for part in light]
    return parts[0], parts[1], parts[2]
