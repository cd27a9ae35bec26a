"""How many edges a second one core takes, and that memory stays flat.

The traffic is bouncing presses on six lines, numbered as the kernel does: seven edges down, one up.
Each figure is the median of several runs, in time of the processor.
"""

import io
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from gpiozero import Button
from gpiozero.pins.mock import MockFactory

from hal.buttons import Edge
from hal.debounce import Constants
from hal.edgeline import Header, header_line
from hal.edgelog import EdgeLog, event_line, judge
from hal.sequence import Sequencer

LINES = (5, 6, 7, 8, 12, 13)
BOUNCE_US = ((0, 1), (8, 0), (12, 1), (268, 0), (560, 1), (564, 0), (572, 1))
US, MS = 1_000, 1_000_000


def presses(count: int) -> Iterator[Edge]:
    """`count` edges: every 60 ms a round in which all lines are pressed and let go."""
    own, told = dict.fromkeys(LINES, 0), 0
    for start_ns in range(0, sys.maxsize, 60 * MS):
        script = []
        for place, line in enumerate(LINES):
            at_ns = start_ns + place * 97 * US
            script += [(at_ns + after * US, line, level) for after, level in BOUNCE_US]
            script.append((at_ns + 30 * MS, line, 0))
        for ts_ns, line, level in sorted(script):
            if told == count:
                return
            told += 1
            own[line] += 1
            yield Edge(ts_ns, line, level, told, own[line])


def dense(count: int) -> list[Edge]:
    """`count` edges, 250,000 a second, on all lines in turn: nothing rests."""
    size = len(LINES)
    return [
        Edge(number * 4 * US, LINES[number % size], number // size % 2, number + 1, number // size)
        for number in range(count)
    ]


def polled(edges: list[Edge]) -> list[tuple[list[Edge], int]]:
    """The edges as polls of 1 ms see them, those that see none included."""
    batches: list[tuple[list[Edge], int]] = []
    for edge in edges:
        while not batches or batches[-1][1] < edge.ts_ns:
            batches.append(([], len(batches) * MS + MS))
        batches[-1][0].append(edge)
    return batches


def edges_a_second(edges: list[Edge], batches: list[tuple[list[Edge], int]]) -> float:
    """Through debounce and sequence, one feed a batch."""
    feed = Sequencer(dict.fromkeys(LINES, 0)).feed
    start = time.process_time()
    for batch, barrier_ns in batches:
        feed(batch, barrier_ns)
    return len(edges) / (time.process_time() - start)


def log_bytes_a_second(edges: list[Edge]) -> float:
    """Edge log to lines of output."""
    lines = [header_line(Header(dict.fromkeys(LINES, 0), Constants()))]
    for batch, barrier_ns in polled(edges):
        lines += [f'["edge", {e.ts_ns}, {e.line}, {e.level}, {e.gseq}, {e.lseq}]' for e in batch]
        if batch:
            lines.append(f'["barrier", {barrier_ns}]')
    content = "".join(f"{line}\n" for line in lines).encode()
    start = time.process_time()
    for told in judge(EdgeLog(io.BytesIO(content))):
        event_line(told)
    return len(content) / (time.process_time() - start)


def memory_growth(count: int) -> int:
    """Bytes by which the process grew between the first tenth and the end of `count` edges."""
    sequencer, first = Sequencer(dict.fromkeys(LINES, 0)), 0
    for number, edge in enumerate(presses(count)):
        sequencer.feed((edge,), edge.ts_ns)
        if number == count // 10:
            first = resident()
    return resident() - first


def resident() -> int:
    """Bytes of memory that this process holds just now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def gpiozero_edges_a_second(count: int) -> float:
    """A `Button` on its mock pins, which debounces nothing and orders nothing."""
    factory = MockFactory()
    button = Button(LINES[0], pin_factory=factory)
    button.when_pressed = button.when_released = lambda: None
    pin = factory.pin(LINES[0])
    start = time.process_time()
    for _ in range(count // 2):
        pin.drive_low()
        pin.drive_high()
    spent = time.process_time() - start
    button.close()
    return count / spent


def median(measure: Callable[[], float], runs: int = 5) -> float:
    return statistics.median(measure() for _ in range(runs))


def figures(count: int = 100_000, flat: int = 10_000_000) -> dict[str, float]:
    """The figures by name; `count` edges a run, `flat` edges for the memory."""
    pressing, moving = list(presses(count)), dense(count)
    pressing_polls, moving_polls = polled(pressing), polled(moving)
    return {
        "edges/s, 250 a poll of 1 ms": median(lambda: edges_a_second(moving, moving_polls)),
        "edges/s, presses, polls of 1 ms": median(lambda: edges_a_second(pressing, pressing_polls)),
        "edges/s, one by one": median(
            lambda: edges_a_second(moving, [([edge], edge.ts_ns) for edge in moving])
        ),
        "edges/s, presses, one by one": median(
            lambda: edges_a_second(pressing, [([edge], edge.ts_ns) for edge in pressing])
        ),
        "edges/s, a gpiozero Button on its mock": median(lambda: gpiozero_edges_a_second(count)),
        "bytes/s, edge log": median(lambda: log_bytes_a_second(pressing), 3),
        "bytes grown in nine of ten million edges": memory_growth(flat),
    }


LEAST = {
    "edges/s, 250 a poll of 1 ms": 250_000,
    "edges/s, presses, polls of 1 ms": 250_000,
    "edges/s, one by one": 200_000,
    "edges/s, presses, one by one": 200_000,
    "bytes/s, edge log": 1_000_000,
}
MOST = {"bytes grown in nine of ten million edges": 200_000}


def main() -> int:
    """Print the figures beside their bounds; 1 if one is missed."""
    missed = False
    for name, figure in figures().items():
        kept = LEAST.get(name, figure) <= figure <= MOST.get(name, figure)
        missed = missed or not kept
        bound = ""
        if name in LEAST or name in MOST:
            bound = f"at least {LEAST[name]:,}" if name in LEAST else f"at most {MOST[name]:,}"
        print(f"{figure:14,.0f}  {name:40} {bound}{'' if kept else '   MISSED'}".rstrip())
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
