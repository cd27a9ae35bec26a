"""A walk through all screens between games, with the two buttons of one seat, at a whole table.

The law: what comes next is looked up in the evening as a value; where it leads is what the table
shows, which hears nothing but edges of its buttons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from device.config import Config
from device.drawer import Deed
from device.evening import Evening, Room, began, heard
from device.gesture import LASTS_NS, Gesture, Press
from device.language import language
from device.lobby import Mode, Row
from device.options import Settings
from device.view import View
from game.rules import Rules
from hal.wiring import Button
from tests.device import playing
from tests.device.shelf import Shelf
from tests.device.test_evening import BUTTONS, scene
from tests.device.test_evening import walked as known

GAP_MS = 140
"""From one short press to the next."""
NAMES = ("Wilhelmine M", "Anna")
_BUTTON = {
    Press.SLAP: Button.SLAP,
    Press.SLAP_LONG: Button.SLAP,
    Press.FLIP: Button.FLIP,
    Press.FLIP_LONG: Button.FLIP,
    Press.FLIPS_HELD: Button.FLIP,
}


@dataclass(frozen=True, slots=True)
class Step:
    """A press, and the scene that it leads to; None: a game begins."""

    press: Press
    scene: object


def config_of(code: str) -> Config:
    rules = Rules(time_limit_us=60_000_000)
    return Config(Settings(lang=code), rules=rules, names=NAMES)


def is_deed(found: object) -> bool:
    """Whether the table itself has something to do there, and what comes next is not a press."""
    return isinstance(found, tuple) and Deed.WANTED in found


def way(start: Evening, wanted: set[object]) -> tuple[list[Step], Evening] | None:
    """The shortest way of seat 0 to one of these scenes, and the evening there; None: there is none
    from here, where another name has been told perhaps."""
    spoken = language("en")
    ahead: deque[tuple[Evening, list[Step]]] = deque([(start, [])])
    seen = {scene(start)}
    while ahead:
        evening, steps = ahead.popleft()
        for press in BUTTONS:
            there, begins = heard(evening, Gesture(press, 0, 0), spoken)
            step = Step(press, None if begins else scene(there))
            if step.scene in wanted:
                return [*steps, step], there
            if not begins and not is_deed(step.scene) and step.scene not in seen:
                seen.add(step.scene)
                ahead.append((there, [*steps, step]))
    return None


def tours(scenes: set[object]) -> Iterator[list[Step]]:
    """Walks from the idle table to the idle table, that come to all of these scenes; one that comes
    to a deed ends there."""
    left = scenes - {Room.IDLE}
    while left:
        evening, steps = began(4, config_of("en"), 0), list[Step]()
        while (more := way(evening, left)) is not None:
            evening = more[1]
            steps += more[0]
            left -= {step.scene for step in more[0]}
            if is_deed(steps[-1].scene):
                break
        else:
            home = way(evening, {Room.IDLE})
            assert steps
            assert home is not None
            steps += home[0]
        yield steps


class Walker:
    """Somebody at seat 0 of a table that speaks a language; times in ms."""

    def __init__(self, folder: Path, code: str) -> None:
        self.table = playing.Evening(
            folder, None, received=config_of(code), record=folder / "r.jsonl", code=code,
            library=Shelf(),
        )  # fmt: skip
        self.ms = 100.0

    def press(self, press: Press) -> float:
        """Seat 0 does this; when that is seen and nothing else has happened yet."""
        lasts_ms = LASTS_NS[press] / playing.MS + 30 if press in LASTS_NS else 60
        self.table.hold(0, _BUTTON[press], self.ms, lasts_ms)
        self.ms += lasts_ms + GAP_MS - 60
        return self.ms - 10

    def plays(self, seconds: int) -> None:
        """Seat 0 lays and slaps in turn, whatever lies there."""
        for second in range(seconds):
            self.press(Press.SLAP if second % 5 == 4 else Press.FLIP)
            self.ms += 1_000 - GAP_MS

    def walk(self, presses: Sequence[Press]) -> list[View]:
        """What is seen after each of these."""
        at_ms = [self.press(press) for press in presses]
        self.table.play(until_ms=self.ms)
        return [self.table.view_at(ms) for ms in at_ms]


@cache
def walked(code: str) -> tuple[tuple[Step, View], ...]:
    """All these walks, and what the table shows after each step."""
    told: list[tuple[Step, View]] = []
    for steps in tours(set(known()[0])):
        with TemporaryDirectory() as folder:
            views = Walker(Path(folder), code).walk([step.press for step in steps])
        told += zip(steps, views, strict=True)
    return tuple(told)


@cache
def played(code: str) -> tuple[View, ...]:
    """All that is seen while seat 0 alone opens a game, plays it, stops it, leaves it and ends it;
    it ends at the idle table."""
    begins = {here for here in known()[2] if {Row.BEGIN, Mode.PRACTICE} <= set(here)}  # type: ignore[operator]
    steps, _ = way(began(4, config_of(code), 0), begins) or ([], None)
    with TemporaryDirectory() as folder:
        walker = Walker(Path(folder), code)
        for step in (*(step.press for step in steps), Press.SLAP):
            walker.press(step)
        walker.plays(20)
        for then in (Press.SLAP, Press.FLIP_LONG):
            walker.press(Press.FLIPS_HELD)
            walker.press(then)
            walker.ms += 4_000
        for then in (Press.FLIP, Press.FLIP, Press.SLAP):  # go on is what was asked first
            walker.press(then)
        walker.ms += 4_000
        walker.plays(30)
        walker.ms += 9_000
        leave = (Press.FLIPS_HELD, Press.SLAP_LONG, Press.FLIP, Press.SLAP)
        for then in (Press.SLAP, Press.SLAP, *leave):
            walker.press(then)
        walker.ms += 1_000
        walker.table.play(until_ms=walker.ms)
        return tuple(view for _, view in walker.table.views)
