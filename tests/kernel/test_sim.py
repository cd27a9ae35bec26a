"""A hand that its machine held up amid a bounce is known; any other gives one press."""

import random
from itertools import accumulate

from hal.buttons import Kind
from hal.debounce import MS
from hal.sequence import Sequencer
from tests.hal.listening import edge
from tests.kernel.sim import BOUNCES, Move, may_be_two

LINE, HELD_MS = 5, 60.0
STALLS_MS = (0.05, 0.3, 0.7, 0.9, 1.5, 5.0, 8.0, 11.0, 14.0, 30.0)
"""How long one write of a bounce takes, in a machine that stands still."""


def moves(chance: random.Random, begin_ms: float, down: bool) -> list[tuple[float, bool]]:
    """When a contact that bounces is moved, and whether it closes."""
    taken_ms = [chance.choice(STALLS_MS) for _ in range(2 * BOUNCES)]
    times_ms = accumulate(taken_ms, initial=begin_ms)
    return [(at_ms, down ^ bool(number % 2)) for number, at_ms in enumerate(times_ms)]


def as_written(moved: list[tuple[float, bool]]) -> list[Move]:
    return [(down, round(at_ms * MS), round(at_ms * MS)) for at_ms, down in moved]


def test_a_press_that_was_not_held_up_is_one_press() -> None:
    chance, held_up, doubled = random.Random(5), 0, 0
    for _hand in range(2000):
        closing = moves(chance, 100.0, True)
        opening = moves(chance, closing[-1][0] + HELD_MS, False)
        sequencer = Sequencer({LINE: 0})
        written = [edge(at_ms, LINE, int(down)) for at_ms, down in closing + opening]
        events = sequencer.feed(written, round(2000 * MS))
        presses = sum(event.kind is Kind.PRESS for event in events)
        if may_be_two(as_written(closing)) or may_be_two(as_written(opening)):
            held_up += 1
            doubled += presses > 1
        else:
            assert presses == 1, (closing, opening)
    assert 0 < doubled < held_up < 1900
