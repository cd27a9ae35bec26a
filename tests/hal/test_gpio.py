"""Buttons on a GPIO chip: what is taken, what comes, and what is said when it does not.

The kernel is a fake that remembers (`fake_gpiod`); the reader's thread is the real one. The bug
numbers are those of the reports that the cases come from.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hal.buttons import Batch, ButtonsError, ButtonsLost, ClockDomainError, LevelRead
from hal.chips import (
    ChipDeniedError,
    ChipMissingError,
    LibraryError,
    LineInUseError,
    header_chip,
)
from hal.clock import ManualClock
from hal.gpio import GpioSource
from hal.sequence import Sequencer
from tests.hal.fake_gpiod import Kernel, Request
from tests.hal.listening import MS, ms

LINES = (5, 6, 17)
START_NS = 1_000 * MS


class Table:
    """A source on a fake kernel, read by its real thread and heard by a sequencer."""

    def __init__(self, kernel: Kernel) -> None:
        self.clock = ManualClock(START_NS)
        self.source = source(kernel, self.clock)
        self.first = self.source.open()
        self.request: Request = kernel.requests[-1]
        self.sequencer = Sequencer(self.first.levels, self.source.constants, self.first.t_ns)
        self.batches: list[Batch] = []
        self.told: list[str] = []

    def edge(self, line: int, level: int, at: float, *, merged: bool = False) -> None:
        self.request.edge(line, level, START_NS + round(at * MS), merged=merged)

    def until(self, at: float) -> None:
        """Let time pass, and hear what has been collected by then."""
        end_ns = START_NS + round(at * MS)
        while self.clock.now_ns() < end_ns:
            self.clock.advance(min(5 * MS, end_ns - self.clock.now_ns()))
            self.request.come_round()
            self.hear()

    def hear(self) -> None:
        for batch in self.source.poll():
            self.batches.append(batch)
            for event in self.sequencer.take(batch):
                flags = "".join(f" {name}" for name in event.flags.names)
                at = ms(event.ts_ns - START_NS)
                self.told.append(f"{event.kind.value}{event.line}@{at}{flags}")
        if self.sequencer.resync_wanted:
            self.source.want_levels()

    def hear_for_good(self) -> None:
        while True:
            self.hear()

    @property
    def reads(self) -> list[LevelRead]:
        return [batch.read for batch in self.batches if batch.read is not None]


def source(kernel: Kernel, clock: ManualClock | None = None, label: str | None = None) -> Any:
    clock = ManualClock(START_NS) if clock is None else clock
    return GpioSource(LINES, clock, label, chips=kernel, load=lambda _name: kernel.gpiod())


@contextmanager
def table(kernel: Kernel | None = None) -> Iterator[Table]:
    laid = Table(Kernel() if kernel is None else kernel)
    try:
        yield laid
    finally:
        laid.source.close()


# What comes


def test_a_press_comes_with_the_stamp_of_the_kernel_and_its_numbers() -> None:
    with table() as at:
        at.edge(17, 1, 1)
        at.edge(17, 0, 60)
        at.until(100)
    assert at.told == ["press17@1", "release17@72"]
    came = [edge for batch in at.batches for edge in batch.edges]
    assert [(edge.level, edge.gseq, edge.lseq) for edge in came] == [(1, 1, 1), (0, 2, 2)]


def test_a_bouncing_press_counts_at_its_first_edge() -> None:
    with table() as at:
        for us, level in ((0, 1), (8, 0), (12, 1), (268, 0), (560, 1), (564, 0), (572, 1)):
            at.edge(5, level, 10 + us / 1000)
        at.until(40)
    assert at.told == ["press5@10"]


def test_edges_between_request_and_snapshot_are_left_out_as_the_levels_hold_them() -> None:
    kernel = Kernel()
    kernel.levels[5] = 1
    with table(kernel) as at:
        at.edge(5, 1, -0.1)
        at.until(20)
        assert at.told == []
        assert at.sequencer.counts.early == 1


def test_B13_edges_that_the_kernel_dropped_are_counted_and_the_levels_read() -> None:
    with table() as at:
        with at.request.stalled(queue=16):
            for number in range(40):
                at.edge(5, (number + 1) % 2, 1 + number / 100)
        at.until(60)
        assert at.sequencer.counts.lost == 24
        assert at.reads
        at.edge(5, 1, 70)
        at.until(90)
    assert at.told[-1].startswith("press5@70")


def test_coalesced_edges_show_as_holes_in_the_common_numbers() -> None:
    with table() as at:
        at.edge(5, 0, 1, merged=True)
        at.edge(5, 1, 1.2)
        at.until(20)
        assert at.sequencer.counts.coalesced == 1
    assert at.told == ["press5@1.2 coalesced"]


@pytest.mark.parametrize("counted", [(1 << 31) - 2, (1 << 32) - 2])
def test_numbers_are_whole_32_bits_though_the_library_reads_them_as_signed(counted: int) -> None:
    with table(Kernel(counted=counted)) as at:
        for number in range(4):
            at.edge(5, (number + 1) % 2, 1 + 40 * number)
        at.until(200)
    came = [(edge.gseq, edge.lseq) for batch in at.batches for edge in batch.edges]
    assert came == [((counted + n) % (1 << 32),) * 2 for n in range(1, 5)]


# Levels


def test_levels_are_read_every_10_ms_and_told_once_the_guard_has_passed_them() -> None:
    with table() as at:
        at.until(100)
        assert len(at.reads) >= 5
        for batch in at.batches:
            if batch.read is not None:
                assert batch.barrier_ns is not None
                assert batch.barrier_ns - batch.read.t_ns >= at.source.constants.guard_ns


def test_B01_a_lost_release_is_found_by_the_levels() -> None:
    with table(kernel := Kernel()) as at:
        at.edge(5, 1, 1)
        at.until(30)
        kernel.levels[5] = 0
        at.until(80)
    assert [word.split("@")[0] for word in at.told] == ["press5", "release5"]
    assert at.told[1].endswith("resync")


def test_levels_are_read_at_once_when_asked_for() -> None:
    with table() as at:
        at.source.want_levels()
        at.request.come_round()
        at.clock.advance(3 * MS)
        at.request.come_round()
        at.hear()
        assert [read.t_ns for read in at.reads] == [START_NS]


# How it is


def test_B25_a_button_pressed_at_the_start_is_told_and_no_error() -> None:
    kernel = Kernel()
    kernel.levels[6] = 1
    with table(kernel) as at:
        assert at.source.held == (6,)
        at.until(30)
        assert "pressed since the start: line 6" in at.source.health().message
        at.edge(6, 0, 40)
        at.until(75)
        at.edge(6, 1, 80)
        at.until(120)
        assert at.source.health().message == ""
    assert at.told == ["release6@52 initial", "press6@80"]


def test_the_reader_is_well_while_it_comes_round() -> None:
    with table() as at:
        at.until(30)
        health = at.source.health()
        assert health.alive
        assert health.message == ""
        assert at.clock.now_ns() - health.beat_ns < 50 * MS


def test_a_reader_that_does_not_come_round_is_told() -> None:
    at = Table(Kernel())
    at.source.close()
    assert not at.source.health().alive
    assert "not open" in at.source.health().message


def test_a_chip_that_goes_ends_the_buttons_with_what_had_come() -> None:
    with table() as at:
        at.edge(5, 1, 1)
        at.until(20)
        at.request.unplug()
        with pytest.raises(ButtonsLost, match=r"gone \(No such device\)"):
            at.hear_for_good()
        assert not at.source.health().alive
    assert at.told == ["press5@1"]


def test_B12_an_error_in_whoever_hears_costs_no_edge() -> None:
    with table() as at:
        at.edge(5, 1, 1)
        at.until(20)
        with pytest.raises(ZeroDivisionError):
            print(1 // len(at.told[1:]))
        at.edge(6, 1, 30)
        at.until(50)
        assert at.source.health().alive
    assert at.told == ["press5@1", "press6@30"]


def test_B14_stamps_of_another_clock_never_get_in() -> None:
    with table() as at:
        at.request.edge(5, 1, 1_700_000_000_000_000_000)
        with pytest.raises(ClockDomainError, match="another clock"):
            at.hear_for_good()
    assert at.told == []


def test_a_session_that_stands_still_loses_nothing_and_keeps_little() -> None:
    with table() as at:
        for number in range(300):
            at.edge((5, 6)[number % 2], number // 2 % 2 ^ 1, 1 + number)
            at.clock.advance(1 * MS)
        for _ in range(60):
            at.clock.advance(5 * MS)
            at.request.come_round()
        batches = at.source.poll()
        assert sum(len(batch.edges) for batch in batches) == 300
        assert sum(batch.read is not None for batch in batches) <= 1
        assert len(batches) <= 302


# What is said at the start


@pytest.mark.parametrize(
    ("chips", "path"),
    [
        ({0: "gpio-brcmstb", 4: "pinctrl-rp1"}, "/dev/gpiochip4"),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb"}, "/dev/gpiochip0"),
        ({0: "pinctrl-rp1", 4: "link to 0"}, "/dev/gpiochip0"),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, "/dev/gpiochip0"),
    ],
)
def test_B05_the_chip_is_found_by_its_label_wherever_it_stands(
    chips: dict[int, str], path: str
) -> None:
    found = {
        f"/dev/gpiochip{number}": ("gpiochip0", "pinctrl-rp1")
        if label == "link to 0"
        else (f"gpiochip{number}", label)
        for number, label in chips.items()
    }
    assert header_chip(Kernel(found), LINES).path == path


def test_B05_without_the_chip_the_labels_found_are_told() -> None:
    kernel = Kernel({"/dev/gpiochip0": ("gpiochip0", "gpio-brcmstb")})
    with pytest.raises(ChipMissingError, match=r"there is: gpio-brcmstb \(/dev/gpiochip0\)"):
        source(kernel).open()


def test_another_board_is_found_by_a_label_or_by_the_names_of_its_lines() -> None:
    chips = {
        "/dev/gpiochip0": ("gpiochip0", "expander"),
        "/dev/gpiochip1": ("gpiochip1", "other"),
    }
    assert header_chip(Kernel(chips), LINES, "other").path == "/dev/gpiochip1"
    assert header_chip(Kernel(chips, names=True), LINES).path == "/dev/gpiochip0"
    with pytest.raises(ChipMissingError, match="no GPIO chip a label that is not there"):
        header_chip(Kernel(chips), LINES, "a label that is not there")


def test_a_line_that_the_chip_has_not_is_told() -> None:
    with pytest.raises(ChipMissingError, match="no line 17"):
        source(Kernel(lines=8)).open()


def test_a_machine_without_chips_is_told_to_play_with_keys() -> None:
    with pytest.raises(ChipMissingError, match="this machine has none; play with keys"):
        source(Kernel({})).open()


def test_no_permission_names_the_group_and_the_command() -> None:
    with pytest.raises(ChipDeniedError, match="sudo usermod -aG gpio anna"):
        source(Kernel(denied=True)).open()


def test_B10_B11_a_line_in_use_names_who_has_it_and_leaves_none_half_taken() -> None:
    kernel = Kernel()
    kernel.holders["/dev/gpiochip0", 6] = "a thermometer"
    with pytest.raises(LineInUseError, match="line 6 of /dev/gpiochip0 is in use by a thermometer"):
        source(kernel).open()
    assert list(kernel.holders.values()) == ["a thermometer"]


def test_B10_a_second_table_is_told_of_the_first_and_may_follow_it() -> None:
    kernel = Kernel()
    first, second = source(kernel), source(kernel)
    first.open()
    with pytest.raises(LineInUseError, match="another table is running"):
        second.open()
    first.close()
    second.open()
    second.close()
    assert kernel.holders == {}


def test_it_is_opened_once_and_closed_as_often_as_one_likes() -> None:
    opened = source(Kernel())
    opened.close()
    opened.open()
    with pytest.raises(ButtonsError, match="in use already"):
        opened.open()
    opened.close()
    opened.close()
    with pytest.raises(ButtonsError, match="not open"):
        opened.poll()


@pytest.mark.parametrize(
    ("library", "said"),
    [
        (object(), "gpiod is of version 1; need gpiod >= 2.1"),
        (Kernel().gpiod("2.0.2"), "gpiod is 2.0.2; need gpiod >= 2.1"),
    ],
)
def test_B34_an_old_library_is_told_which_is_needed(library: object, said: str) -> None:
    opened = GpioSource(LINES, ManualClock(), chips=Kernel(), load=lambda _name: library)
    with pytest.raises(LibraryError, match=said):
        opened.open()


def test_B34_a_missing_library_is_told_which_is_needed() -> None:
    def load(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named '{name}'")

    with pytest.raises(LibraryError, match=r"gpiod is missing .*; need gpiod >= 2.1: pip install"):
        GpioSource(LINES, ManualClock(), chips=Kernel(), load=load).open()


def test_B07_importing_the_buttons_imports_no_library() -> None:
    look = "import sys, hal.gpio, hal.lgpio, hal.zero; print(*sys.modules)"
    names = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"gpiod", "gpiozero", "lgpio", "RPi"} & set(names)
