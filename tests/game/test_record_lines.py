"""The record as text: every line comes back as it went, and long ones are told."""

import json
import re
from collections.abc import Iterable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game import events
from game.cards import CARDS, DECK
from game.engine import deal
from game.events import Input
from game.patterns import Pattern
from game.record import (
    LATEST_US,
    LONGEST_LINE,
    MOST_UNCERTAINTY_US,
    Header,
    Record,
    RecordError,
    header_line,
    input_line,
)
from game.rules import PRESETS, Rules
from tests.game.damage import EIGHT, GOOD, LINES, plain_values, read, texts
from tests.game.test_machine import house_rules

times = st.integers(0, LATEST_US) | st.integers(0, 3_000_000)
seats = st.integers(0, 7)
inputs = st.one_of(
    st.builds(events.Flip, times, seats),
    st.builds(events.Slap, times, seats, st.integers(0, MOST_UNCERTAINTY_US)),
    st.builds(events.Leave, times, seats),
    st.sampled_from([events.Shown, events.Pause, events.Resume, events.Tick]).flatmap(
        lambda kind: st.builds(kind, times)
    ),
)


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Any first line."""
    names = draw(st.lists(texts, min_size=2, max_size=8))
    cards = draw(st.lists(st.sampled_from(DECK), unique=True, max_size=20))
    known = {"format", "version", "seats", "leader", "hands", "rules", "seed"}
    return Header(
        seats=tuple(names),
        leader=draw(st.integers(0, len(names) - 1)),
        hands=tuple(tuple(cards[seat :: len(names)]) for seat in range(len(names))),
        rules=draw(house_rules | st.sampled_from([*PRESETS.values()])),
        seed=draw(texts),
        more=draw(st.dictionaries(texts.filter(lambda key: key not in known), plain_values)),
    )


# There and back


@settings(max_examples=60)
@given(headers())
@example(EIGHT)
def test_record_header_comes_back_as_it_went(header: Header) -> None:
    line = header_line(header)
    assert "\n" not in line
    assert Record([f"{line}\n".encode()]).header == header


@settings(max_examples=100)
@given(st.lists(inputs, max_size=10))
def test_record_inputs_come_back_as_they_went(told: list[Input]) -> None:
    told.sort(key=lambda happened: happened.t_us)
    lines = [header_line(EIGHT), *map(input_line, told)]
    record = Record(f"{line}\n".encode() for line in lines)
    assert list(record) == told
    assert (record.line, record.cut_off) == (len(lines), None)


@pytest.mark.parametrize(
    ("happened", "line"),
    [
        (events.Flip(100, 3), '[100,"flip",3]'),
        (events.Shown(101), '[101,"shown"]'),
        (events.Slap(102, 0), '[102,"slap",0]'),
        (events.Slap(102, 0, 40), '[102,"slap",0,40]'),
        (events.Leave(103, 7), '[103,"leave",7]'),
        (events.Pause(104), '[104,"pause"]'),
        (events.Resume(105), '[105,"resume"]'),
        (events.Tick(106), '[106,"tick"]'),
    ],
)
def test_record_line_of_each_input(happened: Input, line: str) -> None:
    assert input_line(happened) == line


def test_record_line_of_a_header_is_compact_and_tells_what_differs_from_the_preset() -> None:
    header = Header(
        seats=("Zoë", "名"),
        leader=1,
        hands=((CARDS["KC"], CARDS["2D"]), ()),
        rules=Rules(burn=2, patterns=frozenset({Pattern.RUN, Pattern.PAIR})),
        seed="ä",
        more={"tempo": "slow"},
    )
    assert header_line(header) == (
        '{"format":"ratscrew-record","version":1,"seats":["Zoë","名"],"leader":1,'
        '"hands":[["KC","2D"],[]],'
        '"rules":{"preset":"ratscrew","patterns":["pair","run"],"burn":2},'
        '"seed":"ä","tempo":"slow"}'
    )


def test_record_key_that_names_half_a_character_can_be_written_again() -> None:
    line = header_line(EIGHT)[:-1] + ',"device":"\\ud83c","\\udca1":1}'
    header = Record([line.encode()]).header
    again = header_line(header)
    assert Record([again.encode()]).header == header
    assert again == line


def test_record_common_lines_mean_what_they_mean_in_json() -> None:
    """Spaces round commas are common; a tab is not, so that a line with one is read as JSON."""
    spans = [0, 9, 10, 4_999, 10_000, 49_999, MOST_UNCERTAINTY_US]
    told = [
        *(events.Slap(t, t % 8, spans[t % 7]) for t in range(56)),
        *(kind(60) for kind in (events.Shown, events.Pause, events.Resume, events.Tick)),
        *(events.Flip(10**seat, seat) for seat in range(2, 8)),
        *(events.Leave(10 ** (seat + 9), seat) for seat in range(8)),
        events.Tick(10**17),
        events.Tick(10**18),
        events.Slap(LATEST_US, 7, 7),
    ]
    told.sort(key=lambda happened: happened.t_us)
    header = header_line(EIGHT).encode()
    lines = [input_line(happened).encode() for happened in told]
    for comma in (b",", b", ", b" ,", b" , ", b",  ", b"\t,"):
        for end in (b"\n", b"\r\n", b" \n"):
            spaced = [line.replace(b",", comma) + end for line in lines]
            assert list(Record([header, *spaced])) == told


@pytest.mark.parametrize("kind", ["flip", "leave", "slap"])
@pytest.mark.parametrize("seats", range(2, 8))
def test_record_seat_that_is_not_there_is_damage_in_a_common_line_too(
    kind: str, seats: int
) -> None:
    few = Header(tuple("ABCDEFGH"[:seats]), 0, ((),) * seats, Rules(), "")
    lines = [header_line(few).encode(), f'[0,"{kind}",{seats - 1}]\n'.encode()]
    assert len(list(Record(lines))) == 1
    with pytest.raises(RecordError, match=rf"^line 3: seat is {seats}; expected 0 to {seats - 1}"):
        read([*lines, f'[0,"{kind}",{seats}]\n'.encode()])


# Lengths and times


def test_record_line_of_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    header = LINES[0]
    line = b'[5,"tick"]'
    longest = line + b" " * (LONGEST_LINE - len(line) - 1) + b"\n"
    assert list(Record([header, longest])) == [events.Tick(5)]
    with pytest.raises(RecordError) as damage:
        read([header, b" " + longest])
    assert (damage.value.line, str(damage.value)) == (2, "line 2: longer than 1048576 bytes")


def test_record_common_line_may_not_be_too_long_either() -> None:
    line = b'[5,%s"tick"]' % (b" " * LONGEST_LINE)
    with pytest.raises(RecordError, match="longer than 1048576 bytes"):
        read([LINES[0], line])


def read_until_damage(lines: Iterable[bytes], look_over: bool) -> tuple[list[Input], str]:
    """What was read before the damage, if it was, and how the damage was told."""
    record, before = Record(lines), list[Input]()
    with pytest.raises(RecordError) as damage:
        record.look_over() if look_over else before.extend(record)
    return before, str(damage.value)


def test_record_header_of_more_than_a_line_may_have_is_told() -> None:
    with pytest.raises(RecordError, match=r"^line 1: longer than 1048576 bytes$"):
        Record([b"{" + b" " * LONGEST_LINE])


@pytest.mark.parametrize("at", [0, 1, 700, 1638, 1639, 1640, 3000, 4999])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'[999,"tick"]\n', r"t is 999; expected 1\d\d\d or more"),
        (b'[9999,"slap",2]\n', "seat is 2; expected 0 to 1"),
        (b'[9999,"tick"]x\n', "expected JSON in UTF-8 .*"),
        (b"\n", "expected JSON in UTF-8 .*"),
        (b'[9999,"tick"][9999,"tick"]\n', "expected JSON in UTF-8 .*"),
        (b"[9999," + b" " * LONGEST_LINE + b'"tick"]\n', "longer than 1048576 bytes"),
    ],
)
def test_record_damage_among_many_lines_is_found_where_it_is(
    at: int, line: bytes, expected: str
) -> None:
    sound = [events.Tick(1000 + count // 10) for count in range(5000)]
    lines = [LINES[0], *(f"{input_line(tick)}\n".encode() for tick in sound)]
    lines.insert(at + 2, line)
    for look_over in (False, True):
        before, told = read_until_damage(lines, look_over)
        assert before == ([] if look_over else sound[: at + 1])
        assert re.fullmatch(f"line {at + 3}: {expected}", told)


@pytest.mark.parametrize("rest", [[], [b"[12"]])
def test_record_looked_over_is_at_its_end(rest: list[bytes]) -> None:
    lines = [LINES[0], *([b'[9,"tick"]\n', b'[9,"ti\\u0063k"]\r\n'] * 2000), *rest]
    record, read_on = Record(lines), read(lines)
    record.look_over()
    assert (record.line, record.cut_off) == (read_on.line, read_on.cut_off)
    assert (record.line, record.cut_off) == (len(lines), len(lines) if rest else None)


def test_record_times_end_after_292_000_years() -> None:
    assert list(Record([LINES[0], b'[%d,"tick"]' % LATEST_US])) == [events.Tick(LATEST_US)]
    for t in (LATEST_US + 1, 10**19, 10**4000):
        with pytest.raises(RecordError, match=r"^line 2: t is .*; expected whole microseconds, 0"):
            read([LINES[0], b'[%d,"tick"]\n' % t])


def test_record_header_may_leave_out_seed_and_rules() -> None:
    bare = {key: value for key, value in GOOD.header.items() if key not in ("seed", "rules")}
    header = Record([json.dumps(bare).encode()]).header
    assert (header.seed, header.rules) == ("", Rules())


def test_record_keeps_the_keys_it_does_not_know() -> None:
    header = Record([json.dumps(GOOD.header | {"tempo": "slow"}).encode()]).header
    assert header.more == {"tempo": "slow"}


def test_record_header_without_more_keys_has_none() -> None:
    assert Header(("A", "B"), 0, ((), ()), Rules(), "").more == {}


def test_record_header_deals_its_game() -> None:
    state = EIGHT.deal()
    assert state.hands == EIGHT.hands
    assert Header(("A", "B"), 1, (DECK[:1], DECK[1:2]), Rules(burn=2), "s").deal() == deal(
        Rules(burn=2), (DECK[:1], DECK[1:2]), 1, "s"
    )
