"""All slaps of a game for a tally, most of them on file: a long record may have millions.

The law: the list is complete and in order however long it is, and takes no memory to speak of.
"""

from collections.abc import Iterator
from struct import Struct
from tempfile import TemporaryFile
from typing import IO

from game.events import Verdict
from game.score import SlapRecord

_FORM = Struct("<QBB")
"""Time, seat, place of the verdict: all of one width, so that one can be written over."""
_VERDICTS = tuple(Verdict)
_PLACES = {verdict: place for place, verdict in enumerate(_VERDICTS)}
_MOST_IN_MEMORY = 4096


class SlapFile:
    """Keeps slaps as a list would (`game.score.Slaps`). Close it."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._on_file = 0
        self._latest: list[SlapRecord] = []

    def append(self, slap: SlapRecord) -> None:
        """Keep one more. Raises OSError where there is no room."""
        if len(self._latest) == _MOST_IN_MEMORY:
            self._put_away()
        self._latest.append(slap)

    def __setitem__(self, place: int, slap: SlapRecord) -> None:
        """Another slap at a place from 0."""
        if self._file is None or place >= self._on_file:
            self._latest[place - self._on_file] = slap
        else:
            self._file.seek(place * _FORM.size)
            self._file.write(_packed(slap))

    def __iter__(self) -> Iterator[SlapRecord]:
        if self._file is not None:
            self._file.seek(0)
            while piece := self._file.read(_MOST_IN_MEMORY * _FORM.size):
                for t_us, seat, place in _FORM.iter_unpack(piece):
                    yield SlapRecord(t_us, seat, _VERDICTS[place])
        yield from self._latest

    def __len__(self) -> int:
        return self._on_file + len(self._latest)

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()

    def _put_away(self) -> None:
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115 - it lives as long as this
        self._file.seek(0, 2)
        self._file.write(b"".join(map(_packed, self._latest)))
        self._on_file += len(self._latest)
        self._latest.clear()


def _packed(slap: SlapRecord) -> bytes:
    return _FORM.pack(slap.t_us, slap.seat, _PLACES[slap.verdict])
