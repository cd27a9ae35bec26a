"""What a state says about itself: whose turn, what is owed, what falls due."""

import pytest

from game.cards import CARDS
from game.events import Flip, Leave, Pause, Resume, Shown, Slap, Tick
from game.state import Challenge, Claim, Laying, Race, State, Turning
from tests.game.test_engine import CLAIM, after, start

LIMIT = 60_000_000

TURN = start("5C KC 2C | 5D 3C 4C")
TURNING = after(TURN, Flip(10, 0))
PAIR = after(TURNING, Shown(20), Flip(30, 1), Shown(40))
RACE = after(PAIR, Slap(50, 1))
OWING = after(PAIR, Flip(60, 0), Shown(70))
PAYING = after(OWING, Flip(80, 1))
CLAIMED = after(PAYING, Shown(90), Flip(90, 1), Shown(100))
PAUSED = after(CLAIMED, Pause(200))
RESUMED = after(PAUSED, Resume(700))
OVER = after(PAUSED, Leave(300, 0))


@pytest.mark.parametrize(
    ("state", "turn", "challenge", "challenger", "due_us"),
    [
        pytest.param(TURN, 0, None, None, None, id="turn"),
        pytest.param(TURNING, None, None, None, None, id="turning"),
        pytest.param(PAIR, 0, None, None, None, id="pair"),
        pytest.param(RACE, None, None, None, 10_050, id="race"),
        pytest.param(OWING, 1, Challenge(0, 3), 0, None, id="owing"),
        pytest.param(PAYING, None, Challenge(0, 3), 0, None, id="paying"),
        pytest.param(CLAIMED, None, None, 0, 100 + CLAIM, id="claimed"),
        pytest.param(PAUSED, None, None, 0, None, id="paused"),
        pytest.param(RESUMED, None, None, 0, 600 + CLAIM, id="resumed"),
        pytest.param(OVER, None, None, None, None, id="over"),
    ],
)
def test_what_is_up(
    state: State,
    turn: int | None,
    challenge: Challenge | None,
    challenger: int | None,
    due_us: int | None,
) -> None:
    assert state.turn == turn
    assert state.challenge == challenge
    assert state.challenger == challenger
    assert state.due_us == due_us
    assert (state.over is not None) == (state is OVER)


def test_R35_during_a_race_nothing_is_owed_and_nobody_is_on_turn() -> None:
    state = after(start("KC | 2C 2D 3C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    state = after(state, Flip(0, 1), Shown(0))
    assert state.challenge == Challenge(0, 1)
    race = after(state, Slap(5, 1))
    assert isinstance(race.phase, Laying)
    assert race.phase.challenge == Challenge(0, 1)
    assert (race.turn, race.challenge, race.challenger) == (None, None, None)


def test_R35_a_claim_is_nobodys_during_a_race() -> None:
    state = after(start("JC | 2C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    assert (state.challenger, state.due_us) == (0, CLAIM)
    pair = after(start("5C 5D JC 4C | JD 4D 6D"), Flip(0, 0), Shown(0))
    pair = after(pair, Flip(0, 1), Shown(0), Flip(0, 0), Shown(0))
    assert pair.phase == Claim(1, 0, CLAIM)
    sandwich = after(pair, Slap(7, 1))
    assert (sandwich.challenger, sandwich.due_us) == (None, 10_007)


def test_R70_during_a_pause_nothing_is_due_and_nobody_is_on_turn() -> None:
    paused = after(TURN, Pause(5))
    assert (paused.turn, paused.due_us) == (None, None)
    assert isinstance(paused.phase, Laying)


def test_due_is_told_in_the_records_time() -> None:
    paused = after(RACE, Pause(60), Resume(1060))
    assert isinstance(paused.race, Race)
    assert paused.race.due_us == 10_050
    assert paused.due_us == 11_050


def test_R69_the_limit_is_due_while_nothing_is_pending() -> None:
    state = start("5C KC 2C | 5D 3C 4C", time_limit_us=LIMIT)
    assert state.due_us == LIMIT
    assert after(state, Flip(5, 0)).due_us is None
    owing = after(state, Flip(5, 0), Shown(6), Flip(7, 1), Shown(8), Flip(9, 0), Shown(10))
    assert owing.due_us is None


def test_V11_the_card_that_turns_by_itself_is_due_before_a_later_limit() -> None:
    taken = 40 + 20 + CLAIM
    inputs = (Flip(10, 0), Shown(20), Flip(30, 1), Shown(60), Tick(taken))
    free = after(start("JC 2C 3C | 4C", last_chance=True), *inputs)
    assert free.due_us == taken + 2_000_000
    limited = after(start("JC 2C 3C | 4C", last_chance=True, time_limit_us=LIMIT), *inputs)
    assert limited.due_us == taken + 2_000_000
    moved = after(limited, Pause(taken), Resume(taken + 3 * LIMIT))
    assert moved.due_us == taken + 2_000_000 + 3 * LIMIT


def test_R69_and_before_it_the_limit() -> None:
    state = start("JC 2C 3C | 4C", last_chance=True, time_limit_us=LIMIT)
    late = LIMIT - 2 * CLAIM
    state = after(state, Flip(10, 0), Shown(20), Flip(30, 1), Shown(late), Tick(late + CLAIM))
    assert state.last_chance is not None
    assert state.due_us == LIMIT


def test_R51_the_face_up_cards_are_those_above_the_burned_ones() -> None:
    burned = after(start("5C KC 2C | 5D 3C 4C"), Flip(0, 0), Shown(0), Slap(1, 1))
    assert burned.pile == (CARDS["5D"], CARDS["5C"])
    assert burned.face_up == (CARDS["5C"],)


def test_the_play_clock_leaves_pauses_out() -> None:
    assert (CLAIMED.played_us, PAUSED.played_us, RESUMED.played_us) == (100, 200, 200)
    assert after(PAUSED, Tick(650)).played_us == 200
    assert after(RESUMED, Tick(705)).played_us == 205


def test_R58_a_card_that_went_back_owes_what_it_owed() -> None:
    state = after(start("KC | 2C 2D 3C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    state = after(state, Flip(0, 1), Shown(0), Flip(0, 1))
    assert state.phase == Turning(1, Challenge(0, 1), CARDS["3C"])
    assert after(state, Slap(3, 1)).phase == Laying(1, Challenge(0, 1))
