"""A wire to a panel that counts what it carries: what one frame after the other costs."""

from collections.abc import Sequence

from hal.panel import Kind, Panel


class Meter:
    """Counts the bytes of every transfer, addresses and all."""

    def __init__(self) -> None:
        self.bytes = 0

    def command(self, *words: int) -> None:
        self.bytes += 2 + len(words)

    def data(self, dots: Sequence[int]) -> None:
        self.bytes += 2 + len(dots)

    def status(self) -> None:
        return None

    def cleanup(self) -> None:
        pass


def cost(kind: Kind, old: bytes, new: bytes) -> int:
    """Bytes on the wire that make one frame of another; the panel must tell as many."""
    meter = Meter()
    panel = Panel(meter, kind, ())
    panel.show(old, 1000)
    meter.bytes = 0
    assert panel.show(new, 1000) == meter.bytes
    return meter.bytes
