"""Faults that others have met and reported, each by its number in the list of the law of time."""

import random

import pytest

from hal.buttons import ClockDomainError, Edge
from hal.clock import ManualClock
from hal.mock import MockSource
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, Table, edge, edges, say, told


def test_b01_a_lost_release_does_not_eat_the_next_press() -> None:
    table = Table().script((0, 5, 1), (70, 5, 1)).read(40, {5: 0}).until(90)
    assert table.told == ["press5@0", "release5@52 of 40 resync", "press5@70"]


def test_b02_a_listener_that_stalls_for_300_ms_gets_stamps_and_order_unchanged() -> None:
    table = Table(step=300).script((0, 5, 1), (0.05, 6, 1), (60, 5, 0), (60, 6, 0)).until(300)
    assert table.told == [*("press5@0", "press6@0.05", "release5@72 of 60", "release6@72 of 60")]


def test_b03_a_glitch_shorter_than_1_ms_is_counted_and_no_press() -> None:
    table = Table().script((0, 5, 1), (0.02, 5, 0)).until(20)
    assert (table.sequencer.counts.presses, table.sequencer.counts.glitches) == (0, 1)


def test_b13_edges_dropped_while_the_reader_stalled_are_counted_and_make_doubt() -> None:
    numbered = [Edge(count * MS, 5, count % 2, count, count) for count in range(1, 41)]
    sequencer = Sequencer(TABLE)
    told = [say(event) for event in sequencer.feed(numbered[-16:], 100 * MS)]
    assert sequencer.counts.lost == 24
    assert sequencer.resync_wanted
    assert told[0] == "press5@25 since 0 overflow"
    assert all(word.endswith("overflow") for word in told)


@pytest.mark.parametrize("stamp_ns", [1_700_000_000 * 10**9, 0])
def test_b14_b18_stamps_of_another_clock_are_refused_before_any_counts(stamp_ns: int) -> None:
    source = MockSource(TABLE, ManualClock(10**12))
    source.open()
    source.inject(5, 1, stamp_ns, arrival_ns=10**12)
    with pytest.raises(ClockDomainError, match="stamps come from another clock"):
        source.poll()


def test_b15_b19_an_edge_that_was_lost_without_a_trace_is_found_within_10_ms() -> None:
    clock = ManualClock()
    source = MockSource(TABLE, clock, numbered=True)
    sequencer = Sequencer(source.open().levels)
    source.inject(5, 1, 13 * MS)
    source.inject(6, 1, 13 * MS, drop=True)
    told = []
    while clock.now_ns() < 40 * MS:
        clock.advance(MS)
        for batch in source.poll():
            told += sequencer.take(batch)
    # It may have been first: as old as the read before, and so no certain second.
    assert [say(event) for event in told] == ["press5@13", "press6@20 since 10 resync"]


def test_b16_b17_b20_labels_that_repeat_are_one_press_and_one_release() -> None:
    assert told((0, 5, 1), (0.003, 5, 1)) == ["press5@0"]
    assert told((0, 5, 1), (0.005, 5, 1), (60, 5, 0), (60.004, 5, 0)) == [
        *("press5@0", "release5@72.004 of 60.004")
    ]
    assert told((0, 5, 1), (0.3, 5, 1), (0.9, 5, 1), (60, 5, 0)) == [
        *("press5@0", "release5@72 of 60")
    ]


def test_b21_the_level_told_with_the_first_edge_may_be_wrong() -> None:
    assert told((0, 5, 0), (0.2, 5, 1)) == ["press5@0"]
    assert told((0, 5, 0)) == ["glitch5@0"]


def test_b22_a_release_that_bounces_is_no_press() -> None:
    script = [(0, 5, 1), (50, 5, 0), (51, 5, 1), (51.2, 5, 0), (53, 5, 1), (53.1, 5, 0)]
    assert told(*script) == ["press5@0", "release5@65.1 of 53.1"]


def test_b23_hum_is_one_press_and_a_spike_beats_nobody() -> None:
    assert told(*((10.0 * count, 5, 1 - count % 2) for count in range(40))) == ["press5@0"]
    assert told((0, 5, 1), (0.02, 5, 0), (1, 6, 1)) == ["glitch5@0", "press6@1"]


def test_b24_a_stuck_button_counts_for_nothing_until_its_release_is_read() -> None:
    table = Table().script((0, 5, 1), (5100, 5, 1), (5300, 5, 1)).read(5200, {5: 0})
    assert table.until(5400).told == [
        *("press5@0", "stuck5@5000 of 0", "release5@5212 of 5200 resync", "press5@5300")
    ]


def test_b25_a_button_pressed_at_the_start_is_no_press() -> None:
    table = Table({5: 1}).script((30, 5, 0), (80, 5, 1)).until(100)
    assert table.told == ["release5@42 of 30 initial", "press5@80"]


def test_b26_the_first_levels_are_told_released_ones_too() -> None:
    assert MockSource({5: 0, 6: 1}, ManualClock(7)).open().levels == {5: 0, 6: 1}


def test_b27_a_stuck_button_holds_up_nobody() -> None:
    table = Table().script((0, 5, 1), (6000, 6, 1)).until(6010)
    told_at = dict(zip(table.told, table.told_at, strict=True))
    assert told_at["press6@6000"] == "6003"


def test_b28_a_contact_that_returns_leaves_no_stale_release() -> None:
    assert told((0, 5, 1), (40, 5, 0), (48, 5, 1), (90, 5, 0)) == [
        *("press5@0", "release5@102 of 90")
    ]


def test_b29_after_a_drop_levels_are_read_again() -> None:
    clock = ManualClock()
    source = MockSource(TABLE, clock, numbered=True)
    sequencer = Sequencer(source.open().levels)
    source.inject(5, 1, 1 * MS)
    source.inject(5, 0, 22 * MS, drop=True)
    source.inject(6, 1, 23 * MS)
    told = []
    for _ in range(60):
        clock.advance(MS)
        for batch in source.poll():
            told += sequencer.take(batch)
    assert [say(event) for event in told] == [
        *("press5@1", "press6@23 since 21 coalesced", "release5@42 of 30 resync")
    ]


def test_b31_b32_a_duel_has_one_first_and_it_is_not_the_lower_number() -> None:
    chance = random.Random(31)
    for _ in range(1000):
        at = chance.randrange(1, 1000)
        other = at + chance.choice((-1, 1))
        heard = [Edge(at, 5, 1), Edge(other, 6, 1)]
        chance.shuffle(heard)
        first, second = Sequencer(TABLE).feed(heard, 20 * MS)
        assert first.ts_ns < second.ts_ns
        assert first.line == (5 if at < other else 6)


def test_b35_a_backlog_of_seconds_in_the_wrong_order_is_put_in_order() -> None:
    events = Sequencer(TABLE).feed(edges((2500, 6, 1), (0, 5, 1)), 2600 * MS)
    assert [say(event) for event in events] == ["press5@0", "press6@2500"]


def test_b36_equal_stamps_stay_equal_so_that_a_lot_can_decide() -> None:
    chance = random.Random(36)
    for _ in range(1000):
        lines = [5, 6]
        chance.shuffle(lines)
        come = [edge(3, line, 1, count, 1) for count, line in enumerate(lines, 1)]
        first, second = Sequencer(TABLE).feed(come, 20 * MS)
        assert (first.ts_ns, first.uncertainty_ns) == (second.ts_ns, second.uncertainty_ns)
