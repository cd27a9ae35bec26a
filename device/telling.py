"""Facts in words: one short sentence for each, for the headline, the demonstration and a replay.

The law: a sentence says what a fact says and no more, so the same fact reads the same wherever it
is told.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from device.language import Language
from game import events
from game.cards import Pile
from game.events import Ending, Fact, Verdict
from game.patterns import Pattern, cards_of

_MOST_NAMED = 2
"""Of a dead heat, where a picture beside the sentence shows who they are."""


def milliseconds(us: int, language: Language, exact: bool = True) -> str:
    """A span with its unit: three decimals, or whole milliseconds where more is not known.

    >>> from device.language import language
    >>> milliseconds(213_400, language("de")), milliseconds(213_500, language("en"), exact=False)
    ('213,400 ms', '214 ms')
    """
    if exact:
        return f"{language.fixed(us, 3)} ms"
    return f"{language.fixed((us + 500) // 1000, 0)} ms"


def tell(
    fact: Fact,
    names: Sequence[str],
    language: Language,
    exact: bool = True,
    letters: Language | None = None,
    slapped: Pile = (),
    brief: bool = False,
) -> str:
    """The sentence of a fact; `names` by seat, `letters` those on the cards, else the language's.

    `exact` says whether the stamps are good to the microsecond. `slapped`: the face-up cards that
    a race was for, where people cannot see them any more. `brief`: without the times of a dead
    heat, and without the names of a large one, where a picture beside it has them.
    """
    _, ngettext = language.gettext, language.ngettext
    match fact:
        case events.Flipped(by_itself=True):
            return _("A card of {name} turns by itself").format(name=names[fact.seat])
        case events.Flipped():
            return _("{name} turns a card").format(name=names[fact.seat])
        case events.NotNow():
            return _("{name}: not now").format(name=names[fact.seat])
        case events.CardShown():
            card = (letters or language).card(fact.card)
            return _("{name} lays {card}").format(name=names[fact.seat], card=card)
        case events.CardReturned():
            return _("The turning card goes back to {name}").format(name=names[fact.seat])
        case events.Challenged():
            attempts = fact.attempts
            return ngettext(
                "{name} challenges: {n} attempt", "{name} challenges: {n} attempts", attempts
            ).format(name=names[fact.challenger], n=attempts)
        case events.ClaimOpened():
            if fact.challenger is None:
                return _("Nobody has a card left; the pile lies open")
            return _("The pile is due to {name}").format(name=names[fact.challenger])
        case events.Lapsed():
            return _("The challenge of {name} lapses").format(name=names[fact.challenger])
        case events.RaceOpened():
            return _("{patterns}! {name} slaps first").format(
                patterns=pattern_names(fact.patterns, language), name=names[fact.seat]
            )
        case events.Slapped():
            return _slap(fact, names, language, exact)
        case events.RaceClosed():
            patterns = pattern_names(fact.patterns, language, slapped, letters or language)
            return _race(fact, patterns, names, language, exact, brief)
        case events.SlapWithdrawn():
            return _("The slap of {name} does not count").format(name=names[fact.seat])
        case events.Burned():
            return ngettext("{name} burns {n} card", "{name} burns {n} cards", fact.cards).format(
                name=names[fact.seat], n=fact.cards
            )
        case events.Struck():
            return ngettext("{name}: {n} strike", "{name}: {n} strikes", fact.strikes).format(
                name=names[fact.seat], n=fact.strikes
            )
        case events.Barred():
            return _("{name} may not slap any more").format(name=names[fact.seat])
        case events.Eliminated():
            return _("{name} is out").format(name=names[fact.seat])
        case events.Left():
            return _("{name} leaves the game").format(name=names[fact.seat])
        case events.Taken():
            return ngettext("{name} takes {n} card", "{name} takes {n} cards", fact.cards).format(
                name=names[fact.seat], n=fact.cards
            )
        case events.LastChance():
            return _("{name} has all cards; the others have a last chance").format(
                name=names[fact.seat]
            )
        case events.Paused():
            return _("Pause")
        case events.Resumed():
            return _("The game goes on")
        case events.GameOver():
            return _end(fact, names, language)
        case _:
            assert_never(fact)


def pattern_name(pattern: Pattern, language: Language) -> str:
    """What people call a pattern."""
    _ = language.gettext
    match pattern:
        case Pattern.PAIR:
            return _("Pair")
        case Pattern.SANDWICH:
            return _("Sandwich")
        case Pattern.RATSCREW:
            return _("Ratscrew")
        case Pattern.HOAGIE:
            return _("Hoagie")
        case Pattern.TENS:
            return _("Ten")
        case Pattern.MARRIAGE:
            return _("Marriage")
        case Pattern.RUN:
            return _("Four in a row")
        case Pattern.TOP_BOTTOM:
            return _("Top and bottom")
        case _:
            assert_never(pattern)


def pattern_names(
    patterns: Iterable[Pattern],
    language: Language,
    slapped: Pile = (),
    letters: Language | None = None,
) -> str:
    """Several patterns in one breath; behind them, if the face-up cards are told, the ranks of the
    one that takes most."""
    patterns = list(patterns)
    named = ", ".join(pattern_name(pattern, language) for pattern in patterns)
    if not slapped:
        return named
    cards = max((cards_of(pattern, slapped) for pattern in patterns), key=len)
    return " ".join([named, *((letters or language).letter(card.rank) for card in cards)])


def _slap(fact: events.Slapped, names: Sequence[str], language: Language, exact: bool) -> str:
    _, name = language.gettext, names[fact.seat]
    match fact.verdict:
        case Verdict.FALSE:
            sentence = _("{name} slaps falsely")
        case Verdict.LATE:
            sentence = _("{name} slaps too late")
        case Verdict.IGNORED:
            sentence = _("The slap of {name} does not count")
        case Verdict.BARRED:
            sentence = _("{name} may not slap any more")
        case Verdict.WON | Verdict.TIE | Verdict.PENDING:
            if fact.reaction_us is None:
                return _("{name} slaps").format(name=name)
            time = milliseconds(fact.reaction_us, language, exact)
            return _("{name} slaps: {time}").format(name=name, time=time)
        case _:
            assert_never(fact.verdict)
    return sentence.format(name=name)


def _race(
    fact: events.RaceClosed,
    patterns: str,
    names: Sequence[str],
    language: Language,
    exact: bool,
    brief: bool,
) -> str:
    """The photo finish in words: "Pair! Anna 213.400 ms – Ben +12.708 ms"."""
    _ = language.gettext
    level = [hand for hand in fact.hands if fact.dead_heat and hand.verdict is not Verdict.LATE]
    told = []
    winner = names[fact.winner]
    if brief and len(level) > _MOST_NAMED:
        told.append(
            _("Dead heat of {n}: the lot falls to {winner}").format(n=len(level), winner=winner)
        )
    elif level:
        told.append(
            _("Dead heat: {names} – the lot falls to {winner}").format(
                names=", ".join(
                    names[hand.seat] if brief else _hand(hand, names, language, exact)
                    for hand in level
                ),
                winner=winner,
            )
        )
    told += [_hand(hand, names, language, exact) for hand in fact.hands if hand not in level]
    return _("{patterns}! {hands}").format(patterns=patterns, hands=" – ".join(told))


def _hand(hand: events.Finish, names: Sequence[str], language: Language, exact: bool) -> str:
    """A hand with its time: of the first since the card was shown, of the others since that.

    A stamp that reaches back is told to, since it may be what made the heat a dead one.
    """
    us, sign = (hand.behind_us, "+") if hand.behind_us else (hand.reaction_us, "")
    time = f"{names[hand.seat]} {sign}{milliseconds(us, language, exact)}"
    if not hand.uncertainty_us or not exact:
        return time
    perhaps = language.gettext("perhaps up to {span} earlier")
    return f"{time} ({perhaps})".format(span=milliseconds(hand.uncertainty_us, language))


def _end(fact: events.GameOver, names: Sequence[str], language: Language) -> str:
    _ = language.gettext
    if fact.winner is None:
        match fact.ending:
            case Ending.DEAD_DECK:
                return _("A draw: nobody has a card left")
            case Ending.ENDLESS:
                return _("A draw: the game goes round in circles")
            case Ending.TIME_LIMIT:
                return _("Time is up: a draw")
            case _:
                return _("A draw")
    match fact.ending:
        case Ending.ALL_CARDS:
            sentence = _("{name} wins with all cards")
        case Ending.LAST_CHANCE:
            sentence = _("{name} wins after the last chance")
        case Ending.ALONE:
            sentence = _("{name} wins: nobody else is left")
        case Ending.TIME_LIMIT:
            sentence = _("Time is up: {name} wins with the most cards")
        case _:
            sentence = _("{name} wins")
    return sentence.format(name=names[fact.winner])
