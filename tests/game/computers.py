"""A game with its computer players, and the keys by which they do what a test wants."""

from collections.abc import Callable, Mapping

from game.cards import CARDS, Seat
from game.cpu import Computers, Level, coming, drawn, errs, misses, pace_us, reaction_us
from game.engine import deal as dealt
from game.engine import step
from game.events import Fact, Flip, Input, Shown, Slap, Tick
from game.rules import Rules
from tests.game.script import cards

AIR_US = 250_000
NORMAL = dict.fromkeys(range(4), Level.NORMAL)


class Table:
    """A game with its computer players, stepped by hand."""

    def __init__(
        self, deal: str, key: str, levels: Mapping[Seat, Level], rules: Rules | None = None
    ) -> None:
        hands = tuple(tuple(CARDS[name] for name in hand) for hand in cards(deal.split("|")))
        self.state = dealt(rules or Rules(), hands, 0, key)
        self.computers = Computers(key, levels)
        self.facts: tuple[Fact, ...] = ()
        self.computers.watch(self.state, ())

    def happens(self, *inputs: Input) -> "Table":
        for happened in inputs:
            self.state, self.facts = step(self.state, happened)
            self.computers.watch(self.state, self.facts)
        return self

    def lay(self, *seats: Seat) -> "Table":
        """Each seat flips a card after 100 ms, and it is shown 100 ms later."""
        for seat in seats:
            now_us = self.state.now_us
            self.happens(Flip(now_us + 100_000, seat), Shown(now_us + 200_000))
        return self

    def next_happens(self) -> "Table":
        press = self.computers.next
        assert press is not None
        return self.happens(press)

    @property
    def next(self) -> Flip | Slap | None:
        return self.computers.next

    @property
    def coming(self) -> Flip | Slap | Tick | None:
        return coming(self.state, self.computers)


def key_where(true: Callable[[str], bool]) -> str:
    """The first of the keys k0, k1, k2 and so on of which this is true."""
    return next(key for key in map("k{}".format, range(100_000)) if true(key))


def reacts_us(key: str, seat: Seat, shown: int, level: Level = Level.NORMAL) -> int:
    return reaction_us(drawn(key, seat, shown), level)


def paces_us(key: str, seat: Seat, shown: int) -> int:
    return pace_us(drawn(key, seat, shown))


def sees(key: str, shown: int, *seats: Seat) -> bool:
    """Whether these seats see any pattern that the card completes."""
    return not any(misses(drawn(key, seat, shown), True) for seat in seats)


def calm(key: str, shown: int, *seats: Seat) -> bool:
    """Whether none of these seats slaps a near miss on any of the first cards."""
    return not any(errs(drawn(key, seat, card)) for seat in seats for card in range(shown + 1))


def pair_laid(key: str, levels: Mapping[Seat, Level], rules: Rules | None = None) -> Table:
    """Seats 0 and 1 have laid a pair, shown at 400 ms; seat 2 is on turn."""
    return Table("5 9 K 2 | 5 8 Q 3 | 3 7 T 4", key, levels, rules).lay(0, 1)
