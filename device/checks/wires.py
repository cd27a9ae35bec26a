"""The wires: the wiring file, the GPIO chip, buttons and lamps on its lines, and the libraries."""

from collections.abc import Iterator
from pathlib import Path

from device.cabling import cabling, line_name
from device.checks.finding import Finding, fault, ok, warning
from device.folders import state_dir
from device.language import Language
from device.machine import Machine
from device.trouble import Trouble, line_of
from device.wording import said
from hal.wiring import Wiring, default_wiring

GPIOD, GPIOZERO, LGPIO = (2, 1), (2, 0, 1), (0, 2)
SEATS = 4


def wiring(machine: Machine, folder: Path | None, language: Language) -> Finding:
    """Whether there is a wiring that can be used."""
    _ = language.gettext
    try:
        found = cabling(folder, state_dir(machine.environment), machine.environment, language)
    except Trouble as trouble:
        return fault(str(trouble), _("mend the file; to see the wiring: ratscrew wiring"))
    if found.trouble is not None:
        return warning(found.trouble, "ratscrew buttons --learn")
    if found.file is None:
        return ok(_("no wiring.toml; that of the program is used (ratscrew wiring)"))
    return ok(_("{n} seats in {file}").format(n=found.wiring.seats, file=found.file))


def lines(
    machine: Machine, folder: Path | None, language: Language
) -> Iterator[tuple[str, Finding]]:
    """The buttons; and the lamps, where the lines of the buttons can be taken."""
    wired = _wired(machine, folder, language)
    finding = _untaken(machine, wired, language)
    yield "buttons", _pressed(machine, wired, language) if finding is None else finding
    if finding is None:
        yield "lamps", _lamps(machine, wired, language)


def _untaken(machine: Machine, wired: Wiring, language: Language) -> Finding | None:
    """Why the lines of the buttons cannot be taken, None where they can."""
    _ = language.gettext
    if not machine.found("/dev", "gpiochip*"):
        if not machine.is_pi:
            return ok(_("no GPIO here: keys, mouse and touch are used"))
        return fault(
            _("no GPIO chip in /dev, though this is a Raspberry Pi"),
            _("use Raspberry Pi OS with a kernel of 5.10 or later: sudo apt full-upgrade"),
        )
    trouble = machine.opens(wired)
    if trouble is None:
        return None
    if "in use by ratscrew" in str(trouble):
        return warning(
            _("the table is running and holds its lines"),
            _("to test the buttons: sudo systemctl stop ratscrew, then ratscrew buttons"),
        )
    what, _semicolon, remedy = line_of(said(trouble, language)).partition("; ")
    if not machine.is_pi:
        return ok(_("no buttons here ({why}): keys, mouse and touch are used").format(why=what))
    return fault(what, remedy or "ratscrew wiring")


def _lamps(machine: Machine, wired: Wiring, language: Language) -> Finding:
    """Whether the lines of the lamps are free."""
    _ = language.gettext
    if not wired.lamps():
        return ok(_("none are wired"))
    trouble = machine.dark(wired)
    if trouble is None:
        return ok(_("all {n} lines are free").format(n=len(wired.lamps())))
    what, _semicolon, remedy = line_of(said(trouble, language)).partition("; ")
    return warning(what, remedy or "ratscrew wiring")


def libraries(machine: Machine, language: Language) -> Iterator[Finding]:
    """Whether the libraries for buttons and lamps are there, and new enough."""
    _ = language.gettext
    if not machine.is_pi:
        return
    gpiod, lgpio = machine.version("gpiod"), machine.version("lgpio")
    gpiozero = machine.version("gpiozero")
    if gpiod is None or _older(gpiod, GPIOD):
        shown = _("missing") if gpiod is None else gpiod
        yield fault(
            _("gpiod is {version}; needed: 2.1 or later").format(version=shown),
            "sudo apt install python3-libgpiod; pip install 'gpiod>=2.1'",
        )
    else:
        yield ok(_("gpiod {version}").format(version=gpiod or _("there")))
    if gpiozero is None or _older(gpiozero, GPIOZERO):
        shown = _("missing") if gpiozero is None else gpiozero
        yield warning(
            _("gpiozero is {version}; without 2.0.1 or later there are no lamps").format(
                version=shown
            ),
            "sudo apt install python3-gpiozero",
        )
    elif lgpio is None:
        yield warning(
            _("lgpio is missing; without it there are no lamps"),
            "sudo apt install python3-lgpio",
        )
    elif _older(lgpio, LGPIO):
        yield warning(
            _("lgpio {version} is an empty shell").format(version=lgpio),
            "pip uninstall lgpio; sudo apt install python3-lgpio",
        )
    else:
        found = (gpiozero or _("there"), lgpio or _("there"))
        yield ok(_("gpiozero {first}, lgpio {other}").format(first=found[0], other=found[1]))


def _pressed(machine: Machine, wired: Wiring, language: Language) -> Finding:
    """Whether each button is up."""
    _ = language.gettext
    down = machine.pressed(wired)
    if not down:
        return ok(_("all {n} lines can be read").format(n=len(wired.lines)))
    names = ", ".join(line_name(line, wired, language) for line in down)
    return warning(
        _("pressed though nobody plays: {lines}").format(lines=names),
        _("let go, free the button, or look for a wire at GND: ratscrew buttons"),
    )


def _wired(machine: Machine, folder: Path | None, language: Language) -> Wiring:
    try:
        return cabling(
            folder, state_dir(machine.environment), machine.environment, language, SEATS
        ).wiring
    except Trouble:
        return default_wiring(SEATS)


def _older(version: str, least: tuple[int, ...]) -> bool:
    """Whether a version is below another; one that is not told is not."""
    parts = tuple(int(part) for part in version.split(".")[: len(least)] if part.isdigit())
    return bool(version) and parts < least
