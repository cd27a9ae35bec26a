"""The loop: what people do at the table becomes one game, whatever the pictures do."""

from pathlib import Path
from typing import Any

import pytest

from device.app import Table
from device.leaf import Leaf
from device.overlay import Help, Result
from device.scribe import LAST
from device.stage import AIR_US
from device.view import View
from game.events import (
    CardReturned,
    CardShown,
    Flipped,
    Pause,
    RaceClosed,
    Resume,
    Shown,
    Slap,
    Slapped,
    Verdict,
)
from game.record import summary
from game.score import Tally
from hal.display import Exposed
from tests.device.deals import CALM, FOUR, PAIR
from tests.device.playing import Evening, header_of, judged, read, stack


def four_people(folder: Path, **display: Any) -> Evening:
    """A whole game; everybody bounces, and nobody in the same way.

    Cards can be seen at whole 50 ms, so that the pace of the loop makes no difference to them.
    """
    evening = Evening(folder, FOUR, frame_ns=50_000_000, **display)
    evening.flip(0, 520, "worn")  # 7S
    evening.slap(3, 800, "mislabelled")  # falsely: the 3C burns
    evening.flip(1, 1020)  # 7H: a pair
    evening.slap(1, 1500.25, "worn", late_ms=1.9)  # first, though he bounces and arrives last
    evening.slap(0, 1501, "clean")
    evening.slap(2, 1503.5, "mislabelled")
    evening.slap(3, 1520, "doubled")  # after the race
    evening.flip(1, 2020)  # 3C
    evening.flip(2, 2520, "mislabelled")  # 2C
    evening.flip(3, 3020)  # 7D
    evening.flip(1, 3520, "doubled")  # 7S: a pair
    evening.slap(0, 3900, "worn")
    evening.flip(0, 4020)  # 3C
    evening.flip(1, 4520)  # 7H
    evening.flip(0, 5020)  # 2C
    evening.flip(0, 5520)  # 7D: a sandwich
    evening.slap(0, 6000.001, "worn")
    evening.slap(3, 6000.002, "clean")
    return evening.play(until_ms=7600)


EXPECTED = """\
[520000,"flip",0]
[700000,"shown"]
[800000,"slap",3]
[1020000,"flip",1]
[1200000,"shown"]
[1500250,"slap",1]
[1501000,"slap",0]
[1503500,"slap",2]
[1510251,"tick"]
[1520000,"slap",3]
[2020000,"flip",1]
[2200000,"shown"]
[2520000,"flip",2]
[2700000,"shown"]
[3020000,"flip",3]
[3200000,"shown"]
[3520000,"flip",1]
[3700000,"shown"]
[3900000,"slap",0]
[3910001,"tick"]
[4020000,"flip",0]
[4200000,"shown"]
[4520000,"flip",1]
[4700000,"shown"]
[5020000,"flip",0]
[5200000,"shown"]
[5520000,"flip",0]
[5700000,"shown"]
[6000001,"slap",0]
[6000002,"slap",3]
[6010002,"tick"]
""".splitlines()


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """That game, played once."""
    return four_people(tmp_path_factory.mktemp("four"))


# A game of four people at bouncing buttons


def test_four_people_play_a_game_with_bouncing_buttons(four: Evening) -> None:
    assert four.lines == EXPECTED
    header, inputs = read(four.record)
    assert (header.seats, header.hands) == (FOUR.seats, FOUR.hands)
    state, facts = judged(header, inputs)
    assert (state, facts) == (four.state, four.facts)
    assert state.over is not None
    assert state.over.winner == 0
    tally = Tally(4)
    tally.add(facts)
    assert summary(state, tally)["slaps"] == [
        [800000, 3, "false"],
        [1500250, 1, "won"],
        [1501000, 0, "late"],
        [1503500, 2, "late"],
        [1520000, 3, "late"],
        [3900000, 0, "won"],
        [6000001, 0, "won"],
        [6000002, 3, "tie"],
    ]


def test_who_slapped_first_wins_though_he_bounced_longest_and_arrived_last(four: Evening) -> None:
    first = next(fact for fact in four.facts if isinstance(fact, RaceClosed))
    assert (first.winner, first.dead_heat) == (1, False)
    assert [(hand.seat, hand.t_us, hand.behind_us) for hand in first.hands] == [
        (1, 1_500_250, 0), (0, 1_501_000, 750), (2, 1_503_500, 3_250)
    ]  # fmt: skip
    assert first.hands[0].reaction_us == 300_250


def test_two_hands_a_microsecond_apart_are_a_dead_heat(four: Evening) -> None:
    last = [fact for fact in four.facts if isinstance(fact, RaceClosed)][-1]
    assert last.dead_heat
    told = four.view_at(7000).event
    assert told is not None
    assert told.finish is not None
    assert told.finish.dead_heat
    assert [mark.first for mark in told.finish.marks] == [True, True]


def test_a_finished_game_is_the_last_game_and_not_offered_again(four: Evening) -> None:
    assert (four.folder / LAST).read_bytes() == four.record.read_bytes()
    assert not four.journal.exists()
    assert four.scribe.unfinished() is None


def test_the_result_comes_a_moment_after_the_end(four: Evening) -> None:
    assert four.view_at(7490).overlay is None
    result = four.view_at(7550).overlay
    assert isinstance(result, Result)
    assert result.rows[0].winner
    assert result.rows[0].seat == 0


@pytest.mark.parametrize("look_ms", [1, 3, 7, 20])
def test_the_pace_of_the_loop_makes_no_difference(tmp_path: Path, look_ms: float) -> None:
    evening = four_people(tmp_path, look_ns=round(look_ms * 1_000_000))
    assert evening.lines == EXPECTED


@pytest.mark.parametrize("drawing_ms", [2, 9, 14])
def test_the_time_that_pictures_take_makes_no_difference(tmp_path: Path, drawing_ms: int) -> None:
    evening = four_people(tmp_path, drawing_ms=drawing_ms)
    assert evening.lines == EXPECTED


# What a slap must never suffer from


def test_slaps_during_drawing_keep_their_stamps(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR, drawing_ms=90)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(1, 2100.007)
    evening.slap(0, 2100.5)
    evening.play(until_ms=4000)
    race = next(fact for fact in evening.facts if isinstance(fact, RaceClosed))
    assert [hand.t_us for hand in race.hands] == [2_100_007, 2_100_500]


@pytest.mark.parametrize("before_ms", [0.02, 0.3, 0.6, 0.9])
def test_whatever_comes_up_right_before_a_press_is_certain_is_done_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before_ms: float
) -> None:
    evening = Evening(tmp_path, PAIR, look_ns=10_000)
    rounds_ms: list[tuple[float, float]] = []
    one_round = Table.round

    def a_round(table: Table[View]) -> None:
        one_round(table)
        certain_ns = evening.stream.undecided_ns
        if certain_ns is not None:
            rounds_ms.append((evening.now_ms, (certain_ns - evening.at_ns(0)) / 1e6))

    monkeypatch.setattr(Table, "round", a_round)
    evening.flip(0, 500, "clean")
    constants = evening.buttons.constants
    certain_ms = 500 + (constants.t_stable_ns + constants.guard_ns) / 1e6
    for more_ms in (4, 2, 0):
        evening.happens(Exposed(), certain_ms - more_ms - before_ms)
    evening.play(until_ms=600)
    assert any(done_ms <= due_ms - 1 for done_ms, due_ms in rounds_ms)
    assert not any(due_ms - 1 < done_ms < due_ms for done_ms, due_ms in rounds_ms)
    assert evening.lines[0] == '[500000,"flip",0]'


def test_R58_a_slap_while_a_card_turns_sends_it_back_unseen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S 2H", "7H 3H", "4C"]))
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.flip(2, 2500)
    evening.slap(0, 2600)
    evening.play(until_ms=4000)
    assert any(isinstance(fact, CardReturned) for fact in evening.facts)
    assert evening.state.hands[2] == evening.header.hands[2]
    assert [type(happened) for happened in evening.inputs].count(Shown) == 2


def test_R58_a_slap_that_is_told_after_the_card_was_drawn_sends_it_back_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S 2H", "7H 3H", "4C"]), look_ns=100_000)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.flip(2, 2500)
    # It comes from behind: nothing of it is known when the face is drawn.
    evening.slap(0, 2500 + AIR_US / 1000 - 1, "worn", late_ms=1.9)
    evening.play(until_ms=4000)
    inputs = evening.inputs
    slap = next(happened for happened in inputs if isinstance(happened, Slap))
    shown = [happened for happened in inputs if isinstance(happened, Shown)]
    assert slap.t_us < shown[-1].t_us
    assert any(isinstance(fact, CardReturned) for fact in evening.facts)
    assert sum(isinstance(fact, CardShown) for fact in evening.facts) == 2


def test_R58_a_face_is_not_shown_while_a_slap_may_send_its_card_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S 2H", "7H 3H", "4C"]), look_ns=100_000)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.flip(2, 2500)
    evening.slap(0, 2500 + AIR_US / 1000 - 1, "worn")  # certain only after the face was due
    evening.play(until_ms=4000)
    assert any(isinstance(fact, CardReturned) for fact in evening.facts)
    assert sum(isinstance(happened, Shown) for happened in evening.inputs) == 2


def test_a_press_before_the_pause_counts_though_it_is_told_after_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(0, 2000, "worn")
    evening.key("p", 2001)
    evening.play(until_ms=2500)
    inputs = evening.inputs
    assert inputs[-2:] == [Slap(2_000_000, 0), Pause(2_001_000)]


@pytest.mark.parametrize("key", ["p", "esc", "f1"])
def test_while_a_page_is_open_no_press_counts_and_the_game_stands_still(
    tmp_path: Path, key: str
) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.key(key, 2000)
    evening.slap(0, 2500)
    evening.slap(1, 2600)
    evening.flip(0, 2700)
    evening.play(until_ms=3000)
    inputs = evening.inputs
    assert inputs[-1] == Pause(2_000_000)
    assert not any(isinstance(fact, Slapped) for fact in evening.facts)


def test_F1_tells_the_keys_then_the_rules_of_this_game_while_it_stands_still(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, header_of(["2S 4S", "3H 5H"], burn=2), at_keys=True)
    evening.key("f1", 1000)
    for number in range(8):
        evening.key("enter" if number % 2 else "right", 1500 + 500 * number)
    evening.key("f2", 5500)
    evening.key("f1", 6000)
    evening.play(until_ms=10_000)
    assert isinstance(evening.view_at(1400).overlay, Help)
    leaves = [evening.view_at(1900 + 500 * number).overlay for number in range(8)]
    assert all(isinstance(leaf, Leaf) for leaf in leaves)
    assert len({leaf.title for leaf in leaves}) > 6
    assert any("Here: a false slap costs 2 cards." in leaf.here for leaf in leaves)
    german = evening.view_at(5900).overlay
    assert isinstance(german, Leaf)
    assert german.number == leaves[-1].number
    assert [type(happened) for happened in evening.inputs] == [Pause, Resume]
    assert evening.view_at(9900).overlay is None


def test_a_press_in_the_countdown_is_not_heard(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.key("p", 1000)
    evening.key("p", 1500)
    evening.flip(0, 4000)
    evening.flip(0, 5000)
    evening.play(until_ms=6000)
    inputs = evening.inputs
    assert [type(happened).__name__ for happened in inputs] == ["Pause", "Resume", "Flip", "Shown"]
    assert inputs[2].t_us == 5_000_000


def test_a_click_is_not_lost_where_the_window_comes_up_at_the_same_look(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True)
    evening.happens(Exposed(), 1000)
    evening.touch(stack(0), 1000)
    evening.play(until_ms=2000)
    assert evening.lines[0] == '[1000000,"flip",0]'


# What is answered


def test_R6_a_press_out_of_turn_is_answered_near_its_player(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(1, 1000)
    evening.play(until_ms=3000)
    assert evening.view_at(1200).seats[1].status == "not now"
    assert evening.view_at(1800).seats[1].status == ""
    assert not any(isinstance(fact, Flipped) for fact in evening.facts)


def test_a_pattern_slapped_too_late_is_no_burn(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(0, 2000)
    evening.slap(1, 2050)
    evening.play(until_ms=3000)
    verdicts = [fact.verdict for fact in evening.facts if isinstance(fact, Slapped)]
    assert verdicts == [Verdict.PENDING, Verdict.LATE]
    event = evening.view_at(2500).event
    assert event is not None
    assert event.finish is not None
    assert [mark.text for mark in event.finish.marks if mark.late] == ["+50.000 ms"]
