"""The database of finished games, and the games that wait for it."""

from device.checks.finding import Finding, ok, warning
from device.folders import state_dir
from device.language import Language
from device.machine import Machine
from device.scores import SCORES, Scores
from device.scores_trouble import (
    ScoresDamagedError,
    ScoresError,
    ScoresLockedError,
    ScoresNewerError,
    scores_line,
)
from device.trouble import line_of
from device.waiting import WAITING
from device.wording import why


def kept(machine: Machine, language: Language) -> Finding:
    """Whether finished games are kept; the game itself can do without."""
    _, ngettext = language.gettext, language.ngettext
    folder = state_dir(machine.environment)
    try:
        with Scores(folder / SCORES) as scores:
            scores.check()
            scores.read()
            games = sum(1 for _game in scores.results())
    except ScoresError as error:
        return warning(scores_line(error, language), _remedy(error, language))
    except OSError as error:  # the folder may not be looked into
        message = _("{file} cannot be used: {why}")
        told = message.format(file=line_of(folder / SCORES), why=why(error, language))
        return warning(told, f"ls -ld {line_of(folder)}")
    waiting = len(list((folder / WAITING).glob("*.jsonl")))
    if waiting:
        message = ngettext("{n} finished game waits", "{n} finished games wait", waiting)
        return warning(message.format(n=waiting), _("keep them: ratscrew scores"))
    return ok(ngettext("{n} finished game", "{n} finished games", games).format(n=games))


def _remedy(error: ScoresError, language: Language) -> str:
    _ = language.gettext
    match error:
        case ScoresDamagedError():
            return "ratscrew scores --repair"
        case ScoresNewerError():
            return _("bring this program up to date")
        case ScoresLockedError():
            return _("end the other program, or wait for it")
        case _:
            return f"ls -l {error.path}; df -h {error.path.parent}"
