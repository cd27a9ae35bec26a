"""Published games of Beggar-My-Neighbour, card for card.

Two players who never slap play Beggar-My-Neighbour. The record games of 52 cards stand beside this
file in `golden_records.json`, each with its source; a larger collection is played too where it
lies next to the checkout. Fields of a deal: `player1` leads, top card left; `cards` laid and
`tricks` taken, the last one included, after which the game is over, or the hands stand as they
once stood; `loop_...` tells when, and how long a lap is.

The conventions differ at the very end only. `classic`: a player who must lay and cannot has lost;
`instant`: whoever has no card left has. Here he is skipped, and the other lays on until a court
card of his own has been answered by nobody (R8, R13): `ers_noslap` has those counts.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from game.cards import CARDS, Card, Hand, Seat
from game.engine import deal, step
from game.events import Ending, Flip, Shown, Taken
from game.rules import Rules
from game.state import State, Turning

Deal = dict[str, Any]

HERE = Path(__file__).resolve()
RECORDS: list[Deal] = json.loads((HERE.parent / "golden_records.json").read_text("utf-8"))
COLLECTION = HERE.parents[3] / "shared" / "golden" / "beggar-my-neighbour.json"

FRENCH = {"J": "J", "Q": "Q", "K": "K", "A": "A"}
ITALIAN = {"1": "J", "2": "Q", "3": "K"}
NUMBER_CARDS = 36
NOBODY_WAITS = Rules(claim_us=0)


class Laid(NamedTuple):
    """Right after a card was laid: by whom, what he owed before it, who took the pile, if any."""

    seat: Seat
    owed: int
    card: Card
    taker: Seat | None
    state: State


def hands(told: Deal) -> tuple[Hand, ...]:
    """The deal in real cards; a number card is any number card."""
    court = ITALIAN if told["player1"].strip("0123") == "" else FRENCH
    free = {rank: [f"{rank}{suit}" for suit in "CDHS"] for rank in "JQKA"}
    numbers = [f"{rank}{suit}" for suit in "CDHS" for rank in "T98765432"]

    def card(letter: str) -> Card:
        return CARDS[(free[court[letter]] if letter in court else numbers).pop()]

    return tuple(tuple(map(card, told[player])) for player in ("player1", "player2"))


def played(state: State) -> Iterator[Laid]:
    """Card after card, each laid by whoever is on turn, until the game is over."""
    while state.turn is not None:
        state, _ = step(state, Flip(state.now_us, state.turn))
        assert isinstance(state.phase, Turning)
        seat, card = state.phase.seat, state.phase.card
        owed = 0 if state.challenge is None else state.challenge.owed
        state, facts = step(state, Shown(state.now_us))
        taker = next((fact.seat for fact in facts if isinstance(fact, Taken)), None)
        yield Laid(seat, owed, card, taker, state)


def must_lay(laid: Laid) -> Seat | None:
    """Who lays next in Beggar-My-Neighbour whether he can or not; None where a pile is taken."""
    if laid.card.rank.attempts or not laid.owed:
        return 1 - laid.seat
    return None if laid.owed == 1 else laid.seat


def reproduce(told: Deal) -> None:
    """This deal gives its published numbers."""
    if told["infinite"]:
        reproduce_endless(told)
    else:
        reproduce_finite(told)


def reproduce_finite(told: Deal) -> None:
    """Cards, piles and the winner, in the source's own convention and in ours."""
    end = deal(NOBODY_WAITS, hands(told), leader=0)
    published: tuple[int, int] | None = None
    for laid in played(end):
        end, due = laid.state, must_lay(laid)
        if published is None:
            if told["convention"] == "classic" and due is not None and not end.hands[due]:
                published = (end.shown, end.taken + bool(end.pile))  # what lies is the last
            elif told["convention"] == "instant" and () in end.hands:
                published = (end.shown, end.taken - (laid.taker is not None))
    if published is None:  # the loser's last card was his last attempt
        published = (end.shown, end.taken)
    assert published == (told["cards"], told["tricks"])
    ours = told.get("ers_noslap")
    if ours is not None:
        assert (end.shown, end.taken) == (ours["cards"], ours["tricks"])
        assert ours["same_as_classic"] == (published == (end.shown, end.taken))
    assert end.over is not None
    assert (end.over.winner, end.over.ending) == (told["winner"] - 1, Ending.ALL_CARDS)


def reproduce_endless(told: Deal) -> None:
    """When the hands stand as before, number cards alike, and when they first stood so."""
    start = deal(NOBODY_WAITS, hands(told), leader=0)
    name = str if told.get("number_cards_distinct") else demand
    seen = {(0, by_name(start, name)): (0, 0)}
    for laid in played(start):
        if laid.taker is None:
            continue
        position, state = (laid.taker, by_name(laid.state, name)), laid.state
        if position in seen:
            assert (state.shown, state.taken) == (told["cards"], told["tricks"])
            cards, tricks = seen[position]
            assert (cards, tricks) == (told["loop_start_cards"], told["loop_start_tricks"])
            assert state.shown - cards == told["loop_cards"]
            assert state.taken - tricks == told["loop_tricks"]
            return
        seen[position] = (state.shown, state.taken)
    pytest.fail("the game came to an end")


def by_name(state: State, name: Callable[[Card], str]) -> tuple[str, ...]:
    """Every hand, by what tells two cards apart."""
    return tuple("".join(map(name, hand)) for hand in state.hands)


def demand(card: Card) -> str:
    """What a card demands, which is all that tells it from another while nobody slaps."""
    return str(card.rank.attempts)


def rank(card: Card) -> str:
    """All that counts for the rules."""
    return card.rank.name


@pytest.mark.parametrize("told", RECORDS, ids=lambda told: told["name"])
def test_R8_R10_R11_R20_R21_a_record_game_card_for_card(told: Deal) -> None:
    reproduce(told)


@pytest.mark.skipif(not COLLECTION.is_file(), reason="no ../shared/golden beside the checkout")
def test_R8_R10_R11_R20_R21_R67_every_deal_of_the_collection() -> None:
    collection: list[Deal] = json.loads(COLLECTION.read_text("utf-8"))
    assert len(collection) == 142
    real = [told for told in collection if number_cards(told) <= NUMBER_CARDS]
    assert len(real) == 141  # one is 52 number cards
    played_already = {told["name"] for told in RECORDS}
    for told in real:
        if told["name"] not in played_already:
            reproduce(told)


def number_cards(told: Deal) -> int:
    """How many cards of a deal demand nothing."""
    return sum((told["player1"] + told["player2"]).count(letter) for letter in "-0")


@pytest.mark.skipif(not COLLECTION.is_file(), reason="no ../shared/golden beside the checkout")
def test_R67_an_endless_deal_is_a_draw_the_first_time_its_ranks_stand_as_before() -> None:
    collection: list[Deal] = json.loads(COLLECTION.read_text("utf-8"))
    endless = [told for told in collection if told["deck"] == "half20" and told["infinite"]]
    assert endless
    for told in endless:
        state = deal(NOBODY_WAITS, hands(told), leader=0)
        seen = {(0, by_name(state, rank))}
        for laid in played(state):
            state = laid.state
            if laid.taker is not None:
                position = laid.taker, by_name(state, rank)
                assert (state.over is not None) == (position in seen)
                seen.add(position)
        assert state.over is not None
        assert state.over.ending is Ending.ENDLESS
