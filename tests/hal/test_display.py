"""What every display keeps: it waits as long as it was told, and says when a picture was seen."""

import time
from threading import Timer

from hal.bell import Bell
from hal.clock import ManualClock
from hal.display import Blind, Closing, Display, Exposed, KeyChange, Seen, Touch
from hal.mock_display import MockDisplay

MS = 1_000_000


def test_nobody_sees_a_blind_display_but_time_passes() -> None:
    clock = ManualClock()
    display: Display[str] = Blind(clock)
    assert display.wait(40) == []
    assert clock.now_ns() == 40 * MS
    display.show("a card")
    assert display.wait(40) == [Seen(40 * MS)]
    assert clock.now_ns() == 40 * MS
    assert display.wait(2) == []
    display.toggle_full_screen()
    display.close()


def test_a_bell_wakes_whoever_waits_at_a_blind_display() -> None:
    bell = Bell()
    display = Blind(ManualClock(), bell)
    began_ns = time.monotonic_ns()
    bell.ring()
    bell.ring()
    assert display.wait(20_000) == []  # it rang before
    Timer(0.02, bell.ring).start()
    assert display.wait(20_000) == []
    assert time.monotonic_ns() - began_ns < 10_000 * MS
    assert display.wait(5) == []
    assert time.monotonic_ns() - began_ns >= 25 * MS
    bell.close()


def test_a_bell_that_nobody_hears_keeps_nobody_waiting() -> None:
    bell = Bell()
    for _ in range(100_000):  # more than any pipe holds
        bell.ring()
    bell.wait(20_000)
    began_ns = time.monotonic_ns()
    bell.wait(10)
    assert time.monotonic_ns() - began_ns >= 10 * MS
    bell.close()


def test_a_display_may_tell_late_what_could_be_seen() -> None:
    display = MockDisplay(ManualClock(), transfer_ns=3 * MS, telling_ns=8 * MS)
    display.show("a card")
    assert display.wait(7) == []
    assert display.wait(7) == [Seen(3 * MS)]


def test_the_mock_is_a_display_and_remembers() -> None:
    clock = ManualClock()
    mock = MockDisplay(clock, transfer_ns=3 * MS, frame_ns=16 * MS, size=(800, 480))
    display: Display[str] = mock
    assert display.size == (800, 480)
    clock.advance(14 * MS)
    display.show("a card")
    assert display.wait(0) == [Seen(32 * MS)]
    display.toggle_full_screen()
    display.close()
    assert mock.shown == [(32 * MS, "a card")]
    assert mock.full_screen
    assert mock.closed


def test_it_waits_for_the_first_that_happens_and_no_longer() -> None:
    clock = ManualClock()
    display = MockDisplay(clock)
    display.key("space", 7 * MS, held_ns=2 * MS)
    display.expect(Touch(3, 4, True, 0), 7 * MS)
    display.expect(Closing(), 30 * MS)
    assert display.wait(5) == []
    assert clock.now_ns() == 5 * MS
    assert display.wait(100) == [
        KeyChange("space", True, 7 * MS, 5 * MS),
        Touch(3, 4, True, 7 * MS, 5 * MS),
    ]
    assert display.wait(100) == [KeyChange("space", False, 9 * MS, 7 * MS)]
    assert display.wait(500) == [Closing()]
    assert clock.now_ns() == 30 * MS


def test_what_happened_while_nobody_looked_has_the_stamp_of_the_look() -> None:
    clock = ManualClock()
    display = MockDisplay(clock)
    display.expect(KeyChange("a", True, 0), 7 * MS)
    display.expect(Exposed(), 8 * MS)
    clock.advance(60 * MS)
    found = display.wait(0)
    assert found == [KeyChange("a", True, clock.now_ns(), 0), Exposed()]


def test_time_never_stands_still_at_a_display() -> None:
    clock = ManualClock()
    display = MockDisplay(clock)
    display.wait(0)
    assert clock.now_ns() > 0
