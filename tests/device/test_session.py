"""A session judges by stamps: what has come, in which order and how fast makes no difference."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.dealing import computers_of, first_header
from device.journal import Journal
from device.options import PlayOptions, SeatPlan
from device.session import Session, worth_writing
from game.cpu import Level, coming, played
from game.events import Fact, Flip, GameOver, Input, Pause, Resume, Shown, Slap, Slapped, Tick
from game.record import Header
from game.rules import EmptySlap, Rules
from game.state import Turning
from tests.device.playing import header_of, judged, read

PAIR = header_of(["7S 2H", "7H 3H"])
AIR_US = 140_000


def session_of(header: Header, *journals: Journal) -> Session:
    return Session(header.deal(), computers_of(header), journals)


def heard(session: Session, inputs: Iterable[Input]) -> Session:
    for happened in inputs:
        session.hear(happened)
    return session


PLAYED = [Flip(1_000, 0), Shown(141_000), Flip(500_000, 1), Shown(640_000), Slap(900_000, 1)]


def test_nothing_is_judged_before_the_horizon() -> None:
    session = heard(session_of(PAIR), PLAYED)
    session.advance(499_999)
    assert session.state.shown == 1
    session.advance(500_000)
    assert isinstance(session.state.phase, Turning)


def test_what_arrives_later_but_was_earlier_goes_first() -> None:
    session = heard(session_of(PAIR), [*PLAYED[:4], Slap(900_500, 0), Slap(900_000, 1)])
    facts = session.advance(2_000_000)
    slaps = [(fact.t_us, fact.seat) for fact in facts if isinstance(fact, Slapped)]
    assert slaps == [(900_000, 1), (900_500, 0)]


def test_with_equal_stamps_what_came_first_goes_first() -> None:
    session = heard(session_of(PAIR), [*PLAYED[:4], Slap(900_000, 1), Slap(900_000, 0)])
    facts = session.advance(2_000_000)
    assert [fact.seat for fact in facts if isinstance(fact, Slapped)] == [1, 0]


def test_what_comes_after_its_time_counts_from_now_on() -> None:
    session = heard(session_of(PAIR), PLAYED[:2])
    session.advance(400_000)
    session.hear(Flip(500_000, 1))
    session.advance(500_000)
    session.hear(Shown(450_000))
    session.advance(500_000)
    assert session.state.shown == 2
    assert session.state.now_us == 500_000


def test_a_deadline_is_kept_without_a_press() -> None:
    session = heard(session_of(PAIR), PLAYED)
    session.advance(900_000)
    assert session.state.race is not None
    assert session.due_us() == 910_001
    session.advance(910_000)
    assert session.state.race is not None
    session.advance(910_001)
    assert session.state.race is None
    assert session.due_us() is None


def test_an_input_is_written_before_it_is_acted_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, PAIR)
    session = heard(session_of(PAIR, journal), PLAYED)
    for horizon_us in range(0, 1_000_000, 50_000):
        session.advance(horizon_us)
        header, inputs = read(path)
        assert judged(header, [*inputs, Tick(session.state.now_us)])[0] == session.state
    session.close()
    assert read(path)[1] == [*PLAYED, Tick(910_001)]


def test_a_tick_is_written_where_something_came_about_by_it(tmp_path: Path) -> None:
    header = header_of(["7S", "7H"])
    journal = Journal.begin(tmp_path / "game.jsonl", header)
    session = heard(session_of(header, journal), PLAYED)
    session.advance(9_000_000)
    session.close()
    assert session.state.over is not None
    header, inputs = read(tmp_path / "game.jsonl")
    assert inputs == [*PLAYED, Tick(910_001)]
    assert judged(header, inputs)[0] == session.state


@pytest.mark.parametrize("level", list(Level))
def test_the_record_of_a_game_among_computers_ends_as_the_game_did(
    tmp_path: Path, level: Level
) -> None:
    seats = tuple(SeatPlan(name, level) for name in "ABCD")
    for number in range(3):
        options = PlayOptions(seats, Rules(), level, tmp_path, seed=f"end {number}")
        header = first_header(options)
        inputs, state = [], header.deal()
        for happened, state, facts in played(state, computers_of(header), AIR_US):  # noqa: B007, B020
            if worth_writing(happened, facts):
                inputs.append(happened)
        assert state.over is not None
        assert judged(header, inputs)[0] == state


def test_a_journal_that_fails_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / "game.jsonl", PAIR)
    journal.close()  # the file is gone, and with it the disk
    session = heard(session_of(PAIR, journal), PLAYED)
    session.advance(2_000_000)
    assert session.state.taken == 1
    (line,) = session.troubles()
    assert str(line).startswith("cannot write ")
    assert session.troubles() == []


MIXED = header_of(
    ["7S 2H 9C QD 4C", "7H 3H 9D KD 5C", "2S 8H JC 6D 7C", "7D 3C 9S AD 4S"],
    kinds=(None, Level.FAST, Level.NORMAL, None),
    last_chance=True,
    empty_slap=EmptySlap.THREE_STRIKES,
)


def people(seed: int) -> list[Input]:
    """What two people do in a minute, at random, with pauses."""
    chance, pressed, t_us = Random(seed), [], 0
    while t_us < 60_000_000:
        t_us += chance.choice((0, 1, 9_000, 350_000, 900_000))
        kind = chance.randrange(12)
        seat = chance.choice((0, 3))
        if kind == 0:
            pressed += [Pause(t_us), Resume(t_us + chance.choice((0, 1, 2_500_000)))]
            t_us = pressed[-1].t_us
        else:
            pressed.append(Flip(t_us, seat) if kind < 6 else Slap(t_us, seat))
    return pressed


def at_this_pace(inputs: list[Input], horizons: Iterable[int]) -> tuple[Session, list[Fact]]:
    """A session that looks at these times; every card is shown `AIR_US` after its flip."""
    session, facts, reported, rest = session_of(MIXED), [], None, list(inputs)
    for horizon_us in horizons:
        while rest and rest[0].t_us <= horizon_us:
            session.hear(rest.pop(0))
        told_until_us = -1
        while told_until_us < horizon_us:
            due_us = session.due_us()
            told_until_us = horizon_us if due_us is None else min(due_us, horizon_us)
            facts += session.advance(told_until_us)
            state = session.state
            if isinstance(state.phase, Turning) and state.paused_us is None:
                flipped = (state.shown, state.phase, state.stood_us)
                if reported != flipped:
                    reported = flipped
                    session.hear(Shown(state.now_us + AIR_US))
    return session, facts


@pytest.mark.parametrize("seed", range(8))
def test_any_pace_gives_the_same_game(seed: int) -> None:
    chance, inputs = Random(seed), people(seed)
    last_us = 70_000_000
    slow, facts = at_this_pace(inputs, [*range(0, last_us, 1_000_000), last_us])
    fast, same = at_this_pace(inputs, [*range(0, last_us, 16_667), last_us])
    uneven = sorted(chance.randrange(last_us) for _ in range(500))
    odd, also = at_this_pace(inputs, [*uneven, last_us])
    assert facts == same == also
    assert slow.state == fast.state == odd.state


@given(st.integers(0, 10_000), st.integers(0, 60))
def test_whoever_comes_back_from_a_crash_expects_the_same(seed: int, cut: int) -> None:
    """The journal leaves ticks out; computers do the same after it was read back."""
    header = header_of(
        ["7S 2H 9C QD 4C", "7H 3H 9D KD 5C", "2S 8H JC 6D 7C"],
        kinds=(Level.FAST, Level.NORMAL, Level.SLOW),
        seed=str(seed),
        last_chance=True,
    )
    inputs: list[Input] = []
    rest: list[Input] = []
    state = header.deal()
    for number, (happened, state, facts) in enumerate(  # noqa: B007, B020
        played(state, computers_of(header), AIR_US)
    ):
        if worth_writing(happened, facts):
            (inputs if number < cut else rest).append(happened)
    again = session_of(header)
    again.recall(inputs)
    for happened in rest:
        if isinstance(happened, Shown):
            again.hear(happened)
    again.advance(rest[-1].t_us if rest else 0)
    assert again.state == state


def test_recall_judges_what_is_written_and_writes_nothing(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / "game.jsonl", PAIR)
    session = session_of(PAIR, journal)
    facts = session.recall(PLAYED)
    session.close()
    assert facts == judged(PAIR, PLAYED)[1]
    assert read(tmp_path / "game.jsonl")[1] == []


def test_after_the_end_nothing_comes_by_itself() -> None:
    header = header_of(["7S", "7H"], kinds=(None, Level.FAST))
    session = heard(session_of(header), PLAYED[:2])
    session.advance(60_000_000)
    session.hear(Shown(session.state.now_us + AIR_US))
    facts = session.advance(120_000_000)
    assert any(isinstance(fact, GameOver) for fact in facts)
    assert session.due_us() is None
    assert coming(session.state, computers_of(header)) is None
