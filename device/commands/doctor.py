"""`ratscrew doctor`: looks at everything a table needs, and says what to do for each fault."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from device.arguments import Arguments
from device.checks.clock import clock
from device.checks.display import drawing, screen
from device.checks.finding import Finding, Grade, ok
from device.checks.kept import kept
from device.checks.oled import oled
from device.checks.service import service
from device.checks.settings import settings
from device.checks.sound import sound
from device.checks.state import state
from device.checks.wires import libraries, lines, wiring
from device.folders import of_config
from device.language import Language
from device.machine import Machine, this_machine
from device.terminal import Terminal
from device.trouble import Status, line_of


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "doctor",
        language,
        _("Look at everything a table needs, and say what to do for each fault."),
        _("The exit status is 0 if a game can be played here, else 4."),
    )
    taken.option("--config", _("FOLDER"), _("read ratscrew.toml and wiring.toml from here"))
    return taken


def run(
    words: Sequence[str],
    terminal: Terminal,
    environment: Mapping[str, str] = os.environ,
    machine: Machine | None = None,
) -> Status:
    """Look at all parts; HARDWARE if one of them keeps people from playing."""
    language = terminal.language
    _ = language.gettext
    read = arguments(language).read(words)
    folder = of_config(read.config, language)
    looked_at = this_machine(environment) if machine is None else machine
    worst = Grade.OK
    for part, finding in findings(looked_at, folder, language):
        terminal.say(_line(part, finding, language))
        terminal.finish()
        if finding.grade is Grade.FAULT or worst is Grade.OK:
            worst = finding.grade
    terminal.say("")
    if worst is Grade.FAULT:
        terminal.say(_("No game can be played here before the faults are mended."))
        return Status.HARDWARE
    terminal.say(_("A game can be played here."))
    return Status.DONE


def finding_lines(machine: Machine, folder: Path | None, language: Language) -> Iterator[str]:
    """Every finding as a line."""
    for part, finding in findings(machine, folder, language):
        yield _line(part, finding, language)


def _line(part: str, finding: Finding, language: Language) -> str:
    _ = language.gettext
    grades = {Grade.OK: _("ok"), Grade.WARNING: _("warning"), Grade.FAULT: _("fault")}
    parts = part_names(language)
    wide = max(map(len, parts.values()))
    graded = max(map(len, grades.values()))
    remedy = f" → {finding.remedy}" if finding.remedy else ""
    return (
        f"{grades[finding.grade]:<{graded}}  {parts[part]:<{wide}}  "
        f"{line_of(finding.what)}{line_of(remedy)}"
    )


def findings(
    machine: Machine, folder: Path | None, language: Language
) -> Iterator[tuple[str, Finding]]:
    """Every part in turn, by the name that `part_names` has."""
    yield "machine", _board(machine, language)
    yield "settings", settings(machine, folder, language)
    yield "wiring", wiring(machine, folder, language)
    yield from lines(machine, folder, language)
    for finding in libraries(machine, language):
        yield "libraries", finding
    yield "display", drawing(machine, language)
    for finding in screen(machine, language):
        yield "display", finding
    yield "sound", sound(machine, folder, language)
    yield "oled", oled(machine, language)
    yield "state", state(machine, language)
    yield "scores", kept(machine, language)
    yield "service", service(machine, language)
    yield "clock", clock(machine, language)


def part_names(language: Language) -> Mapping[str, str]:
    """The parts as people call them."""
    _ = language.gettext
    return {
        "machine": _("machine"),
        "settings": _("settings"),
        "wiring": _("wiring"),
        "buttons": _("buttons"),
        "lamps": _("lamps"),
        "libraries": _("libraries"),
        "display": _("display"),
        "sound": _("sound"),
        "oled": _("small display"),
        "state": _("memory"),
        "scores": _("scores"),
        "service": _("service"),
        "clock": _("clock"),
    }


def _board(machine: Machine, language: Language) -> Finding:
    _ = language.gettext
    if machine.model:
        return ok(machine.model)
    return ok(_("no Raspberry Pi; it can be played with keys, mouse and touch"))
