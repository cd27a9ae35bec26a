"""The event stream of a table: one source, debounced and ordered, and kept if wanted.

The law: what comes out is a function of the batches that went in, so the log of the batches gives
the same events again, byte for byte.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Final

from hal.buttons import Batch, ButtonEvent, Edge, Kind, LevelRead, Source
from hal.debounce import Constants
from hal.edgeline import Header, batch_lines, header_line
from hal.sequence import Sequencer

_LOW: Final = (1 << 32) - 1
"""Edges are numbered modulo 2**32."""


class LineTrouble(Enum):
    """Why a line is not heard just now."""

    HELD = "held"
    """It was pressed when the source was opened, and has not been let go yet."""
    STUCK = "stuck"
    """It has been pressed for too long."""
    OFF = "off"
    """It never came to rest, and is heard again when it behaves."""


class Numbers:
    """Where the numbers of edges begin in a log that is not the first of its source.

    `gseq`, `lseqs`: those of the last edges before; they were counted from `earlier` already.
    """

    def __init__(self, gseq: int, lseqs: Mapping[int, int], earlier: "Numbers | None") -> None:
        before, befores = (
            (0, dict[int, int]()) if earlier is None else (earlier._gseq, earlier._lseqs)
        )
        self._gseq: int = before + gseq
        self._lseqs: dict[int, int] = {
            line: befores.get(line, 0) + lseq for line, lseq in lseqs.items()
        }

    def since(self, batch: Batch) -> Batch:
        """This batch, its edges counted from there."""
        if not batch.edges:
            return batch
        return replace(batch, edges=tuple(map(self._counted, batch.edges)))

    def _counted(self, edge: Edge) -> Edge:
        gseq, lseq = edge.gseq, edge.lseq
        if gseq is not None:
            gseq = (gseq - self._gseq) & _LOW
        if lseq is not None:
            lseq = (lseq - self._lseqs.get(edge.line, 0)) & _LOW
        return replace(edge, gseq=gseq, lseq=lseq)


class Stream:
    """Opens a source and hears it out. Used by one thread.

    `log` is handed each line of the edge log, without its end, before it is acted on; of barriers
    that nothing comes between only the last is told, which decides the same, and so of level reads
    that find nothing new. `is_full` is asked, where nothing of before matters any more, whether
    another log is to begin, with a header as the first did. Raises from its making and from
    `listen` what the source raises.
    """

    def __init__(
        self,
        source: Source,
        constants: Constants,
        log: Callable[[str], None] | None = None,
        is_full: Callable[[], bool] | None = None,
    ) -> None:
        first = source.open()
        self.source = source
        self.opened_ns = first.t_ns
        self._log, self._is_full = log, is_full
        self._sequencer = Sequencer(first.levels, constants, first.t_ns)
        self._numbers: Numbers | None = None
        self._untold: Batch | None = None
        self._ended_ns: int | None = None
        self._held = {line for line, level in first.levels.items() if level}
        if log is not None:
            log(header_line(Header(first.levels, constants, first.t_ns)))

    @property
    def horizon_ns(self) -> int:
        """Every event to come is younger than this."""
        return self._sequencer.horizon_ns

    @property
    def undecided_ns(self) -> int | None:
        """When the next contact under way may be decided; None: none is."""
        return self._sequencer.undecided_ns

    @property
    def ended(self) -> bool:
        """Whether no press can come any more: the source has ended, and all it told is decided."""
        return self._ended_ns is not None and self.horizon_ns >= self._ended_ns

    def troubled(self) -> dict[int, LineTrouble]:
        """The lines that are not heard just now, and why."""
        return (
            dict.fromkeys(self._held, LineTrouble.HELD)
            | dict.fromkeys(self._sequencer.stuck, LineTrouble.STUCK)
            | dict.fromkeys(self._sequencer.disabled, LineTrouble.OFF)
        )

    def listen(self) -> list[ButtonEvent]:
        """What has become certain since the last call, in its one order."""
        heard: list[ButtonEvent] = []
        for told in self.source.poll():
            batch = told if self._numbers is None else self._numbers.since(told)
            self._keep(batch)
            heard += self._sequencer.take(batch)
            if self._is_full is not None and batch.read is not None:
                self._begin_anew(batch.read, self._is_full)
            if self._ended_ns is None and self.source.ended:
                self._ended_ns = batch.barrier_ns
        if self._held:
            self._held -= {event.line for event in heard if event.kind is Kind.RELEASE}
        if self._sequencer.resync_wanted:
            self.source.want_levels()
        return heard

    def close(self) -> None:
        """Let the source go; the log is whole then."""
        self.source.close()
        self._tell_untold()

    def _keep(self, batch: Batch) -> None:
        if self._log is None:
            return
        read, before = batch.read, self._untold or Batch((), None)
        if batch.edges or (read is not None and not self._sequencer.believes(read.levels)):
            self._tell_untold()
            self._write(batch)
        else:
            if read is not None and before.read is not None and not _outdates(read, before.read):
                self._tell_untold()
                before = Batch((), None)
            times_ns = [each for each in (before.barrier_ns, batch.barrier_ns) if each is not None]
            self._untold = Batch((), max(times_ns, default=None), read or before.read)

    def _begin_anew(self, read: LevelRead, is_full: Callable[[], bool]) -> None:
        """Another log from here on, if it is time for one. What is heard is judged from its header
        as it will be when it is judged again, so both come to the same.

        It begins with a read of all lines: a press that is lost later is no older than that."""
        before = self._sequencer
        rested_ns = before.rested_ns
        if rested_ns is None or read.levels != before.levels or not is_full():
            return
        self._tell_untold()
        self._numbers = Numbers(*before.numbers, self._numbers)
        header = Header(before.levels, before.constants, rested_ns + 1)
        self._sequencer = header.sequencer()
        self._untold = Batch((), before.barrier_ns, read)
        self._sequencer.take(self._untold)
        if self._log is not None:
            self._log(header_line(header))

    def _tell_untold(self) -> None:
        if self._untold is not None:
            self._write(self._untold)
            self._untold = None

    def _write(self, batch: Batch) -> None:
        if self._log is not None:
            for line in batch_lines(batch):
                self._log(line)


def _outdates(read: LevelRead, earlier: LevelRead) -> bool:
    """Whether nothing hangs on the earlier read any more, if both find nothing new."""
    return read.t_ns >= earlier.t_ns and read.levels.keys() >= earlier.levels.keys()
