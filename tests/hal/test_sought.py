"""A display that is missing is looked for, and nobody waits for it."""

from collections.abc import Sequence

from hal.clock import ManualClock
from hal.display import (
    Ailing,
    Display,
    Exposed,
    Happening,
    ScreenLostError,
    ScreenMissingError,
    Seen,
)
from hal.mock_display import MockDisplay
from hal.several import Several
from hal.sought import RETRY_NS, Sought

MS = 1_000_000


class Socket:
    """Where a monitor may be plugged in and pulled out."""

    def __init__(self, plugged: bool = False) -> None:
        self.clock = ManualClock()
        self.why = "no monitor"
        self.looks = 0
        self.said: list[str | None] = []

        def say(why: ScreenMissingError | None) -> None:
            self.said.append(None if why is None else str(why))

        self.monitor: Monitor | None = None
        if plugged:
            self.plug()
        self.sought = Sought[str](self.open, self.clock, say, size=(128, 64))

    def plug(self) -> None:
        self.monitor = Monitor(self.clock, look_ns=1, size=(800, 480))

    def open(self) -> Display[str]:
        self.looks += 1
        if self.monitor is None:
            raise ScreenMissingError(self.why)
        return self.monitor

    def pull(self) -> None:
        assert self.monitor is not None
        self.monitor.pulled, self.monitor = True, None


class Monitor(MockDisplay):
    """Can be pulled out."""

    pulled = False

    def wait(self, most_ms: int) -> Sequence[Happening]:
        if self.pulled:
            raise ScreenLostError("pulled out")
        return super().wait(most_ms)

    def show(self, picture: object) -> None:
        if self.pulled:
            raise ScreenLostError("pulled out")
        super().show(picture)

    def toggle_full_screen(self) -> None:
        if self.pulled:
            raise ScreenLostError("pulled out")
        super().toggle_full_screen()


def told(happening: Happening) -> str:
    assert isinstance(happening, Ailing)
    return str(happening.why)


def test_one_that_is_there_is_used_as_if_it_were_alone() -> None:
    socket = Socket(plugged=True)
    assert socket.looks == 0, "whoever makes it waits for nothing"
    assert socket.sought.wait(0) == [Exposed()]
    assert socket.sought.is_there
    assert socket.sought.size == (800, 480)
    socket.sought.show("a card")
    assert socket.sought.wait(500) == [Seen(0)]
    socket.sought.toggle_full_screen()
    socket.sought.close()
    assert socket.monitor is not None
    assert socket.monitor.shown == [(0, "a card")]
    assert socket.monitor.full_screen
    assert socket.monitor.closed
    assert socket.said == [None]


def test_while_it_is_missing_what_is_shown_counts_as_seen() -> None:
    socket = Socket()
    socket.sought.show("a card")
    assert socket.sought.wait(500) == [Seen(0)]
    assert socket.sought.wait(500) == []
    assert socket.clock.now_ns() == 500 * MS
    assert socket.sought.size == (128, 64)
    socket.sought.toggle_full_screen()
    socket.sought.close()


def test_it_is_looked_for_every_two_seconds_and_then_shown_to_again() -> None:
    socket = Socket()
    while socket.clock.now_ns() < 20 * RETRY_NS:
        assert socket.sought.wait(500) == []
    assert 20 <= socket.looks <= 21
    socket.plug()
    assert socket.sought.wait(5_000) == [Exposed()]
    assert socket.clock.now_ns() <= 21 * RETRY_NS
    assert socket.sought.size == (800, 480)
    socket.sought.show("another")
    assert isinstance(socket.sought.wait(500)[0], Seen)
    assert socket.monitor is not None
    assert [picture for _, picture in socket.monitor.shown] == ["another"]


def test_one_that_is_lost_is_looked_for_again() -> None:
    socket = Socket(plugged=True)
    assert socket.sought.wait(0) == [Exposed()]
    socket.sought.show("a card")
    socket.pull()
    ails, seen = socket.sought.wait(500)
    assert told(ails) == "a screen is gone, and looked for: pulled out"
    assert isinstance(seen, Seen), "nobody waits for a picture that will never be seen"
    socket.sought.show("unseen")
    assert isinstance(socket.sought.wait(500)[0], Seen)
    socket.plug()
    assert socket.sought.wait(5_000) == [Ailing(None), Exposed()]
    socket.pull()
    socket.sought.show("lost while it is shown")
    ails, seen = socket.sought.wait(500)
    assert told(ails) == "a screen is gone, and looked for: pulled out"
    assert isinstance(seen, Seen)
    assert socket.said == [None, "pulled out", None, "pulled out"]


def test_one_that_is_lost_when_it_is_to_fill_the_screen_is_looked_for_again() -> None:
    socket = Socket(plugged=True)
    assert socket.sought.wait(0) == [Exposed()]
    socket.pull()
    socket.sought.toggle_full_screen()
    (ails,) = socket.sought.wait(500)
    assert told(ails) == "a screen is gone, and looked for: pulled out"


def test_one_that_is_open_already_is_looked_for_when_it_is_lost() -> None:
    socket = Socket(plugged=True)
    sought = Sought[str](socket.open, socket.clock, found=socket.monitor)
    assert sought.wait(100) == []
    assert (sought.size, socket.looks) == ((800, 480), 0)
    socket.pull()
    (ails,) = sought.wait(500)
    assert told(ails) == "a screen is gone, and looked for: pulled out"
    socket.plug()
    assert sought.wait(5_000) == [Ailing(None), Exposed()]


def test_one_that_was_lost_by_another_ails_until_it_is_found() -> None:
    """Another process had it, and ended with it."""
    socket = Socket()
    again = Sought[str](socket.open, socket.clock, lost=True)
    assert again.wait(5_000) == []
    socket.plug()
    assert again.wait(5_000) == [Ailing(None), Exposed()]
    assert again.wait(0) == []


def test_one_that_seeks_for_itself_tells_itself_that_it_was_found() -> None:
    socket = Socket(plugged=True)
    outer = Sought[str](
        lambda: Sought[str](socket.open, socket.clock, lost=True),
        socket.clock, found=socket.monitor, seeks=True,
    )  # fmt: skip
    socket.pull()
    (ails,) = outer.wait(500)
    assert told(ails) == "a screen is gone, and looked for: pulled out"
    found: list[Happening] = []
    while socket.clock.now_ns() < 10 * RETRY_NS:
        found += outer.wait(500)
    assert found == [Exposed()], "what seeks is there, what is sought is not"
    socket.plug()
    assert outer.wait(5_000) == [Ailing(None), Exposed()]


def test_why_it_is_missing_is_said_once_for_each_reason() -> None:
    socket = Socket()
    socket.sought.wait(10_000)
    socket.why = "no library"
    socket.sought.wait(10_000)
    assert socket.said == ["no monitor", "no library"]


def test_beside_another_display_a_missing_one_is_not_waited_for() -> None:
    socket = Socket()
    there = MockDisplay(socket.clock, transfer_ns=8 * MS, telling_ns=8 * MS, look_ns=1)
    both = Several[str]([socket.sought, there], socket.clock)
    both.show("a card")
    (seen,) = both.wait(500)
    assert seen == Seen(8 * MS)
    socket.plug()
    found: list[Happening] = []
    while not found:
        found = both.wait(500)
    assert found == [Exposed()]
    both.show("another")
    assert isinstance(both.wait(500)[0], Seen)
    assert socket.monitor is not None
    assert [picture for _, picture in socket.monitor.shown] == ["another"]
