"""What the hands at the virtual table do, by what lies there; and the game that comes of it.

The law: what they do next is a function of the state alone. So the game is known before it is
played, but for its times: `expected` plays it without a table.
"""

from collections.abc import Iterable

from game.cards import CARDS
from game.engine import step
from game.events import Flip, Input, Shown, Slap, Tick
from game.record import Header
from game.rules import Rules
from game.state import State, Turning
from hal.wiring import Button

NAMES = ("Anna", "Ben")
DEAL = ("5S 7H QC 4D 9H", "9C 7D 3H QD 2S")
MOST_INPUTS = 200


def header() -> Header:
    """The deal, under the rules that come with the box."""
    hands = tuple(tuple(CARDS[card] for card in hand.split()) for hand in DEAL)
    return Header(NAMES, 0, hands, Rules(), "virtual table")


def next_press(state: State) -> tuple[int, Button] | None:
    """Who presses what now; None while all wait."""
    if state.over or state.race or state.paused_us is not None or isinstance(state.phase, Turning):
        return None
    if state.rules.slappable(state.face_up):
        return state.shown % len(state.hands), Button.SLAP
    return None if state.turn is None else (state.turn, Button.FLIP)


def expected() -> tuple[State, list[Input]]:
    """The last state of the game, and its inputs but for ticks, at times of no meaning."""
    state, inputs = header().deal(), list[Input]()
    while state.over is None:
        t_us, press = state.now_us + 200_000, next_press(state)
        happened: Input = Tick(t_us)
        if isinstance(state.phase, Turning):
            happened = Shown(t_us)
        elif press is not None:
            happened = (Slap if press[1] is Button.SLAP else Flip)(t_us, press[0])
        state, _ = step(state, happened)
        inputs += [] if isinstance(happened, Tick) else [happened]
        if len(inputs) > MOST_INPUTS:
            raise AssertionError("the scripted game does not end")
    return state, inputs


def in_words(inputs: Iterable[Input]) -> list[str]:
    """Who did what, without the times: `slap 0`; ticks and pauses are nobody's."""
    words = []
    for happened in inputs:
        match happened:
            case Flip(_, seat):
                words.append(f"flip {seat}")
            case Slap(_, seat, _):
                words.append(f"slap {seat}")
            case Shown():
                words.append("shown")
    return words
