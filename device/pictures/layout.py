"""Where everything stands on the table, for a size of the picture and a number of seats.

The law: pure geometry. Nothing stands outside the picture and no two things overlap, from
`sizes.SMALLEST` up, wide or high; what a press on a point means follows from the same rectangles
that are drawn. A picture that is higher than wide has its seats and its words above and below the
pile, where a wide one has them beside it.
"""

from __future__ import annotations

from enum import Enum

from pygame import Rect

from device.pictures.fan import fan
from device.pictures.sizes import at_least, is_portrait, unit_of
from device.target import Target, TargetKind
from device.view import SEATS_MAX, SEATS_MIN, VISIBLE_MAX, Orientation

_LOW, _DEEP, _NOW, _BAND = 92, 128, 32, 152
"""Units: a panel of two rows, one of three, whose turn it is, what happened last."""
_ABREAST = 2
"""Panels that are wide enough for two rows, where they share an edge."""
_ANSWERS = 3
"""Answers side by side at most, where the picture is wide."""
_FLAT_MOST = 6
"""Seats whose panels are turned to their edges; with more of them all stand upright."""

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
_HIGH = {8: (3, 1, 3)}
"""The same where the picture is higher than wide, if it is another."""


class Side(Enum):
    """The edge of the table at which a seat is."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"

    @property
    def degrees(self) -> int:
        """By how much a panel is turned to this edge, counterclockwise."""
        return {Side.BOTTOM: 0, Side.RIGHT: 90, Side.TOP: 180, Side.LEFT: 270}[self]


class Layout:
    """All rectangles of one table. `flat`: the screen lies on the table, each panel is turned to
    its edge. `places`: on such a screen, where each seat is of `around` places, clockwise from the
    bottom; without them seats are spread evenly. Raises ValueError for a size below `SMALLEST`, or
    seats or places out of range."""

    notes: Rect
    """Keys that belong to nobody."""
    slap: Rect
    limit: Rect
    """What is left of the time."""
    lesson: Rect
    """What is explained to a beginner; of a table for two."""
    now: Rect
    """Whose turn it is."""
    band: Rect
    """What happened last."""
    pile: Rect
    """The middle of the table, cards and counts."""
    top_card: Rect
    beside: Rect
    """Bottom card, count and burned cards, right of the top card."""

    def __init__(
        self,
        size: tuple[int, int],
        seats: int,
        bottom_seat: int = 0,
        orientation: Orientation = Orientation.TWO_SIDE,
        flat: bool = False,
        places: tuple[int, ...] = (),
        around: int = 0,
    ) -> None:
        if size != at_least(size):
            long, short = at_least(size)
            raise ValueError(f"size: {size[0]}x{size[1]}, must be {long}x{short} or more")
        if not SEATS_MIN <= seats <= SEATS_MAX:
            raise ValueError(f"seats: {seats}, must be {SEATS_MIN} .. {SEATS_MAX}")
        if not 0 <= bottom_seat < seats:
            raise ValueError(f"bottom_seat: {bottom_seat}, must be 0 .. {seats - 1}")
        if places and not (len(set(places)) == seats and max(places) < around <= SEATS_MAX):
            raise ValueError(f"places: {places} of {around}, must be {seats} within the table")
        self.size = size
        self.unit = unit_of(size)
        """Pixels of one unit."""
        self.margin = self.px(12)
        self.panels: list[Rect] = [Rect(0, 0, 0, 0)] * seats
        """Panel of each seat, by its index."""
        self.sides: list[Side] = [Side.BOTTOM] * seats
        count = around if flat and places else seats
        self._turned = flat and count <= _FLAT_MOST
        self._at = places
        if not self._turned or not places:
            self._at = tuple((seat - bottom_seat) % seats for seat in range(seats))
            count = seats
        if is_portrait(size):
            self._high(*_HIGH.get(count, _SIDES[count]))
        else:
            self._wide(*_SIDES[count])
        cards = fan(self.pile, orientation, self.px(16), self.px(8))
        self._fan, self.beside = cards.cards, cards.beside
        self.top_card = self._fan[-1]
        if count == SEATS_MIN and not is_portrait(size):
            self._widen_lesson()

    def px(self, units: float) -> int:
        """Pixels of so many units, at least one."""
        return max(1, round(units * self.unit))

    def degrees(self, seat: int) -> int:
        """By how much the panel of a seat is turned, counterclockwise."""
        return self.sides[seat].degrees if self._turned else 0

    def upright(self, seat: int) -> Rect:
        """The panel of a seat as whoever sits there sees it, from its own corner."""
        width, height = self.panels[seat].size
        return Rect(0, 0, height, width) if self.degrees(seat) % 180 else Rect(0, 0, width, height)

    def on_table(self, seat: int, box: Rect) -> Rect:
        """Where a box of such an upright panel lies on the table."""
        panel, own = self.panels[seat], self.upright(seat)
        from_right, from_below = own.width - box.right, own.height - box.bottom
        match self.degrees(seat):
            case 0:
                at, size = (box.left, box.top), box.size
            case 90:
                at, size = (box.top, from_right), (box.height, box.width)
            case 180:
                at, size = (from_right, from_below), box.size
            case _:
                at, size = (from_below, box.left), (box.height, box.width)
        return Rect(at, size).move(panel.topleft)

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
        """The answers of a question, side by side; one under the other where there are more than
        three or the picture is narrow."""
        width, height = self.size
        tall, gap = self.px(78), self.px(16)
        if count <= _ANSWERS and not is_portrait(self.size):
            wide = min(self.px(330), (width - 2 * self.margin - (count - 1) * gap) // max(1, count))
            left = (width - count * wide - (count - 1) * gap) // 2
            top = height // 2 + self.px(40)
            return [Rect(left + n * (wide + gap), top, wide, tall) for n in range(count)]
        tall = min(tall, (height * 2 // 3 - self.margin) // count - gap)
        wide = min(self.px(620), width - 2 * self.margin)
        top = height // 2 if count <= _ANSWERS else height // 3
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

    def _wide(self, left: int, top: int, right: int) -> None:
        """A row of seats over the pile, columns beside it, keys and the slap button in corners."""
        width, height = self.size
        margin, tall, high = self.margin, self.px(100), max(self.px(136), 86)
        corner = max(self.px(250), min(width // 5, self.px(310)))
        deep = self.px(_DEEP) if self._turned and left else corner
        low = height - margin - tall
        self.notes = Rect(margin, height - margin - high, corner, high)
        self.slap = Rect(width - margin - corner, low, corner, tall)
        room = self.slap.left - self.notes.right - 2 * margin
        bottom = Rect(0, low, min(room, self.px(700)), tall)
        bottom.left = (width - bottom.width) // 2
        self.limit = Rect(margin, margin, deep, self.px(38))
        under = self.limit.bottom + margin
        self.lesson = Rect(margin, under, corner, self.notes.top - margin - under)
        inner = Rect(2 * margin + deep, margin, 0, 0)
        inner.width = width - 2 * inner.left
        row = self._row(inner, top)
        column = Rect(margin, under if self._turned else margin, deep, 0)
        column.height = self.notes.top - margin - column.top
        other = column.move(width - 2 * margin - deep, 0)
        self._seat(bottom, self._column(column, left), row, self._column(other, right))
        self.now = Rect(inner.left, self.px(6), inner.width, self.px(_NOW))
        if row:
            self.now.top += row[0].bottom
        band = self.px(_BAND)
        self.band = Rect(self.notes.right + margin, bottom.top - self.px(8) - band, room, band)
        self.pile = Rect(inner.left, self.now.bottom, inner.width, 0)
        self.pile.height = self.band.top - self.px(6) - self.now.bottom

    def _widen_lesson(self) -> None:
        """What is explained takes what the cards leave free beside them."""
        cards = min(card.left for card in self._fan)
        spare = max(0, cards - self.margin - self.pile.left)
        for box in (self.now, self.pile):
            box.inflate_ip(-2 * spare, 0)
        self.lesson.width += spare
        self.lesson.height = self.pile.bottom - self.lesson.top

    def _high(self, left: int, top: int, right: int) -> None:
        """Everything one under the other; panels that are turned stand beside the pile, others
        over it."""
        width, height = self.size
        margin, tall, high = self.margin, self.px(100), max(self.px(136), 86)
        inner = Rect(margin, margin, width - 2 * margin, 0)
        bottom = Rect(0, height - margin - tall, min(inner.width, self.px(700)), tall)
        bottom.left = (width - bottom.width) // 2
        half = (inner.width - margin) // 2
        self.notes = Rect(margin, bottom.top - margin - high, half, high)
        self.slap = Rect(inner.right - half, bottom.top - margin - tall, half, tall)
        band = self.px(_BAND)
        self.band = Rect(margin, self.notes.top - self.px(8) - band, inner.width, band)
        row = self._row(inner, top)
        inner.top = row[0].bottom + margin if row else margin
        pairs = [] if self._turned else self._pairs(inner, left)
        if pairs:
            inner.top = pairs[-1][0].bottom + margin
        self.now = Rect(margin, inner.top - self.px(6), inner.width, self.px(_NOW))
        self.limit = Rect(margin, self.now.bottom, inner.width, self.px(32))
        self.lesson = Rect(margin, self.limit.bottom, inner.width, self.px(190))
        for_two = left + top == 1
        self.pile = Rect(margin, (self.lesson if for_two else self.limit).bottom, inner.width, 0)
        self.pile.height = self.band.top - self.px(6) - self.pile.top
        lefts, rights = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        if self._turned and left:
            column = Rect(margin, self.pile.top, self.px(_DEEP), self.pile.height)
            lefts = self._column(column, left)
            rights = self._column(column.move(inner.width - column.width, 0), right)
            self.pile.inflate_ip(-2 * (column.width + margin), 0)
        self._seat(bottom, lefts, row, rights)

    def _seat(self, bottom: Rect, lefts: list[Rect], tops: list[Rect], rights: list[Rect]) -> None:
        """Seats sit clockwise, from the bottom on; panels of the sides come from the top down."""
        clockwise = [(bottom, Side.BOTTOM)]
        clockwise += [(panel, Side.LEFT) for panel in reversed(lefts)]
        clockwise += [(panel, Side.TOP) for panel in tops]
        clockwise += [(panel, Side.RIGHT) for panel in rights]
        for seat, place in enumerate(self._at):
            self.panels[seat], self.sides[seat] = clockwise[place]

    def _column(self, column: Rect, count: int) -> list[Rect]:
        """Panels at a side, from the top down."""
        room = column.height // max(1, count)
        tall = min(self.px(300), room - self.margin) if self._turned else self.px(_DEEP)
        first = Rect(column.left, column.top + (room - tall) // 2, column.width, tall)
        return [first.move(0, n * room) for n in range(count)]

    def _row(self, inner: Rect, count: int) -> list[Rect]:
        """Panels at the top of a box, from the left to the right, in its middle."""
        gap = self.margin
        wide = min(self.px(400), (inner.width - (count - 1) * gap) // max(1, count))
        left = inner.left + (inner.width - count * wide - (count - 1) * gap) // 2
        tall = self.px(_LOW if count <= _ABREAST else _DEEP)
        return [Rect(left + n * (wide + gap), inner.top, wide, tall) for n in range(count)]

    def _pairs(self, inner: Rect, count: int) -> list[tuple[Rect, Rect]]:
        """Panels of who sits at the left and at the right, from the top of a box down."""
        wide, tall = (inner.width - self.margin) // 2, self.px(_LOW)
        first = Rect(inner.left, inner.top, wide, tall)
        lefts = [first.move(0, n * (tall + self.margin)) for n in range(count)]
        return [(panel, panel.move(inner.width - wide, 0)) for panel in lefts]
