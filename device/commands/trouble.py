"""`ratscrew trouble`: why the table does not start, told on whatever display there is."""

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from device.arguments import Arguments, one_of
from device.checks.service import UNIT
from device.commands.doctor import findings, part_names
from device.config import read
from device.folders import config_file, of_config
from device.language import Language, chosen
from device.leaf import Leaf
from device.machine import Machine, this_machine
from device.standstill import standstill
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from device.view import Seat, View
from hal.clock import SleepingClock
from hal.display import Closing, Display, Exposed, Seen

DISPLAYS = ("none", "auto", "hdmi", "oled", "both")
PAGE_NS = 10_000_000_000
"""How long a page is shown; none stands still, so nothing burns in."""
_JOURNAL = ("journalctl", "--no-pager", "-o", "cat", "-n", "20", f"_SYSTEMD_UNIT={UNIT}")
_LOOK_MS = 200


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "trouble",
        language,
        _("Say why the table does not start: what is wrong, and the last lines of its log."),
        _("The system shows this on all displays when the table has failed too often."),
    )
    taken.option(
        "--display",
        "|".join(DISPLAYS),
        _("show it there until the system ends it, as soon as there is such a display"),
        lambda word: one_of("--display", word, DISPLAYS, language),
    )
    taken.option("--config", _("FOLDER"), _("read ratscrew.toml and wiring.toml from here"))
    return taken


def run(
    words: Sequence[str],
    terminal: Terminal,
    environment: Mapping[str, str] = os.environ,
    machine: Machine | None = None,
) -> Status:
    """Tell it as text, or show it until a signal comes."""
    asked = arguments(terminal.language).read(words)
    folder = of_config(asked.config, terminal.language)
    if asked.lang is None:
        terminal.language = _language(folder, environment, terminal.language)
    looked_at = this_machine(environment) if machine is None else machine
    for page in pages_of(looked_at, folder, terminal.language):
        for line in (page.title, *page.text):
            terminal.say(line_of(line))
    terminal.finish()
    if asked.display in (None, "none"):
        return Status.DONE
    from device.screens import looked_for
    from hal.clock import MonotonicClock

    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: ended.append(number))
    clock = MonotonicClock()
    pages = partial(pages_of, looked_at, folder, terminal.language)
    show_all(looked_for(asked.display, clock), pages, clock, lambda: bool(ended))
    return Status.DONE


def pages_of(machine: Machine, folder: Path | None, language: Language) -> tuple[Leaf, ...]:
    """What is wrong with this machine."""
    parts = part_names(language)
    found = ((parts[part], finding) for part, finding in findings(machine, folder, language))
    return standstill(found, machine.said(_JOURNAL).splitlines(), language)


def show_all(
    display: Display[View],
    pages: Callable[[], Sequence[Leaf]],
    clock: SleepingClock,
    ended: Callable[[], bool],
) -> None:
    """Show page after page, until it is to end or somebody closes the display.

    They are made anew each time that all were shown, for somebody may be mending what is wrong.
    """
    left: list[Leaf] = []
    due_ns, under_way = clock.now_ns(), False
    try:
        while not ended():
            if clock.now_ns() >= due_ns and not under_way:
                left = left or list(pages())
                under_way, due_ns = True, clock.now_ns() + PAGE_NS
                display.show(_view(left.pop(0)))
            for happening in display.wait(_LOOK_MS):
                match happening:
                    case Closing():
                        return
                    case Seen():
                        under_way = False
                    case Exposed():
                        left, due_ns = [], clock.now_ns()
                    case _:
                        pass
    finally:
        display.close()


def _view(page: Leaf) -> View:
    return View((Seat(0, "", 0), Seat(1, "", 0)), overlay=page)


def _language(folder: Path | None, environment: Mapping[str, str], otherwise: Language) -> Language:
    """That of the settings, if they can be read: they may be what is wrong."""
    try:
        path = config_file(folder, environment, otherwise)
        word = "auto" if path is None else read(path, otherwise).settings.lang
    except Trouble:
        return otherwise
    return otherwise if word == "auto" else chosen(word, environment)
