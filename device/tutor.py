"""The tutorial: whatever happens is explained the first time that it does.

The law: a lesson follows from facts, and tells no more than everybody could see: a pattern is named
when it was slapped, or when it is gone, and never while it lies. One lesson at a time, each long
enough to be read; what cannot be told soon is told when it happens again, if it happens often.
"""

from collections.abc import Iterable, Sequence

from device.lesson import Lesson, Topic
from game import events
from game.cards import Card, Pile, Seat
from game.events import By, Fact, Verdict
from game.patterns import Pattern
from game.record import Header
from game.rules import Rules
from game.state import State, Turning

READ_US = 4_000_000
"""A lesson stands at least so long."""
TOLD_US = 12_000_000
"""And at most so long, where no other comes."""
SOON_US = 4_000_000
"""What could be told only later than this is left for the next time, unless that is seldom."""
SLAPPABLE = 3
"""Cards shown before slapping is explained."""
TAUGHT = (2, 1)
"""Seats, and people among them, where there is a tutor."""

_COURTS = {1: Topic.JACK, 2: Topic.QUEEN, 3: Topic.KING, 4: Topic.ACE}
"""By the attempts that they allow."""
_SELDOM = frozenset({Topic.DEAD_HEAT, Topic.STRUCK, Topic.BARRED, Topic.OUT, Topic.LAST_CHANCE})


class Tutor:
    """Teaches one game to the person at the seat `pupil`. Times in µs from the deal."""

    def __init__(self, rules: Rules, pupil: Seat) -> None:
        self._rules = rules
        self._pupil = pupil
        self._lessons: dict[Topic, Lesson] = {}
        self._face_up: Pile = ()
        self._challenged = False

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What has been explained, or is going to be, in this order."""
        return tuple(self._lessons.values())

    def note(self, state: State, facts: Iterable[Fact]) -> None:
        """These facts have come about, and led to this state."""
        if state.turn == self._pupil:
            self._teach(Topic.LAY, state.now_us, self._pupil)
        for fact in facts:
            self._note(fact)
        turning = state.phase.seat if isinstance(state.phase, Turning) else None
        for seat, hand in enumerate(state.hands):
            if not hand and seat != turning and seat not in state.barred and state.over is None:
                self._teach(Topic.EMPTY, state.now_us, seat)

    def at(self, now_us: int) -> Lesson | None:
        """The lesson of this instant, None where there is none."""
        begun = [lesson for lesson in self._lessons.values() if lesson.since_us <= now_us]
        return begun[-1] if begun and now_us < begun[-1].since_us + TOLD_US else None

    def changes_us(self, now_us: int) -> int | None:
        """When another lesson begins, or the last one ends; None: nothing comes by itself."""
        changes_us = [lesson.since_us for lesson in self._lessons.values()]
        changes_us += [since_us + TOLD_US for since_us in changes_us]
        return min((change_us for change_us in changes_us if change_us > now_us), default=None)

    def _teach(
        self, topic: Topic, t_us: int, seat: Seat = 0, pattern: Pattern | None = None
    ) -> None:
        """Explain this, after what is being explained, unless it has been already."""
        since_us = t_us
        if self._lessons:
            since_us = max(t_us, self.lessons[-1].since_us + READ_US)
        soon = since_us <= t_us + SOON_US or topic in _SELDOM
        if soon and topic not in self._lessons:
            self._lessons[topic] = Lesson(topic, since_us, seat, pattern)

    def _note(self, fact: Fact) -> None:
        t_us = fact.t_us
        match fact:
            case events.CardShown():
                self._shown(fact.card, fact.shown, t_us)
            case events.Challenged():
                court = _COURTS[fact.attempts]
                answered = self._challenged and court in self._lessons
                self._teach(Topic.ANSWERED if answered else court, t_us)
                self._challenged = True
            case events.ClaimOpened(challenger=int(challenger)) if self._rules.claim_us:
                self._teach(Topic.CLAIM, t_us, challenger)
            case events.RaceClosed():
                self._teach(Topic.SLAPPED, t_us, fact.winner, fact.patterns[0])
                if len(fact.hands) > 1:
                    self._teach(Topic.DEAD_HEAT if fact.dead_heat else Topic.RACE, t_us)
            case events.Taken():
                self._taken(fact.seat, fact.by, t_us)
            case events.Lapsed():
                self._challenged = False
            case events.Slapped(verdict=Verdict.LATE):
                self._teach(Topic.LATE, t_us, fact.seat)
            case events.NotNow():
                if fact.seat == self._pupil:
                    self._teach(Topic.NOT_NOW, t_us)
            case events.Burned():
                self._teach(Topic.BURNED, t_us, fact.seat)
            case events.Struck():
                self._teach(Topic.STRUCK, t_us, fact.seat)
            case events.Barred():
                self._teach(Topic.BARRED, t_us, fact.seat)
            case events.Eliminated():
                self._teach(Topic.OUT, t_us, fact.seat)
            case events.LastChance():
                self._teach(Topic.LAST_CHANCE, t_us, fact.seat)
            case _:
                pass

    def _shown(self, card: Card, shown: int, t_us: int) -> None:
        """A card lies on top; perhaps it has covered what nobody slapped."""
        before, self._face_up = self._face_up, (*self._face_up, card)
        if not self._rules.slappable(self._face_up):
            self._missed(before, t_us)
        if not card.rank.attempts and not self._challenged:
            self._teach(Topic.NUMBER, t_us)
        if shown >= SLAPPABLE:
            self._teach(Topic.SLAP, t_us)

    def _taken(self, seat: Seat, by: By, t_us: int) -> None:
        """The pile is gone; what nobody slapped of it, too."""
        if by is By.CLAIM:
            self._missed(self._face_up, t_us)
            self._teach(Topic.TAKEN, t_us, seat)
        self._face_up = ()
        self._challenged = False

    def _missed(self, face_up: Pile, t_us: int) -> None:
        """These cards cannot be slapped any more."""
        lay = self._rules.lying(face_up)
        if lay and Topic.SLAP in self._lessons:
            self._teach(Topic.MISSED, t_us, pattern=lay[0])


def taught(header: Header, persons: Sequence[Seat]) -> Tutor:
    """The tutor of a game for these people. Raises ValueError unless one of two is a person."""
    seats = len(header.seats)
    if (seats, len(persons)) != TAUGHT:
        raise ValueError(f"tutor: {len(persons)} persons at {seats} seats, must be 1 at 2")
    return Tutor(header.rules, persons[0])
