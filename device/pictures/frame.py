"""What pages between games have in common: the title above, what can be pressed below.

The law: both stand at the same place on each page, so nothing jumps from one to the next.
"""

from __future__ import annotations

import pygame

from device.pictures.brush import Brush
from device.pictures.palette import FELT, TEXT
from device.view import KeyHint

_LETTERS = 46


def draw_frame(
    surface: pygame.Surface,
    brush: Brush,
    box: pygame.Rect,
    title: str,
    hints: tuple[KeyHint, ...],
    letters: int = _LETTERS,
) -> pygame.Rect:
    """Draw title and keys on plain ground; the box that is left between them.

    `letters`: height of those of the title, in px of the layout.
    """
    px = brush.px
    surface.fill(FELT)
    head = pygame.Rect(box.left, box.top, box.width, px(64))
    brush.text(surface, title, px(letters), TEXT, head, 0.5)
    foot = brush.foot(box, hints)
    brush.keys(surface, hints, foot, FELT)
    return pygame.Rect(box.left, head.bottom, box.width, foot.top - head.bottom)
