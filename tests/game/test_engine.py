"""The judge as a function: what it refuses, that it changes nothing, and the corners of its law."""

from typing import Any

import pytest

from game import events
from game.cards import CARDS, DECK, Hand, Seat
from game.engine import deal, replay, step
from game.events import Ending, Fact, Flip, Input, Leave, Pause, Resume, Shown, Slap, Tick
from game.rules import PRESETS, EmptySlap, Mash, Rules, Runout
from game.state import Claim, LastChance, Laying, Over, State, Turning

CLAIM = 1_000_000


def hand(names: str) -> Hand:
    """A hand by the names of its cards, top card first."""
    return tuple(CARDS[name] for name in names.split())


def start(deal_: str, leader: Seat = 0, **rules: Any) -> State:
    """A game from hands such as `"KC 2D | 7H"`."""
    return deal(Rules(**rules), [hand(names) for names in deal_.split("|")], leader)


def after(state: State, *inputs: Input) -> State:
    """The state after these inputs."""
    for happened in inputs:
        state, _ = step(state, happened)
    return state


def told(state: State, *inputs: Input) -> list[Fact]:
    """All that these inputs meant."""
    return [fact for _, facts in replay(state, inputs) for fact in facts]


# The deal


def test_R2_too_few_and_too_many_seats_are_refused() -> None:
    for seats in (0, 1, 9):
        with pytest.raises(ValueError, match=rf"^{seats} seats; allowed is 2 to 8$"):
            deal(Rules(), [(card,) for card in DECK[:seats]], 0)
    for seats in (2, 8):
        assert len(deal(Rules(), [(card,) for card in DECK[:seats]], 0).hands) == seats


@pytest.mark.parametrize("leader", [-1, 3])
def test_a_leader_who_is_not_at_the_table_is_refused(leader: Seat) -> None:
    with pytest.raises(ValueError, match=rf"^leader is {leader}; allowed is 0 to 2$"):
        start("2C | 3C | 4C", leader)


def test_a_card_dealt_twice_is_refused_by_its_name() -> None:
    with pytest.raises(ValueError, match=r"^TD is dealt twice$"):
        start("2C TD | 3C TD")


def test_a_deal_is_a_state_where_nothing_has_happened() -> None:
    state = deal(PRESETS["party"], [hand("2C 3C"), hand("4C")], 1, "key")
    assert state == State(
        rules=PRESETS["party"],
        seed="key",
        hands=(hand("2C 3C"), hand("4C")),
        pile=(),
        burned=0,
        phase=Laying(1, None),
        race=None,
        last_chance=None,
        strikes=(0, 0),
        barred=frozenset(),
        out=frozenset(),
        shown=0,
        taken=0,
        now_us=0,
        stood_us=0,
        paused_us=None,
        shown_us=None,
        emptied_us=None,
        just_slapped=False,
        erred=frozenset(),
        positions=frozenset({(1, ("23", "4"))}),
    )


def test_a_deal_takes_the_empty_text_for_a_seed() -> None:
    assert start("2C | 3C").seed == ""


def test_R67_the_deal_counts_by_who_really_leads() -> None:
    skipped = start("| 2C | 3C")
    assert skipped.phase == Laying(1, None)
    assert skipped.positions == {(1, ("", "2", "3"))}


def test_R66_a_deal_of_no_cards_is_a_dead_deck_from_the_start() -> None:
    state = start(" | ")
    assert state.phase == Claim(None, 1, CLAIM)
    assert (state.emptied_us, state.positions) == (0, frozenset())
    assert after(state, Tick(CLAIM)).phase == Over(None, Ending.DEAD_DECK, CLAIM)
    assert start(" | ", claim_us=0).phase == Over(None, Ending.DEAD_DECK, 0)
    assert start(" | ", claim_us=1).phase == Claim(None, 1, 1)


# The step


def test_time_that_runs_backwards_is_refused() -> None:
    state = after(start("2C | 3C"), Tick(500))
    with pytest.raises(ValueError, match=r"^time runs backwards: 499 after 500$"):
        step(state, Tick(499))
    assert after(state, Tick(500)).now_us == 500


@pytest.mark.parametrize("kind", [Flip, Slap, Leave])
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_at_the_table_is_refused(
    kind: type[Flip] | type[Slap] | type[Leave], seat: Seat
) -> None:
    with pytest.raises(ValueError, match=rf"^seat is {seat}; allowed is 0 to 1$"):
        step(start("2C | 3C"), kind(5, seat))


def test_replay_tells_every_state_with_its_facts() -> None:
    state = start("2C | 3C")
    inputs: list[Input] = [Flip(5, 0), Tick(6), Shown(7)]
    assert [*replay(state, inputs)] == [
        (after(state, *inputs[:count]), tuple(told(after(state, *inputs[: count - 1]), happened)))
        for count, happened in enumerate(inputs, 1)
    ]


def test_R6_a_flip_that_cannot_be_is_told_and_changes_nothing() -> None:
    state = start("2C 4C | 3C")
    assert step(state, Flip(5, 1)) == (state._replace(now_us=5), (events.NotNow(5, 1),))
    turning = after(state, Flip(5, 0))
    assert told(turning, Flip(6, 0)) == [events.NotNow(6, 0)]
    paused = after(state, Pause(5))
    assert told(paused, Flip(6, 0)) == []


def test_R58_a_shown_with_no_card_turning_is_ignored() -> None:
    state = start("2C | 3C")
    assert step(state, Shown(5)) == (state._replace(now_us=5), ())


def test_a_fact_of_a_deadline_is_told_at_the_deadline() -> None:
    claimed = told(start("JC 2C | 3C 4C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(7))
    assert claimed[-1] == events.ClaimOpened(7, 0)
    state = after(start("JC 2C | 3C 4C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(7))
    assert told(state, Tick(5 * CLAIM)) == [
        events.Taken(7 + CLAIM, 0, events.By.CLAIM, 2),
    ]


def test_a_fact_after_a_pause_is_told_in_the_records_time() -> None:
    state = after(start("JC 2C | 3C 4C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(7))
    state = after(state, Pause(10), Resume(1010))
    assert told(state, Tick(5 * CLAIM))[0].t_us == 7 + CLAIM + 1000
    assert told(after(state, Pause(2000)), Slap(2300, 0)) == [
        events.Slapped(2300, 0, events.Verdict.IGNORED, 1000 - 7)
    ]


def test_R70_pausing_twice_is_pausing_once_and_so_is_resuming() -> None:
    state = start("2C | 3C")
    assert told(state, Pause(5), Pause(6), Resume(8), Resume(9)) == [
        events.Paused(5),
        events.Resumed(8),
    ]
    resumed = after(state, Pause(5), Pause(6), Resume(8), Resume(9))
    assert (resumed.stood_us, resumed.paused_us, resumed.played_us) == (3, None, 6)


def test_nothing_happens_after_the_end() -> None:
    over = after(start("2C 3C | 4C"), Leave(5, 0))
    assert over.over == Over(1, Ending.ALONE, 5)
    for happened in (Flip(9, 1), Shown(9), Leave(9, 1), Pause(9), Resume(9), Tick(9)):
        assert step(over, happened) == (over._replace(now_us=9), ())
    assert step(over, Slap(9, 1)) == (
        over._replace(now_us=9),
        (events.Slapped(9, 1, events.Verdict.IGNORED, None),),
    )


def test_R70_the_end_in_a_pause_stays_the_end_at_the_resume() -> None:
    over = after(start("2C 3C | 4C"), Pause(3), Leave(5, 0), Resume(9))
    assert over.over == Over(1, Ending.ALONE, 3)


# Corners of the law


def test_R19_a_claim_lapses_to_the_next_seat_where_the_last_payer_has_no_card() -> None:
    # Ben, who paid his last card, cannot lay on; Carla can.
    state = after(start("KC | 2C | 3C 4C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    assert state.phase == Claim(0, 1, CLAIM)
    lapsed = after(state, Slap(5, 0))
    assert lapsed.phase == Laying(2, None)
    assert lapsed.out == {0}
    assert told(state, Slap(5, 0))[1:] == [events.Eliminated(5, 0), events.Lapsed(5, 0)]


def test_R19_a_challenge_lapses_though_its_payers_card_is_turning() -> None:
    state = after(start("KC | 2C 4C | 3C"), Flip(0, 0), Shown(0), Flip(0, 1), Slap(5, 0))
    assert state.phase == Turning(1, None, CARDS["2C"])
    assert after(state, Shown(6)).phase == Laying(2, None)


def test_R30_a_window_of_no_length_that_opens_in_a_pause_ends_at_the_resume() -> None:
    state = after(start("KC 2C | 3C | ", claim_us=0), Flip(0, 0), Shown(1), Pause(5), Leave(6, 1))
    assert (state.phase, state.taken) == (Claim(0, 1, 5), 0)
    assert after(state, Tick(900)).taken == 0
    assert told(state, Resume(1000)) == [
        events.Resumed(1000),
        events.Taken(1000, 0, events.By.CLAIM, 2),
        events.GameOver(1000, 0, Ending.ALL_CARDS, 5),
    ]


def test_R64_who_holds_all_cards_plays_on_while_somebody_may_slap() -> None:
    # Anna is barred herself; Ben, without a card, may still take what she lays.
    state = start("KC | 2C 3C 4C", empty_slap=EmptySlap.THREE_STRIKES, last_chance=True)
    state = after(state, Flip(0, 0), Shown(0), *(Slap(1, 0) for _ in range(3)))
    for _ in range(3):
        state = after(state, Flip(2, 1), Shown(2))
    state = after(state, Tick(2 + CLAIM))
    assert state.barred == {0}
    assert state.hands == (hand("KC 2C 3C 4C"), ())
    assert state.phase == Laying(0, None)
    assert state.last_chance == LastChance(0, 0, 2 + CLAIM + 2_000_000)


def test_R66_the_window_of_a_lapsed_claim_runs_from_the_last_card() -> None:
    # Nobody has a card from 7 on; the challenger leaves later, and the claim becomes nobody's.
    state = start("JC | 2C | ", runout=Runout.NEXT_PLAYER)
    state = after(state, Flip(0, 0), Shown(0), Flip(0, 1), Shown(7))
    assert state.emptied_us == 7
    assert after(state, Leave(500, 0)).phase == Claim(None, 1, 7 + CLAIM)


def test_R69_what_was_pending_at_the_limit_is_told_at_its_own_end() -> None:
    limit = 60_000_000
    state = start("2C 3C | 4C 5C 6C", time_limit_us=limit)
    assert told(state, Tick(limit + 77)) == [
        events.GameOver(limit, 1, Ending.TIME_LIMIT, limit),
    ]
    turning = after(state, Flip(limit - 1, 0))
    assert told(turning, Shown(limit + 5))[-1] == events.GameOver(
        limit + 5, 1, Ending.TIME_LIMIT, limit + 5
    )


def test_R69_in_a_pause_the_limit_falls_as_soon_as_nothing_is_pending() -> None:
    limit = 60_000_000
    state = start("KC 2C | 3C 4C 5C | 6C", time_limit_us=limit)
    state = after(state, Flip(limit - 2, 0), Shown(limit - 1), Tick(limit + 5), Pause(limit + 9))
    assert state.over is None
    over = after(state, Leave(limit + 10, 0)).over  # his challenge lapses
    assert over == Over(1, Ending.TIME_LIMIT, limit + 9)


def test_R34_late_is_over_with_the_next_card() -> None:
    state = after(start("5C KC 2C | 5D 3C 4C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    taken = after(state, Slap(5, 1), Tick(10_006))
    assert taken.just_slapped is True
    assert after(taken, Flip(10_007, 1)).just_slapped is True
    assert after(taken, Flip(10_007, 1), Shown(10_008)).just_slapped is False
    claimed = after(start("JC 2C 4C | 3C 5C"), Flip(0, 0), Shown(0), Flip(0, 1), Shown(0))
    assert after(claimed, Tick(CLAIM)).just_slapped is False


def test_R66_while_a_card_is_turning_somebody_has_a_card() -> None:
    # Anna's last card is in the air when Ben burns his.
    state = after(start("2C | 3C"), Flip(0, 0), Slap(0, 1))
    assert state.emptied_us is None
    state = after(start("5C 2C | 3C"), Flip(0, 0), Shown(0), Flip(1, 1), Slap(2, 0))
    assert state.hands == ((), ())
    assert (state.phase, state.emptied_us) == (Turning(1, None, CARDS["3C"]), None)
    shown = after(state, Shown(700))
    assert (shown.phase, shown.emptied_us) == (Claim(None, 1, 700 + CLAIM), 700)


def test_R66_the_last_card_of_all_is_burned_in_the_air() -> None:
    state = after(start("5C | 3C"), Flip(0, 0), Shown(0), Flip(1, 1), Slap(9, 1))
    assert state.hands == ((), ())
    assert (state.phase, state.emptied_us) == (Claim(None, 1, 9 + CLAIM), 9)


def last_chance(**rules: Any) -> State:
    """Ben holds every card and is in his last chance from `CLAIM` on."""
    state = start("7S | JH 7C 2C 7D", 1, last_chance=True, **rules)
    return after(state, Flip(0, 1), Shown(0), Flip(0, 0), Shown(0), Tick(CLAIM))


def test_V11_his_own_slap_wins_the_last_chance() -> None:
    state = last_chance()
    assert state.last_chance == LastChance(1, 0, CLAIM + 2_000_000)
    for _ in range(3):
        state = after(state, Flip(CLAIM, 1), Shown(CLAIM))
    assert told(state, Slap(CLAIM + 5, 1), Tick(CLAIM + 10_006))[-2:] == [
        events.Taken(CLAIM + 10_005, 1, events.By.SLAP, 3),
        events.GameOver(CLAIM + 10_005, 1, Ending.LAST_CHANCE, CLAIM + 10_005),
    ]


def test_V11_there_is_no_last_chance_where_nobody_else_may_slap() -> None:
    state = start("5C 2C | 5D 3C", last_chance=True)
    state = after(state, Flip(0, 0), Shown(0), Flip(0, 1), Shown(0), Slap(5, 1), Leave(6, 0))
    assert told(state, Tick(CLAIM))[-2:] == [
        events.Taken(10_005, 1, events.By.SLAP, 3),
        events.GameOver(10_005, 1, Ending.ALL_CARDS, 10_005),
    ]


def test_R64_whom_all_others_cannot_slap_wins_before_he_takes_what_he_is_owed() -> None:
    rules = {"last_chance": True, "empty_slap": EmptySlap.THREE_STRIKES}
    state = start("7S | JH 7C 2C", 1, **rules)
    state = after(state, Flip(0, 1), Shown(0), Flip(0, 0), Shown(0), Slap(1, 0), Slap(1, 0))
    assert told(state, Tick(CLAIM))[-1] == events.LastChance(CLAIM, 1)
    assert told(state, Slap(2, 0))[-1] == events.GameOver(2, 1, Ending.ALONE, 2)


def test_V11_one_of_several_who_may_slap_is_enough_for_a_last_chance() -> None:
    rules = {"last_chance": True, "empty_slap": EmptySlap.THREE_STRIKES}
    state = start("| JH 7C 2C | 7S", 1, **rules)
    state = after(state, Flip(0, 1), Shown(0), Flip(0, 2), Shown(0))
    state = after(state, Slap(1, 0), Slap(1, 0), Slap(1, 0))
    assert state.barred == {0}
    assert told(state, Tick(CLAIM))[-1] == events.LastChance(CLAIM, 1)


def test_R54_who_is_out_stays_out_when_another_goes_out() -> None:
    state = after(start("2C 3C | | | 4C"), Flip(0, 0), Shown(0), Slap(1, 1), Slap(2, 2))
    assert (state.out, state.barred) == ({1, 2}, {1, 2})
    left = after(state, Leave(3, 0))
    assert (left.out, left.barred) == ({0, 1, 2}, {0, 1, 2})


def test_R61_who_is_barred_stays_barred_when_another_is() -> None:
    state = start("2C 3C | | | 4C", empty_slap=EmptySlap.THREE_STRIKES)
    state = after(state, Flip(0, 0), Shown(0))
    for seat in (1, 2):
        state = after(state, Slap(1, seat), Slap(1, seat), Slap(1, seat))
    assert (state.strikes, state.barred, state.out) == ((0, 3, 3, 0), {1, 2}, frozenset())


def test_R64_of_the_ending_when_all_others_are_barred() -> None:
    state = start("2C 3C | ", empty_slap=EmptySlap.THREE_STRIKES)
    state = after(state, Flip(0, 0), Shown(0), Slap(1, 1), Slap(1, 1), Slap(7, 1))
    assert state.over == Over(0, Ending.ALONE, 7)


def test_R68_who_leaves_takes_no_card_out_of_anothers_air() -> None:
    # Anna's last card is in the air when Ben leaves with all the rest.
    state = after(start("2C | 3C | "), Flip(0, 0), Leave(5, 1))
    assert (state.phase, state.emptied_us) == (Turning(0, None, CARDS["2C"]), None)
    shown = after(state, Shown(700))
    assert (shown.phase, shown.emptied_us) == (Claim(None, 0, 700 + CLAIM), 700)


def test_R68_who_leaves_takes_his_own_card_out_of_the_air() -> None:
    state = after(start("2C | | "), Flip(0, 0), Leave(5, 0))
    assert (state.phase, state.emptied_us) == (Claim(None, 0, 5 + CLAIM), 5)


def test_R68_another_may_leave_in_a_last_chance() -> None:
    state = start("7S | JH 7C 2C 7D | ", 1, last_chance=True)
    state = after(state, Flip(0, 1), Shown(0), Flip(0, 2), Flip(0, 0), Shown(0), Tick(CLAIM))
    turning = after(state, Flip(CLAIM, 1))
    left = after(turning, Leave(CLAIM, 2))
    assert (left.phase, left.last_chance) == (turning.phase, turning.last_chance)


def test_R68_the_player_of_a_last_chance_may_leave_it_at_any_time() -> None:
    state = start("7S | JH 7C 2C 7D | ", 1, last_chance=True)
    state = after(state, Flip(0, 1), Shown(0), Flip(0, 2), Flip(0, 0), Shown(0), Tick(CLAIM))
    turning = after(state, Flip(CLAIM, 1))
    shown = after(turning, Shown(CLAIM))
    window = after(shown, Flip(CLAIM, 1), Shown(CLAIM), Flip(CLAIM, 1), Shown(CLAIM))
    assert window.phase == Claim(1, 1, 2 * CLAIM)
    for moment, cards in ((state, 5), (turning, 5), (shown, 4), (window, 2)):
        assert told(moment, Leave(CLAIM + 9, 1)) == [
            events.Left(CLAIM + 9, 1, cards),
            events.ClaimOpened(CLAIM + 9, None),
        ]
        left = after(moment, Leave(CLAIM + 9, 1))
        assert left.last_chance is None
        assert left.phase == Claim(None, 1, 2 * CLAIM + 9)


def test_V12_who_burns_all_he_has_in_his_last_chance_opens_its_window() -> None:
    state = after(start("7S | JH 7C", 1, last_chance=True), Flip(0, 1), Shown(0), Flip(0, 0))
    state = after(state, Shown(0), Tick(CLAIM), Flip(CLAIM, 1), Shown(CLAIM))
    assert state.hands == ((), hand("JH 7S"))
    burned = after(state, Slap(CLAIM + 1, 1), Slap(CLAIM + 2, 1))
    assert burned.phase == Claim(1, 1, 2 * CLAIM + 2)
    assert after(burned, Tick(3 * CLAIM)).over == Over(1, Ending.LAST_CHANCE, 2 * CLAIM + 2)


def test_R67_an_endless_game_is_told_as_one() -> None:
    state = start("3S 3H JC 3D | JS 3C", claim_us=0)
    for seat in (0, 1, 0, 1, 0, 1):
        state = after(state, Flip(5, seat), Shown(5))
    assert state.over == Over(None, Ending.ENDLESS, 5)
    assert state.taken == 2


def test_R37_each_seat_errs_by_itself_and_once_per_card() -> None:
    state = after(start("2C 3C 4C | 5C 6C 7C", mash=Mash.ONCE_PER_CARD), Flip(0, 0), Shown(0))
    erred = after(state, Slap(1, 0), Slap(2, 1))
    assert erred.erred == {0, 1}
    assert after(erred, Slap(3, 0), Slap(4, 1)).hands == erred.hands == (hand("4C"), hand("6C 7C"))
    shown = after(erred, Flip(5, 1), Shown(6))
    assert shown.erred == frozenset()
    assert after(shown, Slap(7, 1)).hands == (hand("4C"), ())
