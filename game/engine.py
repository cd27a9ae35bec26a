"""The judge: `step(state, input) -> (state, facts)`, a pure function of frozen values.

The law of time:

1. A card counts from the instant it was shown, and a slap is judged against the pile as it was
   at its stamp (R32); inputs with equal stamps keep their order.
2. Nothing waits. Claims, races, the time limit and cards that turn by themselves lie in the state
   with their deadline. Before every input and after it, what is due is settled *at its own end*,
   earliest first: a claim or a card that turns by itself when the time reaches its end, a race
   when the time has passed its bound; at one instant the time limit goes before a turning card.
3. So leaving ticks out or adding them gives the same game, at any frame rate.
4. In a pause the play clock stands, and with it every deadline; only what is overdue because
   something lay over it is settled as soon as that is gone.

A player's mistake is a fact. Only a caller's mistake raises: time that runs backwards, a seat that
is not at the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from game import events
from game.cards import Hand, Seat
from game.draft import Draft, position_of
from game.events import By, Ending, Fact, Input, Verdict
from game.rules import LateSlap, Mash, Rules
from game.state import Claim, Contender, Laying, Over, Race, State, Turning

SEATS = (2, 8)
"""Fewest and most seats (R2)."""


def deal(rules: Rules, hands: Sequence[Hand], leader: Seat, seed: str = "") -> State:
    """The state right after the deal, at time 0; a leader without cards is skipped.

    `hands` by seat, top card first. Raises ValueError for fewer than 2 or more than 8 seats, a
    leader who is not among them, or a card that is there twice.
    """
    least, most = SEATS
    if not least <= len(hands) <= most:
        raise ValueError(f"{len(hands)} seats; allowed is {least} to {most}")
    if not 0 <= leader < len(hands):
        raise ValueError(f"leader is {leader}; allowed is 0 to {len(hands) - 1}")
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ValueError(f"{twice} is dealt twice")
    nobody: frozenset[Seat] = frozenset()
    undealt = State(
        rules=rules,
        seed=seed,
        hands=tuple(tuple(hand) for hand in hands),
        pile=(),
        burned=0,
        phase=Laying(leader, None),
        race=None,
        last_chance=None,
        strikes=(0,) * len(hands),
        barred=nobody,
        out=nobody,
        shown=0,
        taken=0,
        now_us=0,
        stood_us=0,
        paused_us=None,
        shown_us=None,
        emptied_us=None if cards else 0,
        just_slapped=False,
        erred=nobody,
        positions=frozenset(),
    )
    draft = Draft(undealt, 0)
    draft.pass_on((leader - 1) % len(hands))
    if isinstance(draft.phase, Laying):
        draft.positions = frozenset((position_of(draft.phase.seat, draft.hands),))
    _settle(draft, 0)
    return draft.frozen()


def step(state: State, happened: Input) -> tuple[State, tuple[Fact, ...]]:
    """The state after an input, and what it meant; the state given is unchanged.

    Raises ValueError where the input's time lies before the state's, or its seat is not at the
    table.
    """
    now_us = happened.t_us
    if now_us < state.now_us:
        raise ValueError(f"time runs backwards: {now_us} after {state.now_us}")
    draft = Draft(state, now_us)
    if draft.paused_us is None:
        _settle(draft, now_us - draft.stood_us)
        draft.at_us = now_us - draft.stood_us
    match happened:
        case events.Flip():
            _flip(draft, _seated(draft, happened.seat))
        case events.Shown():
            if isinstance(draft.phase, Turning) and draft.paused_us is None:
                draft.show(draft.phase)
        case events.Slap():
            _slap(draft, _seated(draft, happened.seat), happened.uncertainty_us)
        case events.Tick():
            pass
        case events.Leave():
            if _seated(draft, happened.seat) not in draft.out and not isinstance(draft.phase, Over):
                draft.leave(happened.seat)
        case events.Pause():
            _pause(draft)
        case events.Resume():
            _resume(draft)
        case _:
            assert_never(happened)
    draft.crown()
    _settle(draft, draft.at_us)
    return draft.frozen(), tuple(draft.facts)


def replay(state: State, inputs: Iterable[Input]) -> Iterator[tuple[State, tuple[Fact, ...]]]:
    """Every state that a game passes through, with its facts."""
    for happened in inputs:
        state, facts = step(state, happened)
        yield state, facts


def _flip(draft: Draft, seat: Seat) -> None:
    """A flip press: the top card into the air, or a plain "not now" (R6)."""
    phase = draft.phase
    if isinstance(phase, Over) or draft.paused_us is not None:
        return
    if isinstance(phase, Laying) and phase.seat == seat and draft.race is None:
        draft.flip(seat, phase.challenge, by_itself=False)
    else:
        draft.facts.append(events.NotNow(draft.t_us, seat))


def _slap(draft: Draft, seat: Seat, uncertainty_us: int) -> None:
    """A slap press and its verdict, in the law's order of precedence."""
    verdict = _verdict(draft, seat)
    reaction_us = None if draft.shown_us is None else draft.at_us - draft.shown_us
    draft.facts.append(events.Slapped(draft.t_us, seat, verdict, reaction_us))
    if verdict is Verdict.PENDING:
        contender = Contender(seat, draft.t_us, draft.at_us, uncertainty_us)
        if draft.race is None:
            draft.open_race(contender)
        else:
            draft.race = Race((*draft.race.contenders, contender), draft.race.due_us)
    elif verdict is Verdict.FALSE:
        draft.erred |= {seat}
        if not draft.burn(seat):
            draft.punish(seat)


def _verdict(draft: Draft, seat: Seat) -> Verdict:
    rules = draft.rules
    if isinstance(draft.phase, Over) or draft.paused_us is not None:
        return Verdict.IGNORED
    if seat in draft.barred:
        return Verdict.BARRED
    if draft.race is not None:
        there = any(contender.seat == seat for contender in draft.race.contenders)
        return Verdict.IGNORED if there else Verdict.PENDING
    shown = draft.pile[draft.burned :]
    if rules.slappable(shown):
        return Verdict.PENDING
    if draft.just_slapped:
        if rules.late_slap is LateSlap.FORGIVEN:
            return Verdict.LATE
    elif not shown:
        return Verdict.IGNORED
    elif _just_covered(draft):
        return Verdict.LATE
    if rules.mash is Mash.ONCE_PER_CARD and seat in draft.erred:
        return Verdict.IGNORED
    return Verdict.FALSE


def _just_covered(draft: Draft) -> bool:
    """Whether the last card hid a pattern no longer ago than the grace, bound included (R33)."""
    if draft.shown_us is None or draft.at_us - draft.shown_us > draft.rules.cover_grace_us:
        return False
    return draft.rules.slappable(draft.pile[draft.burned : -1])


def _pause(draft: Draft) -> None:
    if draft.paused_us is None and not isinstance(draft.phase, Over):
        draft.paused_us = draft.now_us
        draft.facts.append(events.Paused(draft.now_us))


def _resume(draft: Draft) -> None:
    if draft.paused_us is not None and not isinstance(draft.phase, Over):
        draft.stood_us += draft.now_us - draft.paused_us
        draft.paused_us = None
        draft.facts.append(events.Resumed(draft.now_us))


def _settle(draft: Draft, until_us: int) -> None:
    """Everything due up to `until_us` of the play clock, each at its own end (law 2)."""
    while True:
        phase, race = draft.phase, draft.race
        if isinstance(phase, Over):
            return
        if race is not None:
            if until_us <= race.due_us:
                return
            draft.at_us = race.due_us
            draft.close_race(race)
        elif isinstance(phase, Claim):
            if until_us < phase.due_us:
                return
            if until_us == phase.due_us and draft.paused_us is not None:
                return  # a window that opens in a pause opens at the resume, one of length 0 too
            draft.at_us = phase.due_us
            _end_claim(draft, phase)
        elif isinstance(phase, Laying) and phase.challenge is None:
            if not _settle_laying(draft, phase, until_us):
                return
        else:
            return
        draft.crown()


def _end_claim(draft: Draft, claim: Claim) -> None:
    if claim.challenger is None:
        draft.end(None, Ending.DEAD_DECK)
    elif draft.last_chance is not None:
        draft.end(claim.challenger, Ending.LAST_CHANCE)
    else:
        draft.take(claim.challenger, By.CLAIM)


def _settle_laying(draft: Draft, laying: Laying, until_us: int) -> bool:
    """The time limit, then a card that turns by itself; False where neither is due (R69, V11)."""
    limit_us, chance = draft.rules.time_limit_us, draft.last_chance
    turn_us = None if chance is None else chance.due_us
    if limit_us is not None and limit_us <= until_us and (turn_us is None or limit_us <= turn_us):
        draft.at_us = max(limit_us, draft.at_us)
        most = max(len(hand) for hand in draft.hands)
        richest = [seat for seat, hand in enumerate(draft.hands) if len(hand) == most]
        draft.end(richest[0] if len(richest) == 1 else None, Ending.TIME_LIMIT)
        return True
    if turn_us is not None and turn_us <= until_us and draft.paused_us is None:
        draft.at_us = turn_us
        draft.flip(laying.seat, None, by_itself=True)
        return True
    return False


def _seated(draft: Draft, seat: Seat) -> Seat:
    if not 0 <= seat < len(draft.hands):
        raise ValueError(f"seat is {seat}; allowed is 0 to {len(draft.hands) - 1}")
    return seat
