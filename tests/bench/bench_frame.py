"""How long after a verdict the first frame that shows it stands on the screen.

The law: the table as the product runs it, with its reader in a thread and its window of 1280x720 in
a process of its own, and everything moving: four people lay as fast as they may, and slap falsely.
The time begins when the loop tells the facts of a verdict. It ends when the display says that the
picture could be seen, and, measured apart from all that is ours, when the pixels of the headline
change in the memory of the X server, which is looked at every third of a millisecond.
"""

import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from multiprocessing import Event, Pipe, Process
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as Ended
from pathlib import Path
from statistics import median
from typing import Any, Final

from device.app import Table
from device.dealing import first_header
from device.options import PlayOptions, SeatPlan
from device.pictures.layout import Layout
from device.screens import screen_apart
from device.scribe import Scribe
from device.troubles import Troubles
from device.view import Event as Told
from device.view import View
from game.cpu import Level
from game.events import Burned, Fact, RaceClosed, Struck
from game.record import Header
from game.rules import Rules
from hal.clock import MonotonicClock
from hal.display import Display, Happening, Seen
from hal.urgency import urge
from hal.wiring import Button, default_wiring
from tests.bench.bench_device import SIZE
from tests.bench.figure import Figure, told
from tests.bench.laying import laid
from tests.bench.pipes import PipeSource, pressed
from tests.bench.virtual_screen import Pixels, is_there, virtual_screen

PEOPLE: Final = 4
GAMES: Final = 4
GAME_S: Final = 12
MOST_MS: Final = 1000 / 60 + 8
LAYS_S: Final = (0.05, 0.25)
SLAPS_S: Final = (0.6, 2.4)
LOOK_S: Final = 0.0003
PLACE: Final = ((1600 - SIZE[0]) // 2, (900 - SIZE[1]) // 2)
"""Where the window lies on the screen, where nobody manages windows: in the middle."""


class Timed:
    """A display that remembers when it was handed another headline, and when that was seen."""

    def __init__(self, display: Display[Any]) -> None:
        self._display = display
        self._event: Told | None = None
        self._sent_ns: int | None = None
        self.headlines: list[tuple[int, int]] = []
        """In ns: handed over, and seen."""

    @property
    def size(self) -> tuple[int, int]:
        """That of the display."""
        return self._display.size

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened."""
        found = self._display.wait(most_ms)
        for happening in found:
            if isinstance(happening, Seen) and self._sent_ns is not None:
                self.headlines.append((self._sent_ns, happening.t_ns))
                self._sent_ns = None
        return found

    def show(self, picture: View) -> None:
        """Show it."""
        event, self._event = self._event, picture.event
        if picture.event is not None and picture.event != event:
            self._sent_ns = time.monotonic_ns()
        self._display.show(picture)

    def toggle_full_screen(self) -> None:
        """Nobody asks."""

    def close(self) -> None:
        """Let the display go."""
        self._display.close()


class Listener(Scribe):
    """A scribe that looks at the clock when it is told a verdict."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, None, Troubles(print))
        self.told_ns: list[int] = []

    def tell(self, header: Header, facts: Iterable[Fact]) -> None:
        """Look at the clock."""
        now_ns = time.monotonic_ns()
        if any(isinstance(fact, Burned | Struck | RaceClosed) for fact in facts):
            self.told_ns.append(now_ns)


def watch(folder: Path, told: Connection, ended: Ended) -> None:
    """Look at the headline on the screen until the end; tell in ns when it was another."""
    band = Layout(SIZE, PEOPLE).band.move(*PLACE)
    pixels, before, changes_ns = Pixels(folder), b"", []
    while not ended.is_set():
        time.sleep(LOOK_S)
        now = pixels.rows(band.top, band.bottom, band.left, band.right)
        if now != before:
            changes_ns.append(time.monotonic_ns())
            before = now
    told.send(changes_ns)


def frames(folder: Path) -> tuple[list[float], list[float], list[float]]:
    """In ms from the verdict: the picture handed over, said to be seen, and in the server."""
    clock, wiring = MonotonicClock(), default_wiring(PEOPLE)
    listening, pressing = os.pipe()
    source = PipeSource(listening, wiring.lines, clock)
    window = screen_apart("window", False, False, clock, source.bell)
    pixels, theirs = Pipe()
    ended = Event()
    watching = Process(target=watch, args=(folder, theirs, ended), daemon=True)
    watching.start()
    urge()
    display, scribe = Timed(window), Listener(folder)
    paces = {Button.FLIP: LAYS_S, Button.SLAP: SLAPS_S}
    hands = {line: paces[button] for line, (_seat, button) in wiring.buttons().items()}
    seats = tuple(SeatPlan(name, None) for name in "ABCD")
    with pressed(pressing, hands, "frame"):
        os.close(pressing)
        table = laid(Table, source, wiring, display, scribe, clock)
        gc.freeze()
        for game in range(GAMES):
            options = PlayOptions(seats, Rules(), Level.NORMAL, folder, seed=f"frame {game}")
            table._open(first_header(options))
            end_ns = clock.now_ns() + GAME_S * 1_000_000_000
            while clock.now_ns() < end_ns and not table.game.over:
                table.round()
            table.game.close(clock.now_ns())
        source.close()
        display.close()
        scribe.close()
    ended.set()
    changes_ns = pixels.recv()
    watching.join()
    return _paired(scribe.told_ns, display.headlines, changes_ns)


def _paired(
    told_ns: Sequence[int], headlines: Sequence[tuple[int, int]], changes_ns: Sequence[int]
) -> tuple[list[float], list[float], list[float]]:
    """Each verdict with the first picture of another headline after it, unless the next verdict
    came before that picture."""
    sent, seen, painted = [], [], []
    for verdict_ns, next_ns in zip(told_ns, [*told_ns[1:], 1 << 63], strict=True):
        picture = next((each for each in headlines if each[0] >= verdict_ns), None)
        if picture is None or picture[0] > next_ns:
            continue
        sent.append((picture[0] - verdict_ns) / 1e6)
        seen.append((picture[1] - verdict_ns) / 1e6)
        change_ns = next((each for each in changes_ns if each >= picture[0]), None)
        if change_ns is not None:
            painted.append((change_ns - verdict_ns) / 1e6)
    return sorted(sent), sorted(seen), sorted(painted)


def figures() -> list[Figure]:
    """Everything that is measured here."""
    with tempfile.TemporaryDirectory() as name, virtual_screen(Path(name)) as variables:
        os.environ.update(variables)
        sent, seen, painted = frames(Path(name))
    many = len(seen) * 95 // 100
    return [
        Figure(f"verdict to picture handed over, median of {len(sent)}", median(sent), "ms"),
        Figure("to frame seen, as the display says, median", median(seen), "ms", MOST_MS),
        Figure("the same, 95th percentile", seen[many], "ms"),
        Figure("to the headline in the server, median", median(painted), "ms", MOST_MS),
        Figure("the same, 95th percentile", painted[len(painted) * 95 // 100], "ms"),
    ]


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    if not is_there():
        print("needs Xvfb (apt install xvfb)")
        return 0
    return told(figures())


if __name__ == "__main__":
    sys.exit(main())
