"""A table with an OLED alone: what it plays is on the glass, and a loose wire spoils no game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.app import Table
from device.ear import Ear
from device.easel import Easel
from device.echo import Echo
from device.language import LANGUAGES, language
from device.options import Settings
from device.screens import Sent, miniature
from device.view import View
from game.cpu import Level
from game.events import Shown
from hal.apart import Apart
from hal.clock import ManualClock, MonotonicClock
from hal.display import Closing, Happening, Seen
from hal.luma import Search
from hal.oled import ADDRESSES, Oled, open_oled
from hal.painted import Painted
from hal.panel import Trouble
from hal.several import Several
from hal.wiring import default_wiring
from tests.device.playing import Evening, header_of
from tests.device.story import story
from tests.hal.i2c import HEIGHT, WIDTH, Bus, GlassPanel
from tests.hal.wired_oled import rows

pytest.importorskip("luma.oled.device")
from device.pictures.ink import Picture
from device.pictures.oled import Miniature

KINDS = ("ssd1306", "sh1106")
MS = 1_000_000
HEADER = header_of(
    (
        "7S 2H 9C 4D KH 3S 8D 5C TH AC 6S JD 2C",
        "7H 3H 9D 4C 5H QS 8C 2S TS 6H AD JC KD",
        "4S 3D 9H 7C 5D QH 8S 2D TC 6D AS JS KC",
    ),
    (Level.NORMAL, Level.FAST, Level.SLOW),
)
PLAYED_MS = 14_000


class ByHand(Oled):
    """An OLED whose thread is the table's, so that all of it keeps one manual clock."""

    def __init__(self, evening: Evening, bus: Bus) -> None:
        super().__init__(evening.clock, Search(ADDRESSES, None, 1, bus.load).find)
        self.shown: list[tuple[int, Picture]] = []
        self.seen_ns: list[int] = []
        self.breaks: dict[int, bool] = {}
        """Whether the wire holds, from a time in ms on."""
        self.troubles: list[Trouble] = []
        self._evening, self._bus = evening, bus

    def wait(self, most_ms: int) -> Sequence[Happening]:
        for at_ms in [at_ms for at_ms in self.breaks if at_ms <= self._evening.now_ms]:
            for panel in self._bus.panels.values():
                panel.there = self.breaks[at_ms]
                panel.lose_power()
            del self.breaks[at_ms]
        self.round()
        if self.trouble is not None:
            self.troubles.append(self.trouble.trouble)
        found = super().wait(max(1, most_ms))
        self.seen_ns += [each.t_ns for each in found if isinstance(each, Seen)]
        return (*found, Closing()) if self._evening.now_ms >= PLAYED_MS else found

    def show(self, picture: Picture) -> None:
        self.shown.append((self._evening.clock.now_ns(), picture))
        super().show(picture)


def evening_on(
    folder: Path, panel: GlassPanel, code: str = "de", beside: bool = False
) -> tuple[Evening, ByHand]:
    """A game among computer players on this panel, or on one that stands `beside` a screen."""
    folder.mkdir(exist_ok=True)
    evening = Evening(folder, HEADER, attended=False)
    oled = ByHand(evening, Bus(evening.clock, at_3c=panel))
    painted = Painted[View, Picture](oled, miniature)
    seen = Several[View]([evening.display, painted], evening.clock) if beside else painted
    evening.table = Table[View](
        ear=Ear(evening.stream, default_wiring(8)),
        easel=Easel(seen, Sent),
        echo=Echo(),
        scribe=evening.scribe,
        troubles=evening.troubles,
        clock=evening.clock,
        settings=Settings(),
        spoken=language(code),
        attended=False,
    )
    return evening, oled


def cards_shown(evening: Evening, since_ms: int, until_ms: int) -> int:
    """How many cards were shown in a time of the game."""
    inputs = evening.inputs
    return sum(
        isinstance(happened, Shown) and since_ms * 1000 <= happened.t_us < until_ms * 1000
        for happened in inputs
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_on_the_glass(kind: str, tmp_path: Path) -> None:
    panel = GlassPanel(kind)
    evening, oled = evening_on(tmp_path, panel)
    evening.play()
    assert cards_shown(evening, 0, PLAYED_MS) >= 10
    assert oled.trouble is None
    assert panel.rows == rows(oled.shown[-1][1])
    # At 400 kHz a whole frame takes 23 ms.
    shown = zip(oled.shown, oled.seen_ns, strict=False)
    late_ns = [seen_ns - shown_ns for (shown_ns, _picture), seen_ns in shown]
    assert len(late_ns) >= len(oled.shown) - 1
    assert max(late_ns[1:]) < 30 * MS
    assert sum(late > 0 for late in late_ns) >= 20


@pytest.mark.parametrize("kind", KINDS)
def test_a_loose_wire_is_told_and_the_game_goes_on(kind: str, tmp_path: Path) -> None:
    panel = GlassPanel(kind)
    evening, oled = evening_on(tmp_path, panel)
    oled.breaks = {1_500: False, 8_000: True}
    evening.play()
    assert set(oled.troubles) == {Trouble.LOST}
    assert ["look at its wires" in line for line in evening.warnings] == [True, True]
    assert evening.troubles.line(language("de")) == ""
    assert cards_shown(evening, 2_000, 8_000) >= 4
    assert oled.trouble is None
    assert panel.rows == rows(oled.shown[-1][1])


@pytest.mark.parametrize("kind", KINDS)
def test_every_picture_of_a_game_arrives_as_it_was_painted(kind: str) -> None:
    clock, panel, painter = ManualClock(), GlassPanel(kind), Miniature()
    oled = Oled(clock, Search(ADDRESSES, None, 1, Bus(clock, at_3d=panel).load).find)
    for view in story(4, inputs=120):
        picture = painter.picture(view)
        oled.show(picture)
        oled.round()
        assert panel.rows == rows(picture)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is handed over by a fork")
def test_in_a_process_of_its_own_it_paints_and_tells_when_it_was_seen() -> None:
    clock = MonotonicClock()
    bus = Bus(at_3c=GlassPanel())
    apart = Apart[View](lambda: Painted(open_oled(clock, load=bus.load), miniature))
    assert apart.size == (WIDTH, HEIGHT)
    for view in story(2, inputs=3):
        shown_ns = clock.now_ns()
        apart.show(view)
        found: list[Happening] = []
        while not found and clock.now_ns() < shown_ns + 20_000 * MS:
            found += apart.wait(1_000)
        assert [type(each) for each in found] == [Seen]
        assert all(shown_ns <= each.t_ns <= clock.now_ns() for each in found)
    apart.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_oled_that_is_lost_is_told_on_the_other_display_until_it_is_found(
    code: str, tmp_path: Path
) -> None:
    evening, oled = evening_on(tmp_path, GlassPanel(), code, beside=True)
    oled.breaks = {1_500: False, 8_000: True}
    evening.play()
    told = language(code).gettext("The OLED does not answer: check its wires")
    assert told in {view.timing_text for ms, view in evening.views if 2_000 < ms < 8_000}
    assert {view.timing_text for ms, view in evening.views if ms > 13_300} == {""}
    assert cards_shown(evening, 2_000, 8_000) >= 4
