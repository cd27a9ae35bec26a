"""Leafing through the boards and the people at the table: which page lies open.

The law: flip goes on to the next board or person, slap turns the page of this one, long goes away;
behind the last comes the first again. A display that is too small for a page is given several for
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.between import BoardPage
from device.board_page import boards_title, person_pages
from device.boards import Page
from device.gesture import Press
from device.gesture_text import either_held
from device.language import Language
from device.overlay import Help
from device.reading import BookPage, Paging
from device.view import KeyHint


@dataclass(frozen=True, slots=True)
class Browsing:
    """The boards lie open for whoever sits at `place`.

    `at` counts boards and people, `page` the pages of one; both go on for ever, and round.
    """

    place: int
    at: int = 0
    page: int = 0


def turned(browsing: Browsing, press: Press) -> Browsing | None:
    """What lies open after a press, None where nothing does."""
    match press:
        case Press.FLIP:
            return replace(browsing, at=browsing.at + 1, page=0)
        case Press.SLAP:
            return replace(browsing, page=browsing.page + 1)
        case Press.SLAP_LONG | Press.FLIP_LONG:
            return None
        case Press.FLIPS_HELD:
            return browsing


def open_page(
    browsing: Browsing,
    boards: Sequence[BoardPage],
    persons: Sequence[Page],
    nobody: str,
    paging: Paging,
    language: Language,
) -> BookPage:
    """The page that lies open of these boards and then these people; `nobody`: why there are none.

    Where a display has no room for hints on each page, they are told before the first board.
    """
    title = boards_title(language)
    if not boards:
        hints = _hints(False, language)[-1:]
        return paging([BoardPage(title, text=nobody, hints=hints)], title)[-1]
    first = paging([BoardPage(title, text=title, hints=_hints(True, language))], title)
    keys = [sheet for sheet in first if isinstance(sheet, Help)]
    count = len(boards) + len(persons)
    at = browsing.at % (count + bool(keys)) - bool(keys)
    if at < 0:
        return keys[browsing.page % len(keys)]
    whole = (boards[at],) if at < len(boards) else person_pages(persons[at - len(boards)], language)
    number = f"{at + 1} / {count}"
    hints = _hints(len(whole) > 1, language)
    pages = [replace(page, number=number, hints=hints) for page in whole]
    sheets = [sheet for sheet in paging(pages, title) if not isinstance(sheet, Help)]
    return sheets[browsing.page % len(sheets)]


def _hints(several: bool, language: Language) -> tuple[KeyHint, ...]:
    """What the buttons of a seat do; `several`: there is a page to turn."""
    _ = language.gettext
    turn = (KeyHint(_("Slap"), _("turn the page")),) if several else ()
    return KeyHint(_("Flip"), _("next")), *turn, KeyHint(either_held(language), _("back"))
