"""The house rules in words: what each option and each pattern is about, and which values there are.

The law: every option and every pattern has its words here, or `KeyError` says which has not. The
example of a pattern shows that pattern and no other.
"""

from collections.abc import Mapping
from typing import Final

from device.language import Language
from device.trouble import line_of
from device.wording import said
from game.patterns import Pattern
from game.rules import LEAST_TIME_LIMIT_US, LIMITS_US, PRESETS, RuleError, allowed, shortened

PATTERN_EXAMPLES: Final[Mapping[Pattern, str]] = {
    Pattern.PAIR: "5H 9S 9D",
    Pattern.SANDWICH: "KD 7H QS 7C",
    Pattern.RATSCREW: "QC 6D 9S",
    Pattern.HOAGIE: "QS 4S 8H JD 4C",
    Pattern.TENS: "KC 4H 6S",
    Pattern.MARRIAGE: "3D KS QH",
    Pattern.RUN: "5S 6H 7D 8C",
    Pattern.TOP_BOTTOM: "8D 3S QH 5C 8C",
}
"""Bottom card first; a card below keeps top and bottom apart."""


def meaning(option: str, language: Language) -> str:
    """What an option settles."""
    _ = language.gettext
    return {
        "patterns": _("what may be slapped"),
        "burn": _("how many cards a false slap costs"),
        "runout": _("who takes the pile when whoever pays has no card left"),
        "empty_slap": _("what a false slap costs whoever has no card"),
        "last_chance": _("whoever holds all cards must lay three more, open to slaps"),
        "late_slap": _("what a slap costs after the pile was slapped away"),
        "mash": _("whether each false slap on a card costs, or a player's first alone"),
        "cover_grace_us": _("how long a slap is forgiven when a new card has covered the pattern"),
        "claim_us": _("how long a pile lies open to slaps before the challenger takes it"),
        "race_us": _("how long after the first slap others are still in the race"),
        "tie_us": _("how near two slaps are a dead heat"),
        "run_wrap": _("whether four in a row may go on over the ace: Q K A 2"),
        "time_limit_us": _("after what time of play the most cards win"),
    }[option]


def pattern_meaning(pattern: Pattern, language: Language) -> str:
    """What lies there when a pattern does."""
    _ = language.gettext
    return {
        Pattern.PAIR: _("Two cards of one rank, one on the other."),
        Pattern.SANDWICH: _("Two cards of one rank with exactly one between them."),
        Pattern.RATSCREW: _("A six and a nine, one on the other."),
        Pattern.HOAGIE: _("Two cards of one rank with exactly two between them."),
        Pattern.TENS: _("Two number cards that make ten; the ace counts one."),
        Pattern.MARRIAGE: _("King and queen, one on the other."),
        Pattern.RUN: _("Four cards in a row, up or down."),
        Pattern.TOP_BOTTOM: _("The top card has the rank of the very first one."),
    }[pattern]


def values(option: str, language: Language) -> str:
    """Which values an option takes, or the preset, as people write them."""
    _ = language.gettext
    if option == "preset":
        return ", ".join(PRESETS)
    if option == "patterns":
        return _("one or more of {names}").format(
            names=", ".join(pattern.value for pattern in Pattern)
        )
    if option == "time_limit_us":
        return _("none, or {least} and more").format(least=LEAST_TIME_LIMIT_US)
    if option in LIMITS_US:
        least, most = LIMITS_US[option]
        return _("{least} to {most}").format(least=least, most=most)
    return said(allowed(option), language)


def refused(error: RuleError, language: Language) -> str:
    """What is wrong with an option, in one line."""
    message = language.gettext("{key} is {value}; allowed: {allowed}")
    value, known = line_of(shortened(error.value)), values(error.option, language)
    if error.option in LIMITS_US and type(error.value) is not int:
        least, most = LIMITS_US[error.option]
        known = language.gettext("a whole number, {least} to {most}").format(least=least, most=most)
    return message.format(key=error.option, value=value, allowed=known)
