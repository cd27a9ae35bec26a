"""What a table writes down of a game, and what it does when it cannot."""

import json
import resource
from pathlib import Path

import pytest

from device.journal import JournalError
from game.record import header_line
from tests.device.deals import CALM, FOUR, PAIR
from tests.device.playing import Evening


def test_a_record_that_cannot_be_begun_stops_the_table_at_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, FOUR, record=Path("/dev/full"))
    with pytest.raises(JournalError, match="cannot write /dev/full"):
        evening.play(until_ms=1000)


def test_a_disk_that_is_full_in_the_middle_is_told_once_a_file_and_on_the_screen(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, CALM)
    for seat, ms in ((0, 500), (1, 1000), (0, 1500), (1, 2000)):
        evening.flip(seat, ms)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    first_line = len(header_line(evening.header)) + 200
    resource.setrlimit(resource.RLIMIT_FSIZE, (first_line, unlimited[1]))
    try:
        evening.play(until_ms=3000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    assert evening.state.shown == 4
    assert [warning.rpartition("/")[2] for warning in evening.warnings] == [
        "record.jsonl: no space left for a whole line",
        "game.jsonl: no space left for a whole line",
    ]
    assert evening.view_at(600).timing_text == ""
    told = "Not safe from a power cut: the disk is full"
    assert evening.view_at(2900).timing_text == told
    assert 0 < len(evening.lines) < 8  # what is there is a record, torn in its last line at most


def test_a_record_says_who_plays_and_what_stamps_are_worth(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.play(until_ms=100)
    header = json.loads(evening.record.read_text().splitlines()[0])
    assert header["kinds"] == ["person", "person"]
    assert header["buttons"]["stamp"] == "script"
