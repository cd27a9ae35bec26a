"""Who writes a game down: its journal, its record, and its facts in words where nobody sees them.

The law: only a game with people has a journal, for only they want to go on with it; a record is
kept of whatever game was asked for. A finished game's journal becomes the last game's record, one
that is not gone on with is put aside, not lost. One table at a time keeps its journal in a folder,
and only that one has its finished games kept.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from device.dealing import seats_of
from device.journal import FolderInUseError, Journal, JournalError, claimed, read_back
from device.keeper import Keeper
from game.events import Fact, Input
from game.record import Header

JOURNAL, LAST = "game.jsonl", "last-game.jsonl"
DROPPED, DAMAGED = "dropped-game.jsonl", "damaged-game.jsonl"
RECORDS = (DROPPED, LAST, JOURNAL)
"""Any of them may hold a finished game, if the power went at the wrong time."""


class Scribe:
    """Writes the games of one evening.

    `record` names the file for the first game's record, later ones go to `name-2` and so on.
    `warn` is told what could not be written or read, a line each; the games go on without.
    `say` is told each fact, with the game's header; None where people see a picture. `keeper` keeps
    the finished games, None where they are not wanted.
    """

    def __init__(
        self,
        state_dir: Path,
        record: Path | None,
        warn: Callable[[str], None],
        say: Callable[[Header, Fact], None] | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._folder = state_dir
        self._record = record
        self.warn = warn
        self._say = say
        self._keeper = keeper
        self._games = 0
        self._claim: int | None = None
        self._refused = False
        self._keeping = False

    def begin(self, header: Header) -> Sequence[Journal]:
        """The journals of a new game. Raises JournalError if the first record cannot be written."""
        self._warn_of_keeper()
        self._games += 1
        journals = self._records(header)
        self._keeping = False
        if any(seat.is_person for seat in seats_of(header)) and self._folder_is_ours():
            try:
                os.replace(self._folder / JOURNAL, self._folder / DROPPED)
            except FileNotFoundError:
                pass  # there is none
            except OSError:
                self._put_aside(DROPPED)  # a folder has that name
            try:
                journals.append(Journal.begin(self._folder / JOURNAL, header))
                self._keeping = True
            except JournalError as error:
                self.warn(str(error))
        return journals

    def unfinished(self) -> tuple[Header, Sequence[Input]] | None:
        """The game that was not finished, None without one; a damaged journal is put aside."""
        if not os.path.exists(self._folder / JOURNAL) or not self._folder_is_ours():
            return None
        try:
            return read_back(self._folder / JOURNAL)
        except JournalError as error:
            self.warn(f"{error}; it is kept as {self._put_aside(DAMAGED)}")
            return None

    def go_on(self, header: Header, old: Iterable[Input]) -> Sequence[Journal]:
        """The journals of the game that was not finished, to be written on.

        Raises JournalError if its record cannot be written.
        """
        self._games += 1
        journals = self._records(header)
        try:
            for journal in journals:
                for happened in old:
                    journal.append(happened)
        except JournalError as error:
            self.warn(str(error))
        self._keeping = True
        try:
            journals.append(Journal.go_on(self._folder / JOURNAL))
        except JournalError as error:
            self.warn(str(error))
        return journals

    def drop(self) -> None:
        """The game that was not finished is not gone on with; the next is the first."""
        self._games = 0

    def tell(self, header: Header, facts: Iterable[Fact]) -> None:
        """These facts have come about."""
        if self._say is not None:
            for fact in facts:
                self._say(header, fact)

    def finished(self) -> None:
        """The running game is over; may be said again and again."""
        if self._keeping:
            self._keeping = False
            if self._keeper is not None:
                self._keeper.keep(self._folder / JOURNAL)
            with suppress(OSError):  # somebody has taken it away; it would not be gone on with
                os.replace(self._folder / JOURNAL, self._folder / LAST)
        self._warn_of_keeper()

    def close(self) -> None:
        """Let the folder go. May be called again."""
        if self._keeper is not None:
            self._keeper.close()
        self._warn_of_keeper()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _warn_of_keeper(self) -> None:
        for trouble in () if self._keeper is None else self._keeper.troubles():
            self.warn(trouble)

    def _records(self, header: Header) -> list[Journal]:
        if self._record is None:
            return []
        if self._games == 1:
            return [Journal.begin(self._record, header)]
        later = self._record.with_name(_numbered(self._record.name, self._games))
        try:
            return [Journal.begin(later, header)]
        except JournalError as error:
            self.warn(str(error))
            return []

    def _put_aside(self, wanted: str) -> str:
        """The journal gets this name, or one like it that nothing has yet; the name."""
        number, name = 1, wanted
        while os.path.lexists(self._folder / name):
            number += 1
            name = _numbered(wanted, number)
        with suppress(OSError):
            os.replace(self._folder / JOURNAL, self._folder / name)
        return name

    def _folder_is_ours(self) -> bool:
        """Whether no other table keeps its journal there; if one does, that is told once."""
        if self._claim is None and not self._refused:
            try:
                self._claim = claimed(self._folder)
            except FolderInUseError as error:
                self._refused = True
                self.warn(str(error))
            else:
                if self._keeper is not None:
                    self._keeper.wake()
        return not self._refused


def _numbered(name: str, number: int) -> str:
    """A file's name with a number before its ending."""
    path = Path(name)
    return f"{path.stem}-{number}{path.suffix}"
