"""The vectors of the law of time, each by its name, at a table that is polled every ms."""

import random

import pytest

from hal.buttons import Edge
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, Table, edge, edges, ms, say, told

ARANTIUS = ((0, 1), (0.008, 0), (0.012, 1), (0.268, 0), (0.56, 1), (0.564, 0), (0.572, 1))
WORN = ((0, 1), (1, 0), (2.5, 1), (3.3, 0), (5, 1), (5.5, 0), (6.2, 1))


def test_v01_a_clean_press_and_its_release() -> None:
    assert told((0, 5, 1), (60, 5, 0)) == ["press5@0", "release5@72 of 60"]


@pytest.mark.parametrize("bounce", [ARANTIUS, WORN], ids=["v02", "v03"])
def test_v02_v03_a_bouncing_press_is_one_press_at_its_first_edge(
    bounce: tuple[tuple[float, int], ...],
) -> None:
    assert told(*((t, 5, level) for t, level in bounce)) == ["press5@0"]


def test_v04_a_spike_is_a_glitch() -> None:
    assert told((0, 5, 1), (0.02, 5, 0)) == ["glitch5@0"]


def test_v05_the_first_edge_counts_though_its_label_is_wrong() -> None:
    assert told((0, 5, 0), (0.2, 5, 1)) == ["press5@0"]


def test_v06_a_single_open_label_is_a_glitch() -> None:
    assert told((0, 5, 0)) == ["glitch5@0"]


def test_v07_the_bouncing_hand_that_was_first_wins() -> None:
    script = [(0, 5, 1), (0.5, 5, 0), (1, 5, 1), (2.9, 5, 0), (3.3, 5, 1), (0.1, 6, 1)]
    assert told(*script) == ["press5@0", "press6@0.1"]


def test_v08_an_edge_that_comes_within_the_guard_takes_its_place() -> None:
    table = Table().script((1, 6, 1)).expect(edge(0.9, 5, 1), arrival=2.5)
    assert table.until(50).told == ["press5@0.9", "press6@1"]


def test_v09_an_edge_that_comes_later_is_told_late_and_reorders_nothing() -> None:
    table = Table().script((1, 6, 1)).expect(edge(0.9, 5, 1), arrival=9)
    # The barrier at 8 less the guard had passed 6 ms: one ns after it, and since its own stamp.
    assert table.until(50).told == ["press6@1", "press5@6.000001 of 0.9 since 0.9 late"]
    assert table.sequencer.counts.late == 1
    assert table.events[1].uncertainty_us == 5100
    assert [event.disputes for event in table.events] == [False, True]


def test_v10_equal_stamps_go_by_number_whatever_comes_first() -> None:
    table = Table().expect(edge(3, 5, 1, 2, 1)).expect(edge(3, 6, 1, 1, 1))
    assert table.until(20).told == ["press6@3", "press5@3"]
    assert table.events[0].ts_ns == table.events[1].ts_ns


def test_v11_a_button_held_at_the_start_gives_no_press_before_it_was_let_go() -> None:
    table = Table({5: 1, 6: 0}).script((30, 5, 0), (80, 5, 1))
    assert table.until(100).told == ["release5@42 of 30 initial", "press5@80"]


def test_v12_a_bouncing_release_is_one_release_when_it_is_certain() -> None:
    script = [(0, 5, 1), (50, 5, 0), (51, 5, 1), (51.2, 5, 0), (53, 5, 1), (53.1, 5, 0)]
    assert told(*script) == ["press5@0", "release5@65.1 of 53.1"]


def test_v13_a_short_tap_counts() -> None:
    assert told((0, 5, 1), (5, 5, 0)) == ["press5@0", "release5@17 of 5"]


def test_v14_a_shorter_one_than_t_stable_does_not() -> None:
    assert told((0, 5, 1), (0.9, 5, 0)) == ["glitch5@0"]


def test_v15_a_lost_release_is_found_by_reading_and_eats_no_press() -> None:
    table = Table().script((0, 5, 1), (70, 5, 1)).read(40, {5: 0})
    assert table.until(90).told == ["press5@0", "release5@52 of 40 resync", "press5@70"]


def test_v16_a_lost_press_is_found_by_reading_as_uncertain_as_it_is() -> None:
    table = Table().read(40, {5: 1}).until(60)
    assert table.told == ["press5@40 since 0 resync"]
    assert table.events[0].uncertainty_us == 40_000


def test_v17_a_held_button_is_stuck_once() -> None:
    table = Table().script((0, 5, 1)).until(12_000)
    assert table.told == ["press5@0", "stuck5@5000 of 0"]
    assert table.sequencer.counts.stuck == (5,)


def test_v18_mains_hum_is_one_press() -> None:
    table = Table().script(*((10.0 * i, 5, 1 - i % 2) for i in range(40)))
    assert table.until(400).told == ["press5@0"]


def test_v19_a_hole_in_the_numbers_of_a_line_is_lost_edges() -> None:
    table = Table().expect(edge(0, 5, 1, 1, 1)).expect(edge(60, 5, 0, 20, 20)).until(80)
    assert (table.sequencer.counts.lost, table.sequencer.counts.coalesced) == (18, 0)
    assert table.told == ["press5@0", "release5@72 of 60 overflow"]


def test_v20_one_batch_out_of_order_is_put_in_order() -> None:
    sequencer = Sequencer(TABLE)
    sequencer.feed(edges((0.1, 7, 1), (0.05, 5, 1), (0.07, 6, 1)))
    assert [event.line for event in sequencer.feed([], 10 * MS)] == [5, 6, 7]


def test_v21_a_hand_cannot_come_back_within_t_lock() -> None:
    assert told((0, 5, 1), (3, 5, 0), (20, 5, 1), (60, 5, 0)) == [
        *("press5@0", "release5@15 of 3", "chatter5@20", "release5@72 of 60")
    ]


def test_v22_the_same_label_twice_is_one_press() -> None:
    assert told((0, 5, 1), (0.003, 5, 1)) == ["press5@0"]


def test_v23_a_spike_does_not_beat_a_press() -> None:
    assert told((0, 5, 1), (0.01, 5, 0), (1, 6, 1)) == ["glitch5@0", "press6@1"]


def test_v24_a_humming_line_holds_a_press_back_by_its_window_and_no_more() -> None:
    table = Table().script(*((0.5 * i, 5, 1 - i % 2) for i in range(400)), (30, 6, 1)).until(300)
    assert table.told_at[table.told.index("press6@30")] == "46"
    assert {event.kind.value for event in table.events if event.line == 5} == {"noisy", "glitch"}
    assert table.told[:3] == ["noisy5@0", "noisy5@14.5 noisy", "noisy5@29 noisy"]


def test_v25_a_contact_that_comes_back_within_t_rel_is_the_same_press() -> None:
    assert told((0, 5, 1), (40, 5, 0), (48, 5, 1), (90, 5, 0)) == ["press5@0", "release5@102 of 90"]


def test_v26_a_backlog_that_comes_after_its_barrier_is_late() -> None:
    table = Table(step=100)
    table.expect(edge(100, 5, 1), arrival=2600).expect(edge(2500, 6, 1), arrival=2700)
    assert table.until(2900).told == [
        "press5@2498.000001 of 100 since 100 late",
        "press6@2598.000001 of 2500 since 2500 late",
    ]
    assert table.sequencer.counts.late == 2


def test_v26b_a_backlog_in_the_wrong_order_before_any_barrier_is_put_in_order() -> None:
    sequencer = Sequencer(TABLE)
    events = sequencer.feed(edges((2500, 6, 1), (100, 5, 1)), 2600 * MS)
    assert [say(event) for event in events] == ["press5@100", "press6@2500"]


def duel(chance: random.Random, first: int, second: int) -> list[Edge]:
    script = []
    for line in (first, second):
        t_us = chance.randrange(5000)
        script.append((t_us / 1000, line, 1))
        for _ in range(chance.randrange(4)):
            t_us += chance.randrange(1, 900)
            script.append((t_us / 1000, line, 0))
            t_us += chance.randrange(1, 900)
            script.append((t_us / 1000, line, 1))
        script.append((t_us / 1000 + 60, line, 0))
    return edges(*sorted(script))


def test_v27_who_wins_does_not_depend_on_the_number_of_the_line() -> None:
    for key in range(500):
        heard = duel(random.Random(key), 5, 6)
        swapped = [Edge(one.ts_ns, 11 - one.line, one.level) for one in heard]
        plain = Sequencer(TABLE).feed(heard, 200 * MS)
        mirrored = Sequencer(TABLE).feed(swapped, 200 * MS)
        assert [(event.ts_ns, event.kind, 11 - event.line) for event in mirrored] == [
            (event.ts_ns, event.kind, event.line) for event in plain
        ]


@pytest.mark.parametrize("later_ns", [0, 1, 10**15, 2**53 + 1, 2**60 + 7])
def test_v28_one_ns_decides_at_any_time_of_the_clock(later_ns: int) -> None:
    heard = [Edge(later_ns + 1, 5, 1), Edge(later_ns, 6, 1)]
    events = Sequencer(TABLE).feed(heard, later_ns + 20 * MS)
    assert [(event.line, event.ts_ns - later_ns) for event in events] == [(6, 0), (5, 1)]


def test_v29_how_edges_are_cut_into_feeds_makes_no_difference() -> None:
    for key in range(300):
        chance = random.Random(key)
        heard = duel(chance, 5, 6)
        at_once = Sequencer(TABLE).feed(heard, 300 * MS)
        sequencer, one_by_one = Sequencer(TABLE), []
        for one in heard:
            barrier_ns = one.ts_ns - chance.randrange(3 * MS) if chance.random() < 0.7 else None
            one_by_one += sequencer.feed([one], barrier_ns)
        assert one_by_one + sequencer.feed([], 300 * MS) == at_once


def test_the_words_used_here_are_right() -> None:
    assert [ms(0), ms(1), ms(2500 * MS), ms(65_100_000)] == ["0", "0.000001", "2500", "65.1"]
