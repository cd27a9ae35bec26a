"""`ratscrew logs`: what a table has noted down, and all of it as one file for support."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from device import folders
from device.archive import Piece, archive, edges, records, settings, write_new
from device.arguments import Arguments
from device.cabling import FILE as WIRING
from device.checks.service import UNIT
from device.commands.doctor import finding_lines
from device.folders import config_file, runtime_dir, state_dir
from device.language import Language
from device.machine import Machine, this_machine
from device.paper import make_folder, regular, written_to
from device.sticks import sticks
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from device.wording import why

EXPORTS = "exports"
_SOMEWHERE = object()
"""`--export` without a file."""
_JOURNAL = ("journalctl", "--no-pager", "--no-hostname", "-o", "short-iso", "-n", "500", "-u", UNIT)


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "logs",
        language,
        _("Show what the table has noted down, or put all of it into one file for support."),
        _(
            "In the file are the version, what ratscrew doctor finds, the last lines of the "
            "service, the running game, the last records and edge logs, and the settings. The "
            "names of players are in the records; passwords, keys and the network are not in it."
        ),
    )
    taken.option(
        "--export",
        _("FILE"),
        _(
            "write that file, a ZIP archive, which must not be there yet; without FILE it goes to "
            "a USB stick if one is in, else to the state directory"
        ),
        without=_SOMEWHERE,
    )
    taken.option(
        "--add",
        _("FILE"),
        _("put this file in, too, as that of --edge-log; may be repeated"),
        repeat=True,
    )
    taken.option("--config", _("FOLDER"), _("read ratscrew.toml and wiring.toml from here"))
    return taken


def run(
    words: Sequence[str],
    terminal: Terminal,
    version: str,
    now: Callable[[], datetime],
    environment: Mapping[str, str] = os.environ,
    machine: Machine | None = None,
) -> Status:
    """Show or export. Raises Trouble."""
    language = terminal.language
    _ = language.gettext
    read = arguments(language).read(words)
    if read.add and read.export is None:
        raise Trouble(_("--{first} goes with --{other} only").format(first="add", other="export"))
    added = [_added(number, name, language) for number, name in enumerate(read.add, 1)]
    machine = this_machine(environment) if machine is None else machine
    folder, people = state_dir(environment), None if read.config is None else Path(read.config)
    of_people = {
        name: config_file(people, environment, language, name) for name in (folders.FILE, WIRING)
    }
    logged = edges(runtime_dir(environment) or folders.RUN_OF_TABLE)
    pieces = [*records(folder), *logged, *settings(folder, of_people), *added]
    if read.export is None:
        for line in _listed(folder, pieces, language):
            terminal.say(line)
        return Status.DONE
    name = f"ratscrew-{now():%Y%m%d-%H%M%S}.zip"
    path = None
    if read.export is not _SOMEWHERE:
        path = written_to("--export", read.export, language)
        if path is not None and os.path.lexists(path):
            raise _there_already(path, language)
    data = _packed(pieces, version, now(), machine, people, language)
    if path is not None:
        _write(path, data, language)
    else:
        path = _written_somewhere(name, data, folder, machine, terminal)
    terminal.say(_("{file}: written").format(file=line_of(path)))
    return Status.DONE


def _packed(
    pieces: Sequence[Piece],
    version: str,
    time: datetime,
    machine: Machine,
    people: Path | None,
    language: Language,
) -> bytes:
    """Everything as one archive."""
    _ = language.gettext
    texts = {
        "about.txt": "\n".join([*_about(version, time, machine), ""]),
        "doctor.txt": "\n".join([*finding_lines(machine, people, language), ""]),
    }
    said = machine.said(_JOURNAL)
    if said:
        texts["service.txt"] = f"{said}\n"
    heading = _("What is in this file. The names of players are in the records.")
    return archive(texts, pieces, heading, language)


def _about(version: str, time: datetime, machine: Machine) -> Iterator[str]:
    """What runs here; in English, for whoever reads it."""
    yield f"ratscrew {version}"
    yield f"exported {time:%Y-%m-%d %H:%M:%S} UTC"
    yield f"python {sys.version.split()[0]} on {machine.platform}"
    release = machine.text("/etc/os-release")
    named = [line for line in release.splitlines() if line.startswith("PRETTY_NAME=")]
    yield f"system {named[0].partition('=')[2].strip(chr(34)) if named else '?'}"
    yield f"kernel {machine.text('/proc/sys/kernel/osrelease') or '?'}"
    yield f"machine {machine.model or '?'}"


def _listed(folder: Path, pieces: Sequence[Piece], language: Language) -> Iterator[str]:
    """What there is, a line a file."""
    _ = language.gettext
    if not pieces:
        yield _("nothing yet in {folder}").format(folder=line_of(folder))
    for piece in pieces:
        yield f"{_size(piece.path):>10}  {line_of(piece.path)}"
    yield ""
    yield _("All of it as one file for support: ratscrew logs --export")


def _size(path: Path) -> str:
    try:
        return f"{path.stat().st_size} B"
    except OSError:
        return "?"


def _added(number: int, name: str, language: Language) -> Piece:
    """The n-th file of people, by its own name. Raises Trouble where it cannot be read."""
    try:
        regular(name).close()
    except OSError as error:
        message = language.gettext("--add: {file}: cannot be read: {why}")
        raise Trouble(message.format(file=line_of(name), why=why(error, language))) from None
    return Piece(f"added/{number}-{Path(name).name}", Path(name))


def _write(path: Path, data: bytes, language: Language) -> None:
    try:
        write_new(path, data)
    except FileExistsError:
        raise _there_already(path, language) from None
    except OSError as error:
        raise Trouble(f"--export: {line_of(path)}: {why(error, language)}") from None


def _there_already(path: Path, language: Language) -> Trouble:
    message = language.gettext("--export: {file} is there already, and nothing is replaced")
    return Trouble(message.format(file=line_of(path)))


def _written_somewhere(
    name: str, data: bytes, folder: Path, machine: Machine, terminal: Terminal
) -> Path:
    """The file on a stick, or in the folder of the table; a stick that refuses is told of."""
    message = terminal.language.gettext("{file}: cannot be written: {why}")
    for stick in sticks(machine):
        path = stick / name
        try:
            write_new(path, data)
        except OSError as error:
            terminal.complain(message.format(file=line_of(path), why=why(error, terminal.language)))
        else:
            return path
    path = folder / EXPORTS / name
    try:
        make_folder(path.parent)
        write_new(path, data)
    except OSError as error:
        raise Trouble(
            message.format(file=line_of(path), why=why(error, terminal.language))
        ) from None
    return path
