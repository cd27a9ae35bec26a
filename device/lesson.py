"""The lessons of the tutorial: what can be explained, and in which words.

The law: a lesson is one short thing, told to whoever plays the game for the first time; every topic
has its words here, or `KeyError` says which has not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from device.keyboard import label
from device.language import Language
from device.span import span
from device.telling import pattern_name
from game.cards import Seat
from game.patterns import Pattern
from game.rules import Rules


class Topic(Enum):
    """What a lesson is about."""

    LAY = "lay"
    NUMBER = "number"
    SLAP = "slap"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    ACE = "ace"
    ANSWERED = "answered"
    CLAIM = "claim"
    TAKEN = "taken"
    SLAPPED = "slapped"
    RACE = "race"
    DEAD_HEAT = "dead heat"
    MISSED = "missed"
    LATE = "late"
    BURNED = "burned"
    NOT_NOW = "not now"
    EMPTY = "empty"
    STRUCK = "struck"
    BARRED = "barred"
    OUT = "out"
    LAST_CHANCE = "last chance"


_MOST_NAMES = 3
"""Of patterns, in a lesson: a small display has no room for more."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something is explained from `since_us` on, in µs from the deal; `seat`: who it is about,
    `pattern`: which lay there, None where none plays a part."""

    topic: Topic
    since_us: int
    seat: Seat = 0
    pattern: Pattern | None = None


def lesson_text(
    lesson: Lesson,
    names: Sequence[str],
    rules: Rules,
    keys: Sequence[str],
    language: Language,
) -> str:
    """A lesson in words; `keys` are those of the pupil, to lay and to slap, empty where buttons are
    wired."""
    _ = language.gettext
    lay, slap = (label(key, language) for key in keys) if keys else (_("Flip"), _("Slap"))
    slapped = [pattern for pattern in Pattern if pattern in rules.patterns]
    slap_first = _("{patterns}: when one lies on top, slap first ({slap}).")
    if len(slapped) > _MOST_NAMES:  # the rules have them all
        slap_first = _("{patterns} and others: when one lies on top, slap first ({slap}).")
        slapped = slapped[: _MOST_NAMES - 1]
    text = {
        Topic.LAY: _("Your stack lights up: lay its top card ({lay})."),
        Topic.NUMBER: _("A number card: simply the next one lays."),
        Topic.SLAP: slap_first,
        Topic.JACK: _("A jack: one attempt to lay an ace, king, queen or jack, too."),
        Topic.QUEEN: _("A queen: two attempts to lay an ace, king, queen or jack, too."),
        Topic.KING: _("A king: three attempts to lay an ace, king, queen or jack, too."),
        Topic.ACE: _("An ace: four attempts to lay another, or a king, queen or jack."),
        Topic.ANSWERED: _("Answered in time: now it is the other way round."),
        Topic.CLAIM: _(
            "All attempts failed: {name} takes the pile after {span}, unless it is slapped."
        ),
        Topic.TAKEN: _("{name} puts the pile under their own stack, and leads."),
        Topic.SLAPPED: _("{pattern}! {name} was the first hand, takes the pile, and leads."),
        Topic.RACE: _("Several hands: the line shows who was first, and by how much."),
        Topic.DEAD_HEAT: _("A dead heat: nothing tells the hands apart, so a lot decides."),
        Topic.MISSED: _("Gone: {pattern}. Nobody has slapped in time."),
        Topic.LATE: _("Too late: this time it costs nothing."),
        Topic.BURNED: _("A false slap: {name} burns, face down under the pile."),
        Topic.NOT_NOW: _("Not now: lay when your stack lights up."),
        Topic.EMPTY: _("{name} has no card left, but may slap and so come back."),
        Topic.STRUCK: _("A false slap without a card to burn: a strike. After three it is over."),
        Topic.BARRED: _("{name} may slap no more."),
        Topic.OUT: _("A false slap without a card to burn: {name} is out."),
        Topic.LAST_CHANCE: _(
            "{name} holds all cards, and lays three more: the last chance to slap."
        ),
    }[lesson.topic]
    return text.format(
        lay=lay,
        slap=slap,
        name=names[lesson.seat],
        span=span(rules.claim_us, language),
        pattern="" if lesson.pattern is None else pattern_name(lesson.pattern, language),
        patterns=", ".join(pattern_name(pattern, language) for pattern in slapped),
    )
