"""Nobody waits for one: reminded after 10 s, laid by itself after 20, a pause after 45."""

from device.patience import REMIND_US, Duty, Patience

S = 1_000_000


def waiting(lay_us: int = 20 * S, pause_us: int = 45 * S) -> Patience:
    """Seat 2 is on turn since 5 s, and pressed something then."""
    patience = Patience(lay_us, pause_us, 0)
    patience.pressed(5 * S)
    patience.wait_for(2, 7, 5 * S)
    return patience


def test_who_is_on_turn_is_reminded_after_10_s_and_the_card_lays_itself_after_20() -> None:
    patience = waiting()
    assert REMIND_US == 10 * S
    assert [patience.reminded(t) for t in (15 * S - 1, 15 * S)] == [None, 2]
    assert [patience.duty(t) for t in (25 * S - 1, 25 * S)] == [None, Duty.LAY]
    assert sorted(patience.dues_us()) == [15 * S, 25 * S, 50 * S]


def test_the_wait_begins_anew_with_another_seat_and_with_the_next_card_of_the_same() -> None:
    patience = waiting()
    patience.wait_for(2, 7, 14 * S)
    assert patience.reminded(15 * S) == 2
    patience.wait_for(2, 8, 16 * S)
    assert patience.reminded(25 * S) is None
    patience.wait_for(1, 8, 26 * S)
    assert patience.duty(45 * S) is None
    assert patience.duty(46 * S) is Duty.LAY


def test_nobody_is_reminded_while_a_computer_player_or_nobody_is_on_turn() -> None:
    patience = waiting()
    patience.wait_for(None, 8, 6 * S)
    assert patience.reminded(40 * S) is None
    assert patience.duty(40 * S) is None
    assert patience.dues_us() == [50 * S]


def test_where_nobody_presses_for_45_s_the_game_stands_still() -> None:
    patience = waiting()
    assert [patience.duty(t) for t in (50 * S - 1, 50 * S)] == [Duty.LAY, Duty.PAUSE]
    patience.pressed(49 * S)
    patience.pressed(48 * S)
    assert patience.duty(94 * S - 1) is Duty.LAY
    assert patience.duty(94 * S) is Duty.PAUSE


def test_a_table_may_be_set_to_wait_for_ever_and_then_only_reminds() -> None:
    patience = waiting(lay_us=0, pause_us=0)
    assert patience.reminded(16 * S) == 2
    assert patience.duty(10_000 * S) is None
    assert patience.dues_us() == [15 * S]


def test_after_a_pause_all_waiting_begins_anew() -> None:
    patience = waiting()
    patience.begin(100 * S)
    assert patience.reminded(110 * S - 1) is None
    assert patience.reminded(110 * S) == 2
    assert patience.duty(119 * S) is None
    assert min(patience.dues_us()) == 110 * S
