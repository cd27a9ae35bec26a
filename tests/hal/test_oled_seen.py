"""When a picture could be seen on an OLED, and who is told."""

from __future__ import annotations

import pytest

from hal.display import Display, Seen
from hal.dots import HEIGHT, WIDTH, Bitmap
from tests.hal.i2c import BYTE_NS, GlassPanel
from tests.hal.wired_oled import KINDS, MS, Wired, boxed, rows


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
