"""What people see between games, by the presses that lead there; the words are the table's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from device import evening
from device.board_page import people
from device.button_report import MANY_BOUNCES
from device.config import Config
from device.drawer import SWITCH_OFF, Detail, Sheet
from device.errand import Answer
from device.gesture import Gesture, Press
from device.host import Host
from device.language import language
from device.lobby import Row
from device.menu import ITEMS, Kind
from device.options import Settings
from device.reception import Reception
from device.stage import Unheard
from device.troubles import Troubles
from device.view import WHOLE, Orientation, View
from hal.stream import LineTrouble
from hal.wiring import Button
from tests.device import shelf
from tests.device.drawers import (
    MS,
    PATH,
    PLATE,
    Remembered,
    RememberedPower,
    caretaker,
    let_go,
    press,
    wired,
)
from tests.device.shelf import Shelf

SLAP, FLIP = Press.SLAP, Press.FLIP
SECOND_NS = 1_000_000_000
NAMES = ("Anna", "Friedrich", "Maximilian", "Ben", "Clara", "Dora", "Emil", "Gül", "Hans", "Ida")

Steps = Sequence[tuple[int, Press] | Callable[[Host], None]]


def rows(seat: int, number: int) -> Steps:
    """Somebody joins and goes down so many rows."""
    return [(seat, SLAP), *[(seat, FLIP)] * number]


RULES: Steps = [*rows(0, 4), (0, SLAP)]
SETTINGS: Steps = [*rows(0, 5), (0, SLAP)]
BOOK: Steps = [*rows(0, 6), (0, SLAP)]
BOARDS: Steps = [*rows(0, 8), (0, SLAP)]
COUNT = 9
"""Boards, all of which have a place; then come the people, of whom so many are looked at."""
PERSONS = 3
EARLY = [page.career.anticipated > 0 for page in people(shelf.BOARDS, ())].index(True)
"""Which of them has slapped too early."""
NAMING: Steps = [*rows(2, 3), (2, SLAP)]
DAY: Steps = [*rows(1, 1), (1, SLAP), (1, FLIP), (1, SLAP)]
"""Somebody is asked for a name, for the game of the day."""
SPELLING: Steps = [*NAMING, *[(2, FLIP)] * len(NAMES), (2, SLAP)]


def sheet(wanted: Sheet, *more: tuple[int, Press] | Callable[[Host], None]) -> Steps:
    """Somebody opens the drawer at a sheet."""
    row = next(n for n, item in enumerate(ITEMS[Kind.SETTINGS]) if item.sheet is wanted)
    return [*SETTINGS, *[(0, FLIP)] * row, (0, SLAP), *more]


def tries(host: Host) -> None:
    """Some buttons are pressed: a good one, one that bounces, one that is held down now."""
    trial = host.caretaker.trial
    press(trial, 0, Button.SLAP, 100)
    press(trial, 1, Button.FLIP, 300, bounces=4)
    for seat, button in ((0, Button.SLAP), (1, Button.FLIP)):
        let_go(trial, seat, button, 600)
    press(trial, 2, Button.SLAP, 1000, bounces=6)
    trial.settle(1100 * MS)


def all_tried(host: Host) -> None:
    """Every button is pressed."""
    trial = host.caretaker.trial
    for seat in range(trial.wiring.seats):
        for button in Button:
            press(trial, seat, button, 100 + 100 * seat, bounces=seat)
            let_go(trial, seat, button, 150 + 100 * seat)
    trial.settle(5000 * MS)


def ailing(host: Host) -> None:
    """Buttons are stuck, held from the start, switched off, worn."""
    tries(host)
    trial, wiring = host.caretaker.trial, host.caretaker.trial.wiring
    trial.troubled = {
        wiring.line(0, Button.SLAP): LineTrouble.STUCK,
        wiring.line(1, Button.SLAP): LineTrouble.HELD,
        wiring.line(3, Button.FLIP): LineTrouble.OFF,
    }


def worn(host: Host) -> None:
    """A contact bounces too much."""
    press(host.caretaker.trial, 1, Button.FLIP, 300, bounces=MANY_BOUNCES + 3)
    host.caretaker.trial.settle(1000 * MS)


def waits(host: Host) -> None:
    """What was asked for has an answer."""
    host.wait(0)


LETTER: Steps = [*SPELLING, (2, FLIP), (2, SLAP), (2, FLIP)]

WRITES = sheet(Sheet.ABOUT, *[(0, FLIP)] * list(Detail).index(Detail.LOG), (0, SLAP))
GOES_OFF = sheet(Sheet.OFF, *[(0, FLIP)] * SWITCH_OFF, (0, SLAP))
_ANSWERS: Mapping[str, Answer] = {
    "written": Answer(True, f"{PATH}: written"),
    "not written": Answer(False, "/var/lib/ratscrew/exports: cannot be written: No space left"),
    "switching off": Answer(True, ""),
    "not off": Answer(False, "Call to PowerOff failed: Interactive authentication required."),
}

_SCENES: Mapping[str, tuple[int, Steps, int]] = {
    "idle": (6, (), 9),
    "idle, high": (6, (), 11),
    **{f"rule {n}": (6, (), 21 + 56 * n) for n in range(5)},
    **{f"best {n}": (6, (), 49 + 56 * n) for n in range(COUNT)},
    "nobody": (6, [(0, FLIP)], 9),
    "two places": (2, rows(1, 0), 9),
    "lobby": (6, [(0, SLAP), (2, SLAP), (3, FLIP), (3, FLIP), (4, FLIP)], 9),
    "one more": (4, [*rows(0, 0), (0, SLAP)], 9),
    "daily": (4, [*rows(1, 1), (1, SLAP)], 9),
    "not alone": (4, [*rows(1, 1), (0, SLAP), (1, SLAP), *[(1, FLIP)] * 6, (1, SLAP)], 9),
    "played": (4, [*DAY, (1, SLAP), *[(1, FLIP)] * 5], 9),
    "not played": (4, [*DAY, (1, FLIP), (1, SLAP), *[(1, FLIP)] * 5], 9),
    "practice": (4, [*rows(1, 1), (1, SLAP), (1, SLAP)], 9),
    "limit": (4, [*rows(0, 2), (1, SLAP), (0, SLAP)], 9),
    **{f"row {n}": (4, rows(0, n), 9) for n in range(len(Row))},
    **{f"rules {n}": (4, [*RULES, *[(0, FLIP)] * n], 9) for n in range(len(ITEMS[Kind.RULES]))},
    **{
        f"settings {n}": (4, [*SETTINGS, *[(0, FLIP)] * n], 9)
        for n in range(len(ITEMS[Kind.SETTINGS]))
    },
    **{f"trial of {n}": (n, sheet(Sheet.BUTTONS), 9) for n in (2, 3, 4, 5, 6, 7, 8)},
    "trial": (4, sheet(Sheet.BUTTONS, tries), 9),
    "trial, six": (6, sheet(Sheet.BUTTONS, tries), 9),
    "trial, eight": (8, sheet(Sheet.BUTTONS, all_tried), 9),
    "trial, all": (4, sheet(Sheet.BUTTONS, all_tried), 9),
    "trial, ailing": (4, sheet(Sheet.BUTTONS, ailing), 9),
    "trial, worn": (4, sheet(Sheet.BUTTONS, worn), 9),
    **{f"wiring {n}": (6, sheet(Sheet.WIRING, *[(0, FLIP)] * n), 9) for n in range(6)},
    "wiring of two": (2, sheet(Sheet.WIRING), 9),
    "wiring of eight": (8, sheet(Sheet.WIRING, (0, SLAP)), 9),
    **{f"about {n}": (4, sheet(Sheet.ABOUT, *[(0, FLIP)] * n), 9) for n in range(len(Detail))},
    "no network": (4, sheet(Sheet.ABOUT, (0, FLIP)), 9),
    "writing": (4, WRITES, 9),
    "written": (4, [*WRITES, waits], 9),
    "not written": (4, [*WRITES, waits], 9),
    "off": (4, sheet(Sheet.OFF), 9),
    "off, sure": (4, sheet(Sheet.OFF, (0, FLIP)), 9),
    "off, program": (4, sheet(Sheet.OFF, (0, FLIP)), 9),
    "switching off": (4, [*GOES_OFF, waits], 9),
    "not off": (4, [*GOES_OFF, waits], 9),
    "book": (4, BOOK, 9),
    "book, last": (4, [*BOOK, (0, SLAP)], 9),
    **{f"board {n}": (4, [*BOARDS, *[(0, FLIP)] * n], 9) for n in range(COUNT)},
    **{f"person {n}": (4, [*BOARDS, *[(0, FLIP)] * (COUNT + n)], 9) for n in range(PERSONS)},
    "person, early": (4, [*BOARDS, *[(0, FLIP)] * (COUNT + EARLY)], 9),
    "person, duels": (4, [*BOARDS, *[(0, FLIP)] * COUNT, (0, SLAP)], 9),
    "no boards": (4, BOARDS, 9),
    "no boards, row": (4, rows(0, 8), 9),
    "empty boards": (4, BOARDS, 9),
    "empty boards, row": (4, rows(0, 8), 9),
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
_SHELVES = {"no boards": Shelf(None), "empty boards": Shelf(shelf.EMPTY)}


@cache
def view_of(
    name: str,
    code: str,
    orientation: Orientation = Orientation.TWO_SIDE,
    unheard: frozenset[int] = frozenset(),
) -> View:
    """The view of a scene in a language, not dimmed; the buttons of `unheard` places are stuck."""
    places, steps, at_s = _SCENES[name]
    answer = _ANSWERS.get(name)
    plate = replace(PLATE, addresses=()) if name == "no network" else PLATE
    power = None if name == "off, program" else RememberedPower(answer)
    looked_after = caretaker(wired(places), power, lambda _spoken: Remembered(answer), plate)
    spoken, settings = language(code), Settings(orientation=orientation)
    library = next((each for start, each in _SHELVES.items() if name.startswith(start)), Shelf())
    host = Host(
        places, Config(settings, names=NAMES), lambda **_: None, Troubles(print),
        lambda: date(2026, 11, 30), 0, library, chance=lambda: "rooms",
        caretaker=looked_after,
    )  # fmt: skip
    host.enter(evening.Room.IDLE, 0)
    for step in steps:
        if callable(step):
            step(host)
        else:
            host.heard(Gesture(step[1], step[0], 0), spoken)
    host.unheard = dict.fromkeys(unheard, Unheard.STUCK)
    game = Reception(host, True, spoken, settings, 0)
    for ms in range(0, 9_000, 20):
        game.advance(ms * 1_000_000)
        if game.reveals(ms * 1_000_000):
            game.seen(ms * 1_000_000, ms * 1_000_000)
    over = super(Reception, game).view(9 * SECOND_NS, ())
    shown = host.show(over, at_s * SECOND_NS, spoken)
    return replace(shown, motions=(), brightness=WHOLE)
