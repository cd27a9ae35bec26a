"""People at one keyboard and one mouse: what a look finds, and what keys mean."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from device.ear import Ear
from game.cpu import Level
from game.events import RaceClosed, Shown, Slap
from game.rules import EmptySlap
from hal.buttons import ButtonEvent, Kind
from hal.clock import ManualClock
from tests.device.deals import CALM, PAIR
from tests.device.playing import BUTTON, PILE, Evening, header_of, judged, read, stack

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


def test_a_key_is_taken_before_anything_later_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands = ManualClock.now_ns

    def goes_on(clock: ManualClock) -> int:
        clock.advance(1000)  # as every clock does while somebody looks at it
        return stands(clock)

    monkeypatch.setattr(ManualClock, "now_ns", goes_on)
    evening = Evening(tmp_path, PAIR, at_keys=True)
    heard: list[ButtonEvent] = []
    listen = Ear.listen

    def overheard(ear: Ear) -> Sequence[ButtonEvent]:
        events = listen(ear)
        heard.extend(events)
        return events

    monkeypatch.setattr(Ear, "listen", overheard)
    evening.key("q", 500)
    evening.key("o", 1500)
    evening.key("a", 2000)
    evening.play(until_ms=2200)
    assert len([event for event in heard if event.kind is Kind.PRESS]) == 3
    assert not any(event.flags for event in heard)


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
