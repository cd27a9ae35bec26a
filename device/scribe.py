"""Who writes a game down: its journal, its record, and its facts in words where nobody sees them.

The law: only a game with people has a journal, for only they want to go on with it, and a lesson
has none; a record is kept of whatever game was asked for. A finished game's journal becomes the
last game's record, one that is not gone on with is put aside, not lost. One table at a time keeps
its journal in a folder, and only that one has its finished games kept: where the journal failed,
from memory.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from device.claim import FolderInUseError, claimed
from device.complaint import Part
from device.dealing import is_lesson, persons_of
from device.headline import Dispute
from device.journal import ROOM, Journal, JournalError
from device.keeper import Keeper
from device.memo import Memo, Writing
from device.troubles import Troubles
from device.unfinished import read_back
from device.waiting import WAITING, PutAsideError, unended
from device.wording import Words
from game.events import Fact, Input
from game.record import Header

JOURNAL, LAST = "game.jsonl", "last-game.jsonl"
DROPPED, DAMAGED = "dropped-game.jsonl", "damaged-game.jsonl"
RECORDS = (DROPPED, LAST, JOURNAL)
"""Any of them may hold a finished game, if the power went at the wrong time."""


class Scribe:
    """Writes the games of one evening.

    `record` names the file for the first game's record, later ones go to `name-2` and so on.
    `troubles` are told what cannot be written or read; the games go on without.
    `say` is told each fact, with the game's header; None where people see a picture. `keeper` keeps
    the finished games, None where they are not wanted.
    """

    def __init__(
        self,
        state_dir: Path,
        record: Path | None,
        troubles: Troubles,
        say: Callable[[Header, Fact | Dispute], None] | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._folder = state_dir
        self._record = record
        self._troubles = troubles
        self._say = say
        self._keeper = keeper
        self._games = 0
        self._claim: int | None = None
        self._refused = False
        self.left_at: datetime | None = None
        """When the game that was not finished was last written on, None: nobody knows."""
        self._journal: Journal | None = None
        self._memo: Memo | None = None

    def begin(self, header: Header) -> Sequence[Writing]:
        """The journals of a new game. Raises JournalError if the first record cannot be written."""
        self._games += 1
        journals = self._records(header)
        self._journal = self._memo = None
        people = bool(persons_of(header))
        if people and not is_lesson(header) and self.folder_is_ours():
            try:
                os.replace(self._folder / JOURNAL, self._folder / DROPPED)
            except FileNotFoundError:
                pass  # there is none
            except OSError:
                self._put_aside(DROPPED)  # a folder has that name
            self._memo = Memo(header)
            journals += [*self._opened(lambda path: Journal.begin(path, header, ROOM)), self._memo]
        return journals

    @property
    def keeps(self) -> bool:
        """Whether the running game could be gone on with later."""
        return self._journal is not None and not self._journal.failed

    def unfinished(self) -> tuple[Header, Sequence[Input]] | None:
        """The game that was not finished, None without one; a damaged journal is put aside."""
        some = any(os.path.exists(self._folder / name) for name in (JOURNAL, WAITING))
        if not some or not self.folder_is_ours():
            return None
        try:
            with suppress(OSError):  # which is told below
                written_s = os.stat(self._folder / JOURNAL).st_mtime
                self.left_at = datetime.fromtimestamp(written_s, UTC).astimezone()
            return read_back(self._folder / JOURNAL)
        except JournalError as error:
            name = self._put_aside(DAMAGED)
            line = Words("{what}; it is kept as {name}", what=error, name=name)
            self._troubles.tell(Part.FILE, PutAsideError(name), line)
            return None

    def go_on(self, header: Header, old: Sequence[Input]) -> Sequence[Writing]:
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
            self._troubles.tell(Part.RECORD, error)
        self._memo = Memo(header, old)
        return [*journals, *self._opened(lambda path: Journal.go_on(path, ROOM)), self._memo]

    def drop(self) -> None:
        """The game that was not finished is not gone on with; the next is the first."""
        self._games = 0

    def tell(self, header: Header, facts: Iterable[Fact | Dispute]) -> None:
        """These facts have come about, or are disputed."""
        if self._say is not None:
            for fact in facts:
                self._say(header, fact)

    def failed(self, errors: Iterable[JournalError]) -> None:
        """The running game could not be written on."""
        for error in errors:
            ours = self._journal is not None and error.path == self._journal.path
            self._troubles.tell(Part.GAME if ours else Part.RECORD, error)

    def finished(self) -> None:
        """The running game is over; may be said again and again."""
        journal, memo = self._journal, self._memo
        self._journal = self._memo = None
        if memo is None:
            return
        if self._keeper is not None:
            whole = journal is not None and not journal.failed
            self._keeper.keep(self._folder / JOURNAL if whole else None, memo.record)
        if journal is not None:
            with suppress(OSError):  # somebody has taken it away; it would not be gone on with
                os.replace(self._folder / JOURNAL, self._folder / LAST)
        self._troubles.mend(Part.GAME)

    def look(self) -> None:
        """Tell what has become of the games that are being kept."""
        if self._keeper is not None:
            self._keeper.report(self._troubles)

    def close(self) -> None:
        """Let the folder go. May be called again."""
        if self._keeper is not None:
            self._keeper.close()
        self.look()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _opened(self, opening: Callable[[Path], Journal]) -> list[Journal]:
        """The journal, if it can be written."""
        try:
            self._journal = opening(self._folder / JOURNAL)
        except JournalError as error:
            self._journal = None
            self._troubles.tell(Part.GAME, error)
            return []
        self._troubles.mend(Part.GAME)
        return [self._journal]

    def _records(self, header: Header) -> list[Writing]:
        if self._record is None:
            return []
        if self._games == 1:
            return [Journal.begin(self._record, header)]
        later = self._record.with_name(_numbered(self._record.name, self._games))
        try:
            record = Journal.begin(later, header)
        except JournalError as error:
            self._troubles.tell(Part.RECORD, error)
            return []
        self._troubles.mend(Part.RECORD)
        return [record]

    def _put_aside(self, wanted: str) -> str:
        """The journal gets this name, or one like it that nothing has yet; the name."""
        number, name = 1, wanted
        while os.path.lexists(self._folder / name):
            number += 1
            name = _numbered(wanted, number)
        with suppress(OSError):
            os.replace(self._folder / JOURNAL, self._folder / name)
        return name

    def folder_is_ours(self) -> bool:
        """Whether no other table keeps its journal there; if one does, that is told once."""
        if self._claim is None and not self._refused:
            try:
                self._claim = claimed(self._folder)
            except FolderInUseError as error:
                self._refused = True
                self._troubles.tell(Part.GAME, error)
            else:
                with suppress(OSError):  # then it goes on waiting
                    self._bring_back()
                if self._keeper is not None:
                    self._keeper.wake()
        return not self._refused

    def _bring_back(self) -> None:
        """A game that was over, but whose end the disk did not get any more, is running again."""
        running, last = self._folder / JOURNAL, self._folder / LAST
        if os.path.lexists(running):
            return
        found = unended(self._folder)
        if found is None:
            return
        if last.exists() and last.samefile(found):
            os.replace(last, running)
            found.unlink()
        else:
            os.replace(found, running)


def _numbered(name: str, number: int) -> str:
    """A file's name with a number before its ending."""
    path = Path(name)
    return f"{path.stem}-{number}{path.suffix}"
