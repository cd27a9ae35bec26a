"""The parts of a table: what is pressed, what is seen and heard, and what lights up.

The law: each is opened as it was asked for, or what is missing is said in one line.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from device.ahead import Foreseen, seeking, sought_ahead
from device.cabling import cabling, line_name
from device.complaint import Part, reason
from device.edge_file import EdgeFile
from device.language import Language
from device.last_edges import LastEdges
from device.machine import this_machine
from device.options import PlayOptions
from device.presses import SCRIPT, Opening, Pressed, chosen, is_wired, opened
from device.screens import Shown, screen, screen_apart
from device.terminal import Terminal
from device.trouble import Status, Trouble
from device.troubles import Troubles
from device.tunes import TONES, Sounds, soon
from device.view import View
from device.wording import said, why
from hal.apart import Ahead
from hal.bell import Bell
from hal.clock import MonotonicClock
from hal.display import ScreenMissingError
from hal.keys import Keys
from hal.lamps import LampError, Lamps, open_lamps
from hal.sound import SoundError, SoundTrouble
from hal.speaker import Speaker, Voice
from hal.stream import Stream
from hal.wired import WiredSource
from hal.wiring import Wiring, default_wiring
from hal.words import Words


@dataclass(frozen=True, slots=True)
class Parts:
    """What is opened before anybody plays. `display` None: nothing is seen, or there is no screen;
    then `unseen` says why.

    `word`: what is pressed, as `--buttons` has it. `sounds` None: the table is silent. `log` takes
    the lines of the edge log, None where none is kept.
    """

    word: str
    wiring: Wiring
    source: Pressed
    display: Shown | None
    sounds: Sounds | None
    log: EdgeFile | LastEdges | None
    unseen: str = ""

    @property
    def keys(self) -> Keys | None:
        """The source, where people sit at a keyboard."""
        return self.source if isinstance(self.source, Keys) else None

    @property
    def bell(self) -> Bell | None:
        """Rings when there is something to hear, where a kernel tells it."""
        return self.source.bell if isinstance(self.source, WiredSource) else None

    @property
    def wired(self) -> bool:
        """Whether buttons are pressed that have wires."""
        return is_wired(self.word)

    @property
    def received(self) -> bool:
        """Whether people are received between games: they sit at buttons, and see something."""
        return self.keys is None and self.display is not None


def open_parts(
    options: PlayOptions,
    terminal: Terminal,
    clock: MonotonicClock,
    troubles: Troubles,
    closing: ExitStack,
    source_of: Opening = opened,
    guess: Foreseen | None = None,
    voice: Voice | None = None,
) -> Parts:
    """Open what these options ask for; `closing` lets it go. Raises Trouble, ButtonsError.

    `source_of` makes what is pressed; `guess` is the display that is on its way already, `voice`
    who plays the sounds. They come before what is seen, since their process gets whatever is open
    by then.
    """
    reasons: list[str] = []
    word, wiring = _pressed(options, terminal, reasons.append)
    source = source_of(word, wiring.lines, wiring, clock, terminal.language)
    log: EdgeFile | LastEdges | None = None
    if options.edge_log is not None:
        log = EdgeFile(options.edge_log, partial(troubles.tell, Part.EDGES), terminal.language)
    elif options.last_edges is not None and is_wired(word):
        log = LastEdges(options.last_edges, terminal.complain, terminal.language)
    if log is not None:
        closing.callback(log.close)
    sounds = None
    if options.display != "none" or is_wired(word):
        sounds = _sounds(options, clock, terminal.language, troubles, voice, wiring.seats)
    if sounds is not None:
        closing.callback(sounds.close)
    elif voice is not None:
        voice.close()
    display, unseen = _display(options, clock, source, terminal, guess)
    if display is not None:
        closing.callback(display.close)
    elif sounds is not None and not is_wired(word):
        sounds.close()
        sounds = None
    parts = Parts(word, wiring, source, display, sounds, log, unseen)
    if display is not None or parts.keys is None:
        for reason in reasons:
            terminal.complain(reason)
    return parts


def say_what_is_down(stream: Stream, wiring: Wiring, terminal: Terminal) -> None:
    """A line that was pressed when it was opened is heard only when it was let go."""
    down = stream.troubled()
    if down:
        names = ", ".join(line_name(line, wiring, terminal.language) for line in sorted(down))
        message = terminal.language.gettext("pressed already, and not heard until let go: {lines}")
        terminal.complain(message.format(lines=names))


def lamps_of(wiring: Wiring, language: Language, troubles: Troubles) -> Lamps:
    """The lamps of a wiring, as far as they can be lit."""
    message = language.gettext("no lamps: {why}")

    def tell(error: LampError) -> None:
        troubles.tell(Part.LAMPS, error, message.format(why=said(error, language)))

    return open_lamps(wiring, tell)


def telling_of_sound(troubles: Troubles, language: Language) -> Callable[[SoundError | None], None]:
    """What a speaker tells is a trouble of the table, or its end."""
    message = language.gettext("no sound: {why}")

    def tell(error: SoundError | None) -> None:
        if error is None:
            troubles.mend(Part.SOUND)
        else:
            why = said(error, language)
            if error.trouble in (SoundTrouble.DEVICE, SoundTrouble.LIBRARY):
                why = f"{reason(error, language)} ({why})"
            troubles.tell(Part.SOUND, error, message.format(why=why))

    return tell


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


def _sounds(
    options: PlayOptions,
    clock: MonotonicClock,
    language: Language,
    troubles: Troubles,
    voice: Voice | None,
    seats: int,
) -> Sounds | None:
    tell, settings = telling_of_sound(troubles, language), options.settings
    try:
        device, made = settings.sound_device, soon(seats)
        speaker = Speaker(TONES, settings.volume, device, clock, tell, voice, made)
    except OSError as error:
        tell(SoundError(SoundTrouble.ENDED, Words(why(error, language))))
        return None
    return Sounds(speaker)


def _display(
    options: PlayOptions,
    clock: MonotonicClock,
    source: Pressed,
    terminal: Terminal,
    guess: Foreseen | None,
) -> tuple[Shown | None, str]:
    """What the table is seen on; None where nothing is wanted, or there is no screen, and why."""
    if options.display == "none":
        return None, ""
    _ = terminal.language.gettext
    wanted = (options.display, options.simulate, this_machine(os.environ).is_pi, clock)
    try:
        if isinstance(source, Keys):
            if options.display == "oled" and not options.simulate:
                raise Trouble(
                    _("keys need a window, and --display oled opens none; --simulate does")
                )
            return screen(*wanted), ""
        bell = source.bell if isinstance(source, WiredSource) else None
        return screen_apart(*wanted, bell, _ahead(options, clock, terminal, guess)), ""
    except ScreenMissingError as error:
        reason = said(error, terminal.language)
        if options.display != "auto":
            message = _("--display {word}: {why}").format(word=options.display, why=reason)
            raise Trouble(message, Status.HARDWARE) from None
        return None, reason


def _ahead(
    options: PlayOptions, clock: MonotonicClock, terminal: Terminal, guess: Foreseen | None
) -> Ahead[View] | None:
    """Another process that looks for the display, None where nobody has patience with it."""
    if not options.patient:
        return None
    if guess is not None and (guess.word, False) == (options.display, options.simulate):
        return guess.display
    return sought_ahead(options.display, options.simulate, clock, seeking(terminal))
