"""Whole games among computer players: the same at any pace, and as good as their level."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from game.cards import deal
from game.cpu import Computers, Level, coming, drawn, errs, played
from game.engine import deal as dealt
from game.engine import step
from game.events import Flip, Input, Leave, NotNow, Pause, Shown, Slap, Slapped, Tick, Verdict
from game.rules import PRESETS
from game.state import Over, State, Turning
from tests.game.computers import (
    AIR_US,
    NORMAL,
    Table,
    calm,
    key_where,
    paces_us,
    pair_laid,
    reacts_us,
    sees,
)


def start(
    key: str, seats: int = 4, preset: str = "ratscrew", *, last_chance: bool = False
) -> State:
    hands, leader = deal(key, seats)
    return dealt(replace(PRESETS[preset], last_chance=last_chance), hands, leader, key)


def at_frames(state: State, computers: Computers, frame_us: int) -> Iterable[Input]:
    """The inputs of a game at a table that knows no deadline: it ticks with every frame."""
    computers.watch(state, ())
    lands_us = frames = 0
    while not isinstance(state.phase, Over):
        frame = Tick(frames * frame_us)
        happened: Input = coming(state, computers) or frame
        if isinstance(state.phase, Turning) and happened.t_us > lands_us:
            happened = Shown(lands_us)
        if isinstance(happened, Tick) or happened.t_us > frame.t_us:
            happened, frames = frame, frames + 1
        state, facts = step(state, happened)
        computers.watch(state, facts)
        if isinstance(happened, Flip):
            lands_us = happened.t_us + AIR_US
        if not isinstance(happened, Tick):
            yield happened


@pytest.mark.parametrize(("seed", "frame_us"), [("frames/50", 16_667), ("frames/33", 99_990)])
def test_any_frame_rate_gives_the_same_game(seed: str, frame_us: int) -> None:
    plain = [
        happened
        for happened, _, _ in played(start(seed), Computers(seed, NORMAL), AIR_US)
        if not isinstance(happened, Tick)
    ]
    assert list(at_frames(start(seed), Computers(seed, NORMAL), frame_us)) == plain


def test_a_table_that_watches_a_record_again_goes_on_in_the_same_way() -> None:
    whole = list(played(start("crash"), Computers("crash", NORMAL), AIR_US))
    for cut in (1, 2, 3, 50, 101, 152):
        state, computers = start("crash"), Computers("crash", NORMAL)
        computers.watch(state, ())
        for happened, _, _ in whole[:cut]:
            state, facts = step(state, happened)
            computers.watch(state, facts)
        flown_us = next(h.t_us for h, _, _ in reversed(whole[:cut]) if isinstance(h, Flip))
        turning = isinstance(state.phase, Turning)
        air_us = AIR_US - (state.now_us - flown_us if turning else 0)
        rest = next(iter(played(state, computers, air_us)))
        assert rest == whole[cut]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize(
    ("preset", "last_chance"),
    [("ratscrew", False), ("ratscrew", True), ("egyptian-war", True), ("party", True)],
)
def test_every_game_ends_and_keeps_its_52_cards(seats: int, preset: str, last_chance: bool) -> None:
    key = f"{preset}/{last_chance}/{seats}"
    state = start(key, seats, preset, last_chance=last_chance)
    levels = {seat: list(Level)[seat % 3] for seat in range(seats)}
    told: list[Input] = []
    for happened, reached, facts in played(state, Computers(key, levels), AIR_US):
        told.append(happened)
        assert not any(isinstance(fact, NotNow) for fact in facts)
        for fact in facts:
            if isinstance(fact, Slapped):
                assert fact.verdict in (Verdict.PENDING, Verdict.FALSE)
                assert fact.reaction_us is not None
                assert fact.reaction_us >= 230_868
        state = reached
    assert state.over is not None
    assert sum(map(len, state.hands)) + len(state.pile) == 52
    again = start(key, seats, preset, last_chance=last_chance)
    for happened in told:
        again, _ = step(again, happened)
    assert again == state


def test_a_game_stops_where_only_a_person_could_go_on() -> None:
    inputs = [h for h, _, _ in played(start("stop"), Computers("stop", {1: Level.FAST}), AIR_US)]
    leader = start("stop").turn
    assert len(inputs) == (2 if leader == 1 else 0)


def test_R70_a_game_stops_in_a_pause() -> None:
    state, _ = step(start("pause"), Pause(0))
    assert list(played(state, Computers("pause", NORMAL), AIR_US)) == []
    leader = start("pause").turn
    assert leader is not None
    state, _ = step(start("pause"), Flip(0, leader))
    state, _ = step(state, Pause(1))
    assert next(played(state, Computers("pause", NORMAL), AIR_US), None) is None


def test_a_card_that_is_turning_already_is_shown_after_its_time() -> None:
    state = start("air")
    leader = state.turn
    assert leader is not None
    state, _ = step(state, Flip(1_000, leader))
    happened, _, _ = next(iter(played(state, Computers("air", NORMAL), AIR_US)))
    assert happened == Shown(1_000 + AIR_US)


def test_a_hand_that_comes_down_as_a_card_lands_comes_first() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1, 2) and sees(key, 2, 0))
    levels = {0: Level.NORMAL}
    due_us = 400_000 + reacts_us(key, 0, 2)
    for air_us, first in (
        (due_us - 500_000, Slap(due_us, 0)),
        (due_us - 500_001, Shown(due_us - 1)),
    ):
        table = pair_laid(key, levels).happens(Flip(500_000, 2))
        happened, _, _ = next(iter(played(table.state, table.computers, air_us)))
        assert happened == first


def test_a_hand_that_comes_down_in_vain_does_not_put_off_the_card() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and errs(drawn(key, 0, 2)))
    table = Table("8 9 K | 7 5 Q | 3 2 4", key, {0: Level.NORMAL}).lay(0, 1)
    table.happens(Flip(500_000, 2))
    inputs = [happened for happened, _, _ in played(table.state, table.computers, 5_000_000)]
    assert inputs[:2] == [Slap(400_000 + reacts_us(key, 0, 2), 0), Shown(5_500_000)]


def test_R68_who_takes_a_pile_and_leaves_makes_way_for_the_next() -> None:
    table = Table("J 9 | 2 4 3 | 5 6", "leaves", {1: Level.NORMAL}).lay(0, 1)
    table.happens(Leave(9_000_000, 0))  # his claim was due at 1.4 s
    assert (table.state.taken, table.state.turn) == (1, 1)
    assert table.next == Flip(9_000_000 + paces_us("leaves", 1, 2), 1)


def share_of_wins(level: Level, games: int) -> float:
    """How often a player of this level beats three normal ones, in every seat as often."""
    won = 0
    for number in range(games):
        key, seat = f"share/{number}", number % 4
        state = start(key)
        for _, reached, _ in played(state, Computers(key, NORMAL | {seat: level}), AIR_US):
            state = reached
        won += state.over is not None and state.over.winner == seat
    return won / games


def test_a_slow_player_seldom_beats_three_normal_ones() -> None:
    assert share_of_wins(Level.SLOW, 24) <= 0.15


def test_a_fast_player_often_beats_three_normal_ones() -> None:
    assert share_of_wins(Level.FAST, 24) >= 0.40
