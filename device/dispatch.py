"""Which command of `ratscrew` it is, and how it ended.

The law: whatever happens is told in one line and by the exit status. Nothing is imported that the
command does not need, so that asking for help or the version costs nothing.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from device.language import LANGUAGES, Language, chosen, language, preferred
from device.terminal import ReaderGoneError, Terminal
from device.trouble import Status, Trouble, line_of, unknown

if TYPE_CHECKING:  # what is imported here, every command imports
    from device.ahead import Foreseen
    from device.presses import Opening
    from hal.speaker import Voice

COMMANDS = (
    "play",
    "rules",
    "replay",
    "edges",
    "deal",
    "scores",
    "wiring",
    "buttons",
    "doctor",
    "trouble",
    "logs",
)


def run(words: list[str], version: str) -> int:
    """Run a command; its exit status. `words` as on the command line, without the program."""
    terminal = Terminal(_spoken(words))
    try:
        status = _command(words, version, terminal)
        terminal.finish()
    except Trouble as trouble:
        terminal.complain(str(trouble))
        status = trouble.status
    except ReaderGoneError:
        terminal.abandon()
        status = Status.DONE
    except KeyboardInterrupt:
        terminal.complain(terminal.language.gettext("interrupted"))
        status = Status.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last place where a fault of ours can be told
        terminal.complain(_fault(error, terminal.language))
        status = Status.FAULT
    if status is not Status.DONE:
        _finish_quietly(terminal)
    return int(status)


def _command(words: list[str], version: str, terminal: Terminal) -> Status:
    _ = terminal.language.gettext
    place = _place(words)
    word = words[place] if place < len(words) else ""
    if word in ("-h", "--help", "--version"):
        terminal.write(_versioned(version) if word == "--version" else _help(terminal))
        return Status.DONE
    if not word or (word.startswith("-") and word != "-"):
        return _run("play", words, version, terminal)
    if word not in COMMANDS:
        message = _("unknown command {word}").format(word=line_of(word))
        raise unknown(message, word, COMMANDS, terminal.language)
    return _run(word, words[:place] + words[place + 1 :], version, terminal)


def _versioned(version: str) -> str:
    return f"ratscrew {version}\n"


def _run(command: str, words: list[str], version: str, terminal: Terminal) -> Status:
    from device.arguments import HelpAsked, VersionAsked

    try:
        match command:
            case "rules":
                from device.commands import rules

                return rules.run(words, terminal)
            case "replay":
                from device.commands import replay

                with _without_collecting():
                    return replay.run(words, terminal)
            case "edges":
                from device.commands import edges

                with _without_collecting():
                    return edges.run(words, terminal)
            case "deal":
                from device.commands import deal
                from hal.clock import utc_date

                return deal.run(words, terminal, utc_date)
            case "scores":
                from device.commands import scores
                from hal.clock import utc_date

                return scores.run(words, terminal, utc_date)
            case "wiring":
                from device.commands import wiring

                return wiring.run(words, terminal)
            case "buttons":
                from device.commands import buttons

                return buttons.run(words, terminal)
            case "doctor":
                from device.commands import doctor

                return doctor.run(words, terminal)
            case "trouble":
                from device.commands import trouble

                return trouble.run(words, terminal)
            case "logs":
                from device.commands import logs
                from hal.clock import utc_time
                from hal.urgency import calm

                calm()  # the table may have called it
                return logs.run(words, terminal, version, utc_time)
            case _:
                return play(words, terminal)
    except HelpAsked as asked:
        terminal.write(str(asked))
        return Status.DONE
    except VersionAsked:
        terminal.write(_versioned(version))
        return Status.DONE


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Judging makes a million values a second and none in a circle, and what is loaded for a table
    stays: nothing need look for any."""
    import gc

    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def play(words: list[str], terminal: Terminal, source_of: "Opening | None" = None) -> Status:
    """The table. `source_of` makes what is pressed, None: as the words have it. Raises Trouble."""
    with _without_collecting(), ExitStack() as closing:  # until people play
        guess = None
        if "--patient" in words:
            from device.ahead import foreseen

            guess = foreseen(words, terminal)
        if guess is not None:  # first: a screen takes longest
            closing.callback(guess.display.close)
        voice = _voice(words)
        if voice is not None:
            closing.callback(voice.close)
        if guess is not None:
            from hal.urgency import calm, urge

            urge()  # the screen is opened beside this, and would have the processors to itself
            closing.callback(calm)
        return _played(words, terminal, source_of, guess, voice)


def _voice(words: list[str]) -> "Voice | None":
    """Who will play the sounds: begun while there is little in this process, it takes little.

    None: nobody will, or nobody can, which is told when the sounds are wanted.
    """
    if {"-h", "--help", "--fast"} & set(words):
        return None
    from hal.speaker import Voice

    with suppress(OSError):
        return Voice()
    return None


def _played(
    words: list[str],
    terminal: Terminal,
    source_of: "Opening | None",
    guess: "Foreseen | None",
    voice: "Voice | None",
) -> Status:
    from device.commands.play import wanted
    from hal.clock import utc_date

    options = wanted(words, terminal, utc_date)
    terminal.language = chosen(options.settings.lang, os.environ)
    from device import opening
    from device.presses import opened
    from device.wording import said
    from hal.buttons import ButtonsError

    try:
        return opening.play(options, terminal, source_of or opened, guess, voice)
    except ButtonsError as error:
        raise Trouble(said(error, terminal.language), Status.HARDWARE) from None


def _place(words: Sequence[str]) -> int:
    """Where the command stands: the language may be asked for before it."""
    place = 0
    while place < len(words):
        if words[place] == "--lang":
            place += 2
        elif words[place].startswith("--lang="):
            place += 1
        else:
            break
    return place


def _spoken(words: Sequence[str]) -> Language:
    """The language for help and trouble, before anything else is read."""
    for place, word in enumerate(words):
        if word == "--":
            break
        name, equals, code = word.partition("=")
        if name == "--lang":
            asked = code if equals else words[place + 1] if place + 1 < len(words) else ""
            if asked in LANGUAGES:
                return language(asked)
    return language(preferred(os.environ))


def _help(terminal: Terminal) -> str:
    _ = terminal.language.gettext
    about = {
        "play": _("play at this table; the command if none is named"),
        "rules": _("tell the rules of the game"),
        "replay": _("judge records of games again"),
        "edges": _("judge an edge log again"),
        "deal": _("show the cards of a seed or of a day"),
        "scores": _("show who is best at what; export it, forget a name"),
        "wiring": _("show which wire goes where"),
        "buttons": _("test the buttons, or learn which is which"),
        "doctor": _("look for what is wrong, and say what to do"),
        "trouble": _("say why the table does not start, on its displays too"),
        "logs": _("show what was noted down, or put it into one file for support"),
    }
    wide = max(map(len, about))
    lines = [
        _("usage") + ": ratscrew [" + _("COMMAND") + "] ...",
        "",
        _("Egyptian Ratscrew at a table with buttons."),
        "",
        _("commands:"),
        *(f"  {command:<{wide}}  {what}" for command, what in about.items()),
        "",
        _("options:"),
        "  --lang de|en  " + _("language: de or en; else that of the locale"),
        "  --version     " + _("show the version"),
        "  -h, --help    " + _("show this help; after a command, that command's"),
        "",
        _("exit status:"),
        "  0  " + _("done"),
        "  2  " + _("wrong usage, a bad file, or a bad configuration"),
        "  4  " + _("hardware is missing or refused"),
        "  5  " + _("a record contradicts itself"),
        "  1  " + _("anything else: a fault of this program"),
        "130  " + _("ended with Ctrl-C"),
    ]
    return "\n".join([*lines, ""])


def _fault(error: Exception, spoken: Language) -> str:
    """A fault in one line, with the place that a report of it needs."""
    from traceback import extract_tb

    last = extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(last.filename)}:{last.lineno}"
    message = spoken.gettext("a fault of this program, at {place}: {kind}: {why}")
    return message.format(place=place, kind=type(error).__name__, why=error)


def _finish_quietly(terminal: Terminal) -> None:
    """What was answered before the trouble is out, if it can be."""
    try:
        terminal.finish()
    except (Trouble, ReaderGoneError):
        terminal.abandon()
