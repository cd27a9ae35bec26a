"""A record on file: looked over as a whole, then read as inputs, both in pieces and quickly.

The law: `game.record` alone decides what a record is. Lines in the common form, which is nearly
all of them, are recognised many at a time; every other line goes to it, and so does the header.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, islice
from typing import BinaryIO, TypeAlias

from game.events import Flip, Input, Leave, Pause, Resume, Shown, Slap, Tick
from game.record import LONGEST_LINE, Record, RecordError, input_line

LATEST_US = (1 << 63) - 1
"""The greatest time that can be judged: 292,000 years."""

_Parts: TypeAlias = tuple[bytes, ...]
"""Time, a kind that stands alone, flip or leave, its seat, the seat of a slap, its uncertainty."""
_PIECE = 1 << 18
_FEW = 256
"""Lines that are read one by one where one of them is uncommon."""
_WHOLE = "(0|[1-9][0-9]{0,17})"
_COMMON = (
    rf'^\[{_WHOLE}, ?"(?:(shown|tick|pause|resume)"'
    r'|(flip|leave)", ?([0-%(last)d])'
    r'|slap", ?([0-%(last)d])(?:, ?([0-9]|[1-9][0-9]{1,3}|[1-4][0-9]{4}|50000))?)\]\r?$'
)
_ALONE: dict[bytes, type[Shown | Tick | Pause | Resume]] = {
    b"shown": Shown,
    b"tick": Tick,
    b"pause": Pause,
    b"resume": Resume,
}


class Evidence:
    """A record in a file that can be read twice; its `header` at once.

    `look_over` first: it finds any damage, and then `cut_off` is the number of a last line that
    was cut off, else None. `inputs` ends where the file ended then. Raises RecordError.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._first = file.readline(LONGEST_LINE + 1)
        self.header = Record(iter([self._first] if self._first else [])).header
        self.cut_off: int | None = None
        self._start = self._end = file.tell()
        pattern = _COMMON % {"last": len(self.header.seats) - 1}
        self._common = re.compile(pattern.encode(), re.MULTILINE)

    def look_over(self) -> None:
        """Read the whole file for damage and nothing else."""
        for _ in self._sheets(None):
            pass
        self._end = self._file.tell()

    def inputs(self) -> Iterator[list[Input]]:
        """All inputs, many at a time."""
        for found, happened in self._sheets(self._end):
            yield [_input(parts) for parts in found] if found else happened

    def _sheets(self, end: int | None) -> Iterator[tuple[list[_Parts], list[Input]]]:
        """Checked lines, many at a time: the parts of common lines, or else inputs."""
        latest_us = 0
        for line, piece in self._pieces(end):
            found = self._found(piece, latest_us)
            if found:
                latest_us = int(found[-1][0])
                yield found, []
                continue
            lines, number = BytesIO(piece), line
            while few := list(islice(lines, _FEW)):
                found = self._found(b"".join(few), latest_us)
                happened = [] if found else self._by_law(few, number, latest_us)
                if found:
                    latest_us = int(found[-1][0])
                elif happened:
                    latest_us = happened[-1].t_us
                yield found, happened
                number += len(few)

    def _pieces(self, end: int | None) -> Iterator[tuple[int, bytes]]:
        """Whole lines of the file, many at a time, with the number of the first."""
        line, rest = 2, b""
        self._file.seek(self._start)
        while True:
            size = _PIECE if end is None else min(_PIECE, end - self._file.tell())
            read = self._file.read(size) if size > 0 else b""
            if not read:
                break
            data = rest + read
            whole = data.rfind(b"\n") + 1
            if whole:
                yield line, data[:whole]
                line += data.count(b"\n", 0, whole)
            rest = data[whole:]
            if len(rest) > LONGEST_LINE:
                break
        if rest:
            yield line, rest

    def _found(self, piece: bytes, latest_us: int) -> list[_Parts]:
        """The parts of each line; empty unless all are in the common form and in order."""
        found: list[_Parts] = self._common.findall(piece)
        if len(found) != piece.count(b"\n") + (not piece.endswith(b"\n")):
            return []
        times = [int(parts[0]) for parts in found]
        return found if times[0] >= latest_us and times == sorted(times) else []

    def _by_law(self, lines: list[bytes], line: int, latest_us: int) -> list[Input]:
        """These lines as `game.record` reads them; a tick before them carries the time so far."""
        so_far = input_line(Tick(latest_us)).encode() + b"\n"
        record = Record(chain([self._first, so_far], lines))
        record.line = line - 2
        happened = list(record)[1:]
        self.cut_off = record.cut_off
        for number, one in enumerate(happened, line):
            if one.t_us > LATEST_US:
                raise RecordError(number, f"t is too large; expected {LATEST_US} or less")
        return happened


def _input(parts: _Parts) -> Input:
    t_us, alone, pressed, seat, slapper, uncertainty_us = parts
    if alone:
        return _ALONE[alone](int(t_us))
    if slapper:
        return Slap(int(t_us), int(slapper), int(uncertainty_us) if uncertainty_us else 0)
    return Flip(int(t_us), int(seat)) if pressed == b"flip" else Leave(int(t_us), int(seat))
