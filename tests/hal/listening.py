"""Scripts of edges in ms, and what a table told of them in a few words.

A script holds ``(t, line, level)``; an arrival other than `t`, and numbers, go by name. What was
told reads as ``press5@0``, with ``of t`` if the contact was at another time, ``since t`` if it may
have been made earlier, and the flags.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from hal.buttons import ButtonEvent, Edge
from hal.debounce import Constants
from hal.sequence import Sequencer

MS = 1_000_000
TABLE = {5: 0, 6: 0, 7: 0}
TOP = 1 << 32
"""How many numbers a kernel has for edges."""
Script = Iterable[tuple[float, int, int]]


def ns(t_ms: float) -> int:
    """Whole ns of a time in ms as it is written."""
    return int(Decimal(str(t_ms)) * MS)


def ms(t_ns: int) -> str:
    """A time in ms without needless digits."""
    text = f"{Decimal(t_ns) / MS:.6f}"
    return text.rstrip("0").rstrip(".")


def edge(t: float, line: int, level: int, gseq: int | None = None, lseq: int | None = None) -> Edge:
    return Edge(ns(t), line, level, gseq, lseq)


def edges(*script: tuple[float, int, int]) -> list[Edge]:
    return [edge(*each) for each in script]


def say(event: ButtonEvent) -> str:
    words = [f"{event.kind.value}{event.line}@{ms(event.ts_ns)}"]
    if event.contact_ns != event.ts_ns:
        words += ["of", ms(event.contact_ns)]
    if event.uncertainty_ns:
        words += ["since", ms(event.ts_ns - event.uncertainty_ns)]
    return " ".join([*words, *event.flags.names])


class Table:
    """Lines that are heard at every `step` ms, from 0 on."""

    def __init__(
        self,
        levels: Mapping[int, int] | None = None,
        constants: Constants | None = None,
        step: float = 1,
    ) -> None:
        self.sequencer = Sequencer(TABLE if levels is None else levels, constants)
        self.events: list[ButtonEvent] = []
        self.told_at: list[str] = []
        self._step_ns = ns(step)
        self._next_ns = 0
        self._arriving: list[tuple[int, int, Edge]] = []

    def script(self, *edges: tuple[float, int, int]) -> "Table":
        for each in edges:
            self.expect(edge(*each))
        return self

    def expect(self, edge: Edge, arrival: float | None = None) -> "Table":
        arrival_ns = edge.ts_ns if arrival is None else ns(arrival)
        self._arriving.append((arrival_ns, len(self._arriving), edge))
        return self

    def until(self, t: float) -> "Table":
        """Hear up to `t` ms, the barrier there included."""
        self._arriving.sort()
        while self._next_ns <= ns(t):
            now_ns, come = self._next_ns, []
            while self._arriving and self._arriving[0][0] <= now_ns:
                come.append(self._arriving.pop(0)[2])
            self._take(self.sequencer.feed(come, now_ns), now_ns)
            self._next_ns += self._step_ns
        return self

    def read(self, t: float, levels: Mapping[int, int]) -> "Table":
        """Hear up to `t`, and read levels there."""
        self.until(t)
        self.sequencer.resync(levels, ns(t))
        return self

    def _take(self, events: list[ButtonEvent], now_ns: int) -> None:
        self.events += events
        self.told_at += [ms(now_ns)] * len(events)

    @property
    def told(self) -> list[str]:
        return [say(event) for event in self.events]


def told(*script: tuple[float, int, int], until: float = 300) -> list[str]:
    return Table().script(*script).until(until).told


def heard(sequencer: Sequencer, *come: Edge, at: float) -> list[str]:
    """What is told when these edges have come, and a barrier."""
    return [say(event) for event in sequencer.feed(come, ns(at))]
