"""Where the table keeps games, scores and what it learned."""

import errno
import os
from pathlib import Path

from device.checks.finding import Finding, fault, ok, warning
from device.folders import state_dir
from device.language import Language
from device.machine import Machine
from device.paper import make_folder
from device.wording import why

LITTLE, TOO_LITTLE = 50_000_000, 1_000_000
"""Bytes; a game takes some ten thousand."""


def state(machine: Machine, language: Language) -> Finding:
    """Whether games can be kept: tried by writing a file."""
    _ = language.gettext
    folder = state_dir(machine.environment)
    trial = folder / f".trial-{os.getpid()}"
    try:
        make_folder(folder)
        with trial.open("wb") as file:
            file.write(b"ratscrew")
            file.flush()
            os.fsync(file.fileno())
        trial.unlink()
        free = machine.free_bytes(folder)
    except OSError as error:
        return fault(
            _("no game can be kept in {folder}: {why}").format(
                folder=folder, why=why(error, language)
            ),
            _remedy(machine, folder, error, language),
        )
    megabytes = free // 1_000_000
    if free < LITTLE:
        grade = fault if free < TOO_LITTLE else warning
        return grade(
            _("only {n} MB are free at {folder}").format(n=megabytes, folder=folder),
            _("make room: sudo apt clean; sudo journalctl --vacuum-size=50M"),
        )
    return ok(_("{folder}, {n} MB free").format(folder=folder, n=megabytes))


def _remedy(machine: Machine, folder: Path, error: OSError, language: Language) -> str:
    _ = language.gettext
    if error.errno == errno.EROFS:
        return _("the disk is read-only: sudo mount -o remount,rw /; or check the card")
    if error.errno == errno.ENOSPC:
        return _("make room: sudo apt clean; sudo journalctl --vacuum-size=50M")
    make = f"sudo mkdir -p {folder}; sudo chown -R {machine.user} {folder}"
    return f"sudo mv {folder} {folder}.old; {make}" if os.path.isfile(folder) else make
