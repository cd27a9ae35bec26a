"""A display together with what paints for it: it is shown what is to be painted.

The law is that of every display. A painter is of one size; another size gets another painter.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from hal.display import Display, Happening
from hal.packed import Packed, unpacked

PictureT = TypeVar("PictureT")
SentT = TypeVar("SentT")
Painting: TypeAlias = Callable[[tuple[int, int]], Callable[[SentT], PictureT]]
"""Makes, for a size, what paints."""


class Painted(Generic[SentT, PictureT]):
    """A `hal.display.Display` of what `painting` paints for `display`."""

    def __init__(self, display: Display[PictureT], painting: Painting[SentT, PictureT]) -> None:
        self._display, self._painting = display, painting
        self._size = display.size
        self._paint = painting(self._size)

    @property
    def size(self) -> tuple[int, int]:
        """That of the display."""
        return self._display.size

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened at the display."""
        return self._display.wait(most_ms)

    def show(self, picture: SentT | Packed[SentT]) -> None:
        """Paint it, and show what was painted."""
        if self._size != self._display.size:
            self._size = self._display.size
            self._paint = self._painting(self._size)
        self._display.show(self._paint(unpacked(picture)))

    def toggle_full_screen(self) -> None:
        """As the display does it."""
        self._display.toggle_full_screen()

    def close(self) -> None:
        """Let the display go."""
        self._display.close()
