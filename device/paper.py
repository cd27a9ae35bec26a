"""A file that somebody handed in or wants to have, whatever lies there.

The law: nothing is waited for that may never come. What is read more than once is read line by
line, never more than a piece of it in memory; what cannot be read twice (a pipe) is kept in a
temporary file first, up to a limit. What is written is there as a whole or not at all.
"""

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from device.language import Language
from device.trouble import Trouble, line_of
from device.wording import Words, why

STDIN = "-"
MOST_KEPT = 256 << 20
"""Bytes of a pipe that are kept."""
LONGEST_LINE = 1 << 20
"""Bytes; neither records nor edge logs have a longer line."""
WRITING = os.O_WRONLY | getattr(os, "O_BINARY", 0)
APPENDING = WRITING | os.O_APPEND
_PIECE = 1 << 20


@contextmanager
def opened(name: str, language: Language) -> Iterator[BinaryIO]:
    """The file at its start, `-` for the standard input. Raises Trouble that names the file."""
    _ = language.gettext
    try:
        with _raw(name, language) as file:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.seek(0)
                yield file
                return
            with TemporaryFile() as kept:
                while piece := file.read(_PIECE):
                    if kept.tell() + len(piece) > MOST_KEPT:
                        raise Trouble(
                            _("{file}: longer than {limit} bytes; give it as a file").format(
                                file=name, limit=MOST_KEPT
                            )
                        )
                    kept.write(piece)
                kept.seek(0)
                yield kept
    except OSError as error:
        raise Trouble(
            _("{file}: cannot be read: {why}").format(file=name, why=why(error, language))
        ) from None


def raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with their ends; of one that is too long only the start, and no more."""
    while raw := file.readline(LONGEST_LINE + 1):
        yield raw
        if len(raw) > LONGEST_LINE:
            return


def lines_to_zero(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a record up to its first zero byte, which none has: there the disk lost some."""
    for raw in raw_lines(file):
        there, zero, _lost = raw.partition(b"\0")
        if there:
            yield there
        if zero:
            return


def unblocked(name: str | Path, flags: int) -> int:
    """Open without waiting for whoever might be at the other end of a pipe: an `opener`.

    Reading from a pipe that nobody writes to finds its end; writing to one that nobody reads from
    raises OSError.
    """
    file = os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(file, True)
    return file


def regular(path: str | Path) -> BinaryIO:
    """A file to be read, and no pipe or device, which may have no end. Raises OSError."""
    try:
        file = open(path, "rb", opener=unblocked)  # noqa: SIM115 - the caller closes it
    except ValueError:  # a name with a zero byte
        raise OSError(errno.EINVAL, str(Words("no such name is possible"))) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, str(Words("not a regular file")))
    return file


def written_to(option: str, name: str | None, language: Language) -> Path | None:
    """A file that an option names to be written; it need not exist yet, its folder must.

    Raises Trouble that names both.
    """
    if name is None:
        return None
    _ = language.gettext
    path = Path(name)
    message = None
    try:
        if "\0" in name:
            message = _("no such name is possible")
        elif path.is_dir() or not name:
            message = _("is a folder")
        elif not path.parent.is_dir():
            message = _("there is no such folder")
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            message = _("may not be written")
    except OSError as error:
        message = why(error, language)
    if message is not None:
        raise Trouble(f"{option}: {line_of(name)}: {message}")
    return path


def is_special(path: Path) -> bool:
    """Whether what lies there must not be replaced: no file, or one that the program writes to.

    /dev/stdout is either.
    """
    try:
        there = path.stat()
    except OSError:
        return False
    if stat.S_ISREG(there.st_mode):
        return any(os.path.samestat(there, stream) for stream in _streams())
    return not stat.S_ISDIR(there.st_mode)


def make_folder(path: Path) -> None:
    """A folder and all above it, where they are missing. Raises OSError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # what is there is a file, which is what has to be told
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file in place of whatever lies there, but into a device or a pipe. Raises OSError."""
    if is_special(path):
        with open(path, "a", encoding="utf-8", opener=unblocked) as file:
            file.write(text)
        return
    path = Path(os.path.realpath(path))
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(fresh, "w", encoding="utf-8", opener=unblocked) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def lock(file: int) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError where somebody else has."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass  # the folder has no locks


def sync_folder(path: Path) -> None:
    """Make a renamed file's new name reach the disk, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # the file is there; only a cut of the power may give it its old name
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _streams() -> Iterator[os.stat_result]:
    """What the program's own three streams are."""
    for number in (0, 1, 2):
        with suppress(OSError):
            yield os.fstat(number)


def _raw(name: str, language: Language) -> BinaryIO:
    if name != STDIN:
        try:
            return open(name, "rb", opener=unblocked)
        except ValueError:  # a name with a zero byte
            raise OSError(0, language.gettext("no such name is possible")) from None
    if sys.stdin is None:
        raise OSError(0, language.gettext("there is no standard input"))
    return io.FileIO(sys.stdin.fileno(), closefd=False)
