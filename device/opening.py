"""Opens what a game is played with, and plays: a window and its keys, a script, or plain text.

The law: what is missing is said in one line. Without a screen there is still something to see: a
demonstration among computer players, told in words.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.app import Painter, PictureT, Table
from device.dealing import first_header
from device.demonstration import play_fast, tell_fact
from device.journal import JournalError
from device.options import PlayOptions, demonstration
from device.pictures.screen import Screen
from device.scribe import Scribe
from device.terminal import Terminal
from device.trouble import Status, Trouble, why
from device.view import View
from hal.clock import MonotonicClock
from hal.display import Blind, Display
from hal.edgelog import EdgeLog, EdgeLogError, raw_lines
from hal.keys import KEY_CONSTANTS, Keys
from hal.mock import ScriptSource
from hal.screen import ScreenMissingError, Window
from hal.stream import Stream
from hal.wiring import Wiring, default_wiring

TITLE = "Ratscrew"
FIRST_SIZE = (1280, 720)
_SCRIPT = "script:"
_NO_SPACE = "no space left for a whole line"


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
    wiring = default_wiring(8)
    source: Keys | ScriptSource
    if options.buttons.startswith(_SCRIPT):
        source = _script(options.buttons.removeprefix(_SCRIPT), clock, wiring)
        constants = source.constants
    else:
        source = Keys(wiring.lines, clock)
        constants = KEY_CONSTANTS
    with ExitStack() as opened:
        log = None
        if options.edge_log is not None:
            log = _edge_log(options.edge_log, opened, terminal.complain)
        window = _window(options, clock, terminal)
        if window is not None:
            opened.callback(window.close)
        elif isinstance(source, Keys):  # nobody can press
            options = replace(
                options, seats=demonstration(options.seats, options.tempo), resume=False
            )
        stream = Stream(source, constants, log)
        opened.callback(stream.close)
        say = None if window is not None else partial(tell_fact, terminal, options)
        scribe = Scribe(options.state_dir, options.record, terminal.complain, say)
        opened.callback(scribe.close)

        def table(
            display: Display[PictureT], painter: Callable[[tuple[int, int]], Painter[PictureT]]
        ) -> Table[PictureT]:
            return Table(
                display=display,
                painter=painter,
                clock=clock,
                wiring=wiring,
                stream=stream,
                keys=source if isinstance(source, Keys) else None,
                scribe=scribe,
                settings=options.settings,
                spoken=terminal.language,
                attended=window is not None,
            )

        laid = table(Blind(clock), _Unseen) if window is None else table(window, Screen)
        resume = True if options.resume else False if options.fresh or window is None else None
        laid.play(first_header(options), resume)
    return Status.DONE


class _Unseen:
    """Paints nothing: without a display the view is all there is."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size

    def picture(self, view: View) -> View:
        """The view itself."""
        return view

    def hit(self, view: View, x: int, y: int) -> None:
        """Nothing lies anywhere."""


def _window(options: PlayOptions, clock: MonotonicClock, terminal: Terminal) -> Window | None:
    """The window, None where none is wanted or there is no screen to open it on."""
    if options.display == "none":
        return None
    _ = terminal.language.gettext
    try:
        return Window(TITLE, FIRST_SIZE, clock)
    except ScreenMissingError as error:
        if options.display == "window":
            raise Trouble(
                _("no screen to open a window on: {why}").format(why=error), Status.HARDWARE
            ) from None
        if not options.buttons.startswith(_SCRIPT):
            terminal.say(
                _("No screen here ({why}): a demonstration among computer players").format(
                    why=error
                )
            )
        return None


def _script(name: str, clock: MonotonicClock, wiring: Wiring) -> ScriptSource:
    """An edge log that is fed live."""
    try:
        with open(name, "rb") as file:
            source = ScriptSource(EdgeLog(raw_lines(file)), clock)
    except OSError as error:
        raise Trouble(f"{name}: {why(error)}") from None
    except EdgeLogError as error:
        raise Trouble(f"{name}: {error}") from None
    strange = set(source.lines).difference(wiring.lines)
    if strange:
        lines = ", ".join(map(str, wiring.lines))
        raise Trouble(f"{name}: line {min(strange)} is no button of this table, which has {lines}")
    return source


def _edge_log(path: Path, opened: ExitStack, warn: Callable[[str], None]) -> Callable[[str], None]:
    """Where the lines of an edge log go, each whole and at once; when it is full, no more do."""
    try:
        file = opened.enter_context(path.open("wb", buffering=0))
    except OSError as error:
        raise Trouble(f"{path}: {why(error)}") from None

    failed = False

    def write(line: str) -> None:
        nonlocal failed
        if failed:
            return
        data = line.encode() + b"\n"
        try:
            failed = file.write(data) != len(data)
            reason = _NO_SPACE
        except OSError as error:
            failed, reason = True, why(error)
        if failed:
            warn(f"{path}: {reason}")

    return write
