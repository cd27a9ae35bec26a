"""The guide that asks for one button after the other."""

import pytest

from device.guide import (
    PATIENCE_NS,
    Answer,
    Guide,
    guide_through,
    learn_anew,
    learned_wiring,
    places,
)
from hal.wiring import Button, Wiring, default_wiring

TWO = default_wiring(2)  # slap 17, 27; flip 18, 23; lamp 4, 25
SLAP_1, FLIP_1, SLAP_2, FLIP_2 = places(2)


def guided(*lines: int) -> Guide:
    guide = guide_through(TWO, 0)
    for line in lines:
        guide.press(line, 0)
    return guide


def test_every_button_is_asked_for_seat_by_seat_slap_first() -> None:
    guide = guide_through(TWO, 0)
    for place in (SLAP_1, FLIP_1, SLAP_2, FLIP_2):
        assert guide.asked == place
        assert guide.press(TWO.line(*place), 0) is Answer.RIGHT
    assert guide.asked is None
    assert guide.verdict().well


def test_another_button_is_believed_when_it_is_pressed_twice() -> None:
    guide = guide_through(TWO, 0)
    assert guide.press(18, 0) is Answer.OTHER
    assert guide.asked == SLAP_1
    assert guide.press(18, 1) is Answer.BELIEVED
    assert guide.asked == FLIP_1


def test_a_hand_may_err_once() -> None:
    guide = guide_through(TWO, 0)
    assert [guide.press(line, 0) for line in (18, 27, 17)] == [
        Answer.OTHER,
        Answer.OTHER,
        Answer.RIGHT,
    ]


def test_two_wires_the_wrong_way_round_are_swapped() -> None:
    verdict = guided(18, 18, 17, 17, 27, 23).verdict()
    assert verdict.swapped == ((SLAP_1, FLIP_1),)
    assert (dict(verdict.astray), verdict.dead, verdict.well) == ({}, (), False)


def test_three_wires_in_a_ring_are_each_astray() -> None:
    verdict = guided(18, 18, 27, 27, 17, 17, 23).verdict()
    assert verdict.swapped == ()
    assert dict(verdict.astray) == {SLAP_1: 18, FLIP_1: 27, SLAP_2: 17}


def test_a_button_that_was_found_is_not_taken_for_another() -> None:
    guide = guided(17)
    assert [guide.press(17, 0), guide.press(17, 1)] == [Answer.TAKEN, Answer.TAKEN]
    assert guide.asked == FLIP_1


def test_a_button_that_nobody_hears_is_dead_after_a_while() -> None:
    guide = guide_through(TWO, 5)
    assert guide.wait(4 + PATIENCE_NS) is None
    assert guide.wait(5 + PATIENCE_NS) == SLAP_1
    assert guide.asked == FLIP_1
    guide.press(18, 10 + PATIENCE_NS)
    assert guide.wait(9 + 2 * PATIENCE_NS) is None
    assert guide.wait(10 + 2 * PATIENCE_NS) == SLAP_2
    guide.give_up()
    guide.give_up()
    assert guide.verdict().dead == (SLAP_1, SLAP_2, FLIP_2)


def test_when_nobody_is_asked_a_press_is_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="every button is found"):
        guided(17, 18, 27, 23).press(17, 0)


def test_learning_believes_what_is_pressed_and_waits_for_ever() -> None:
    guide = learn_anew(2, 0)
    assert guide.wait(1000 * PATIENCE_NS) is None
    answers = [guide.press(line, 0) for line in (5, 5, 6, 12, 13)]
    assert answers == [Answer.RIGHT, Answer.TAKEN, *[Answer.RIGHT] * 3]
    assert learned_wiring(guide, TWO) == Wiring((5, 12), (6, 13), (4, 25))


def test_a_lamp_makes_way_for_a_button_and_a_new_seat_has_none() -> None:
    guide = learn_anew(3, 0)
    for line in (5, 4, 6, 12, 13, 16):
        guide.press(line, 0)
    assert learned_wiring(guide, TWO).lamp == (None, 25, None)


def test_chip_and_times_stay_as_they_were() -> None:
    before = Wiring((1, 2), (3, 4), (), "gpio-sim", (("guard_ns", 1),))
    guide = learn_anew(2, 0)
    for line in (5, 6, 7, 8):
        guide.press(line, 0)
    learned = learned_wiring(guide, before)
    assert (learned.chip, learned.timing, learned.lamp) == ("gpio-sim", (("guard_ns", 1),), ())


def test_half_a_table_is_not_learned() -> None:
    guide = learn_anew(2, 0)
    guide.press(5, 0)
    with pytest.raises(ValueError, match="1 buttons are found"):
        learned_wiring(guide, TWO)


def test_a_place_is_a_seat_and_a_button() -> None:
    assert places(1) == [(0, Button.SLAP), (0, Button.FLIP)]
