"""Buttons through gpiozero's pin factories: its mock, and lgpio by a fake that remembers."""

import gc
import os
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hal.buttons import ButtonsError
from hal.chips import ChipMissingError, LibraryError, LineInUseError
from hal.clock import ManualClock, MonotonicClock
from hal.lgpio import LgpioSource
from hal.sequence import Sequencer
from hal.zero import FactorySource
from tests.hal.fake_gpiod import Kernel
from tests.hal.listening import MS

LINES = (5, 6, 17)
REPORT = struct.Struct("=QBBBBI")


class LgpioError(Exception):
    """As lgpio raises it."""


class Lgpio:
    """gpiozero's module of pins on lgpio: claimed lines, and pipes that edges are written into."""

    BOTH_EDGES, SET_PULL_UP, error = 3, 32, LgpioError

    def __init__(self, kernel: Kernel, broken: str = "") -> None:
        self.kernel, self.broken = kernel, broken
        self.pipes: dict[int, int] = {}
        self.alerts: dict[int, int] = {}
        self.opened: list[int] = []
        self.let_go: list[int] = []
        self.lgpio = self
        self.LGPIOFactory, self.LGPIOPin = self._factory, Pin

    def notify_open(self) -> int:
        path = os.path.join(os.environ["LG_WD"], f".lgd-nfy{len(self.pipes)}")
        os.mkfifo(path)
        self.pipes[len(self.pipes)] = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        return len(self.pipes) - 1

    def notify_close(self, notify: int) -> None:
        os.close(self.pipes.pop(notify))

    def gpio_claim_alert(self, chip: int, line: int, _edges: int, pull: int, notify: int) -> None:
        assert pull == self.SET_PULL_UP
        if ("/dev/gpiochip0", line) in self.kernel.holders:
            raise LgpioError("GPIO busy")
        self.alerts[line] = notify

    def edge(self, line: int, level: int, ts_ns: int) -> None:
        """A line changes; lgpio tells the voltage, which is low when the button is pressed."""
        self.kernel.levels[line] = level
        os.write(self.pipes[self.alerts[line]], REPORT.pack(ts_ns, 0, line, 1 - level, 0, 0))

    def _factory(self, chip: int) -> "Factory":
        if self.broken:
            raise NameError(self.broken)
        self.opened.append(chip)
        return Factory(self, chip)


class Factory:
    """LGPIOFactory, as far as it is used."""

    def __init__(self, lgpio: Lgpio, chip: int) -> None:
        self.lgpio, self._handle, self.pins, self.pin_class = lgpio, chip, {}, Pin

    def pin(self, name: str) -> "Pin":
        return self.pins.setdefault(name, self.pin_class(self, int(name.removeprefix("GPIO"))))

    def close(self) -> None:
        self.lgpio.let_go.append(self._handle)


class Pin:
    """LGPIOPin, as far as it is used."""

    function = pull = edges = ""

    def __init__(self, factory: Factory, number: int) -> None:
        self.factory, self._number = factory, number

    @property
    def state(self) -> bool:
        return not self.factory.lgpio.kernel.levels.get(self._number, 0)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name == "when_changed":
            self._enable_event_detect()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _pipes_have_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))


@pytest.fixture
def lgpio() -> Lgpio:
    return Lgpio(Kernel())


def source(lgpio: Lgpio, clock: Any = None) -> LgpioSource:
    clock = MonotonicClock() if clock is None else clock
    return LgpioSource(LINES, clock, chips=lgpio.kernel, load=lambda _name: lgpio)


# lgpio


def test_lgpio_hands_over_whole_nanoseconds_and_knows_pressed_from_low(lgpio: Lgpio) -> None:
    clock = MonotonicClock()
    opened = source(lgpio, clock)
    opened.open()
    now_ns = clock.now_ns()
    lgpio.edge(17, 1, now_ns)
    lgpio.edge(5, 0, now_ns + 1)
    came: list[Any] = []
    while len(came) < 2:
        came += [edge for batch in opened.poll() for edge in batch.edges]
    assert [(edge.line, edge.level, edge.ts_ns - now_ns) for edge in came] == [
        (17, 1, 0),
        (5, 0, 1),
    ]
    assert {edge.gseq for edge in came} == {None}
    opened.close()


def test_lgpio_promises_a_barrier_5_ms_back_and_no_count_of_what_is_lost(lgpio: Lgpio) -> None:
    capabilities = source(lgpio).capabilities
    assert (capabilities.stamp, capabilities.barrier) == ("kernel-irq", True)
    assert (capabilities.loss_detect, capabilities.guard_ns) == (False, 5 * MS)


def test_B08_no_line_is_let_go_before_the_end(lgpio: Lgpio) -> None:
    opened = source(lgpio)
    opened.open()
    assert lgpio.let_go == []
    assert sorted(lgpio.alerts) == sorted(LINES)
    opened.close()
    opened.close()
    assert lgpio.let_go == [0]
    assert lgpio.pipes == {}


def test_B06_a_factory_that_fails_is_a_named_error_and_no_other_is_tried() -> None:
    lgpio = Lgpio(Kernel(), broken="name 'os' is not defined")
    with pytest.raises(ButtonsError, match=r"LGPIOFactory of gpiozero failed: .*'os' is not"):
        source(lgpio).open()
    assert lgpio.opened == []


def test_B05_lgpio_is_told_the_chip_with_the_label() -> None:
    lgpio = Lgpio(Kernel({"/dev/gpiochip3": ("gpiochip3", "pinctrl-rp1")}))
    opened = source(lgpio)
    opened.open()
    opened.close()
    assert lgpio.opened == [3]
    with pytest.raises(ChipMissingError):
        source(Lgpio(Kernel({}))).open()


def test_B11_a_line_in_use_names_who_has_it_and_lets_the_others_go(lgpio: Lgpio) -> None:
    lgpio.kernel.holders["/dev/gpiochip0", 6] = "a thermometer"
    with pytest.raises(LineInUseError, match=r"LGPIOFactory .* in use by a thermometer"):
        source(lgpio).open()
    assert lgpio.let_go == [0]
    assert lgpio.pipes == {}


def test_B33_the_empty_shell_of_lgpio_is_told_from_the_library() -> None:
    def load(_name: str) -> Any:
        raise AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'")

    shell = SimpleNamespace(lgpio=SimpleNamespace())
    for loader in (load, lambda _name: shell):
        with pytest.raises(LibraryError, match=r"0\.0\.0\.2.*apt install python3-lgpio"):
            LgpioSource(LINES, ManualClock(), chips=Kernel(), load=loader).open()


def test_B33_missing_libraries_are_told_with_what_to_install() -> None:
    def load(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named '{name}'")

    with pytest.raises(LibraryError, match="apt install python3-gpiozero python3-lgpio"):
        LgpioSource(LINES, ManualClock(), chips=Kernel(), load=load).open()


def test_B09_lgpio_gets_a_folder_of_its_own_and_the_process_stays_where_it_is(
    lgpio: Lgpio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", "/a/folder/that/is/not/there")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    here, seen = os.getcwd(), []

    def load(_name: str) -> Any:
        seen.append(os.environ["LG_WD"])
        os.chdir(tempfile.gettempdir())  # as lgpio does when it is imported
        return lgpio

    opened = LgpioSource(LINES, MonotonicClock(), chips=lgpio.kernel, load=load)
    opened.open()
    opened.close()
    assert [Path(folder).parent for folder in seen] == [tmp_path]
    assert os.getcwd() == here


# Any other factory


@pytest.fixture
def mock() -> Iterator[Any]:
    factories = pytest.importorskip("gpiozero.pins.mock")
    factory = factories.MockFactory()
    yield factory
    factory.close()


def test_presses_on_gpiozeros_mock_pass_the_same_machines(mock: Any) -> None:
    clock = ManualClock(1_000 * MS)
    opened = FactorySource(LINES, clock, mock)
    first = opened.open()
    sequencer = Sequencer(first.levels, opened.constants, first.t_ns)
    told = []
    for at, level in ((10, 1), (70, 0)):
        clock.advance_to(1_000 * MS + at * MS)
        (mock.pin("GPIO6").drive_low, mock.pin("GPIO6").drive_high)[1 - level]()
        for _ in range(10):
            for batch in opened.poll():
                told += sequencer.take(batch)
            clock.advance(3 * MS)
    assert [(event.kind.value, event.line) for event in told] == [("press", 6), ("release", 6)]
    assert 0 <= 1_010 * MS - told[0].ts_ns < 1_000 * MS
    opened.close()


def test_its_handlers_live_though_gpiozero_holds_them_weakly(mock: Any) -> None:
    opened = FactorySource(LINES, MonotonicClock(), mock)
    opened.open()
    gc.collect()
    mock.pin("GPIO5").drive_low()
    (batch,) = opened.poll()
    assert [(edge.line, edge.level) for edge in batch.edges] == [(5, 1)]
    opened.close()


def test_its_stamps_are_taken_when_the_pin_changed(mock: Any) -> None:
    clock = MonotonicClock()
    opened = FactorySource(LINES, clock, mock)
    opened.open()
    before_ns = clock.now_ns()
    mock.pin("GPIO5").drive_low()
    after_ns = clock.now_ns()
    (batch,) = opened.poll()
    (edge,) = batch.edges
    assert before_ns - MS <= edge.ts_ns <= after_ns
    opened.close()


def test_it_promises_no_barrier_and_finds_no_loss(mock: Any) -> None:
    capabilities = FactorySource(LINES, MonotonicClock(), mock).capabilities
    assert not capabilities.barrier
    assert not capabilities.loss_detect
    assert capabilities.typical_uncertainty_us > 1_000


def test_its_levels_find_a_button_that_is_held_at_the_start(mock: Any) -> None:
    pin = mock.pin("GPIO17")
    pin.pull = "up"
    clock = ManualClock(1_000 * MS)
    opened = FactorySource(LINES, clock, mock)
    assert opened.open().levels == {5: 0, 6: 0, 17: 0}
    pin.drive_low()
    opened.want_levels()
    (batch,) = opened.poll()
    assert batch.read is not None
    assert batch.read.levels == {5: 0, 6: 0, 17: 1}
    opened.close()


@pytest.mark.parametrize("name", ["NativeFactory", "RPiGPIOFactory"])
def test_B04_a_factory_that_cannot_time_an_edge_is_refused_by_its_name(name: str) -> None:
    factory = type(name, (), {})()
    with pytest.raises(LibraryError, match=f"{name} is not fair"):
        FactorySource(LINES, ManualClock(), factory).open()


def test_it_must_be_open_to_be_heard(mock: Any) -> None:
    opened = FactorySource(LINES, ManualClock(), mock)
    with pytest.raises(ButtonsError, match="not open"):
        opened.poll()
    assert not opened.health().alive
    opened.open()
    with pytest.raises(ButtonsError, match="in use already"):
        opened.open()
    opened.close()
    opened.close()
