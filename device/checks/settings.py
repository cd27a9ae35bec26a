"""The settings of people: a file that cannot be used keeps the table from starting."""

from pathlib import Path

from device import config, folders
from device.checks.finding import Finding, fault, ok, warning
from device.language import Language
from device.machine import Machine
from device.trouble import Trouble


def settings(machine: Machine, folder: Path | None, language: Language) -> Finding:
    """Whether `ratscrew.toml` and what was set at the table can be used."""
    _ = language.gettext
    try:
        path = folders.config_file(folder, machine.environment, language)
        before = config.Config() if path is None else config.read(path, language)
    except Trouble as trouble:
        return fault(str(trouble), _("mend the file"))
    state_dir = folders.state_dir(machine.environment)
    _settled, trouble_line = config.learned(state_dir, before, language)
    if trouble_line is not None:
        return warning(trouble_line, f"rm {state_dir / config.LEARNED}")
    if path is None:
        return ok(_("no ratscrew.toml; those of the program are used"))
    return ok(str(path))
