"""Reading the rules at the table: which page lies open, and which pages there are.

The law: flip goes on, slap goes back, long goes away; behind the last page comes the first again.
A display that is too small for a page is given several for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.between import BoardPage
from device.gesture import Press
from device.gesture_text import either_held
from device.language import Language
from device.leaf import Leaf
from device.overlay import Help
from device.view import KeyHint

BookPage: TypeAlias = Help | Leaf | BoardPage
Paging: TypeAlias = Callable[[Sequence[Leaf | BoardPage], str], Sequence[BookPage]]
"""Makes of the pages of the rules or of boards, and of their title, those that a display has room
for: first what the buttons do, where there is no room for that on each of them."""

_WIDEST = "00 / 00"
"""The number of a page, while it is not known how many there are."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules lie open; `at` counts pages on and back, and goes round for ever."""

    at: int = 0


def whole(leaves: Sequence[Leaf | BoardPage], _title: str) -> Sequence[Leaf | BoardPage]:
    """The pages as they are: a screen has room for each."""
    return leaves


def turned(reading: Reading, press: Press) -> Reading | None:
    """The reading after a press, None where it has ended."""
    match press:
        case Press.FLIP:
            return replace(reading, at=reading.at + 1)
        case Press.SLAP:
            return replace(reading, at=reading.at - 1)
        case Press.SLAP_LONG | Press.FLIP_LONG:
            return None
        case Press.FLIPS_HELD:
            return reading


def book_of(
    leaves: Sequence[Leaf], hints: tuple[KeyHint, ...], paging: Paging, language: Language
) -> list[BookPage]:
    """All pages for a display, each with its number and with what can be pressed."""
    unnumbered = [replace(leaf, number=_WIDEST, hints=hints) for leaf in leaves]
    found = list(paging(unnumbered, language.gettext("Rules")))
    count, number = sum(isinstance(sheet, Leaf) for sheet in found), 0
    for at, sheet in enumerate(found):
        if isinstance(sheet, Leaf):
            number += 1
            found[at] = replace(sheet, number=f"{number} / {count}")
    return found


def button_hints(back: str, language: Language) -> tuple[KeyHint, ...]:
    """What the buttons of a seat do while the rules lie open; `back`: where long leads."""
    _ = language.gettext
    return (
        KeyHint(_("Flip"), _("next page")),
        KeyHint(_("Slap"), _("page before")),
        KeyHint(either_held(language), back),
    )
