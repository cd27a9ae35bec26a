"""The words of the table: German and English, looked up in compiled gettext catalogues.

The law: nobody has a current language. Whoever makes words is given a `Language`, so a switch of
language is a new value and the next picture. Where a catalogue is missing, English is spoken.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # words are needed long before any card
    from datetime import datetime

    from game.cards import Card, Rank

LANGUAGES: Mapping[str, str] = {"de": "Deutsch", "en": "English"}
"""Every language by its code, named as it names itself."""

_ENGLISH = "en"
_LETTERS = {"de": {"Q": "D", "J": "B"}}
_MOMENT = {"de": "%d.%m.%Y, %H:%M"}
_DECIMAL_SIGN = {"de": ","}
SUITS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The signs of the suits in a line of text."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language; equal where the code is equal. Made by `language`."""

    code: str
    _catalogue: NullTranslations = field(repr=False, compare=False)

    def gettext(self, message: str) -> str:
        """The message in this language, or as it is where nobody has translated it."""
        return self._catalogue.gettext(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of the message that goes with the number; it is not filled in."""
        return self._catalogue.ngettext(one, many, number)

    @property
    def following(self) -> "Language":
        """The next of all languages, the first after the last."""
        codes = list(LANGUAGES)
        return language(codes[(codes.index(self.code) + 1) % len(codes)])

    def fixed(self, value: int, places: int) -> str:
        """`value` units of the last of `places` decimal places.

        >>> language("de").fixed(213400, 3), language("en").fixed(-5, 1)
        ('213,400', '-0.5')
        """
        whole, rest = divmod(abs(value), 10**places)
        sign = "-" if value < 0 else ""
        if not places:
            return f"{sign}{whole}"
        return f"{sign}{whole}{_DECIMAL_SIGN.get(self.code, '.')}{rest:0{places}}"

    def moment(self, when: "datetime") -> str:
        """A date and a time of day.

        >>> from datetime import datetime
        >>> [language(code).moment(datetime(2026, 11, 30, 9, 5)) for code in ("de", "en")]
        ['30.11.2026, 09:05', '2026-11-30, 09:05']
        """
        return when.strftime(_MOMENT.get(self.code, "%Y-%m-%d, %H:%M"))

    def letter(self, rank: "Rank") -> str:
        """What stands in the corner of a card, one or two characters.

        >>> from game.cards import Rank
        >>> [language("de").letter(rank) for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN)]
        ['10', 'B', 'D']
        """
        letter = str(rank.value)
        return "10" if letter == "T" else _LETTERS.get(self.code, {}).get(letter, letter)

    def card(self, card: "Card") -> str:
        """A card in a line of text.

        >>> from game.cards import CARDS
        >>> language("de").card(CARDS["QH"])
        'D♥'
        """
        return self.letter(card.rank) + SUITS[card.suit.value]


@cache
def language(code: str) -> Language:
    """The language of a code. Raises ValueError for one that is not spoken here."""
    if code not in LANGUAGES:
        raise ValueError(f"language is {code!r}; allowed is one of {', '.join(LANGUAGES)}")
    compiled = Path(__file__).with_name("locale") / code / "LC_MESSAGES" / "ratscrew.mo"
    try:
        with compiled.open("rb") as file:
            return Language(code, GNUTranslations(file))
    except (OSError, ValueError):  # not made yet, or damaged: `make` and the build compile it
        return Language(code, NullTranslations())


def preferred(environment: Mapping[str, str]) -> str:
    """The code that the locale in the environment asks for, English where it asks for neither.

    >>> preferred({"LANG": "de_AT.UTF-8"}), preferred({"LC_ALL": "C", "LANG": "de_DE"})
    ('de', 'en')
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            code = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return code if code in LANGUAGES else _ENGLISH
    return _ENGLISH


def chosen(setting: str, environment: Mapping[str, str]) -> Language:
    """The language of a setting, `auto` for that of the environment."""
    return language(preferred(environment) if setting == "auto" else setting)


def lettered(setting: str, spoken: Language) -> Language:
    """The language whose letters stand on the cards, `auto` for the spoken one."""
    return spoken if setting == "auto" else language(setting)
