"""The event stream of a table: one source, debounced and ordered, and kept if wanted.

The law: what comes out is a function of the batches that went in, so the log of the batches gives
the same events again, byte for byte.
"""

from collections.abc import Callable
from enum import Enum

from hal.buttons import Batch, ButtonEvent, Kind, Source
from hal.debounce import Constants
from hal.edgeline import Header, batch_lines, header_line
from hal.sequence import Sequencer


class LineTrouble(Enum):
    """Why a line is not heard just now."""

    HELD = "held"
    """It was pressed when the source was opened, and has not been let go yet."""
    STUCK = "stuck"
    """It has been pressed for too long."""
    OFF = "off"
    """It never came to rest, and is heard again when it behaves."""


class Stream:
    """Opens a source and hears it out. Used by one thread.

    `log` is handed each line of the edge log, without its end, before it is acted on; of barriers
    that nothing comes between only the last is told, which decides the same. Raises from its
    making and from `listen` what the source raises.
    """

    def __init__(
        self, source: Source, constants: Constants, log: Callable[[str], None] | None = None
    ) -> None:
        first = source.open()
        self.source = source
        self.opened_ns = first.t_ns
        self._log = log
        self._sequencer = Sequencer(first.levels, constants, first.t_ns)
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
        for batch in self.source.poll():
            self._keep(batch)
            heard += self._sequencer.take(batch)
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
        if batch.edges or batch.read is not None:
            self._tell_untold()
            self._write(batch)
        elif batch.barrier_ns is not None:
            untold_ns = 0 if self._untold is None else self._untold.barrier_ns or 0
            self._untold = Batch((), max(batch.barrier_ns, untold_ns))

    def _tell_untold(self) -> None:
        if self._untold is not None:
            self._write(self._untold)
            self._untold = None

    def _write(self, batch: Batch) -> None:
        if self._log is not None:
            for line in batch_lines(batch):
                self._log(line)
