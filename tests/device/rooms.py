"""What people see between games, by the presses that lead there; the words are the table's own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from device import evening
from device.boards import Boards, Place
from device.config import Config
from device.gesture import Gesture, Press
from device.host import Host
from device.language import language
from device.menu import ITEMS, Kind
from device.options import Settings
from device.reception import Reception
from device.stage import Unheard
from device.troubles import Troubles
from device.view import WHOLE, Orientation, View

SLAP, FLIP = Press.SLAP, Press.FLIP
SECOND_NS = 1_000_000_000
NAMES = ("Anna", "Friedrich", "Maximilian", "Ben", "Clara", "Dora", "Emil", "Gül", "Hans", "Ida")

Steps = Sequence[tuple[int, Press]]


def _board(*values: int) -> tuple[Place, ...]:
    names = ("Maximilian", "Anna", "Friedrich-Wilhelm II", "Gül", "Ben", "Clara")
    return tuple(
        Place(rank, (name,), value, 0, True, 0)
        for rank, (name, value) in enumerate(zip(names, values, strict=False), 1)
    )


BOARDS = Boards(
    "2026-11-30", _board(1480, 740), _board(1912, 1480, 1100, 740, 500, 75),
    _board(198_412, 213_000, 240_500), (), (), (), (), (), (),
)  # fmt: skip


def rows(seat: int, number: int) -> Steps:
    """Somebody joins and goes down so many rows."""
    return [(seat, SLAP), *[(seat, FLIP)] * number]


class Shelf:
    """A library in which the boards lie ready."""

    boards = BOARDS

    def look_up(self, day: str) -> None:
        """They have been looked up."""


RULES: Steps = [*rows(0, 4), (0, SLAP)]
SETTINGS: Steps = [*rows(0, 5), (0, SLAP)]
NAMING: Steps = [*rows(2, 3), (2, SLAP)]
SPELLING: Steps = [*NAMING, *[(2, FLIP)] * len(NAMES), (2, SLAP)]
LETTER: Steps = [*SPELLING, (2, FLIP), (2, SLAP), (2, FLIP)]

_SCENES: Mapping[str, tuple[int, Steps, int]] = {
    "idle": (6, (), 9),
    "idle, high": (6, (), 11),
    **{f"rule {n}": (6, (), 21 + 28 * n) for n in range(5)},
    **{f"board {n}": (6, (), 21 + 28 * n) for n in range(5, 8)},
    "nobody": (6, [(0, FLIP)], 9),
    "two places": (2, rows(1, 0), 9),
    "lobby": (6, [(0, SLAP), (2, SLAP), (3, FLIP), (3, FLIP), (4, FLIP)], 9),
    "one more": (4, [*rows(0, 0), (0, SLAP)], 9),
    "daily": (4, [*rows(1, 1), (1, SLAP)], 9),
    "not alone": (4, [*rows(1, 1), (0, SLAP), (1, SLAP), *[(1, FLIP)] * 3, (1, SLAP)], 9),
    "practice": (4, [*rows(1, 1), (1, SLAP), (1, SLAP)], 9),
    "limit": (4, [*rows(0, 2), (1, SLAP), (0, SLAP)], 9),
    **{f"row {n}": (4, rows(0, n), 9) for n in range(6)},
    **{f"rules {n}": (4, [*RULES, *[(0, FLIP)] * n], 9) for n in range(len(ITEMS[Kind.RULES]))},
    **{
        f"settings {n}": (4, [*SETTINGS, *[(0, FLIP)] * n], 9)
        for n in range(len(ITEMS[Kind.SETTINGS]))
    },
    "refused": (4, [*RULES, (0, FLIP), (0, SLAP), (0, FLIP), (0, SLAP)], 9),
    "burn 2": (4, [*RULES, *[(0, FLIP)] * 9, (0, SLAP)], 9),
    "names": (4, NAMING, 9),
    "names, last": (4, [*NAMING, *[(2, FLIP)] * len(NAMES)], 9),
    "spelling": (4, SPELLING, 9),
    "letter": (4, LETTER, 9),
    "spelled": (4, [*LETTER, *[(2, SLAP)] * 25], 9),
    "no letter": (4, [*SPELLING, *[(2, FLIP)] * 9, (2, SLAP)], 9),
}
SCENES = tuple(_SCENES)


@cache
def view_of(
    name: str,
    code: str,
    orientation: Orientation = Orientation.TWO_SIDE,
    unheard: frozenset[int] = frozenset(),
) -> View:
    """The view of a scene in a language, not dimmed; the buttons of `unheard` places are stuck."""
    places, steps, at_s = _SCENES[name]
    spoken, settings = language(code), Settings(orientation=orientation)
    host = Host(
        places, Config(settings, names=NAMES), lambda **_: None, Troubles(print),
        lambda: date(2026, 11, 30), 0, Shelf(), chance=lambda: "rooms",
    )  # fmt: skip
    host.enter(evening.Place.IDLE, 0)
    for seat, press in steps:
        host.heard(Gesture(press, seat, 0), spoken)
    host.unheard = dict.fromkeys(unheard, Unheard.STUCK)
    game = Reception(host, True, spoken, settings, 0)
    for ms in range(0, 9_000, 20):
        game.advance(ms * 1_000_000)
        if game.reveals(ms * 1_000_000):
            game.seen(ms * 1_000_000, ms * 1_000_000)
    over = super(Reception, game).view(9 * SECOND_NS, ())
    shown = host.show(over, at_s * SECOND_NS, spoken)
    return replace(shown, motions=(), brightness=WHOLE)
