"""The working copy of a state for the length of one step: what cards, piles and turns do.

Law: a draft lives inside one step. It is made from a frozen state, moved by the rules, and frozen
again; nobody outside keeps one. Each method is one thing that happens at the table, at `at_us` of
the play clock, and appends its facts; which of them happens when is the engine's to say.
"""

from typing import assert_never

from game import events
from game.cards import Hand, Seat
from game.events import By, Ending, Fact
from game.race import photo_finish
from game.rules import EmptySlap, Runout
from game.state import (
    TURNS,
    Challenge,
    Claim,
    Contender,
    LastChance,
    Laying,
    Over,
    Phase,
    Position,
    Race,
    State,
    Turning,
)

LAST_CHANCE_CARDS = 3
LAST_CHANCE_TURN_US = 2_000_000
STRIKES = 3


class Draft:
    """A mutable `State` with the facts of the step so far; the fields are those of `State`."""

    __slots__ = (
        "at_us",
        "barred",
        "burned",
        "emptied_us",
        "erred",
        "facts",
        "hands",
        "just_slapped",
        "last_chance",
        "now_us",
        "out",
        "paused_us",
        "phase",
        "pile",
        "positions",
        "race",
        "rules",
        "seed",
        "shown",
        "shown_us",
        "stood_us",
        "strikes",
        "taken",
    )

    def __init__(self, state: State, now_us: int) -> None:
        self.phase: Phase
        (
            self.rules,
            self.seed,
            hands,
            self.pile,
            self.burned,
            self.phase,
            self.race,
            self.last_chance,
            self.strikes,
            self.barred,
            self.out,
            self.shown,
            self.taken,
            then_us,
            self.stood_us,
            self.paused_us,
            self.shown_us,
            self.emptied_us,
            self.just_slapped,
            self.erred,
            self.positions,
        ) = state
        self.hands = list(hands)
        self.at_us = (then_us if self.paused_us is None else self.paused_us) - self.stood_us
        self.now_us = now_us
        self.facts: list[Fact] = []

    def frozen(self) -> State:
        """The state that this draft has become."""
        return State(
            self.rules,
            self.seed,
            tuple(self.hands),
            self.pile,
            self.burned,
            self.phase,
            self.race,
            self.last_chance,
            self.strikes,
            self.barred,
            self.out,
            self.shown,
            self.taken,
            self.now_us,
            self.stood_us,
            self.paused_us,
            self.shown_us,
            self.emptied_us,
            self.just_slapped,
            self.erred,
            self.positions,
        )

    @property
    def t_us(self) -> int:
        """When it happens in the record's time; in a pause only the input itself happens."""
        return self.at_us + self.stood_us if self.paused_us is None else self.now_us

    # Cards

    def flip(self, seat: Seat, challenge: Challenge | None, by_itself: bool) -> None:
        """The top card of a hand goes into the air."""
        hand = self.hands[seat]
        self.hands[seat] = hand[1:]
        self.phase = Turning(seat, challenge, hand[0])
        self.facts.append(events.Flipped(self.t_us, seat, hand[0], by_itself))

    def show(self, turning: Turning) -> None:
        """The turning card lies on the pile, and what it means for the turn (R11 to R16)."""
        seat, challenge, card = turning.seat, turning.challenge, turning.card
        self.pile += (card,)
        self.shown += 1
        self.shown_us = self.at_us
        self.just_slapped = False
        self.erred = _NOBODY
        self.facts.append(events.CardShown(self.t_us, seat, card, self.shown))
        self._note_emptied(in_air=False)
        attempts = card.rank.attempts
        if self.last_chance is not None:
            self._laid_in_last_chance(seat, self.last_chance)
        elif attempts:
            self.facts.append(events.Challenged(self.t_us, seat, attempts))
            self.owe(Challenge(seat, attempts), seat)
        elif challenge is None:
            self.pass_on(seat)
        elif challenge.owed == 1:
            self.open_claim(challenge.challenger, seat)
        else:
            self.pay_on(seat, Challenge(challenge.challenger, challenge.owed - 1))

    def return_turning(self, turning: Turning) -> None:
        """The turning card goes back on top of its owner's hand, unseen (R58)."""
        seat = turning.seat
        self.hands[seat] = (turning.card, *self.hands[seat])
        self.phase = Laying(seat, turning.challenge)
        self.facts.append(events.CardReturned(self.t_us, seat))

    def burn(self, seat: Seat) -> bool:
        """A false slap costs cards; False where there is nothing to burn (R50, R57)."""
        phase = self.phase
        hand = self.hands[seat]
        if hand:
            lost = hand[: self.rules.burn]
            self.hands[seat] = hand[len(lost) :]
        elif isinstance(phase, Turning) and phase.seat == seat:
            lost = (phase.card,)
            self.phase = Laying(seat, phase.challenge)
        else:
            return False
        self._put_under(lost)
        self._note_emptied(in_air=isinstance(self.phase, Turning))
        self.positions = frozenset()
        self.facts.append(events.Burned(self.t_us, seat, len(lost)))
        phase = self.phase
        if isinstance(phase, Laying) and phase.seat == seat and not self.hands[seat]:
            self._burned_out(seat, phase.challenge)
        return True

    def take(self, seat: Seat, by: By) -> None:
        """The whole pile goes under a hand, its owner leads; perhaps he has won (R20, R21, R63)."""
        last_chance = self.last_chance
        self.facts.append(events.Taken(self.t_us, seat, by, len(self.pile)))
        self.hands[seat] += self.pile
        self.emptied_us = None
        self.pile = ()
        self.burned = 0
        self.taken += 1
        self.last_chance = None
        self.just_slapped = by is By.SLAP
        self.phase = TURNS[seat]
        if any(hand for other, hand in enumerate(self.hands) if other != seat):
            self._repeat(seat, by)
        elif last_chance is not None and last_chance.player == seat:
            self.end(seat, Ending.LAST_CHANCE)
        elif self.rules.last_chance and len(self.barred - {seat}) < len(self.hands) - 1:
            self.last_chance = LastChance(seat, 0, self.at_us + LAST_CHANCE_TURN_US)
            self.facts.append(events.LastChance(self.t_us, seat))
        else:
            self.end(seat, Ending.ALL_CARDS)

    # Turns, challenges, claims

    def pass_on(self, after: Seat) -> None:
        """The next seat with cards lays an ordinary card; else the deck is dead (R7, R66)."""
        seat = self._next_with_cards(after)
        if seat is None:
            self.last_chance = None
            since_us = self.at_us if self.emptied_us is None else self.emptied_us
            self.phase = Claim(None, after, since_us + self.rules.claim_us)
            self.facts.append(events.ClaimOpened(self.t_us, None))
        else:
            self.phase = TURNS[seat]

    def owe(self, challenge: Challenge, after: Seat) -> None:
        """The next seat with cards pays; if that would be the challenger, he claims (R12, R13)."""
        seat = self._next_with_cards(after)
        if seat is None or seat == challenge.challenger:
            self.open_claim(challenge.challenger, after)
        else:
            self.phase = Laying(seat, challenge)

    def pay_on(self, seat: Seat, challenge: Challenge) -> None:
        """A payer goes on with what he still owes, or has run out of cards (R14, R17)."""
        if self.hands[seat]:
            self.phase = Laying(seat, challenge)
        elif self.rules.runout is Runout.CHALLENGER:
            self.open_claim(challenge.challenger, seat)
        else:
            self.owe(challenge, seat)

    def open_claim(self, challenger: Seat, payer: Seat) -> None:
        """The pile lies open for `claim_us` from now (R30)."""
        self.phase = Claim(challenger, payer, self.at_us + self.rules.claim_us)
        self.facts.append(events.ClaimOpened(self.t_us, challenger))

    def lapse(self, challenger: Seat) -> None:
        """What this seat made or is owed is void, he is out (R19)."""
        phase = self.phase
        if isinstance(phase, Laying | Turning):
            if phase.challenge is None or phase.challenge.challenger != challenger:
                return
            if isinstance(phase, Turning):
                self.phase = Turning(phase.seat, None, phase.card)
            else:
                self.phase = TURNS[phase.seat]
        elif isinstance(phase, Claim) and phase.challenger == challenger:
            if self.hands[phase.payer]:
                self.phase = TURNS[phase.payer]
            else:
                self.pass_on(phase.payer)
        else:
            return
        self.facts.append(events.Lapsed(self.t_us, challenger))

    # Slaps

    def open_race(self, contender: Contender) -> None:
        """The earliest valid slap; a turning card that nobody has seen goes back (R35, R58)."""
        patterns = self.rules.lying(self.pile[self.burned :])
        self.facts.append(events.RaceOpened(self.t_us, contender.seat, patterns))
        if isinstance(self.phase, Turning):
            self.return_turning(self.phase)
        self.race = Race((contender,), contender.played_us + self.rules.race_us)

    def close_race(self, race: Race) -> None:
        """The first hand takes the pile (R35)."""
        self.race = None
        shown_us = 0 if self.shown_us is None else self.shown_us
        winner, dead_heat, hands = photo_finish(
            race.contenders, self.rules.tie_us, self.seed, shown_us
        )
        patterns = self.rules.lying(self.pile[self.burned :])
        self.facts.append(events.RaceClosed(self.t_us, winner, dead_heat, patterns, hands))
        self.take(winner, By.SLAP)

    def withdraw(self, race: Race, seat: Seat) -> None:
        """A race goes on as if a seat had not pressed, or ends as if there had been none (R68)."""
        gone = next((hand for hand in race.contenders if hand.seat == seat), None)
        if gone is None:
            return
        self.facts.append(events.SlapWithdrawn(self.t_us, seat, gone.t_us))
        rest = tuple(hand for hand in race.contenders if hand is not gone)
        self.race = Race(rest, rest[0].played_us + self.rules.race_us) if rest else None

    def punish(self, seat: Seat) -> None:
        """A false slap with nothing to burn (R54, R61)."""
        if self.last_chance is not None and self.last_chance.player == seat:
            return
        match self.rules.empty_slap:
            case EmptySlap.OUT:
                self.out |= {seat}
                self.barred |= {seat}
                self.facts.append(events.Eliminated(self.t_us, seat))
                self.lapse(seat)
            case EmptySlap.THREE_STRIKES:
                strikes = self.strikes[seat] + 1
                self.strikes = (*self.strikes[:seat], strikes, *self.strikes[seat + 1 :])
                self.facts.append(events.Struck(self.t_us, seat, strikes))
                if strikes == STRIKES:
                    self.barred |= {seat}
                    self.facts.append(events.Barred(self.t_us, seat))
            case EmptySlap.NOTHING:
                pass
            case _ as never:
                assert_never(never)

    # Leaving, and the end

    def leave(self, seat: Seat) -> None:
        """All cards of a seat go under the pile, and it is out (R68)."""
        phase = self.phase
        turning = (phase.card,) if isinstance(phase, Turning) and phase.seat == seat else ()
        lost = turning + self.hands[seat]
        self._put_under(lost)
        self.hands[seat] = ()
        self._note_emptied(in_air=isinstance(phase, Turning) and phase.seat != seat)
        self.out |= {seat}
        self.barred |= {seat}
        self.facts.append(events.Left(self.t_us, seat, len(lost)))
        if self.race is not None:
            self.withdraw(self.race, seat)
        if self.last_chance is not None and self.last_chance.player == seat:
            self.pass_on(seat)
        elif isinstance(phase, Laying | Turning) and phase.seat == seat:
            if phase.challenge is None:
                self.pass_on(seat)
            else:
                self.owe(phase.challenge, seat)
        else:
            self.lapse(seat)

    def crown(self) -> None:
        """Somebody wins because nobody else can (R64)."""
        if len(self.barred) < len(self.hands) - 1:
            return
        if self.race is not None or isinstance(self.phase, Over):
            return
        staying = [seat for seat in range(len(self.hands)) if seat not in self.out]
        if len(staying) == 1:
            self.end(staying[0], Ending.ALONE)
            return
        holders = [seat for seat, hand in enumerate(self.hands) if hand]
        phase = self.phase
        if isinstance(phase, Turning) and not self.hands[phase.seat]:
            holders.append(phase.seat)
        if len(holders) != 1 or self._owed_to() not in (None, holders[0]):
            return
        if len(self.barred - {holders[0]}) == len(self.hands) - 1:
            self.end(holders[0], Ending.ALONE)

    def end(self, winner: Seat | None, ending: Ending) -> None:
        """The game is over."""
        self.phase = Over(winner, ending, self.at_us)
        self.facts.append(events.GameOver(self.t_us, winner, ending, self.at_us))

    def _laid_in_last_chance(self, seat: Seat, chance: LastChance) -> None:
        laid = chance.laid + 1
        self.last_chance = LastChance(seat, laid, self.at_us + LAST_CHANCE_TURN_US)
        if laid == LAST_CHANCE_CARDS or not self.hands[seat]:
            self.open_claim(seat, seat)
        else:
            self.phase = TURNS[seat]

    def _burned_out(self, seat: Seat, challenge: Challenge | None) -> None:
        """The seat on turn has burned its last card (R45, V12)."""
        if self.last_chance is not None:
            self.open_claim(seat, seat)
        elif challenge is not None:
            self.pay_on(seat, challenge)
        else:
            self.pass_on(seat)

    def _note_emptied(self, in_air: bool) -> None:
        """Cards have gone to the pile: perhaps they were the last that anyone held (R66)."""
        if self.emptied_us is None and not in_air and not any(self.hands):
            self.emptied_us = self.at_us

    def _put_under(self, cards: Hand) -> None:
        """Cards go face down under the pile, each below the last."""
        self.pile = cards[::-1] + self.pile
        self.burned += len(cards)

    def _repeat(self, leader: Seat, by: By) -> None:
        """The same position a second time without a slap or a burn is a draw (R67)."""
        position = position_of(leader, self.hands)
        if by is By.SLAP:
            self.positions = frozenset((position,))
        elif position in self.positions:
            self.end(None, Ending.ENDLESS)
        else:
            self.positions |= {position}

    def _owed_to(self) -> Seat | None:
        if isinstance(self.phase, Claim):
            return self.phase.challenger
        if isinstance(self.phase, Laying | Turning) and self.phase.challenge is not None:
            return self.phase.challenge.challenger
        return None

    def _next_with_cards(self, after: Seat) -> Seat | None:
        hands = self.hands
        seats = len(hands)
        for step in range(1, seats + 1):
            seat = (after + step) % seats
            if hands[seat]:
                return seat
        return None


def position_of(leader: Seat, hands: list[Hand]) -> Position:
    """Who leads and every hand by rank; suits play no part in any rule."""
    return leader, tuple("".join([card.rank.letter for card in hand]) for hand in hands)


_NOBODY: frozenset[Seat] = frozenset()
