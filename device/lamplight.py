"""What the lamp in each button shows: the same as the picture, to whoever looks at the hand.

The law: a light is a plain value, and how bright it is at an instant is integer arithmetic on it.
Lamps say whose turn it is and what has happened; like the picture they never hint that a pattern
lies.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from game.cards import Seat
from game.events import Fact, RaceClosed, Slapped, Verdict
from game.state import State

FULL = 1000
"""Per mille of brightness."""
PULSE_STEP_US = 20_000
"""A pulse goes in steps, so that the table need not come round for each per mille."""
WON_US = 1_400_000
FALSE_US = 900_000


class Kind(Enum):
    """What a light does."""

    OFF = "off"
    STEADY = "steady"
    BLINK = "blink"
    """On for the first half of each period."""
    PULSE = "pulse"
    """Up and down again, evenly, from dark."""
    CHASE = "chase"
    """On in the own part of each period: a light that runs round the table."""


@dataclass(frozen=True, slots=True)
class Light:
    """What a lamp does since `since_us`; a chase is the `place`-th of `places`."""

    kind: Kind
    period_us: int = 0
    since_us: int = 0
    place: int = 0
    places: int = 1


OFF = Light(Kind.OFF)
STEADY = Light(Kind.STEADY)
JOIN = Light(Kind.PULSE, 1_600_000)
"""You may join."""
PAUSED = Light(Kind.PULSE, 3_200_000)
REMINDED = Light(Kind.BLINK, 1_000_000)
"""It is your turn, and has been for a while."""
ATTRACT_US = 250_000
"""How long each place of the running light is lit."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What has just happened and is still shown: when each seat last won, and erred; by seat."""

    won_us: tuple[int | None, ...]
    false_us: tuple[int | None, ...]


Lights: TypeAlias = tuple[Light, ...]


def no_moments(seats: int) -> Moments:
    """Before anything happened."""
    return Moments((None,) * seats, (None,) * seats)


def noted(moments: Moments, facts: Iterable[Fact]) -> Moments:
    """The moments with these facts in them."""
    for fact in facts:
        match fact:
            case RaceClosed(t_us=t_us, winner=winner):
                moments = replace(moments, won_us=_put(moments.won_us, winner, t_us))
            case Slapped(t_us=t_us, seat=seat, verdict=Verdict.FALSE):
                moments = replace(moments, false_us=_put(moments.false_us, seat, t_us))
            case _:
                pass
    return moments


def game_lights(
    state: State, moments: Moments, now_us: int, reminded: Seat | None = None
) -> Lights:
    """The light of each seat in a game, at an instant of the record's time.

    A false slap goes before a won pile, and both before the turn; a seat that is to be `reminded`
    of its turn blinks.
    """
    over = state.over
    lights: list[Light] = []
    for seat in range(len(state.hands)):
        false_us, won_us = moments.false_us[seat], moments.won_us[seat]
        if false_us is not None and 0 <= now_us - false_us < FALSE_US:
            lights.append(Light(Kind.BLINK, 150_000, false_us))
        elif over is not None:
            lights.append(Light(Kind.BLINK, 700_000) if over.winner == seat else OFF)
        elif won_us is not None and 0 <= now_us - won_us < WON_US:
            lights.append(Light(Kind.BLINK, 350_000, won_us))
        elif state.paused_us is not None:
            lights.append(PAUSED)
        else:
            on_turn = REMINDED if seat == reminded else STEADY
            lights.append(on_turn if state.turn == seat else OFF)
    return tuple(lights)


def lobby_lights(joined: Sequence[bool]) -> Lights:
    """The light of each seat while people sit down: steady for who has joined, else an offer."""
    return tuple(STEADY if there else JOIN for there in joined)


def attract_lights(seats: int) -> Lights:
    """A light that runs round an idle table."""
    period_us = seats * ATTRACT_US
    return tuple(Light(Kind.CHASE, period_us, 0, seat, seats) for seat in range(seats))


def level(light: Light, now_us: int) -> int:
    """How bright it is, in per mille.

    >>> [level(Light(Kind.PULSE, 1_600_000), t_us) for t_us in (0, 400_000, 800_000, 1_200_000)]
    [0, 500, 1000, 500]
    """
    if light.kind in (Kind.OFF, Kind.STEADY):
        return FULL if light.kind is Kind.STEADY else 0
    period_us = light.period_us
    phase_us = (now_us - light.since_us) % period_us
    match light.kind:
        case Kind.BLINK:
            return FULL if 2 * phase_us < period_us else 0
        case Kind.CHASE:
            return FULL if phase_us * light.places // period_us == light.place else 0
        case _:
            phase_us -= phase_us % PULSE_STEP_US
            return min(phase_us, period_us - phase_us) * 2 * FULL // period_us


def changes_us(light: Light, now_us: int) -> int | None:
    """When it is next of another brightness, None for one that stays.

    >>> changes_us(Light(Kind.BLINK, 700_000), 100_000), changes_us(STEADY, 100_000)
    (350000, None)
    """
    if light.kind in (Kind.OFF, Kind.STEADY):
        return None
    period_us = light.period_us
    phase_us = (now_us - light.since_us) % period_us
    match light.kind:
        case Kind.BLINK:
            ends_us = [-(-period_us // 2), period_us]
        case Kind.CHASE:
            own = [-(-period_us * at // light.places) for at in (light.place, light.place + 1)]
            ends_us = [*own, own[0] + period_us]
        case _:
            ends_us = [phase_us - phase_us % PULSE_STEP_US + PULSE_STEP_US, period_us]
    return now_us - phase_us + min(end_us for end_us in ends_us if end_us > phase_us)


def levels(lights: Lights, now_us: int) -> tuple[int, ...]:
    """How bright each is, in per mille."""
    return tuple(level(light, now_us) for light in lights)


def next_change_us(lights: Lights, now_us: int) -> int | None:
    """When the first of them is of another brightness; None where none will be by itself."""
    changes = (changes_us(light, now_us) for light in lights)
    return min((change_us for change_us in changes if change_us is not None), default=None)


def _put(times_us: tuple[int | None, ...], seat: int, t_us: int) -> tuple[int | None, ...]:
    return (*times_us[:seat], t_us, *times_us[seat + 1 :])
