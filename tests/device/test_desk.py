"""At a laptop a key, a click or a tap is a button, and nothing is held for ever."""

from device.desk import Desk, help_rows
from device.language import language
from device.target import Target, TargetKind
from hal.buttons import Edge
from hal.clock import ManualClock
from hal.display import KeyChange, Touch
from hal.keys import Keys
from hal.wiring import Button, default_wiring

WIRING = default_wiring(8)
LINE = {seat_button: line for line, seat_button in WIRING.buttons().items()}
PILE, SLAP, NONE = Target(TargetKind.PILE), Target(TargetKind.SLAP), None


def stack(seat: int) -> Target:
    return Target(TargetKind.STACK, seat)


def desk(*persons: int) -> tuple[Desk, Keys]:
    keys = Keys(WIRING.lines, ManualClock())
    return Desk(keys, WIRING, persons), keys


def edges(keys: Keys) -> list[tuple[int, int]]:
    (batch,) = keys.poll()
    return [(edge.line, edge.level) for edge in batch.edges]


def test_a_key_of_a_person_is_a_button_and_another_is_none() -> None:
    found, keys = desk(0, 2)
    assert found.key(KeyChange("q", True, 5))
    assert found.key(KeyChange("l", True, 6))
    assert not found.key(KeyChange("enter", True, 7))
    (batch,) = keys.poll()
    assert batch.edges == (Edge(5, LINE[0, Button.FLIP], 1), Edge(6, LINE[2, Button.SLAP], 1))


def test_a_click_on_the_pile_or_the_button_slaps_for_the_first_person() -> None:
    found, keys = desk(1, 3)
    for number, target in enumerate((PILE, SLAP)):
        found.touch(target, Touch(0, 0, True, 10 * number))
        found.touch(NONE, Touch(0, 0, False, 10 * number + 5))
    slap = LINE[1, Button.SLAP]
    assert edges(keys) == [(slap, 1), (slap, 0), (slap, 1), (slap, 0)]


def test_a_click_on_a_stack_lays_for_its_person_only() -> None:
    found, keys = desk(1, 3)
    for seat in range(4):
        found.touch(stack(seat), Touch(0, 0, True, 10 * seat))
        found.touch(NONE, Touch(0, 0, False, 10 * seat + 5))
    assert [line for line, level in edges(keys) if level] == [
        LINE[1, Button.FLIP], LINE[3, Button.FLIP]
    ]  # fmt: skip


def test_a_finger_that_slides_off_lets_go_where_it_came_down() -> None:
    found, keys = desk(0)
    found.touch(PILE, Touch(0, 0, True, 1))
    found.touch(stack(0), Touch(0, 0, False, 9))
    assert edges(keys) == [(LINE[0, Button.SLAP], 1), (LINE[0, Button.SLAP], 0)]


def test_a_second_finger_is_a_second_press() -> None:
    found, keys = desk(0)
    found.touch(PILE, Touch(0, 0, True, 1))
    found.touch(PILE, Touch(0, 0, True, 4))
    found.touch(NONE, Touch(0, 0, False, 9))
    assert [level for _, level in edges(keys)] == [1, 0, 1, 0]


def test_a_click_beside_everything_is_nothing() -> None:
    found, keys = desk(0)
    found.touch(NONE, Touch(0, 0, True, 1))
    found.touch(Target(TargetKind.OPTION, 0), Touch(0, 0, True, 2))
    found.touch(NONE, Touch(0, 0, False, 3))
    assert edges(keys) == []


def test_without_people_there_are_no_buttons() -> None:
    found, keys = desk()
    found.touch(PILE, Touch(0, 0, True, 1))
    assert not found.key(KeyChange("space", True, 2))
    assert edges(keys) == []


def test_what_is_held_is_let_go_when_the_desk_is_left() -> None:
    found, keys = desk(0)
    found.touch(stack(0), Touch(0, 0, True, 1))
    found.key(KeyChange("space", True, 2))
    found.let_go(3)
    held = edges(keys)[2:]
    assert sorted(held) == sorted([(LINE[0, Button.FLIP], 0), (LINE[0, Button.SLAP], 0)])


def test_the_help_tells_each_persons_keys_and_those_of_the_table() -> None:
    english = language("en")
    rows = help_rows(("Anna", "Ben", "Clara"), [("q", "a"), (), ("o", "l")], english)
    told = [(row.key, row.does) for row in rows]
    assert told[:2] == [("Q / A", "Anna: lay / slap"), ("O / L", "Clara: lay / slap")]
    assert [key for key, _ in told[2:]] == ["Click", "P", "F2", "F11", "Esc"]
    assert told[2][1] == "own stack: lay; pile: Anna slaps"
    alone = help_rows(("Anna", "Ben"), [("enter", "space"), ()], english)
    assert alone[1].does == "own stack: lay; pile: slap"
    assert [row.key for row in help_rows(("A",), [()], english)] == ["P", "F2", "F11", "Esc"]
