"""The OLED: what stands on its glass is the newest picture, for as few bytes as may be."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.clock import ManualClock, MonotonicClock
from hal.display import Display, Seen
from hal.dots import HEIGHT, WIDTH, Bitmap, changes, frame
from hal.luma import Search
from hal.oled import ADDRESSES, LOOK_NS, RETRY_NS, Oled, answering, open_oled
from hal.panel import Kind, OledError, Trouble
from tests.hal.i2c import BYTE_NS, Bus, GlassPanel

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


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_frame_of_lumas_is_what_was_measured(kind: str) -> None:
    transfers = {"ssd1306": 2, "sh1106": 16}[kind]
    commands = {"ssd1306": 6, "sh1106": 24}[kind]
    assert full_frame(kind) == 1024 + commands + 2 * transfers


@pytest.mark.parametrize("kind", KINDS)
@given(st.lists(pictures(), min_size=1, max_size=4))
def test_the_glass_shows_the_picture_that_was_sent(kind: str, sent: list[Any]) -> None:
    wired = Wired(kind)
    for picture in sent:
        wired.send(picture)
        assert wired.panel.rows == rows(picture)


@pytest.mark.parametrize("kind", KINDS)
@given(pictures(), pictures())
def test_no_change_costs_more_than_a_whole_frame_and_its_windows(
    kind: str, one: Any, other: Any
) -> None:
    wired = Wired(kind)
    wired.send(one)
    expected = frame(one) != frame(other)
    assert expected == (wired.send(other) > 0)
    # Windows merge as soon as the gap between them is cheaper, so noise is one window a page.
    assert wired.send(one) <= 1024 + 8 * 10


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_change_is_a_small_window(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((10, 8, 29, 23)))
    price = 10 if kind == "ssd1306" else 7
    assert wired.send(boxed((10, 8, 29, 23), (40, 8, 43, 15))) == price + 4
    both_pages = wired.send(boxed((40, 8, 43, 15)))
    assert both_pages == (price + 40 if kind == "ssd1306" else 2 * price + 40)


@given(pictures(), pictures())
def test_windows_hold_all_that_has_changed_and_lie_in_the_panel(one: Any, other: Any) -> None:
    before, after = frame(one), frame(other)
    for tall in (True, False):
        made = bytearray(before)
        for window in changes(before, after, 8, tall):
            assert 0 <= window.column < window.column + window.columns <= WIDTH
            assert 0 <= window.page < window.page + window.pages <= 8
            assert tall or window.pages == 1
            cut = window.cut(after)
            for page in range(window.pages):
                start = (window.page + page) * WIDTH + window.column
                made[start : start + window.columns] = cut[page * window.columns :][
                    : window.columns
                ]
        assert bytes(made) == after


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_picture_twice_sends_nothing(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((5, 5, 60, 40)))
    assert wired.send(boxed((5, 5, 60, 40))) == 0


def test_a_picture_that_was_taken_back_in_time_sends_nothing() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.show(boxed((0, 0, 127, 63)))
    assert wired.send(boxed((5, 5, 60, 40))) == 0


def test_of_many_pictures_only_the_newest_is_sent() -> None:
    wired = Wired()
    wired.send(blank())
    for x in range(100):
        wired.oled.show(boxed((0, 0, x, 63)))
    newest = boxed((9, 9, 12, 12))
    wired.oled.show(newest)
    assert wired.cost(wired.oled.round) < 30
    assert wired.panel.rows == rows(newest)


@pytest.mark.parametrize(
    ("mode", "size"), [("1", (128, 32)), ("L", (WIDTH, HEIGHT)), ("1", (64, 128))]
)
def test_a_picture_of_another_kind_is_refused_and_the_last_stays(
    mode: str, size: tuple[int, int]
) -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    with pytest.raises(ValueError, match=rf"mode '{mode}' and size .*expected mode '1'"):
        wired.oled.show(Image.new(mode, size))
    wired.oled.round()
    assert wired.panel.rows == rows(boxed((5, 5, 60, 40)))


# When it could be seen


def seen(wired: Wired) -> list[int]:
    """When a picture could be seen, as far as that is told now."""
    return [each.t_ns for each in wired.oled.wait(0) if isinstance(each, Seen)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_seen_when_its_last_byte_was_sent_and_that_is_told_once(kind: str) -> None:
    wired = Wired(kind)
    wired.oled.round()
    assert seen(wired) == []
    shown_ns = wired.clock.now_ns()
    wired.oled.show(boxed((5, 5, 60, 40)))
    assert seen(wired) == []
    sent = wired.cost(wired.oled.round)
    wired.clock.advance(900 * MS)
    assert seen(wired) == [shown_ns + sent * BYTE_NS]
    assert seen(wired) == []


def test_the_same_picture_again_is_seen_at_once() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.wait(0)
    wired.clock.advance(900 * MS)
    wired.send(boxed((5, 5, 60, 40)))
    assert seen(wired) == [wired.clock.now_ns()]


@pytest.mark.parametrize("again", [False, True])
def test_of_two_pictures_only_the_last_is_told_as_seen(again: bool) -> None:
    wired = Wired()
    wired.oled.round()
    first, shown = boxed((0, 0, 63, 63)), []
    last = boxed((0, 0, 63, 63)) if again else boxed((64, 0, 127, 63))

    class Interrupted(GlassPanel):
        def receive(self, control: int, sent: list[int]) -> None:
            super().receive(control, sent)
            if not shown:
                shown.append(True)
                wired.oled.show(last)

    interrupted = Interrupted()
    interrupted.__dict__.update(wired.panel.__dict__)
    wired.bus.panels[0x3C] = interrupted
    wired.oled.show(first)
    wired.oled.round()
    assert interrupted.rows == rows(first)
    assert seen(wired) == []
    wired.oled.round()
    assert interrupted.rows == rows(last)
    assert seen(wired) == [wired.clock.now_ns()]


def test_what_was_not_asked_for_in_time_is_not_told_of_the_next_picture() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.show(boxed((5, 5, 60, 41)))
    assert seen(wired) == []
    wired.oled.round()
    assert seen(wired) == [wired.clock.now_ns()]


def test_where_there_is_no_panel_nobody_waits_for_a_picture() -> None:
    wired = Wired()
    wired.panel.there = False
    wired.oled.round()
    wired.oled.show(boxed((5, 5, 60, 40)))
    assert seen(wired) == [wired.clock.now_ns()]


def test_a_wire_that_breaks_under_a_picture_keeps_nobody_waiting() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.wait(0)
    wired.bus.breaks_after = 1
    wired.oled.show(boxed((5, 5, 60, 41)))
    wired.oled.round()
    assert wired.oled.trouble is not None
    assert seen(wired) == [wired.clock.now_ns()]


def test_it_is_a_display_that_waits_as_long_as_it_was_told() -> None:
    wired = Wired()
    display: Display[Bitmap] = wired.oled
    assert display.size == (WIDTH, HEIGHT)
    before_ns = wired.clock.now_ns()
    assert display.wait(41) == []
    assert wired.clock.now_ns() == before_ns + 41 * MS
    display.toggle_full_screen()


# Found and lost


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_found_at_either_address_and_by_its_kind(kind: str) -> None:
    for name in ("at_3c", "at_3d"):
        panel = GlassPanel(kind)
        bus = Bus(ManualClock(), **{name: panel})
        found = Search(ADDRESSES, None, 1, bus.load).find()
        assert found.kind.value == kind
        found.close()
        assert bus.opened == 0


@pytest.mark.parametrize("kind", KINDS)
def test_who_only_asks_for_it_changes_nothing_on_the_glass(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((5, 5, 60, 40)))
    (panel,) = wired.bus.panels.values()
    shown, opened = panel.rows, wired.bus.opened
    assert answering(load=wired.bus.load) == (min(wired.bus.panels), Kind(kind))
    assert (panel.rows, wired.bus.opened) == (shown, opened)


def test_who_asks_for_it_in_vain_is_told_why_and_leaves_nothing_open() -> None:
    bus = Bus(ManualClock())
    with pytest.raises(OledError, match="no OLED answers at 0x3c or 0x3d") as lost:
        answering(load=bus.load)
    assert (lost.value.trouble, bus.opened) == (Trouble.LOST, 0)
    bus.open = errno.EACCES
    with pytest.raises(OledError) as denied:
        answering(load=bus.load)
    assert denied.value.trouble is Trouble.DENIED


def test_what_is_named_is_not_guessed() -> None:
    wired = Wired("sh1106", named=Kind.SSD1309)
    assert Search(ADDRESSES, Kind.SSD1309, 1, wired.bus.load).find().kind is Kind.SSD1309
    with pytest.raises(OledError, match=r"no OLED answers at 0x3d; look at its wires"):
        Search((0x3D,), None, 1, wired.bus.load).find()


def test_a_panel_that_nobody_can_read_is_an_ssd1306_and_stays_in_peace() -> None:
    wired = Wired()
    wired.bus.readable = False
    wired.send(boxed((5, 5, 60, 40)))
    for _ in range(3):
        wired.clock.advance(LOOK_NS)
        assert 0 < wired.cost(wired.oled.round) < 5
    assert wired.oled.trouble is None
    assert wired.panel.rows == rows(boxed((5, 5, 60, 40)))


@pytest.mark.parametrize(
    ("trouble", "prepare", "text"),
    [
        (Trouble.BUS, lambda wired: setattr(wired.bus, "open", errno.ENOENT), "no /dev/i2c-1"),
        (Trouble.DENIED, lambda wired: setattr(wired.bus, "open", errno.EACCES), "usermod -aG i2c"),
        (Trouble.LOST, lambda wired: setattr(wired.panel, "there", False), "at 0x3c or 0x3d"),
    ],
)
def test_what_is_missing_has_a_name_and_is_looked_for_every_5_s(
    trouble: Trouble, prepare: Callable[[Wired], None], text: str
) -> None:
    wired = Wired()
    prepare(wired)
    assert wired.oled.round() == RETRY_NS
    found = wired.oled.trouble
    assert found is not None
    assert found.trouble is trouble
    assert text in str(found)
    assert "\n" not in str(found)
    assert wired.bus.opened == 0
    wired.oled.show(boxed((5, 5, 60, 40)))
    wired.bus.open, wired.panel.there = None, True
    wired.clock.advance(RETRY_NS - 1)
    assert wired.oled.round() == 1
    assert wired.oled.trouble is found
    wired.clock.advance(1)
    wired.oled.round()
    assert wired.oled.trouble is None
    assert wired.panel.rows == rows(boxed((5, 5, 60, 40)))


@pytest.mark.parametrize("missing", ["luma.oled.device", "luma.core.interface.serial"])
def test_without_the_library_the_line_says_what_to_install(missing: str) -> None:
    wired = Wired()

    def load(name: str) -> Any:
        if name == missing:
            raise ImportError(f"No module named {name!r}")
        return wired.bus.load(name)

    with pytest.raises(OledError, match=r"pip install 'ratscrew\[pi\]'") as raised:
        Search(ADDRESSES, Kind.SSD1309, 1, load).find()
    assert raised.value.trouble is Trouble.LIBRARY
    assert wired.bus.opened == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("transfers", range(6))
def test_a_wire_lost_anywhere_and_found_again_shows_the_newest_picture(
    kind: str, transfers: int
) -> None:
    wired = Wired(kind)
    wired.send(boxed((5, 5, 60, 40)))
    wired.bus.breaks_after = transfers
    for step in range(20):  # as many pictures as it takes until the wire breaks
        wired.send(boxed((0, 0, 10 + step, 40), (60, step, 100, 60)))
    wired.oled.round()
    lost = wired.oled.trouble
    assert lost is not None
    assert lost.trouble is Trouble.LOST
    newest = boxed((70, 3, 90, 60))
    wired.oled.show(newest)
    wired.panel.lose_power()
    wired.panel.there = True
    wired.clock.advance(RETRY_NS)
    wired.oled.round()
    assert wired.oled.trouble is None
    assert wired.panel.rows == rows(newest)
    assert wired.bus.opened == 1


def test_a_wire_lost_while_nothing_changes_is_noticed_within_5_s() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    assert 0 < wired.oled.round() <= LOOK_NS
    wired.panel.there = False
    wired.clock.advance(LOOK_NS)
    wired.oled.round()
    wired.oled.round()
    assert wired.oled.trouble is not None


def test_a_contact_lost_for_an_instant_is_no_5_s_of_darkness() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.panel.there = False
    wired.oled.show(boxed((5, 5, 61, 40)))
    assert wired.oled.round() == 0
    wired.panel.there = True
    wired.oled.round()
    assert wired.oled.trouble is None
    assert wired.panel.rows == rows(boxed((5, 5, 61, 40)))


def test_a_wire_that_breaks_again_and_again_is_not_hurried() -> None:
    wired = Wired()
    tries = 0
    for _ in range(10):
        wired.bus.breaks_after = 5
        wired.panel.there = True
        tries += wired.oled.round() == 0
    assert tries == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_that_lost_its_power_for_a_moment_shines_again_within_5_s(kind: str) -> None:
    wired = Wired(kind)
    wired.send(boxed((5, 5, 60, 40)))
    wired.panel.lose_power()
    wired.clock.advance(LOOK_NS)
    wired.oled.round()
    assert wired.panel.rows == rows(boxed((5, 5, 60, 40)))
    assert wired.oled.trouble is None


def test_finding_it_again_and_again_makes_no_new_device_of_lumas() -> None:
    wired = Wired()
    made: list[str] = []

    def load(name: str) -> Any:
        made.extend([name] if name == "luma.oled.device" else [])
        return wired.bus.load(name)

    search = Search(ADDRESSES, Kind.SH1106, 1, load)
    for _ in range(5):
        search.find().close()
    assert len(made) == 1
    assert wired.bus.opened == 0


# Light and dark


def test_it_shines_less_and_goes_dark_and_comes_back_with_its_picture() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    full = wired.panel.contrast
    wired.oled.shine(250)
    assert wired.cost(wired.oled.round) < 10
    assert wired.panel.contrast == full // 4
    wired.oled.shine(0)
    wired.oled.round()
    assert not wired.panel.on
    wired.clock.advance(LOOK_NS)
    wired.oled.round()
    assert not wired.panel.on  # dark on purpose is not lost power
    wired.oled.show(boxed((70, 5, 90, 40)))
    wired.oled.shine(1000)
    wired.oled.round()
    assert wired.panel.rows == rows(boxed((70, 5, 90, 40)))
    assert wired.panel.contrast == full
    with pytest.raises(ValueError, match=r"level 1001; must be 0 \.\. 1000"):
        wired.oled.shine(1001)


def test_it_begins_with_a_dark_glass_and_never_shows_the_noise_of_its_memory() -> None:
    wired = Wired()
    seen: list[list[str]] = []

    class Watched(GlassPanel):
        def receive(self, control: int, sent: list[int]) -> None:
            super().receive(control, sent)
            seen.append(self.rows)

    wired.bus.panels[0x3C] = Watched()
    wired.oled.round()
    assert seen
    assert all(row == "." * WIDTH for glass in seen for row in glass)


def test_closing_leaves_it_dark_and_empty_and_lets_the_bus_go() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.oled.close()
    wired.oled.close()
    assert not wired.panel.on
    assert not any(map(any, wired.panel.memory))
    assert wired.bus.opened == 0


def test_closing_one_that_is_lost_is_no_trouble() -> None:
    wired = Wired()
    wired.send(boxed((5, 5, 60, 40)))
    wired.panel.there = False
    wired.oled.close()
    assert wired.bus.opened == 0


# The thread


class Rung(GlassPanel):
    """A panel that rings when this is on its glass."""

    def __init__(self, expected: list[str]) -> None:
        super().__init__()
        self.expected, self.bell = expected, threading.Event()

    def receive(self, control: int, sent: list[int]) -> None:
        super().receive(control, sent)
        if self.rows == self.expected:
            self.bell.set()


def test_the_thread_sends_without_being_waited_for_and_ends_with_a_dark_glass() -> None:
    newest = boxed((3, 3, 99, 50))
    panel = Rung(rows(newest))
    oled = open_oled(MonotonicClock(), address=0x3D, load=Bus(at_3d=panel).load)
    assert oled.trouble is None
    for x in range(30):
        oled.show(boxed((0, 0, x, 63)))
    oled.show(newest)
    assert panel.bell.wait(10)
    told = oled.wait(10_000)
    assert [type(each) for each in told] == [Seen]
    oled.close()
    assert not panel.on


def test_without_a_panel_the_table_opens_all_the_same() -> None:
    oled = open_oled(MonotonicClock(), load=Bus().load)
    found = oled.trouble
    oled.show(blank())
    oled.close()
    assert found is not None
    assert found.trouble is Trouble.LOST


@pytest.mark.parametrize("address", [0x07, 0x78, 0x13C])
def test_an_address_that_no_part_can_have_is_refused(address: int) -> None:
    with pytest.raises(ValueError, match=rf"address {address:#04x}; must be 0x08 \.\. 0x77"):
        open_oled(MonotonicClock(), address=address, load=Bus().load)
