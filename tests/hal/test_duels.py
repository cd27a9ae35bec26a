"""Duels through the kernel of the benchmarks: few, always the same. `make bench` has the many."""

from itertools import islice
from random import Random

import pytest

from tests.bench.bench_duels import TIE_US, Race, Tally, races, span_us, tally
from tests.bench.kernel_model import LINES, MS, US, Contact, Kernel, bounce


def some(hands: int, gap_us: int, count: int = 100) -> list[Race]:
    return list(islice(races(Random(7), hands, gap_us), count))


class TestKernel:
    def test_a_contact_ends_where_it_goes_to(self) -> None:
        chance = Random(1)
        for _ in range(500):
            changes = bounce(chance, 1_100 * US)
            assert changes[0] == 0
            assert len(changes) % 2 == 1
            assert changes == sorted(set(changes))

    def test_an_edge_is_stamped_7_to_20_us_late(self) -> None:
        kernel = Kernel(Random(2), LINES)
        for at_ns in range(0, 100 * MS, MS):
            ((arrival_ns, told),) = kernel.tell([Contact(at_ns, 5, 1)])
            assert 7 * US <= told.ts_ns - at_ns <= 20 * US
            assert arrival_ns > told.ts_ns

    def test_of_lines_that_fall_into_one_interrupt_the_lowest_is_stamped_first(self) -> None:
        kernel = Kernel(Random(3), LINES)
        told = [arrival.edge for arrival in kernel.tell([Contact(0, 6, 1), Contact(5 * US, 5, 1)])]
        assert sorted((edge.gseq, edge.line) for edge in told) == [(1, 5), (2, 6)]

    def test_edges_before_the_thread_ran_are_one_and_only_the_common_number_tells(self) -> None:
        contacts = [Contact(0, 5, 1), Contact(24 * US, 5, 0), Contact(48 * US, 5, 1)]
        merged = 0
        for seed in range(100):
            told = [arrival.edge for arrival in Kernel(Random(seed), LINES).tell(contacts)]
            assert [edge.lseq for edge in told] == list(range(1, len(told) + 1))
            assert told[-1].level == 1
            merged += (told[-1].gseq or 0) > len(told)
        assert 10 < merged < 90

    def test_it_is_a_function_of_its_seed(self) -> None:
        assert some(2, 500, 3) == some(2, 500, 3)


@pytest.mark.parametrize("hands", [2, 6])
def test_every_hand_is_told_once(hands: int) -> None:
    for race in some(hands, 1000):
        assert sorted(told.event.line for told in race.presses) == sorted(race.contacts)


def test_no_press_is_told_before_it_was_made_or_without_its_contact() -> None:
    for race in some(2, 200):
        for event, at_ns in race.presses:
            assert race.contacts[event.line] < event.ts_ns < at_ns


def test_no_wrong_winner_is_told_as_certain() -> None:
    for gap_us in (200, 500, 1000, 2000):
        assert tally(2, gap_us, 200, "duels").wrong_share(TIE_US) == 0
    assert tally(6, 500, 50, "duels").wrong_share(TIE_US) == 0


def test_the_span_is_the_smallest_tie_that_leaves_no_longer_gap_wrong() -> None:
    told = {gap_us: Tally() for gap_us in (50, 100, 200)}
    assert span_us(told) == 0
    told[50].wrong[90] = 1
    assert span_us(told) == 50
    told[200].wrong[150] = 1
    assert span_us(told) == 150
    told[100].wrong[20] = told[200].wrong[400] = 1
    assert span_us(told) == 200


def test_rivals_are_wrong_as_often_as_they_are() -> None:
    told = tally(2, 1000, 400, "rivals")
    shares = {name: told.rivals[name] / told.races for name in ("gpiozero", "kernel", "arrival")}
    assert 0.12 < shares["gpiozero"] < 0.24
    assert 0.30 < shares["kernel"] < 0.44
    assert 0.40 < shares["arrival"] < 0.56
