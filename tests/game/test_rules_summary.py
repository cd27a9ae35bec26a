"""Rules 9: the keys of the summary."""

import json
from random import Random

import pytest

from tests.game.judged import summary
from tests.game.script import RACE, RANKS, SUITS, Game, game

KEYS = {
    "hands", "pile", "turn", "owed", "challenger", "over", "winner", "draw", "strikes", "barred",
    "out", "shown", "taken", "slaps", "scores", "t",
}  # fmt: skip


def test_summary_of_a_game_not_yet_begun() -> None:
    told = summary(game("2 3 | 4 5 6", leader=1).text())
    assert set(told) >= KEYS
    assert {key: told[key] for key in KEYS} == {
        "hands": [2, 3],
        "pile": 0,
        "turn": 1,
        "owed": 0,
        "challenger": None,
        "over": False,
        "winner": None,
        "draw": False,
        "strikes": [0, 0],
        "barred": [False, False],
        "out": [False, False],
        "shown": 0,
        "taken": 0,
        "slaps": [],
        "scores": [0, 0],
        "t": 0,
    }


def test_summary_is_json() -> None:
    told = summary(game("5 3 | 5 4").lay(0, 1).slap(0).text())
    assert json.loads(json.dumps(told)) == told


def test_summary_hands_count_a_turning_card_for_nobody() -> None:
    told = game("2 3 | 4 5").flip(0).judge()
    assert (told.hands, told.pile) == ([1, 2], 0)


def test_summary_pile_includes_burned_cards() -> None:
    assert game("2 3 | 4 5").lay(0).slap(1).judge().pile == 2


def test_summary_turn_is_null_while_something_is_pending() -> None:
    assert game("2 3 | 4 5").flip(0).judge().turn is None
    assert game("J 3 8 | 4 5").lay(0, 1).judge().turn is None
    assert game("5 3 | 5 4").lay(0, 1).slap(0).judge().turn is None
    assert game("2 3 | 4 5").pause().judge().turn is None
    assert game("2 3 | 4 5").leave(0).judge().turn is None


def test_summary_owed_and_challenger_stand_while_the_payers_card_turns() -> None:
    told = game("K 3 | 4 5").lay(0).flip(1).judge()
    assert (told.owed, told.challenger, told.turn) == (3, 0, None)


def test_summary_owed_and_challenger_are_nothing_while_a_race_is_open_and_when_it_is_over() -> None:
    open_race = game("K 9 | 3 3 8").lay(0, 1, 1).slap(0).judge()
    assert (open_race.owed, open_race.challenger) == (0, None)
    over = game("K 9 | 3 8 7").lay(0, 1).leave(0).judge()
    assert (over.over, over.owed, over.challenger) == (True, 0, None)


def test_summary_shown_and_taken_count_cards_and_piles() -> None:
    told = game("5 3 J 8 | 5 4 6").lay(0, 1).slap(0).later().lay(0, 1).flip(0)
    assert (told.judge().shown, told.judge().taken) == (4, 1)
    assert (told.shown().lay(1).later().judge().taken) == 2


def test_summary_slaps_are_pending_while_their_race_is_open() -> None:
    race = game("5 3 | 5 4").lay(0, 1).slap(0)
    assert race.later(RACE).judge().verdicts == ["pending"]
    assert race.later(RACE + 1).judge().verdicts == ["won"]


def test_summary_t_is_the_time_of_the_last_input() -> None:
    assert game("2 3 | 4 5").later(at=123_456).judge().t == 123_456
    assert game("2 3 | 4 5").flip(0, at=5).judge().t == 5
    over = game("2 3 | 4 5").leave(0).later(at=99_000_000).judge()
    assert (over.over, over.t) == (True, 99_000_000)


def test_summary_settles_what_is_due_at_the_last_input_itself() -> None:
    told = game("J 3 8 | 4 5").lay(0, 1)
    assert told.flip(1, 1_000_000).judge().taken == 1
    assert game("J 3 8 | 4 5", claim_us=0).lay(0, 1).judge().taken == 1


def _scramble(seed: int) -> Game:
    """Any presses at any time, by anyone: nearly all of them out of place."""
    chance = Random(seed)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    chance.shuffle(deck)
    seats = chance.randint(2, 4)
    hands = [deck[seat::seats][: chance.randint(0, 4)] for seat in range(seats)]
    told = game(
        " | ".join(" ".join(hand) for hand in hands),
        seed=str(seed),
        patterns=chance.choice([["pair"], ["pair", "sandwich", "tens", "top_bottom"]]),
        burn=chance.choice([1, 2]),
        runout=chance.choice(["challenger", "next_player"]),
        empty_slap=chance.choice(["out", "three_strikes", "nothing"]),
        last_chance=chance.choice([False, True]),
        late_slap=chance.choice(["forgiven", "burn"]),
        mash=chance.choice(["each", "once_per_card"]),
        cover_grace_us=chance.choice([0, 300_000]),
        claim_us=chance.choice([0, 500_000]),
        time_limit_us=chance.choice([None, 60_000_000]),
    )
    for _ in range(40):
        seat, after = chance.randrange(seats), chance.choice([0, 50, 9_000, 250_000, 2_500_000])
        kind = chance.choices(["lay", "slap", "leave", "pause"], [30, 12, 1, 1])[0]
        if kind == "lay":
            for anyone in range(seats):
                told = told.flip(anyone, after)
            told = told.shown(after)
        elif kind == "slap":
            told = told.slap(seat, after, unsure=chance.choice([0, 500]))
        elif kind == "leave":
            told = told.leave(seat, after)
        else:
            told = told.pause(after).resume(after)
    return told


@pytest.mark.parametrize("seed", range(60))
def test_summary_is_the_same_with_ticks_and_without(seed: int) -> None:
    told = _scramble(seed)
    chance = Random(f"ticks {seed}")
    ticked = Game(told.header)
    for line in told.inputs:
        for t in sorted(chance.randint(ticked.now, line[0]) for _ in range(2)):
            ticked = ticked.later(at=t)
        ticked = Game(ticked.header, (*ticked.inputs, line))
    assert ticked.judge() == told.judge()


@pytest.mark.parametrize("seed", range(20))
def test_summary_loses_no_card(seed: int) -> None:
    told = _scramble(seed)
    cards = sum(len(hand) for hand in told.header["hands"])
    for end in range(0, len(told.inputs) + 1, 3):
        now = Game(told.header, told.inputs[:end]).judge()
        missing = cards - sum(now.hands) - now.pile
        assert missing in (0, 1)  # one may be turning
        assert missing == 0 or now.turn is None
