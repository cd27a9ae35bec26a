"""The idle table in words: the invitation, rules in pictures and boards that come and go.

The law: what is told are the house rules of this table, so that a guest learns what is played here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from device.attract import Moment
from device.between import BoardPage, IdlePage, Line
from device.config import Config
from device.faces import faces
from device.house_rules import pattern_meaning
from device.language import Language, lettered
from device.menu import Item
from device.menu_page import example
from device.telling import pattern_name
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
                "After an ace four tries to lay an ace or a court card, "
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


def board_sheets(boards: Iterable[BoardPage]) -> tuple[Sheet, ...]:
    """The best of each of these boards."""
    return tuple(Sheet(page.title, lines=page.lines[:MOST_LINES]) for page in boards)


def in_turn(rules: Sequence[Sheet], boards: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """A rule, a board, and so on until each was there; without boards the rules alone.

    Whoever walks by is to see both, and there may be more boards than rules, or fewer.
    """
    if not boards:
        return tuple(rules)
    count = max(len(rules), len(boards))
    pairs = ((rules[n % len(rules)], boards[n % len(boards)]) for n in range(count))
    return tuple(sheet for pair in pairs for sheet in pair)


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
