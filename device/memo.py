"""A game in memory, for a disk that refuses: its record can be written when that lets it."""

from collections.abc import Iterable
from typing import Protocol

from device.idleness import marked
from game.cards import Seat
from game.events import Input
from game.record import Header, header_line, input_line


class Writing(Protocol):
    """What the inputs of a game are written to; the contract is that of `Journal`."""

    def append(self, happened: Input) -> None:
        """Write an input. May raise JournalError."""
        ...

    def mark_idle(self, seat: Seat) -> None:
        """A card of this seat laid itself. May raise JournalError."""
        ...

    def hurry(self) -> None:
        """What was written is to last at once. Never waits."""
        ...

    def close(self) -> None:
        """Nothing more will be written."""
        ...


class Memo:
    """Keeps what a journal is given, and never fails."""

    def __init__(self, header: Header, old: Iterable[Input] = ()) -> None:
        self._header = header
        self._inputs = list(old)

    def append(self, happened: Input) -> None:
        """Note an input."""
        self._inputs.append(happened)

    def mark_idle(self, seat: Seat) -> None:
        """Note it in the first line."""
        self._header = marked(self._header, seat)

    def hurry(self) -> None:
        """Memory is as fast as can be."""

    def close(self) -> None:
        """There is nothing to let go."""

    def record(self) -> bytes:
        """What a whole journal would say."""
        lines = [header_line(self._header), *map(input_line, self._inputs)]
        return "".join(f"{line}\n" for line in lines).encode()
