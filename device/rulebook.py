"""The rules as pages, in our own words: how it goes, what this table settles, tips, variants.

The law: one idea a page, its first paragraph short enough for the smallest display. A page tells
the rules chosen for this table, and says "here" where they are not the usual ones. An example of a
pattern shows that pattern and no other; cards that are no example of one show none.
"""

from collections.abc import Iterator, Sequence

from device.faces import faces
from device.house_rules import PATTERN_EXAMPLES, pattern_meaning
from device.language import Language
from device.leaf import Example, Leaf
from device.span import span
from device.telling import pattern_name
from device.view import Face
from game.cards import CARDS, Card
from game.patterns import Pattern
from game.rules import EmptySlap, LateSlap, Mash, Rules, Runout

_USUAL = Rules()
_EVERY = Rules(patterns=frozenset(Pattern), run_wrap=True)
_A_PAGE = 2
"""Patterns on a page."""
_ANNA, _BEN, _CARLA = "Anna", "Ben", "Carla"


def rulebook(rules: Rules, language: Language, letters: Language) -> tuple[Leaf, ...]:
    """All pages of these rules, in the order in which they are read; `letters` stand on the
    cards."""
    return tuple(_Book(rules, language, letters).leaves())


class _Book:
    """The pages of one set of rules."""

    def __init__(self, rules: Rules, language: Language, letters: Language) -> None:
        self._rules = rules
        self._language = language
        self._letters = letters
        self._slapped = [pattern for pattern in Pattern if pattern in rules.patterns]
        self._others = [pattern for pattern in Pattern if pattern not in rules.patterns]

    def leaves(self) -> Iterator[Leaf]:
        yield self._goal()
        yield self._turn()
        yield self._challenge()
        yield self._claim()
        yield self._slap()
        _ = self._language.gettext
        yield from self._patterns(_("What is slapped here"), self._slapped)
        yield self._false_slap()
        yield self._late()
        yield self._no_cards()
        yield self._end()
        yield self._points()
        yield self._tips()
        yield from self._patterns(_("Variants: patterns"), self._others)
        yield from self._variants()
        yield self._origin()

    # How it goes

    def _goal(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("Everybody lays cards on one pile, and tries to win it."),
            _("It is won by a challenge that nobody answers, or by the first hand on a pattern."),
            _("Whoever wins it puts it face down under their own stack."),
        )
        taken = self._lying(self._slapped[0], _("{pattern}: the first hand takes all of it."))
        return Leaf(_("What it is about"), text, examples=(taken,))

    def _turn(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("When your stack lights up, lay its top card. It goes round clockwise."),
            _("Nobody looks at it before: a card counts from when everybody can see it."),
            _("After a number card, 2 to 10, simply the next one lays."),
        )
        said = _("Number cards only: now it is Carla's turn.")
        return Leaf(_("Your turn"), text, examples=(self._pile("3H 9C", said, _ANNA, _BEN),))

    def _challenge(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("Ace, king, queen and jack challenge the next player to lay one of them, too."),
            _("Whoever lays one in time has answered, and challenges the next player at once."),
        )
        legend = Example(
            self._faces("AS KH QC JD"),
            _("So many attempts the next player has."),
            ("4", "3", "2", "1"),
            piled=False,
        )
        return Leaf(_("Challenges"), text, examples=(legend,))

    def _claim(self) -> Leaf:
        _, rules = self._language.gettext, self._rules
        text = [_("If every attempt is a number card, the challenger takes the pile, and leads.")]
        here = []
        if rules.runout is Runout.CHALLENGER:
            text.append(_("Whoever runs out of cards while paying has failed, too."))
        else:
            here.append(_("Here: if the payer runs out of cards, the next player pays the rest."))
        if rules.claim_us:
            open_for = span(rules.claim_us, self._language)
            if rules.claim_us == _USUAL.claim_us:
                said = _("Before, the pile lies open for {span}: a slap still takes it.")
                text.append(said.format(span=open_for))
            else:
                said = _("Here: before, the pile lies open for {span}: a slap still takes it.")
                here.append(said.format(span=open_for))
        said = _("Ben answers the queen with a jack. Carla's one attempt is an eight: Ben's pile.")
        story = self._pile("QD 5C JS 8H", said, _ANNA, _BEN, _BEN, _CARLA)
        return Leaf(_("Who takes the pile"), tuple(text), tuple(here), (story,))

    def _slap(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("When a pattern lies on top, the first hand takes the whole pile, and leads."),
            _("Everybody may slap at any time, even in a challenge; what was owed is void then."),
            _("If two hands cannot be told apart, a lot decides."),
            _("A button that was held down is no slap: let go, and press."),
        )
        said = _("{pattern}! Dora was first: all hers, though she laid none of it.")
        names = (_ANNA, _BEN, _CARLA, _ANNA, _BEN)
        return Leaf(_("Slap!"), text, examples=(self._lying(self._slapped[-1], said, names),))

    def _patterns(self, title: str, patterns: Sequence[Pattern]) -> Iterator[Leaf]:
        """Some patterns a page, each with its meaning and its cards."""
        _, rules, language = self._language.gettext, self._rules, self._language
        for start in range(0, len(patterns), _A_PAGE):
            part = patterns[start : start + _A_PAGE]
            text, examples = [], []
            for pattern in part:
                name = pattern_name(pattern, language)
                text.append(f"{name}: {pattern_meaning(pattern, language)}")
                examples.append(self._lying(pattern, name))
            here: tuple[str, ...] = ()
            if Pattern.RUN in part and Pattern.RUN in rules.patterns and rules.run_wrap:
                cards = " ".join(self._letters.letter(card.rank) for card in _cards("QH KS AD 2C"))
                said = _("Here: a row may go on over the ace: {cards}.")
                here = (said.format(cards=cards),)
            yield Leaf(title, tuple(text), here, tuple(examples))

    # What goes wrong

    def _false_slap(self) -> Leaf:
        _, ngettext, rules = self._language.gettext, self._language.ngettext, self._rules
        text = [_("Slap on nothing, and you burn: your top card goes face down under the pile.")]
        text.append(_("Whoever takes the pile takes it, too. A burned card is part of no pattern."))
        here = []
        if rules.burn != _USUAL.burn:
            said = ngettext(
                "Here: a false slap costs {n} card.",
                "Here: a false slap costs {n} cards.",
                rules.burn,
            )
            here.append(said.format(n=rules.burn))
        if rules.mash is Mash.EACH:
            text.append(_("Each false slap costs, however fast you press."))
        else:
            here.append(_("Here: on one card only your first false slap costs."))
        near = self._pile("8C 7S", _("A seven on an eight: near, but nothing."))
        return Leaf(_("A false slap"), tuple(text), tuple(here), (near,))

    def _late(self) -> Leaf:
        _, rules = self._language.gettext, self._rules
        text, here = [_("When the next card covers a pattern, it is gone.")], []
        if rules.cover_grace_us:
            said = _("Here: a slap up to {span} after the new card costs nothing.")
            here.append(said.format(span=span(rules.cover_grace_us, self._language)))
        else:
            text.append(_("Once the new card can be seen, a slap on the old pattern is false."))
        if rules.late_slap is LateSlap.FORGIVEN:
            text.append(_("A slap after somebody else has slapped the pile away costs nothing."))
        else:
            here.append(_("Here: a slap after the pile was slapped away is a false one."))
        lies = PATTERN_EXAMPLES[self._slapped[0]]
        said = _("{pattern}, but covered.")
        said = said.format(pattern=pattern_name(self._slapped[0], self._language))
        covered = self._pile(f"{lies} {_cover(lies)}", said)
        return Leaf(_("Too late"), tuple(text), tuple(here), (covered,))

    def _no_cards(self) -> Leaf:
        _ = self._language.gettext
        text, here = (
            [_("Without cards you are passed over, but you may slap your way back.")],
            [],
        )
        match self._rules.empty_slap:
            case EmptySlap.OUT:
                text.append(_("A false slap without cards puts you out of the game."))
            case EmptySlap.THREE_STRIKES:
                here.append(
                    _("Here: a false slap without cards is a strike; after three you slap no more.")
                )
            case EmptySlap.NOTHING:
                here.append(_("Here: a false slap without cards costs nothing."))
        said = _("{pattern}! Dora had no card left, was first, and is back.")
        back = self._lying(self._slapped[0], said)
        return Leaf(_("No cards left"), tuple(text), tuple(here), (back,))

    # The end

    def _end(self) -> Leaf:
        _, rules = self._language.gettext, self._rules
        text, here = [_("Whoever holds all 52 cards wins.")], []
        if rules.last_chance:
            here.append(
                _("Here: whoever holds all cards lays three more, and the others may slap them.")
            )
        if rules.time_limit_us is not None:
            said = _("Here: after {span} of play the most cards win.")
            here.append(said.format(span=span(rules.time_limit_us, self._language)))
        text.append(_("It is a draw if nobody has a card left, or if the same hands come again."))
        said = _("Two attempts, and both are number cards: Anna has all 52.")
        last = self._pile("QS 6H 3D", said, _ANNA, _BEN, _BEN)
        return Leaf(_("How it ends"), tuple(text), tuple(here), (last,))

    def _points(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("A win: 2000 points, less 2 a second and 20 a false slap, but 500 at least."),
            _("Otherwise: 25 for each pile that you were the first to slap."),
            _("Ten minutes and three false slaps: 2000 − 1200 − 60 = 740."),
        )
        return Leaf(_("Points"), text)

    # To read on

    def _tips(self) -> Leaf:
        _ = self._language.gettext
        text = [
            _("Keep your eyes on the top two or three cards, and not on your own stack."),
            _("Stay awake when others pay: in a long challenge a slap wins the largest piles."),
            _("Do not slap in panic: what only looks like a pattern costs you a card."),
            _("Settle the house rules before; a little quarrel belongs to it."),
        ]
        if Pattern.SANDWICH in self._rules.patterns:
            said = _("A sandwich is the one that is overlooked: mind the card under the second.")
            return Leaf(_("Tips"), tuple(text), examples=(self._pile("5D QH 3C QS", said),))
        return Leaf(_("Tips"), tuple(text))

    def _variants(self) -> Iterator[Leaf]:
        """What other tables settle in another way."""
        _, rules = self._language.gettext, self._rules
        text = []
        if rules.burn == _USUAL.burn:
            text.append(_("Double burn: a false slap costs two cards."))
        if rules.empty_slap is not EmptySlap.THREE_STRIKES:
            text.append(
                _("Three strikes: only the third false slap without cards ends your slapping.")
            )
        if not rules.last_chance:
            text.append(_("Last chance: whoever holds all cards lays three more, open to slaps."))
        if rules.runout is Runout.CHALLENGER:
            text.append(_("If the payer runs out of cards, the next player pays the rest."))
        else:
            text.append(_("If the payer runs out of cards, the challenger takes the pile."))
        yield Leaf(_("Variants: rules"), tuple(text))

    def _origin(self) -> Leaf:
        _ = self._language.gettext
        text = (
            _("A modern American card game: the British Beggar-My-Neighbour with slapping added."),
            _("That one is of the 19th century; the slapping is perhaps from Slapjack."),
            _("Others call it ERS, Egyptian War, Bloodystump, Ratslap or simply Slap."),
        )
        jack = self._pile("JC", _("In Slapjack it is the jack that is slapped."))
        return Leaf(_("Origin"), text, examples=(jack,))

    # Cards

    def _lying(self, pattern: Pattern, said: str, names: Sequence[str] = ()) -> Example:
        """The example of a pattern; `names`: who laid the cards, more than there are will do."""
        cards = PATTERN_EXAMPLES[pattern]
        said = said.format(pattern=pattern_name(pattern, self._language))
        return self._pile(cards, said, *names[: len(cards.split())])

    def _pile(self, names: str, said: str, *notes: str) -> Example:
        return Example(self._faces(names), said, notes)

    def _faces(self, names: str) -> tuple[Face, ...]:
        return faces(_cards(names), self._letters)


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(CARDS[name] for name in names.split())


def _cover(names: str) -> str:
    """A card that covers a pattern and makes none."""
    under = _cards(names)
    fit = (
        name
        for name, card in CARDS.items()
        if card not in under and not _EVERY.slappable((*under, card))
    )
    return next(fit)
