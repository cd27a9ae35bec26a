"""A game among computer players as the views that a table shows of it, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from device.language import language
from device.options import SeatPlan, Settings
from device.stage import AIR_US, Stage
from device.view import View
from game.cards import deal
from game.cpu import Computers, Level, played
from game.record import Header
from game.rules import Rules

NAMES = ("Anna", "Ben", "Clara", "Maximilian", "Eva-Lena", "Friedrich", "Gül", "Hans")


def story(
    seats: int = 4,
    seed: str = "a story",
    code: str = "de",
    inputs: int = 400,
    **rules: Any,
) -> Iterator[View]:
    """What is shown after each input, and before it whatever came or went by itself: a face that
    could be seen, a headline that was told long enough. Motions are left out."""
    hands, leader = deal(seed, seats)
    header = Header(NAMES[:seats], leader, hands, Rules(**rules), seed)
    levels = [Level.SLOW, Level.NORMAL, Level.FAST, Level.NORMAL]
    computers = Computers(seed, {seat: levels[seat % 4] for seat in range(seats)})
    plans = [SeatPlan(name, None) for name in NAMES[:seats]]
    stage = Stage(plans, [()] * seats, True, language(code), Settings())
    state, now_us = header.deal(), 0
    for number, (happened, after, facts) in enumerate(played(state, computers, AIR_US)):
        changes = [stage.changes_us(state, now_us), stage.reveals_us(state)]
        for change_us in sorted(us for us in changes if us is not None):
            if now_us < change_us <= happened.t_us:
                yield stage.view(state, change_us)
        state, now_us = after, happened.t_us
        stage.note(facts)
        yield stage.view(state, now_us)
        if number >= inputs:
            return
