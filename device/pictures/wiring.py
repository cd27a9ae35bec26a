"""The wiring on the screen: a row for each seat, and the header beside it as it lies on the board.

The law: a line has both its numbers. The selected seat has the accent in its row; on the header its
pins have its colour and their names, and pin 1 is at the upper left.
"""

from __future__ import annotations

import pygame

from device.between import WiredPin, WiredSeat, WiringPage
from device.pictures.brush import Brush
from device.pictures.frame import draw_frame
from device.pictures.halves import halves
from device.pictures.palette import ACCENT, DIM, INK, PANEL, RIM, SEATS, TEXT, Colour
from device.pictures.plate import fill_round, line_round
from device.pictures.sizes import is_portrait

_PINS = 40
_GROUND_NAME = "GND"
_BOARD: Colour = (34, 38, 44)
_IDLE: Colour = (96, 104, 112)
_GROUND: Colour = (0, 0, 0)


class WiringPicture:
    """Draws the wiring."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def wiring(self, surface: pygame.Surface, box: pygame.Rect, page: WiringPage) -> None:
        """Seats; the header beside or under them, where the lines are on one."""
        brush = self._brush
        px = brush.px
        room = draw_frame(surface, brush, box, page.title, page.hints)
        room.top, room.height = room.top + px(8), room.height - px(8) - px(10)
        if page.pins:
            room, side = halves(room, 50 if is_portrait(room.size) else 72, px(20))
            self._header(surface, side, page)
        heads = pygame.Rect(room.left, room.top, room.width, px(32))
        room.top, room.height = heads.bottom, room.height - heads.height
        gap = px(8)
        count = len(page.seats)
        tall = min(px(92), (room.height - gap * (count - 1)) // count)
        labels = [*(part.label for part in page.seats[page.selected].parts), _GROUND_NAME]
        for label, cell in zip(labels, self._cells(heads, tall, len(labels)), strict=True):
            brush.text(surface, label, px(22), DIM, cell)
        for n, seat in enumerate(page.seats):
            row = pygame.Rect(room.left, room.top + n * (tall + gap), room.width, tall)
            self._seat(surface, row, seat, n == page.selected)

    def _cells(self, row: pygame.Rect, tall: int, count: int) -> list[pygame.Rect]:
        """The columns of a row behind its emblem, where rows are so tall."""
        px = self._brush.px
        left = row.left + px(26) + self._emblem_px(tall)
        wide = (row.right - px(10) - left) // count
        return [
            pygame.Rect(left + n * wide, row.top, wide - px(8), row.height) for n in range(count)
        ]

    def _emblem_px(self, tall: int) -> int:
        return min(self._brush.px(64), tall - self._brush.px(8))

    def _seat(
        self, surface: pygame.Surface, row: pygame.Rect, seat: WiredSeat, selected: bool
    ) -> None:
        """Both numbers of each line, one under the other; behind them those of the ground."""
        brush = self._brush
        px = brush.px
        fill, ink, dim = (ACCENT, INK, INK) if selected else (PANEL, TEXT, DIM)
        rim = TEXT if selected else RIM
        line_round(surface, brush.outlines, row, px(10), px(2), rim, fill)
        emblem = brush.place_emblem(seat.place, self._emblem_px(row.height))
        surface.blit(emblem, emblem.get_rect(left=row.left + px(10), centery=row.centery))
        told = [*((part.line, part.pin) for part in seat.parts), (_GROUND_NAME, seat.ground)]
        half = (row.height - px(8)) // 2
        size_px = max(12, min(px(26), half * 10 // 12))
        for (line, pin), cell in zip(told, self._cells(row, row.height, len(told)), strict=True):
            upper = pygame.Rect(cell.left, row.top + px(4), cell.width, half if pin else 2 * half)
            brush.text(surface, line, size_px, ink, upper)
            brush.text(surface, pin, size_px, dim, upper.move(0, half))

    def _header(self, surface: pygame.Surface, box: pygame.Rect, page: WiringPage) -> None:
        """Two rows of pins, downwards, and the names of those of the selected seat beside them."""
        brush = self._brush
        px = brush.px
        small_px = max(12, px(17))
        upper = pygame.Rect(box.left, box.top, box.width, round(small_px * 1.4))
        lower = upper.move(0, box.height - upper.height)
        for text, place in zip(page.ends, (upper, lower), strict=True):
            brush.text(surface, text, small_px, DIM, place, 0.5)
        room = box.inflate(0, -2 * (upper.height + px(4)))
        pitch = room.height // (_PINS // 2)
        board = pygame.Rect(0, 0, 2 * pitch + px(12), pitch * (_PINS // 2) + px(10))
        board.center = room.center
        fill_round(surface, brush.outlines, board, px(10), _BOARD)
        pins = {pin.number: pin for pin in page.pins}
        selected = page.seats[page.selected].place
        for number in range(1, _PINS + 1):
            row, column = divmod(number - 1, 2)
            middle = (
                room.centerx + (2 * column - 1) * pitch // 2,
                board.top + px(5) + row * pitch + pitch // 2,
            )
            pin = pins.get(number)
            self._pin(surface, middle, pitch, pin, selected)
            if pin is not None and pin.label:
                self._name(surface, middle, board, box, pin, column == 1)

    def _pin(
        self,
        surface: pygame.Surface,
        middle: tuple[int, int],
        pitch: int,
        pin: WiredPin | None,
        selected: int,
    ) -> None:
        """A dot; one of the selected seat is larger and has a light rim."""
        outlines = self._brush.outlines
        size = max(5, pitch * 60 // 100)
        colour = _IDLE
        if pin is not None:
            colour = _GROUND if pin.place is None else SEATS[pin.place].colour
            if pin.place in (selected, None):
                size = max(7, pitch * 92 // 100)
                rim = outlines.disc(size, TEXT)
                surface.blit(rim, rim.get_rect(center=middle))
                size -= max(2, size // 5)
        dot = outlines.disc(size, colour)
        surface.blit(dot, dot.get_rect(center=middle))

    def _name(
        self,
        surface: pygame.Surface,
        middle: tuple[int, int],
        board: pygame.Rect,
        box: pygame.Rect,
        pin: WiredPin,
        right: bool,
    ) -> None:
        """The number of a pin and what its wire leads to, on its own side of the board."""
        brush = self._brush
        size_px = max(12, brush.px(19))
        place = pygame.Rect(0, 0, 0, size_px)
        if right:
            place.left, place.width = board.right + brush.px(6), box.right - board.right
        else:
            place.left, place.width = box.left, board.left - brush.px(6) - box.left
        place.centery = middle[1]
        text = f"{pin.number} {pin.label}" if right else f"{pin.label} {pin.number}"
        brush.text(surface, text, size_px, TEXT, place, 0.0 if right else 1.0)
