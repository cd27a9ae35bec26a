"""A screen that shows pictures late: a card counts from when people see it, by the record, too."""

from pathlib import Path
from typing import Any

import pytest

from device.config import Config
from device.dealing import lag_us, with_lag
from device.options import Settings
from game.events import Flip, Shown, Slapped, Verdict
from tests.device.playing import Evening, header_of, judged, read

HANDS = ["7S 9H 4D", "7H 3C 5D"]
"""Both lay a seven: a pair."""


def played(folder: Path, lag_ms: int, slap_ms: float, **more: Any) -> Evening:
    """Two sevens are laid; the second is shown 140 ms after its flip, and seat 0 slaps."""
    table = Evening(folder, header_of(HANDS), settings=Settings(lag_ms=lag_ms), **more)
    table.flip(0, 100)
    table.flip(1, 1000)
    table.slap(0, slap_ms)
    return table.play(until_ms=3000)


def shown_us(table: Evening) -> list[int]:
    return [happened.t_us for happened in table.inputs if isinstance(happened, Shown)]


def verdict(table: Evening) -> Verdict:
    return next(fact.verdict for fact in table.facts if isinstance(fact, Slapped))


def test_a_card_counts_so_much_later_as_the_screen_lags(tmp_path: Path) -> None:
    folders = [tmp_path / "quick", tmp_path / "slow"]
    for folder in folders:
        folder.mkdir()
    quick, slow = (
        shown_us(played(folder, lag_ms, 1500))
        for folder, lag_ms in zip(folders, (0, 80), strict=True)
    )
    assert len(quick) == 2
    assert [late - soon for soon, late in zip(quick, slow, strict=True)] == [80_000, 80_000]


@pytest.mark.parametrize(
    ("lag_ms", "told"), [(0, Verdict.PENDING), (80, Verdict.FALSE), (20, Verdict.PENDING)]
)
def test_a_slap_is_judged_on_what_could_be_seen_at_its_stamp(
    tmp_path: Path, lag_ms: int, told: Verdict
) -> None:
    """R32: 60 ms after the picture was handed over nobody at a slow screen has seen the pair."""
    assert verdict(played(tmp_path, lag_ms, 1200)) is told


def test_the_record_tells_the_lag_and_judges_the_game_again(tmp_path: Path) -> None:
    table = played(tmp_path, 80, 1500)
    header, inputs = read(table.record)
    assert header.more["display"] == {"lag_us": 80_000}
    assert judged(header, inputs)[1] == table.facts


def test_a_screen_without_lag_is_not_told_of(tmp_path: Path) -> None:
    assert "display" not in read(played(tmp_path, 0, 1500).record)[0].more


def test_where_nobody_sees_anything_nothing_lags(tmp_path: Path) -> None:
    table = played(tmp_path, 80, 1500, attended=False)
    assert "display" not in read(table.record)[0].more
    assert shown_us(table)[0] < 300_000


def test_a_game_that_is_gone_on_with_keeps_the_lag_it_began_with(tmp_path: Path) -> None:
    first = Evening(tmp_path, header_of(HANDS), settings=Settings(lag_ms=80))
    first.flip(0, 100)
    first.play(until_ms=1000)
    again = Evening(tmp_path, None, received=Config(), record=tmp_path / "again.jsonl")
    again.flip(1, 4500)
    again.play(until_ms=6000, resume=True)
    header, inputs = read(again.record)
    assert lag_us(header) == 80_000
    shown = [each.t_us for each in inputs if isinstance(each, Shown)]
    flips = [each.t_us for each in inputs if isinstance(each, Flip)]
    assert [seen - laid for seen, laid in zip(shown, flips, strict=True)][-1] >= 220_000


@pytest.mark.parametrize(
    "told", [None, 40_000, [40_000], {}, {"lag_us": "40"}, {"lag_us": -1}, {"lag_us": True},
             {"lag_us": 10**9}, {"lag_us": 4.5}],
)  # fmt: skip
def test_a_lag_that_is_none_counts_for_nothing(told: object) -> None:
    header = with_lag(header_of(HANDS), 40)
    header.more["display"] = told  # type: ignore[index]
    assert lag_us(header) == 0
    assert lag_us(with_lag(header, 60)) == 60_000
