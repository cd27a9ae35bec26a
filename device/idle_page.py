"""The idle table in words: the invitation, rules in pictures and boards that come and go.

The law: what is told are the house rules of this table, so that a guest learns what is played here.
"""

from dataclasses import dataclass

from device.attract import Moment
from device.between import IdlePage, Line
from device.boards import Boards, Place
from device.config import Config
from device.faces import faces
from device.house_rules import pattern_meaning
from device.language import Language, lettered
from device.menu import Item
from device.menu_page import example
from device.telling import milliseconds, pattern_name
from game.cards import CARDS, Card
from game.patterns import Pattern
from game.rules import Rules

MOST_LINES = 5
"""Of a board."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One rule in a picture, `cards` its example, bottom first; or a board, in `lines`."""

    heading: str
    about: str = ""
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()


def rule_sheets(rules: Rules, language: Language) -> tuple[Sheet, ...]:
    """What a guest must know, in the order in which it is told."""
    _ = language.gettext
    return (
        Sheet(
            _("Lay"),
            _("In turn everybody lays the top card. Whoever holds all cards has won."),
            (CARDS["4C"], CARDS["9H"]),
        ),
        *(
            Sheet(
                _("Slap! {pattern}").format(pattern=pattern_name(pattern, language)),
                pattern_meaning(pattern, language),
                example(Item("patterns", pattern)),
            )
            for pattern in Pattern
            if pattern in rules.patterns
        ),
        Sheet(
            _("Challenge"),
            _(
                "After an ace the next one has four tries to lay an ace or a court card, "
                "after a king three, a queen two, a jack one; else the pile is lost."
            ),
            tuple(CARDS[name] for name in ("AS", "KD", "QC", "JH")),
        ),
        Sheet(
            _("Slapped falsely"),
            language.ngettext(
                "It costs {n} card, which goes face down under the pile.",
                "It costs {n} cards, which go face down under the pile.",
                rules.burn,
            ).format(n=rules.burn),
            (CARDS["5H"], CARDS["9S"]),
        ),
    )


def board_sheets(boards: Boards, language: Language) -> tuple[Sheet, ...]:
    """Who is best today, of all games, and with the hand; a board without anybody is left out."""
    _ = language.gettext

    def line(place: Place, value: str) -> Line:
        rank = "" if place.rank is None else f"{place.rank}. "
        return Line(rank + " – ".join(place.names), value)

    def points(places: tuple[Place, ...]) -> tuple[Line, ...]:
        return tuple(line(place, str(place.value)) for place in places[:MOST_LINES])

    quickest = tuple(
        line(place, milliseconds(place.value, language, place.exact))
        for place in boards.quickest[:MOST_LINES]
    )
    sheets = (
        Sheet(_("Game of the day, {date}").format(date=boards.day), lines=points(boards.daily)),
        Sheet(_("Most points"), lines=points(boards.points)),
        Sheet(_("Quickest reaction"), lines=quickest),
    )
    return tuple(sheet for sheet in sheets if sheet.lines)


def idle_page(
    moment: Moment, sheets: tuple[Sheet, ...], config: Config, language: Language
) -> IdlePage:
    """What there is to see of an idle table."""
    _ = language.gettext
    title, text = _("Press your slap button to join"), _("Egyptian Ratscrew")
    if moment.page is None:
        return IdlePage(title, text, moment.high)
    sheet = sheets[moment.page]
    letters = lettered(config.settings.letters, language)
    cards = faces(sheet.cards, letters)
    return IdlePage(title, text, False, sheet.heading, sheet.about, cards, sheet.lines)
