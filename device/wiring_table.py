"""Which wire goes where, in lines of text: the table of the seats, and the header pin by pin.

The law: a seat is its shape and its number, a line its GPIO and its pin. Each seat has a ground pin
of its own, led on from part to part, for a pin takes one plug. The header stands as it does on the
board: pin 1 at the end away from the USB ports, odd pins inside.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from device.cabling import button_name
from device.language import Language
from hal.chips import HEADER_LABELS
from hal.header import LINES, PINS, RESERVED, USES, Pin, Use, ground_near
from hal.wiring import Button, Wiring

MARKS = "▲●■◆★✚⬢➤"
"""The shape of each seat."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a seat: what it leads to, its line; `pin` and `ground` None on another chip.

    `button` None: the lamp.
    """

    seat: int
    button: Button | None
    line: int
    pin: int | None
    ground: int | None

    def name(self, language: Language) -> str:
        """What it leads to."""
        return (
            language.gettext("lamp") if self.button is None else button_name(self.button, language)
        )


def wires(wiring: Wiring) -> list[Wire]:
    """Every wire, seat by seat: slap, flip, lamp."""
    lamps = wiring.lamps()
    on_header = wiring.chip is None or wiring.chip in HEADER_LABELS
    found: list[Wire] = []
    grounds: list[int] = []
    for seat in range(wiring.seats):
        parts: list[tuple[Button | None, int]] = [
            (button, wiring.line(seat, button)) for button in (Button.SLAP, Button.FLIP)
        ]
        parts += [(None, lamps[seat])] if seat in lamps else []
        pins = [LINES[line].number if on_header else None for _button, line in parts]
        if pins[0] is not None:
            grounds.append(ground_near(pins[0], grounds))
        ground = grounds[-1] if grounds else None
        found += [
            Wire(seat, button, line, pin, ground)
            for (button, line), pin in zip(parts, pins, strict=True)
        ]
    return found


def mark(seat: int) -> str:
    """A seat as its shape and its number.

    >>> mark(0), mark(3)
    ('▲ 1', '◆ 4')
    """
    return f"{MARKS[seat]} {seat + 1}"


def table_rows(wiring: Wiring, language: Language) -> Iterator[str]:
    """The table of the seats, with its heading."""
    _ = language.gettext
    heading = (_("seat"), _("part"), "GPIO", _("pin"), _("the other wire"))
    rows = [heading]
    seat = None
    for wire in wires(wiring):
        ground = "GND" if wire.ground is None else _("GND, pin {pin}").format(pin=wire.ground)
        if wire.button is None:
            ground = _("through its resistor to {ground}").format(ground=ground)
        rows.append(
            (
                mark(wire.seat) if wire.seat != seat else "",
                wire.name(language),
                str(wire.line),
                "-" if wire.pin is None else str(wire.pin),
                ground,
            )
        )
        seat = wire.seat
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        first, part, line, pin, ground = row
        yield (
            f"{first:<{wide[0]}}  {part:<{wide[1]}}  {line:>{wide[2]}}  {pin:>{wide[3]}}  {ground}"
        )


def header_rows(wiring: Wiring, language: Language) -> Iterator[str]:
    """The header pin by pin; only for a wiring of the header."""
    _ = language.gettext
    labels = {wire.pin: f"{wire.name(language)} {mark(wire.seat)}" for wire in wires(wiring)}
    right = {wire.pin: f"{mark(wire.seat)} {wire.name(language)}" for wire in wires(wiring)}
    wide = max(
        [len(label) for label in labels.values()] + [len(note(pin, language)) for pin in PINS]
    )
    yield _("this end is away from the USB ports").center(2 * wide + 28).rstrip()
    for odd, even in zip(PINS[::2], PINS[1::2], strict=True):
        left = labels.get(odd.number) or note(odd, language)
        end = right.get(even.number) or note(even, language)
        yield (
            f"{left:>{wide}}  {odd.name:>6}  {odd.number:>2} o o {even.number:<2}  "
            f"{even.name:<6}  {end}"
        ).rstrip()
    yield _("towards the USB ports").center(2 * wide + 28).rstrip()


def note(pin: Pin, language: Language) -> str:
    """What a pin that nobody wired is kept for; empty for a free one."""
    if pin.line is None or pin.line not in RESERVED:
        return ""
    words = {Use.EEPROM: "EEPROM", Use.I2C: "I2C", Use.CONSOLE: language.gettext("console")}
    return f"({words[USES[pin.line]]})"
