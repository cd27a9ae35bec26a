"""Several displays at once: the slowest tells when a picture was seen, unless it is too slow."""

from collections.abc import Callable

from hal.clock import ManualClock
from hal.display import Ailing, Closing, Exposed, ScreenMissingError, Seen, SlowDisplayError
from hal.mock_display import MockDisplay
from hal.painted import Painted
from hal.several import Several
from hal.sought import Sought

MS = 1_000_000


class Table:
    """A quick display and one that needs `slow_ms` for a picture, on a manual clock."""

    def __init__(self, slow_ms: int) -> None:
        self.clock = ManualClock()
        quick = {"transfer_ns": 8 * MS, "telling_ns": 8 * MS}
        slow = {"transfer_ns": slow_ms * MS, "telling_ns": slow_ms * MS}
        self.quick = MockDisplay(self.clock, **quick, look_ns=1, size=(1280, 720))
        self.slow = MockDisplay(self.clock, **slow, look_ns=1, size=(128, 64))
        self.both = Several[str]([self.quick, self.slow], self.clock)

    def shown(self) -> list[list[object]]:
        return [[picture for _, picture in each.shown] for each in (self.quick, self.slow)]


def test_a_picture_was_seen_when_it_was_on_all_of_them() -> None:
    table = Table(slow_ms=30)
    table.both.show("a card")
    (seen,) = table.both.wait(500)
    assert seen == Seen(30 * MS)
    assert 30 * MS <= table.clock.now_ns() <= 33 * MS
    assert table.shown() == [["a card"], ["a card"]]


def test_one_that_takes_over_100_ms_is_left_out_and_told() -> None:
    table = Table(slow_ms=300)
    table.both.show("a card")
    ailing, seen = table.both.wait(500)
    assert isinstance(ailing, Ailing)
    assert isinstance(ailing.why, SlowDisplayError)
    assert seen == Seen(8 * MS)
    assert 100 * MS < table.clock.now_ns() < 105 * MS


def test_one_that_is_still_busy_gets_the_newest_when_it_is_ready() -> None:
    table = Table(slow_ms=300)
    for picture in ("one", "two", "three"):
        table.both.show(picture)
        table.both.wait(500)
    assert table.shown() == [["one", "two", "three"], ["one"]]
    assert table.both.wait(500) == []
    assert table.shown() == [["one", "two", "three"], ["one", "three"]]


def test_while_one_is_busy_the_other_alone_tells_when_pictures_were_seen() -> None:
    table = Table(slow_ms=300)
    table.both.show("one")
    table.both.wait(500)
    table.both.show("two")
    (seen,) = table.both.wait(500)
    assert seen == Seen(table.quick.shown[1][0])


def beside_a_missing_one(table: Table, there: list[MockDisplay]) -> Several[str]:
    """The slow display, and one that is looked for until there is one in this list."""

    def opening() -> MockDisplay:
        if not there:
            raise ScreenMissingError("none")
        return there[0]

    return Several([table.slow, Sought[str](opening, table.clock)], table.clock)


def test_one_that_is_slow_is_waited_for_where_there_is_no_other() -> None:
    table = Table(slow_ms=300)
    both = beside_a_missing_one(table, [])
    both.show("one")
    assert both.wait(200) == []
    assert both.wait(500) == [Seen(300 * MS)]


def test_it_is_left_out_as_soon_as_another_one_is_found() -> None:
    table = Table(slow_ms=9000)
    there: list[MockDisplay] = []
    both = beside_a_missing_one(table, there)
    both.show("one")
    assert both.wait(1000) == []
    there.append(table.quick)
    told = both.wait(7000)
    assert [type(each) for each in told] == [Exposed, Ailing, Seen]
    assert table.clock.now_ns() < 2_100 * MS, "it is looked for every 2 s"


def test_a_display_that_is_100_ms_late_is_not_late() -> None:
    table = Table(slow_ms=100)
    table.both.show("a card")
    assert table.both.wait(500) == [Seen(100 * MS)]


def test_it_waits_as_long_as_it_was_told_and_hears_every_one() -> None:
    table = Table(slow_ms=30)
    assert table.both.wait(40) == []
    assert table.clock.now_ns() // MS == 40
    table.quick.expect(Exposed(), 50 * MS)
    assert table.both.wait(500) == [Exposed()]
    assert table.clock.now_ns() // MS == 50
    table.slow.expect(Closing(), 50 * MS)
    assert Closing() in table.both.wait(5)


def test_its_size_and_its_full_screen_are_those_of_the_first_and_all_are_closed() -> None:
    table = Table(slow_ms=30)
    assert table.both.size == (1280, 720)
    table.both.toggle_full_screen()
    assert (table.quick.full_screen, table.slow.full_screen) == (True, False)
    table.both.close()
    assert (table.quick.closed, table.slow.closed) == (True, True)


def test_what_is_shown_is_painted_for_the_size_there_is() -> None:
    made: list[tuple[int, int]] = []

    def painting(size: tuple[int, int]) -> Callable[[str], str]:
        made.append(size)
        return lambda word: f"{word} {size[0]}"

    mock = MockDisplay(ManualClock())
    painted = Painted[str, str](mock, painting)
    painted.show("one")
    painted.show("two")
    mock.size = (800, 480)
    assert painted.size == (800, 480)
    painted.show("three")
    assert [picture for _, picture in mock.shown] == ["one 1280", "two 1280", "three 800"]
    assert made == [(1280, 720), (800, 480)]
    assert painted.wait(0)
    painted.toggle_full_screen()
    painted.close()
    assert (mock.full_screen, mock.closed) == (True, True)


def test_one_that_was_slow_and_is_not_any_more_is_well_again() -> None:
    table = Table(slow_ms=300)
    table.both.show("one")
    table.both.wait(500)
    table.clock.advance(300 * MS)
    assert table.both.wait(0) == []  # late as it is, it has shown its picture
    table.slow.transfer_ns = table.slow.telling_ns = 30 * MS
    table.both.show("two")
    well, seen = table.both.wait(500)
    assert (well, seen) == (Ailing(None), Seen(table.slow.shown[-1][0]))
    table.both.show("three")
    assert [type(each) for each in table.both.wait(500)] == [Seen]


def test_all_is_well_only_when_each_is_well() -> None:
    table = Table(slow_ms=30)
    lost, worn = RuntimeError("lost"), RuntimeError("worn")
    for ms, display, why in (
        (10, table.quick, lost),
        (20, table.slow, worn),
        (30, table.slow, None),
        (40, table.slow, None),
        (50, table.quick, None),
    ):
        display.expect(Ailing(why), ms * MS)
    told: list[object] = []
    while table.clock.now_ns() < 60 * MS:
        told += table.both.wait(10)
    assert told == [Ailing(lost), Ailing(worn), Ailing(lost), Ailing(None)]
