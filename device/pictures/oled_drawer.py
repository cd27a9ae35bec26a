"""The button test and the wiring on 128 x 64 dots.

The law: all buttons at once, each a box that is light while it is pressed, has a frame when it was
heard, and none before; of the wiring one seat at a time.
"""

from __future__ import annotations

from device.between import TrialPage, TriedButton, TriedSeat, WiringPage
from device.pictures.box import Box
from device.pictures.ink import Ink, shape
from device.pictures.palette import SEATS

_WIDEST = 21
_WORDS = (11, 10, 9)
_FAULT = "!"


def draw_trial(ink: Ink, page: TrialPage) -> None:
    """A column for each seat, its shape over its buttons; and what is to be said."""
    wide = min(_WIDEST, 128 // max(1, len(page.seats)))
    left = (128 - wide * len(page.seats)) // 2
    for number, seat in enumerate(page.seats):
        _seat(ink, seat, Box(left + number * wide, 0, wide, 40))
    room = Box(0, 42, 128, 22)
    whole = ink.fits(page.last, room, torn=False)
    ink.text(page.last if whole else page.brief, room, _WORDS, align=0.5)


def _seat(ink: Ink, seat: TriedSeat, box: Box) -> None:
    head = Box(box.x, box.y, box.width, 11)
    ink.middle(shape(SEATS[seat.place].shape, 9), head)
    tall = (box.height - head.height - 1) // max(1, len(seat.buttons))
    for number, button in enumerate(seat.buttons):
        top = box.y + head.height + 1 + number * tall
        _button(ink, button, Box(box.x + 1, top, box.width - 2, tall - 1))


def _button(ink: Ink, button: TriedButton, box: Box) -> None:
    if button.down:
        ink.fill(box, radius=2)
    elif button.heard or button.faulty:
        ink.line(box, radius=2)
    letter = _FAULT if button.faulty else button.label[:1].upper()
    ink.text(letter, box, _WORDS[-1:], light=not button.down, align=0.5)


def draw_wiring(ink: Ink, page: WiringPage) -> None:
    """The selected seat: what each wire leads to, and both numbers of its line."""
    seat = page.seats[page.selected]
    ink.stamp(shape(SEATS[seat.place].shape, 12), 1, 0)
    ink.text(str(seat.place + 1), Box(17, 0, 14, 13), (13, 11))
    ink.text(f"GND {seat.ground}", Box(34, 0, 94, 13), _WORDS, align=1.0)
    ink.fill(Box(0, 14, 128, 1))
    for number, part in enumerate(seat.parts):
        row = Box(0, 17 + number * 16, 128, 15)
        ink.text(part.label, row.narrower(86), _WORDS)
        ink.text(f"{part.line} {part.pin}", row.from_left(42), _WORDS, align=1.0)
