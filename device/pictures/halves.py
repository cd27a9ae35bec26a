"""A box in two parts: side by side, or one over the other where the box is higher than wide."""

from pygame import Rect

from device.pictures.sizes import is_portrait


def halves(box: Rect, per_cent: int, gap: int) -> tuple[Rect, Rect]:
    """The first part takes so much of the box; `gap` lies between them, in pixels.

    >>> halves(Rect(0, 0, 200, 100), 60, 10)
    (Rect(0, 0, 120, 100), Rect(130, 0, 70, 100))
    >>> halves(Rect(0, 0, 100, 200), 60, 10)
    (Rect(0, 0, 100, 120), Rect(0, 130, 100, 70))
    """
    if is_portrait(box.size):
        first = Rect(box.left, box.top, box.width, box.height * per_cent // 100)
        top = first.bottom + gap
        return first, Rect(box.left, top, box.width, box.bottom - top)
    first = Rect(box.left, box.top, box.width * per_cent // 100, box.height)
    left = first.right + gap
    return first, Rect(left, box.top, box.right - left, box.height)
