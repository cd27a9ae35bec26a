"""All slaps of a game in order, each with its verdict, on file: a long record may have millions.

The law: the list is complete and in order however long it is, and takes no memory to speak of.
"""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

from game.cards import Seat
from game.events import Fact, RaceClosed, Slapped, SlapWithdrawn, Verdict

_IN_MEMORY = 1 << 20
_PIECE = 1 << 18
_WIDTH = max(len(verdict.value) for verdict in Verdict)
_WIDE = {verdict: f'"{verdict.value}"'.ljust(_WIDTH + 2).encode() for verdict in Verdict}
"""Each as wide as the widest, so that another can be written over it."""


class SlapList:
    """Add facts in their order; `text` is the list as a summary holds it. Close it."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it lives as long as this
        self._pending: dict[Seat, int] = {}

    def add(self, fact: Fact) -> None:
        """Note a slap, or the verdicts that a race gave; other facts leave the list as it is."""
        match fact:
            case Slapped(t_us=t_us, seat=seat, verdict=verdict):
                start = f"[{t_us},{seat},".encode()
                if verdict is Verdict.PENDING:
                    self._pending[seat] = self._file.tell() + len(start)
                self._file.write(start + _WIDE[verdict] + b"],")
            case RaceClosed():
                for hand in fact.hands:
                    self._settle(hand.seat, hand.verdict)
            case SlapWithdrawn():
                self._settle(fact.seat, Verdict.IGNORED)
            case _:
                pass

    def text(self) -> Iterator[str]:
        """The list as JSON, in pieces."""
        yield "["
        length = self._file.tell() - 1
        self._file.seek(0)
        while length > 0 and (piece := self._file.read(min(_PIECE, length))):
            length -= len(piece)
            yield piece.decode().replace(" ", "")
        yield "]"
        self._file.seek(0, 2)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _settle(self, seat: Seat, verdict: Verdict) -> None:
        self._file.seek(self._pending.pop(seat))
        self._file.write(_WIDE[verdict])
        self._file.seek(0, 2)
