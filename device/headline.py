"""The headline: what happened last, over the table, with the photo finish of a race.

The law: one headline at a time, until the next or until `TOLD_US` have passed. A race tells all
its hands, one that came after it was closed as too late; what such a hand costs is the next
headline, over the same photo finish. A slap that the stream cannot vouch for, and that may have
come before the first hand, makes the round *disputed*: both times are told, the verdict stands. A
slapped pile is gone at once, so its headline names the cards of the pattern.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.language import Language
from device.telling import milliseconds, tell
from device.view import Event, HandLine, Mark, PhotoFinish, Tone
from game import events
from game.cards import Card, Pile, Seat
from game.events import By, Fact, Finish, Verdict

TOLD_US = 6_000_000


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A slap of stamp `t_us` that may have been made as early as `earliest_us`."""

    seat: Seat
    t_us: int
    earliest_us: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """A race closed at `t_us` is disputed by a slap so much behind its first hand; less than 0:
    before it."""

    t_us: int
    seat: Seat
    behind_us: int


def disputing(dispute: Dispute, language: Language, exact: bool = True) -> str:
    """What is to be said of a slap that disputes a race."""
    _ = language.gettext
    time = milliseconds(abs(dispute.behind_us), language, exact)
    if dispute.behind_us < 0:
        return _("{time} earlier, but heard too late").format(time=time)
    return _("+{time}, perhaps earlier").format(time=time)


class Headline:
    """The last event of one game; `exact`: whether stamps are good to the microsecond."""

    def __init__(self, names: Sequence[str], exact: bool) -> None:
        self.names = names
        self._exact = exact
        self._told: Fact | None = None
        self._race: events.RaceClosed | None = None
        """The race that is told, or whose late hands are."""
        self._too_late: list[events.Slapped] = []
        self._doubtful: list[Doubtful] = []
        self._disputing: list[Dispute] = []
        self._untold: list[Dispute] = []
        self._shown_since = False
        self._face_up: list[Card] = []
        self._slapped: Pile = ()

    @property
    def ends_us(self) -> int | None:
        """When it is told no more, None where there is none."""
        return None if self._told is None else self._told.t_us + TOLD_US

    def note(self, fact: Fact) -> None:
        """A fact has come about; perhaps it is the next headline."""
        if _is_headline(fact):
            self._told = fact
            if isinstance(fact, events.RaceClosed) or self._shown_since:
                self._race = None
                self._too_late.clear()
                self._disputing.clear()
            self._shown_since = False
        if isinstance(fact, events.RaceClosed):
            self._race = fact
            for slap in self._doubtful:
                self._compare(slap, fact)
            self._slapped = tuple(self._face_up)
        elif isinstance(fact, events.CardShown):
            self._shown_since = True
            self._face_up.append(fact.card)
            self._doubtful.clear()
        elif isinstance(fact, events.Taken):
            self._face_up.clear()
        elif isinstance(fact, events.Slapped) and fact.verdict in (Verdict.LATE, Verdict.FALSE):
            if self._race is not None and not self._shown_since:
                self._too_late.append(fact)

    def dispute(self, seat: Seat, t_us: int, earliest_us: int) -> None:
        """The stream cannot vouch for a slap of stamp `t_us`; it came at `earliest_us` or later."""
        slap = Doubtful(seat, t_us, earliest_us)
        if self._race is not None:
            self._compare(slap, self._race)
        self._doubtful.append(slap)

    def disputes(self) -> list[Dispute]:
        """What has become disputed since the last call."""
        untold, self._untold = self._untold, []
        return untold

    def _compare(self, slap: Doubtful, race: events.RaceClosed) -> None:
        """The race is disputed if the slap may have come before its first hand."""
        first_us = race.hands[0].t_us
        if slap.seat != race.winner and slap.earliest_us <= first_us:
            dispute = Dispute(race.t_us, slap.seat, slap.t_us - first_us)
            self._disputing.append(dispute)
            self._untold.append(dispute)

    def at(self, now_us: int, language: Language, letters: Language) -> Event | None:
        """What is told at this instant; `letters` are those on the cards."""
        told = self._told
        if told is None or now_us >= told.t_us + TOLD_US:
            return None
        race = told if isinstance(told, events.RaceClosed) else self._race
        lines = tuple(
            HandLine(disputing(each, language, self._exact), each.seat) for each in self._disputing
        )
        fresh = race is not None and told.t_us < race.t_us + TOLD_US
        finish = self._finish(race, language) if race is not None and fresh else None
        if isinstance(told, events.RaceClosed):
            text = self._raced(told, language, letters)
            return Event(text, Tone.GOOD, told.winner, lines, finish)
        text = tell(told, self.names, language, self._exact)
        tone = Tone.GOOD if isinstance(told, events.Taken) else Tone.BAD
        return Event(text, tone, getattr(told, "seat", None), lines, finish)

    def _raced(self, race: events.RaceClosed, language: Language, letters: Language) -> str:
        # The slower hands stand on the time line, not in the headline.
        level = tuple(hand for hand in race.hands if hand.verdict is not Verdict.LATE)
        brief = replace(race, hands=level if race.dead_heat else race.hands[:1])
        text = tell(brief, self.names, language, self._exact, letters, self._slapped, brief=True)
        if self._disputing:
            text = language.gettext("Disputed: {headline}").format(headline=text)
        return text

    def _finish(self, race: events.RaceClosed, language: Language) -> PhotoFinish:
        """All hands of a race; one alone is seen on the way from the card to it."""
        first = race.hands[0]
        late = self._late(race, language)
        return PhotoFinish(
            (*(self._mark(hand, race.dead_heat, language) for hand in race.hands), *late),
            language.gettext("Dead heat") if race.dead_heat else "",
            race.dead_heat,
            language.fixed(0, 1).strip("0"),
            language.gettext("too late") if late else "",
            first.reaction_us if len(race.hands) == 1 else 0,
        )

    def _mark(self, hand: Finish, dead_heat: bool, language: Language) -> Mark:
        behind = hand.behind_us > 0
        time = milliseconds(hand.behind_us if behind else hand.reaction_us, language, self._exact)
        return Mark(
            seat=hand.seat,
            at_us=hand.behind_us,
            text=f"+{time}" if behind else time,
            reach_us=hand.uncertainty_us,
            first=hand.verdict is Verdict.WON or (dead_heat and hand.verdict is Verdict.TIE),
        )

    def _late(self, race: events.RaceClosed, language: Language) -> list[Mark]:
        """The first slap of each hand that came after it; a doubt has words of its own."""
        marks: dict[Seat, Mark] = {}
        told = {hand.seat for hand in race.hands} | {each.seat for each in self._disputing}
        for slap in self._too_late:
            if slap.seat not in told:
                behind_us = slap.t_us - race.hands[0].t_us
                time = milliseconds(behind_us, language, self._exact)
                marks.setdefault(slap.seat, Mark(slap.seat, behind_us, f"+{time}", late=True))
        return list(marks.values())


def _is_headline(fact: Fact) -> bool:
    match fact:
        case events.Taken():
            return fact.by is By.CLAIM
        case (
            events.RaceClosed()
            | events.Burned()
            | events.Struck()
            | events.Barred()
            | events.Eliminated()
            | events.LastChance()
            | events.Left()
        ):
            return True
        case _:
            return False
