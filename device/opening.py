"""Opens what a game is played with, and plays: a window and its keys, a script, or plain text.

The law: what is missing is said in one line. Without a screen there is still something to see: a
demonstration among computer players, told in words.
"""

import gc
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from device.app import Table
from device.cabling import cabling, line_name
from device.complaint import Part
from device.dealing import first_header
from device.demonstration import play_fast, tell_fact
from device.edge_file import EdgeFile
from device.household import caretaker_of, host_of
from device.journal import JournalError
from device.keeper import Keeper
from device.language import Language
from device.machine import this_machine
from device.options import PlayOptions, default_seats, demonstration
from device.presses import SCRIPT, Pressed, chosen, is_wired, opened
from device.screens import Seeking, Shown, paging, screen, screen_apart, sent
from device.scribe import RECORDS, Scribe
from device.terminal import Terminal
from device.trial import Trial
from device.trouble import Status, Trouble, why
from device.troubles import Troubles
from device.tunes import TONES, Sounds
from device.view import View
from hal.bell import Bell
from hal.clock import MonotonicClock
from hal.contacts import Overheard
from hal.display import Blind, ScreenLostError, ScreenMissingError
from hal.keys import Keys
from hal.lamps import LampError, Lamps, open_lamps
from hal.overseer import overseer
from hal.sound import SoundError, SoundTrouble
from hal.speaker import Speaker
from hal.stream import Stream
from hal.urgency import urge
from hal.wired import WiredSource
from hal.wiring import Wiring, default_wiring


def play(options: PlayOptions, terminal: Terminal) -> Status:
    """Play what was asked for until people leave. Raises Trouble."""
    try:
        if options.fast:
            return play_fast(options, terminal)
        return _play(options, terminal)
    except JournalError as error:
        raise Trouble(str(error)) from None


def _play(options: PlayOptions, terminal: Terminal) -> Status:
    clock = MonotonicClock()
    watch = overseer(os.environ, clock)
    reasons: list[str] = []
    troubles = Troubles(terminal.complain)
    if options.trouble:
        troubles.tell(Part.SETTINGS, Trouble(options.trouble), "")  # which is told already
    word, wiring = _pressed(options, terminal, reasons.append)
    options = replace(options, settings=options.settings.placed(is_wired(word)))
    source = opened(word, wiring.lines, wiring, clock, terminal.language)
    keys = source if isinstance(source, Keys) else None
    bell = source.bell if isinstance(source, WiredSource) else None
    with ExitStack() as parts:
        log = None
        if options.edge_log is not None:
            edges = EdgeFile(options.edge_log, partial(troubles.tell, Part.EDGES))
            parts.callback(edges.close)
            log = edges.write
        sounds = None
        if options.display != "none" or is_wired(word):
            sounds = _sounds(options, clock, terminal.language, troubles)
        if sounds is not None:
            parts.callback(sounds.close)
        display = _display(options, clock, source, terminal)
        if sounds is not None and display is None and not is_wired(word):
            sounds.close()
            sounds = None
        if display is not None or keys is None:
            for reason in reasons:
                terminal.complain(reason)
        if display is not None:
            parts.callback(display.close)
        elif keys is not None:
            options = _without_people(options, terminal)
        if bell is not None:  # here nothing is drawn: the window has a process of its own
            urge()
        constants = wiring.settled(source.constants)
        trial = None
        if keys is None and display is not None:
            trial = Trial(wiring, constants)
        overheard = source if trial is None else Overheard(source, trial)
        stream = Stream(overheard, constants, log)
        parts.callback(stream.close)
        _say_what_is_down(stream, wiring, terminal)
        lamps = _lamps(wiring, terminal.language, troubles) if is_wired(word) else None
        if lamps is not None:
            parts.callback(lamps.close)
        say = None if display is not None else partial(tell_fact, terminal, options)
        keeper = Keeper(options.state_dir, terminal.language, RECORDS)
        scribe = Scribe(options.state_dir, options.record, troubles, say, keeper)
        parts.callback(scribe.close)
        host, pages = None, paging(display, options.display, options.simulate)
        if trial is not None:
            caretaker = caretaker_of(options, trial)
            host = host_of(options, troubles, clock, keeper, caretaker, pages)
        laid = Table(
            display=Blind(clock, bell) if display is None else display,
            painter=sent(options.display, options.simulate),
            clock=clock,
            wiring=wiring,
            stream=stream,
            keys=keys,
            lamps=lamps,
            scribe=scribe,
            troubles=troubles,
            settings=options.settings,
            spoken=terminal.language,
            attended=display is not None,
            rung=bell is not None,
            host=host,
            sounds=sounds,
            lit=options.simulate and options.display == "both",
            pulse=partial(watch.beat, _status(options, word, wiring, terminal)),
            paging=pages,
        )
        if keys is None or display is None:  # a window obeys the signal of the system by itself
            _leave_by_signal(laid, bell)
        _end_with_the_terminal()
        parts.callback(watch.end)
        resume = True if options.resume else False if options.fresh or display is None else None
        gc.freeze()  # what is there by now stays: no collection has to look at it again
        try:
            asked = host is None or options.asked
            laid.play(first_header(options) if asked else None, resume)
        except ScreenLostError as error:
            message = terminal.language.gettext("the screen is gone: {why}")
            raise Trouble(message.format(why=error), Status.HARDWARE) from None
    return Status.DONE


def _leave_by_signal(laid: Table[View], bell: Bell | None) -> None:
    """The signal to end lets the round that it comes in end first, so nothing is half done."""

    def leave(_signal: int, _frame: object) -> None:
        laid.leave()
        if bell is not None:
            bell.ring()

    signal.signal(signal.SIGTERM, leave)


def _status(options: PlayOptions, word: str, wiring: Wiring, terminal: Terminal) -> str:
    """What whoever oversees a service tells of it."""
    message = terminal.language.gettext("seats: {n}, buttons: {buttons}, display: {display}")
    return message.format(n=wiring.seats, buttons=word, display=options.display)


def _end_with_the_terminal() -> None:
    """A terminal that is closed is the signal to end; the window obeys that one by itself."""
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:  # as by nohup
        signal.signal(hang_up, lambda _signal, _frame: signal.raise_signal(signal.SIGTERM))


def _pressed(
    options: PlayOptions, terminal: Terminal, say: Callable[[str], None]
) -> tuple[str, Wiring]:
    """What is pressed, and which line is whose; keys have lines as if they were wired."""
    language = terminal.language
    keys = default_wiring(8)
    if options.buttons == "keys" or options.buttons.startswith(SCRIPT):
        return options.buttons, keys
    people = [(seat, plan.name) for seat, plan in enumerate(options.seats) if plan.is_person]
    seats = max((seat + 1 for seat, _name in people), default=2)  # a computer needs no wire
    if not options.asked and options.display != "none":
        seats = max(seats, len(options.seats))  # whoever comes sits down
    found = cabling(options.config, options.state_dir, os.environ, language, max(2, min(8, seats)))
    if found.trouble is not None:
        terminal.complain(found.trouble)
    machine = this_machine(os.environ)
    word = chosen(options.buttons, found.wiring, machine, language, say)
    if not is_wired(word):
        return word, keys
    wired = found.wiring.seats
    for seat, name in people:
        if seat >= wired and not options.resume:
            message = language.gettext(
                "{name} has no buttons: {n} seats are wired (ratscrew wiring)"
            )
            raise Trouble(message.format(name=name, n=wired))
    return word, found.wiring


def _say_what_is_down(stream: Stream, wiring: Wiring, terminal: Terminal) -> None:
    """A line that was pressed when it was opened is heard only when it was let go."""
    down = stream.troubled()
    if down:
        names = ", ".join(line_name(line, wiring, terminal.language) for line in sorted(down))
        message = terminal.language.gettext("pressed already, and not heard until let go: {lines}")
        terminal.complain(message.format(lines=names))


def _without_people(options: PlayOptions, terminal: Terminal) -> PlayOptions:
    """A demonstration, since there is nothing to press. Raises Trouble where people were named."""
    language = terminal.language
    people = [seat.name for seat in options.seats if seat.is_person]
    named = options.seats != default_seats(options.tempo, language)
    if options.display == "none" and people and named:
        _ = language.gettext
        message = _(
            "{name} cannot press anything with --display none; --buttons gpio or script:FILE"
        )
        raise Trouble(message.format(name=people[0]))
    return replace(options, seats=demonstration(options.seats, options.tempo), resume=False)


def _lamps(wiring: Wiring, language: Language, troubles: Troubles) -> Lamps:
    message = language.gettext("no lamps: {why}")

    def tell(reason: str) -> None:
        troubles.tell(Part.LAMPS, LampError(reason), message.format(why=reason))

    return open_lamps(wiring, tell)


def telling_of_sound(troubles: Troubles, language: Language) -> Callable[[SoundError | None], None]:
    """What a speaker tells is a trouble of the table, or its end."""
    message = language.gettext("no sound: {why}")

    def tell(error: SoundError | None) -> None:
        if error is None:
            troubles.mend(Part.SOUND)
        else:
            troubles.tell(Part.SOUND, error, message.format(why=error))

    return tell


def _sounds(
    options: PlayOptions, clock: MonotonicClock, language: Language, troubles: Troubles
) -> Sounds | None:
    tell, settings = telling_of_sound(troubles, language), options.settings
    try:
        speaker = Speaker(TONES, settings.volume, settings.sound_device, clock, tell)
    except OSError as error:
        tell(SoundError(SoundTrouble.ENDED, why(error)))
        return None
    return Sounds(speaker)


def _display(
    options: PlayOptions, clock: MonotonicClock, source: Pressed, terminal: Terminal
) -> Shown | None:
    """What the table is seen on, None where nothing is wanted or there is no screen."""
    if options.display == "none":
        return None
    _ = terminal.language.gettext
    wanted = (options.display, options.simulate, this_machine(os.environ).is_pi, clock)
    try:
        if isinstance(source, Keys):
            if options.display == "oled" and not options.simulate:
                raise Trouble(
                    _("keys need a window, and --display oled opens none; --simulate does")
                )
            return screen(*wanted)
        say = _seeking(terminal) if options.patient else None
        return screen_apart(*wanted, source.bell if isinstance(source, WiredSource) else None, say)
    except ScreenMissingError as error:
        if options.display != "auto":
            message = _("--display {word}: {why}").format(word=options.display, why=error)
            raise Trouble(message, Status.HARDWARE) from None
        if not options.buttons.startswith(SCRIPT):
            terminal.say(
                _("No screen here ({why}): a demonstration among computer players").format(
                    why=error
                )
            )
        return None


def _seeking(terminal: Terminal) -> Seeking:
    """Tells of displays that are looked for, by their names; None: it is there now."""
    _ = terminal.language.gettext

    def say(name: str, why: str | None) -> None:
        if why is None:
            terminal.complain(_("display {name}: it is there").format(name=name))
        else:
            message = _("display {name}: {why}; it is looked for every few seconds")
            terminal.complain(message.format(name=name, why=why))

    return say
