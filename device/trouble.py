"""Trouble with a name: one line for people, one exit status for programs, never a traceback."""

from collections.abc import Iterable
from enum import IntEnum

from device.language import Language

_FEW = 8
"""Words that are told in full."""


class Status(IntEnum):
    """How a command ended."""

    DONE = 0
    FAULT = 1
    """A fault of ours."""
    USAGE = 2
    """Told wrongly: an option, a file, the configuration."""
    HARDWARE = 4
    """A part is missing or refused."""
    CONTRADICTION = 5
    """A record that contradicts itself."""
    INTERRUPTED = 130
    """Ctrl-C, by the shell's convention."""


class Trouble(Exception):
    """What ends a command; the message is one line that names the value and what is allowed."""

    def __init__(self, message: str, status: Status = Status.USAGE) -> None:
        super().__init__(message)
        self.status = status


def line_of(text: object) -> str:
    """A text from outside as part of one line: whatever would move the cursor is spelt out.

    >>> line_of("a\\nb\\x1b[2J")
    'a\\\\nb\\\\x1b[2J'
    """
    told = str(text)
    if told.isprintable():
        return told
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in told
    )


def unknown(message: str, word: str, known: Iterable[str], language: Language) -> Trouble:
    """Trouble with a word that nobody knows: what is nearest to it, and the rest if it is short."""
    from difflib import get_close_matches

    _ = language.gettext
    known = list(known)
    lower = {each.lower(): each for each in known}
    near = get_close_matches(word.lower(), lower, n=1, cutoff=0.6)
    meant = _("did you mean {word}?").format(word=lower[near[0]]) if near else ""
    if near and len(known) > _FEW:
        return Trouble(f"{message}; {meant}")
    allowed = _("allowed: {words}").format(words=", ".join(known))
    return Trouble(f"{message}; {allowed} ({meant})" if near else f"{message}; {allowed}")
