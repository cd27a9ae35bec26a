"""Who writes a game down: its journal, its record, and its facts in words where nobody sees them.

The law: only a game with people has a journal, for only they want to go on with it; a record is
kept of whatever game was asked for. A finished game's journal becomes the last game's record.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from device.dealing import seats_of
from device.journal import Journal, JournalError, read_back
from game.events import Fact, Input
from game.record import Header

JOURNAL, LAST, DAMAGED = "game.jsonl", "last-game.jsonl", "damaged-game.jsonl"


class Scribe:
    """Writes the games of one evening.

    `record` names the file for the first game's record, later ones go to `name-2` and so on.
    `warn` is told what could not be written or read, a line each; the games go on without.
    `say` is told each fact, with the game's header; None where people see a picture.
    """

    def __init__(
        self,
        state_dir: Path,
        record: Path | None,
        warn: Callable[[str], None],
        say: Callable[[Header, Fact], None] | None = None,
    ) -> None:
        self._folder = state_dir
        self._record = record
        self._warn = warn
        self._say = say
        self._games = 0

    def begin(self, header: Header) -> Sequence[Journal]:
        """The journals of a new game. Raises JournalError if the record cannot be written."""
        self._games += 1
        journals = []
        if self._record is not None:
            name = self._record
            if self._games > 1:
                name = name.with_name(f"{name.stem}-{self._games}{name.suffix}")
            journals.append(Journal.begin(name, header))
        if any(seat.is_person for seat in seats_of(header)):
            try:
                journals.append(Journal.begin(self._folder / JOURNAL, header))
            except JournalError as error:
                self._warn(str(error))
        return journals

    def unfinished(self) -> tuple[Header, Sequence[Input]] | None:
        """The game that was not finished, None without one; a damaged journal is put aside."""
        try:
            return read_back(self._folder / JOURNAL)
        except JournalError as error:
            with suppress(OSError):
                os.replace(self._folder / JOURNAL, self._folder / DAMAGED)
            self._warn(f"{error}; it is kept as {DAMAGED}")
            return None

    def go_on(self) -> Sequence[Journal]:
        """The journal of the game that was not finished, to be written on."""
        self._games += 1
        try:
            return (Journal.go_on(self._folder / JOURNAL),)
        except JournalError as error:
            self._warn(str(error))
            return ()

    def tell(self, header: Header, facts: Iterable[Fact]) -> None:
        """These facts have come about."""
        if self._say is not None:
            for fact in facts:
                self._say(header, fact)

    def finished(self) -> None:
        """The running game is over; its journals are closed."""
        with suppress(OSError):  # there is none, or the warning has been given
            os.replace(self._folder / JOURNAL, self._folder / LAST)
