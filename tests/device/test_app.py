"""The loop: what people do at the table becomes one game, whatever the pictures do."""

import json
import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.journal import JournalError
from device.keyboard import pairs
from device.leaf import Leaf
from device.options import Settings
from device.overlay import Help, Paused, Question, Result
from device.scribe import JOURNAL, LAST
from device.stage import AIR_US
from game.cpu import Level
from game.events import (
    CardReturned,
    CardShown,
    Flip,
    Flipped,
    GameOver,
    Input,
    Pause,
    RaceClosed,
    Resume,
    Shown,
    Slap,
    Slapped,
    Verdict,
)
from game.record import header_line, summary
from game.rules import EmptySlap
from game.score import Tally
from game.state import Turning
from hal.display import Ailing, Closing, Exposed, SlowDisplayError
from hal.panel import OledError, Trouble
from hal.wiring import Button
from tests.device.playing import BUTTON, PILE, Evening, answer, header_of, judged, read, stack

FOUR = header_of(["7S", "7H", "2C", "3C 7D"], seed="b")
PAIR = header_of(["7S 2H", "7H 3H"])
"""Two people, and a pair as soon as each has laid a card."""
CALM = header_of(["2S 4S 6S 8S TS", "3H 5H 7H 9H 2D"])
"""Two people, and never a pattern."""


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


# When a card counts


def test_a_card_counts_from_when_the_display_says_that_it_could_be_seen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, transfer_ns=300_000_000, frame_ns=50_000_000)
    evening.flip(0, 1020)
    evening.play(until_ms=3000)
    assert evening.lines == ['[1020000,"flip",0]', '[1500000,"shown"]']


@pytest.mark.parametrize("after_us", [-20_000, -1, 1, 20_000])
def test_what_comes_while_a_picture_is_under_way_is_judged_when_it_was_seen(
    tmp_path: Path, after_us: int
) -> None:
    # The display tells 60 ms later what could be seen; by then the slap has long been heard.
    def played(name: str, *slaps_us: int) -> list[Input]:
        (tmp_path / name).mkdir()
        slow = {"transfer_ns": 30_000_000, "telling_ns": 90_000_000}
        evening = Evening(tmp_path / name, CALM, deal_ns=0, **slow)
        evening.flip(0, 1000)
        for slap_us in slaps_us:
            evening.slap(1, slap_us / 1000, "clean")
        return evening.play(until_ms=3000).inputs

    flip, shown = played("calm")
    slap = Slap(shown.t_us + after_us, 1)
    assert isinstance(shown, Shown)
    assert played("slapped", slap.t_us) == sorted(
        [flip, shown, slap], key=lambda happened: happened.t_us
    )


def test_a_display_that_takes_ages_holds_nobody_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, telling_ns=1_500_000_000)
    evening.flip(0, 1000)
    evening.slap(1, 2000)
    evening.play(until_ms=5000)
    flip, slap, shown = evening.inputs
    assert (flip, slap) == (Flip(1_000_000, 0), Slap(2_000_000, 1))
    assert isinstance(shown, Shown)


def test_what_ails_a_display_is_told_on_the_others_until_it_is_well(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.happens(Ailing(OledError(Trouble.LOST, "no answer")), 1000)
    evening.happens(Ailing(None), 2000)
    evening.happens(Ailing(SlowDisplayError()), 3000)
    evening.play(until_ms=4000)
    told = [evening.view_at(ms).timing_text for ms in (900, 1100, 2100, 3100)]
    assert told == [
        "",
        "The OLED does not answer: check its wires",
        "",
        "One display is too slow; nobody waits for it",
    ]


def test_a_card_is_reported_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, transfer_ns=300_000_000)
    evening.flip(0, 1000)
    for ms in range(1100, 1800, 50):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=3000)
    assert sum('"shown"' in line for line in evening.lines) == 1


def test_nobody_sees_the_face_before_its_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 1000)
    evening.play(until_ms=3000)
    (shown,) = [happened for happened in evening.inputs if isinstance(happened, Shown)]
    first_ms = next(ms for ms, view in evening.views if view.pile.top)
    assert first_ms * 1000 == shown.t_us
    assert shown.t_us >= 1_000_000 + AIR_US
    turning = [view.turning.progress for _, view in evening.views if view.turning is not None]
    assert turning == sorted(turning)
    assert len(turning) > 5


# Pause


def test_R70_a_pause_hides_the_pile_and_counts_down(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 500)
    evening.key("p", 2000)
    evening.key("p", 3000)
    evening.flip(1, 7000)
    evening.play(until_ms=8000)
    assert not evening.view_at(1999).pile.hidden
    for ms in (2010, 2990, 3500, 5990):
        assert evening.view_at(ms).pile.hidden
    assert isinstance(evening.view_at(2500).overlay, Paused)
    counted = [evening.view_at(ms).overlay for ms in (3500, 4500, 5500)]
    assert [number.number for number in counted] == ["3", "2", "1"]
    assert evening.view_at(6100).overlay is None
    assert not evening.view_at(6100).pile.hidden
    inputs = evening.inputs
    assert isinstance(inputs[2], Pause)
    assert isinstance(inputs[3], Resume)
    assert 2_999_000 <= inputs[3].t_us - inputs[2].t_us - 1_000_000 <= 3_001_000


def test_R70_a_turning_card_is_reported_anew_after_the_pause(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.flip(0, 1000)
    evening.key("p", 1050)
    evening.key("p", 2000)
    evening.play(until_ms=7000)
    kinds = [type(happened).__name__ for happened in evening.inputs]
    assert kinds == ["Flip", "Pause", "Resume", "Shown"]
    assert evening.state.shown == 1
    assert all(not view.pile.top for ms, view in evening.views if ms < 5000)


def test_R70_a_card_shown_at_the_very_instant_of_the_pause_is_not_lost(tmp_path: Path) -> None:
    for pause_ms in (1140, 1141, 1145, 1150, 1156, 1157, 1160):
        evening = Evening(tmp_path, CALM, at_keys=True, transfer_ns=10_000_000)
        evening.key("q", 1000)
        evening.key("p", pause_ms)
        evening.key("p", 1300)
        evening.key("o", 5000)
        evening.play(until_ms=5500, resume=False)
        assert evening.state.shown == 2, pause_ms


def test_a_page_opened_from_a_pause_does_not_pause_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.key("p", 1000)
    evening.key("esc", 1500)
    evening.key("esc", 2000)
    evening.play(until_ms=6000)
    kinds = [type(happened).__name__ for happened in evening.inputs]
    assert kinds == ["Pause", "Resume"]


# Languages


def test_F2_speaks_the_next_language_at_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True)
    evening.key("f2", 1000)
    evening.key("f2", 2000)
    evening.play(until_ms=3000)
    english, german, again = (evening.view_at(ms) for ms in (500, 1500, 2500))
    assert english == again
    assert (english.slap_text, english.now_text) == ("SLAP!", "Anna lays")
    assert (german.slap_text, german.now_text) == ("HAU DRAUF!", "Anna legt")


def test_F11_asks_the_display_for_the_whole_screen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True)
    evening.key("f11", 1000)
    evening.play(until_ms=2000)
    assert evening.display.full_screen


# People at one keyboard


def test_two_people_found_in_one_look_are_a_dead_heat(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR, at_keys=True)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.key("a", 2000)
    evening.key("l", 2000)
    evening.play(until_ms=2200)
    race = next(fact for fact in evening.facts if isinstance(fact, RaceClosed))
    assert race.dead_heat
    slaps = [happened for happened in evening.inputs if isinstance(happened, Slap)]
    assert [slap.t_us for slap in slaps] == [2_000_000, 2_000_000]
    assert all(0 < slap.uncertainty_us <= 5_000 for slap in slaps)
    assert evening.view_at(2100).timing_text == "Practice timing"
    assert read(evening.record)[0].more["buttons"]["stamp"] == "pump"


def test_two_people_found_in_looks_apart_are_told_apart(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR, at_keys=True)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.key("l", 2000)
    evening.key("a", 2009.5)
    evening.play(until_ms=2200)
    race = next(fact for fact in evening.facts if isinstance(fact, RaceClosed))
    assert (race.winner, race.dead_heat) == (1, False)


def test_two_people_found_after_one_slow_picture_are_a_dead_heat(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR, at_keys=True, drawing_ms=40)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.key("f2", 2290)  # a picture is drawn from here on, and both come down meanwhile
    evening.key("a", 2300)
    evening.key("l", 2320)
    evening.play(until_ms=3000)
    race = next(fact for fact in evening.facts if isinstance(fact, RaceClosed))
    assert race.dead_heat
    assert all(hand.uncertainty_us >= 30_000 for hand in race.hands)


def test_one_person_against_computers_has_no_uncertainty(tmp_path: Path) -> None:
    header = header_of(["7S 2H", "7H 3H"], kinds=(None, Level.SLOW))
    evening = Evening(tmp_path, header, at_keys=True, drawing_ms=20)
    evening.key("enter", 500)
    evening.key("space", 900)
    evening.play(until_ms=1200)
    slaps = [happened for happened in evening.inputs if isinstance(happened, Slap)]
    assert [slap.uncertainty_us for slap in slaps if slap.seat == 0] == [0]


def test_R38_a_key_held_down_is_one_press(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["2S 4S", "7H"]), at_keys=True)
    evening.key("q", 500, held_ms=3000)
    evening.down("q", 900)
    evening.down("q", 1300)
    evening.down("q", 1900)
    evening.play(until_ms=2500)
    assert sum('"flip"' in line for line in evening.lines) == 1


def test_a_key_held_while_another_presses_stops_nobody(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True)
    evening.down("l", 300)
    evening.key("q", 800)
    evening.key("o", 1500)
    evening.key("q", 2000)
    evening.up("l", 2100)
    evening.key("l", 2500)
    evening.play(until_ms=3000)
    inputs = evening.inputs
    presses = [
        (happened.t_us, happened.seat) for happened in inputs if not isinstance(happened, Shown)
    ]
    assert presses == [
        (300_000, 1), (800_000, 0), (1_500_000, 1), (2_000_000, 0), (2_500_000, 1)
    ]  # fmt: skip


def test_mashing_at_a_keyboard_is_heard_press_by_press(tmp_path: Path) -> None:
    header = header_of(["2S 4S", "3H 5H"], empty_slap=EmptySlap.NOTHING)
    evening = Evening(tmp_path, header, at_keys=True)
    evening.key("q", 100)
    for press in range(40):
        evening.key("a", 1000 + press * 25, held_ms=12)
        evening.key("l", 1003 + press * 25, held_ms=12)
    evening.play(until_ms=4000)
    slaps = [happened for happened in evening.inputs if isinstance(happened, Slap)]
    assert len(slaps) == 80
    state, _ = judged(*read(evening.record))
    assert state == evening.state


def test_clicks_lay_and_slap_for_the_first_person(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True)
    evening.touch(stack(0), 500)
    evening.touch(stack(1), 1000)
    evening.touch(PILE, 1500)
    evening.touch(BUTTON, 2000)
    evening.play(until_ms=2500)
    inputs = evening.inputs
    told = [type(happened).__name__ for happened in inputs]
    assert told == ["Flip", "Shown", "Flip", "Shown", "Slap", "Slap"]
    assert [happened.seat for happened in inputs if isinstance(happened, Slap)] == [0, 0]


# Leaving and coming back


def left_in_the_middle(folder: Path, how: str = "esc") -> Evening:
    evening = Evening(folder, CALM)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    if how == "esc":
        evening.key("esc", 2000)
        evening.key("right", 2200)
        evening.key("enter", 2400)
        return evening.play(until_ms=9000)
    evening.happens(Closing(), 2000)
    return evening.play()


def test_leaving_is_asked_and_keeps_the_game(tmp_path: Path) -> None:
    evening = left_in_the_middle(tmp_path)
    assert evening.now_ms < 2500
    question = evening.view_at(2100).overlay
    assert isinstance(question, Question)
    assert (question.options, question.selected) == (("Go on", "Leave"), 0)
    assert evening.journal.exists()
    assert not (tmp_path / LAST).exists()


def test_a_question_can_be_answered_by_touch(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.key("esc", 1000)
    evening.touch((999, 0), 1500)
    evening.touch(answer(1), 2000)
    evening.play(until_ms=9000)
    assert evening.now_ms < 2100


@pytest.mark.parametrize("how", ["esc", "closing"])
def test_the_game_that_was_left_is_gone_on_with_exactly(tmp_path: Path, how: str) -> None:
    left = left_in_the_middle(tmp_path, how)
    seen = replace_time(left.state)
    again = Evening(tmp_path, PAIR, record=tmp_path / "second.jsonl")
    again.flip(0, 5000)
    again.play(until_ms=6000, resume=True)
    assert replace_time(judged(*read(left.record))[0]) == seen
    first, second = read(left.record)[1], read(again.record)[1]
    assert second[: len(first)] == first
    assert again.header.seats == CALM.seats
    assert again.state.shown == 3
    assert read(again.record)[1] == read(again.journal)[1]
    assert judged(*read(again.journal))[0] == again.state


def replace_time(state):
    return state._replace(now_us=0, stood_us=0, paused_us=None)


def test_it_is_asked_whether_to_go_on_and_a_new_game_may_be_had(tmp_path: Path) -> None:
    left_in_the_middle(tmp_path)
    again = Evening(tmp_path, PAIR, record=tmp_path / "second.jsonl")
    again.key("right", 1000)
    again.key("enter", 1500)
    again.flip(0, 2500)
    again.play(until_ms=4000)
    question = again.view_at(500).overlay
    assert isinstance(question, Question)
    assert question.text.startswith("Anna, Ben. A new game is the one asked for just now")
    assert again.table.game.header.hands == PAIR.hands
    assert read(again.record)[0].hands == PAIR.hands
    assert read(again.journal)[0].hands == PAIR.hands


def test_fresh_drops_the_game_that_was_left(tmp_path: Path) -> None:
    left_in_the_middle(tmp_path)
    again = Evening(tmp_path, PAIR)
    again.play(until_ms=1000, resume=False)
    assert read(again.journal)[0].hands == PAIR.hands


def test_a_turning_card_is_still_turning_when_the_game_goes_on(tmp_path: Path) -> None:
    left = Evening(tmp_path, CALM)
    left.flip(0, 1000)
    left.happens(Closing(), 1060)
    left.play()
    assert isinstance(left.state.phase, Turning)
    again = Evening(tmp_path, CALM)
    again.play(until_ms=5000, resume=True)
    assert again.state.shown == 1


def test_a_window_closed_in_a_race_loses_nothing(tmp_path: Path) -> None:
    left = Evening(tmp_path, PAIR)
    left.flip(0, 500)
    left.flip(1, 1500)
    left.slap(1, 2000)
    left.happens(Closing(), 2005)
    left.play()
    assert left.state.race is not None
    again = Evening(tmp_path, PAIR)
    again.play(until_ms=5000, resume=True)
    assert again.state.race is None
    assert again.state.taken == 1
    assert len(again.state.hands[1]) == 3


# One game after the other


def test_enter_deals_again_and_the_dealer_moves_on(tmp_path: Path) -> None:
    finish = header_of(["7S", "7H"], seed="may/2")
    evening = Evening(tmp_path, finish, at_keys=True)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.key("a", 2000)
    evening.key("enter", 3700)  # too soon: hands are still on the keys
    evening.key("enter", 4600)
    evening.key("o", 6000)
    evening.play(until_ms=7000)
    header = evening.table.game.header
    assert (header.leader, header.seed) == (1, "may/3")
    assert sum(map(len, header.hands)) == 52
    assert header.rules == finish.rules
    first, second = evening.record, evening.record.with_name("record-2.jsonl")
    assert read(first)[0].seed == "may/2"
    assert [type(happened).__name__ for happened in read(second)[1]] == [
        *("Flip", "Shown"),
        "Pause",  # in which a closed table leaves a game
    ]
    assert any(isinstance(fact, GameOver) for fact in evening.facts)


def test_the_same_evening_goes_on_with_new_cards_after_a_resume(tmp_path: Path) -> None:
    header = header_of(["7S", "7H"], seed="may/3")
    left = Evening(tmp_path, header)
    left.flip(0, 500)
    left.happens(Closing(), 900)
    left.play()
    again = Evening(tmp_path, replace(header, seed="other"))
    again.flip(1, 4000)
    again.slap(0, 5000)
    again.key("enter", 8000)  # the game that was asked for at the start
    again.play(until_ms=9000, resume=True)
    assert again.table.game.header.seed == "other"


def test_a_mouse_button_held_over_two_games_is_let_go(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S", "7H"]), at_keys=True)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.touch(PILE, 2000, held_ms=3500)
    evening.key("enter", 5000)
    evening.touch(PILE, 6000)
    evening.key("o", 6500)
    evening.touch(PILE, 7500)
    evening.play(until_ms=8000)
    _, inputs = read(evening.record.with_name("record-2.jsonl"))
    assert [type(happened).__name__ for happened in inputs] == [
        *("Slap", "Flip", "Shown", "Slap"),
        "Pause",  # in which a closed table leaves a game
    ]


# Nobody there


def test_a_game_among_computers_ends_by_itself(tmp_path: Path) -> None:
    header = header_of(["7S 2H 4C", "7H 3H 9C"], kinds=(Level.FAST, Level.SLOW))
    evening = Evening(tmp_path, header, attended=False)
    evening.play()
    assert evening.state.over is not None
    assert not evening.journal.exists()
    assert judged(*read(evening.record))[0] == evening.state


def test_a_game_among_computers_leaves_the_game_of_people_alone(tmp_path: Path) -> None:
    left = left_in_the_middle(tmp_path)
    kept = left.journal.read_bytes()
    header = header_of(["7S 2H 4C", "7H 3H 9C"], kinds=(Level.FAST, Level.SLOW))
    Evening(tmp_path, header, attended=False).play(resume=False)
    assert left.journal.read_bytes() == kept


def test_an_unattended_script_is_heard_to_its_last_press(tmp_path: Path) -> None:
    evening = Evening(tmp_path, header_of(["7S", "7H"]), attended=False)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    line = evening._lines[0, Button.SLAP]
    evening.buttons.inject(line, 1, evening.at_ns(2000))  # pressed, and never let go
    evening.play()
    assert evening.state.over is not None
    assert evening.state.over.winner == 0


def test_an_unattended_table_ends_where_only_a_person_could_go_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM, at_keys=True, attended=False)
    evening.play()
    assert evening.now_ms < 1000


# The display


def test_nothing_is_drawn_where_nothing_changed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    evening.play(until_ms=9_000)
    assert len(evening.display.shown) == 1


def test_a_covered_picture_is_shown_again_by_the_same_painter(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    for ms in (1000, 1000, 1000, 2000):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=3000)
    assert len(evening.display.shown) == 3
    assert evening.painters == 1


def test_a_storm_of_sizes_makes_one_painter_a_size(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CALM)
    for ms in range(1000, 1100):
        evening.happens(Exposed(), ms)
    evening.play(until_ms=1500)
    assert evening.painters == 1
    again = Evening(tmp_path / "again", CALM)
    again.display.size = (800, 480)  # pulled smaller after the table had asked for its size
    for ms in range(1000, 1100):
        again.happens(Exposed(), ms)
    again.play(until_ms=1500)
    assert again.painters == 2


# What cannot be written


def test_a_record_that_cannot_be_begun_stops_the_table_at_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, FOUR, record=Path("/dev/full"))
    with pytest.raises(JournalError, match="cannot write /dev/full"):
        evening.play(until_ms=1000)


def test_a_disk_that_is_full_in_the_middle_is_told_once_a_file_and_on_the_screen(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, CALM)
    for seat, ms in ((0, 500), (1, 1000), (0, 1500), (1, 2000)):
        evening.flip(seat, ms)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    first_line = len(header_line(evening.header)) + 200
    resource.setrlimit(resource.RLIMIT_FSIZE, (first_line, unlimited[1]))
    try:
        evening.play(until_ms=3000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    assert evening.state.shown == 4
    assert [warning.rpartition("/")[2] for warning in evening.warnings] == [
        "record.jsonl: no space left for a whole line",
        "game.jsonl: no space left for a whole line",
    ]
    assert evening.view_at(600).timing_text == ""
    told = "Not safe from a power cut: the disk is full"
    assert evening.view_at(2900).timing_text == told
    assert 0 < len(evening.lines) < 8  # what is there is a record, torn in its last line at most


def test_a_record_says_who_plays_and_what_stamps_are_worth(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PAIR)
    evening.play(until_ms=100)
    header = json.loads(evening.record.read_text().splitlines()[0])
    assert header["kinds"] == ["person", "person"]
    assert header["buttons"]["stamp"] == "script"


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
    assert [line.text for line in evening.view_at(2500).event.lines] == ["too late: +50.000 ms"]


# Nobody waits for one


def hurried(folder: Path, *, at_keys: bool = True, **settings: int) -> Evening:
    return Evening(folder, CALM, at_keys=at_keys, settings=Settings(**settings))


def test_who_is_on_turn_and_does_not_lay_is_reminded_and_then_the_card_lays_itself(
    tmp_path: Path,
) -> None:
    evening = hurried(tmp_path)
    evening.play(until_ms=24_000)
    flashes = [evening.view_at(ms).seats[0].flash for ms in (9_900, 10_100, 10_600, 19_100)]
    assert flashes == [False, True, False, True]
    assert not any(evening.view_at(ms).seats[1].flash for ms in (10_100, 19_100))
    flip, shown = evening.inputs
    assert isinstance(flip, Flip)
    assert flip.seat == 0
    assert 20_000_000 <= flip.t_us < 20_010_000
    assert isinstance(shown, Shown)


def test_the_first_line_says_whose_cards_laid_themselves_and_the_record_is_judged_alike(
    tmp_path: Path,
) -> None:
    evening = hurried(tmp_path)
    for ms in (21_000, 41_000):
        evening.key(pairs([0, 1])[1][0], ms)
    evening.play(until_ms=55_000)
    for name in ("record.jsonl", JOURNAL):
        header, inputs = read(tmp_path / name)
        assert header.more["idle"] == [1, 0]
        state, _ = judged(header, inputs)
        assert state.hands == evening.state.hands
        assert state.shown == evening.state.shown >= 3


def test_who_was_idle_before_the_table_was_left_is_still_known_after_it(tmp_path: Path) -> None:
    hurried(tmp_path).play(until_ms=24_000)
    later = hurried(tmp_path)
    later.key("x", 1000)
    for ms in (26_000, 27_000):
        later.key(pairs([0, 1])[0][0], ms)
    later.play(until_ms=30_000, resume=True)
    for name in ("record.jsonl", JOURNAL):
        assert read(tmp_path / name)[0].more["idle"] == [1, 1]


def test_no_card_lays_itself_where_nobody_is_hurried_and_no_first_line_speaks_of_it(
    tmp_path: Path,
) -> None:
    for evening in (hurried(tmp_path, lay_s=0), hurried(tmp_path, at_keys=False)):
        evening.play(until_ms=30_000)
        assert "idle" not in read(tmp_path / "record.jsonl")[0].more


def test_where_nobody_presses_anything_the_game_stands_still(tmp_path: Path) -> None:
    evening = hurried(tmp_path)
    evening.play(until_ms=60_000)
    kinds = [type(happened) for happened in evening.inputs]
    assert kinds == [Flip, Shown, Flip, Shown, Pause]
    assert 45_000_000 <= evening.inputs[-1].t_us < 45_010_000
    assert isinstance(evening.view_at(50_000).overlay, Paused)


def test_a_table_may_be_told_to_wait_for_ever(tmp_path: Path) -> None:
    evening = hurried(tmp_path, lay_s=0, pause_s=0)
    evening.play(until_ms=90_000)
    assert evening.inputs == []
    assert evening.view_at(60_100).seats[0].flash


def test_a_press_that_means_nothing_shows_that_somebody_is_there(tmp_path: Path) -> None:
    evening = hurried(tmp_path, lay_s=0)
    evening.key("x", 40_000)
    for key in pairs([0, 1])[1]:
        evening.key(key, 44_000)
    evening.play(until_ms=80_000)
    assert not any(isinstance(happened, Pause) for happened in evening.inputs)


def test_a_script_presses_what_it_presses_and_nothing_is_added(tmp_path: Path) -> None:
    evening = hurried(tmp_path, at_keys=False)
    evening.play(until_ms=90_000)
    assert evening.inputs == []
