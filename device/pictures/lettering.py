"""Text on surfaces, in the bundled DejaVu Sans Bold, whose figures are tabular.

The law: text is never cut off. It is set smaller until it fits, down to a least size, then narrower
by at most a quarter, and only then ends in an ellipsis. What no font can set, as the zero byte of a
name, is spelt out.
"""

from __future__ import annotations

import re

import pygame

from device.pictures.palette import Colour
from device.pictures.shelf import PICTURE_PX, Shelf
from device.pictures.typeface import CAP, FACE
from device.span import NO_BREAK
from device.trouble import line_of

LEAST_PX = 12
"""No text is smaller than this."""
NARROWEST = 0.75
"""Of its width, before a text loses its end."""
MOST_FONTS = 12
"""Sizes that are open at once, 0.2 MB each; no picture was seen that needs more than ten."""
_LONGEST = 1000
"""Letters; a name may have a million, and no picture is that wide."""
_SPACES = re.compile(r"[^\S\xa0]+")
"""Where a line may be broken."""
_JOINTS = re.compile(r"(?<=[-/\\])")


class Lettering:
    """Fonts by size in pixels, and the texts set in them: those of a picture of so many pixels."""

    def __init__(self, picture_px: int = PICTURE_PX) -> None:
        pygame.font.init()
        self._fonts: dict[int, pygame.font.Font] = {}
        self._texts = Shelf(picture_px // 6)
        self.cut: set[str] = set()
        """Texts that even their least size was too long for, and that lost their end."""

    def font(self, size_px: int) -> pygame.font.Font:
        """The font of this size."""
        font = self._fonts.pop(size_px, None)
        if font is None:
            font = pygame.font.Font(FACE, size_px)
            if len(self._fonts) >= MOST_FONTS:
                del self._fonts[next(iter(self._fonts))]
        self._fonts[size_px] = font
        return font

    def width(self, text: str, size_px: int) -> int:
        """Pixels the text takes."""
        return self.font(size_px).size(_plain(text))[0]

    def text(self, text: str, size_px: int, colour: Colour) -> pygame.Surface:
        """The text in one line."""
        size_px = max(LEAST_PX, size_px)
        return self._texts.get(
            (text, size_px, colour), lambda: self.font(size_px).render(_plain(text), True, colour)
        )

    def fit(
        self, text: str, size_px: int, width_px: int, colour: Colour, least: float = 0.6
    ) -> pygame.Surface:
        """The text in one line of at most `width_px`, set smaller, to `least` of its size."""
        size_px, text = max(LEAST_PX, size_px), text[:_LONGEST]
        smallest = max(LEAST_PX, round(size_px * least))
        wide = self.width(text, size_px)
        if wide > width_px:
            size_px = max(smallest, min(size_px, size_px * width_px // max(1, wide)))
            while size_px > smallest and self.width(text, size_px) > width_px:
                size_px -= 1
        wide = self.width(text, size_px)
        if width_px < wide and wide * NARROWEST <= width_px:
            return self._texts.get(
                (text, size_px, width_px, colour),
                lambda: self._narrowed(self.text(text, size_px, colour), width_px),
            )
        if wide > width_px:
            self.cut.add(text)
            text = self._shortened(text, size_px, width_px)
        return self.text(text, size_px, colour)

    def lines(self, text: str, size_px: int, width_px: int) -> list[str]:
        """The text broken at spaces, not at those that forbid it, into lines of at most `width_px`.

        A word that is longer is broken behind a hyphen or a slash, or has its own line.
        """
        lines: list[str] = []
        words = (word.replace(NO_BREAK, " ") for word in _SPACES.split(text) if word)
        for word in words:
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size_px) <= width_px:
                lines[-1] = longer
            elif self.width(word, size_px) <= width_px:
                lines.append(word)
            else:
                lines += self._pieces(word, size_px, width_px)
        return lines

    def _pieces(self, word: str, size_px: int, width_px: int) -> list[str]:
        """A word that is longer than a line, as the name of a file: broken where it has a joint."""
        pieces = [""]
        for part in _JOINTS.split(word):
            if pieces[-1] and self.width(pieces[-1] + part, size_px) > width_px:
                pieces.append("")
            pieces[-1] += part
        return pieces

    def glyphs(self, text: str, cap_px: int, width_px: int, colour: Colour) -> pygame.Surface:
        """The text cropped to its ink, `cap_px` high (with the tails of J and Q), squeezed to
        `width_px`."""

        def draw() -> pygame.Surface:
            size_px = max(4, round(cap_px / CAP))
            tall = self.font(size_px).render(text, True, colour).get_bounding_rect().height
            if tall > cap_px * 1.06:
                size_px = max(4, size_px * cap_px // tall)
            full = self.font(size_px).render(text, True, colour)
            ink = full.subsurface(full.get_bounding_rect())
            if ink.get_width() > width_px:
                return pygame.transform.smoothscale(ink, (max(1, width_px), ink.get_height()))
            return ink.copy()

        return self._texts.get((text, cap_px, width_px, colour), draw)

    @staticmethod
    def _narrowed(drawn: pygame.Surface, width_px: int) -> pygame.Surface:
        return pygame.transform.smoothscale(drawn, (width_px, drawn.get_height()))

    def _shortened(self, text: str, size_px: int, width_px: int) -> str:
        least, most = 0, len(text) - 1
        while least < most:
            end = (least + most + 1) // 2
            if self.width(text[:end].rstrip() + "…", size_px) <= width_px:
                least = end
            else:
                most = end - 1
        if least:
            return text[:least].rstrip() + "…"
        return "…" if self.width("…", size_px) <= width_px else ""


def _plain(text: str) -> str:
    """As it is set in one line, where no space is broken at."""
    return line_of(text.replace(NO_BREAK, " "))
