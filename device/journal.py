"""The journal: a record that is written before it is acted on.

The law: what stands in the journal is a record of the public format at every instant, torn at most
in its last line, whenever the power goes. The first line comes whole or not at all; each input is
handed to the system before the engine sees it, and reaches the disk within a second.
"""

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from device.paper import raw_lines
from game.engine import step
from game.events import Input
from game.record import Header, Record, RecordError, header_line, input_line
from game.state import State

SYNC_S = 0.5
"""How long a line may wait for the disk; a sync can take long on a card, so not at each press."""

_APPENDING = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


class JournalError(Exception):
    """The journal cannot be written or read; one line for people, with the file's name."""


class FolderInUseError(Exception):
    """Another table keeps its journal in a folder; one line for people."""


class Journal:
    """One record being written; `append` from one thread, the disk is waited for in another.

    Raises JournalError from `begin`, `go_on` and `append`. After a failed `append` nothing more
    is written, so that what is there stays a record; `failed` says so.
    """

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file
        self._unsynced = threading.Event()
        self._closing = threading.Event()
        self._closed = False
        self.failed = False
        self._refused: OSError | None = None
        self._syncer = threading.Thread(target=self._sync, name="journal", daemon=True)
        self._syncer.start()

    @classmethod
    def begin(cls, path: Path, header: Header) -> "Journal":
        """A new journal in place of whatever stands there; a device or a pipe is written into."""
        try:
            if _is_special(path):
                file = os.open(path, os.O_WRONLY | os.O_APPEND)
                try:
                    _write(file, header_line(header))
                except OSError:
                    os.close(file)
                    raise
            else:
                path = Path(os.path.realpath(path))
                path.parent.mkdir(parents=True, exist_ok=True)
                _begin_whole(path, header)
                file = os.open(path, _APPENDING)
        except OSError as error:
            raise JournalError(f"cannot write {path}: {error.strerror}") from None
        return cls(path, file)

    @classmethod
    def go_on(cls, path: Path) -> "Journal":
        """An old journal, to be written on; a torn last line is cut away.

        A last line that lacks nothing but its end counts, and gets it.
        """
        try:
            whole, unended = _whole_lines(path)
            file = os.open(path, _APPENDING)
            try:
                if unended:
                    _write(file, "")
                else:
                    os.ftruncate(file, whole)
            except OSError:
                os.close(file)
                raise
        except OSError as error:
            raise JournalError(f"cannot write {path}: {error.strerror}") from None
        return cls(path, file)

    def append(self, happened: Input) -> None:
        """Write an input; it is safe from a crash of the program when this returns."""
        if self.failed:
            return
        try:
            if self._refused is not None:
                raise self._refused
            _write(self._file, input_line(happened))
        except OSError as error:
            self.failed = True
            raise JournalError(f"cannot write {self._path}: {error.strerror}") from None
        self._unsynced.set()

    def close(self) -> None:
        """Wait for the disk and let the file go. May be called again."""
        if self._closed:
            return
        self._closed = True
        self._closing.set()
        self._unsynced.set()
        self._syncer.join()
        os.close(self._file)

    def _sync(self) -> None:
        while not self._closing.is_set():
            self._unsynced.wait()
            self._unsynced.clear()
            self._sync_now()
            self._closing.wait(SYNC_S)
        self._sync_now()

    def _sync_now(self) -> None:
        """A disk that refuses is told of by the next append; a pipe has no disk to wait for."""
        try:
            os.fsync(self._file)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                self._refused = error


def read_back(path: Path) -> tuple[Header, list[Input]] | None:
    """An unfinished game: its header and its inputs; None without one.

    Raises JournalError where the file is damaged or unreadable.
    """
    try:
        with open(path, "rb", opener=_unblocked) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise JournalError(f"{path}: no file of a game")
            record = Record(raw_lines(file))
            state = record.header.deal()
            inputs: list[Input] = []
            for happened in record:
                state = _judged(state, happened)
                inputs.append(happened)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise JournalError(f"cannot read {path}: {error.strerror}") from None
    except RecordError as error:
        raise JournalError(f"{path}: {error}") from None
    except _UnjudgeableError as error:
        raise JournalError(f"{path}: {error}") from None
    return None if state.over else (record.header, inputs)


def claimed(folder: Path) -> int | None:
    """Keep other tables from a folder until the returned file is closed, or the program ends.

    None where the system or the folder has no locks. Raises FolderInUseError.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder, os.O_RDONLY)
    except OSError:
        return None  # whoever writes there will tell
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise FolderInUseError(
            f"another table keeps its game in {folder}; this one is not kept"
        ) from None
    except OSError:
        os.close(file)
        return None
    return file


class _UnjudgeableError(Exception):
    """The judge itself failed at an input."""


def _judged(state: State, happened: Input) -> State:
    """The next state. An input that stopped the table once must not stop its next start too."""
    try:
        return step(state, happened)[0]
    except Exception as error:  # noqa: BLE001 - whatever it was, it is told and put aside
        raise _UnjudgeableError(f"{input_line(happened)} cannot be judged: {error}") from None


def _unblocked(name: str, flags: int) -> int:
    """Open without waiting for whoever might be at the other end of a pipe."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _write(file: int, line: str) -> None:
    """The whole line at once, so that a crash tears the last line at most."""
    data = line.encode() + b"\n"
    written = os.write(file, data)
    if written != len(data):
        raise OSError(errno.ENOSPC, "no space left for a whole line")


def _begin_whole(path: Path, header: Header) -> None:
    """A file that has its first line from the instant it is there."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with fresh.open("wb", buffering=0) as file:
            _write(file.fileno(), header_line(header))
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _is_special(path: Path) -> bool:
    """Whether what stands there must not be replaced: no file, or one that the program writes to.

    /dev/stdout is either.
    """
    try:
        there = path.stat()
    except OSError:
        return False
    if stat.S_ISREG(there.st_mode):
        return any(os.path.samestat(there, stream) for stream in _streams())
    return not stat.S_ISDIR(there.st_mode)


def _streams() -> Iterator[os.stat_result]:
    """What the program's own three streams are."""
    for number in (0, 1, 2):
        with suppress(OSError):
            yield os.fstat(number)


def _whole_lines(path: Path) -> tuple[int, bool]:
    """Bytes up to the end of the last whole line; whether more follows that lacks only its end."""
    size, unended = 0, False
    with path.open("rb") as lines:
        for raw in lines:
            if raw.endswith(b"\n"):
                size += len(raw)
            else:
                unended = raw.endswith(b"]")  # of an input the last letter, and there only
    return size, unended


def _sync_folder(folder: Path) -> None:
    """Make a renamed file's new name reach the disk, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # the file is there; only a cut of the power may give it its old name
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
