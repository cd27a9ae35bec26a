"""The wiring in words: each seat's buttons and lamp, by both numbers of a line."""

from collections.abc import Iterator

from device.between import WiredPin, WiredSeat, WirePart, WiringPage
from device.gesture_text import either_held
from device.language import Language
from device.view import KeyHint
from device.wiring_table import Wire, wires
from hal.wiring import Wiring


def wiring_page(wiring: Wiring, selected: int, language: Language) -> WiringPage:
    """What there is to see of a wiring; `selected` is a seat."""
    _ = language.gettext
    found, lamps = wires(wiring), bool(wiring.lamps())
    return WiringPage(
        title=_("Which wire goes where"),
        seats=tuple(
            _seat(seat, [wire for wire in found if wire.seat == seat], lamps, language)
            for seat in range(wiring.seats)
        ),
        selected=selected,
        pins=tuple(_pins(found, selected, language)),
        ends=(_("away from USB"), _("USB ports")),
        hints=(
            KeyHint(_("Flip"), _("next seat")),
            KeyHint(_("Slap"), _("seat before")),
            KeyHint(either_held(language), _("back")),
        ),
    )


def _pins(found: list[Wire], selected: int, language: Language) -> Iterator[WiredPin]:
    """The pins of all seats, those of the selected one with their names and their ground."""
    for wire in found:
        if wire.pin is not None:
            label = wire.name(language) if wire.seat == selected else ""
            yield WiredPin(wire.pin, wire.seat, label)
    ground = next((wire.ground for wire in found if wire.seat == selected), None)
    if ground is not None:
        yield WiredPin(ground, None, "GND")


def _seat(seat: int, found: list[Wire], lamps: bool, language: Language) -> WiredSeat:
    """One seat; where there are `lamps`, but not here, that is told."""
    _ = language.gettext
    parts = [_part(wire, language) for wire in found]
    if lamps and all(wire.button is not None for wire in found):
        parts.append(WirePart(_("lamp"), "–"))
    ground = found[0].ground
    return WiredSeat(
        seat, tuple(parts), "" if ground is None else _("pin {pin}").format(pin=ground)
    )


def _part(wire: Wire, language: Language) -> WirePart:
    _ = language.gettext
    if wire.pin is None:
        return WirePart(wire.name(language), _("line {line}").format(line=wire.line))
    return WirePart(wire.name(language), f"GPIO{wire.line}", _("pin {pin}").format(pin=wire.pin))
