"""Opens a table, and plays: at a window and its keys, at buttons, by a script, or in plain text.

The law: without a screen there is still something to see: a demonstration among computer players,
told in words.
"""

import gc
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from device.ahead import Foreseen
from device.app import Table
from device.complaint import Part
from device.dealing import first_header
from device.demonstration import play_fast, tell_fact
from device.ear import Ear
from device.easel import Easel
from device.echo import Echo
from device.household import caretaker_of, host_of
from device.journal import JournalError
from device.keeper import Keeper
from device.options import PlayOptions, default_seats, demonstration
from device.parts import Parts, lamps_of, open_parts, say_what_is_down
from device.presses import SCRIPT, Opening, opened, script_word
from device.screens import paging, sent
from device.scribe import RECORDS, Scribe
from device.terminal import Terminal
from device.trial import Trial
from device.trouble import Status, Trouble
from device.troubles import Troubles
from device.view import View
from device.wording import said
from hal.bell import Bell
from hal.clock import MonotonicClock
from hal.contacts import Overheard
from hal.display import Blind, ScreenLostError
from hal.overseer import overseer
from hal.speaker import Voice
from hal.stream import Stream
from hal.urgency import calm, urge


def play(
    options: PlayOptions,
    terminal: Terminal,
    source_of: Opening = opened,
    guess: Foreseen | None = None,
    voice: Voice | None = None,
) -> Status:
    """Play what was asked for until people leave. Raises Trouble.

    `source_of` makes what they press. `guess` is the display that is on its way already, `voice`
    who will play the sounds; whoever made them closes them.
    """
    try:
        if options.fast:
            return play_fast(options, terminal)
        return _play(options, terminal, source_of, guess, voice)
    except JournalError as error:
        raise Trouble(said(error, terminal.language)) from None


def _play(
    options: PlayOptions,
    terminal: Terminal,
    source_of: Opening,
    guess: Foreseen | None,
    voice: Voice | None,
) -> Status:
    clock = MonotonicClock()
    watch = overseer(os.environ, clock)
    troubles = Troubles(terminal.complain, terminal.language)
    if options.trouble:
        troubles.tell(Part.SETTINGS, Trouble(options.trouble), "")  # which is told already
    with ExitStack() as closing:
        parts = open_parts(options, terminal, clock, troubles, closing, source_of, guess, voice)
        options = replace(options, settings=options.settings.placed(parts.wired))
        seen = parts.display is not None
        if not seen and parts.keys is not None:
            options = _without_people(options, terminal)
        pulse = partial(watch.beat, _status(options, parts, terminal))
        laid = _laid(options, terminal, clock, troubles, parts, pulse, closing)
        if parts.keys is None or not seen:  # a window obeys the signal of the system by itself
            _leave_by_signal(laid, parts.bell)
        _end_with_the_terminal()
        closing.callback(watch.end)
        asked = options.asked or not parts.received
        resume = True if options.resume else False if options.fresh or not seen else None
        if parts.unseen:
            _say_what_is_seen(parts, terminal)
        gc.freeze()  # what is there by now stays: no collection has to look at it again
        gc.enable()
        try:
            laid.play(first_header(options) if asked else None, resume)
        except ScreenLostError as error:
            message = terminal.language.gettext("the screen is gone: {why}")
            raise Trouble(
                message.format(why=said(error, terminal.language)), Status.HARDWARE
            ) from None
    return Status.DONE


def _laid(
    options: PlayOptions,
    terminal: Terminal,
    clock: MonotonicClock,
    troubles: Troubles,
    parts: Parts,
    pulse: Callable[[], None],
    closing: ExitStack,
) -> Table[View]:
    """The table with these parts; `closing` lets go what it is laid with."""
    display, wiring, bell = parts.display, parts.wiring, parts.bell
    if bell is not None:  # here nothing is drawn: the window has a process of its own
        urge()
        closing.callback(calm)
    constants = wiring.settled(parts.source.constants)
    trial = Trial(wiring, constants) if parts.received else None
    overheard = parts.source if trial is None else Overheard(parts.source, trial)
    log = parts.log
    writing = () if log is None else (log.write, log.is_full)
    stream = Stream(overheard, constants, *writing)
    closing.callback(stream.close)
    say_what_is_down(stream, wiring, terminal)
    lamps = partial(lamps_of, wiring, terminal.language, troubles) if parts.wired else None
    echo = Echo(parts.sounds, lamps)
    closing.callback(echo.close)
    if display is None:
        echo.open()
    say = None if display is not None else partial(tell_fact, terminal, options)
    keeper = Keeper(options.state_dir, terminal.language, RECORDS)
    scribe = Scribe(options.state_dir, options.record, troubles, say, keeper)
    closing.callback(scribe.close)
    host, pages = None, paging(display, options.display, options.simulate)
    if trial is not None:
        caretaker = caretaker_of(options, trial)
        host = host_of(options, troubles, clock, keeper, caretaker, pages)
    return Table(
        ear=Ear(stream, wiring, parts.keys, rung=bell is not None),
        easel=Easel(
            Blind(clock, bell) if display is None else display,
            sent(options.display, options.simulate),
            lit=options.simulate and options.display == "both",
        ),
        echo=echo,
        scribe=scribe,
        troubles=troubles,
        clock=clock,
        settings=options.settings,
        spoken=terminal.language,
        attended=display is not None,
        host=host,
        pulse=pulse,
        paging=pages,
    )


def _leave_by_signal(laid: Table[View], bell: Bell | None) -> None:
    """The signal to end lets the round that it comes in end first, so nothing is half done."""

    def leave(_signal: int, _frame: object) -> None:
        laid.leave()
        if bell is not None:
            bell.ring()

    signal.signal(signal.SIGTERM, leave)


def _status(options: PlayOptions, parts: Parts, terminal: Terminal) -> str:
    """What whoever oversees a service tells of it."""
    message = terminal.language.gettext("seats: {n}, buttons: {buttons}, display: {display}")
    return message.format(n=parts.wiring.seats, buttons=parts.word, display=options.display)


def _end_with_the_terminal() -> None:
    """A terminal that is closed is the signal to end; the window obeys that one by itself."""
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:  # as by nohup
        signal.signal(hang_up, lambda _signal, _frame: signal.raise_signal(signal.SIGTERM))


def _say_what_is_seen(parts: Parts, terminal: Terminal) -> None:
    """There is no screen, but all the rest of the table is there."""
    _ = terminal.language.gettext
    message = _("No screen here ({why}): the game is told in words")
    if parts.keys is not None:
        message = _("No screen here ({why}): a demonstration among computer players, until Ctrl-C")
    if not parts.word.startswith(SCRIPT):
        terminal.say(message.format(why=parts.unseen))


def _without_people(options: PlayOptions, terminal: Terminal) -> PlayOptions:
    """A demonstration, since there is nothing to press. Raises Trouble where people were named."""
    language = terminal.language
    people = [seat.name for seat in options.seats if seat.is_person]
    named = options.seats != default_seats(options.tempo, language)
    if options.display == "none" and people and named:
        _ = language.gettext
        message = _("{name} cannot press anything with --display none; --buttons gpio or {script}")
        raise Trouble(message.format(name=people[0], script=script_word(language)))
    if options.resume:
        message = language.gettext("--resume: a game needs a screen to go on; it waits for one")
        terminal.complain(message)
    return replace(options, seats=demonstration(options.seats, options.tempo), resume=False)
