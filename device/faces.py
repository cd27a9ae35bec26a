"""Cards as they are drawn."""

from collections.abc import Iterable

from device.language import Language
from device.view import Face, Figure, Suit
from game.cards import Card, Rank

_FIGURES = {
    Rank.ACE: Figure.ACE,
    Rank.JACK: Figure.JACK,
    Rank.QUEEN: Figure.QUEEN,
    Rank.KING: Figure.KING,
}


def face(card: Card, letters: Language) -> Face:
    """A card whose face may be seen; `letters` are those on the cards."""
    figure = _FIGURES.get(card.rank, Figure.NUMBER)
    return Face(letters.letter(card.rank), Suit(card.suit.value), figure)


def faces(cards: Iterable[Card], letters: Language) -> tuple[Face, ...]:
    """Several of them."""
    return tuple(face(card, letters) for card in cards)
