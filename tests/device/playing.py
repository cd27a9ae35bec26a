"""A whole table on a manual clock: people at scripted buttons or keys, a display that remembers.

Everything is scripted before the table plays, in ms from the deal; it plays until the display is
closed. Nothing sleeps.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from device.app import Table
from device.bookcase import Library
from device.complaint import Part
from device.config import Config, learn
from device.ear import Ear
from device.easel import Easel
from device.echo import Echo
from device.errand import Errand
from device.host import Host
from device.keeper import Keeper
from device.language import Language, language
from device.options import Settings
from device.scribe import JOURNAL, Scribe
from device.target import Target, TargetKind
from device.troubles import Troubles
from device.tunes import Sounds
from device.view import View
from game.cards import CARDS
from game.cpu import Level
from game.engine import step
from game.events import Fact, Input, Pause
from game.record import Header, Record, input_line
from game.rules import Rules
from game.state import State
from hal.clock import ManualClock
from hal.contacts import Overheard
from hal.display import Closing, Happening, KeyChange, Touch
from hal.keys import KEY_CONSTANTS, Keys
from hal.lamps import Lamps
from hal.mock import BOUNCES, US, MockSource
from hal.mock_display import MockDisplay
from hal.stream import Stream
from hal.wiring import Button, default_wiring
from tests.device.drawers import RememberedPower, caretaker

MS = 1_000_000
DEAL_NS = 3_600_000 * MS
"""The deal, on the clock: a machine that has run for an hour."""
NEVER_MS = 3_000_000
PILE, BUTTON = (100, 0), (101, 0)


def stack(seat: int) -> tuple[int, int]:
    """Where the stack of a seat lies in the pictures of `Glance`."""
    return seat, 0


def answer(index: int) -> tuple[int, int]:
    """Where an answer of a question stands in the pictures of `Glance`."""
    return 200 + index, 0


class Glance:
    """Paints nothing: the view is the picture. Drawing one takes `takes_ms`."""

    def __init__(self, size: tuple[int, int], clock: ManualClock, takes_ms: int = 0) -> None:
        self.size = size
        self._clock = clock
        self._takes_ns = takes_ms * MS

    def picture(self, view: View) -> View:
        self._clock.advance(self._takes_ns)
        return view

    def hit(self, view: View, x: int, y: int) -> Target | None:
        if x < len(view.seats):
            return Target(TargetKind.STACK, x)
        found = {PILE[0]: Target(TargetKind.PILE), BUTTON[0]: Target(TargetKind.SLAP)}
        return Target(TargetKind.OPTION, x - 200) if x in (200, 201) else found.get(x)


def header_of(
    hands: Iterable[str],
    kinds: Sequence[Level | None] = (),
    leader: int = 0,
    seed: str = "tests",
    **rules: Any,
) -> Header:
    """A deal, a word a card, top card first; everybody is a person unless `kinds` says more."""
    names = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fritz", "Gül", "Hans")
    dealt = tuple(tuple(CARDS[name] for name in hand.split()) for hand in hands)
    levels = kinds or (None,) * len(dealt)
    told = ["person" if level is None else f"cpu:{level.value}" for level in levels]
    return Header(names[: len(dealt)], leader, dealt, Rules(**rules), seed, {"kinds": told})


class _Stirred(MockDisplay):
    """A display around which something happens to the machine."""

    deeds: tuple[tuple[int, Callable[[], object]], ...] = ()

    def wait(self, most_ms: int) -> list[Happening]:
        found = super().wait(most_ms)
        while self.deeds and self.deeds[0][0] <= self._clock.now_ns():
            (_at_ns, deed), *rest = self.deeds
            self.deeds = tuple(rest)
            deed()
        return found


class Evening:
    """One evening at one table; `folder` holds what is written.

    People press real buttons unless they sit `at_keys`; where they are `received` with a config, a
    host asks them what to play unless there is a header. Times in ms from the deal.
    """

    def __init__(
        self,
        folder: Path,
        header: Header | None,
        *,
        at_keys: bool = False,
        attended: bool = True,
        record: Path | None = None,
        drawing_ms: int = 0,
        deal_ns: int = DEAL_NS,
        settings: Settings = Settings(),  # noqa: B008 - it is frozen
        keeper: Keeper | None = None,
        source: type[MockSource] = MockSource,
        received: Config | None = None,
        lamps: Lamps | None = None,
        trouble: tuple[Part, Exception] | None = None,
        sounds: Sounds | None = None,
        library: Library | None = None,
        code: str = "en",
        lit: bool = False,
        power: RememberedPower | None = None,
        export: Callable[[Language], Errand] | None = None,
        **display: Any,
    ) -> None:
        self.folder, self.header = folder, header
        self.clock = ManualClock(deal_ns)
        self._deal_ns, self._library = deal_ns, library
        wiring = default_wiring(8)
        self._lines = {seat_button: line for line, seat_button in wiring.buttons().items()}
        self.keys = Keys(wiring.lines, self.clock) if at_keys else None
        self.buttons = source(dict.fromkeys(wiring.lines, 0), self.clock)
        constants = KEY_CONSTANTS if at_keys else self.buttons.constants
        looked_after = partial(caretaker, wiring, power, constants=constants)
        self.caretaker = looked_after() if export is None else looked_after(export)
        overheard = Overheard(self.keys or self.buttons, self.caretaker.trial)
        self.stream = Stream(overheard, constants)
        self.display = _Stirred(self.clock, **display)
        self.warnings: list[str] = []
        self.troubles = Troubles(self.warnings.append)
        if trouble is not None:
            self.troubles.tell(*trouble)
        self.facts: list[Fact] = []
        self.painters = 0
        self.record = folder / "record.jsonl" if record is None else record
        self.scribe = Scribe(
            folder,
            self.record,
            self.troubles,
            lambda _header, fact: self.facts.append(fact),
            keeper,
        )

        def painter(size: tuple[int, int]) -> Glance:
            self.painters += 1
            return Glance(size, self.clock, drawing_ms)

        self.table: Table[View] = Table(
            ear=Ear(self.stream, wiring, self.keys),
            easel=Easel(self.display, painter, lit),
            echo=Echo(sounds, None if lamps is None else lambda: lamps),
            scribe=self.scribe,
            troubles=self.troubles,
            clock=self.clock,
            settings=settings,
            spoken=language(code),
            attended=attended,
            host=None if received is None else self._host(received),
        )

    def _host(self, config: Config) -> Host:
        seeds = (f"seed {n}" for n in count())
        return Host(
            4, config, partial(learn, self.folder), self.troubles,
            lambda: date(2026, 11, 30), self.clock.now_ns(), self._library,
            chance=lambda: next(seeds), caretaker=self.caretaker,
        )  # fmt: skip

    # The script

    def at_ns(self, ms: float) -> int:
        return self._deal_ns + round(ms * MS)

    def press(
        self,
        seat: int,
        button: Button,
        ms: float,
        profile: str = "arcade",
        late_ms: float = 0,
    ) -> None:
        """A button goes down as the profile says and up 80 ms later; its edges arrive late."""
        line, down_ns = self._lines[seat, button], self.at_ns(ms)
        edges = [(down_ns + after * US, settled) for after, settled in BOUNCES[profile]]
        for ts_ns, level in [*edges, (down_ns + 80 * MS, 0)]:
            self.buttons.inject(line, level, ts_ns, arrival_ns=ts_ns + round(late_ms * MS))

    def hold(self, seat: int, button: Button, ms: float, held_ms: float) -> None:
        """A button goes down, cleanly, and up so much later."""
        line = self._lines[seat, button]
        self.buttons.inject(line, 1, self.at_ns(ms))
        self.buttons.inject(line, 0, self.at_ns(ms + held_ms))

    def flip(self, seat: int, ms: float, profile: str = "arcade") -> None:
        self.press(seat, Button.FLIP, ms, profile)

    def slap(self, seat: int, ms: float, profile: str = "arcade", late_ms: float = 0) -> None:
        self.press(seat, Button.SLAP, ms, profile, late_ms)

    def key(self, name: str, ms: float, held_ms: int = 80) -> None:
        self.display.key(name, self.at_ns(ms), held_ms * MS)

    def down(self, name: str, ms: float) -> None:
        self.display.expect(KeyChange(name, True, 0), self.at_ns(ms))

    def up(self, name: str, ms: float) -> None:
        self.display.expect(KeyChange(name, False, 0), self.at_ns(ms))

    def touch(self, place: tuple[int, int], ms: float, held_ms: float = 80) -> None:
        for pressed, at_ms in ((True, ms), (False, ms + held_ms)):
            self.display.expect(Touch(*place, pressed, 0), self.at_ns(at_ms))

    def happens(self, happening: Happening, ms: float) -> None:
        self.display.expect(happening, self.at_ns(ms))

    def at(self, ms: float, deed: Callable[[], object]) -> None:
        """Something happens to the machine, half a second later at most; in the order of time."""
        self.display.deeds = (*self.display.deeds, (self.at_ns(ms), deed))

    # The play, and what was seen of it

    def play(self, until_ms: float = NEVER_MS, resume: bool | None = None) -> "Evening":
        """Play until the display is asked to close at `until_ms`, or the table ends by itself."""
        self.happens(Closing(), until_ms)
        try:
            self.table.play(self.header, resume)
        finally:
            self.scribe.close()
        return self

    @property
    def now_ms(self) -> float:
        return (self.clock.now_ns() - self._deal_ns) / MS

    @property
    def state(self) -> State:
        return self.table.game.session.state

    @property
    def views(self) -> list[tuple[float, View]]:
        """What was shown, and when it could be seen, in ms."""
        return [
            ((seen_ns - self._deal_ns) / MS, view)
            for seen_ns, view in self.display.shown
            if isinstance(view, View)
        ]

    def view_at(self, ms: float) -> View:
        """What lay on the display at a time."""
        return [view for seen_ms, view in self.views if seen_ms <= ms][-1]

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    @property
    def inputs(self) -> list[Input]:
        """The record of what was done, without the pause in which a closed table leaves a game."""
        inputs = read(self.record)[1]
        closed = inputs and inputs[-1] == Pause(round(self.now_ms * 1000))
        return inputs[:-1] if closed else inputs

    @property
    def lines(self) -> list[str]:
        """The same as lines of text."""
        return [input_line(happened) for happened in self.inputs]


def read(path: Path) -> tuple[Header, list[Input]]:
    record = Record(BytesIO(path.read_bytes()))
    return record.header, list(record)


def judged(header: Header, inputs: Iterable[Input]) -> tuple[State, list[Fact]]:
    """The state that a record ends in, and all its facts."""
    state = header.deal()
    told: list[Fact] = []
    for happened in inputs:
        state, facts = step(state, happened)
        told += facts
    return state, told
