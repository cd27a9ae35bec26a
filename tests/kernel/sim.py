"""A simulated GPIO chip of a real kernel (gpio-sim), and hands that press its lines.

For the machine of `run` only: everything happens in configfs and sysfs. A press pulls a line down,
as a button to ground does. Whoever takes a line with a pull-up pulls it up.
"""

import time
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim")
DOWN, UP = b"pull-down", b"pull-up"
CONTACT_S = 0.06
BOUNCES = 2


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
        self._down = dict.fromkeys(range(lines), True)
        self._pulls = [
            (self._lines / f"sim_gpio{line}" / "pull").open("wb", buffering=0)
            for line in range(lines)
        ]
        self.written = 0
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
        """A whole press with bouncing contacts; the time around its first edge."""
        first = self.pull(line, True)
        self._bounce(line, True)
        time.sleep(held_s)
        self.pull(line, False)
        self._bounce(line, False)
        return first

    def value(self, line: int) -> int:
        """The level that somebody drives, or that it is pulled to."""
        return int((self._lines / f"sim_gpio{line}" / "value").read_text())

    def unplug(self) -> None:
        """Take the chip away, whoever holds it."""
        for pull in self._pulls:
            pull.close()
        (self._device / "live").write_text("0\n")
        (self._device / "bank0").rmdir()
        self._device.rmdir()

    def _bounce(self, line: int, down: bool) -> None:
        for _bounce in range(BOUNCES):
            self.pull(line, not down)
            self.pull(line, down)
