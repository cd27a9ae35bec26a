"""The journal: a record that is written before it is acted on.

The law: what stands in the journal is a record of the public format at every instant, torn at most
in its last line, whenever the power goes. The first line comes whole or not at all; each input is
handed to the system before the engine sees it, and reaches the disk within a second.

A file that grows makes a disk write 16 KB each time, of which 12 tell of its length. So a table's
own journal has its length from the beginning, and zero bytes after its last line while it is open.
"""

import errno
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device.idleness import mark, without_marks
from device.paper import (
    APPENDING,
    WRITING,
    is_special,
    lines_to_zero,
    lock,
    make_folder,
    sync_folder,
    unblocked,
)
from device.wording import Words, reason_of
from game.cards import Seat
from game.events import Input
from game.record import Header, header_line, input_line

SYNC_S = 0.6
"""How long a line waits for others before all go to the disk: each time wears out a card, and a
slow one may take a third of a second on top."""

ROOM = 1 << 17
"""Bytes, more than a game takes; a hole, of which the disk has only what is written."""


class JournalError(Exception):
    """The journal cannot be written or read; one line for people, with the file's name.

    `cause`: what the system said, None where the file itself is to blame. `path`: that file, where
    it was being written.
    """

    def __init__(
        self, message: Words, cause: OSError | None = None, path: Path | None = None
    ) -> None:
        super().__init__(message)
        self.cause, self.path = cause, path


class Journal:
    """One record being written; `append` from one thread, the disk is waited for in another.

    Raises JournalError from `begin`, `go_on`, `append` and `mark_idle`. After one that failed
    nothing more is written, so that what is there stays a record; `failed` says so. `disk` waits
    until an open file lies on the disk, `patience_s` after something was written at the latest.
    `roomy`: the file is longer than what is written, until it is closed.
    """

    def __init__(
        self,
        path: Path,
        file: int,
        disk: Callable[[int], None] | None = None,
        patience_s: float = SYNC_S,
        roomy: bool = False,
    ) -> None:
        self.path = path
        self._file = file
        self._roomy = roomy
        self._disk = to_disk if disk is None else disk
        self._patience_s = patience_s
        self._unsynced = threading.Event()
        self._hurried = threading.Event()
        self._closing = threading.Event()
        self._closed = False
        self.failed = False
        self._refused: OSError | None = None
        self._syncer = threading.Thread(target=self._sync, name="journal", daemon=True)
        self._syncer.start()

    @classmethod
    def begin(cls, path: Path, header: Header, room: int = 0) -> "Journal":
        """A new journal in place of whatever stands there; a device or a pipe is written into.

        Two tables cannot write the same one, where the system has locks. `room`: the least length
        of the file in bytes while it is open.
        """
        try:
            if is_special(path):
                file, room = unblocked(path, APPENDING), 0
                try:
                    _write(file, header_line(without_marks(header)))
                except OSError:
                    os.close(file)
                    raise
            else:
                path = Path(os.path.realpath(path))
                make_folder(path.parent)
                file = _begun_whole(path, header, room)
        except BlockingIOError:
            raise JournalError(
                Words("cannot write {path}: another table writes it", path=path)
            ) from None
        except OSError as error:
            place = error.filename2 or error.filename or path
            raise JournalError(_unwritten(place, error), error) from None
        return cls(path, file, roomy=room > 0)

    @classmethod
    def go_on(cls, path: Path, room: int = 0) -> "Journal":
        """An old journal, to be written on; a torn last line is cut away.

        A last line that lacks nothing but its end counts, and gets it. `room` as in `begin`.
        """
        try:
            whole, unended = _whole_lines(path)
            file = os.open(path, WRITING)
            try:
                os.ftruncate(file, whole)
                os.lseek(file, 0, os.SEEK_END)
                if unended:
                    _write(file, "")
                _make_room(file, room)
            except OSError:
                os.close(file)
                raise
        except OSError as error:
            raise JournalError(_unwritten(path, error), error) from None
        return cls(path, file, roomy=room > 0)

    def append(self, happened: Input) -> None:
        """Write an input; it is safe from a crash of the program when this returns."""
        self._change(lambda: _write(self._file, input_line(happened)))

    def mark_idle(self, seat: Seat) -> None:
        """Write into the first line that a card of this seat laid itself.

        A byte becomes another in its place, so what is there is a record at every instant.
        """
        if not is_special(self.path):
            self._change(lambda: mark(self.path, seat))

    def _change(self, write: Callable[[], None]) -> None:
        if self.failed:
            return
        try:
            if self._refused is not None:
                raise self._refused
            write()
        except OSError as error:
            self.failed = True
            raise JournalError(_unwritten(self.path, error), error, self.path) from None
        self._unsynced.set()

    def hurry(self) -> None:
        """What was written goes to the disk at once, not within a second; never waits for it."""
        self._hurried.set()

    def close(self) -> None:
        """Wait for the disk and let the file go. May be called again."""
        if self._closed:
            return
        self._closed = True
        self._closing.set()
        self._hurried.set()
        self._unsynced.set()
        self._syncer.join()
        if self._roomy:
            with suppress(OSError):  # whoever reads it takes no notice of the rest
                os.ftruncate(self._file, os.lseek(self._file, 0, os.SEEK_CUR))
        os.close(self._file)

    def _sync(self) -> None:
        closing = False
        while not closing:
            self._unsynced.wait()
            self._hurried.wait(self._patience_s)
            closing = self._closing.is_set()
            self._hurried.clear()
            self._unsynced.clear()  # before the sync: what is written during it waits for the next
            self._sync_now()

    def _sync_now(self) -> None:
        """A disk that refuses is told of by the next append; a pipe has no disk to wait for."""
        try:
            self._disk(self._file)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                self._refused = error


def to_disk(file: int) -> None:
    """Wait until what was written lies on the disk; of the file's times it need not."""
    getattr(os, "fdatasync", os.fsync)(file)


def _unwritten(path: object, error: OSError) -> Words:
    return Words("cannot write {path}: {why}", path=path, why=reason_of(error))


def _write(file: int, line: str) -> None:
    """The whole line at once, so that a crash tears the last line at most."""
    data = line.encode() + b"\n"
    written = os.write(file, data)
    if written != len(data):
        raise OSError(errno.ENOSPC, str(Words("no space left for a whole line")))


def _make_room(file: int, room: int) -> None:
    """Let a file be so long at least; what is written next goes where it went before."""
    with suppress(OSError):  # it grows, then
        if os.fstat(file).st_size < room:
            os.ftruncate(file, room)


def _begun_whole(path: Path, header: Header, room: int) -> int:
    """A file that has its first line from the instant it is there, locked as long as it is open.

    Raises BlockingIOError, and changes nothing, where another table writes it or is about to.
    """
    fresh = path.with_name(f"{path.name}.new")
    file = unblocked(fresh, WRITING | os.O_CREAT)
    try:
        lock(file)
        if not (fresh.exists() and os.path.samestat(fresh.stat(), os.fstat(file))):
            raise BlockingIOError  # it has become the journal of a table that is gone already
        try:
            _be_unlocked(path)
            os.ftruncate(file, 0)
            _write(file, header_line(header))
            _make_room(file, room)
            os.fsync(file)
            if sys.platform == "win32":  # an open file keeps its name there
                end = os.lseek(file, 0, os.SEEK_CUR)
                os.close(file)
                os.replace(fresh, path)
                file = os.open(path, WRITING)
                os.lseek(file, end, os.SEEK_SET)
                return file
            os.replace(fresh, path)
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
    except OSError:
        with suppress(OSError):
            os.close(file)
        raise
    sync_folder(path.parent)
    return file


def _be_unlocked(path: Path) -> None:
    """Raises BlockingIOError where somebody else has locked this file, if there is one."""
    with suppress(FileNotFoundError, PermissionError):
        file = unblocked(path, os.O_RDONLY)
        try:
            lock(file)
        finally:
            os.close(file)


def _whole_lines(path: Path) -> tuple[int, bool]:
    """Bytes up to the end of the last whole line, and whether that lacks its end of line."""
    size, unended = 0, False
    with path.open("rb") as file:
        for raw in lines_to_zero(file):
            unended = raw.endswith(b"]")  # of an input the last letter, and there only
            if unended or raw.endswith(b"\n"):
                size += len(raw)
    return size, unended
