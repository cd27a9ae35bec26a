"""`ratscrew buttons`: a live test of every button, a guided one, and learning which is which."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from device import presses
from device.arguments import Arguments
from device.button_report import Report
from device.cabling import Cabling, keep, may_keep
from device.commands.wiring import source, wiring_asked
from device.folders import state_dir
from device.guide import Guide, guide_through, learn_anew, learned_wiring
from device.language import Language
from device.listening import Listening, Press
from device.seating import seat_number
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of, unknown
from device.wording import said, why
from hal.buttons import ButtonsError, Source
from hal.clock import MonotonicClock, SleepingClock
from hal.debounce import Constants
from hal.header import FREE
from hal.wirelist import SEATS
from hal.wiring import Wiring, default_wiring

LOOK_NS = 2_000_000
_CHIPS = ("gpio", "gpiozero")


class Wired(Source, Protocol):
    """A source that knows its constants."""

    @property
    def constants(self) -> Constants:
        """How long things take on it."""
        ...


SourceMaker = Callable[[str, Sequence[int], Wiring, SleepingClock], Wired]


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "buttons",
        language,
        _("Test the buttons: every press, how its contact bounced, and what is wrong."),
        _("It ends with Ctrl-C, and then tells what each button did."),
    )
    taken.option(
        "--buttons",
        f"gpio|gpiozero|{presses.script_word(language)}",
        _("what is pressed; else gpio"),
        lambda word: _place(word, language),
    )
    taken.flag("--guide", _("ask for each button in turn: finds swapped and dead ones"))
    taken.flag("--learn", _("ask for each button in turn, and keep which wire each is on"))
    taken.option(
        "--seats",
        "N",
        _("for how many seats; else those of the wiring"),
        lambda word: seat_number(word, SEATS, language),
    )
    taken.option("--config", _("FOLDER"), _("read wiring.toml from here"))
    return taken


def run(
    words: Sequence[str],
    terminal: Terminal,
    environment: Mapping[str, str] = os.environ,
    clock: SleepingClock | None = None,
    maker: SourceMaker | None = None,
) -> Status:
    """Test until people have had enough. Raises Trouble."""
    language = terminal.language
    _ = language.gettext
    read = arguments(language).read(words)
    if read.guide and read.learn:
        message = _("--{first} and --{other} cannot go together")
        raise Trouble(message.format(first="guide", other="learn"))
    if read.learn and not may_keep(state_dir(environment)):
        message = _("{folder} cannot be written, so nothing could be kept; see: ratscrew doctor")
        raise Trouble(message.format(folder=line_of(state_dir(environment))))
    asked = None if read.learn else read.seats
    found = wiring_asked(read.config, asked, terminal, environment)
    if read.learn and read.seats and found.file is None:
        found = replace(found, wiring=default_wiring(read.seats))  # and so the lamps of them all
    clock = MonotonicClock() if clock is None else clock
    lines = _free_lines(found.wiring) if read.learn else found.wiring.lines
    listening, start_ns = None, clock.now_ns()
    try:
        opens = maker or partial(presses.opened, language=language)
        opened = opens(read.buttons or "gpio", lines, found.wiring, clock)
        listening = Listening(opened, found.wiring.settled(opened.constants))
        weakness = presses.weakness_of(read.buttons or "gpio", language)
        if weakness is not None:
            terminal.complain(weakness)
        if read.learn:
            seats = read.seats or found.wiring.seats
            return _learn(listening, found, seats, clock, terminal, state_dir(environment))
        report = Report(found.wiring, language, start_ns)
        terminal.say(source(found, language))
        _say_troubled(listening, report, terminal)
        if read.guide:
            return _guide(listening, found.wiring, report, clock, terminal)
        return _live(listening, report, clock, terminal)
    except ButtonsError as error:
        raise Trouble(said(error, language), Status.HARDWARE) from None
    finally:
        if listening is not None:
            listening.close()


def _live(listening: Listening, report: Report, clock: SleepingClock, terminal: Terminal) -> Status:
    terminal.say(terminal.language.gettext("Press any button; Ctrl-C ends."))
    with suppress(KeyboardInterrupt):
        while not listening.ended:
            for told in listening.look():
                line = report.line(told)
                if line is not None:
                    terminal.say(line)
            terminal.finish()
            clock.sleep_ns(LOOK_NS)
    terminal.say("")
    for line in report.summary(listening.tallies):
        terminal.say(line)
    return Status.DONE


def _guide(
    listening: Listening, wiring: Wiring, report: Report, clock: SleepingClock, terminal: Terminal
) -> Status:
    guide = guide_through(wiring, clock.now_ns())
    _ask(listening, guide, report, clock, terminal)
    while guide.asked is not None:
        guide.give_up()
    terminal.say("")
    for line in report.verdict(guide):
        terminal.say(line)
    return Status.DONE if guide.verdict().well else Status.HARDWARE


def _learn(
    listening: Listening,
    found: Cabling,
    seats: int,
    clock: SleepingClock,
    terminal: Terminal,
    folder: Path,
) -> Status:
    _ = terminal.language.gettext
    report = Report(found.wiring, terminal.language, clock.now_ns())
    _say_troubled(listening, report, terminal)
    guide = learn_anew(seats, clock.now_ns())
    _ask(listening, guide, report, clock, terminal)
    if guide.asked is not None:
        raise Trouble(_("the buttons ended before all were pressed; nothing is kept"))
    remark = _("Written by ratscrew buttons --learn; it wins over every other wiring.toml.")
    wiring = learned_wiring(guide, found.wiring)
    try:
        path = keep(folder, wiring, [remark])
    except OSError as error:
        raise Trouble(f"{error.filename or folder}: {why(error, terminal.language)}") from None
    terminal.say(_("Kept in {file}; to see it: ratscrew wiring").format(file=path))
    return Status.DONE


def _say_troubled(listening: Listening, report: Report, terminal: Terminal) -> None:
    """The lines that cannot be pressed since they are down already."""
    for line, trouble in listening.troubled().items():
        terminal.say(f"{report.button(line)}  {report.trouble(trouble)}")


def _ask(
    listening: Listening, guide: Guide, report: Report, clock: SleepingClock, terminal: Terminal
) -> None:
    """Ask for each button until all are found or given up, or nothing can come any more."""
    spoken = None
    while guide.asked is not None and not listening.ended:
        if guide.asked != spoken:
            spoken = guide.asked
            terminal.say(report.question(spoken))
        for told in listening.look():
            if isinstance(told, Press) and guide.asked is not None:
                answer = guide.press(told.event.line, told.event.ts_ns)
                terminal.say(report.answer(answer, told.event.line, guide))
                if guide.asked not in (None, spoken):
                    spoken = guide.asked
                    terminal.say(report.question(spoken))
        given_up = guide.wait(clock.now_ns())
        if given_up is not None:
            terminal.say(report.dead(given_up))
        terminal.finish()
        clock.sleep_ns(LOOK_NS)


def _free_lines(wiring: Wiring) -> tuple[int, ...]:
    """The lines where a button may be: all of the header that nobody else holds, but the lamps'."""
    from hal.chips import KernelChips, header_chip

    taken = set(wiring.lamps().values())
    lines = [line for line in sorted({*FREE, *wiring.lines}) if line not in taken]
    chips = KernelChips()
    with suppress(ButtonsError, OSError):
        chip = header_chip(chips, wiring.lines, wiring.chip)
        lines = [line for line in lines if line < chip.lines]
        held = {line for line in lines if chips.holder(chip, line).consumer is not None}
        lines = [line for line in lines if line not in held or line in wiring.lines]
    return tuple(lines)


def _place(word: str, language: Language) -> str:
    script = presses.script_word(language)
    if word in _CHIPS or (word.startswith(presses.SCRIPT) and word != script):
        return word
    message = language.gettext("{option} is {word}")
    message = message.format(option="--buttons", word=line_of(repr(word)))
    raise unknown(message, word, [*_CHIPS, script], language)
