"""The tutorial: each thing is explained when it first happens, and nothing is given away."""

from collections.abc import Iterable
from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from device.dealing import seats_of
from device.gesture import Gesture, Press
from device.language import LANGUAGES, language
from device.lesson import Lesson, Topic, lesson_text
from device.options import Settings
from device.page import Wish
from device.sitting import Sitting
from device.stage import Stage
from device.tutor import READ_US, SLAPPABLE, SOON_US, TOLD_US, Tutor
from game.cards import deal
from game.cpu import Computers, Level, played
from game.engine import step
from game.events import Flip, Input, Shown, Slap, Tick
from game.patterns import Pattern
from game.record import Header
from game.rules import EmptySlap, LateSlap, Rules
from tests.device.playing import header_of

S, MS = 1_000_000, 1_000_000
ENGLISH = language("en")
NAMES = ("Anna", "Ben")


class Course:
    """A game told to a tutor step by step; Anna, at seat 0, is the pupil. Times in seconds."""

    def __init__(self, *hands: str, leader: int = 0, **rules: Any) -> None:
        self.header = header_of(hands, leader=leader, **rules)
        self.state = self.header.deal()
        self.tutor = Tutor(self.header.rules, 0)
        self.tutor.note(self.state, ())
        self.now = 0.0

    def feed(self, *inputs: Input) -> "Course":
        for happened in inputs:
            self.state, facts = step(self.state, happened)
            self.tutor.note(self.state, facts)
        return self

    def lay(self, seat: int, after: float = 10.0) -> "Course":
        """A card is laid, and can be seen a tenth of a second later."""
        self.now += after
        at_us = round(self.now * S)
        return self.feed(Flip(at_us, seat), Shown(at_us + 100_000))

    def slap(self, seat: int, after: float = 1.0) -> "Course":
        self.now += after
        return self.feed(Slap(round(self.now * S), seat))

    def wait(self, seconds: float) -> "Course":
        self.now += seconds
        return self.feed(Tick(round(self.now * S)))

    @property
    def topics(self) -> list[Topic]:
        return [lesson.topic for lesson in self.tutor.lessons]

    def text(self) -> str:
        """What is explained now."""
        lesson = self.tutor.at(round(self.now * S) + 100_000)
        if lesson is None:
            return ""
        return lesson_text(lesson, NAMES, self.header.rules, ("enter", "space"), ENGLISH)


def plain(**more: Any) -> Course:
    """Two hands in which nothing happens for five cards."""
    return Course("2S 4S 6S 8S TS", "3H 5H 7H 9H 2D", **more)


# Each thing when it first happens


def test_the_first_turn_of_the_pupil_is_explained_with_its_key() -> None:
    course = plain()
    assert course.topics == [Topic.LAY]
    assert course.text() == "Your stack lights up: lay its top card (Enter)."


def test_nobody_elses_turn_is_explained() -> None:
    course = plain(leader=1)
    assert course.topics == []
    course.feed(Flip(S, 1))
    assert course.topics == []
    course.feed(Shown(S + 100_000))
    assert course.topics == [Topic.LAY, Topic.NUMBER]


def test_a_game_of_number_cards_teaches_laying_and_slapping() -> None:
    course = plain()
    told = []
    for seat in (0, 1, 0, 1):
        course.lay(seat)
        told.append(course.text())
    assert course.topics == [Topic.LAY, Topic.NUMBER, Topic.SLAP]
    assert told[0] == "A number card: simply the next one lays."
    assert told[SLAPPABLE - 1] == "Pair, Sandwich: when one lies on top, slap first (Space)."


@pytest.mark.parametrize(
    ("court", "topic", "attempts"),
    [
        ("JS", Topic.JACK, "one attempt"),
        ("QS", Topic.QUEEN, "two attempts"),
        ("KS", Topic.KING, "three attempts"),
        ("AS", Topic.ACE, "four attempts"),
    ],
)
def test_R10_each_court_card_is_explained_with_its_attempts(
    court: str, topic: Topic, attempts: str
) -> None:
    course = Course(f"{court} 2H", "3H 5H 7H 9H 2D").lay(0)
    assert course.topics == [Topic.LAY, topic]
    assert attempts in course.text()


def test_R11_an_answer_is_explained_once_its_card_is_known() -> None:
    course = Course("JS 2H JD 4C", "JH 3H JC 5D")
    course.lay(0)
    assert course.topics[-1] is Topic.JACK
    course.lay(1)
    assert course.topics[-1] is Topic.ANSWERED


def test_R30_a_failed_challenge_is_explained_before_and_after_the_pile_is_taken() -> None:
    course = Course("JS 2H 4C", "3H 6D 9C").lay(0).lay(1)
    assert (
        course.text()
        == "All attempts failed: Anna takes the pile after 1\xa0s, unless it is slapped."
    )
    course.wait(8)
    course.lay(0, after=1).lay(1)
    assert course.topics.count(Topic.CLAIM) == 1
    assert Topic.TAKEN in course.topics


def test_R35_a_slap_that_wins_is_explained_and_a_race_of_several_hands() -> None:
    course = Course("7S 2H 4C", "7H 3D 9C").lay(0).lay(1)
    course.feed(Slap(22 * S, 1), Slap(22 * S + 3_000, 0), Tick(23 * S))
    course.now = 22.1
    assert course.text() == "Pair! Ben was the first hand, takes the pile, and leads."
    assert course.topics[-1] is Topic.RACE


def test_R35_a_dead_heat_is_explained_by_the_lot() -> None:
    course = Course("7S 2H 4C", "7H 3D 9C").lay(0).lay(1)
    course.feed(Slap(22 * S, 1), Slap(22 * S + 50, 0), Tick(23 * S))
    assert course.topics[-1] is Topic.DEAD_HEAT


def test_R50_a_false_slap_is_explained_whoever_made_it() -> None:
    course = plain().lay(0).slap(1, after=8)
    assert course.text() == "A false slap: Ben burns, face down under the pile."


def test_R34_a_late_slap_is_explained_where_it_costs_nothing() -> None:
    course = Course("7S 2H 4C", "7H 3D 9C").lay(0).lay(1).slap(1).slap(0, after=5)
    assert Topic.LATE in course.topics
    burns = Course("7S 2H 4C", "7H 3D 9C", late_slap=LateSlap.BURN).lay(0).lay(1)
    burns.slap(1).slap(0, after=5)
    assert Topic.LATE not in burns.topics
    assert Topic.BURNED in burns.topics


def test_R6_a_press_out_of_turn_is_explained_to_the_pupil_alone() -> None:
    course = plain().lay(0)
    course.feed(Flip(20 * S, 0))
    assert course.topics[-1] is Topic.NOT_NOW
    other = plain(leader=0)
    other.feed(Flip(9 * S, 1))
    assert Topic.NOT_NOW not in other.topics


def test_R7_whoever_has_no_card_left_is_explained() -> None:
    course = Course("2S", "3H 5H 7H").lay(0)
    assert course.topics[-1] is Topic.EMPTY
    course.wait(6)
    assert course.text() == "Anna has no card left, but may slap and so come back."


@pytest.mark.parametrize(
    ("rule", "slaps", "topic"),
    [
        (EmptySlap.OUT, 1, Topic.OUT),
        (EmptySlap.THREE_STRIKES, 1, Topic.STRUCK),
        (EmptySlap.THREE_STRIKES, 3, Topic.BARRED),
    ],
)
def test_R54_a_false_slap_without_cards_is_explained(
    rule: EmptySlap, slaps: int, topic: Topic
) -> None:
    course = Course("3H 5H 7H", "2S", leader=1, empty_slap=rule).lay(1)
    for _ in range(slaps):
        course.slap(1, after=9)
    assert topic in course.topics


def test_V11_the_last_chance_is_explained() -> None:
    course = Course("7S 2H 4C", "7H", last_chance=True).lay(0).lay(1).slap(0).wait(1)
    assert Topic.LAST_CHANCE in course.topics


def test_what_nobody_slapped_is_named_when_it_is_covered() -> None:
    course = Course("2S 4S 6S TC", "3H 5H 6H 8D")
    for seat in (0, 1, 0, 1, 0, 1):
        course.lay(seat)
    assert course.state.rules.slappable(course.state.face_up)
    assert Topic.MISSED not in course.topics
    course.lay(0)
    assert course.text() == "Gone: Pair. Nobody has slapped in time."


def test_what_nobody_slapped_is_named_when_its_pile_is_taken() -> None:
    course = Course("2S 4S 4C 9C", "3H JD 5D")
    for seat in (0, 1, 0, 1, 0):
        course.lay(seat)
    assert course.state.rules.slappable(course.state.face_up)
    assert Topic.MISSED not in course.topics
    course.wait(10)
    assert Topic.MISSED in course.topics


def test_what_was_slapped_was_not_missed() -> None:
    course = Course("2S 4S 6S TC", "3H 5H 6H 8D")
    for seat in (0, 1, 0, 1, 0, 1):
        course.lay(seat)
    course.slap(1).wait(5).lay(1)
    assert Topic.SLAPPED in course.topics
    assert Topic.MISSED not in course.topics


# Nothing is given away


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "rules", [Rules(), Rules(patterns=frozenset(Pattern), empty_slap=EmptySlap.THREE_STRIKES)]
)
def test_no_lesson_names_a_pattern_that_still_lies(seed: int, rules: Rules) -> None:
    hands, leader = deal(f"tutor {seed}", 2)
    header = Header(NAMES, leader, hands, rules, f"tutor {seed}")
    computers = Computers(header.seed, {0: Level.SLOW, 1: Level.SLOW})
    tutor, state = Tutor(rules, 0), header.deal()
    tutor.note(state, ())
    told: tuple[Lesson, ...] = ()
    for number, (_happened, after, facts) in enumerate(played(state, computers, 140_000)):
        tutor.note(after, facts)
        new = tutor.lessons[len(told) :]
        told = tutor.lessons
        if after.rules.slappable(after.face_up):
            named = {lesson.topic for lesson in new} & {Topic.MISSED, Topic.SLAPPED}
            assert not named
        if number > 3_000:
            break
    assert len({lesson.topic for lesson in told}) == len(told) > 6


def test_a_tutor_that_sees_a_pattern_says_what_it_says_without_one() -> None:
    """Two games that differ in one card: on the table lies a pair, or none."""
    told = []
    for fourth in ("4H", "8H"):
        course = Course("2S 4S 6S", f"3H {fourth} 5H")
        for seat in (0, 1, 0):
            course.lay(seat)
        course.lay(1)
        assert course.state.rules.slappable(course.state.face_up) == (fourth == "4H")
        told.append((course.topics, course.text()))
    assert told[0] == told[1]


# In time, and one at a time


def test_a_lesson_stands_until_the_next_but_long_enough_to_be_read() -> None:
    course = plain().lay(0, after=1)
    first, second = course.tutor.lessons
    assert second.since_us == first.since_us + READ_US
    assert course.tutor.at(second.since_us - 1) == first
    assert course.tutor.at(second.since_us) == second
    assert course.tutor.changes_us(0) == second.since_us


def test_a_lesson_ends_where_no_other_comes() -> None:
    course = plain()
    assert course.tutor.at(TOLD_US - 1) is not None
    assert course.tutor.at(TOLD_US) is None
    assert course.tutor.changes_us(0) == TOLD_US
    assert course.tutor.changes_us(TOLD_US) is None


def test_what_could_be_told_only_late_is_told_when_it_happens_again() -> None:
    course = Course("2S 4S JC 8S TS", "QH 5H 7H QD 2D")
    course.lay(0, after=0.1)
    assert course.topics == [Topic.LAY, Topic.NUMBER]
    course.lay(1, after=1)  # two lessons wait already: so the queen is not explained
    assert Topic.QUEEN not in course.topics
    course.lay(0).lay(0)  # paid with a jack
    assert course.topics[-1] is Topic.JACK
    course.lay(1).wait(8)
    course.lay(0).lay(1).lay(0).lay(1)
    assert course.topics[-1] is Topic.QUEEN


def test_what_is_seldom_waits_for_its_turn() -> None:
    course = Course("3H 5H 7H", "2S", leader=1, empty_slap=EmptySlap.THREE_STRIKES)
    course.lay(1, after=0.1)
    for _ in range(3):
        course.slap(1, after=0.1)
    assert course.topics[-2:] == [Topic.STRUCK, Topic.BARRED]
    first, second = course.tutor.lessons[-2:]
    assert first.since_us > course.now * S + SOON_US
    assert second.since_us == first.since_us + READ_US


def test_each_thing_is_explained_once() -> None:
    course = plain()
    for seat in (0, 1, 0, 1, 0, 1):
        course.lay(seat)
    assert len(course.topics) == len(set(course.topics))


# Words


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("topic", Topic)
def test_every_topic_has_words_that_are_filled_in(topic: Topic, code: str) -> None:
    lesson = Lesson(topic, 0, 1, Pattern.PAIR)
    text = lesson_text(lesson, NAMES, Rules(), ("enter", "space"), language(code))
    assert text
    assert [name for _, name, *_ in Formatter().parse(text) if name] == []
    if code != "en" and language("de").gettext("South") != "South":
        assert text != lesson_text(lesson, NAMES, Rules(), ("enter", "space"), ENGLISH)


def test_wired_buttons_are_named_by_what_they_do() -> None:
    told = lesson_text(Lesson(Topic.LAY, 0), NAMES, Rules(), (), ENGLISH)
    assert told == "Your stack lights up: lay its top card (Flip)."


# At the table


def sitting(kinds: Iterable[Level | None] = (None, Level.SLOW), mode: str = "lesson") -> Sitting:
    kinds = tuple(kinds)
    hands = ["2S 4S 6S 8S", "3H 5H 7H 9H", "2D 4D"][: len(kinds)]
    header = header_of(hands, kinds=kinds)
    header = replace(header, more={**header.more, "mode": mode})
    keys = [("enter", "space") if kind is None else () for kind in kinds]
    return Sitting(header, Stage(seats_of(header), keys, True, ENGLISH, Settings()), (), 0)


def test_a_game_explains_itself_where_it_is_asked_to() -> None:
    game = sitting()
    assert game.view(0, ()).lesson_text == "Your stack lights up: lay its top card (Enter)."
    assert TOLD_US * 1000 in game.changes_ns(0)
    assert game.view(TOLD_US * 1000, ()).lesson_text == ""
    assert sitting(mode="new").view(0, ()).lesson_text == ""


def test_what_happens_in_the_game_is_explained_as_it_happens() -> None:
    game = sitting()
    game.flip(0, 10_000 * MS)
    game.advance(10_500 * MS)
    assert game.reveals(10_500 * MS)
    game.seen(10_500 * MS, 10_510 * MS)
    game.advance(10_520 * MS)
    assert game.view(10_520 * MS, ()).lesson_text == "A number card: simply the next one lays."


def test_a_lesson_is_skipped_by_holding_slap_and_any_other_game_is_not() -> None:
    held = Gesture(Press.SLAP_LONG, 0, 2_000 * MS)
    assert sitting().gesture(held) is Wish.STAND_UP
    assert sitting(mode="new").gesture(held) is None
    assert sitting().gesture(Gesture(Press.FLIP_LONG, 0, 2_000 * MS)) is None


def test_lessons_follow_the_language() -> None:
    game = sitting()
    before = game.view(0, ()).lesson_text
    game.stage.language = language("de")
    if language("de").gettext("South") == "South":
        pytest.skip("the catalogues are not compiled: make lint")
    assert game.view(0, ()).lesson_text != before


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ((None, None), "2 persons at 2 seats"),
        ((Level.SLOW, Level.SLOW), "0 persons at 2 seats"),
        ((None, Level.SLOW, Level.SLOW), "1 persons at 3 seats"),
    ],
)
def test_a_tutor_teaches_one_person_against_one_computer_player(
    kinds: tuple[Level | None, ...], told: str
) -> None:
    with pytest.raises(ValueError, match=rf"tutor: {told}, must be 1 at 2"):
        sitting(kinds)
