"""How far a long press is, shown at whoever holds it, where it does something and only there."""

from pathlib import Path

import pytest

from device.between import LobbyPage
from device.config import Config
from device.evening import Room
from device.gesture import LASTS_NS, Held, Press
from device.holding import SHOWN_NS, STEP_NS, changes_ns, holds
from device.overlay import Paused
from device.view import Hold
from hal.wiring import Button
from tests.device.playing import MS, Evening, header_of

PLAIN = header_of(["4S 2C 3S 5C", "9H TD 8H 6D"])
SHOWN_MS, LONG_MS = SHOWN_NS // MS, LASTS_NS[Press.SLAP_LONG] // MS


def seen(evening: Evening, since_ms: float, until_ms: float) -> list[tuple[Hold, ...]]:
    """What was shown of it, one after the other."""
    return [view.holds for ms, view in evening.views if since_ms <= ms < until_ms]


def test_progress_goes_in_steps_and_the_furthest_of_a_place_counts() -> None:
    slap, flip = (Held(press, 1, 0, 0) for press in (Press.SLAP_LONG, Press.FLIPS_HELD))
    other = Held(Press.FLIPS_HELD, 0, 0, None)
    assert holds([slap, flip, other], 520 * MS) == (Hold(0, 0), Hold(1, 500))
    assert holds([flip], 10**12) == (Hold(1, 1000),)
    assert holds([], 0) == ()


def test_nothing_is_due_but_the_next_step() -> None:
    held, waits = Held(Press.SLAP_LONG, 0, 70, 70), Held(Press.FLIPS_HELD, 0, 70, None)
    assert changes_ns(held, 71) == changes_ns(waits, 71) == 70 + SHOWN_NS
    assert changes_ns(held, 70 + SHOWN_NS) == 70 + SHOWN_NS + STEP_NS
    assert changes_ns(waits, 70 + SHOWN_NS) is None


def test_the_pause_shows_who_holds_and_then_how_far_it_is(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PLAIN, received=Config())
    evening.hold(1, Button.FLIP, 1000, 4000)
    evening.hold(0, Button.FLIP, 2000, 3000)
    evening.play(until_ms=4500)
    assert set(seen(evening, 0, 1000 + SHOWN_MS)) == {()}
    assert set(seen(evening, 1310, 1900)) == {(Hold(1, 0),)}  # and waits for the other
    both = seen(evening, 2320, 3990)
    assert {tuple(each.place for each in shown) for shown in both} == {(0, 1)}
    steps = [shown[0].progress for shown in both]
    assert steps == sorted(steps)
    assert all(one.progress == other.progress for one, other in both)
    assert (steps[0], steps[-1]) == (175, 975)
    assert isinstance(evening.view_at(4200).overlay, Paused)
    assert evening.view_at(4200).holds == ()


@pytest.mark.parametrize("ms", [30, SHOWN_MS - 50])
def test_a_flip_as_people_press_it_shows_nothing(tmp_path: Path, ms: int) -> None:
    """That it was let go is certain a moment later."""
    evening = Evening(tmp_path, PLAIN, received=Config())
    evening.hold(0, Button.FLIP, 500, ms)
    evening.hold(1, Button.FLIP, 1500, ms)
    evening.play(until_ms=3000)
    assert {view.holds for _, view in evening.views} == {()}


def test_to_hold_slap_in_a_game_does_nothing_and_shows_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PLAIN, received=Config())
    evening.hold(0, Button.SLAP, 1000, 3000)
    evening.play(until_ms=5000)
    assert {view.holds for _, view in evening.views} == {()}


def lobby(folder: Path) -> Evening:
    """Somebody has joined at place 2."""
    evening = Evening(folder, None, received=Config())
    evening.table._open(None, at=Room.IDLE)
    evening.slap(2, 1000)
    return evening


def test_between_games_it_is_shown_where_holding_does_what_pressing_does_not(
    tmp_path: Path,
) -> None:
    evening = lobby(tmp_path)
    evening.hold(2, Button.SLAP, 3000, 1500)  # leaves
    evening.play(until_ms=6000)
    shown = [held for held in seen(evening, 3000, 4020) if held]
    assert [held[0] for held in shown] == [Hold(2, progress) for progress in range(300, 1001, 50)]
    assert isinstance(evening.view_at(5000).overlay, LobbyPage)
    assert evening.view_at(5000).holds == ()


@pytest.mark.parametrize("button", Button)
def test_at_the_idle_table_a_long_press_is_a_press(tmp_path: Path, button: Button) -> None:
    evening = Evening(tmp_path, None, received=Config())
    evening.table._open(None, at=Room.IDLE)
    evening.hold(1, button, 1000, LONG_MS - 100)
    evening.play(until_ms=1900)
    assert {view.holds for _, view in evening.views} == {()}


def test_a_hand_that_holds_takes_a_picture_a_step_and_no_more(tmp_path: Path) -> None:
    evening = lobby(tmp_path)
    evening.hold(2, Button.SLAP, 3000, 950)
    evening.play(until_ms=3940)
    took = len(seen(evening, 3000, 3940))
    assert 5 < took <= (LONG_MS - SHOWN_MS) * MS // STEP_NS + 1
