"""Where the hands of a race stand on its line: true up to its end, in their order behind it."""

from itertools import pairwise

import pytest

from device.pictures.track import Track, spread, tick_step_us
from device.view import Mark, PhotoFinish


def track(*marks: Mark, shown_us: int = 0) -> Track:
    return Track(PhotoFinish(marks, shown_us=shown_us), 100, 600, 40)


def raced(*at_us: int, late: int = 0) -> list[Mark]:
    """Hands at these times; the last of them came when the race was closed."""
    first_late = len(at_us) - late
    return [Mark(n, us, "", late=n >= first_late) for n, us in enumerate(at_us)]


def test_hands_stand_at_their_true_times_from_the_first_to_the_last() -> None:
    marks = raced(0, 2_500, 10_000)
    line = track(*marks)
    assert [line.place(mark) for mark in marks] == [100, 225, 600]
    assert line.closed is None


def test_one_hand_stands_as_far_from_the_card_as_it_took() -> None:
    (mark,) = raced(0)
    line = track(mark, shown_us=213_400)
    assert (line.x(-213_400), line.place(mark)) == (100, 600)
    assert line.ticks_us() == [us - 213_400 for us in range(0, 213_401, 50_000)]


def test_a_hand_that_reaches_back_before_the_first_has_room_for_it() -> None:
    marks = [Mark(0, 0, "", 4_000), Mark(1, 1_000, "", 500)]
    line = track(*marks)
    assert line.x(-4_000) == 100
    assert line.place(marks[1]) == 600


@pytest.mark.parametrize("late", range(1, 8))
@pytest.mark.parametrize("many", range(1, 4))
def test_late_hands_stand_behind_the_end_in_their_order_and_press_nobody(
    many: int, late: int
) -> None:
    race = [n * 1_000 for n in range(many)]
    marks = raced(*race, *(150_000 * (n + 1) for n in range(late)), late=late)
    line = track(*marks, shown_us=213_400 if many == 1 else 0)
    places = [line.place(mark) for mark in marks]
    assert line.closed is not None
    assert places[many - 1] < line.closed < places[many]
    assert places[0] >= 100
    assert places[-1] <= 600
    assert all(after - before >= 20 for before, after in pairwise(places))
    alone = [track(*marks[:many]).place(mark) - 100 for mark in marks[:many]]
    if many > 1:  # nearer together, but as they were to each other
        scale = (places[many - 1] - 100) / alone[-1]
        for place, before in zip(places, alone, strict=False):
            assert place - 100 == pytest.approx(scale * before, abs=2)


def test_labels_move_aside_and_keep_their_order() -> None:
    assert spread([50, 52, 54], [20, 20, 20], 0, 100) == [40, 60, 80]
    assert spread([0, 100], [30, 30], 0, 100) == [0, 70]
    assert spread([98, 99], [30, 30], 0, 100) == [40, 70]


def test_a_time_line_has_few_ticks_at_round_times() -> None:
    assert [tick_step_us(span_us) for span_us in (1_000, 6_000, 9_900, 31_000, 10**9)] == [
        200,
        1_000,
        2_000,
        10_000,
        500_000,
    ]
