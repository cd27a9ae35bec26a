"""Any game at all: whatever is pressed whenever, what holds of every state holds.

The machine deals 5 to 52 cards to two to eight seats under any house rules and presses at random,
with a liking for the instants on which something turns: the deadline, the bounds of a grace, a
race and a tie, and one microsecond to either side of each. When it stops, the same game is judged
again in other ways, and must be the same game.
"""

from collections.abc import Iterable
from typing import TypeAlias

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game import events
from game.cards import DECK, Card, Hand, Suit
from game.engine import deal, replay, step
from game.events import Fact, Input, Verdict
from game.patterns import Pattern
from game.record import Header, Record, header_line, input_line, summary
from game.rules import LEAST_TIME_LIMIT_US, EmptySlap, LateSlap, Mash, Rules, Runout
from game.score import Tally
from game.state import Claim, Laying, State, Turning

When: TypeAlias = tuple[str, int]
"""An instant by what it lies near, and how far from it, in microseconds."""

whens = st.one_of(
    st.tuples(st.just("now"), st.sampled_from([0, 0, 1, 99, 100, 101, 5_000, 200_000, 400_000])),
    st.tuples(st.just("now"), st.sampled_from([999_999, 1_000_000, 2_000_001])),
    st.tuples(st.sampled_from(["due", "due", "grace", "race", "tie"]), st.integers(-1, 1)),
)
soon = st.sampled_from([0, 1, 100, 101, 9_900, 300_000])
unsure = st.sampled_from([0, 0, 1, 300, 50_000])
places = st.integers(0, 7)

house_rules = st.builds(
    Rules,
    patterns=st.one_of(
        st.just(frozenset({Pattern.PAIR, Pattern.SANDWICH})),
        st.frozensets(st.sampled_from(Pattern), min_size=1),
    ),
    burn=st.sampled_from([1, 2]),
    runout=st.sampled_from(Runout),
    empty_slap=st.sampled_from(EmptySlap),
    last_chance=st.booleans(),
    late_slap=st.sampled_from(LateSlap),
    mash=st.sampled_from(Mash),
    cover_grace_us=st.sampled_from([0, 1, 200_000, 500_000]),
    claim_us=st.sampled_from([1_000_000, 0, 1, 3_000_000]),
    race_us=st.sampled_from([10_000, 0, 1, 100_000]),
    tie_us=st.sampled_from([100, 0, 5_000]),
    run_wrap=st.booleans(),
    time_limit_us=st.sampled_from([*[None] * 4, LEAST_TIME_LIMIT_US, LEAST_TIME_LIMIT_US + 1]),
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Hand, ...]:
    """Hands for two to eight seats, some of them short or empty, with few ranks or with many."""
    ranks = draw(st.sampled_from([2, 4, 13]))
    deck = [card for card in DECK if card.rank.height > 14 - ranks or card.rank.height < 3]
    size = draw(st.integers(5, min(14, len(deck))) | st.just(len(deck)))
    cards = draw(st.permutations(deck))[:size]
    seats = draw(st.integers(2, 4) | st.integers(2, 8))
    if draw(st.booleans()):
        return tuple(tuple(cards[seat::seats]) for seat in range(seats))
    cuts = sorted(draw(st.lists(st.integers(0, size), min_size=seats - 1, max_size=seats - 1)))
    return tuple(
        tuple(cards[start:end]) for start, end in zip([0, *cuts], [*cuts, size], strict=True)
    )


def judged(state: State, inputs: Iterable[Input]) -> tuple[State, list[Fact]]:
    """The state that these inputs lead to, and all they meant."""
    end = state
    told: list[Fact] = []
    for end, facts in replay(state, inputs):  # noqa: B007 - the last state counts
        told.extend(facts)
    return end, told


def other_suits(hand: Hand) -> Hand:
    """The same ranks, every suit the next one."""
    turned = dict(zip(Suit, [*Suit][1:] + [*Suit][:1], strict=True))
    return tuple(Card(card.rank, turned[card.suit]) for card in hand)


class AnyGame(RuleBasedStateMachine):
    """One game, pressed at random."""

    @initialize(rules=house_rules, hands=deals(), leader=places, seed=st.sampled_from(["", "ä♠"]))
    def dealt(self, rules: Rules, hands: tuple[Hand, ...], leader: int, seed: str) -> None:
        """Cards on the table."""
        self.header = Header(
            seats=tuple(f"seat {seat}" for seat in range(len(hands))),
            leader=leader % len(hands),
            hands=hands,
            rules=rules,
            seed=seed,
        )
        self.state = self.header.deal()
        self.in_air: set[Card] = set()
        self.cards = {card for hand in hands for card in hand}
        self.inputs: list[Input] = []
        self.facts: list[Fact] = []

    # What may happen

    @precondition(lambda self: len(self.inputs) % 3 == 2)
    @rule(when=whens, place=places)
    def flip(self, when: When, place: int) -> None:
        """Anybody presses for a card."""
        self.happens(events.Flip(self.at(when), self.seat(place)))

    @precondition(lambda self: self.state.over is None)
    @rule(when=whens, air_us=soon, cards=st.integers(1, 8))
    def play_on(self, when: When, air_us: int, cards: int) -> None:
        """What must come next comes, card after card, until a pattern lies."""
        for _ in range(cards):
            if self.state.paused_us is not None:
                self.happens(events.Resume(self.at(when)))
            elif isinstance(self.state.phase, Turning):
                self.happens(events.Shown(self.state.now_us + air_us))
                if self.state.rules.slappable(self.state.face_up):
                    return
            elif self.state.turn is not None:
                self.happens(events.Flip(self.at(when), self.state.turn))
            else:
                self.happens(events.Tick(self.at(("due", 1))))

    @precondition(lambda self: isinstance(self.state.phase, Turning))
    @rule(when=whens)
    def shown(self, when: When) -> None:
        """The display has turned the card."""
        self.happens(events.Shown(self.at(when)))

    @precondition(lambda self: bool(self.state.face_up) or len(self.inputs) % 4 == 3)
    @rule(when=whens, place=places, unsure=unsure)
    def slap(self, when: When, place: int, unsure: int) -> None:
        """Anybody slaps, whatever lies there."""
        self.happens(events.Slap(self.at(when), self.seat(place), unsure))

    @precondition(lambda self: self.state.rules.slappable(self.state.face_up))
    @rule(hands=st.lists(st.tuples(soon, places, unsure), min_size=1, max_size=4))
    def slap_a_pattern(self, hands: list[tuple[int, int, int]]) -> None:
        """Somebody sees what lies there, and others too."""
        for after_us, place, unsure_us in hands:
            t_us = self.state.now_us + after_us
            self.happens(events.Slap(t_us, self.seat(place), unsure_us))

    @precondition(lambda self: len(self.inputs) % 16 == 15)
    @rule(off_us=st.integers(-1, 1))
    def reach_the_limit(self, off_us: int) -> None:
        """It is late."""
        limit_us = self.state.rules.time_limit_us or 0
        t_us = limit_us + self.state.stood_us + off_us
        self.happens(events.Tick(max(self.state.now_us, t_us)))

    @rule(when=whens)
    def tick(self, when: When) -> None:
        """Time goes by."""
        self.happens(events.Tick(self.at(when)))

    @precondition(lambda self: len(self.inputs) % 16 == 15)
    @rule(when=whens, place=places)
    def leave(self, when: When, place: int) -> None:
        """Somebody has enough."""
        self.happens(events.Leave(self.at(when), self.seat(place)))

    @precondition(lambda self: self.state.paused_us is None and len(self.inputs) % 4 == 3)
    @rule(when=whens)
    def pause(self, when: When) -> None:
        """Everything stands."""
        self.happens(events.Pause(self.at(when)))

    @precondition(lambda self: self.state.paused_us is not None)
    @rule(when=whens)
    def resume(self, when: When) -> None:
        """Everything goes on."""
        self.happens(events.Resume(self.at(when)))

    def seat(self, place: int) -> int:
        """A seat that is at the table."""
        return place % len(self.state.hands)

    def at(self, when: When) -> int:
        """That instant in the record's time, never before the last input."""
        state = self.state
        near, off_us = when
        since_us = {
            "now": state.now_us,
            "due": state.due_us,
            "grace": (state.shown_us or 0) + state.stood_us + state.rules.cover_grace_us,
            "race": state.race and state.race.contenders[0].t_us + state.rules.race_us,
            "tie": state.race and state.race.contenders[0].t_us + state.rules.tie_us,
        }[near]
        return max(state.now_us, (since_us or state.now_us) + off_us)

    def happens(self, happened: Input) -> None:
        """One step, taken twice: the state given to it must be as it was."""
        before = self.state
        self.state, facts = step(before, happened)
        assert step(before, happened) == (self.state, facts)
        assert all(fact.t_us <= happened.t_us for fact in facts)
        if before.over is None:
            self.in_air = {fact.card for fact in facts if isinstance(fact, events.Flipped)}
            if isinstance(before.phase, Turning):
                self.in_air.add(before.phase.card)
        else:
            assert self.state == before._replace(now_us=happened.t_us)
        self.inputs.append(happened)
        self.facts.extend(facts)

    # What always holds

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        """Hands, pile and the turning card are what was dealt; one turning at the end is gone."""
        state = self.state
        cards = [card for hand in state.hands for card in hand] + list(state.pile)
        if isinstance(state.phase, Turning):
            cards.append(state.phase.card)
        if state.over is not None:
            cards.extend(self.in_air - {*cards})
        assert len(cards) == len(self.cards)
        assert set(cards) == self.cards
        assert 0 <= state.burned <= len(state.pile)

    @invariant()
    def one_thing_is_up(self) -> None:
        """Somebody's turn, a claim, a race, a turning card, a pause or the end: exactly one."""
        state = self.state
        over, paused, race = state.over is not None, state.paused_us is not None, state.race
        live = not over and not paused
        up = [
            over,
            paused and not over,
            live and race is not None,
            live and race is None and isinstance(state.phase, Claim),
            isinstance(state.phase, Turning) and live,
            state.turn is not None,
        ]
        assert up.count(True) == 1
        if race is not None:
            assert isinstance(state.phase, Laying | Claim)

    @invariant()
    def who_must_lay_can_lay(self) -> None:
        """Whoever is on turn has cards and owes nothing to himself."""
        phase = self.state.phase
        if isinstance(phase, Laying):
            assert self.state.hands[phase.seat]
        if isinstance(phase, Laying | Turning) and phase.challenge is not None:
            assert phase.seat not in (phase.challenge.challenger, *self.state.out)
            assert phase.challenge.challenger not in self.state.out
            assert 1 <= phase.challenge.owed <= 4

    @invariant()
    def who_is_out_is_out(self) -> None:
        """Out means barred and without cards to win by; three strikes bar, and nothing else."""
        state = self.state
        struck_out = {seat for seat, strikes in enumerate(state.strikes) if strikes == 3}
        assert state.barred == state.out | struck_out
        assert set(state.strikes) <= {0, 1, 2, 3}
        assert not any(state.hands[seat] for seat in state.out)
        if state.over is not None:
            assert state.over.winner not in state.out

    @invariant()
    def times_are_sane(self) -> None:
        """Nothing that was due lies behind, nothing that was stamped lies ahead."""
        state = self.state
        assert 0 <= state.played_us <= state.now_us
        assert (state.shown_us or 0) <= state.played_us
        assert (state.emptied_us or 0) <= state.played_us
        assert (state.emptied_us is not None) == (
            not any(state.hands) and not isinstance(state.phase, Turning)
        )
        if state.paused_us is not None or state.over is not None:
            assert state.due_us is None
        if state.due_us is not None:
            assert state.due_us > state.now_us - (state.race is not None)
        if state.race is not None:
            stamps = [hand.t_us for hand in state.race.contenders]
            assert stamps == sorted(stamps)
            seats = {hand.seat for hand in state.race.contenders}
            assert len(seats) == len(stamps)
            assert not seats & state.out

    @invariant()
    def facts_add_up(self) -> None:
        """What was told is what there is."""
        state, tally = self.state, Tally(len(self.state.hands))
        tally.add(self.facts)
        told = summary(state, tally)
        kinds = [type(fact) for fact in self.facts]
        assert kinds.count(events.CardShown) == told["shown"] == state.shown
        assert kinds.count(events.Taken) == told["taken"] == sum(tally.slapped) + sum(tally.claimed)
        assert kinds.count(events.GameOver) == told["over"]
        assert told["draw"] == (told["over"] and told["winner"] is None)
        assert len(tally.slaps) == kinds.count(events.Slapped)
        verdicts = [slap.verdict for slap in tally.slaps]
        assert verdicts.count(Verdict.WON) == sum(tally.slapped)
        assert verdicts.count(Verdict.FALSE) == sum(tally.false_slaps)
        racing = 0 if state.race is None else len(state.race.contenders)
        assert verdicts.count(Verdict.PENDING) == racing
        for seat, points in enumerate(tally.points()):
            if state.over is not None and seat == state.over.winner:
                assert 500 <= points <= 2000
            else:
                assert points == 25 * tally.slapped[seat]

    # The same game again

    def teardown(self) -> None:
        """Without its ticks, with more of them, out of its text, and in other suits."""
        if not hasattr(self, "state"):
            return
        start = self.header.deal()
        end = events.Tick(self.state.now_us)
        same = judged(start, [*self.inputs, end])
        assert same == (step(self.state, end)[0], [*self.facts, *step(self.state, end)[1]])
        pressed = [happened for happened in self.inputs if not isinstance(happened, events.Tick)]
        assert judged(start, [*pressed, end]) == same
        assert judged(start, [*self.ticked(start, pressed), end]) == same

        lines = [header_line(self.header), *map(input_line, self.inputs)]
        record = Record(f"{line}\n".encode() for line in lines)
        assert record.header == self.header
        assert list(record) == self.inputs

        turned = deal(
            self.header.rules,
            [other_suits(hand) for hand in self.header.hands],
            self.header.leader,
            self.header.seed,
        )
        other, told = judged(turned, [*self.inputs, end])
        assert other.hands == tuple(other_suits(hand) for hand in same[0].hands)
        assert [type(fact) for fact in told] == [type(fact) for fact in same[1]]

    def ticked(self, state: State, inputs: Iterable[Input]) -> Iterable[Input]:
        """The inputs with a tick at, just before and just after whatever falls due between."""
        for happened in inputs:
            while state.due_us is not None and state.due_us <= happened.t_us:
                due_us = state.due_us
                for t_us in (due_us - 1, due_us, due_us + 1):
                    if state.now_us <= t_us <= happened.t_us:
                        tick = events.Tick(t_us)
                        state, _ = step(state, tick)
                        yield tick
                if state.due_us == due_us:
                    break  # a race whose bound is this input's own instant
            yield events.Tick(happened.t_us)
            state, _ = step(state, events.Tick(happened.t_us))
            state, _ = step(state, happened)
            yield happened


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=80, stateful_step_count=50)
