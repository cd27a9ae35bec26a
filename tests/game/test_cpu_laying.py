"""When computer players lay, and what time and pauses make of it."""

import pytest

from game.cpu import Computers, Level
from game.events import Flip, Leave, Pause, Resume, Shown, Slap, Tick
from game.rules import Rules
from game.state import Turning
from tests.game.computers import (
    NORMAL,
    Table,
    calm,
    key_where,
    paces_us,
    pair_laid,
    reacts_us,
    sees,
)


def test_the_leader_lays_at_his_pace_after_the_deal() -> None:
    table = Table("2 9 | 7 K", "deal", {0: Level.SLOW, 1: Level.FAST})
    assert table.next == Flip(paces_us("deal", 0, 0), 0)


def test_R5_the_next_seat_lays_at_its_pace_after_the_card_was_shown() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 1))
    table = Table("2 9 | 7 K", key, {0: Level.SLOW, 1: Level.FAST})
    table.next_happens()
    assert isinstance(table.state.phase, Turning)
    assert table.next is None
    table.happens(Shown(2_000_000))
    assert table.next == Flip(2_000_000 + paces_us(key, 1, 1), 1)


def test_the_pace_is_the_same_at_every_level() -> None:
    for level in Level:
        assert Table("2 9 | 7 K", "deal", {0: level}).next == Flip(paces_us("deal", 0, 0), 0)


def test_nothing_is_due_while_a_person_must_lay() -> None:
    table = Table("2 9 | 7 K", key_where(lambda key: calm(key, 1, 1)), {1: Level.NORMAL})
    assert table.next is None
    assert table.coming is None
    assert table.lay(0).next == Flip(200_000 + paces_us(table.state.seed, 1, 1), 1)


def test_nothing_is_due_before_the_game_is_watched() -> None:
    assert Computers("early", NORMAL).next is None


def test_R30_who_takes_a_pile_leads_at_his_pace_from_the_end_of_the_window() -> None:
    key = key_where(lambda key: calm(key, 2, 0))
    for late_us in (0, 1, 16_667):
        table = Table("J 9 4 | 7 K 3", key, {0: Level.NORMAL}).lay(0, 1)
        assert table.coming == Tick(1_400_000)
        table.happens(Tick(1_400_000 + late_us))
        assert table.state.turn == 0
        assert table.next == Flip(1_400_000 + paces_us(key, 0, 2), 0)


def test_R19_a_lapsed_claim_lets_the_payer_lay_at_his_pace() -> None:
    key = key_where(lambda key: calm(key, 2, 1))
    table = Table("J | 7 K 3 | 5 6", key, {1: Level.NORMAL}).lay(0, 1)
    table.happens(Slap(500_000, 0))
    assert table.state.out == {0}
    assert table.next == Flip(500_000 + paces_us(key, 1, 2), 1)


def test_R45_whose_turn_comes_by_a_burn_lays_at_his_pace_after_it() -> None:
    key = key_where(lambda key: calm(key, 1, 1, 2))
    table = Table("2 9 | 7 | 5 6", key, {1: Level.NORMAL, 2: Level.NORMAL}).lay(0)
    assert table.next == Flip(200_000 + paces_us(key, 1, 1), 1)
    table.happens(Slap(300_000, 1))
    assert table.next == Flip(300_000 + paces_us(key, 2, 1), 2)


def test_a_press_of_somebody_else_does_not_put_off_a_lay() -> None:
    key = key_where(lambda key: calm(key, 1, 1))
    table = Table("2 9 4 | 7 K 3", key, {1: Level.NORMAL}).lay(0)
    due = table.next
    table.happens(Flip(210_000, 0), Slap(220_000, 0), Tick(230_000))
    assert table.next == due


def test_V11_in_its_last_chance_a_computer_player_lays_by_pressing() -> None:
    key = key_where(lambda key: calm(key, 3, 0, 1))
    rules = Rules(last_chance=True)
    table = Table("J 9 4 2 | 7", key, {0: Level.NORMAL}, rules).lay(0, 1)
    table.happens(Tick(1_400_000))
    assert table.state.last_chance is not None
    assert table.next == Flip(1_400_000 + paces_us(key, 0, 2), 0)


# Time


def test_R70_in_a_pause_nothing_is_due_and_the_resume_moves_it_along() -> None:
    key = key_where(lambda key: calm(key, 1, 0, 2) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL}).happens(Pause(500_000))
    assert table.next is None
    assert table.coming is None
    table.happens(Resume(7_500_000))
    assert table.next == Slap(7_400_000 + reacts_us(key, 0, 2), 0)
    laying = Table("2 9 | 7 K", "deal", {0: Level.SLOW}).happens(Pause(10), Resume(1_010))
    assert laying.next == Flip(1_000 + paces_us("deal", 0, 0), 0)


def test_R30_after_a_pause_the_winner_of_a_pile_leads_at_his_pace() -> None:
    key = key_where(lambda key: calm(key, 2, 0))
    table = Table("J 9 4 | 7 K 3", key, {0: Level.NORMAL}).lay(0, 1)
    table.happens(Pause(500_000), Resume(8_500_000), Tick(9_500_000))
    assert table.next == Flip(9_400_000 + paces_us(key, 0, 2), 0)


def test_what_is_overdue_is_due_now() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = pair_laid(key, {0: Level.NORMAL}).happens(Tick(9_000_000))
    assert table.next == Slap(9_000_000, 0)
    late = Table("2 9 | 7 K", "deal", {0: Level.SLOW}).happens(Tick(9_000_000))
    assert late.next == Flip(9_000_000, 0)


@pytest.mark.parametrize(("longer_us", "slaps"), [(0, False), (1, True)])
def test_R30_no_slap_is_due_when_the_window_ends_or_later(longer_us: int, slaps: bool) -> None:
    key = key_where(lambda key: calm(key, 2, 0) and sees(key, 3, 0))
    window_us = reacts_us(key, 0, 3) + longer_us
    table = Table("9 9 4 | J 2", key, {0: Level.NORMAL}, Rules(claim_us=window_us)).lay(0, 1, 0)
    due = Slap(600_000 + reacts_us(key, 0, 3), 0) if slaps else None
    assert table.next == due
    assert table.coming == (due or Tick(600_000 + window_us))


@pytest.mark.parametrize(("early_us", "lays"), [(0, False), (1, True)])
def test_R69_no_lay_is_due_at_the_time_limit_or_later(early_us: int, lays: bool) -> None:
    key = key_where(lambda key: calm(key, 1, 1))
    rules = Rules(time_limit_us=60_000_000)
    shown_us = 60_000_000 - paces_us(key, 1, 1) - early_us
    table = Table("2 9 | 7 K", key, {1: Level.NORMAL}, rules)
    table.happens(Flip(1_000_000, 0), Shown(shown_us))
    due = Flip(60_000_000 - early_us, 1) if lays else None
    assert table.next == due
    assert table.coming == (due or Tick(60_000_000))


def test_R30_where_the_window_is_empty_nobody_slaps() -> None:
    key = key_where(lambda key: calm(key, 2, 0) and sees(key, 3, 0))
    table = Table("9 9 4 | J 2", key, {0: Level.NORMAL}, Rules(claim_us=0)).lay(0, 1, 0)
    assert table.state.turn == 1
    assert table.next is None


def test_at_one_instant_a_slap_goes_before_a_flip() -> None:
    key = "tie1992032"
    assert reacts_us(key, 0, 2, Level.SLOW) == paces_us(key, 0, 2) == 515_136
    table = Table("5 9 K | 5 8 Q", key, {0: Level.SLOW}).lay(0, 1)
    assert table.next == Slap(915_136, 0)


def test_a_flip_that_is_due_before_a_slap_goes_first() -> None:
    def hurries(key: str) -> bool:
        sooner = paces_us(key, 0, 2) < reacts_us(key, 0, 2, Level.SLOW)
        return sooner and calm(key, 1, 0) and sees(key, 2, 0)

    key = key_where(hurries)
    table = Table("5 9 K | 5 8 Q", key, {0: Level.SLOW}).lay(0, 1)
    assert table.next == Flip(400_000 + paces_us(key, 0, 2), 0)
    assert table.next_happens().next == Slap(400_000 + reacts_us(key, 0, 2, Level.SLOW), 0)


def test_R20_who_was_on_turn_and_slaps_the_pile_leads_at_his_pace_from_then() -> None:
    def slaps_first(key: str) -> bool:
        sooner = reacts_us(key, 0, 2) < paces_us(key, 0, 2)
        return sooner and calm(key, 1, 0) and sees(key, 2, 0)

    key = key_where(slaps_first)
    table = Table("5 9 K | 5 8 Q", key, {0: Level.NORMAL}).lay(0, 1).next_happens()
    taken_us = 400_000 + reacts_us(key, 0, 2) + 10_000
    table.happens(Tick(taken_us + 1))
    assert table.state.taken == 1
    assert table.next == Flip(taken_us + paces_us(key, 0, 2), 0)


def test_at_one_instant_the_lower_seat_slaps_first() -> None:
    key = "tie3877"
    assert reacts_us(key, 0, 2) == reacts_us(key, 1, 2) == 440_628
    table = pair_laid(key, {1: Level.NORMAL, 0: Level.NORMAL})
    assert table.next == Slap(840_628, 0)
    assert table.next_happens().next == Slap(840_628, 1)


def test_when_it_is_over_nothing_is_due() -> None:
    key = key_where(lambda key: calm(key, 1, 0) and sees(key, 2, 0))
    table = Table("5 9 | 5 8", key, {0: Level.NORMAL}).lay(0, 1)
    assert isinstance(table.next, Slap)
    table.happens(Leave(450_000, 1))
    assert table.state.over is not None
    assert table.next is None
    assert table.coming is None
