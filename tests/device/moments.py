"""All that can happen in a game, as people see it: a few presses, and then the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from device import page as pages
from device.dealing import seats_of
from device.desk import help_rows
from device.gesture import Held, Press
from device.keyboard import pairs
from device.language import language
from device.options import Settings
from device.page import Asking, Counting, Helping, Pausing, Topic
from device.reading import book_of, button_hints, whole
from device.rulebook import rulebook
from device.sitting import Sitting
from device.stage import AIR_US, Stage, Unheard
from device.view import Orientation, View
from game.cards import DECK
from game.events import Leave
from game.patterns import Pattern
from game.rules import EmptySlap, LateSlap, Rules
from game.state import Laying
from tests.device.playing import header_of

MS = 1_000_000
WHEN = datetime(2026, 11, 30, 22, 45)
NAMES = ("Maximilian", "Eva-Lena", "Wilhelmine M", "Ben", "Friedrich", "Gül", "Christopher", "Anna")
"""As people have them, and as long as they can be spelled at the table."""
ALL = frozenset(Pattern)
S = 1000


class Play:
    """A game up to here; times in ms from the deal.

    `laid` are the cards in the order in which they will be laid; each seat has `more` behind them.
    `persons` sit at keys.
    """

    def __init__(
        self,
        seats: int,
        code: str,
        laid: str,
        more: int = 4,
        persons: int = 0,
        orientation: Orientation = Orientation.TWO_SIDE,
        **rules: Any,
    ) -> None:
        first = [laid.split()[seat::seats] for seat in range(seats)]
        rest = [str(card) for card in DECK if str(card) not in laid.split()]
        hands = [
            " ".join((*hand, *rest[n * more : n * more + more])) for n, hand in enumerate(first)
        ]
        header = replace(header_of(hands, **rules), seats=NAMES[:seats])
        held = pairs(range(persons)) if persons else {}
        keys = [held.get(seat, ()) for seat in range(seats)]
        settings = Settings(orientation=orientation)
        self.spoken = language(code)
        stage = Stage(seats_of(header), keys, not persons, self.spoken, settings)
        self.sitting = Sitting(header, stage, (), 0)
        self.sitting.wired = not persons
        self._rows = help_rows(header.seats, keys, self.spoken)
        self.ms = 0.0
        self.trouble = ""

    def wait(self, ms: float) -> Play:
        """Time passes."""
        self.ms += ms
        self.sitting.advance(round(self.ms * MS))
        return self

    def lay(self, times: int = 1) -> Play:
        """Whoever has the turn lays a card, and it is seen."""
        for _ in range(times):
            self.turn_over().wait(AIR_US / 1000)
            self.sitting.seen(round(self.ms * MS), round(self.ms * MS))
            self.wait(1)
        return self

    def turn_over(self) -> Play:
        """Whoever has the turn presses; its card is in the air."""
        self.wait(S)
        phase = self.sitting.session.state.phase
        assert isinstance(phase, Laying)
        self.sitting.flip(phase.seat, round(self.ms * MS))
        return self.wait(0.001)

    def slap(self, seat: int, after_ms: float = 0, reach_us: int = 0) -> Play:
        """A hand comes down so long after what was before."""
        self.wait(after_ms)
        self.sitting.slap(seat, round(self.ms * MS), reach_us, None)
        return self

    def over(self, page: pages.Page, kept: bool = True) -> Play:
        """A page lies over it; `kept`: the game could be gone on with later."""
        self.sitting.stage.kept = kept
        self.wait(S).sitting.stop(page, round(self.ms * MS))
        return self.wait(1)

    def view(self) -> View:
        view = self.sitting.view(round(self.ms * MS), self._rows)
        return replace(view, timing_text=self.trouble) if self.trouble else view


def _race(play: Play, offsets_us: Sequence[int], reach_us: int = 0) -> Play:
    """A pair lies, and all these hands come down."""
    play.lay(2).wait(213.412)
    for seat, (before, us) in enumerate(zip((0, *offsets_us), offsets_us, strict=False)):
        play.slap(seat, (us - before) / 1000, reach_us)
    return play.wait(600)


def _late(play: Play, seats: int) -> Play:
    play.lay(2).slap(0, 198.765).wait(50)
    for seat in range(1, seats):
        play.slap(seat, 23.456)
    return play.wait(400)


def _disputed(play: Play) -> Play:
    play.lay(2).slap(0, 198.765).wait(50)
    at_us = round(play.ms * 1000)
    play.sitting.stage.dispute(1, at_us - 60_000, at_us - 60_000)
    play.sitting.stage.dispute(0, at_us - 10_000, at_us - 80_000)
    return play.wait(300)


def _left(play: Play) -> Play:
    play.lay(1)
    play.sitting.session.hear(Leave(round(play.ms * 1000), 1))
    return play.wait(300)


def _held(play: Play, press: Press, places: Sequence[int], gone_ms: int | None = 1_300) -> Play:
    """People hold a button, and see it."""
    pressed_ns = round(play.ms * MS)
    since_ns = None if gone_ms is None else pressed_ns
    play.sitting.held = [Held(press, place, pressed_ns, since_ns) for place in places]
    play.ms += gone_ms or 500
    return play


def _unheard(play: Play) -> Play:
    play.lay(1)
    play.sitting.stage.unheard = dict(zip(range(3), Unheard, strict=True))
    return play


def _trouble(play: Play) -> Play:
    play.trouble = play.spoken.gettext("No OLED: you may not use I2C (sudo usermod -aG i2c $USER)")
    return play.lay(2)


def _reminded(play: Play) -> Play:
    play.lay(2)
    play.sitting.stage.reminded = play.sitting.session.state.turn
    return play


def _ended(play: Play, wait_ms: float) -> Play:
    play.lay(2).slap(0, 150.5).wait(wait_ms)
    play.sitting.turn_by_itself(round(play.ms * MS))
    return play


_PAIR, _PLAIN, _QUEEN = "7S 7H", "4S 9H 2C TD 3S 8H 5C 6D", "4S QH 2C TD 3S 8H 5C 6D"
_OFFSETS_US = (0, 80, 900, 1_500, 1_600, 4_000, 9_000, 9_900)

_MOMENTS: dict[str, Callable[[int, str], Play]] = {
    "deal": lambda n, c: Play(n, c, _PLAIN),
    "laying": lambda n, c: Play(n, c, _PLAIN).lay(3),
    "in the air": lambda n, c: Play(n, c, _PLAIN).lay(2).turn_over().wait(70),
    "cross": lambda n, c: Play(n, c, _PLAIN, orientation=Orientation.CROSS).lay(3),
    "one side": lambda n, c: Play(n, c, _PLAIN, orientation=Orientation.ONE_SIDE).lay(3),
    "bottom card": lambda n, c: Play(n, c, _PLAIN, patterns=ALL).lay(2).slap(0, 50).wait(300),
    "challenge": lambda n, c: Play(n, c, _QUEEN).lay(2),
    "one attempt gone": lambda n, c: Play(n, c, _QUEEN).lay(3),
    "four attempts": lambda n, c: Play(n, c, "4S AH 2C TD 3S 8H 5C 6D", patterns=ALL).lay(2),
    "claim": lambda n, c: Play(n, c, "4S JH 2C TD 3S 8H 5C 6D").lay(3),
    "taken": lambda n, c: Play(n, c, "4S JH 2C TD 3S 8H 5C 6D").lay(3).wait(1400),
    "one hand": lambda n, c: _race(Play(n, c, _PAIR), (0,)),
    "race": lambda n, c: _race(Play(n, c, _PAIR), tuple(1234 * k for k in range(n))),
    "dead heat": lambda n, c: _race(Play(n, c, _PAIR), _OFFSETS_US[:n]),
    "not to be told": lambda n, c: _race(Play(n, c, _PAIR), _OFFSETS_US[:n], 4_000),
    "too late": lambda n, c: _late(Play(n, c, _PAIR), n),
    "late costs": lambda n, c: _late(Play(n, c, _PAIR, late_slap=LateSlap.BURN), n),
    "disputed": lambda n, c: _disputed(Play(n, c, _PAIR)),
    "false slap": lambda n, c: Play(n, c, _PLAIN, burn=2).lay(2).slap(0, 300).wait(200),
    "out": lambda n, c: Play(n, c, "4S 9H", more=0).lay(1).slap(0, 300).wait(300),
    "strikes": lambda n, c: Play(n, c, "4S 9H", more=0, empty_slap=EmptySlap.THREE_STRIKES)
    .lay(1).slap(0, 300).slap(0, 300).wait(100),
    "barred": lambda n, c: Play(n, c, "4S 9H", more=0, empty_slap=EmptySlap.THREE_STRIKES)
    .lay(1).slap(0, 300).slap(0, 300).slap(0, 300).wait(300),
    "left": lambda n, c: _left(Play(n, c, _PLAIN)),
    "time limit": lambda n, c: Play(n, c, _QUEEN, time_limit_us=600_000_000).lay(2),
    "buttons": lambda n, c: _unheard(Play(n, c, _QUEEN)),
    "reminded": lambda n, c: _reminded(Play(n, c, _PLAIN)),
    "trouble": lambda n, c: _trouble(Play(n, c, _QUEEN)),
    "at keys": lambda n, c: Play(n, c, _QUEEN, persons=1).lay(2),
    "all at keys": lambda n, c: _race(Play(n, c, _PAIR, persons=min(n, 4)), _OFFSETS_US[:n], 4_000),
    "pause": lambda n, c: Play(n, c, _PLAIN).lay(2).over(Pausing(NAMES[2])),
    "nobody's pause": lambda n, c: Play(n, c, _PLAIN, persons=1).lay(2).over(Pausing()),
    "countdown": lambda n, c: Play(n, c, _PLAIN).lay(2).over(Counting(9_000 * MS)),
    "leaving": lambda n, c: Play(n, c, _PLAIN).lay(2).over(Asking(Topic.LEAVING)),
    "leaving for good": lambda n, c: (
        Play(n, c, _PLAIN).lay(2).over(Asking(Topic.LEAVING), kept=False)
    ),
    "leaving for good, keys": lambda n, c: (
        Play(n, c, _PLAIN, persons=1).over(Asking(Topic.LEAVING, 1), kept=False)
    ),
    "leaving alone": lambda n, c: (
        Play(n, c, _PLAIN).lay(2).over(Asking(Topic.LEAVING, parting=((1, NAMES[1]),), by=1))
    ),
    "who leaves": lambda n, c: (
        Play(n, c, _PLAIN, persons=min(n, 4))
        .over(Asking(Topic.LEAVING, 1, parting=tuple(enumerate(NAMES[:n]))))
    ),
    "some hold": lambda n, c: _held(
        Play(n, c, _QUEEN).lay(2), Press.FLIPS_HELD, range(1, n), None
    ),
    "all hold": lambda n, c: _held(Play(n, c, _PLAIN).lay(3), Press.FLIPS_HELD, range(n)),
    "held in a pause": lambda n, c: _held(
        Play(n, c, _PLAIN).lay(2).over(Pausing(NAMES[2])), Press.SLAP_LONG, (0, 2), 700
    ),
    "held at the end": lambda n, c: _held(
        _ended(Play(n, c, _PAIR, time_limit_us=60_000_000), 62_000), Press.FLIP_LONG, (1,), 800
    ),
    "has left": lambda n, c: Play(n, c, _PLAIN).lay(2).over(Pausing(left=NAMES[2])),
    "leaving, keys": lambda n, c: Play(n, c, _PLAIN, persons=1).over(Asking(Topic.LEAVING, 1)),
    "old game": lambda n, c: Play(n, c, _PLAIN).over(
        Asking(Topic.OLD_GAME, cards=23, when=WHEN)
    ),
    "old game, keys": lambda n, c: Play(n, c, _PLAIN, persons=1).over(
        Asking(Topic.OLD_GAME, cards=23, when=WHEN)
    ),
    "keys": lambda n, c: Play(n, c, _PLAIN, persons=min(n, 4)).over(Helping()),
    "result": lambda n, c: _ended(Play(n, c, _PAIR, time_limit_us=60_000_000), 62_000),
    "result, keys": lambda n, c: _ended(
        Play(n, c, _PAIR, persons=1, time_limit_us=60_000_000), 62_000
    ),
}  # fmt: skip
MOMENTS = tuple(_MOMENTS)


@cache
def view_of(name: str, seats: int, code: str) -> View:
    """What is seen of a moment by so many seats, in a language."""
    return _MOMENTS[name](seats, code).view()


def leaves(code: str, rules: Rules = Rules()) -> list[View]:  # noqa: B008 - it is frozen
    """The pages of these rules, as a table shows them where everybody is a person."""
    play, spoken = Play(4, code, _PLAIN).lay(2), language(code)
    hints = button_hints(spoken.gettext("back to the pause"), spoken)
    book = book_of(rulebook(rules, spoken, spoken), hints, whole, spoken)
    return [replace(play.view(), overlay=sheet) for sheet in book]
