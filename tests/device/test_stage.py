"""What the table tells: all that people may know, and never that a pattern lies."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest

from device import view as show
from device.dealing import computers_of, seats_of
from device.headline import TOLD_US
from device.language import LANGUAGES, language
from device.options import Settings
from device.stage import AIR_US, NOT_NOW_US, Stage
from device.view import MotionKind, Orientation, View
from game.cpu import Level, played
from game.engine import step
from game.events import Flip, Input, Leave, Pause, Resume, Shown, Slap, Tick
from game.patterns import Pattern
from game.record import Header
from game.rules import EmptySlap, LateSlap
from game.state import State
from tests.device.playing import header_of

ENGLISH, GERMAN = language("en"), language("de")


class Told:
    """A game told up to here."""

    def __init__(
        self, header: Header, *inputs: Input, exact: bool = True, keys: Iterable[Any] = ()
    ) -> None:
        self.header = header
        pairs = tuple(keys) or ((),) * len(header.seats)
        self.stage = Stage(seats_of(header), pairs, exact, ENGLISH, Settings())
        self.state = header.deal()
        self.go(*inputs)

    def go(self, *inputs: Input) -> "Told":
        for happened in inputs:
            self.state, facts = step(self.state, happened)
            self.stage.note(facts)
        return self

    def at(self, t_us: int) -> View:
        return self.stage.view(self.state, t_us)

    @property
    def now(self) -> View:
        return self.at(self.state.now_us)


def laid(*seats: int, every_us: int = 1_000_000) -> list[Input]:
    """These seats lay a card, one a second, each shown `AIR_US` later."""
    inputs: list[Input] = []
    for number, seat in enumerate(seats, 1):
        inputs += [Flip(number * every_us, seat), Shown(number * every_us + AIR_US)]
    return inputs


def texts(value: object) -> Iterator[str]:
    """Every text in a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value) and not isinstance(value, Enum):
        for item in fields(value):
            yield from texts(getattr(value, item.name))


@pytest.mark.parametrize(
    ("settings", "printed"),
    [
        (Settings(), Orientation.ONE_SIDE),
        (Settings(flat=True), Orientation.CROSS),
        (Settings(flat=True, orientation=Orientation.TWO_SIDE), Orientation.TWO_SIDE),
        (Settings(orientation=Orientation.CROSS), Orientation.CROSS),
    ],
)
def test_cards_are_for_where_people_sit_unless_it_is_settled(
    settings: Settings, printed: Orientation
) -> None:
    told = Told(header_of(["7S", "8H"]))
    told.stage.settings = replace(settings, rotation=180)
    assert told.now.style.orientation is printed
    assert (told.now.flat, told.now.rotation) == (settings.flat is True, 180)


# No hint


def without_cards(view: View) -> View:
    blank = show.Face("?", show.Suit.SPADES)
    pile = replace(view.pile, top=(blank,) * len(view.pile.top), bottom=None)
    return replace(view, pile=pile)


@pytest.mark.parametrize(
    ("patterns", "lies", "calm"),
    [
        ("pair", ["7S 2H", "7H 3H"], ["7S 2H", "8H 3H"]),
        ("sandwich", ["7S 7D", "4H 3H"], ["7S 8D", "4H 3H"]),
        ("tens", ["7S 2H", "3C 4H"], ["7S 2H", "4C 5H"]),
        ("ratscrew", ["6S 2H", "9C 4H"], ["6S 2H", "8C 5H"]),
        ("marriage", ["KS 2H", "QC 4H 5H 6H"], ["KS 2H", "QC 4H 5H 6H"]),
        ("top_bottom", ["7S 7D 5D", "4H 3H 2H"], ["7S 8D 5D", "4H 3H 2H"]),
        ("hoagie", ["7S 5D 4S", "4H 7H 2H"], ["7S 5D 4S", "4H 8H 2H"]),
        ("run", ["7S 9D 4S", "8H TH 2H"], ["7S 9D 4S", "8H 6H 2H"]),
    ],
)
def test_nothing_tells_that_a_pattern_lies(patterns: str, lies: list[str], calm: list[str]) -> None:
    """Views of two games that differ in nothing but the pattern differ in nothing but the cards."""
    count = min(4, sum(len(hand.split()) for hand in lies) - 1)
    seats = [number % 2 for number in range(count)]
    rules = {"patterns": frozenset({Pattern(patterns)})}
    other = frozenset({Pattern.PAIR}) if patterns == "marriage" else rules["patterns"]
    with_it, without = (
        Told(header_of(hands, patterns=told))
        for hands, told in ((lies, rules["patterns"]), (calm, other))
    )
    seen = False
    for happened in laid(*seats):
        with_it.go(happened)
        without.go(happened)
        seen |= with_it.state.rules.slappable(with_it.state.face_up)
        assert not without.state.rules.slappable(without.state.face_up)
        for after_us in (0, 50_000, AIR_US, 3_000_000, 9_000_000):
            now_us = happened.t_us + after_us
            assert without_cards(with_it.at(now_us)) == without_cards(without.at(now_us))
        if seen:
            return
    raise AssertionError("no pattern lay")


def test_R30_a_failed_challenge_looks_the_same_with_a_pattern() -> None:
    with_it = Told(header_of(["JS 2H 3H", "4H JH"]), *laid(0, 1))
    also = Told(header_of(["JS 4C 3H", "4H 5H"]), *laid(0, 1))
    assert with_it.now.now_text == also.now.now_text == "The pile goes to Anna"


# Cards


def test_a_turning_card_has_no_face_before_its_time() -> None:
    told = Told(header_of(["7S 2H", "7H"]), Flip(1_000_000, 0))
    for after_us in range(0, AIR_US, 10_000):
        view = told.at(1_000_000 + after_us)
        assert view.pile.top == ()
        assert view.turning == show.Turning(0, show.WHOLE * after_us // AIR_US)
        assert "7" not in set(texts(view.pile))
    view = told.at(1_000_000 + AIR_US)
    assert view.turning is None
    assert [face.letter for face in view.pile.top] == ["7"]


@pytest.mark.parametrize(
    ("patterns", "top"),
    [({Pattern.PAIR}, 3), ({Pattern.SANDWICH}, 3), ({Pattern.RUN}, 4), ({Pattern.HOAGIE}, 4)],
)
def test_as_many_top_cards_are_seen_as_the_longest_pattern_needs(
    patterns: set[Pattern], top: int
) -> None:
    header = header_of(["2S 4S 6S", "3H 7H 9H"], patterns=frozenset(patterns))
    view = Told(header, *laid(0, 1, 0, 1, 0)).now
    assert [face.letter for face in view.pile.top] == ["2", "3", "4", "7", "6"][-top:]
    assert view.pile.bottom is None
    assert (view.pile.count, view.pile.count_text) == (5, "5 cards")


def test_the_bottom_card_is_seen_where_it_counts() -> None:
    header = header_of(["2S 4S 6S", "3H 7H"], patterns=frozenset({Pattern.TOP_BOTTOM}))
    view = Told(header, *laid(0, 1)).now
    assert view.pile.bottom is not None
    assert (view.pile.bottom.letter, view.pile.bottom_text) == ("2", "bottom")


def test_R70_a_pause_hides_the_pile_and_what_turns() -> None:
    told = Told(header_of(["7S 2H", "7H"]), Flip(1_000_000, 0), Pause(1_050_000))
    for after_us in (0, AIR_US, 9_000_000):
        view = told.at(1_050_000 + after_us)
        assert view.pile.hidden
        assert view.pile.top == ()
    told.go(Resume(5_000_000))
    assert not told.now.pile.hidden
    assert told.stage.revealed(told.state, 5_000_000)


def test_the_letters_follow_the_language_or_a_setting() -> None:
    told = Told(header_of(["QS 2H", "7H"]), *laid(0))
    assert told.now.pile.top[-1].letter == "Q"
    told.stage.language = GERMAN
    assert told.now.pile.top[-1].letter == "D"
    told.stage.settings = Settings(letters="en", four_colour=True, orientation=Orientation.CROSS)
    assert told.now.pile.top[-1].letter == "Q"
    assert told.now.style == show.Style(Orientation.CROSS, True)


# Words


CHALLENGE = header_of(["JS 2H 3H", "4H 5H", "6C 7C"])
FALSE = [*laid(0), Slap(1_500_000, 1)]


@pytest.mark.parametrize(
    ("header", "inputs", "now", "headline"),
    [
        (header_of(["7S 2H", "4H"]), [], "Anna lays", None),
        (CHALLENGE, laid(0), "Ben pays Anna", None),
        (CHALLENGE, laid(0, 1), "The pile goes to Anna", None),
        (CHALLENGE, [*laid(0, 1), Tick(9_000_000)], "Anna lays", "Anna takes 2 cards"),
        (header_of(["7S 2H", "4H 5H"]), FALSE, "Ben lays", "Ben burns 1 card"),
        (header_of(["7S 2H", "4H 5H"], burn=2), FALSE, "Anna lays", "Ben burns 2 cards"),
        (header_of(["7S", "4H"]), laid(0, 1), "Nobody has a card left", None),
        (header_of(["7S 2H", "", "4H"]), FALSE, "Clara lays", "Ben is out"),
        (header_of(["7S 2H", "5H 4H", "4C"]), [Leave(5, 1)], "Anna lays", "Ben leaves the game"),
        (
            header_of(["7S", "7H"], last_chance=True),
            [*laid(0, 1), Slap(2_500_000, 0), Tick(2_600_000)],
            "Last chance: Anna lays",
            "Anna has all cards; the others have a last chance",
        ),
    ],
)
def test_words_over_the_table(
    header: Header, inputs: list[Input], now: str, headline: str | None
) -> None:
    view = Told(header, *inputs).now
    assert view.now_text == now
    assert (view.event.headline if view.event is not None else None) == headline


def test_a_headline_is_told_for_a_while() -> None:
    told = Told(header_of(["7S 2H", "4H 5H"]), *FALSE)
    assert told.at(1_500_000 + TOLD_US - 1).event is not None
    assert told.at(1_500_000 + TOLD_US).event is None


def test_not_now_stands_near_its_player_for_a_moment() -> None:
    told = Told(header_of(["7S 2H", "4H"]), Flip(1_000_000, 1))
    assert [seat.status for seat in told.now.seats] == ["", "not now"]
    assert told.stage.changes_us(told.state, 1_000_000) == 1_000_000 + NOT_NOW_US
    assert told.at(1_000_000 + NOT_NOW_US).seats[1].status == ""


def test_who_is_reminded_reads_why_his_panel_flashes() -> None:
    told = Told(header_of(["7S 2H", "4H"]))
    told.stage.reminded = 0
    seen = [told.at(after_us).seats for after_us in range(0, 2_000_000, 100_000)]
    assert {seats[0].flash for seats in seen} == {True, False}
    assert {(seats[0].status, seats[1].status) for seats in seen} == {("your turn", "")}


def test_attempts_left_are_told_at_the_one_who_pays() -> None:
    told = Told(header_of(["KS 2H", "4H 5H 6H 8H"]), *laid(0, 1))
    anna, ben = told.now.seats
    assert (ben.owed, ben.attempts, ben.owed_text) == (2, 3, "2 of 3")
    assert (anna.owed, anna.attempts, anna.owed_text) == (0, 0, "")


def test_strikes_and_bars_are_seen() -> None:
    header = header_of(["7S 2H", "", "4H"], empty_slap=EmptySlap.THREE_STRIKES)
    slaps = [Slap(1_500_000 + number, 1) for number in range(3)]
    told = Told(header, *laid(0), *slaps[:2])
    assert (told.now.seats[1].strikes, told.now.seats[1].strikes_max) == (2, 3)
    assert not told.now.seats[1].barred
    told.go(slaps[2])
    assert told.now.seats[1].barred
    assert told.now.seats[1].status == "barred"
    assert Told(header_of(["7S 2H", "4H"])).now.seats[0].strikes_max == 0


def test_practice_timing_is_said_and_told_in_whole_milliseconds() -> None:
    slaps = [*laid(0, 1), Slap(2_500_400, 1), Slap(2_503_900, 0), Tick(2_600_000)]
    exact, practice = (
        Told(header_of(["7S 2H", "7H 4H"]), *slaps, exact=known) for known in (True, False)
    )
    assert (exact.now.timing_text, practice.now.timing_text) == ("", "Practice timing")
    for told, words in ((exact, ["360.400 ms", "+3.500 ms"]), (practice, ["360 ms", "+4 ms"])):
        event = told.now.event
        assert event is not None
        assert event.finish is not None
        assert [mark.text for mark in event.finish.marks] == words


LIMITED = header_of(["7S 2H", "7H 4H"], time_limit_us=60_000_000)


def test_R69_what_is_left_of_the_time_is_told_second_by_second() -> None:
    told = Told(LIMITED)
    for t_us, left in ((0, "1:00"), (1, "1:00"), (1_000_000, "0:59"), (59_999_999, "0:01")):
        assert told.at(t_us).limit_text == f"{left} left"
    now_us, seen = 0, []
    while (change_us := told.stage.changes_us(told.state, now_us)) is not None:
        assert told.at(change_us - 1).limit_text == told.at(now_us).limit_text
        now_us = change_us
        seen.append(told.at(now_us).limit_text)
    assert (len(set(seen)), seen[-1]) == (60, "0:00 left")
    assert Told(header_of(["7S 2H", "7H"])).now.limit_text == ""


def test_R70_the_time_that_is_left_stands_still_in_a_pause() -> None:
    told = Told(LIMITED, Pause(10_000_000))
    assert told.at(30_000_000).limit_text == "0:50 left"
    assert told.stage.changes_us(told.state, 30_000_000) is None
    told.go(Resume(40_000_000))
    assert told.at(41_000_000).limit_text == "0:49 left"


def test_R69_time_that_is_up_is_told_no_more_when_the_game_is_over() -> None:
    told = Told(LIMITED, *laid(0), Tick(60_000_000))
    assert told.state.over is not None
    assert told.now.limit_text == ""


@pytest.mark.parametrize(
    ("keys", "text", "hand"),
    [
        ([("enter", "space"), ()], "SLAP!", None),
        ([("q", "a"), ("o", "l")], "SLAP!", 0),
        ([(), ()], "", None),
    ],
)
def test_the_slap_button_says_whose_hand_it_is_where_people_share_it(
    keys: list[Any], text: str, hand: int | None
) -> None:
    view = Told(header_of(["7S 2H", "7H"]), keys=keys).now
    assert (view.slap_text, view.slap_seat) == (text, hand)


# The photo finish


def raced(*slaps: Slap, **rules: Any) -> Told:
    header = header_of(["7S 2H", "7H 4H", "5H 6H"], **rules)
    return Told(header, *laid(0, 1), *slaps, Tick(slaps[-1].t_us + 20_000))


def test_the_photo_finish_has_a_mark_for_every_hand() -> None:
    told = raced(Slap(2_353_400, 1), Slap(2_360_000, 2), Slap(2_363_400, 0))
    event = told.now.event
    assert event is not None
    assert (event.headline, event.seat) == ("Pair 7 7! Ben 213.400 ms", 1)
    assert event.finish == show.PhotoFinish(
        (
            show.Mark(1, 0, "213.400 ms", 0, True),
            show.Mark(2, 6_600, "+6.600 ms"),
            show.Mark(0, 10_000, "+10.000 ms"),
        )
    )


def test_the_headline_names_the_slapped_cards() -> None:
    """They are gone from the table before anyone could look at them again."""
    every = frozenset(Pattern)
    told = Told(
        header_of(["QS 2H 4H 8C", "7H QD 6H", "9D 5H"], patterns=every),
        *laid(0, 1, 1),
        Slap(3_400_000, 0),
        Tick(3_500_000),
    )
    assert told.now.pile.top == ()
    event = told.now.event
    assert event is not None
    assert event.headline == "Sandwich, Top and bottom Q 7 Q! Anna 260.000 ms"
    told.stage.settings = Settings(letters="de")
    event = told.at(told.state.now_us).event
    assert event is not None
    assert event.headline.startswith("Sandwich, Top and bottom D 7 D!")


def test_the_headline_names_cards_of_its_own_pile_alone() -> None:
    rules = {"patterns": frozenset({Pattern.PAIR, Pattern.TOP_BOTTOM})}
    told = Told(header_of(["7S 4H 5D", "7H 4D"], **rules), *laid(0, 1), Slap(2_400_000, 0))
    told.go(*laid(0, 1, every_us=3_000_000), Slap(6_400_000, 1), Tick(6_500_000))
    event = told.now.event
    assert event is not None
    assert event.headline == "Pair, Top and bottom 4 4! Ben 260.000 ms"


def test_one_hand_alone_stands_on_a_line_from_the_face_of_the_card_to_it() -> None:
    event = raced(Slap(2_353_400, 1)).now.event
    assert event is not None
    assert event.finish == show.PhotoFinish(
        (show.Mark(1, 0, "213.400 ms", first=True),), shown_us=213_400
    )


def test_hands_that_raced_stand_on_a_line_from_the_first_of_them() -> None:
    event = raced(Slap(2_353_400, 1), Slap(2_360_000, 0)).now.event
    assert event is not None
    assert event.finish is not None
    assert event.finish.shown_us == 0


def test_R35_a_dead_heat_says_so_and_shows_how_far_a_hand_may_reach() -> None:
    told = raced(Slap(2_353_400, 1), Slap(2_354_000, 2, 5_000), Slap(2_360_000, 0))
    event = told.now.event
    assert event is not None
    assert event.finish is not None
    assert event.finish.dead_heat
    assert event.finish.title == "Dead heat"
    assert [(mark.seat, mark.first, mark.reach_us) for mark in event.finish.marks] == [
        (1, True, 0), (2, True, 5_000), (0, False, 0)
    ]  # fmt: skip
    assert "Ben, Clara" in event.headline


def test_a_hand_after_the_race_stands_on_its_line_as_too_late() -> None:
    told = raced(Slap(2_353_400, 1)).go(Slap(2_400_000, 2))
    event = told.now.event
    assert event is not None
    assert event.finish is not None
    late = show.Mark(2, 46_600, "+46.600 ms", late=True)
    assert event.finish.marks[1:] == (late,)
    assert event.finish.late_text == "too late"
    assert event.lines == ()
    told.go(Slap(2_500_000, 2), Slap(2_510_000, 1))  # the same hands once more
    assert told.now.event == event


def test_R34_what_a_late_hand_costs_is_told_over_the_same_photo_finish() -> None:
    told = raced(Slap(2_353_400, 1), late_slap=LateSlap.BURN).go(Slap(2_400_000, 2))
    event = told.now.event
    assert event is not None
    assert event.headline == "Clara burns 1 card"
    assert event.finish is not None
    assert [(mark.seat, mark.late) for mark in event.finish.marks] == [(1, False), (2, True)]
    told.go(Flip(4_000_000, 1), Shown(4_140_000), Slap(4_500_000, 2))
    event = told.now.event
    assert event is not None
    assert event.headline == "Clara burns 1 card"
    assert event.finish is None  # of another card


def test_a_photo_finish_that_has_had_its_time_does_not_come_back() -> None:
    told = raced(Slap(2_353_400, 1), late_slap=LateSlap.BURN).go(Slap(9_500_000, 2))
    event = told.now.event
    assert event is not None
    assert event.headline == "Clara burns 1 card"
    assert event.finish is None


def test_R33_a_late_slap_on_the_next_card_is_not_told_at_the_race_before() -> None:
    header = header_of(["7S 2H 9S 4H", "7H 2D 3S"], cover_grace_us=500_000)
    told = Told(header, *laid(0, 1), Slap(2_400_000, 0), Tick(2_500_000))
    told.go(Flip(3_000_000, 0), Shown(3_140_000), Flip(3_500_000, 1), Shown(3_640_000))
    told.go(Flip(4_000_000, 0), Shown(4_140_000))  # covers the pair
    before = told.now.event
    assert before is not None
    assert before.finish is not None
    told.go(Slap(4_200_000, 1))
    assert told.now.event == before


# Motions


def test_motions_say_what_happened_and_are_over_soon() -> None:
    told = raced(Slap(2_353_400, 1))
    kinds = {motion.kind for motion in told.at(2_363_401).motions}
    assert kinds == {MotionKind.SLAP, MotionKind.TAKE}
    assert told.stage.moving(told.state, 2_400_000)
    assert not told.stage.moving(told.state, 2_700_000)
    assert told.at(2_700_000).motions == ()


# The result


def test_the_result_has_the_winner_first_then_the_points() -> None:
    header = header_of(["7S", "7H", "4C 5C"], last_chance=False)
    told = Told(header, *laid(0, 1), Slap(2_400_000, 1), Tick(2_500_000), Leave(3_000_000, 0))
    told.go(Leave(3_100_000, 2))
    assert told.state.over is not None
    result = told.stage.result(told.state)
    assert [(row.place, row.name, row.winner) for row in result.rows] == [
        ("1", "Ben", True), ("2", "Anna", False), ("3", "Clara", False)
    ]  # fmt: skip
    assert result.rows[0].best == "260.000 ms"
    assert result.rows[1].best == ""
    assert result.title == "Ben wins: nobody else is left"
    assert result.text.startswith("Points: a win 2000 − 2/s − 20 a false slap, 500 at ")


def test_a_draw_has_no_winner() -> None:
    told = Told(header_of(["7S", "8H"]), *laid(0, 1), Tick(9_000_000))
    result = told.stage.result(told.state)
    assert result.title == "A draw: nobody has a card left"
    assert not any(row.winner for row in result.rows)


# A view is a function


def games() -> Iterator[tuple[Header, State, tuple[Any, ...], Stage]]:
    """Games of every kind, state by state."""
    kinds = (Level.FAST, Level.SLOW, Level.NORMAL)
    hands = ["7S 2H 9C QD 4C TC", "7H 3H 9D KD 5C TD", "2S 8H JC 6D 7C AC"]
    for number, rules in enumerate(
        (
            {"last_chance": True, "burn": 2},
            {"empty_slap": EmptySlap.THREE_STRIKES, "patterns": frozenset(Pattern)},
            {"empty_slap": EmptySlap.OUT, "time_limit_us": 60_000_000},
        )
    ):
        for seed in range(6):
            header = header_of(hands, kinds=kinds, seed=f"{number}/{seed}", **rules)
            stage = Stage(
                seats_of(header), (("q", "a"), (), ("enter", "space")), True, ENGLISH, Settings()
            )
            for _, state, facts in played(header.deal(), computers_of(header), AIR_US):
                stage.note(facts)
                yield header, state, facts, stage


def test_equal_state_and_time_give_an_equal_view() -> None:
    for _, state, _, stage in games():
        for after_us in (0, 30_000, 500_000):
            first = stage.view(state, state.now_us + after_us)
            assert stage.view(state, state.now_us + after_us) == first


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_no_text_has_a_place_that_was_not_filled_in(code: str) -> None:
    seen: set[str] = set()
    for _, state, _, stage in games():
        stage.language = language(code)
        seen.update(texts(stage.view(state, state.now_us)))
        if state.over is not None:
            seen.update(texts(stage.result(state)))
    assert len(seen) > 60
    assert [text for text in seen if "{" in text or "}" in text] == []
    if code == "de":
        assert not {"SLAP!", "out", "keys", "pause", "leave", "Name", "Points", "Piles"} & seen - {
            "Name"
        }
