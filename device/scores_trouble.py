"""What can be wrong with the database of finished games: four troubles, each with its name.

The law: whatever SQLite says is one of them, and one line for people.
"""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from device.language import Language
from device.wording import Words, said

_SAID: Final = {
    "file is not a database": Words("file is not a database"),
    "database disk image is malformed": Words("database disk image is malformed"),
    "database is locked": Words("database is locked"),
    "disk I/O error": Words("disk I/O error"),
    "unable to open database file": Words("unable to open database file"),
    "attempt to write a readonly database": Words("attempt to write a readonly database"),
    "database or disk is full": Words("database or disk is full"),
}
"""What SQLite says of files, for a catalogue."""


class ScoresError(Exception):
    """The database cannot be used; `path` is its file, the message the reason.

    `cause`: what the system would say, None where it has no word for it.
    """

    def __init__(self, path: Path, why: Words, cause: OSError | None = None) -> None:
        super().__init__(why)
        self.path = path
        self.cause = cause


class ScoresDamagedError(ScoresError):
    """The file was cut off, written over, or is none of ours."""


class ScoresLockedError(ScoresError):
    """Another program has held the file for too long."""


class ScoresNewerError(ScoresError):
    """A later version of this program has made the file; nothing in it is touched."""


class ScoresRefusedError(ScoresError):
    """The system refuses: no room, read-only, not allowed, a disk that fails."""


def named(path: Path, error: sqlite3.Error) -> ScoresError:
    """The trouble that an error of SQLite is."""
    said_so = _SAID.get(str(error), Words(str(error)))
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ScoresLockedError(path, said_so)
    refused = {
        sqlite3.SQLITE_PERM: errno.EACCES,
        sqlite3.SQLITE_NOMEM: None,
        sqlite3.SQLITE_READONLY: errno.EACCES,
        sqlite3.SQLITE_INTERRUPT: None,
        sqlite3.SQLITE_IOERR: errno.EIO,
        sqlite3.SQLITE_FULL: errno.ENOSPC,
        sqlite3.SQLITE_CANTOPEN: None,
        sqlite3.SQLITE_AUTH: errno.EACCES,
    }
    if primary in refused:
        known = refused[primary]
        cause = None if known is None else OSError(known, os.strerror(known))
        return ScoresRefusedError(path, said_so, cause)
    return ScoresDamagedError(path, said_so)


def scores_line(error: ScoresError, language: Language) -> str:
    """What is wrong with the database, as one line for people."""
    _ = language.gettext
    match error:
        case ScoresDamagedError():
            message = _("{file} is damaged: {why}")
        case ScoresLockedError():
            message = _("{file} is in use by another program: {why}")
        case ScoresNewerError():
            message = _("{file} is from a newer version of this program: {why}")
        case _:
            message = _("{file} cannot be used: {why}")
    return message.format(file=error.path, why=said(error, language))
