"""The newest edge logs are kept unasked, in two files that do not grow."""

import os
from pathlib import Path

import pytest

from device.language import language
from device.last_edges import BEFORE, FULL_BYTES, MOST_BYTES, NEWEST, LastEdges
from hal.buttons import ButtonEvent
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.edgeline import Header, header_line
from hal.edgelog import EdgeLog, judge
from hal.mock import MockSource
from hal.stream import Stream

HEADER = header_line(Header({5: 0, 6: 0}, Constants()))
PRESSES = 4
MS = 1_000_000


class Kept:
    """Such logs in a folder, and what people were told."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, list[str]()
        self.logs = LastEdges(folder, self.told.append, language("en"))

    def presses(self, line: int, count: int = PRESSES) -> None:
        for press in range(count):
            self.logs.write(f'["edge", {press * 200 * MS}, {line}, 1]')
            self.logs.write(f'["edge", {(press * 200 + 80) * MS}, {line}, 0]')
            self.logs.write(f'["barrier", {(press * 200 + 190) * MS}]')

    def lines(self, name: str) -> list[int]:
        """Of the presses that the log of this name gives."""
        with (self.folder / name).open("rb") as file:
            return [
                event.line
                for event in judge(EdgeLog(file))
                if isinstance(event, ButtonEvent) and event.kind.value == "press"
            ]


def test_a_log_begins_when_something_is_heard_and_the_one_before_stays(tmp_path: Path) -> None:
    for line in (5, 6):  # a table that is started again
        kept = Kept(tmp_path)
        kept.logs.write(HEADER)
        assert kept.logs.is_full() is False
        before = sorted(os.listdir(tmp_path))
        kept.presses(line)
        kept.logs.close()
        assert before == ([] if line == 5 else [NEWEST])
    assert kept.lines(NEWEST) == [6] * PRESSES
    assert kept.lines(BEFORE) == [5] * PRESSES
    Kept(tmp_path).logs.write(HEADER)
    assert kept.lines(NEWEST) == [6] * PRESSES, "nobody has pressed anything since"


def test_a_table_at_which_nobody_plays_leaves_the_logs_of_others(tmp_path: Path) -> None:
    for line in (5, 6):
        kept = Kept(tmp_path)
        kept.logs.write(HEADER)
        kept.presses(line)
        kept.logs.close()
    for _ in range(2):
        clock, kept = ManualClock(), Kept(tmp_path)
        stream = Stream(MockSource({5: 0, 6: 0}, clock), Constants(), kept.logs.write)
        for _ in range(9):
            clock.advance(5 * MS)
            stream.listen()
        stream.close()
        kept.logs.close()
    assert (set(kept.lines(BEFORE)), set(kept.lines(NEWEST))) == ({5}, {6})


def test_a_press_that_only_a_level_read_told_of_is_heard(tmp_path: Path) -> None:
    clock, kept = ManualClock(), Kept(tmp_path)
    source = MockSource({5: 0, 6: 0}, clock)
    source.inject(5, 1, 7 * MS, drop=True)
    stream = Stream(source, Constants(), kept.logs.write)
    for _ in range(9):
        clock.advance(5 * MS)
        stream.listen()
    stream.close()
    kept.logs.close()
    assert kept.lines(NEWEST) == [5]


def test_it_is_full_some_time_and_another_begins_with_a_header(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    for line in (5, 6, 5):
        kept.logs.write(HEADER)
        kept.presses(line)
        assert not kept.logs.is_full()
        kept.presses(line, FULL_BYTES // 80)
        assert kept.logs.is_full()
    kept.logs.close()
    assert sorted(os.listdir(tmp_path)) == [BEFORE, NEWEST]
    assert (set(kept.lines(BEFORE)), set(kept.lines(NEWEST))) == ({6}, {5})


def test_where_none_may_begin_it_does_not_grow_for_ever(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.logs.write(HEADER)
    kept.presses(5, MOST_BYTES // 40)
    kept.logs.close()
    size = (tmp_path / NEWEST).stat().st_size
    assert MOST_BYTES - 200 < size <= MOST_BYTES
    assert set(kept.lines(NEWEST)) == {5}
    assert kept.told == []


@pytest.mark.parametrize("folder", ["none", "file"])
def test_what_cannot_be_written_is_told_once(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("no folder\n")
    kept = Kept(tmp_path / folder)
    for _ in range(2):
        kept.logs.write(HEADER)
        kept.presses(5)
    kept.logs.close()
    assert len(kept.told) == 1
    assert str(tmp_path / folder / NEWEST) in kept.told[0]


def test_another_table_in_the_same_folder_takes_nothing_away(tmp_path: Path) -> None:
    first, second = Kept(tmp_path), Kept(tmp_path)
    for kept in (first, second):
        kept.logs.write(HEADER)
        kept.presses(5)
    first.presses(5)
    assert first.told == []
    for kept in (first, second):
        kept.logs.close()
    assert (tmp_path / BEFORE).read_text().count("edge") == 1 + 4 * PRESSES
    assert second.lines(NEWEST) == [5] * PRESSES
