"""What is held for how long, in words.

The law: every length on a page is read from the one table of what is long, `gesture.LASTS_NS`.
"""

from device.gesture import LASTS_NS, Press
from device.language import Language
from device.span import span


def slap_held(language: Language) -> str:
    """The slap button of a seat is held."""
    text = language.gettext("hold slap for {span}")
    return text.format(span=_span(Press.SLAP_LONG, language))


def in_short(press: Press, language: Language) -> str:
    """What lasts in few letters, for a corner of the game. Raises KeyError for a short press."""
    _ = language.gettext
    text = {
        Press.SLAP_LONG: _("slap {span}"),
        Press.FLIPS_HELD: _("all flips {span}"),
    }[press]
    return text.format(span=_span(press, language))


def either_held(language: Language) -> str:
    """Either button of a seat is held, where it does not matter which."""
    return language.gettext("hold for {span}").format(span=long_span(language))


def long_span(language: Language) -> str:
    """How long a long press of either button lasts."""
    return _span(max((Press.SLAP_LONG, Press.FLIP_LONG), key=lambda p: LASTS_NS[p]), language)


def _span(press: Press, language: Language) -> str:
    return span(LASTS_NS[press] // 1000, language)
