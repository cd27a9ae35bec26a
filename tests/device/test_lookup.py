"""The boards of an idle table: what cannot be read is left out, and nobody waits."""

from pathlib import Path

import pytest

from device.between import Line
from device.idle_page import board_sheets
from device.language import language
from device.lookup import best_of
from device.scores import SCORES, Scores
from tests.device.evenings import finished, pair_of

DAY = "2026-11-30"


def test_the_boards_are_those_of_the_data_base(tmp_path: Path) -> None:
    with Scores(tmp_path / SCORES, writing=True) as scores:
        scores.keep(finished(pair_of(["Anna", "Ben"], 300_000)))
    best = best_of(tmp_path, DAY)
    assert best is not None
    assert best.day == DAY
    assert [place.names for place in best.quickest] == [("Ben",)]
    sheets = board_sheets(best, language("en"))
    assert [sheet.heading for sheet in sheets] == ["Quickest reaction"]
    assert sheets[0].lines == (Line("1. Ben", "300.000 ms"),)


@pytest.mark.parametrize("content", [None, b"nonsense" * 999])
def test_without_a_data_base_that_can_be_read_there_are_none(
    tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / SCORES).write_bytes(content)
    assert best_of(tmp_path, DAY) is None


def test_a_board_without_anybody_is_no_sheet(tmp_path: Path) -> None:
    (tmp_path / SCORES).write_bytes(b"")
    empty = best_of(tmp_path, DAY)
    assert empty is not None
    assert board_sheets(empty, language("en")) == ()
