"""An OLED on a manual clock, pictures for it, and what stands on its glass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from hal.clock import ManualClock
from hal.dots import HEIGHT, WIDTH
from hal.luma import Search
from hal.oled import ADDRESSES, Oled
from hal.panel import Kind
from tests.hal.i2c import Bus, GlassPanel

luma = pytest.importorskip("luma.oled.device")
Image = pytest.importorskip("PIL.Image")
Draw = pytest.importorskip("PIL.ImageDraw")
MS = 1_000_000
KINDS = ("ssd1306", "sh1106")


def blank() -> Any:
    return Image.new("1", (WIDTH, HEIGHT))


def boxed(*boxes: tuple[int, int, int, int]) -> Any:
    """A picture with light boxes: left, top, right, bottom, all inside."""
    picture = blank()
    for box in boxes:
        Draw.Draw(picture).rectangle(box, fill=1)
    return picture


def rows(picture: Any) -> list[str]:
    dots = picture.convert("L").tobytes()
    lines = [dots[start : start + WIDTH] for start in range(0, WIDTH * HEIGHT, WIDTH)]
    return ["".join("#" if dot else "." for dot in line) for line in lines]


def pictures() -> st.SearchStrategy[Any]:
    """Boxes and noise of any kind."""
    noise = st.binary(min_size=1024, max_size=1024).map(
        lambda dots: Image.frombytes("1", (WIDTH, HEIGHT), dots)
    )
    x, y = st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)
    box = st.tuples(x, y, x, y).map(
        lambda b: (min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]), max(b[1], b[3]))
    )
    return st.one_of(st.lists(box, max_size=4).map(lambda boxes: boxed(*boxes)), noise)


class Wired:
    """An OLED on a manual clock, without its thread: `round` is called by hand."""

    def __init__(self, kind: str = "ssd1306", named: Kind | None = None) -> None:
        self.clock = ManualClock(7_000 * MS)
        self.panel = GlassPanel(kind)
        self.bus = Bus(self.clock, at_3c=self.panel)
        self.oled = Oled(self.clock, Search(ADDRESSES, named, 1, self.bus.load).find)

    def cost(self, action: Callable[[], object]) -> int:
        """Bytes on the wire."""
        before = self.panel.bytes
        action()
        return self.panel.bytes - before

    def send(self, picture: Any) -> int:
        """Show it and let it be sent; the bytes that took."""
        self.oled.show(picture)
        return self.cost(self.oled.round)


def full_frame(kind: str) -> int:
    """Bytes that luma itself takes for a picture."""
    panel = GlassPanel(kind)
    serial = Bus(at_3c=panel).load("luma.core.interface.serial").i2c(1, 0x3C)
    device = getattr(luma, kind)(serial)
    before = panel.bytes
    device.display(boxed((3, 5, 70, 50)))
    assert panel.rows == rows(boxed((3, 5, 70, 50)))  # luma and this glass agree
    return panel.bytes - before
