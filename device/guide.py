"""Asks for one button after the other, and finds out which wire each is really on.

The law: what is pressed is believed when it is the button that was asked for, or another one twice
in a row, since a hand may err once. A button that nobody hears for `PATIENCE_NS` is dead. A pure
machine: it is told of presses and of the time, and keeps what follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from hal.wiring import Button, Wiring

PATIENCE_NS = 20_000_000_000
Place: TypeAlias = tuple[int, Button]
"""A seat and one of its buttons."""


class Answer(Enum):
    """What a press meant to whoever asked."""

    RIGHT = auto()
    """It was the button."""
    OTHER = auto()
    """It was another one; it is asked for once more."""
    BELIEVED = auto()
    """It was the same other one again: so that is where the wire is."""
    TAKEN = auto()
    """It is the wire of a button that was found before."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the guide found: pairs of buttons whose wires are swapped, buttons on the wire of
    another one that is not on theirs, and dead ones."""

    swapped: tuple[tuple[Place, Place], ...]
    astray: Mapping[Place, int]
    dead: tuple[Place, ...]

    @property
    def well(self) -> bool:
        """Whether every button is where it should be."""
        return not (self.swapped or self.astray or self.dead)


class Guide:
    """Goes through places in their order. `expected` is the line of each, None: any will do."""

    def __init__(self, places: Sequence[Place], expected: Mapping[Place, int], now_ns: int) -> None:
        self._places = tuple(places)
        self._expected = expected
        self._since_ns = now_ns
        self._doubted: int | None = None
        self.found: dict[Place, int | None] = {}

    @property
    def asked(self) -> Place | None:
        """The button to press now; None when all were asked for."""
        return next((place for place in self._places if place not in self.found), None)

    def press(self, line: int, t_ns: int) -> Answer:
        """Somebody pressed the button on this line. Raises ValueError when nobody is asked."""
        place = self.asked
        if place is None:
            raise ValueError(f"line {line} was pressed; every button is found already")
        self._since_ns = max(self._since_ns, t_ns)
        expected = self._expected.get(place)
        if line in self.found.values():
            self._doubted = None
            return Answer.TAKEN
        if expected in (None, line):
            return self._keep(place, line, Answer.RIGHT)
        if self._doubted == line:
            return self._keep(place, line, Answer.BELIEVED)
        self._doubted = line
        return Answer.OTHER

    def wait(self, now_ns: int) -> Place | None:
        """Time has come this far; the button that is given up as dead, if one is."""
        place = self.asked
        if place is None or not self._expected or now_ns - self._since_ns < PATIENCE_NS:
            return None
        self._since_ns = now_ns
        self.give_up()
        return place

    def give_up(self) -> None:
        """The button that is asked for is dead, if one is."""
        place = self.asked
        if place is not None:
            self.found[place] = None
            self._doubted = None

    def verdict(self) -> Verdict:
        """What was found, by the lines that were expected."""
        owners = {line: place for place, line in self._expected.items()}
        swapped: list[tuple[Place, Place]] = []
        astray: dict[Place, int] = {}
        for place, line in self.found.items():
            if line is None or line == self._expected.get(place):
                continue
            other = owners.get(line)
            if other is not None and self.found.get(other) == self._expected.get(place):
                if (other, place) not in swapped:
                    swapped.append((place, other))
            else:
                astray[place] = line
        dead = tuple(place for place, line in self.found.items() if line is None)
        return Verdict(tuple(swapped), astray, dead)

    def _keep(self, place: Place, line: int, answer: Answer) -> Answer:
        self.found[place] = line
        self._doubted = None
        return answer


def places(seats: int) -> list[Place]:
    """Every button, seat by seat, slap first."""
    return [(seat, button) for seat in range(seats) for button in (Button.SLAP, Button.FLIP)]


def guide_through(wiring: Wiring, now_ns: int) -> Guide:
    """A guide that checks a wiring."""
    asked = places(wiring.seats)
    return Guide(asked, {place: wiring.line(*place) for place in asked}, now_ns)


def learn_anew(seats: int, now_ns: int) -> Guide:
    """A guide that believes whatever is pressed, and waits for ever."""
    return Guide(places(seats), {}, now_ns)


def learned_wiring(guide: Guide, before: Wiring) -> Wiring:
    """The wiring that people pressed; lamps, chip and timing stay as they were before.

    A lamp goes where a button has its line now. Raises ValueError while a button is not found.
    """
    lines = {place: line for place, line in guide.found.items() if line is not None}
    if guide.asked is not None or len(lines) != len(guide.found):
        raise ValueError(f"{len(lines)} buttons are found; expected all of them")
    seats = 1 + max(seat for seat, _button in lines)
    lamps = {seat: line for seat, line in before.lamps().items() if line not in lines.values()}
    lamp = tuple(lamps.get(seat) for seat in range(seats))
    return Wiring(
        slap=tuple(lines[seat, Button.SLAP] for seat in range(seats)),
        flip=tuple(lines[seat, Button.FLIP] for seat in range(seats)),
        lamp=() if set(lamp) == {None} else lamp,
        chip=before.chip,
        timing=before.timing,
    )
