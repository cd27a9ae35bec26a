"""A simulated GPIO chip of a real kernel (gpio-sim), and hands that press its lines.

For the machine of `run` only: everything happens in configfs and sysfs. A press pulls a line down,
as a button to ground does. Whoever takes a line with a pull-up pulls it up.

A hand waits for no processor: one that had to, amid a bounce, would let go and press again in
truth. So while it presses it goes before the table, which is urgent too.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from hal.debounce import Constants
from hal.urgency import PRIORITY

CONFIG = Path("/sys/kernel/config/gpio-sim")
DOWN, UP = b"pull-down", b"pull-up"
CONTACT_S = 0.06
BOUNCES = 2
STILL_NS, LET_GO_NS = Constants().t_stable_ns * 3 // 4, Constants().t_rel_ns * 3 // 4
"""Closed and open amid a bounce for longer, a contact may be pressed, and let go."""


Move: TypeAlias = tuple[bool, int, int]
"""Whether a contact closed, and the time in ns right before and right after."""


class HeldUpError(Exception):
    """This machine stood still while a hand pressed, which did otherwise than it meant to."""


@contextmanager
def before_all_others() -> Iterator[None]:
    """This thread runs whenever it can, the kernel's interrupts aside."""
    policy, given = os.sched_getscheduler(0), os.sched_getparam(0)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY + 1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, policy, given)


class Sim:
    """A chip with a label. `written` counts the changes of its lines."""

    def __init__(self, label: str, lines: int = 28) -> None:
        self._device = CONFIG / label
        bank = self._device / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(f"{lines}\n")
        (bank / "label").write_text(f"{label}\n")
        (self._device / "live").write_text("1\n")
        self.name = (bank / "chip_name").read_text().strip()
        platform = Path("/sys/devices/platform") / (self._device / "dev_name").read_text().strip()
        self._lines = platform / self.name
        self.written = 0
        self._down = dict.fromkeys(range(lines), True)
        self._pulls = [
            (self._lines / f"sim_gpio{line}" / "pull").open("wb", buffering=0)
            for line in range(lines)
        ]
        for line in range(lines):
            self.pull(line, False)
        self.written = 0

    @property
    def path(self) -> str:
        """The device file."""
        return f"/dev/{self.name}"

    def pull(self, line: int, down: bool) -> tuple[int, int]:
        """Pull a line down or up; the time in ns right before and right after."""
        before_ns = time.monotonic_ns()
        self._pulls[line].write(DOWN if down else UP)
        after_ns = time.monotonic_ns()
        if self._down[line] is not down:
            self._down[line] = down
            self.written += 1
        return before_ns, after_ns

    def press(self, line: int, held_s: float = CONTACT_S) -> tuple[int, int]:
        """A whole press with bouncing contacts; the time around its first edge.

        `HeldUpError` after it if it bounced so slowly that it may have been two.
        """
        with before_all_others():
            closing = self._move(line, True)
            time.sleep(held_s)
            opening = self._move(line, False)
        if may_be_two(closing) or may_be_two(opening):
            raise HeldUpError
        return closing[0][1:]

    def value(self, line: int) -> int:
        """The level that somebody drives, or that it is pulled to."""
        return int((self._lines / f"sim_gpio{line}" / "value").read_text())

    def unplug(self) -> None:
        """Take the chip away, whoever holds it."""
        for pull in self._pulls:
            pull.close()
        take_away(self._device)

    def _move(self, line: int, down: bool) -> list[Move]:
        return [(down, *self.pull(line, down)) for down in (down, *(not down, down) * BOUNCES)]


def unplug_all() -> None:
    """Take all chips away that somebody left behind."""
    for device in list(CONFIG.iterdir()):
        take_away(device)


def take_away(device: Path) -> None:
    """Let a chip be gone from the kernel, and from what describes it."""
    (device / "live").write_text("0\n")
    (device / "bank0").rmdir()
    device.rmdir()


def may_be_two(moves: Sequence[Move]) -> bool:
    """Whether a contact that bounced so was closed and open for long enough to be each."""
    longest_ns = {True: 0, False: 0}
    for (down, before_ns, _), (_, _, after_ns) in pairwise(moves):
        longest_ns[down] = max(longest_ns[down], after_ns - before_ns)
    return longest_ns[True] > STILL_NS and longest_ns[False] > LET_GO_NS
