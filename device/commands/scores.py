"""`ratscrew scores`: who is best at what, the page of a person; export, forgetting, repair.

The law: games that wait to be kept are kept first, so what is shown is complete. Where they cannot
be, that is told and what there is is shown. A damaged database is touched by nobody who only wants
to look.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from device.arguments import Arguments, one_of
from device.board_object import boards_object, page_object
from device.board_text import board_lines, page_lines
from device.boards import boards, page
from device.careers import Careers, careers
from device.claim import FolderInUseError, claimed
from device.exporting import FORMATS, exported
from device.folders import state_dir
from device.forgetting import forget, unreadable
from device.language import Language
from device.results import person_of
from device.scores import SCORES, Scores
from device.scores_trouble import ScoresDamagedError, ScoresError, ScoresRefusedError, scores_line
from device.scribe import RECORDS
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of, unknown
from device.waiting import Waiting, mend
from device.wording import why


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "scores",
        language,
        _("Show who is best at what in all games that were finished at this table."),
        _(
            "Only people are ranked. A slap less than 100 ms after its card was shown is marked as "
            "too early and not ranked. Of the game of the day a person's first finished attempt "
            "counts. Points and wins in a row are counted in games with 52 cards dealt by chance."
        ),
    )
    taken.words(
        "names", _("NAME"), _("the page of this person, with a histogram"), title=_("person")
    )
    taken.flag("--json", _("as one JSON object, times in microseconds"))
    taken.option(
        "--export",
        "|".join(FORMATS),
        _("write out all games: csv has a line a seat, json the records too"),
        lambda word: one_of("--export", word, FORMATS, language),
    )
    taken.option(
        "--forget", _("NAME"), _("take a name out of all games for good; no table may be playing")
    )
    taken.flag("--repair", _("put a damaged database aside and keep what can still be read"))
    return taken


def run(
    words: Sequence[str],
    terminal: Terminal,
    today: Callable[[], date],
    environment: Mapping[str, str] = os.environ,
) -> Status:
    """Do what was asked for. Raises Trouble."""
    language = terminal.language
    read = arguments(language).read(words)
    _agree(read.names, read.json, read.export, read.forget, read.repair, language)
    folder = state_dir(environment)
    try:
        if read.repair:
            _repair(folder, terminal)
        elif read.forget is not None:
            _forget(folder, read.forget, terminal)
        else:
            _keep_what_waits(folder, terminal)
            with Scores(folder / SCORES) as scores:
                if read.export is not None:
                    terminal.public_format()
                    for piece in exported(scores.games(), read.export):
                        terminal.write(piece)
                else:
                    known = careers(scores.results())
                    _show(known, read.names, read.json, today(), terminal)
    except ScoresError as error:
        raise Trouble(_told(error, language)) from None
    except FolderInUseError:
        message = language.gettext("a table is playing with {folder}; end it first")
        raise Trouble(message.format(folder=folder)) from None
    except OSError as error:
        message = language.gettext("{file} cannot be used: {why}")
        raise Trouble(
            message.format(file=error.filename or folder, why=why(error, terminal.language))
        ) from None
    return Status.DONE


def _agree(
    names: Sequence[str],
    as_json: bool,
    export: str | None,
    forgotten: str | None,
    repair: bool,
    language: Language,
) -> None:
    _ = language.gettext
    if len(names) > 1:
        raise Trouble(_("{word} is one word too many").format(word=line_of(names[1])))
    asked = {
        "export": export is not None,
        "forget": forgotten is not None,
        "repair": repair,
        "json": as_json,
    }
    given = [word for word, there in asked.items() if there]
    if len(given) > 1:
        message = _("--{first} and --{other} cannot go together")
        raise Trouble(message.format(first=given[0], other=given[1]))
    if names and given and given != ["json"]:
        message = _("{word} and --{other} cannot go together")
        raise Trouble(message.format(word=line_of(names[0]), other=given[0]))
    if forgotten is not None and not person_of(forgotten):
        message = _("--forget: {word} is nobody's name")
        raise Trouble(message.format(word=line_of(repr(forgotten))))


def _keep_what_waits(folder: Path, terminal: Terminal) -> None:
    """Where no more than the writing is refused, what there is can still be shown."""
    _ = terminal.language.gettext

    def warn(path: Path, put: Path) -> None:
        message = _("{file} is no finished game; it is put aside as {name}")
        terminal.complain(message.format(file=path, name=put.name))

    try:
        Waiting(folder, RECORDS, warn=warn).take_in()
    except ScoresRefusedError as error:
        terminal.complain(scores_line(error, terminal.language))
    except OSError as error:
        message = _("{file} cannot be used: {why}")
        terminal.complain(
            message.format(file=error.filename or folder, why=why(error, terminal.language))
        )


def _show(
    known: Careers, names: Sequence[str], as_json: bool, today: date, terminal: Terminal
) -> None:
    language = terminal.language
    _ = language.gettext
    if names:
        found = page(known, names[0])
        if found is None:
            raise _nobody(names[0], known, language)
        if as_json:
            _json(page_object(found), terminal)
        else:
            terminal.write("\n".join(page_lines(found, language)))
        return
    shown = boards(known, today.isoformat())
    if as_json:
        _json(boards_object(shown), terminal)
    elif known.people:
        terminal.write("\n".join(board_lines(shown, language)))
    elif known.nameless:
        terminal.say(_("Nobody here has said a name yet: ratscrew play --seats Anna,cpu,cpu,cpu"))
    else:
        terminal.say(_("No game with people has been finished here yet."))


def _forget(folder: Path, name: str, terminal: Terminal) -> None:
    language = terminal.language
    games, files = forget(folder, name)
    if not games and not files:
        with Scores(folder / SCORES) as scores:
            trouble = _nobody(name, careers(scores.results()), language)
        for path in unreadable(folder):
            kept = language.gettext("{file} cannot be read and may hold the name; it is left there")
            trouble = Trouble(f"{trouble}; {kept.format(file=path.name)}")
        raise trouble
    message = language.ngettext(
        "{name} is forgotten: a name less in {n} game",
        "{name} is forgotten: a name less in {n} games",
        games,
    )
    terminal.say(message.format(name=line_of(name), n=games))


def _repair(folder: Path, terminal: Terminal) -> None:
    """Not while a table plays: it does so itself."""
    _ = terminal.language.gettext
    claim = claimed(folder)
    try:
        put = mend(folder)
        games = Waiting(folder, RECORDS).take_in()
    finally:
        if claim is not None:
            os.close(claim)
    if put is None and not (folder / SCORES).exists():
        message = _("{file} is not there yet: no game was finished, so nothing is to be repaired")
        terminal.say(message.format(file=folder / SCORES))
    elif put is None:
        terminal.say(_("{file} is not damaged").format(file=folder / SCORES))
    else:
        message = terminal.language.ngettext(
            "{n} game could still be read; the damaged file is kept as {name}",
            "{n} games could still be read; the damaged file is kept as {name}",
            games,
        )
        terminal.say(message.format(n=games, name=put.name))


def _nobody(name: str, known: Careers, language: Language) -> Trouble:
    message = language.gettext("{name} has finished no game here").format(name=line_of(name))
    names = [line_of(career.name) for career in known.people.values()]
    return unknown(message, name, names, language) if names else Trouble(message)


def _told(error: ScoresError, language: Language) -> str:
    line = scores_line(error, language)
    if not isinstance(error, ScoresDamagedError):
        return line
    remedy = language.gettext("ratscrew scores --repair saves what can be read")
    return f"{line}; {remedy}"


def _json(value: object, terminal: Terminal) -> None:
    terminal.public_format()
    terminal.say(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
