"""A pause hides the cards, and nothing of what was done is lost in it."""

from pathlib import Path

from device.overlay import Paused
from game.events import Pause, Resume
from tests.device.deals import CALM
from tests.device.playing import Evening


def test_R70_a_pause_hides_the_pile_and_counts_down(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 500)
    evening.key("p", 2000)
    evening.key("p", 3000)
    evening.flip(1, 7000)
    evening.play(until_ms=8000)
    assert not evening.view_at(1999).pile.hidden
    for ms in (2010, 2990, 3500, 5990):
        assert evening.view_at(ms).pile.hidden
    assert isinstance(evening.view_at(2500).overlay, Paused)
    counted = [evening.view_at(ms).overlay for ms in (3500, 4500, 5500)]
    assert [number.number for number in counted] == ["3", "2", "1"]
    assert evening.view_at(6100).overlay is None
    assert not evening.view_at(6100).pile.hidden
    inputs = evening.inputs
    assert isinstance(inputs[2], Pause)
    assert isinstance(inputs[3], Resume)
    assert 2_999_000 <= inputs[3].t_us - inputs[2].t_us - 1_000_000 <= 3_001_000


def test_R70_a_turning_card_is_reported_anew_after_the_pause(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 1000)
    evening.key("p", 1050)
    evening.key("p", 2000)
    evening.play(until_ms=7000)
    kinds = [type(happened).__name__ for happened in evening.inputs]
    assert kinds == ["Flip", "Pause", "Resume", "Shown"]
    assert evening.state.shown == 1
    assert all(not view.pile.top for ms, view in evening.views if ms < 5000)


def test_R70_a_card_shown_at_the_very_instant_of_the_pause_is_not_lost(tmp_path: Path) -> None:
    for pause_ms in (1140, 1141, 1145, 1150, 1156, 1157, 1160):
        evening = Evening(tmp_path, CALM, at_keys=True, transfer_ns=10_000_000)
        evening.key("q", 1000)
        evening.key("p", pause_ms)
        evening.key("p", 1300)
        evening.key("o", 5000)
        evening.play(until_ms=5500, resume=False)
        assert evening.state.shown == 2, pause_ms


def test_a_page_opened_from_a_pause_does_not_pause_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.key("p", 1000)
    evening.key("esc", 1500)
    evening.key("esc", 2000)
    evening.play(until_ms=6000)
    kinds = [type(happened).__name__ for happened in evening.inputs]
    assert kinds == ["Pause", "Resume"]
