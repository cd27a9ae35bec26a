"""What there is to read at a table between games: the rules as a book, the boards, and both in turn
on an idle table.

The law: boards are asked for and never waited for; until they are there, nobody is on any.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Protocol

from device import attract
from device import lobby as lobbies
from device.between import BoardPage, IdlePage
from device.board_page import board_pages, nobody, people
from device.boards import Boards
from device.browsing import Browsing, open_page
from device.config import Config
from device.idle_page import board_sheets, idle_page, in_turn, rule_sheets
from device.language import Language, lettered
from device.lobby import Lobby, Mode
from device.reading import BookPage, Paging, Reading, book_of, button_hints
from device.rulebook import rulebook
from game.rules import PRESETS


class Library(Protocol):
    """Where finished games are: `device.keeper.Keeper`. Nobody waits for it."""

    @property
    def boards(self) -> Boards | None:
        """Those that were looked up last, with everybody's page; None while there are none."""
        ...

    def look_up(self, day: str) -> None:
        """Have them looked up, with those of a date."""
        ...


class Bookcase:
    """`library` has the boards, None: there are none. `paging`: how pages are cut for the display.
    `today`: the date (UTC)."""

    def __init__(self, library: Library | None, paging: Paging, today: Callable[[], date]) -> None:
        self._library = library
        self._paging = paging
        self._today = today
        self._told: tuple[Boards | None, str, tuple[BoardPage, ...]] = None, "", ()

    def look_up(self) -> None:
        """Have the boards looked up, with those of today."""
        if self._library is not None:
            self._library.look_up(self._day())

    def nobody(self, language: Language) -> str:
        """Why nobody is on a board, empty where somebody is."""
        return nobody(self._boards, language)

    def firsts(self) -> Mapping[str, int]:
        """The points of whoever has played today's game already, by person."""
        boards = self._boards
        return boards.firsts if boards is not None and boards.day == self._day() else {}

    def idle(self, idle_ns: int, now_ns: int, config: Config, language: Language) -> IdlePage:
        """What there is to see of a table that is idle since then."""
        rules = rule_sheets(config.rules, language)
        told = in_turn(rules, board_sheets(self._pages(language)))
        return idle_page(attract.moment(idle_ns, now_ns, len(told)), told, config, language)

    def rules(self, reading: Reading, lobby: Lobby, config: Config, language: Language) -> BookPage:
        """The page that lies open of the rules of the game that is chosen."""
        rules = PRESETS[lobbies.FOR_FOUR] if lobby.mode is Mode.DAILY else config.rules
        leaves = rulebook(rules, language, lettered(config.settings.letters, language))
        hints = button_hints(language.gettext("back"), language)
        book = book_of(leaves, hints, self._paging, language)
        return book[reading.at % len(book)]

    def page(self, browsing: Browsing, lobby: Lobby, language: Language) -> BookPage:
        """The page that lies open of the boards; whoever opened them is the first of the people."""
        around = lobby.guests[browsing.place :] + lobby.guests[: browsing.place]
        joined = [guest.name for guest in around if guest is not None and guest.is_person]
        persons = () if self._boards is None else people(self._boards, joined)
        return open_page(
            browsing, self._pages(language), persons, self.nobody(language), self._paging, language
        )

    def _pages(self, language: Language) -> tuple[BoardPage, ...]:
        """All boards; told anew only when they have changed, and not for every picture."""
        shown, about = self._boards, self._told
        if about[0] is not shown or about[1] != language.code:
            pages = () if shown is None else tuple(board_pages(shown, language))
            about = self._told = shown, language.code, pages
        return about[2]

    @property
    def _boards(self) -> Boards | None:
        return None if self._library is None else self._library.boards

    def _day(self) -> str:
        return self._today().isoformat()
