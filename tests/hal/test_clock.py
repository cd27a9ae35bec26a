"""The clock, and stamps that cannot be its own."""

import pytest

from hal.buttons import ButtonsError, ClockDomainError
from hal.clock import ManualClock, MonotonicClock
from hal.domain import FARTHEST_NS, check_domain


def test_the_clock_of_the_machine_never_goes_back() -> None:
    clock = MonotonicClock()
    times = [clock.now_ns() for _ in range(100)]
    assert times == sorted(times)
    assert type(times[0]) is int


def test_a_manual_clock_goes_where_it_is_put_but_not_back() -> None:
    clock = ManualClock(5)
    clock.advance(0)
    clock.advance(7)
    clock.advance_to(20)
    assert clock.now_ns() == 20
    with pytest.raises(ValueError, match="by_ns is -1; a clock moves on by 0 or more"):
        clock.advance(-1)
    with pytest.raises(ValueError, match="by_ns is -1; a clock moves on by 0 or more"):
        clock.advance_to(19)
    assert clock.now_ns() == 20


@pytest.mark.parametrize("sign", [1, -1])
def test_the_first_edge_is_stamped_within_a_second_of_now(sign: int) -> None:  # E4
    check_domain(5 * FARTHEST_NS + sign * (FARTHEST_NS - 1), 5 * FARTHEST_NS)
    with pytest.raises(ClockDomainError, match="stamps come from another clock"):
        check_domain(5 * FARTHEST_NS + sign * FARTHEST_NS, 5 * FARTHEST_NS)
    assert issubclass(ClockDomainError, ButtonsError)
