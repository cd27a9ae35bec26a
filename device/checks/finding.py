"""What a check found: how bad it is, in one line, and what to do."""

from dataclasses import dataclass
from enum import Enum

from device.language import Language


class Grade(Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """The game can be played, but something is missing."""
    FAULT = "fault"
    """No game can be played here as it is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line; `remedy` is the command or the deed that mends it, "" where none is needed."""

    grade: Grade
    what: str
    remedy: str = ""


def ok(what: str) -> Finding:
    """All is well."""
    return Finding(Grade.OK, what)


def warning(what: str, remedy: str) -> Finding:
    """Something is missing that a game can do without."""
    return Finding(Grade.WARNING, what, remedy)


def fault(what: str, remedy: str) -> Finding:
    """Something is missing that a game cannot do without."""
    return Finding(Grade.FAULT, what, remedy)


def joining(groups: str, user: str, language: Language) -> str:
    """How a user gets into groups."""
    message = language.gettext("sudo usermod -aG {groups} {user}, then log in again")
    return message.format(groups=groups, user=user)
