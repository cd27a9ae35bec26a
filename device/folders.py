"""Where people's files and the table's own lie, and how the small ones among them are read.

The law: people's files are read and never written. A folder that was named must be there; where
none was, the first that has the file counts.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from device.language import Language
from device.paper import regular
from device.trouble import Trouble, line_of
from device.wording import why

FILE = "ratscrew.toml"
OF_TABLE = Path("/var/lib/ratscrew")
"""Belongs to the user that the table runs as, where it is a service."""
RUN_OF_TABLE = Path("/run/ratscrew")
"""In memory, of the same."""
_MOST_BYTES = 1 << 14
_LONGEST_LINE = 1 << 10
"""Bytes. A key of many dots takes a minute to read, one of 500 takes 5 ms."""


def state_dir(environment: Mapping[str, str], of_table: Path = OF_TABLE) -> Path:
    """Where the table keeps what it learns; it may not exist yet.

    `of_table`: what its own user finds there, as the service does, without being told.
    """
    given = environment.get("STATE_DIRECTORY", "").split(os.pathsep)[0]
    if given:
        return Path(given)
    with suppress(OSError):
        if sys.platform != "win32" and of_table.stat().st_uid == os.geteuid():
            return of_table
    from platformdirs import user_state_path

    return user_state_path("ratscrew", appauthor=False)


def runtime_dir(environment: Mapping[str, str]) -> Path | None:
    """Where a table that is a service keeps what may go with the power; None: this is none."""
    given = environment.get("RUNTIME_DIRECTORY", "").split(os.pathsep)[0]
    return Path(given) if given else None


def config_file(
    folder: Path | None, environment: Mapping[str, str], language: Language, name: str = FILE
) -> Path | None:
    """The file that counts, None where there is none: that in the folder given, else the first.

    Raises Trouble where the folder given is none, or cannot be looked into.
    """
    if folder is not None:
        _check_folder(folder, language)
        return folder / name if os.path.lexists(folder / name) else None
    given = environment.get("CONFIGURATION_DIRECTORY", "")
    folders = [Path(each) for each in given.split(os.pathsep) if each]
    if sys.platform != "win32":
        folders.append(Path("/etc/ratscrew"))
    from platformdirs import user_config_path

    folders.append(user_config_path("ratscrew", appauthor=False))
    for candidate in folders:
        with suppress(OSError):  # a folder that may not be looked into is not ours
            if os.path.lexists(candidate / name):  # a link to nowhere was meant to count
                return candidate / name
    return None


def of_config(word: str | None, language: Language) -> Path | None:
    """The folder that `--config` names, None where it names none.

    Raises Trouble where it is none, or cannot be looked into.
    """
    if word is None:
        return None
    folder = Path(word)
    _check_folder(folder, language)
    return folder


def _check_folder(folder: Path, language: Language) -> None:
    """Raises Trouble where this folder of `--config` is none, or cannot be looked into."""
    try:
        is_folder = folder.is_dir() and os.access(folder, os.X_OK)
    except OSError as error:
        raise Trouble(f"--config: {line_of(folder)}: {why(error, language)}") from None
    if not is_folder:
        message = language.gettext("--config: {folder} is no folder")
        raise Trouble(message.format(folder=line_of(folder)))


def text_of(path: Path, language: Language) -> str:
    """The text of a file of people or of the table, which must be a small one. Raises Trouble."""
    _ = language.gettext
    try:
        with regular(path) as file:
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            message = _("{file}: longer than {limit} bytes")
            raise Trouble(message.format(file=path, limit=_MOST_BYTES))
        longest = max(map(len, raw.splitlines()), default=0)
        if longest > _LONGEST_LINE:
            message = _("{file}: a line is longer than {limit} bytes")
            raise Trouble(message.format(file=path, limit=_LONGEST_LINE))
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(_("{file}: expected text in UTF-8").format(file=path)) from None
    except OSError as error:
        message = _("{file}: cannot be read: {why}")
        raise Trouble(message.format(file=path, why=why(error, language))) from None
