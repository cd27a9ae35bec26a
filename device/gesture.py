"""What a hand does with the two buttons of its place: a short press, a long one, all held at once.

The law: short and long are told by stamps alone, so it does not matter who looks when. A press is
short when it is let go before it was long; a long one is told as soon as it is, and its release
tells nothing more. What was pressed on the way to a long press still counts in a game: a gesture
takes nothing back.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from hal.buttons import ButtonEvent, Flag, Kind
from hal.wiring import Button


class Press(Enum):
    """What was done."""

    SLAP = "slap"
    FLIP = "flip"
    SLAP_LONG = "slap long"
    FLIP_LONG = "flip long"
    FLIPS_HELD = "flips held"
    """Everybody who plays holds the flip button: the pause."""


LASTS_NS: Mapping[Press, int] = {
    Press.SLAP_LONG: 1_000_000_000,
    Press.FLIP_LONG: 1_000_000_000,
    Press.FLIPS_HELD: 2_000_000_000,
}
"""How long each lasts that is not short, the bound included: the one table of what is long."""

SHORT_OF: Mapping[Press, Press] = {Press.SLAP_LONG: Press.SLAP, Press.FLIP_LONG: Press.FLIP}
"""What each would have been, had it been let go in time."""

_SHORT = {Button.SLAP: Press.SLAP, Button.FLIP: Press.FLIP}
_LONG = {Button.SLAP: Press.SLAP_LONG, Button.FLIP: Press.FLIP_LONG}


@dataclass(frozen=True, slots=True)
class Gesture:
    """What the hand at a place did, told at `t_ns`; of all flips, the place that came last."""

    press: Press
    place: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class Held:
    """A button that is held since `pressed_ns`, and may yet become this long press.

    `since_ns`: from when that one counts; None: others must hold theirs first.
    """

    press: Press
    place: int
    pressed_ns: int
    since_ns: int | None

    @property
    def due_ns(self) -> int | None:
        """When it will be long; None: nobody knows."""
        return None if self.since_ns is None else self.since_ns + LASTS_NS[self.press]


@dataclass(slots=True)
class _Down:
    pressed_ns: int
    told: bool = False


class Hands:
    """All hands at the table. `buttons`: the place and the button of each line.

    `places` are those whose flips make the pause; none: there is no pause. A pure machine: it
    is told of events in their order and of the time, and keeps what is held.
    """

    def __init__(self, buttons: Mapping[int, tuple[int, Button]]) -> None:
        self._buttons = buttons
        self._held: dict[tuple[int, Button], _Down] = {}
        self._all_told = False
        self.places: Collection[int] = ()

    def hear(self, event: ButtonEvent) -> list[Gesture]:
        """What has become certain with this event, oldest first."""
        told = self.until(event.ts_ns)
        place, button = where = self._buttons[event.line]
        if event.kind is Kind.PRESS:
            self._held[where] = _Down(event.ts_ns)
        elif event.kind is Kind.RELEASE:
            held = self._held.pop(where, None)
            if held is not None and not held.told:
                told.append(Gesture(_SHORT[button], place, event.ts_ns))
        elif event.kind is Kind.STUCK or Flag.DISABLED in event.flags:
            self._held.pop(where, None)  # no hand does this
        return told

    def until(self, t_ns: int) -> list[Gesture]:
        """What has become long, when every event up to `t_ns` was heard; oldest first."""
        due = sorted(self._coming(), key=lambda gesture: (gesture.t_ns, gesture.place))
        told = [gesture for gesture in due if gesture.t_ns <= t_ns]
        for gesture in told:
            if gesture.press is Press.FLIPS_HELD:
                self._all_told = True
            else:
                button = Button.SLAP if gesture.press is Press.SLAP_LONG else Button.FLIP
                self._held[gesture.place, button].told = True
        if self._all_down_ns() is None:
            self._all_told = False
        return told

    def due_ns(self) -> int | None:
        """When the next press is long if nothing is let go; None where none is held."""
        return min((gesture.t_ns for gesture in self._coming()), default=None)

    def holding(self) -> list[Held]:
        """What is held just now and has not been told yet."""
        if not self._held:
            return []
        down, found = self._all_down_ns(), list[Held]()
        for (place, button), held in self._held.items():
            if not held.told:
                found.append(Held(_LONG[button], place, held.pressed_ns, held.pressed_ns))
            if button is Button.FLIP and place in self.places and not self._all_told:
                since_ns = None if down is None else down[0]
                found.append(Held(Press.FLIPS_HELD, place, held.pressed_ns, since_ns))
        return found

    def let_go(self) -> None:
        """Whatever is held by now means nothing any more."""
        self._held.clear()
        self._all_told = False

    def _coming(self) -> Iterator[Gesture]:
        for (place, button), held in self._held.items():
            if not held.told:
                press = _LONG[button]
                yield Gesture(press, place, held.pressed_ns + LASTS_NS[press])
        down = self._all_down_ns()
        if down is not None and not self._all_told:
            since_ns, place = down
            yield Gesture(Press.FLIPS_HELD, place, since_ns + LASTS_NS[Press.FLIPS_HELD])

    def _all_down_ns(self) -> tuple[int, int] | None:
        """Since when all flips are held, and who came last; None: not all do."""
        held = [(self._held.get((place, Button.FLIP)), place) for place in self.places]
        since = [(each.pressed_ns, place) for each, place in held if each is not None]
        return max(since) if since and len(since) == len(held) else None
