"""What the lamps say: whose turn, who won, who erred; and how bright they are when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import lamplight
from device.lamplight import (
    FALSE_US,
    FULL,
    JOIN,
    OFF,
    PAUSED,
    STEADY,
    WON_US,
    Kind,
    Light,
    attract_lights,
    changes_us,
    game_lights,
    level,
    levels,
    lobby_lights,
    next_change_us,
    no_moments,
    noted,
)
from game.cards import CARDS
from game.engine import deal, step
from game.events import Flip, Input, Leave, Pause, Resume, Shown, Slap, Slapped, Tick, Verdict
from game.rules import Rules
from game.state import State

LIGHTS = [
    Light(Kind.BLINK, 350_000, 7),
    Light(Kind.BLINK, 333_333, 7),
    Light(Kind.PULSE, 1_600_000, 12_345),
    Light(Kind.PULSE, 1_610_001),
    *attract_lights(3),
    *attract_lights(7),
]


def game(*hands: str) -> State:
    """A game of plain cards, three seats unless hands are given; seat 1 leads."""
    dealt = hands or ("2S 5H 8D", "3S 6H 9D", "4S 7H TD")
    return deal(Rules(), [[CARDS[card] for card in hand.split()] for hand in dealt], 0)


def played(state: State, *inputs: Input) -> tuple[State, lamplight.Moments]:
    moments = no_moments(len(state.hands))
    for happened in inputs:
        state, facts = step(state, happened)
        moments = noted(moments, facts)
    return state, moments


def shine(state: State, moments: lamplight.Moments, now_us: int) -> list[Kind]:
    return [light.kind for light in game_lights(state, moments, now_us)]


def test_the_lamp_of_whose_turn_it_is_is_lit() -> None:
    state = game()
    assert game_lights(state, no_moments(3), 0) == (STEADY, OFF, OFF)
    state, moments = played(state, Flip(1000, 0), Shown(200_000))
    turn = state.turn
    assert turn is not None
    assert game_lights(state, moments, 200_000)[turn] == STEADY
    assert game_lights(state, moments, 200_000).count(OFF) == 2


def test_while_a_card_turns_no_lamp_is_lit() -> None:
    state, moments = played(game(), Flip(1000, 0))
    assert game_lights(state, moments, 2000) == (OFF, OFF, OFF)


def test_a_false_slap_flickers_for_a_while_at_the_own_seat_alone() -> None:
    state, moments = played(game(), Flip(1000, 0), Shown(200_000), Slap(400_000, 2))
    assert moments.false_us == (None, None, 400_000)
    assert shine(state, moments, 400_000)[2] is Kind.BLINK
    assert Kind.BLINK not in shine(state, moments, 400_000)[:2]
    assert shine(state, moments, 400_000 + FALSE_US)[2] is Kind.OFF


def test_a_late_slap_is_no_false_one() -> None:
    fact = Slapped(5, 1, Verdict.LATE, 5)
    assert noted(no_moments(3), [fact]) == no_moments(3)


def test_the_winner_of_a_race_blinks_for_a_while() -> None:
    moments = lamplight.Moments((None, 1_000_000, None), (None, None, None))
    state = game()
    assert shine(state, moments, 1_000_000)[1] is Kind.BLINK
    assert shine(state, moments, 1_000_000 + WON_US)[1] is Kind.OFF
    assert shine(state, moments, 999_999)[1] is Kind.OFF


def test_in_a_pause_all_lamps_breathe_and_then_the_turn_is_back() -> None:
    state, moments = played(game(), Pause(1000))
    assert game_lights(state, moments, 2000) == (PAUSED,) * 3
    state, moments = played(game(), Pause(1000), Resume(5000))
    assert game_lights(state, moments, 6000)[0] == STEADY


def test_who_wins_a_race_blinks_and_not_before_it_is_decided() -> None:
    pair = game("2S 5H", "2H 6H", "4S 7H")
    laid = (Flip(1000, 0), Shown(200_000), Flip(300_000, 1), Shown(500_000))
    state, moments = played(pair, *laid, Slap(700_000, 2))
    assert Kind.BLINK not in shine(state, moments, 700_000)
    state, moments = played(pair, *laid, Slap(700_000, 2), Tick(1_500_000))
    won_us = moments.won_us[2]
    assert won_us is not None
    assert shine(state, moments, won_us)[2] is Kind.BLINK


def test_lamps_do_not_hint_at_a_pattern() -> None:
    laid = (Flip(1000, 0), Shown(200_000), Flip(300_000, 1), Shown(500_000), Tick(900_000))
    pair, none = game("2S 5H", "2H 6H", "4S 7H"), game("2S 5H", "3H 6H", "4S 7H")
    for heard in range(1, len(laid) + 1):
        now_us = laid[heard - 1].t_us
        told = [game_lights(*played(state, *laid[:heard]), now_us) for state in (pair, none)]
        assert told[0] == told[1]


def test_the_winner_of_the_game_blinks_on() -> None:
    state, moments = played(game("2S", "2H"), Leave(1000, 1))
    assert state.over is not None
    assert shine(state, moments, 60_000_000) == [Kind.BLINK, Kind.OFF]


def test_the_lobby_offers_a_seat_and_shows_who_has_joined() -> None:
    assert lobby_lights([True, False]) == (STEADY, JOIN)


def test_a_light_runs_round_an_idle_table_one_seat_at_a_time() -> None:
    lights = attract_lights(5)
    for now_us in range(0, 3_000_000, 10_000):
        assert sorted(levels(lights, now_us)) == [0, 0, 0, 0, FULL]
    assert [levels(lights, place * lamplight.ATTRACT_US).index(FULL) for place in range(6)] == [
        0, 1, 2, 3, 4, 0,
    ]  # fmt: skip


def test_a_pulse_goes_evenly_up_and_down() -> None:
    pulse = Light(Kind.PULSE, 1_600_000)
    way = [level(pulse, now_us) for now_us in range(0, 1_600_000, 20_000)]
    assert (min(way), max(way)) == (0, FULL)
    assert way[:41] == sorted(way[:41])
    assert way[40:] == sorted(way[40:], reverse=True)


@pytest.mark.parametrize("light", LIGHTS, ids=str)
@given(now_us=st.integers(0, 10**13))
def test_a_light_changes_when_it_says_and_not_before(light: Light, now_us: int) -> None:
    change_us = changes_us(light, now_us)
    assert change_us is not None
    assert change_us > now_us
    now = level(light, now_us)
    assert 0 <= now <= FULL
    assert level(light, change_us - 1) == now
    if light.kind is not Kind.PULSE:
        assert level(light, change_us) != now


def test_steady_lights_need_nobody_to_come_round() -> None:
    assert next_change_us((STEADY, OFF), 5) is None
    assert next_change_us((STEADY, Light(Kind.BLINK, 100)), 5) == 50
