"""The display of a table that waits for none, opened while all the rest of it is laid.

The law: it is a guess by the words of the command alone, and costs a process where it was wrong.
What is asked for is settled as ever, and told as ever where it cannot be. Each process loads what
it needs when they have parted, even what both need: before, the screen would have to wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from hal.apart import Ahead
from hal.clock import MonotonicClock

if TYPE_CHECKING:
    from device.screens import Seeking, Shown
    from device.terminal import Terminal
    from device.view import View
    from hal.display import ScreenMissingError

PATIENT: Final = "--patient"
MAY_BE_TWO: Final = ("auto", "both")
"""Words for a window with an OLED beside it."""
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


def sought_ahead(word: str, simulate: bool, clock: MonotonicClock, say: Seeking) -> Ahead[View]:
    """What a word of `--display` means, looked for by another process until it is there."""
    parts = not simulate and word in MAY_BE_TWO
    return Ahead(partial(_sought, word, simulate, clock, say), parts=parts)


def _sought(word: str, simulate: bool, clock: MonotonicClock, say: Seeking) -> Shown:
    from device.screens import sought

    return sought(word, simulate, clock, say)


def seeking(terminal: Terminal) -> Seeking:
    """Tells of displays that are looked for, by their names; None: it is there now."""
    _ = terminal.language.gettext

    def say(name: str, why: ScreenMissingError | None) -> None:
        if why is None:
            terminal.complain(_("display {name}: it is there").format(name=name))
        else:
            from device.wording import said

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
