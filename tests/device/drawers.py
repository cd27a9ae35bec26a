"""A table's caretaker for tests: fakes that remember for what lies outside the program."""

from collections.abc import Callable
from pathlib import Path

from device.about_page import Nameplate
from device.caretaker import Caretaker
from device.errand import Answer, Errand
from device.language import Language
from device.trial import Trial
from hal.buttons import Batch, ButtonEvent, Edge, Kind
from hal.debounce import Constants
from hal.wiring import Button, Wiring, default_wiring

PLATE = Nameplate(
    "0.1.0",
    "ratscrew",
    ("192.168.178.23", "fd00::dea6:32ff:fe01:2345"),
    Path("/home/maximilian/.local/state/ratscrew-table"),
)
PATH = "/media/anna/KINGSTON/ratscrew-20261130-071205.zip"
MS = 1_000_000


class Remembered:
    """An errand that is answered when it is told so."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.told = answer
        self.asked = 0

    def answer(self) -> Answer | None:
        self.asked += 1
        return self.told


class RememberedPower:
    """A power that remembers each time it was to switch off, and what `sees` saw then."""

    def __init__(
        self, answer: Answer | None = None, sees: Callable[[], object] = lambda: None
    ) -> None:
        self._answer, self._sees = answer, sees
        self.saw: list[object] = []

    def off(self) -> Errand:
        self.saw.append(self._sees())
        return Remembered(self._answer)


def caretaker(
    wiring: Wiring,
    power: RememberedPower | None = None,
    export: Callable[[Language], Errand] = lambda _spoken: Remembered(),
    plate: Nameplate = PLATE,
    constants: Constants = Constants(),  # noqa: B008 - it is frozen
) -> Caretaker:
    return Caretaker(Trial(wiring, constants), lambda: plate, export, power)


def wired(places: int) -> Wiring:
    return default_wiring(places)


def press(
    trial: Trial, seat: int, button: Button, at_ms: int, bounces: int = 0, us: int = 300
) -> None:
    """A button goes down, and bounces so often, each time after so many us."""
    line, first_ns = trial.wiring.line(seat, button), at_ms * MS
    stamps = [first_ns + n * us * 1000 for n in range(bounces + 1)]
    edges = tuple(Edge(ts_ns, line, 1 - n % 2) for n, ts_ns in enumerate(stamps))
    trial.feed(Batch(edges, None))
    trial.hear(ButtonEvent(at_ms, Kind.PRESS, line, first_ns, first_ns, latency_ns=3 * MS))


def let_go(trial: Trial, seat: int, button: Button, at_ms: int) -> None:
    line = trial.wiring.line(seat, button)
    trial.hear(ButtonEvent(at_ms, Kind.RELEASE, line, at_ms * MS, at_ms * MS))
