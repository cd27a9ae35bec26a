"""The easel: when a picture is begun, and when it gives way to a press."""

import itertools
from typing import Any, cast

import pytest

from device.easel import FRAME_NS, LONGEST_WAY_NS, PAINTING_NS, Easel
from device.sitting import Sitting
from device.view import View
from hal.clock import ManualClock
from hal.mock_display import MockDisplay

MS = 1_000_000


class Moving:
    """A game whose every view is another."""

    def view(self, now_ns: int, _rows: object) -> View:
        return cast(View, now_ns)

    def changes_ns(self, _now_ns: int) -> list[int]:
        return []

    def reveals(self, _now_ns: int) -> bool:
        return False

    def moving(self, _now_ns: int) -> bool:
        return True


class Plain:
    """The view is the picture."""

    def picture(self, view: View) -> View:
        return view

    def hit(self, _view: View, _x: int, _y: int) -> None:
        return None


class Studio:
    """An easel before a moving game. Times in ms from the start."""

    def __init__(self) -> None:
        self.clock = ManualClock(MS)
        self.easel: Easel[Any] = Easel(MockDisplay(self.clock), lambda _size: Plain())

    def draws(self, at_ms: float, press_ms: float | None, stirred: bool = True) -> bool:
        """Whether a picture is begun when a press may become certain then; it is seen at once."""
        now_ns = MS + round(at_ms * MS)
        press_ns = None if press_ms is None else MS + round(press_ms * MS)
        self.easel.draw(cast(Sitting, Moving()), tuple, stirred, now_ns, press_ns)
        return self.easel.seen() is not None

    @property
    def still_ms(self) -> float:
        return (self.easel.still_ns - MS) / MS


@pytest.mark.parametrize("press_ms", [9.5, 10, 10.1, 11.9])
def test_no_picture_is_begun_right_before_a_press_may_become_certain(press_ms: float) -> None:
    studio = Studio()
    assert not studio.draws(10, press_ms)
    assert studio.draws(max(press_ms, 10) + 0.1, None)


@pytest.mark.parametrize("press_ms", [None, 10 + PAINTING_NS / MS, 13])
def test_a_picture_that_is_done_before_it_is_begun(press_ms: float | None) -> None:
    assert Studio().draws(10, press_ms)


def test_what_gave_way_is_drawn_though_nothing_stirs_after_the_press() -> None:
    studio = Studio()
    assert not studio.draws(10, 11)
    assert studio.still_ms >= 11  # and does not wake the loop just when it should hear
    assert studio.draws(studio.still_ms, None, stirred=False)


def test_hands_that_never_come_to_rest_keep_no_picture_off_for_long() -> None:
    studio = Studio()
    begun_ms = [at / 2 for at in range(400) if studio.draws(at / 2, at / 2 + 0.5)]
    apart_ms = [after - before for before, after in itertools.pairwise(begun_ms)]
    assert max(begun_ms[0], *apart_ms) <= (LONGEST_WAY_NS + FRAME_NS) / MS
    assert min(apart_ms) >= LONGEST_WAY_NS / MS
