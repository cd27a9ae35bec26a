"""What a change of the picture costs on the wire to an OLED, of a whole frame in percent.

The law: whole games are played, two to eight at the table; each change of the picture is sent to a
panel whose wire counts every byte, addresses and all. A whole frame is what luma would send.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from typing import Final

from device.pictures.oled import Miniature
from device.view import View
from hal.dots import frame
from hal.panel import Kind
from tests.bench.figure import Figure, told
from tests.device.story import story
from tests.hal.metered import cost

SEATS: Final = (2, 4, 6, 8)
INPUTS: Final = 1200
FULL: Final = {Kind.SSD1306: 1024 + 6 + 4, Kind.SH1106: 1024 + 24 + 32}
CARD_PERCENT: Final = 60.0
COUNT_PERCENT: Final = 15.0
BYTES_A_SECOND: Final = 400_000 / 9


def cards(kind: Kind) -> Iterator[int]:
    """Bytes of each new card, of games of all sizes."""
    for count in SEATS:
        painter, before, old = Miniature(), None, b""
        for view in story(count, inputs=INPUTS):
            new = frame(painter.picture(view))
            if before is not None and new != old and view.pile.count == before.pile.count + 1:
                yield cost(kind, old, new)
            before, old = view, new


def counts(kind: Kind) -> Iterator[int]:
    """Bytes of each other number of cards, in one seat's hand or in the pile."""
    for count in SEATS:
        views = [view for view in story(count, inputs=200) if view.event is None]
        for view in views[:: max(1, len(views) // 20)]:
            painter = Miniature()
            old = frame(painter.picture(view))
            more = replace(view.pile, count=view.pile.count + 1)
            for other in (*_hands(view), replace(view, pile=more)):
                new = frame(painter.picture(other))
                if new != old:
                    yield cost(kind, old, new)


def _hands(view: View) -> Iterator[View]:
    for at, seat in enumerate(view.seats):
        seats = list(view.seats)
        seats[at] = replace(seat, cards=seat.cards + 1)
        yield replace(view, seats=tuple(seats))


def figures() -> list[Figure]:
    """Everything that is measured here."""
    found = []
    for kind, full in FULL.items():
        for what, bytes_of, bound in (
            ("a new card", sorted(cards(kind)), CARD_PERCENT),
            ("a new count", sorted(counts(kind)), COUNT_PERCENT),
        ):
            share = [each / full * 100 for each in bytes_of]
            spent_ms = median(bytes_of) / BYTES_A_SECOND * 1000
            found += [
                Figure(f"{kind.value}: {what}, most of {len(share)}", share[-1], "%", bound),
                Figure("the same, median", median(share), "%"),
                Figure("the same, on a wire of 400 kHz", spent_ms, "ms"),
            ]
    return found


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    return told(figures())


if __name__ == "__main__":
    sys.exit(main())
