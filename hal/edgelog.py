"""The public log of a table's edges: what it heard, raw, as lines of text and back.

An edge log is JSON Lines in UTF-8: an object that holds the lines, their first levels and the
constants, then one array for each edge, barrier and level read in order of arrival. Judged again by
`judge` it gives the very events that the live table had. A last line without its end, as a cut of
the power leaves it, is no damage: the log is judged up to there. Any other damage raises
`EdgeLogError`, which names the line and what was expected.
"""

import json
import re
from collections.abc import Iterable, Iterator

from hal.buttons import ButtonEvent, Counts, Edge, LevelRead
from hal.edgeline import (
    LATEST_NS,
    LONGEST_LINE,
    Barrier,
    EdgeLogError,
    Heard,
    header_in,
    heard_in,
    line_in,
    parsed_line,
    time_in,
)
from hal.words import Words

MOST_WAITING = 500_000
"""Edges that may wait for a barrier: a thousand times what a table can queue."""


def event_line(told: ButtonEvent | Counts) -> str:
    """An event, or at the end the counts, as one JSON object."""
    if isinstance(told, Counts):
        summary = {
            "edges": told.edges,
            "late": told.late,
            "lost": told.lost,
            "coalesced": told.coalesced,
        }
        return json.dumps({"summary": summary})
    flags = ", ".join(f'"{name}"' for name in told.flags.names) if told.flags else ""
    return (
        f'{{"seq": {told.seq}, "kind": "{told.kind.value}", "line": {told.line}, '
        f'"ts_ns": {told.ts_ns}, "ts_us": {told.ts_us}, "contact_ns": {told.contact_ns}, '
        f'"flags": [{flags}], "uncertainty_us": {told.uncertainty_us}}}'
    )


class EdgeLog:
    """A log read line by line: its `header` at once, what was heard by iterating once.

    `lines` are the raw lines with their ends. After iterating, `cut_off` is the number of a last
    line that was cut off, else None, and `line` that of the last line read.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self.cut_off: int | None = None
        self.line = 1
        first = next(self._lines, b"")
        if not first:
            raise EdgeLogError(1, Words("the file is empty; expected a header"))
        self.header = header_in(parsed_line(first, 1))

    def __iter__(self) -> Iterator[Heard]:
        levels, match = self.header.levels, _COMMON.fullmatch
        for raw in self._lines:
            self.line += 1
            found = match(raw)
            if found is None:
                try:
                    parsed = parsed_line(raw, self.line)
                except EdgeLogError:
                    if raw.endswith(b"\n") or len(raw) > LONGEST_LINE:
                        raise
                    self.cut_off = self.line
                    return
                yield heard_in(parsed, levels, self.line)
                continue
            barrier, ts, line, level, gseq, lseq = found.groups()
            if barrier is not None:
                yield Barrier(time_in(int(barrier), self.line))
                continue
            ts_ns, number = int(ts), int(line)
            if ts_ns > LATEST_NS or number not in levels:
                time_in(ts_ns, self.line)
                line_in(number, levels, self.line)
            if gseq is None:
                yield Edge(ts_ns, number, int(level))
            else:
                yield Edge(ts_ns, number, int(level), int(gseq), int(lseq))


def judge(log: EdgeLog, most_waiting: int = MOST_WAITING) -> Iterator[ButtonEvent | Counts]:
    """The events of a log, as the live table had them, and at last what was counted.

    What no barrier decides is not told. Memory goes by the edges that wait for a barrier. Raises
    `EdgeLogError` at the damage, after the events before it, and when more than about
    `most_waiting` edges wait.
    """
    sequencer = log.header.sequencer()
    edges: list[Edge] = []
    for heard in log:
        match heard:
            case Edge():
                edges.append(heard)
                if len(edges) == _AT_ONCE:
                    sequencer.feed(edges)
                    edges.clear()
                    if sequencer.waiting > most_waiting:
                        raise too_many_waiting(log.line, most_waiting)
            case Barrier(t_ns):
                yield from sequencer.feed(edges, t_ns)
                edges.clear()
            case LevelRead(t_ns, levels):
                sequencer.feed(edges)
                edges.clear()
                sequencer.resync(levels, t_ns)
    sequencer.feed(edges)
    yield sequencer.counts


def too_many_waiting(line: int, most: int) -> EdgeLogError:
    """The damage of a log in which no barrier decides its edges."""
    return EdgeLogError(line, Words("expected a barrier; more than {n} edges wait for one", n=most))


_AT_ONCE = 1000
_WHOLE, _COUNT = "(0|[1-9][0-9]{0,18})", "(0|[1-9][0-9]{0,8})"
# Nearly every line is one of these two; JSON would take twice as long for them.
_COMMON = re.compile(
    (
        rf'\["(?:barrier", ?{_WHOLE}|'
        rf'edge", ?{_WHOLE}, ?{_WHOLE}, ?([01])(?:, ?{_COUNT}, ?{_COUNT})?)\]\r?\n?'
    ).encode()
)
