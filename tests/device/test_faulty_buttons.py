"""A button that goes wrong at a table of six: the other five play on, and it comes back.

And all of them that go: the game ends at once, and is kept to the last input.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.events import Flip, Flipped, Pause, RaceClosed, Shown, Slapped
from hal.buttons import Batch, ButtonsLost, ClockDomainError
from hal.debounce import Constants
from hal.mock import MockSource
from hal.wiring import Button, default_wiring
from tests.device.playing import DEAL_NS, MS, Evening, header_of, read

FAULTY = 5
"""The seat of the slap button that goes wrong."""
FROM_MS, TO_MS = 500, 60_500
EVERY_MS = 2_400
# The cards in the order of their flips: a pair in the middle of the fault, and one after it.
LAID = "2S 5S 8S 3S 6S 9S 4S 7S TS 2H 6H 8H 8D 3H 5H 9H 4H 7H TH 2D 6D 9D 3D 5D 7D TD 4D 4C"
REST = "2C 3C 5C 6C 7C 8C 9C TC"
FIRST, LAST = 13, 28


def oscillates(table: Evening, line: int) -> None:
    """At 1 kHz."""
    table.buttons.hum(line, table.at_ns(FROM_MS), table.at_ns(TO_MS), MS // 2)


def hums(table: Evening, line: int) -> None:
    """With the mains."""
    table.buttons.hum(line, table.at_ns(FROM_MS), table.at_ns(TO_MS))


def sticks(table: Evening, line: int) -> None:
    """It stays down."""
    table.buttons.press(line, table.at_ns(FROM_MS), (TO_MS - FROM_MS) * MS)


def who_lays() -> list[int]:
    """The seats in the order of the flips; seat 4 takes the first pair."""
    return [flip % 6 for flip in range(FIRST)] + [(4 + flip) % 6 for flip in range(LAST - FIRST)]


@pytest.fixture(scope="module", params=[oscillates, hums, sticks], ids=lambda fault: fault.__name__)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Six people lay, five slap the first pair 5 ms apart, the sixth alone the last one."""
    hands: list[list[str]] = [[] for _ in range(6)]
    for seat, card in zip(who_lays(), LAID.split(), strict=True):
        hands[seat].append(card)
    for number, card in enumerate(REST.split()):
        hands[number % 6].append(card)
    table = Evening(tmp_path_factory.mktemp("evening"), header_of(" ".join(hand) for hand in hands))
    request.param(table, default_wiring(8).line(FAULTY, Button.SLAP))
    for number, seat in enumerate(who_lays(), start=1):
        table.flip(seat, number * EVERY_MS)
    for place, seat in enumerate((4, 3, 2, 1, 0)):
        table.slap(seat, FIRST * EVERY_MS + 600 + 5 * place, late_ms=1.9 - place / 10)
    table.slap(FAULTY, LAST * EVERY_MS + 600)
    return table.play(LAST * EVERY_MS + 2_000)


def test_the_other_five_play_on_and_it_comes_back(evening: Evening) -> None:
    laid = [fact.seat for fact in evening.facts if isinstance(fact, Flipped)]
    assert laid == who_lays()
    first, last = [fact for fact in evening.facts if isinstance(fact, RaceClosed)]
    hands = [(hand.seat, hand.behind_us) for hand in first.hands]
    assert hands == [(4, 0), (3, 5_000), (2, 10_000)]  # the race is open for 10 ms
    assert (first.dead_heat, last.winner) == (False, FAULTY)
    own = [fact for fact in evening.facts if isinstance(fact, Slapped) and fact.seat == FAULTY]
    assert [fact.t_us for fact in own if fact.t_us > FROM_MS * 1000 + 1_000_000] == [
        (LAST * EVERY_MS + 600) * 1000
    ]


def test_it_is_told_at_its_seat_until_it_behaves(
    evening: Evening, request: pytest.FixtureRequest
) -> None:
    storm = "oscillates" in request.node.name
    told = "button is off" if storm else "button is stuck"
    stuck_ms = FROM_MS + Constants().t_stuck_ns / MS
    for ms in (stuck_ms + 100, 30_000, TO_MS - 100):
        statuses = [seat.status for seat in evening.view_at(ms).seats]
        assert statuses == [""] * 5 + [told]
    assert evening.view_at(TO_MS + 2_000).seats[FAULTY].status == ""


class Unplugged(MockSource):
    """Its lines are gone after two seconds."""

    def poll(self) -> Sequence[Batch]:
        if self.clock.now_ns() > DEAL_NS + 2_000 * MS:
            raise ButtonsLost("the lines of the buttons are gone")
        return super().poll()


def test_lost_buttons_end_the_table_and_keep_the_game(tmp_path: Path) -> None:
    table = Evening(tmp_path, header_of(["2S 3S", "4S 5S"]), source=Unplugged)
    for number, seat in enumerate((0, 1, 0)):
        table.flip(seat, 500 + number * 1_000)
    with pytest.raises(ButtonsLost, match="are gone"):
        table.play()
    header, inputs = read(table.journal)
    assert [type(happened) for happened in inputs] == [Flip, Shown, Flip, Shown, Pause]
    kept = table.scribe.unfinished()
    assert kept is not None
    assert (kept[0].hands, list(kept[1])) == (header.hands, inputs)


def test_B14_an_edge_of_another_clock_ends_the_table_before_it_enters_the_game(
    tmp_path: Path,
) -> None:
    table = Evening(tmp_path, header_of(["2S 3S", "4S 5S"]))
    line = default_wiring(8).line(0, Button.FLIP)
    table.buttons.inject(line, 1, 1_700_000_000_000_000_000, table.at_ns(500))
    with pytest.raises(ClockDomainError, match="the stamps come from another clock"):
        table.play()
    assert [type(happened) for happened in read(table.journal)[1]] == [Pause]
