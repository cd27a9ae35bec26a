"""All slaps of a game on file, for a tally: a long record may have millions.

The law: the list is complete and in order however long it is, and takes no memory to speak of.
"""

from collections.abc import Iterator
from struct import Struct
from tempfile import SpooledTemporaryFile

from game.events import Verdict
from game.score import SlapRecord

_FORM = Struct("<QBB")
"""Time, seat, place of the verdict: each as wide as the next, so it can be written over."""
_VERDICTS = tuple(Verdict)
_PLACES = {verdict: place for place, verdict in enumerate(_VERDICTS)}
_AT_ONCE = 4096
"""Slaps that are kept in memory, and that are read at a time."""


class SlapFile:
    """Keeps what a list would (`game.score.Slaps`). Close it."""

    def __init__(self) -> None:
        most = _FORM.size * _AT_ONCE
        self._file = SpooledTemporaryFile(most)  # noqa: SIM115 - it lives as long as this

    def append(self, slap: SlapRecord) -> None:
        """Keep one more."""
        self._file.write(_FORM.pack(slap.t_us, slap.seat, _PLACES[slap.verdict]))

    def __setitem__(self, place: int, slap: SlapRecord) -> None:
        """Another verdict at a place from 0."""
        self._file.seek(_FORM.size * place)
        self.append(slap)
        self._file.seek(0, 2)

    def __iter__(self) -> Iterator[SlapRecord]:
        """All of them, once; nothing may be added meanwhile."""
        self._file.seek(0)
        while piece := self._file.read(_FORM.size * _AT_ONCE):
            for t_us, seat, place in _FORM.iter_unpack(piece):
                yield SlapRecord(t_us, seat, _VERDICTS[place])

    def __len__(self) -> int:
        return self._file.tell() // _FORM.size

    def close(self) -> None:
        """Let the file go."""
        self._file.close()
