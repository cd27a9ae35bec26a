"""The wiring as a picture on one sheet, for whoever holds the soldering iron.

The law: the header lies as it does before the eyes, every wire runs straight from its pin to its
name, and each says where its other end goes. A seat is colour, shape and number; black on white it
can still be read.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from xml.sax.saxutils import escape

from device.language import Language
from device.pictures.palette import SEATS, Colour, Shape
from device.wiring_table import Wire, note, wires
from hal.header import PINS, Pin
from hal.wiring import Wiring

WIDE, HIGH = 1000, 1290
_INK, _DIM, _PAPER, _GOLD = "#16181c", "#6d7480", "#ffffff", "#e0b23c"
_IDLE = "#9a9ea4"
_POWER = {"GND": ("#000000", "#ffffff"), "5V": ("#d8453a", "#ffffff"), "3V3": ("#e8833a", _INK)}
_TOP, _ROW = 178, 38
_NAME_PX, _END_PX, _CHIP_PX = 66, 162, 246
"""From the middle of the header to a pin's name, to where its wire ends, and the chip's width."""


def wiring_picture(wiring: Wiring, source: str, language: Language) -> str:
    """The sheet as SVG; `source` says where the wiring comes from."""
    _ = language.gettext
    found = {wire.pin: wire for wire in wires(wiring)}
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" '
            f'height="{HIGH}" font-family="DejaVu Sans, Verdana, Arial, sans-serif">'
        ),
        f'<rect width="{WIDE}" height="{HIGH}" fill="{_PAPER}"/>',
        _text(60, 68, _("Which wire goes where"), 34, weight="bold"),
        _text(60, 100, source, 17, _DIM),
        _text(500, 146, _("this end is away from the USB ports"), 15, _DIM, "middle"),
        (
            f'<rect x="440" y="{_TOP - 25}" width="120" height="{20 * _ROW + 12}" rx="10" '
            f'fill="#22262c"/>'
        ),
        *(part for pin in PINS for part in _pin(pin, found.get(pin.number), language)),
        _text(500, _TOP + 20 * _ROW + 8, _("towards the USB ports"), 15, _DIM, "middle"),
        *_explained(language),
        "</svg>",
    ]
    return "\n".join([*parts, ""])


def _pin(pin: Pin, wire: Wire | None, language: Language) -> Iterator[str]:
    """A pin, its name, and what leads away from it."""
    row, column = divmod(pin.number - 1, 2)
    side = 1 if column else -1
    x, y = 500 + side * 26, _TOP + row * _ROW
    line_colours = (_GOLD if wire is not None else _IDLE, _INK)
    fill, ink = _POWER.get(pin.name, line_colours)
    anchor = "start" if column else "end"
    yield f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#f4f4f0" stroke-width="1.5"/>'
    yield _text(x, y + 5, str(pin.number), 13, ink, "middle", "bold")
    strong = wire is not None or pin.name == "GND"
    name_x = 500 + side * _NAME_PX
    yield _text(
        name_x, y + 5, pin.name, 16, _INK if strong else _DIM, anchor, "bold" if wire else "normal"
    )
    if wire is None:
        yield _text(500 + side * _END_PX, y + 5, note(pin, language), 14, _DIM, anchor)
        return
    end_x = 500 + side * (_END_PX + 20)
    colour = _hex(SEATS[wire.seat].colour)
    line = f'x1="{500 + side * (_NAME_PX + 76)}" y1="{y}" x2="{end_x}" y2="{y}"'
    yield f'<line {line} stroke="{_INK}" stroke-width="7" stroke-linecap="round"/>'
    yield f'<line {line} stroke="{colour}" stroke-width="4" stroke-linecap="round"/>'
    yield from _chip(wire, end_x, y, side, language)


def _chip(wire: Wire, x: int, y: int, side: int, language: Language) -> Iterator[str]:
    """What is at the end of a wire: the seat, the part, and where the other wire goes."""
    left = x if side > 0 else x - _CHIP_PX
    seat = SEATS[wire.seat]
    yield (
        f'<rect x="{left}" y="{y - 17}" width="{_CHIP_PX}" height="34" rx="8" fill="#f3f4f1" '
        f'stroke="{_INK}" stroke-width="1.5"/>'
    )
    yield (
        f'<polygon points="{_points(seat.shape, left + 22, y, 13)}" fill="{_hex(seat.colour)}" '
        f'stroke="{_INK}" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    yield _text(left + 42, y + 6, str(wire.seat + 1), 17, _INK, weight="bold")
    yield _text(left + 62, y + 6, wire.name(language), 16, _INK, weight="bold")
    ground = language.gettext("→ GND, pin {pin}").format(pin=wire.ground)
    yield _text(left + _CHIP_PX - 10, y + 5, ground, 13, _INK, "end")


def _explained(language: Language) -> Iterator[str]:
    """How a button and a lamp are wired, below the header."""
    _ = language.gettext
    top = _TOP + 20 * _ROW + 50
    yield f'<line x1="60" y1="{top}" x2="940" y2="{top}" stroke="#c9ccc8" stroke-width="1.5"/>'
    y = top + 70
    yield _text(60, top + 34, _("A button"), 18, weight="bold")
    yield _wire(60, y, 130, y) + _wire(130, y, 172, y - 18) + _wire(180, y, 250, y)
    yield _dot(60, y, _GOLD) + _dot(130, y, _INK, 4) + _dot(180, y, _INK, 4) + _dot(250, y, "#000")
    yield _text(60, y + 30, "GPIO", 14, _DIM, "middle") + _text(
        250, y + 30, "GND", 14, _DIM, "middle"
    )
    for row, line in enumerate(
        (
            _("Its switch lies between the GPIO and a GND, any GND."),
            _("No resistor: the Pi pulls the line up. Never to 3V3 or 5V."),
        )
    ):
        yield _text(310, y - 8 + 24 * row, line, 16)
    y += 110
    yield _text(60, y - 36, _("A lamp"), 18, weight="bold")
    yield _wire(60, y, 250, y) + _dot(60, y, _GOLD) + _dot(250, y, "#000")
    yield (
        f'<rect x="88" y="{y - 9}" width="56" height="18" fill="{_PAPER}" stroke="{_INK}" '
        f'stroke-width="2.5"/>'
    )
    yield _text(116, y - 16, "330 Ω", 13, _INK, "middle")
    yield (
        f'<polygon points="176,{y - 13} 176,{y + 13} 200,{y}" fill="{_INK}"/>'
        f'<line x1="201" y1="{y - 13}" x2="201" y2="{y + 13}" stroke="{_INK}" stroke-width="3"/>'
    )
    yield _text(60, y + 30, "GPIO", 14, _DIM, "middle") + _text(
        250, y + 30, "GND", 14, _DIM, "middle"
    )
    for row, line in enumerate(
        (
            _("A bare diode: with a resistor of 330 Ω or more, long leg to the GPIO."),
            _("A lamp of 5 V or 12 V: never straight; through a transistor (ULN2803A)."),
        )
    ):
        yield _text(310, y - 8 + 24 * row, line, 16)
    yield _text(
        60,
        HIGH - 40,
        _("The numbers in the circles are pins; the numbers after GPIO are those of wiring.toml."),
        14,
        _DIM,
    )


def _points(shape: Shape, x: float, y: float, r: float) -> str:
    """The corners of a seat's shape round a middle."""
    match shape:
        case Shape.TRIANGLE:
            corners = _ring(3, r * 1.12)
        case Shape.CIRCLE:
            corners = _ring(40, r)
        case Shape.SQUARE:
            corners = _ring(4, r * 1.25, 0.5)
        case Shape.DIAMOND:
            corners = _ring(4, r * 1.15)
        case Shape.STAR:
            outer, inner = _ring(5, r * 1.2), _ring(5, r * 0.52, 0.5)
            corners = [corner for pair in zip(outer, inner, strict=True) for corner in pair]
        case Shape.CROSS:
            a, b = r * 0.36, r * 1.05
            arm = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a)]
            corners = [*arm, *((-cx, -cy) for cx, cy in arm)]
        case Shape.HEXAGON:
            corners = _ring(6, r * 1.08)
        case Shape.ARROW:
            corners = [(-r, -r), (r * 1.1, 0.0), (-r, r), (-r * 0.45, 0.0)]
    return " ".join(f"{x + cx:.1f},{y + cy:.1f}" for cx, cy in corners)


def _ring(corners: int, r: float, turned: float = 0.0) -> list[tuple[float, float]]:
    """Corners of a regular shape, the first at the top, or turned on by parts of a corner."""
    angles = [2 * pi * (corner + turned) / corners for corner in range(corners)]
    return [(r * sin(angle), -r * cos(angle)) for angle in angles]


def _text(
    x: float, y: float, words: str, px: int, ink: str = _INK, anchor: str = "start",
    weight: str = "normal",
) -> str:  # fmt: skip
    return (
        f'<text x="{x}" y="{y}" font-size="{px}" fill="{ink}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
        if words
        else ""
    )


def _wire(x1: int, y1: int, x2: int, y2: int) -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_INK}" stroke-width="3" '
        f'stroke-linecap="round"/>'
    )


def _dot(x: int, y: int, fill: str, r: int = 10) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{_INK}" stroke-width="1.5"/>'


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
