"""A game that is left and gone on with, and one game after the other."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.overlay import Question
from device.scribe import LAST
from game.events import GameOver
from game.state import Turning
from hal.display import Closing
from tests.device.deals import CALM, PAIR, left_in_the_middle
from tests.device.playing import PILE, Evening, answer, header_of, judged, read

# Leaving and coming back


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
    assert question.text.startswith("Anna, Ben: 2 cards shown, left on ")
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
