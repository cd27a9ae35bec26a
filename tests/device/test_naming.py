"""A name with two buttons: from the list, or letter by letter."""

from collections.abc import Iterator

import pytest

from device.gesture import Press
from device.naming import DONE, ERASE, GROUPS, LONGEST, Naming, naming, turned

FLIP, SLAP, LONG = Press.FLIP, Press.SLAP, Press.FLIP_LONG


def after(state: Naming, *presses: Press) -> Naming:
    for press in presses:
        told, _ = turned(state, press)
        assert told is not None
        state = told
    return state


def pressed_for(letter: str, cell: int) -> Iterator[Press]:
    """From a cell to a letter."""
    group = next(n for n, letters in enumerate(GROUPS) if letter in letters)
    yield from [FLIP] * ((group - cell) % (DONE + 1))
    yield SLAP
    yield from [FLIP] * GROUPS[group].index(letter)
    yield SLAP


def spelled(name: str) -> Naming:
    state = after(naming(0, (), frozenset()), SLAP)
    for letter in name.upper():
        state = after(state, *pressed_for(letter, state.cell))
    return state


def test_a_name_is_picked_from_the_list_without_those_that_others_have() -> None:
    state = naming(1, ("Anna", "Ben", "Clara"), frozenset({"ben"}))
    assert state.names == ("Anna", "Clara")
    assert turned(after(state, FLIP), SLAP) == (None, "Clara")
    assert after(state, FLIP, FLIP, FLIP) == state


@pytest.mark.parametrize("name", ["Gül", "Eva-Lena", "Jo 2", "Xaver"])
def test_every_name_is_spelled_with_two_buttons(name: str) -> None:
    state = spelled(name)
    state = after(state, *[FLIP] * ((DONE - state.cell) % (DONE + 1)))
    assert turned(state, SLAP) == (None, name)


def test_every_letter_of_both_languages_is_there() -> None:
    letters = "".join(GROUPS)
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß- ") <= set(letters)
    assert len(letters) == len(set(letters))


def test_long_goes_back_step_by_step() -> None:
    state = after(spelled("Jo"), SLAP)
    assert state.letter is not None
    state = after(state, LONG)
    assert (state.letter, state.typed) == (None, "Jo")
    assert after(state, LONG, LONG).typed == ""
    state = after(state, LONG, LONG, Press.SLAP_LONG)
    assert state.typed is None
    assert turned(state, LONG) == (None, None)


def test_the_last_letter_is_taken_back_by_its_cell() -> None:
    state = spelled("Jo")
    state = after(state, *[FLIP] * ((ERASE - state.cell) % (DONE + 1)), SLAP)
    assert state.typed == "J"


def test_no_name_and_the_name_of_another_are_refused_until_the_next_press() -> None:
    none = after(naming(0, (), frozenset()), SLAP, *[FLIP] * DONE, SLAP)
    assert none.refused
    assert not after(none, FLIP).refused
    state = spelled("Ben")
    state = Naming(0, (), frozenset({"ben"}), typed=state.typed, cell=DONE)
    assert after(state, SLAP).refused


def test_a_full_name_takes_no_letter_and_offers_to_be_done() -> None:
    state = spelled("A" * LONGEST)
    assert state.cell == DONE
    assert spelled("A" * (LONGEST + 1)).typed == "A" + "a" * (LONGEST - 1)
