"""Wires for the bench: a pipe, on which other processes press, and an I2C bus with a panel.

The law: everything behind the wires is the table's own, its reader in its thread as well. Run as a
program (`python -m tests.bench.pipes ...`) it is `ratscrew play` at wired buttons, whose lines are
the pipe of the descriptor in `RATSCREW_PIPE`.
"""

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import Process
from random import Random
from select import select
from struct import Struct
from typing import Final

from hal.buttons import Edge
from hal.chips import Chip, Holder
from hal.clock import Clock
from hal.gpio import GPIO_CAPABILITIES, GPIO_CONSTANTS
from hal.wired import Wire, WiredSource

PIPE: Final = "RATSCREW_PIPE"
BUS: Final = "/dev/i2c-1"
"""Which no machine needs to have here."""
_EDGE: Final = Struct("<QBB")


def press(pipe: int, line: int, apart_s: tuple[float, float], seed: str) -> None:
    """A person at a button, until nobody listens; `apart_s`: how long it is down, and then up."""
    chance = Random(seed)
    try:
        while True:
            for level in (1, 0):
                time.sleep(chance.uniform(*apart_s))
                edge(pipe, line, level)
    except OSError:
        pass


def edge(pipe: int, line: int, level: int) -> None:
    """A line changes now."""
    os.write(pipe, _EDGE.pack(time.monotonic_ns(), line, level))


@contextmanager
def pressed(pipe: int, lines: Mapping[int, tuple[float, float]], seed: str) -> Iterator[None]:
    """People press the buttons of these lines, each at its pace."""
    people = [
        Process(target=press, args=(pipe, line, apart_s, f"{seed}/{line}"), daemon=True)
        for line, apart_s in lines.items()
    ]
    for person in people:
        person.start()
    try:
        yield
    finally:
        for person in people:
            person.kill()
            person.join()


class Pipe(Wire):
    """Lines at the other end of a pipe."""

    def __init__(self, pipe: int, lines: Sequence[int]) -> None:
        self._pipe, self._levels = pipe, dict.fromkeys(lines, 0)
        os.set_blocking(pipe, False)

    def wait(self, most_ns: int) -> None:
        """Come back when an edge is queued, at latest after `most_ns`."""
        select([self._pipe], [], [], most_ns / 1e9)

    def take(self) -> list[Edge]:
        """All that is in the pipe."""
        try:
            told = os.read(self._pipe, 1000 * _EDGE.size)
        except BlockingIOError:
            return []
        edges = [Edge(ts_ns, line, level) for ts_ns, line, level in _EDGE.iter_unpack(told)]
        self._levels.update((edge.line, edge.level) for edge in edges)
        return edges

    def levels(self) -> dict[int, int]:
        """What the edges have told."""
        return dict(self._levels)

    def release(self) -> None:
        """Whoever writes hears of it."""
        os.close(self._pipe)


class Pipes:
    """The chips there are: the pipe."""

    def found(self) -> Sequence[Chip]:
        """One."""
        return [Chip("/dev/pipe", "pipe", "pipe", 64)]

    def holder(self, chip: Chip, line: int) -> Holder:
        """Nobody."""
        return Holder("", None)

    def admission(self, chip: Chip) -> str:
        """Everybody may."""
        return ""


class PipeSource(WiredSource):
    """Buttons that other processes press."""

    constants, capabilities = GPIO_CONSTANTS, GPIO_CAPABILITIES

    def __init__(self, pipe: int, lines: Sequence[int], clock: Clock) -> None:
        super().__init__(lines, clock, "pipe", chips=Pipes())
        self._pipe = pipe

    def _prepare(self) -> None:
        pass

    def _take(self, chip: Chip) -> Wire:
        return Pipe(self._pipe, self.lines)


class Bus:
    """What smbus2 calls an SMBus: a panel that takes all that it is sent, at 400 kHz."""

    def __init__(self, _port: int) -> None:
        pass

    def write_i2c_block_data(self, _address: int, _control: int, data: Sequence[int]) -> None:
        """Commands."""
        _send(2 + len(data))

    def i2c_rdwr(self, message: Sequence[int]) -> None:
        """Dots."""
        _send(1 + len(list(message)))

    def read_byte(self, _address: int) -> int:
        """It is a SSD1306, and shines."""
        return 0x06

    def close(self) -> None:
        """Nothing to let go."""


def _send(count: int) -> None:
    time.sleep(count * 9 / 400_000)


def main() -> int:
    """The command of the product, with these wires for those of a Pi."""
    import smbus2

    from device.dispatch import play
    from device.language import language
    from device.terminal import Terminal

    smbus2.SMBus, there = Bus, os.path.exists
    os.path.exists = lambda path: path == BUS or there(path)
    pipe = int(os.environ[PIPE])
    return int(
        play(
            sys.argv[1:],
            Terminal(language("en")),
            lambda _word, lines, _wiring, clock, *_: PipeSource(pipe, lines, clock),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
