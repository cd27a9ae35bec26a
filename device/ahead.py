"""The display of a table that waits for none, opened while all the rest of it is laid.

The law: it is a guess by the words of the command alone, and costs a process where it was wrong.
What is asked for is settled as ever, and told as ever where it cannot be.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from device.screens import Seeking, sought_ahead
from device.terminal import Terminal
from device.view import View
from device.wording import said
from hal.apart import Ahead
from hal.clock import MonotonicClock
from hal.display import ScreenMissingError

PATIENT: Final = "--patient"
_DISPLAYS: Final = ("auto", "window", "hdmi", "oled", "both")
_BUTTONS: Final = ("gpio", "gpiozero")
"""Those at which a display has a process of its own, whatever machine it is."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a word of `--display` is expected to mean, and the process that opens it."""

    word: str
    display: Ahead[View]


def foreseen(words: Sequence[str], terminal: Terminal) -> Foreseen | None:
    """The display that these words seem to ask for, on its way; None: nobody can tell by them.

    Whoever gets it closes its process, whether it was used or not.
    """
    buttons, word = _said(words, "--buttons", ""), _said(words, "--display", "auto")
    if PATIENT not in words or "--simulate" in words:
        return None
    if buttons not in _BUTTONS or word not in _DISPLAYS:
        return None
    clock = MonotonicClock()
    return Foreseen(word, sought_ahead(word, False, clock, seeking(terminal)))


def seeking(terminal: Terminal) -> Seeking:
    """Tells of displays that are looked for, by their names; None: it is there now."""
    _ = terminal.language.gettext

    def say(name: str, why: ScreenMissingError | None) -> None:
        if why is None:
            terminal.complain(_("display {name}: it is there").format(name=name))
        else:
            message = _("display {name}: {why}; it is looked for every few seconds")
            terminal.complain(message.format(name=name, why=said(why, terminal.language)))

    return say


def _said(words: Sequence[str], option: str, otherwise: str) -> str:
    """The last value of an option in these words."""
    said = otherwise
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == option:
            with suppress(IndexError):
                said = value if equals else words[at + 1]
    return said
