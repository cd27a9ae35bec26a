"""Pictures of black and white dots, the way a small panel keeps them: in pages of eight rows.

The law: what a panel holds already is not sent again. What is sent are windows: all that has
changed, and as little else as the price of one more window allows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
_ROW: Final = WIDTH // 8
"""Bytes of one row in a picture."""
# A byte of a row as eight columns of one dot each: the leftmost is the lowest byte of the number.
_COLUMNS: Final = tuple(
    sum((byte >> 7 - column & 1) << 8 * column for column in range(8)) for byte in range(256)
)


class Bitmap(Protocol):
    """A picture of one bit a dot, as Pillow makes it in its mode "1"."""

    @property
    def mode(self) -> str:
        """The name "1"."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in dots."""
        ...

    def tobytes(self) -> bytes:
        """Row after row from the top, the leftmost dot in the highest bit; 1 is light."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of pages and columns."""

    page: int
    pages: int
    column: int
    columns: int

    @property
    def dots(self) -> int:
        """Bytes that fill it."""
        return self.pages * self.columns

    def cut(self, frame: bytes) -> bytes:
        """Its part of a frame, page after page."""
        starts = range(self.page * WIDTH + self.column, len(frame), WIDTH)[: self.pages]
        return b"".join(frame[start : start + self.columns] for start in starts)

    def with_under(self, other: "Window") -> "Window":
        """The smallest that holds both; `other` lies on the page below this one."""
        column = min(self.column, other.column)
        end = max(self.column + self.columns, other.column + other.columns)
        return Window(self.page, self.pages + other.pages, column, end - column)


WHOLE: Final = Window(0, PAGES, 0, WIDTH)


def frame(picture: Bitmap) -> bytes:
    """A picture in pages: a byte is eight dots of a column, the top one in the lowest bit.

    Raises `ValueError` for a picture of another kind or size.
    """
    if picture.mode != "1" or picture.size != (WIDTH, HEIGHT):
        raise ValueError(
            f"picture of mode {picture.mode!r} and size {picture.size}; expected mode '1' and "
            f"size {(WIDTH, HEIGHT)}"
        )
    rows = picture.tobytes()
    made = bytearray()
    for top in range(0, len(rows), 8 * _ROW):
        for left in range(top, top + _ROW):
            block = 0
            for row in range(8):
                block |= _COLUMNS[rows[left + row * _ROW]] << row
            made += block.to_bytes(8, "little")
    return bytes(made)


def changes(before: bytes | None, after: bytes, price: int, tall: bool) -> list[Window]:
    """The windows that make one frame of another; `before` None: nothing is known, all is sent.

    `price` is what one more window costs, in bytes; `tall`: a window may hold several pages.
    """
    if before is None:
        whole = [Window(page, 1, 0, WIDTH) for page in range(PAGES)]
        return [WHOLE] if tall else whole
    found: list[Window] = []
    for page in range(PAGES):
        for run in _runs(before, after, page, price):
            above = _above(found, run, price) if tall else None
            if above is None:
                found.append(run)
            else:
                found[above] = found[above].with_under(run)
    return found


def _runs(before: bytes, after: bytes, page: int, price: int) -> Iterator[Window]:
    """What has changed on a page, across gaps that are cheaper than another window."""
    start = page * WIDTH
    old, new = before[start : start + WIDTH], after[start : start + WIDTH]
    if old == new:
        return
    first = last = None
    for column in range(WIDTH):
        if old[column] == new[column]:
            continue
        if first is not None and last is not None and column - last > price:
            yield Window(page, 1, first, last + 1 - first)
            first = None
        if first is None:
            first = column
        last = column
    if first is not None and last is not None:
        yield Window(page, 1, first, last + 1 - first)


def _above(found: list[Window], run: Window, price: int) -> int | None:
    """Which window that ends on the page above becomes cheaper by taking this run in."""
    for index, window in enumerate(found):
        if window.page + window.pages == run.page:
            if window.with_under(run).dots <= window.dots + run.dots + price:
                return index
    return None
