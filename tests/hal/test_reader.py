"""When the reader comes round: so soon that nobody waits, so seldom that nothing is busy."""

from collections.abc import Iterable

import pytest

from hal.bell import Bell
from hal.buttons import Edge, Kind, LevelRead
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.reader import Reader
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, edge, ms, ns


class Lines:
    """Held lines whose edges come on a manual clock, as told in the kernel's own time."""

    def __init__(self, clock: ManualClock, coming: Iterable[Edge]) -> None:
        self._clock, self._coming = clock, list(coming)
        self.waits_ns: list[int] = []
        self.level = dict(TABLE)

    def wait(self, most_ns: int) -> None:
        self.waits_ns.append(most_ns)
        now_ns = self._clock.now_ns()
        arrives_ns = [edge.ts_ns for edge in self._coming[:1]]
        self._clock.sleep_ns(min([now_ns + most_ns, *arrives_ns]) - now_ns)

    def take(self) -> list[Edge]:
        now_ns = self._clock.now_ns()
        taken = [edge for edge in self._coming if edge.ts_ns <= now_ns]
        del self._coming[: len(taken)]
        self.level.update((edge.line, edge.level) for edge in taken)
        return taken

    def levels(self) -> dict[int, int]:
        return dict(self.level)


class CountingBell(Bell):
    """A bell that remembers when it was rung, in ms."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.rung: list[str] = []

    def ring(self) -> None:
        self.rung.append(ms(self._clock.now_ns()))
        super().ring()


class Table:
    """Lines, their reader in this very thread, and a sequencer that hears it."""

    def __init__(self, *coming: Edge) -> None:
        self.clock = ManualClock()
        self.lines = Lines(self.clock, coming)
        first = LevelRead(0, dict(TABLE))
        self.bell = CountingBell(self.clock)
        self.reader = Reader(self.lines, self.clock, Constants(), first, self.bell)
        self.sequencer = Sequencer(first.levels)
        self.told: list[str] = []

    def until(self, t: float) -> "Table":
        while self.clock.now_ns() < ns(t):
            self.reader.round()
            for batch in self.reader.poll():
                for event in self.sequencer.take(batch):
                    if event.kind is Kind.PRESS:
                        now = ms(self.clock.now_ns())
                        self.told.append(f"{event.line}@{ms(event.ts_ns)} at {now}")
        self.bell.close()
        return self


@pytest.mark.parametrize("t", [10, 10.1, 10.123456, 10.9])
def test_a_press_is_told_as_soon_as_it_is_certain(t: float) -> None:
    table = Table(edge(t, 5, 1, 1, 1)).until(40)
    assert table.told == [f"5@{t} at {ms(ns(t) + 3 * MS)}"]


def test_a_press_is_told_as_soon_however_others_move() -> None:
    table = Table(edge(10, 5, 1, 1, 1), edge(10.3, 6, 1, 2, 1), edge(12.9, 6, 0, 3, 2)).until(40)
    assert table.told == ["5@10 at 13", "6@10.3 at 13.3"]


def test_where_nothing_moves_the_reader_sleeps() -> None:
    table = Table(edge(10, 5, 1, 1, 1)).until(1000)
    busy = [wait_ns for wait_ns in table.lines.waits_ns if wait_ns < 5 * MS]
    assert len(busy) < 250
    assert min(table.lines.waits_ns) > 0


def test_the_bell_rings_for_edges_and_when_they_may_be_decided_and_else_not() -> None:
    table = Table(edge(10, 5, 1, 1, 1), edge(60, 5, 0, 2, 2)).until(500)
    assert table.bell.rung == ["10", "13", "15", "60", "63", "65"]


def test_the_bell_rings_for_a_press_whose_edge_was_lost() -> None:
    table = Table()
    table.lines.level[6] = 1  # and nothing came of it
    table.until(200)
    (told,) = table.told
    line, at = told.split(" at ")
    assert line.startswith("6@")
    assert at in table.bell.rung
    assert len(table.bell.rung) == 3
