"""Keys are buttons whose stamps are as good as the look that found them, and say so."""

import pytest

from hal.buttons import ButtonEvent, Edge, Kind, Source
from hal.clock import ManualClock
from hal.keys import KEY_CONSTANTS, Keys
from hal.stream import Stream

MS = 1_000_000


def keyboard(*lines: int) -> tuple[Keys, Stream, ManualClock]:
    clock = ManualClock(1000 * MS)
    keys = Keys(lines or (17, 18, 27), clock)
    return keys, Stream(keys, KEY_CONSTANTS), clock


def looked(
    keys: Keys, stream: Stream, clock: ManualClock, after_ms: float, *changes: tuple[int, bool]
) -> list[ButtonEvent]:
    """A look after a time that finds these changes, and what becomes certain by it."""
    since_ns = clock.now_ns()
    clock.advance(round(after_ms * MS))
    for line, pressed in changes:
        keys.change(line, pressed, clock.now_ns(), since_ns)
    clock.advance(10)
    return stream.listen()


def test_keys_are_a_source() -> None:
    source: Source = keyboard()[0]
    assert source.lines == (17, 18, 27)
    assert source.capabilities.stamp == "pump"
    assert source.capabilities.typical_uncertainty_us > 1_000
    assert source.health().alive
    assert not source.ended
    assert source.open().levels == {17: 0, 18: 0, 27: 0}
    source.want_levels()
    source.close()


def test_a_key_that_goes_down_and_up_is_a_press_and_a_release() -> None:
    keys, stream, clock = keyboard()
    (press,) = looked(keys, stream, clock, 5, (17, True))
    (release,) = looked(keys, stream, clock, 80, (17, False))
    assert (press.kind, press.line, press.ts_ns) == (Kind.PRESS, 17, 1005 * MS)
    assert release.kind is Kind.RELEASE


def test_a_press_counts_at_once() -> None:
    keys, stream, clock = keyboard()
    assert looked(keys, stream, clock, 5, (17, True))
    assert stream.horizon_ns == clock.now_ns()


def test_a_repetition_is_left_out() -> None:
    keys, stream, clock = keyboard()
    looked(keys, stream, clock, 5, (17, True))
    for _ in range(20):
        assert looked(keys, stream, clock, 33, (17, True)) == []
    assert looked(keys, stream, clock, 1, (18, False)) == []


def test_down_and_up_found_in_one_look_are_both_told() -> None:
    keys, stream, clock = keyboard()
    found = looked(keys, stream, clock, 5, (17, True), (17, False), (17, True), (17, False))
    assert [event.kind for event in found] == [
        Kind.PRESS, Kind.RELEASE, Kind.PRESS, Kind.RELEASE
    ]  # fmt: skip
    assert found[0].ts_ns == 1005 * MS
    assert found[-1].ts_ns - found[0].ts_ns < 10


def test_two_keys_found_in_one_look_have_one_stamp() -> None:
    keys, stream, clock = keyboard()
    first, second = looked(keys, stream, clock, 5, (27, True), (17, True))
    assert (first.line, second.line) == (27, 17)
    assert first.ts_ns == second.ts_ns


@pytest.mark.parametrize("span_ms", [0.5, 4, 40])
def test_a_press_reaches_back_to_the_look_before(span_ms: float) -> None:
    keys, stream, clock = keyboard()
    looked(keys, stream, clock, 3)
    (press,) = looked(keys, stream, clock, span_ms, (17, True))
    assert keys.reach_ns(press.ts_ns) == round(span_ms * MS)
    looked(keys, stream, clock, 3, (18, True))
    assert keys.reach_ns(press.ts_ns) == round(span_ms * MS)


def test_a_second_press_in_one_look_reaches_back_as_far_as_the_first() -> None:
    keys, stream, clock = keyboard()
    looked(keys, stream, clock, 4)
    found = looked(keys, stream, clock, 4, (17, True), (17, False), (17, True))
    first, _, second = found
    assert keys.reach_ns(second.ts_ns) >= keys.reach_ns(first.ts_ns) > 0


def test_a_press_of_which_nothing_is_known_reaches_nowhere() -> None:
    keys, _, clock = keyboard()
    keys.change(17, True, clock.now_ns())
    assert keys.reach_ns(clock.now_ns()) == 0
    assert keys.reach_ns(5) == 0


def test_edges_are_handed_over_once_with_now_as_the_barrier() -> None:
    keys, _, clock = keyboard()
    keys.change(17, True, clock.now_ns())
    (batch,) = keys.poll()
    assert batch.edges == (Edge(1000 * MS, 17, 1),)
    assert batch.barrier_ns == clock.now_ns()
    assert keys.poll()[0].edges == ()


def test_mashing_faster_than_any_hand_does_not_switch_a_key_off() -> None:
    keys, stream, clock = keyboard()
    pressed = 0
    for press in range(180):
        found = looked(keys, stream, clock, 6, (17, press % 2 == 0))
        pressed += sum(event.kind is Kind.PRESS for event in found)
    assert pressed == 90
