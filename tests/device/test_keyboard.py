"""A pair of keys for each person, so far apart as a keyboard allows."""

import pytest

from device.keyboard import ALONE, COLUMNS, key_lines, label, pairs
from device.language import language
from hal.wiring import Button, default_wiring

OF_THE_TABLE = {"p", "f1", "f2", "f11", "esc"}


@pytest.mark.parametrize("persons", range(1, 9))
def test_everybody_has_two_keys_of_his_own(persons: int) -> None:
    found = pairs(range(persons))
    keys = [key for pair in found.values() for key in pair]
    assert len(found) == persons
    assert len(set(keys)) == 2 * persons
    assert not OF_THE_TABLE & set(keys)


def test_one_person_alone_has_enter_and_space() -> None:
    assert pairs([2]) == {2: ("enter", "space")} == {2: ALONE}


def test_nobody_has_no_keys() -> None:
    assert pairs([]) == {}


@pytest.mark.parametrize("persons", range(2, 9))
def test_people_sit_from_left_to_right(persons: int) -> None:
    upper = [pair[0] for _, pair in sorted(pairs(range(persons)).items())]
    assert upper == sorted(upper, key="qwertuio".index)


def test_letters_that_lie_elsewhere_on_a_german_keyboard_are_left_out() -> None:
    assert not {"y", "z"} & {key for column in COLUMNS for key in column}


def test_a_key_stands_for_a_line_of_the_wiring() -> None:
    wiring = default_wiring(8)
    found = key_lines(wiring, [1, 3])
    buttons = wiring.buttons()
    assert {key: buttons[line] for key, line in found.items()} == {
        "q": (1, Button.FLIP),
        "a": (1, Button.SLAP),
        "o": (3, Button.FLIP),
        "l": (3, Button.SLAP),
    }


def test_a_key_is_named_as_it_is_printed() -> None:
    english, german = language("en"), language("de")
    assert [label(key, english) for key in ("enter", "space", "q")] == ["Enter", "Space", "Q"]
    assert label("space", german) == "Leertaste"
