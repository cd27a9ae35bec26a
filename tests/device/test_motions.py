"""What moves: short, in nobody's way, and replaced by what happens next."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.motions import Motions
from device.stage import AIR_US
from device.view import MotionKind
from game.events import (
    Burned,
    By,
    CardReturned,
    Eliminated,
    Fact,
    Flipped,
    Slapped,
    Struck,
    Taken,
    Verdict,
)
from tests.device.playing import Evening, header_of

BEGAN_US = 7_000_000
HAND = Slapped(BEGAN_US, 1, Verdict.FALSE, None)
MOVED: list[tuple[Fact, MotionKind]] = [
    (Burned(BEGAN_US, 1, 2), MotionKind.BURN),
    (Taken(BEGAN_US, 1, 5, By.SLAP), MotionKind.TAKE),
    (CardReturned(BEGAN_US, 1), MotionKind.BACK),
    (Struck(BEGAN_US, 1, 2), MotionKind.STRIKE),
    (Eliminated(BEGAN_US, 1), MotionKind.STRIKE),
    *((replace(HAND, verdict=verdict), MotionKind.SLAP)
      for verdict in (Verdict.FALSE, Verdict.LATE, Verdict.WON, Verdict.TIE, Verdict.PENDING)),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "kind"), MOVED)
def test_every_motion_is_short_and_is_seen_from_its_fact_on(fact: Fact, kind: MotionKind) -> None:
    motions = Motions()
    motions.note(fact)
    (begun,) = motions.at(BEGAN_US)
    assert (begun.kind, begun.progress) == (kind, 0)
    ends_us = next(us for us in range(BEGAN_US, BEGAN_US + 400_000, 100) if not motions.active(us))
    assert 120_000 <= ends_us - BEGAN_US <= 250_000
    assert motions.at(ends_us) == ()


def test_every_kind_of_motion_is_tried() -> None:
    assert {kind for _, kind in MOVED} == set(MotionKind)
    assert 120_000 <= AIR_US <= 250_000


@pytest.mark.parametrize(("fact", "kind"), MOVED)
def test_a_new_fact_takes_the_place_of_the_motion_before(fact: Fact, kind: MotionKind) -> None:
    motions = Motions()
    motions.note(fact)
    again = replace(fact, t_us=BEGAN_US + 60_000)  # type: ignore[arg-type]
    motions.note(again)
    (moving,) = motions.at(BEGAN_US + 60_000)
    assert (moving.kind, moving.progress) == (kind, 0)
    other = replace(again, seat=2)  # type: ignore[call-arg, arg-type]
    motions.note(other)
    assert len(motions.at(BEGAN_US + 60_000)) == 2


def test_the_hands_of_a_dead_heat_are_all_seen() -> None:
    motions = Motions()
    for seat in (0, 2, 3):
        motions.note(replace(HAND, seat=seat, verdict=Verdict.TIE))
    assert {motion.source for motion in motions.at(BEGAN_US + 1000)} == {0, 2, 3}


def test_what_does_not_count_moves_nothing() -> None:
    motions = Motions()
    for verdict in (Verdict.IGNORED, Verdict.BARRED):
        motions.note(replace(HAND, verdict=verdict))
    assert motions.at(BEGAN_US) == ()


SLAPS_MS = {400: 1, 400.5: 2, 430.25: 3, 480.125: 0, 580: 1, 600.75: 2, 640: 3, 690.5: 0, 800: 2}
"""By whom: each one slap finds hands and burned cards on their way, the last a laid one, too."""


@pytest.mark.parametrize("drawing_ms", [0, 4, 30])
def test_a_press_amid_motion_is_judged_by_its_stamp_and_does_not_wait(
    tmp_path: Path, drawing_ms: int
) -> None:
    hands = ["7S 2H 3H 4H", "8H 4D 5D 6D", "TS QS 2C 3C", "9D KD 6C 8C"]
    table = Evening(tmp_path, header_of(hands), drawing_ms=drawing_ms)
    table.flip(0, 100)
    for ms, seat in SLAPS_MS.items():
        table.slap(seat, ms)
    table.flip(1, 700)
    table.play(1500)
    told = [(fact.t_us, fact.seat) for fact in table.facts if isinstance(fact, Flipped | Slapped)]
    wanted = {100: 0, 700: 1, **SLAPS_MS}
    assert told == [(round(ms * 1000), wanted[ms]) for ms in sorted(wanted)]
    moving = [len(view.motions) for _, view in table.views]
    assert max(moving) > 2
