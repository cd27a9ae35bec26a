"""The lobby: who sits where and what can be chosen; and how somebody says a name.

The law: every place of the table is there with its colour, shape and number, whoever sits at it;
who has joined lights up.
"""

from __future__ import annotations

import pygame

from device.between import Chair, Line, LobbyPage, NamePage
from device.pictures.brush import Brush
from device.pictures.frame import draw_frame
from device.pictures.halves import halves
from device.pictures.palette import (
    ACCENT,
    DIM,
    FELT,
    INK,
    PANEL,
    PANEL_OUT,
    RIM,
    TEXT,
    tone_colour,
)
from device.pictures.plate import line_round
from device.pictures.rows import draw_rows
from device.pictures.sizes import is_portrait
from device.view import KeyHint, Tone

_ONE_COLUMN = 2
_LETTER_COLUMNS = 5
_TALLEST = 250
"""Units of a chair: two rows of them are as high as the rows beside them."""


class LobbyPicture:
    """Draws the pages at which people sit down."""

    def __init__(self, brush: Brush) -> None:
        self._brush = brush

    def lobby(self, surface: pygame.Surface, box: pygame.Rect, page: LobbyPage) -> None:
        """Chairs, what can be chosen, and what it is about below."""
        brush = self._brush
        px = brush.px
        inner = draw_frame(surface, brush, box, page.title, page.hints if page.lines else (), 48)
        about = pygame.Rect(inner.left, 0, inner.width, px(84))
        about.bottom = inner.bottom - px(6)
        if page.lines:
            self._about(surface, about, page.text, page.warns)
        else:
            about.height = box.bottom - about.top
            brush.text(surface, page.text, px(40), ACCENT, about, 0.5)
        room = pygame.Rect(inner.left, inner.top + px(8), inner.width, 0)
        room.height = about.top - px(10) - room.top
        if page.lines:
            room, rows = halves(room, 57, px(20))
            tall = min(px(66), (rows.height - px(6) * len(page.lines)) // len(page.lines))
            draw_rows(surface, brush, rows, page.lines, page.selected, tall)
        self._chairs(surface, room, page.chairs)

    def naming(self, surface: pygame.Surface, box: pygame.Rect, page: NamePage) -> None:
        """Names in a list, or the name so far and groups of letters under it."""
        brush = self._brush
        px = brush.px
        surface.fill(FELT)
        head = pygame.Rect(box.left, box.top, box.width, px(72))
        emblem = brush.place_emblem(page.place, px(64))
        wide = min(brush.lettering.width(page.title, px(44)), head.width - px(90))
        start = head.left + (head.width - wide - px(80)) // 2
        surface.blit(emblem, emblem.get_rect(left=start, centery=head.centery))
        words = pygame.Rect(start + px(80), head.top, wide + 1, head.height)
        brush.text(surface, page.title, px(44), TEXT, words)
        foot = self._foot(surface, box, page.hints)
        room = pygame.Rect(box.left, head.bottom + px(10), box.width, 0)
        room.height = foot.top - px(8) - room.top
        if page.typed is None:
            rows = pygame.Rect(0, room.top, min(room.width, px(620)), room.height)
            rows.centerx = room.centerx
            lines = [Line(cell) for cell in page.cells]
            draw_rows(surface, brush, rows, lines, page.selected, px(60))
        else:
            self._spelling(surface, room, page, page.typed)

    def _foot(
        self, surface: pygame.Surface, box: pygame.Rect, hints: tuple[KeyHint, ...]
    ) -> pygame.Rect:
        foot = self._brush.foot(box, hints)
        self._brush.keys(surface, hints, foot, FELT)
        return foot

    def _about(self, surface: pygame.Surface, box: pygame.Rect, text: str, warns: bool) -> None:
        brush = self._brush
        colour = tone_colour(Tone.BAD) if warns else TEXT
        for size in (26, 22, 18, 14):
            size_px = max(14, brush.px(size))
            tall = brush.paragraph_px(text, size_px, box.width)
            if tall <= box.height:
                break
        top = box.top + max(0, (box.height - tall) // 2)
        brush.paragraph(
            surface, text, size_px, colour, pygame.Rect(box.left, top, box.width, 0), 0.5
        )

    def _chairs(
        self, surface: pygame.Surface, room: pygame.Rect, chairs: tuple[Chair, ...]
    ) -> None:
        """Two columns, or one for few chairs; clockwise numbers read in rows."""
        brush = self._brush
        gap = brush.px(12)
        columns = 1 if len(chairs) <= _ONE_COLUMN else 2
        rows = -(-len(chairs) // columns)
        wide = (room.width - gap * (columns - 1)) // columns
        tall = min(brush.px(_TALLEST), (room.height - gap * (rows - 1)) // rows)
        top = room.top
        for n, chair in enumerate(chairs):
            row, column = divmod(n, columns)
            left = room.left + column * (wide + gap)
            self._chair(surface, pygame.Rect(left, top + row * (tall + gap), wide, tall), chair)

    def _chair(self, surface: pygame.Surface, box: pygame.Rect, chair: Chair) -> None:
        brush = self._brush
        px = brush.px
        sits = chair.person or chair.taken
        rim, line = (ACCENT, px(4)) if chair.person else (RIM, px(1.5))
        fill = PANEL if sits else PANEL_OUT
        line_round(surface, brush.outlines, box, px(14), line, rim, fill)
        size = min(px(84), box.height - px(28))
        emblem = brush.place_emblem(chair.place, size)
        surface.blit(emblem, emblem.get_rect(left=box.left + px(16), centery=box.centery))
        text = pygame.Rect(box.left + size + px(30), box.top + px(8), 0, box.height - px(16))
        text.width = box.right - px(12) - text.left
        if not chair.texts:
            brush.text(surface, chair.title, px(34), TEXT, text)
            return
        small = max(12, px(19))
        pitch = round(small * 1.25)
        tall = min(px(42), text.height - pitch * len(chair.texts))
        top = text.top + (text.height - tall - pitch * len(chair.texts)) // 2
        title = pygame.Rect(text.left, top, text.width, tall)
        colour = TEXT if chair.taken or chair.person else DIM
        brush.text(surface, chair.title, min(px(30), tall), colour, title)
        for n, told in enumerate(chair.texts):
            place = pygame.Rect(text.left, title.bottom + n * pitch, text.width, pitch)
            brush.text(surface, told, small, DIM, place)

    def _spelling(
        self, surface: pygame.Surface, room: pygame.Rect, page: NamePage, typed: str
    ) -> None:
        brush = self._brush
        px = brush.px
        plate = pygame.Rect(0, room.top, min(room.width, px(640)), px(92))
        plate.centerx = room.centerx
        line_round(surface, brush.outlines, plate, px(12), px(3), ACCENT, PANEL)
        brush.text(surface, f"{typed}_", px(56), TEXT, plate.inflate(-px(32), 0), 0.5)
        under = pygame.Rect(room.left, plate.bottom, room.width, px(40))
        brush.text(surface, page.text, px(22), tone_colour(Tone.BAD), under, 0.5)
        cells = pygame.Rect(room.left, under.bottom, room.width, 0)
        cells.height = room.bottom - under.bottom
        gap = px(10)
        columns = 2 if is_portrait(cells.size) else _LETTER_COLUMNS
        rows = -(-len(page.cells) // columns)
        opened = bool(page.letters)
        tall = min(px(84), (cells.height - gap * (rows + 1)) // (rows + 1))
        wide = (cells.width - gap * (columns - 1)) // columns
        for n, cell in enumerate(page.cells):
            row, column = divmod(n, columns)
            left = cells.left + column * (wide + gap)
            place = pygame.Rect(left, cells.top + row * (tall + gap), wide, tall)
            spaced = " ".join(cell) if n < len(page.cells) - 2 else cell
            self._cell(surface, place, spaced, n == page.selected, opened)
        if opened:
            top = cells.top + rows * (tall + gap) + gap
            tall = min(px(104), room.bottom - top)
            side = min(px(120), (cells.width - gap * 4) // len(page.letters))
            left = cells.left + (cells.width - len(page.letters) * (side + gap) + gap) // 2
            for n, letter in enumerate(page.letters):
                place = pygame.Rect(left + n * (side + gap), top, side, tall)
                self._cell(surface, place, letter, n == page.letter, False)

    def _cell(
        self, surface: pygame.Surface, box: pygame.Rect, text: str, selected: bool, away: bool
    ) -> None:
        """`away`: it was chosen, and something within it is being chosen now."""
        brush = self._brush
        fill, ink = (ACCENT, INK) if selected and not away else (PANEL, TEXT)
        rim = ACCENT if selected else RIM
        line_round(surface, brush.outlines, box, brush.px(10), brush.px(3), rim, fill)
        size_px = max(14, min(brush.px(44), box.height * 6 // 10))
        brush.text(surface, text, size_px, ink, box.inflate(-brush.px(14), 0), 0.5)
