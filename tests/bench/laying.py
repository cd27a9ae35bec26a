"""The table of the benches: people at wired buttons, and a window of the table's own.

The law: it is laid of the product's parts alone; what a bench measures with is handed in.
"""

from typing import Any, TypeVar

from device.app import Table
from device.ear import Ear
from device.easel import Easel
from device.echo import Echo
from device.language import language
from device.last_edges import LastEdges
from device.options import Settings
from device.screens import Sent
from device.scribe import Scribe
from device.troubles import Troubles
from device.tunes import Sounds
from hal.clock import Clock
from hal.display import Display
from hal.gpio import GPIO_CONSTANTS
from hal.stream import Stream
from hal.wiring import Wiring
from tests.bench.pipes import PipeSource

TableT = TypeVar("TableT", bound=Table[Any])


def laid(
    kind: type[TableT],
    source: PipeSource,
    wiring: Wiring,
    display: Display[Any],
    scribe: Scribe,
    clock: Clock,
    rung: bool = True,
    sounds: Sounds | None = None,
    edges: LastEdges | None = None,
) -> TableT:
    """A table of this kind with these parts."""
    log = () if edges is None else (edges.write, edges.is_full)
    return kind(
        ear=Ear(Stream(source, GPIO_CONSTANTS, *log), wiring, rung=rung),
        easel=Easel(display, Sent),
        echo=Echo(sounds),
        scribe=scribe,
        troubles=Troubles(print),
        clock=clock,
        settings=Settings(),
        spoken=language("en"),
    )
