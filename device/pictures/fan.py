"""How the visible cards of a pile lie in a box: the top card large, the others under it.

The law: of each card the index is seen. Older cards lie at the left of the top card, or over it
where the box is so high that it becomes larger by that.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from device.pictures.sizes import card_size
from device.view import VISIBLE_MAX, Orientation

_OLDER = {Orientation.CROSS: 0.40, Orientation.TWO_SIDE: 0.80, Orientation.ONE_SIDE: 0.80}
"""Height of the cards under the top card, of the top card's."""
_STEP = {Orientation.CROSS: 1.06, Orientation.TWO_SIDE: 0.50, Orientation.ONE_SIDE: 0.62}
"""From one such card to the next, of its width: as much of it is seen."""
_DOWN = {Orientation.CROSS: 1.06, Orientation.TWO_SIDE: 0.44, Orientation.ONE_SIDE: 0.52}
"""The same of its height, where they lie over the top card instead of at its left."""
_BESIDE = {Orientation.CROSS: 0.58, Orientation.TWO_SIDE: 0.5, Orientation.ONE_SIDE: 0.5}
"""Width of the column right of the top card, of the top card's height."""


@dataclass(frozen=True, slots=True)
class Fan:
    """`cards`: places of the visible cards, bottom first. `beside`: the column right of the top
    card."""

    cards: list[Rect]
    beside: Rect


def fan(room: Rect, orientation: Orientation, gap: int, edge: int) -> Fan:
    """The cards in the middle of a box. `gap` lies around what lies beside another, `edge` over
    and under all, in pixels."""
    older, beside = _OLDER[orientation], _BESIDE[orientation]
    aspect = card_size(orientation, 1000)[0] / 1000
    steps = VISIBLE_MAX - 1
    high, width = room.height - edge, room.width - 2 * gap
    # Both in heights of the top card: what of the others is seen at its left, and over it.
    left = steps * _STEP[orientation] * older * aspect
    over = steps * _DOWN[orientation] * older
    across = min(high, int(width / (left + aspect + beside)))
    down = min(int(high / (over + 1)), int((width - gap) / (aspect + beside)))
    wide, tall = card_size(orientation, max(across, down))
    old = Rect((0, 0), card_size(orientation, round(tall * older)))
    x, y = round(old.width * _STEP[orientation]), 0
    if down > across:
        x, y = 0, round(old.height * _DOWN[orientation])
    column = min(round(tall * beside), width - wide - steps * x)
    whole = Rect(0, 0, steps * x + wide + gap + column, steps * y + tall)
    whole.left = room.left + (room.width - whole.width) // 2
    whole.top = room.centery - whole.height // 2
    top = Rect(whole.left + steps * x, whole.top + steps * y, wide, tall)
    if down > across:
        old.midtop = (top.centerx, whole.top)
    else:
        old.topleft = (whole.left, room.centery - old.height // 2)
    cards = [*(old.move(n * x, n * y) for n in range(steps)), top]
    return Fan(cards, Rect(top.right + gap, top.top, column, tall))
