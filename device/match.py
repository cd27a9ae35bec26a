"""A game as it is played at this table: presses go in, facts and light come out.

The law: presses count by their stamps, from the deal on and before the game stands still. A card
that turned while it stood is reported anew when it goes on. Whatever ends it, a game that is not
over is left standing, so that nothing happens in it while nobody is there.
"""

from collections.abc import Sequence

from device.dealing import computers_of, lag_us, persons_of, places_of
from device.lamplight import (
    Lights,
    attract_lights,
    game_lights,
    levels,
    next_change_us,
    no_moments,
    noted,
)
from device.memo import Writing
from device.session import Session
from device.stage import Stage
from game.cards import Seat
from game.events import Fact, Flip, Input, Pause, Resume, Shown, Slap
from game.record import MOST_UNCERTAINTY_US, Header
from game.state import Turning


class Match:
    """A game from its deal, or from where its `old` inputs end; what is seen of it is told by
    `stage`, which is for its seats.

    Times in `_ns` are the clock's, in `_us` from the deal.
    """

    def __init__(
        self,
        header: Header,
        stage: Stage,
        journals: Sequence[Writing],
        now_ns: int,
        old: Sequence[Input] = (),
    ) -> None:
        self.header = header
        self.stage = stage
        self.places = places_of(header)
        """Where at the table each seat is."""
        self.persons = persons_of(header)
        self.session = Session(header.deal(), computers_of(header), journals)
        self._note(self.session.recall(old))
        self._deal_ns = now_ns - self.session.state.now_us * 1000
        self._moments = no_moments(len(header.seats))
        self._stopped_us: int | None = None
        self._reported_us: int | None = None
        self._lag_us = lag_us(header)

    def us(self, t_ns: int) -> int:
        """A time of the clock in whole microseconds from the deal, rounded down."""
        return (t_ns - self._deal_ns) // 1000

    def ns(self, t_us: int) -> int:
        """A time from the deal on the clock."""
        return self._deal_ns + t_us * 1000

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.state.over is not None

    @property
    def playing(self) -> list[Seat]:
        """The people who are not out."""
        return [seat for seat in self.persons if seat not in self.session.state.out]

    @property
    def pausing(self) -> list[int]:
        """The places whose flips, all held, make the pause: whoever is out may have gone."""
        return [self.places[seat] for seat in self.playing or self.persons]

    def seat_at(self, place: int) -> Seat | None:
        """The seat at a place of the table, None where nobody of this game sits."""
        return self.places.index(place) if place in self.places else None

    # What people do

    def flip(self, seat: Seat, t_ns: int) -> None:
        """A person pressed its flip button."""
        if self._counts(seat, t_ns):
            self.session.hear(Flip(self.us(t_ns), seat))

    def slap(self, seat: Seat, t_ns: int, reach_us: int, disputed_us: int | None) -> None:
        """A person slapped; the hand came down at most `reach_us` before.

        `disputed_us`: when it was really made, where the stream cannot vouch for its order, else
        None.
        """
        if not self._counts(seat, t_ns):
            return
        t_us = self.us(t_ns)
        self.session.hear(Slap(t_us, seat, min(reach_us, MOST_UNCERTAINTY_US)))
        if disputed_us is not None or reach_us > MOST_UNCERTAINTY_US:
            told_us = t_us if disputed_us is None else disputed_us
            self.stage.dispute(seat, told_us, min(told_us, t_us - reach_us))

    def _counts(self, seat: Seat, t_ns: int) -> bool:
        """Whether a press at this time is one of the game, and a person's."""
        t_us = self.us(t_ns)
        standing = self._stopped_us is not None and t_us >= self._stopped_us
        return seat in self.persons and t_us >= 0 and not standing and not self.over

    # How it goes

    def stand_still(self, now_ns: int) -> None:
        """Nothing counts from now on."""
        if self._stopped_us is None and not self.over:
            self._stopped_us = self.us(now_ns)
            self.session.hear(Pause(self._stopped_us))

    def go_on(self, now_ns: int) -> None:
        """What is pressed from now on counts."""
        self.session.hear(Resume(self.us(now_ns)))
        self._stopped_us = self._reported_us = None

    def advance(self, horizon_ns: int) -> list[Fact]:
        """Judge all that is certain, since nothing as old as the horizon can come any more."""
        facts = self.session.advance(self.us(horizon_ns + 1) - 1)
        self._note(facts)
        self._moments = noted(self._moments, facts)
        return facts

    def close(self, now_ns: int) -> list[Fact]:
        """It is played no more here, perhaps not to its end; the journals are whole then."""
        facts: list[Fact] = []
        if not self.over:
            self.stand_still(now_ns)
            facts = self.advance(now_ns + 1000)  # this microsecond is heard out, too
        self.session.close()
        return facts

    def _note(self, facts: Sequence[Fact]) -> None:
        """These facts have come about."""
        self.stage.note(facts)

    # What is seen

    def reveals(self, now_ns: int) -> bool:
        """Whether the view of now shows a card's face of which nobody has told yet."""
        revealed = self.stage.revealed(self.session.state, self.us(now_ns))
        return revealed and self._reported_us != self.stage.flipped_us

    def seen(self, now_ns: int, seen_ns: int) -> None:
        """The display has shown the view of `now_ns` at `seen_ns`: perhaps a card's face with it.

        People see it later by the lag of the display.
        """
        if self.reveals(now_ns):
            self.session.hear(Shown(self.us(seen_ns) + self._lag_us))
            self._reported_us = self.stage.flipped_us

    def moving(self, now_ns: int) -> bool:
        """Whether the view changes from one picture to the next."""
        return self.stage.moving(self.session.state, self.us(now_ns))

    def at_rest(self, now_ns: int) -> bool:
        """Whether nothing happens any more unless somebody presses.

        A card in the air is going to be shown, though that is told by the display alone.
        """
        turns = isinstance(self.session.state.phase, Turning)
        return self.session.due_us() is None and not turns and not self.moving(now_ns)

    def lights(self, now_ns: int) -> Sequence[int]:
        """How bright the lamp of each place at the table is now, per mille."""
        now_us = self.us(now_ns)
        lit = levels(self._lights(now_us), now_us)
        at = dict(zip(self.places, lit, strict=True))
        return [at.get(place, 0) for place in range(max(self.places) + 1)]

    def lights_change_ns(self, now_ns: int) -> list[int]:
        """When a lamp will be brighter or darker."""
        now_us = self.us(now_ns)
        change_us = next_change_us(self._lights(now_us), now_us)
        return [] if change_us is None else [self.ns(change_us)]

    def _lights(self, now_us: int) -> Lights:
        """The light of each seat; where nobody plays it is not the computers' but an invitation."""
        if not self.persons:
            return attract_lights(len(self.header.seats))
        return game_lights(self.session.state, self._moments, now_us, self.stage.reminded)
