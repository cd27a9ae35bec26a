"""Where everything stands on the table, for a size of the picture and a number of seats.

The law: pure geometry. Nothing stands outside the picture and no two things overlap, from 800x480
up; what a press on a point means follows from the same rectangles that are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pygame import Rect

from device.view import SEATS_MAX, SEATS_MIN, VISIBLE_MAX, Orientation

SMALLEST = (640, 400)
"""Smaller windows show the picture of this size, scaled down by whoever shows it."""

_SIDES: dict[int, tuple[int, int, int]] = {
    2: (0, 1, 0),
    3: (1, 0, 1),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (2, 1, 2),
    7: (2, 2, 2),
    8: (2, 3, 2),
}
"""Seats at the left, at the top and at the right; one is always at the bottom."""

_OLDER = {Orientation.CROSS: 0.40, Orientation.TWO_SIDE: 0.80, Orientation.ONE_SIDE: 0.80}
"""Height of the cards under the top card, of the top card's."""
_STEP = {Orientation.CROSS: 1.06, Orientation.TWO_SIDE: 0.50, Orientation.ONE_SIDE: 0.62}
"""From one such card to the next, of its width: as much of it is seen."""


class TargetKind(Enum):
    """What a press can mean."""

    STACK = "stack"
    PILE = "pile"
    SLAP = "slap"
    OPTION = "option"
    """An answer of a question."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a press on a point means."""

    kind: TargetKind
    index: int | None = None
    """The seat whose stack it is, or the index of the answer."""


class Side(Enum):
    """The edge of the table at which a seat is."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


def card_size(orientation: Orientation, height: int) -> tuple[int, int]:
    """Width and height of a card: 5 to 7, the cross card square."""
    if orientation is Orientation.CROSS:
        return height, height
    return round(height * 5 / 7), height


class Layout:
    """All rectangles of one table. Raises ValueError for a size below `SMALLEST` or seats out of
    range."""

    def __init__(
        self,
        size: tuple[int, int],
        seats: int,
        bottom_seat: int = 0,
        orientation: Orientation = Orientation.TWO_SIDE,
    ) -> None:
        width, height = size
        if width < SMALLEST[0] or height < SMALLEST[1]:
            raise ValueError(f"size: {width}x{height}, must be {SMALLEST[0]}x{SMALLEST[1]} or more")
        if not SEATS_MIN <= seats <= SEATS_MAX:
            raise ValueError(f"seats: {seats}, must be {SEATS_MIN} .. {SEATS_MAX}")
        if not 0 <= bottom_seat < seats:
            raise ValueError(f"bottom_seat: {bottom_seat}, must be 0 .. {seats - 1}")
        self.size = size
        self.orientation = orientation
        self.bottom_seat = bottom_seat
        self.unit = min(width / 1280, height / 720)
        """Pixels of one unit; at 1280x720 one."""
        self.margin = self.px(12)
        self.side_width = max(self.px(250), min(width // 5, self.px(310)))
        left, top, right = _SIDES[seats]
        self.panels: list[Rect] = [Rect(0, 0, 0, 0)] * seats
        """Panel of each seat, by its index."""
        self.sides: list[Side] = [Side.BOTTOM] * seats
        self._order = [(bottom_seat + place) % seats for place in range(seats)]
        self._corners()
        self._place(0, Side.BOTTOM, self.bottom)
        for place, panel in enumerate(self._column(left, self.margin), 1):
            self._place(left + 1 - place, Side.LEFT, panel)
        for place, panel in enumerate(self._row(top), left + 1):
            self._place(place, Side.TOP, panel)
        for place, panel in enumerate(
            self._column(right, width - self.margin - self.side_width), left + top + 1
        ):
            self._place(place, Side.RIGHT, panel)
        self._middle(top > 0)
        self._cards()

    def px(self, units: float) -> int:
        """Pixels of so many units, at least one."""
        return max(1, round(units * self.unit))

    def hit(self, x: int, y: int) -> Target | None:
        """What a press on this point means; None: nothing."""
        if self.slap.collidepoint(x, y):
            return Target(TargetKind.SLAP)
        if self.pile.collidepoint(x, y):
            return Target(TargetKind.PILE)
        for seat, panel in enumerate(self.panels):
            if panel.collidepoint(x, y):
                return Target(TargetKind.STACK, seat)
        return None

    def options(self, count: int) -> list[Rect]:
        """The answers of a question, side by side or, if there are more than three, one under the
        other."""
        width, height = self.size
        tall, gap = self.px(78), self.px(16)
        if count <= 3:
            wide = min(self.px(330), (width - 2 * self.margin - (count - 1) * gap) // max(1, count))
            left = (width - count * wide - (count - 1) * gap) // 2
            top = height // 2 + self.px(40)
            return [Rect(left + n * (wide + gap), top, wide, tall) for n in range(count)]
        tall = min(tall, (height * 2 // 3 - self.margin) // count - gap)
        wide = min(self.px(620), width - 2 * self.margin)
        top = height // 3
        return [Rect((width - wide) // 2, top + n * (tall + gap), wide, tall) for n in range(count)]

    def option(self, count: int, x: int, y: int) -> Target | None:
        """The answer at this point, of `count` answers."""
        for index, box in enumerate(self.options(count)):
            if box.collidepoint(x, y):
                return Target(TargetKind.OPTION, index)
        return None

    def visible(self, count: int) -> list[Rect]:
        """Places of the visible cards, bottom first; the last is the top card's and never moves."""
        return self._fan[VISIBLE_MAX - count :]

    def _place(self, place: int, side: Side, panel: Rect) -> None:
        seat = self._order[place]
        self.panels[seat] = panel
        self.sides[seat] = side

    def _corners(self) -> None:
        width, height = self.size
        tall = self.px(100)
        top = height - self.margin - tall
        high = max(self.px(136), 86)
        self.notes = Rect(self.margin, height - self.margin - high, self.side_width, high)
        """Keys that belong to nobody."""
        self.slap = Rect(width - self.margin - self.side_width, top, self.side_width, tall)
        room = self.slap.left - self.notes.right - 2 * self.margin
        wide = min(room, self.px(700))
        self.bottom = Rect((width - wide) // 2, top, wide, tall)
        self.limit = Rect(self.margin, self.margin, self.side_width, self.px(38))
        """What is left of the time: in the corner above the seats at the left."""

    @property
    def lesson(self) -> Rect:
        """What is explained to a beginner: where two play nobody sits at the left."""
        top = self.limit.bottom + self.margin
        return Rect(self.margin, top, self.side_width, self.notes.top - self.margin - top)

    def _column(self, count: int, x: int) -> list[Rect]:
        """Panels at a side, from the top down."""
        if not count:
            return []
        top, bottom = self.margin, self.notes.top - self.margin
        tall = self.px(128)
        room = (bottom - top) // count
        return [
            Rect(x, top + n * room + (room - tall) // 2, self.side_width, tall)
            for n in range(count)
        ]

    def _row(self, count: int) -> list[Rect]:
        if not count:
            return []
        left = self.margin + self.side_width + self.margin
        room = self.size[0] - 2 * left
        gap = self.margin
        wide = min(self.px(400), (room - (count - 1) * gap) // count)
        start = (self.size[0] - count * wide - (count - 1) * gap) // 2
        tall = self.px(92) if count < 3 else self.px(128)
        return [Rect(start + n * (wide + gap), self.margin, wide, tall) for n in range(count)]

    def _middle(self, has_top: bool) -> None:
        left = 2 * self.margin + self.side_width
        tops = [p.bottom for p, s in zip(self.panels, self.sides, strict=True) if s is Side.TOP]
        top = (max(tops) if has_top else 0) + self.px(6)
        bottom = self.bottom.top - self.px(8)
        wide = self.size[0] - 2 * left
        self.now = Rect(left, top, wide, self.px(38))
        band = self.px(146)
        self.band = Rect(left, bottom - band, wide, band)
        """What happened last."""
        self.pile = Rect(left, self.now.bottom, wide, self.band.top - self.px(6) - self.now.bottom)
        """The middle of the table, cards and counts."""

    def _cards(self) -> None:
        older, step = _OLDER[self.orientation], _STEP[self.orientation]
        gap = self.px(16)
        aspect = card_size(self.orientation, 1000)[0] / 1000
        # The fan, the top card and the column beside it, in heights of the top card.
        fan = (VISIBLE_MAX - 1) * step * older * aspect
        beside = 0.58 if self.orientation is Orientation.CROSS else 0.5
        room = self.pile.width - 2 * gap
        tall = min(self.pile.height - self.px(8), int(room / (fan + aspect + beside)))
        wide, tall = card_size(self.orientation, tall)
        old_wide, old_tall = card_size(self.orientation, round(tall * older))
        strip = round(old_wide * step)
        column = min(round(tall * beside), self.pile.width - 2 * gap - wide - 3 * strip)
        whole = 3 * strip + wide + gap + column
        left = self.pile.left + (self.pile.width - whole) // 2
        middle = self.pile.centery
        top = Rect(left + 3 * strip, middle - tall // 2, wide, tall)
        self._fan = [
            Rect(left + n * strip, middle - old_tall // 2, old_wide, old_tall) for n in range(3)
        ]
        self._fan.append(top)
        self.top_card = top
        self.beside = Rect(top.right + gap, top.top, column, tall)
        """Bottom card, count and burned cards, right of the top card."""
