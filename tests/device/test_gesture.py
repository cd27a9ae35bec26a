"""Presses and releases as gestures: short, long, and all flips held."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.gesture import LASTS_NS, Gesture, Hands, Held, Press
from hal.buttons import NO_FLAGS, ButtonEvent, Flag, Kind
from hal.wiring import Button, default_wiring

WIRING = default_wiring(3)
MS = 1_000_000
LONG = LASTS_NS[Press.SLAP_LONG]
SLAP, FLIP = Button.SLAP, Button.FLIP


def hands(*players: int) -> Hands:
    made = Hands(WIRING.buttons())
    made.places = players
    return made


def event(
    seat: int, button: Button, ts_ns: int, kind: Kind = Kind.PRESS, flags: Flag = NO_FLAGS
) -> ButtonEvent:
    return ButtonEvent(0, kind, WIRING.line(seat, button), ts_ns, ts_ns, flags)


def up(seat: int, button: Button, ts_ns: int) -> ButtonEvent:
    return event(seat, button, ts_ns, Kind.RELEASE)


@pytest.mark.parametrize(
    ("button", "short", "long"),
    [(SLAP, Press.SLAP, Press.SLAP_LONG), (FLIP, Press.FLIP, Press.FLIP_LONG)],
)
def test_a_press_is_short_until_it_has_lasted_a_second(
    button: Button, short: Press, long: Press
) -> None:
    for lasts_ns, press in ((1, short), (LONG - 1, short), (LONG, long), (5 * LONG, long)):
        told = hands()
        assert told.hear(event(1, button, 100)) == []
        gestures = told.hear(up(1, button, 100 + lasts_ns))
        assert gestures == [Gesture(press, 1, 100 + min(lasts_ns, LONG))]
        assert told.until(10**12) == []


def test_a_long_press_is_told_while_it_is_held_and_its_release_tells_nothing_more() -> None:
    told = hands()
    told.hear(event(0, SLAP, 0))
    assert told.due_ns() == LONG
    assert told.until(LONG - 1) == []
    assert told.until(LONG) == [Gesture(Press.SLAP_LONG, 0, LONG)]
    assert told.due_ns() is None
    assert told.hear(up(0, SLAP, 3 * LONG)) == []


def test_what_is_held_is_known_until_it_is_told_or_let_go() -> None:
    told = hands(0, 2)
    assert told.holding() == []
    told.hear(event(0, SLAP, 100))
    slap = Held(Press.SLAP_LONG, 0, 100, 100)
    assert told.holding() == [slap]
    assert slap.due_ns == 100 + LONG
    told.hear(event(2, FLIP, 200))
    assert told.holding() == [
        slap, Held(Press.FLIP_LONG, 2, 200, 200), Held(Press.FLIPS_HELD, 2, 200, None)
    ]  # fmt: skip
    told.hear(up(0, SLAP, 300))
    told.hear(event(0, FLIP, 400))
    pause = LASTS_NS[Press.FLIPS_HELD]
    both = [each for each in told.holding() if each.press is Press.FLIPS_HELD]
    assert [(each.place, each.due_ns) for each in both] == [(2, 400 + pause), (0, 400 + pause)]
    told.until(400 + LONG)
    assert told.holding() == both
    told.until(400 + pause)
    assert told.holding() == []


def test_all_flips_held_for_two_seconds_are_told_once_with_who_came_last() -> None:
    told = hands(0, 2)
    told.hear(event(2, FLIP, 0))
    told.hear(event(0, FLIP, 500 * MS))
    gestures = told.until(10_000 * MS)
    assert gestures == [
        Gesture(Press.FLIP_LONG, 2, 1000 * MS),
        Gesture(Press.FLIP_LONG, 0, 1500 * MS),
        Gesture(Press.FLIPS_HELD, 0, 2500 * MS),
    ]
    assert told.until(60_000 * MS) == []
    told.hear(up(0, FLIP, 61_000 * MS))
    told.hear(event(0, FLIP, 62_000 * MS))
    assert Gesture(Press.FLIPS_HELD, 0, 64_000 * MS) in told.until(64_000 * MS)


def test_one_flip_let_go_in_time_is_no_pause_and_a_watcher_is_not_asked() -> None:
    told = hands(0, 1)
    told.hear(event(0, FLIP, 0))
    told.hear(event(1, FLIP, 0))
    told.hear(up(1, FLIP, 1999 * MS))
    assert Press.FLIPS_HELD not in {gesture.press for gesture in told.until(9000 * MS)}
    alone = hands(1)
    alone.hear(event(1, FLIP, 0))
    assert alone.until(2000 * MS)[-1] == Gesture(Press.FLIPS_HELD, 1, 2000 * MS)
    nobody = hands()
    nobody.hear(event(1, FLIP, 0))
    assert [gesture.press for gesture in nobody.until(9000 * MS)] == [Press.FLIP_LONG]


@pytest.mark.parametrize(("kind", "flags"), [(Kind.STUCK, NO_FLAGS), (Kind.NOISY, Flag.DISABLED)])
def test_a_button_in_trouble_is_held_by_no_hand(kind: Kind, flags: Flag) -> None:
    told = hands()
    told.hear(event(0, SLAP, 0))
    assert told.hear(event(0, SLAP, 500 * MS, kind, flags)) == []
    assert told.until(9000 * MS) == []
    assert told.hear(up(0, SLAP, 9001 * MS)) == []


def test_what_is_held_when_a_screen_changes_means_nothing_any_more() -> None:
    told = hands(0)
    told.hear(event(0, FLIP, 0))
    told.let_go()
    assert told.due_ns() is None
    assert told.until(9000 * MS) == []
    assert told.hear(up(0, FLIP, 9001 * MS)) == []


presses = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(Button), st.integers(1, 2500)), max_size=12
)


@given(presses, st.lists(st.integers(0, 20_000), max_size=20))
def test_when_somebody_looks_changes_nothing(
    steps: Iterable[tuple[int, Button, int]], looks: list[int]
) -> None:
    """Each step presses or lets go a button, so many ms after the last."""
    t_ns, down, events = 0, set[tuple[int, Button]](), []
    for seat, button, after_ms in steps:
        t_ns += after_ms * MS
        pressed = (seat, button) not in down
        down ^= {(seat, button)}
        events.append(event(seat, button, t_ns, Kind.PRESS if pressed else Kind.RELEASE))
    seldom, often = hands(0, 1), hands(0, 1)
    once = [gesture for each in events for gesture in seldom.hear(each)]
    once += seldom.until(10**12)
    told: list[Gesture] = []
    for each in events:
        for look_ms in sorted(looks):
            if look_ms * MS < each.ts_ns:
                told += often.until(look_ms * MS)
        told += often.hear(each)
    told += often.until(10**12)
    assert told == once
