"""What stands over the table: pause, countdown, question, help, rules, result.

The law: a page keeps within the picture, whatever its texts; the selected answer has the accent.
"""

from __future__ import annotations

from typing import assert_never

import pygame

from device.between import (
    BoardPage,
    IdlePage,
    LobbyPage,
    MenuPage,
    NamePage,
    TrialPage,
    WiringPage,
)
from device.leaf import Leaf
from device.overlay import Countdown, Help, Overlay, Paused, Question, Result, ResultRow
from device.pictures.board import BoardPicture
from device.pictures.brush import Brush
from device.pictures.layout import Layout
from device.pictures.leaf import LeafPicture
from device.pictures.lobby import LobbyPicture
from device.pictures.menu import MenuPicture
from device.pictures.palette import (
    ACCENT,
    DIM,
    FELT,
    INK,
    PANEL,
    RIM,
    TEXT,
    VEIL,
    Colour,
    tone_colour,
)
from device.pictures.plate import fill_round, line_round
from device.pictures.sizes import is_portrait
from device.pictures.trial import TrialPicture
from device.pictures.wiring import WiringPicture
from device.view import Style, Tone

_BAD = tone_colour(Tone.BAD)
_COLUMNS = (0.07, 0.07, 0.25, 0.13, 0.18, 0.18, 0.12)
"""Place, emblem, name, points, best, median, piles, of the width of the table."""
_NARROW = (0.09, 0.11, 0.0, 0.17, 0.25, 0.25, 0.13)
"""The same where names stand over the values of their row."""


class Pages:
    """Draws overlays of one layout."""

    def __init__(self, brush: Brush, layout: Layout) -> None:
        self._brush = brush
        self._layout = layout

    def overlay(self, surface: pygame.Surface, overlay: Overlay, style: Style) -> None:
        """The table darkened, and the page over it."""
        box = surface.get_rect().inflate(-4 * self._layout.margin, -4 * self._layout.margin)
        match overlay:
            case Paused():
                self._veil(surface)
                self._words(surface, box, overlay.title, 84, overlay.text, TEXT)
            case Countdown():
                self._veil(surface)
                self._words(surface, box, overlay.number, 240, overlay.text, ACCENT)
            case Question():
                self._veil(surface)
                self._question(surface, box, overlay)
            case Help():
                self._help(surface, box, overlay)
            case Leaf():
                LeafPicture(self._brush, style).leaf(surface, box, overlay)
            case Result():
                self._result(surface, box, overlay)
            case LobbyPage():
                LobbyPicture(self._brush).lobby(surface, box, overlay)
            case NamePage():
                LobbyPicture(self._brush).naming(surface, box, overlay)
            case BoardPage():
                BoardPicture(self._brush).board(surface, box, overlay)
            case TrialPage():
                TrialPicture(self._brush).trial(surface, box, overlay)
            case WiringPage():
                WiringPicture(self._brush).wiring(surface, box, overlay)
            case MenuPage():
                MenuPicture(self._brush, style).menu(surface, box, overlay)
            case IdlePage():
                MenuPicture(self._brush, style).idle(surface, box, overlay)
            case _:
                assert_never(overlay)

    def _veil(self, surface: pygame.Surface) -> None:
        veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        veil.fill(VEIL)
        surface.blit(veil, (0, 0))

    def _words(
        self,
        surface: pygame.Surface,
        box: pygame.Rect,
        title: str,
        size: int,
        text: str,
        colour: Colour,
    ) -> None:
        """One large word, and lines under it."""
        brush = self._brush
        drawn = brush.lettering.fit(title, brush.px(size), box.width, colour, 0.3)
        tall = self._height(text, 28, box.width)
        plate = pygame.Rect(0, 0, box.width, drawn.get_height() + tall + brush.px(32))
        plate.center = box.center
        self._plate(surface, plate)
        at = drawn.get_rect(centerx=box.centerx, top=plate.top + brush.px(14))
        surface.blit(drawn, at)
        self._lines(surface, pygame.Rect(box.left, at.bottom, box.width, 0), text, 28)

    def _plate(self, surface: pygame.Surface, plate: pygame.Rect) -> None:
        """Plain ground over the whole width, so that no card shows through the words."""
        line = self._brush.px(2)
        whole = pygame.Rect(0, plate.top, surface.get_width(), plate.height)
        surface.fill(RIM, whole)
        surface.fill(FELT, whole.inflate(0, -2 * line))

    def _height(self, text: str, size: int, width: int) -> int:
        """Pixels the lines of a text take."""
        return self._brush.paragraph_px(text, max(14, self._brush.px(size)), width)

    def _lines(
        self,
        surface: pygame.Surface,
        box: pygame.Rect,
        text: str,
        size: int,
        colour: Colour = DIM,
    ) -> int:
        """Lines in the middle, from the top of the box down; where they end."""
        size_px = max(14, self._brush.px(size))
        return self._brush.paragraph(surface, text, size_px, colour, box, 0.5)

    def _question(self, surface: pygame.Surface, box: pygame.Rect, question: Question) -> None:
        brush = self._brush
        options = self._layout.options(len(question.options))
        first, last = (options[0], options[-1]) if options else (box, box)
        title = pygame.Rect(box.left, 0, box.width, brush.px(72))
        title.bottom = first.top - self._height(question.text, 28, box.width) - brush.px(24)
        plate = pygame.Rect(0, title.top - brush.px(12), 0, 0)
        plate.height = last.bottom + brush.px(28) - plate.top
        self._plate(surface, plate)
        brush.text(surface, question.title, brush.px(52), TEXT, title, 0.5, 0.4)
        self._lines(surface, pygame.Rect(box.left, title.bottom, box.width, 0), question.text, 28)
        for index, (option, place) in enumerate(zip(question.options, options, strict=True)):
            chosen = index == question.selected
            fill, ink = (ACCENT, INK) if chosen else (PANEL, TEXT)
            rim = TEXT if chosen else RIM
            line_round(surface, brush.outlines, place, brush.px(12), brush.px(3), rim, fill)
            inner = place.inflate(-brush.px(24), 0)
            brush.text(surface, option, brush.px(30), ink, inner, 0.5)

    def _help(self, surface: pygame.Surface, box: pygame.Rect, page: Help) -> None:
        brush = self._brush
        surface.fill(FELT)
        title = pygame.Rect(box.left, box.top, box.width, brush.px(72))
        brush.text(surface, page.title, brush.px(48), TEXT, title, 0.5)
        foot = pygame.Rect(box.left, box.bottom - brush.px(40), box.width, brush.px(40))
        brush.text(surface, page.footer, brush.px(22), DIM, foot, 0.5)
        rows = max(1, len(page.rows))
        columns = 1 if rows <= 9 else 2
        deep = -(-rows // columns)
        room = foot.top - title.bottom - brush.px(8)
        tall = min(brush.px(58), room // deep)
        size_px = max(12, min(brush.px(26), tall * 10 // 20))
        wide = min(box.width // columns, brush.px(900))
        start = box.left + (box.width - wide * columns) // 2
        top = title.bottom + (room - deep * tall) // 2
        for column in range(columns):
            part = page.rows[column * deep : (column + 1) * deep]
            caps = max((brush.key_width(row, size_px, False) for row in part), default=0)
            caps = min(caps, wide // 2)
            for n, row in enumerate(part):
                line = pygame.Rect(start + column * wide, top + n * tall, wide, tall)
                cap = min(brush.key_width(row, size_px, False), caps)
                brush.key(surface, row, size_px, line.left + caps - cap, line.centery, FELT, False)
                line.left += caps + size_px
                line.width -= caps + size_px
                brush.text(surface, row.does, size_px, TEXT, line)

    def _result(self, surface: pygame.Surface, box: pygame.Rect, page: Result) -> None:
        brush = self._brush
        px = brush.px
        surface.fill(FELT)
        narrow = is_portrait(box.size)
        under = pygame.Rect(box.left, box.top + px(84), box.width, 0)
        if narrow:
            under.top = brush.paragraph(surface, page.title, px(46), TEXT, box, 0.5) + px(14)
        else:
            title = pygame.Rect(box.left, box.top, box.width, px(84))
            brush.text(surface, page.title, px(56), TEXT, title, 0.5, 0.4)
        told, colour = (page.warning, _BAD) if page.warning else (page.text, DIM)
        under.height = self._lines(surface, under, told, 20, colour) - under.top
        foot = brush.foot(box, page.hints)
        brush.keys(surface, page.hints, foot, FELT)
        wide = min(box.width, px(1120))
        table = pygame.Rect(0, under.bottom + px(14), wide, foot.top - under.bottom - px(26))
        table.centerx = box.centerx
        head = max(18, px(34))
        tall = min(px(112 if narrow else 76), (table.height - head) // max(1, len(page.rows)))
        table.top += (table.height - head - tall * len(page.rows)) // 3
        cells = self._cells(table.left, table.top, table.width, head, narrow)
        for n, text in enumerate(page.columns):
            brush.text(surface, text, px(20), DIM, cells[n + 2], 0.0 if n == 0 else 1.0)
        for n, row in enumerate(page.rows):
            line = pygame.Rect(table.left, table.top + head + n * tall, table.width, tall - px(6))
            self._row(surface, line, row, narrow)

    def _row(
        self, surface: pygame.Surface, line: pygame.Rect, row: ResultRow, narrow: bool
    ) -> None:
        """One seat; `narrow`: its name stands over its values."""
        brush = self._brush
        if row.winner:
            line_round(surface, brush.outlines, line, brush.px(10), brush.px(3), ACCENT, PANEL)
        else:
            fill_round(surface, brush.outlines, line, brush.px(10), PANEL)
        cells = self._cells(line.left, line.top, line.width, line.height, narrow)
        size_px = max(12, min(brush.px(28), line.height * 10 // (32 if narrow else 16)))
        brush.text(surface, row.place, size_px, TEXT, cells[0], 0.5)
        emblem = brush.emblem(row.seat, min(line.height - brush.px(8), brush.px(46)))
        surface.blit(emblem, emblem.get_rect(center=cells[1].center))
        if narrow:
            half = line.height // 2
            cells[2] = pygame.Rect(cells[3].left, line.top, cells[-1].right - cells[3].left, half)
            for cell in cells[3:]:
                cell.top, cell.height = line.top + half, half - brush.px(6)
        brush.text(surface, row.name, size_px, TEXT, cells[2])
        values = (row.points, row.best, row.median, row.piles)
        for value, cell in zip(values, cells[3:], strict=True):
            colour = TEXT if value else DIM
            brush.text(surface, value or "–", size_px, colour, cell, 1.0)

    def _cells(
        self, left: int, top: int, width: int, height: int, narrow: bool
    ) -> list[pygame.Rect]:
        cells = []
        gap = self._brush.px(14)
        for share in _NARROW if narrow else _COLUMNS:
            wide = round(width * share)
            cells.append(pygame.Rect(left, top, wide - gap, height))
            left += wide
        return cells
