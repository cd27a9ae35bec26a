"""One file for support: what was played last and how this table is set, in a ZIP archive.

The law: only what is named goes in. Links in the table's folder are not followed, nothing is taken
from the environment, and what had to be left out is named with its reason.
"""

import os
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from device.config import LEARNED
from device.language import Language
from device.last_edges import BEFORE, NEWEST
from device.paper import regular, sync_folder
from device.trouble import line_of
from device.waiting import WAITING
from device.wording import why

MOST_BYTES = 16 << 20
"""Of one file; a record of a long evening has less than one."""
MOST_RECORDS = 30
"""Of a folder, the newest."""
CONTENTS = "contents.txt"


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of the machine and its name in the archive."""

    name: str
    path: Path


def records(folder: Path) -> list[Piece]:
    """The records that a table has left in its folder, then the games that wait there.

    Of each the newest first, and at most `MOST_RECORDS`.
    """
    return [
        *(Piece(f"games/{path.name}", path) for path in _newest(folder)),
        *(Piece(f"games/{WAITING}/{path.name}", path) for path in _newest(folder / WAITING)),
    ]


def edges(folder: Path) -> list[Piece]:
    """The newest edge logs of a table, which it keeps in this folder."""
    paths = [folder / name for name in (NEWEST, BEFORE)]
    return [Piece(f"edges/{path.name}", path) for path in paths if _is_plain(path)]


def settings(folder: Path, of_people: Mapping[str, Path | None]) -> list[Piece]:
    """What was set at the table, kept in its folder, and the files of people by their name."""
    own = [Piece(f"table/{name}", folder / name) for name in (LEARNED, *of_people)]
    theirs = [Piece(f"people/{name}", path) for name, path in of_people.items() if path is not None]
    return [*(piece for piece in own if _is_plain(piece.path)), *theirs]


def archive(
    texts: Mapping[str, str], pieces: Iterable[Piece], heading: str, language: Language
) -> bytes:
    """The archive: texts by their names, pieces, and first of all what is in it."""
    _ = language.gettext
    packed = {name: text.encode() for name, text in texts.items()}
    lines = [heading, "", *texts]
    for piece in pieces:
        try:
            with regular(piece.path) as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            message = _("{name}: left out: {why}")
            lines.append(message.format(name=piece.name, why=why(error, language)))
        else:
            if len(data) > MOST_BYTES:
                message = _("{name}: left out: longer than {limit} bytes")
                lines.append(message.format(name=piece.name, limit=MOST_BYTES))
            else:
                packed[piece.name] = data
                lines.append(f"{piece.name}: {line_of(piece.path)}")
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(CONTENTS, "\n".join([*lines, ""]))
        for name, data in packed.items():
            file.writestr(name, data)
    return whole.getvalue()


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, as a whole or not at all.

    Raises OSError; FileExistsError where it is there, and then leaves it as it is.
    """
    with open(path, "xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise
    sync_folder(path.parent)


def _newest(folder: Path) -> list[Path]:
    """The records of a folder, the newest first; none where it cannot be read."""
    found = []
    with suppress(OSError):
        for path in folder.glob("*.jsonl"):
            if _is_plain(path):
                found.append((path.stat().st_mtime_ns, path.name, path))
    return [path for _time, _name, path in sorted(found, reverse=True)[:MOST_RECORDS]]


def _is_plain(path: Path) -> bool:
    """Whether it belongs in; so does what may not be looked at, to be named with its reason."""
    try:
        return path.is_file() and not path.is_symlink()
    except OSError:
        return True
