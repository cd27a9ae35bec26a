"""When a card counts as shown, and what is drawn at all."""

from pathlib import Path

import pytest

from device.stage import AIR_US
from game.events import Flip, Input, Shown, Slap
from hal.display import Ailing, Exposed, SlowDisplayError
from hal.panel import OledError, Trouble
from tests.device.deals import CALM
from tests.device.playing import Evening

# When a card counts


def test_a_card_counts_from_when_the_display_says_that_it_could_be_seen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, transfer_ns=300_000_000, frame_ns=50_000_000)
    evening.flip(0, 1020)
    evening.play(until_ms=3000)
    assert evening.lines == ['[1020000,"flip",0]', '[1500000,"shown"]']


@pytest.mark.parametrize("after_us", [-20_000, -1, 1, 20_000])
def test_what_comes_while_a_picture_is_under_way_is_judged_when_it_was_seen(
    tmp_path: Path, after_us: int
) -> None:
    # The display tells 60 ms later what could be seen; by then the slap has long been heard.
    def played(name: str, *slaps_us: int) -> list[Input]:
        (tmp_path / name).mkdir()
        slow = {"transfer_ns": 30_000_000, "telling_ns": 90_000_000}
        evening = Evening(tmp_path / name, CALM, deal_ns=0, **slow)
        evening.flip(0, 1000)
        for slap_us in slaps_us:
            evening.slap(1, slap_us / 1000, "clean")
        return evening.play(until_ms=3000).inputs

    flip, shown = played("calm")
    slap = Slap(shown.t_us + after_us, 1)
    assert isinstance(shown, Shown)
    assert played("slapped", slap.t_us) == sorted(
        [flip, shown, slap], key=lambda happened: happened.t_us
    )


def test_a_display_that_takes_ages_holds_nobody_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, telling_ns=1_500_000_000)
    evening.flip(0, 1000)
    evening.slap(1, 2000)
    evening.play(until_ms=5000)
    flip, slap, shown = evening.inputs
    assert (flip, slap) == (Flip(1_000_000, 0), Slap(2_000_000, 1))
    assert isinstance(shown, Shown)


def test_what_ails_a_display_is_told_on_the_others_until_it_is_well(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.happens(Ailing(OledError(Trouble.LOST, "no answer")), 1000)
    evening.happens(Ailing(None), 2000)
    evening.happens(Ailing(SlowDisplayError()), 3000)
    evening.play(until_ms=4000)
    told = [evening.view_at(ms).timing_text for ms in (900, 1100, 2100, 3100)]
    assert told == [
        "",
        "The OLED does not answer: check its wires",
        "",
        "One display is too slow; nobody waits for it",
    ]


def test_a_card_is_reported_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, transfer_ns=300_000_000)
    evening.flip(0, 1000)
    for ms in range(1100, 1800, 50):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=3000)
    assert sum('"shown"' in line for line in evening.lines) == 1


def test_nobody_sees_the_face_before_its_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 1000)
    evening.play(until_ms=3000)
    (shown,) = [happened for happened in evening.inputs if isinstance(happened, Shown)]
    first_ms = next(ms for ms, view in evening.views if view.pile.top)
    assert first_ms * 1000 == shown.t_us
    assert shown.t_us >= 1_000_000 + AIR_US
    turning = [view.turning.progress for _, view in evening.views if view.turning is not None]
    assert turning == sorted(turning)
    assert len(turning) > 5


# The display


def test_nothing_is_drawn_where_nothing_changed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.play(until_ms=9_000)
    assert len(evening.display.shown) == 1


def test_a_covered_picture_is_shown_again_by_the_same_painter(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    for ms in (1000, 1000, 1000, 2000):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=3000)
    assert len(evening.display.shown) == 3
    assert evening.painters == 1


def test_a_storm_of_sizes_makes_one_painter_a_size(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    for ms in range(1000, 1100):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=1500)
    assert evening.painters == 1
    again = Evening(tmp_path / "again", CALM)
    again.display.size = (800, 480)  # pulled smaller after the table had asked for its size
    for ms in range(1000, 1100):
        again.happens(Exposed(), ms)
    again.play(until_ms=1500)
    assert again.painters == 2
