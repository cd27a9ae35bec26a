"""A table that nobody attends, and one at which somebody does not lay."""

from pathlib import Path

from device.keyboard import pairs
from device.options import Settings
from device.overlay import Paused
from device.scribe import JOURNAL
from game.cpu import Level
from game.events import Flip, Pause, Shown
from hal.wiring import Button
from tests.device.deals import CALM, left_in_the_middle
from tests.device.playing import Evening, header_of, judged, read

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
