"""An OLED is found, lost, and found again; it is never left bright."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from typing import Any

import pytest

from hal.clock import ManualClock, MonotonicClock
from hal.display import Seen
from hal.dots import WIDTH
from hal.luma import Search
from hal.oled import ADDRESSES, LOOK_NS, RETRY_NS, answering, open_oled
from hal.panel import Kind, OledError, Trouble
from tests.hal.i2c import Bus, GlassPanel
from tests.hal.wired_oled import KINDS, Wired, blank, boxed, rows


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
