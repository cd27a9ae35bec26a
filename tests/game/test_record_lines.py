"""The record as text: every line comes back as it went, and no bytes at all bring the reader down.

Whatever a file holds, reading it ends in a game or in `RecordError` (rules 9).
"""

import json
import re
from collections.abc import Iterable
from io import BytesIO

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
from game.rules import OPTIONS, PRESETS, Rules
from tests.game.script import game
from tests.game.test_machine import house_rules

times = st.integers(0, LATEST_US) | st.integers(0, 3_000_000)
seats = st.integers(0, 7)
texts = st.text(max_size=20)
inputs = st.one_of(
    st.builds(events.Flip, times, seats),
    st.builds(events.Slap, times, seats, st.integers(0, MOST_UNCERTAINTY_US)),
    st.builds(events.Leave, times, seats),
    st.sampled_from([events.Shown, events.Pause, events.Resume, events.Tick]).flatmap(
        lambda kind: st.builds(kind, times)
    ),
)
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
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


EIGHT = Header(
    tuple("ABCDEFGH"), 0, tuple((card,) for card in DECK[:8]), Rules(), "", {"kinds": ["person"]}
)


def read(lines: Iterable[bytes]) -> Record:
    """A record read to its end."""
    record = Record(lines)
    list(record)
    return record


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


# Damage

GOOD = (
    game("5 3 9 | 5 4 8", seed="s", kinds=1).lay(0, 1).slap(0, unsure=7).pause().resume().leave(1)
)
LINES = GOOD.text().encode().splitlines(keepends=True)

SINGLE = b'[]{}",:\n\r\0- '
TOKENS = [
    *(SINGLE[place : place + 1] for place in range(len(SINGLE))),
    *(b"1e9", b"NaN", b"null", b"true", b"1.5", b'"flip"', b'"slap"', b"9" * 5000),
    *(b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\\", b'"\\ud800"'),
    *(b"[" * 3000, b'{"a":' * 500),
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good record with a few pieces cut out, doubled, or put in."""
    text = b"".join(LINES)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12) | st.integers(0, 400)))
        piece = draw(
            st.sampled_from(TOKENS)
            | st.binary(max_size=4)
            | st.just(text[start:end])
            | st.just(text[start:end] * 2)
            | st.just(b"")
        )
        text = text[:start] + piece + text[end:]
    return text


def damage_of(text: bytes) -> RecordError | None:
    """What is wrong with it; None where it is a game, and can be written again."""
    try:
        record = read(BytesIO(text))
    except RecordError as error:
        return error
    again = Record([header_line(record.header).encode()])
    assert again.header == record.header
    assert record.cut_off in (None, record.line)
    means_what_it_says(text)
    return None


def means_what_it_says(text: bytes) -> None:
    """Every input is what its line says in JSON, however quickly it was read."""
    lines = BytesIO(text).readlines()
    for line, happened in zip(lines[1:], Record(lines), strict=False):
        said = json.loads(line)
        if said[1] == "slap" and said[3:] == [0]:
            del said[3]
        assert said == json.loads(input_line(happened))


def survives(text: bytes) -> None:
    """It is a game, or a named damage in one short line."""
    damage = damage_of(text)
    if damage is not None:
        message = str(damage)
        assert message.startswith(f"line {damage.line}: ")
        assert len(message.splitlines()) == 1
        assert len(message) < 500
        assert 1 <= damage.line <= text.count(b"\n") + 1
        message.encode()


@settings(max_examples=100)
@given(st.binary(max_size=300))
@example(b"")
@example(b"\n")
@example(b"{" * 100_000)
@example(b"[" * 100_000)
@example(b"\xef\xbb\xbf" + b"".join(LINES))
@example(b"".join(LINES).decode().encode("utf-16"))
@example(b"\x00" * 4096)
def test_record_of_any_bytes_is_a_game_or_a_named_damage(text: bytes) -> None:
    survives(text)


@settings(max_examples=150)
@given(damaged())
def test_record_damaged_anywhere_is_a_game_or_a_named_damage(text: bytes) -> None:
    survives(text)


@settings(max_examples=100)
@given(
    st.sampled_from(["format", "version", "seats", "leader", "hands", "rules", "seed", "x"]),
    plain_values | st.floats() | st.text(alphabet="\ud800\udfff\n\0ä", max_size=4),
)
def test_record_with_any_value_in_its_header_is_a_game_or_a_named_damage(
    key: str, value: object
) -> None:
    survives(json.dumps({**GOOD.header, key: value}).encode())


options = [*OPTIONS, "preset"]


@settings(max_examples=100)
@given(
    st.sampled_from(options), plain_values | st.floats() | st.lists(st.sampled_from(["pair", "x"]))
)
def test_record_with_any_value_for_an_option_is_a_game_or_a_named_damage(
    option: str, value: object
) -> None:
    survives(json.dumps({**GOOD.header, "rules": {option: value}}).encode())


PIECES = [
    *(b"[", b"]", b" ", b",", b"0", b"00", b"5", b"900000", b"9" * 18, b"9" * 19, b" , ", b"1"),
    *(b'"flip"', b'"slap"', b'"tick"', b'"leave"', b'"pause"', b'"shown"', b"50000", b"50001"),
    *(b"\r", b"\t", b"\n", b"\\u0066", b"-", b"1e6", b".0", b"+", b"2"),
]


pieces = st.lists(st.sampled_from(PIECES), max_size=4)


@pytest.mark.parametrize(
    "form", ['[9,\t"slap",0%s]', '[9 ,"slap" ,0 %s ]', '[9,"sla\\u0070",0%s]', '\r[9,"slap",0%s]']
)
@pytest.mark.parametrize("uncertainty_us", [None, 0, 1, MOST_UNCERTAINTY_US])
def test_record_line_in_other_words_is_the_same_input(
    form: str, uncertainty_us: int | None
) -> None:
    line = form % ("" if uncertainty_us is None else f", {uncertainty_us}")
    assert list(Record([LINES[0], line.encode()])) == [events.Slap(9, 0, uncertainty_us or 0)]


@settings(max_examples=150)
@given(pieces, pieces, st.sampled_from(LINES[1:]))
def test_record_line_read_quickly_means_what_it_says(
    before: list[bytes], after: list[bytes], line: bytes
) -> None:
    for place in range(len(line)):
        cut = line[:place] + b"".join(before) + line[place:]
        survives(LINES[0] + cut)
        survives(LINES[0] + line[:place] + b"".join(after) + line[place + 1 :])


@settings(max_examples=100)
@given(st.lists(plain_values | st.floats(), max_size=5), st.integers(0, len(LINES) - 1))
def test_record_with_any_value_in_its_lines_is_a_game_or_a_named_damage(
    line: list[object], place: int
) -> None:
    lines = [*LINES]
    lines.insert(1 + place, f"{json.dumps(line)}\n".encode())
    survives(b"".join(lines))


@pytest.mark.parametrize("key", ["x", "seed", "seats", "hands", "leader", "version"])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_record_however_deep_it_nests_is_a_game_or_a_named_damage(key: str, opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    header = json.dumps({name: value for name, value in GOOD.header.items() if name != key})
    for depth in (1, 2, *range(30, 36), *range(900, 1000)):
        nested = opening * depth + "1" + closing * depth
        survives(f'{header[:-1]},"{key}":{nested}}}\n'.encode())


def test_record_header_nests_32_levels_and_no_more() -> None:
    def nested(levels: int) -> bytes:
        return json.dumps(GOOD.header)[:-1].encode() + b',"x":%s}' % (b"[" * levels + b"]" * levels)

    assert damage_of(nested(31)) is None
    assert str(damage_of(nested(32))) == "line 1: nested deeper than 32 levels"


@pytest.mark.parametrize("option", ["preset", "patterns", "burn", "runout", "last_chance"])
def test_record_however_deep_an_option_nests_is_a_named_damage(option: str) -> None:
    header = json.dumps(GOOD.header | {"rules": {option: "HERE"}})
    for depth in (1, 2, 33, *range(900, 1000)):
        nested = "[" * depth + "1" + "]" * depth
        survives(header.replace('"HERE"', nested).encode())


@pytest.mark.parametrize("option", ["preset", "patterns", "burn", "runout", "last_chance"])
def test_record_with_a_long_option_is_told_in_a_short_line(option: str) -> None:
    for value in ("x" * 100_000, ["x" * 100_000], [["x"] * 10_000], {"x" * 100_000: 1}):
        survives(json.dumps(GOOD.header | {"rules": {option: value}}).encode())


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


NO_JSON = [
    b'[5,"tick"]\n'.decode().encode("utf-16"),
    b'[5,"tick"]\n'.decode().encode("utf-32"),
    b'\xef\xbb\xbf[5,"tick"]\n',
    b'[5,"tick","\xed\xa0\x80"]\n',
    b'[NaN,"tick"]\n',
    b'[5,"slap",0,Infinity]\n',
    b'[-Infinity,"tick"]\n',
    b'[1e400,"tick"]\n',
    b'[05,"tick"]\n',
    b'[5,"slap",00]\n',
    b'[5,"slap",0,07]\n',
    b'[5,"tick",{"a":1,"a":1}]\n',
]


@pytest.mark.parametrize("line", NO_JSON, ids=range(len(NO_JSON)))
def test_record_line_that_is_only_nearly_json_is_damage(line: bytes) -> None:
    with pytest.raises(RecordError, match=r"^line 2: expected JSON in UTF-8 with no key twice"):
        read([LINES[0], line])


@pytest.mark.parametrize(
    "more",
    ['"seed":"s"', '"x":NaN', '"x":[-Infinity]', '"x":1e999', '"x":{"a":1,"b":2,"a":3}'],
)
def test_record_header_that_is_only_nearly_json_is_damage(more: str) -> None:
    with pytest.raises(RecordError, match=r"^line 1: expected JSON in UTF-8 with no key twice"):
        Record([f"{json.dumps(GOOD.header)[:-1]},{more}}}\n".encode()])
    in_utf_16 = LINES[0].decode().encode("utf-16")
    with pytest.raises(RecordError, match=r"^line 1: expected JSON in UTF-8"):
        Record([in_utf_16])


def test_record_header_keeps_a_fraction() -> None:
    line = json.dumps(GOOD.header | {"x": 1.5}).encode()
    assert Record([line]).header.more["x"] == 1.5


def test_record_longer_line_is_no_cut_off_one_though_it_ends_the_file() -> None:
    with pytest.raises(RecordError):
        read([LINES[0], b"[" * (LONGEST_LINE + 1)])
    cut = read([LINES[0], b"[" * LONGEST_LINE])
    assert (cut.cut_off, cut.line) == (2, 2)


@pytest.mark.parametrize("rest", [b"[", b'[12,"sl', b"\0", b"\0" * 4096])
def test_record_cut_off_tells_which_line(rest: bytes) -> None:
    record = Record([*LINES, rest])
    assert record.cut_off is None
    list(record)
    assert record.cut_off == record.line == len(LINES) + 1


@pytest.mark.parametrize(
    "rest", [b"x", b"X", b"\0X\0", b'{"t":', b"]", b" ", b"\0\n", b"[\n", b"\0[", b"1,"]
)
def test_record_with_a_last_line_that_was_never_one_is_damaged(rest: bytes) -> None:
    with pytest.raises(RecordError) as damage:
        read([*LINES, rest])
    assert damage.value.line == len(LINES) + 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{}", 'expected [t, "kind", ...], found {}'),
        ("[]", 'expected [t, "kind", ...], found []'),
        ("[9]", 'expected [t, "kind", ...], found [9]'),
        ('[9.0,"tick"]', "t is 9.0; expected whole microseconds, 0 to 9223372036854775807"),
        ('[true,"tick"]', "t is True; expected whole microseconds, 0 to 9223372036854775807"),
        ('[-1,"tick"]', "t is -1; expected whole microseconds, 0 to 9223372036854775807"),
        (
            '[9223372036854775808,"tick"]',
            "t is 9223372036854775808; expected whole microseconds, 0 to 9223372036854775807",
        ),
        ('[4,"tick"]', "t is 4; expected 5 or more"),
        ("[9,1]", f"kind is 1; expected one of {'flip, shown, slap, leave, pause, resume, tick'}"),
        ('[9,"x"]', "kind is 'x'; expected one of flip, shown, slap, leave, pause, resume, tick"),
        ('[9,"tick",0]', "expected [t, \"tick\"], found [9, 'tick', 0]"),
        ('[9,"flip"]', "expected [t, \"flip\", seat], found [9, 'flip']"),
        ('[9,"leave",0,0]', "expected [t, \"leave\", seat], found [9, 'leave', 0, 0]"),
        ('[9,"slap"]', "expected [t, \"slap\", seat, uncertainty_us], found [9, 'slap']"),
        (
            '[9,"slap",0,0,0]',
            "expected [t, \"slap\", seat, uncertainty_us], found [9, 'slap', 0, 0, 0]",
        ),
        ('[9,"flip",8]', "seat is 8; expected 0 to 7"),
        ('[9,"leave",-1]', "seat is -1; expected 0 to 7"),
        ('[9,"slap",false]', "seat is False; expected 0 to 7"),
        ('[9,"slap",0,-1]', "uncertainty is -1; expected 0 to 50000 us"),
        ('[9,"slap",0,50001]', "uncertainty is 50001; expected 0 to 50000 us"),
        ('[9,"slap",0,1.5]', "uncertainty is 1.5; expected 0 to 50000 us"),
        ("tick", "expected JSON in UTF-8 with no key twice, found b'tick\\n'"),
        ("[" * 9000, "expected JSON in UTF-8 with no key twice, found b'[[["),
        (
            '[9,"tick",NaN]',
            "expected JSON in UTF-8 with no key twice, found b'[9,\"tick\",NaN]\\n'",
        ),
        (f'[9,"{"x" * 99}"]', "kind is 'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx'; expected one of "),
    ],
)
def test_record_damage_in_a_line_is_named_with_what_was_expected(line: str, expected: str) -> None:
    text = f'{header_line(EIGHT)}\n[5,"tick"]\n{line}\n[9,"tick"]\n'
    damage = damage_of(text.encode())
    assert damage is not None
    assert damage.line == 3
    told = str(damage).removeprefix("line 3: ")
    if expected.endswith((" of ", "[[[")):
        assert told.startswith(expected)
    else:
        assert told == expected


def test_record_with_a_key_twice_is_damaged() -> None:
    for line in (b'{"format":"ratscrew-record","format":"ratscrew-record"}', b'{"a":1,"a":1}'):
        damage = damage_of(line)
        assert str(damage).startswith("line 1: expected JSON in UTF-8 with no key twice, found ")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_record_with_a_number_that_is_none_in_json_is_damaged(number: str) -> None:
    header = json.dumps(GOOD.header)[:-1]
    damage = damage_of(f'{header},"x":{number}}}'.encode())
    assert str(damage).startswith("line 1: expected JSON in UTF-8")
    assert damage_of(f'{header},"x":1e300}}'.encode()) is None


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"version": 2}, "version is 2; expected 1"),
        ({"version": True}, "version is True; expected 1"),
        ({"seats": "AB"}, "seats is 'AB'; expected a list of names"),
        ({"seats": ["A", 1]}, "seats is ['A', 1]; expected a list of names"),
        ({"seats": ["A", "\ud800"]}, "seats is ['A', '\\ud800']; expected a list of names"),
        ({"seats": ["A", "\udfff"]}, "seats is ['A', '\\udfff']; expected a list of names"),
        ({"seats": ["A"]}, "1 seats; expected 2 to 8"),
        ({"seats": [*"ABCDEFGHI"]}, "9 seats; expected 2 to 8"),
        ({"seats": ["A", "B", "C"]}, "3 seats but 2 hands; expected as many"),
        ({"hands": {}}, "hands is {}; expected a list of cards a seat"),
        ({"hands": [["2C"], "3C"]}, "hands is [['2C'], '3C']; expected a list of cards a seat"),
        ({"hands": [["2C"], ["3X"]]}, "card is '3X'; expected a rank and a suit as KC"),
        ({"hands": [["2C"], [3]]}, "card is 3; expected a rank and a suit as KC"),
        ({"hands": [["2C"], ["2C"]]}, "card 2C is there twice"),
        ({"leader": 2}, "leader is 2; expected 0 to 1"),
        ({"leader": -1}, "leader is -1; expected 0 to 1"),
        ({"leader": None}, "leader is None; expected 0 to 1"),
        ({"rules": []}, "rules is []; expected an object"),
        ({"rules": {"burn": 3}}, "burn is 3; allowed are 1 and 2"),
        ({"seed": 5}, "seed is 5; expected a text"),
        ({"seed": "\udc00"}, "seed is '\\udc00'; expected a text"),
    ],
)
def test_record_damage_in_the_header_is_named_with_what_was_expected(
    keys: dict[str, object], expected: str
) -> None:
    damage = damage_of(json.dumps(GOOD.header | keys).encode())
    assert damage is not None
    assert (damage.line, str(damage)) == (1, f"line 1: {expected}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "the file is empty; expected a header"),
        (b"[]\n", 'expected {"format": "ratscrew-record", ...}, found []'),
        (b'{"format":1}\n', 'expected {"format": "ratscrew-record", ...}, found {\'format\': 1}'),
        (b"{", "expected JSON in UTF-8 with no key twice, found b'{'"),
    ],
)
def test_record_without_a_header_is_told_what_one_looks_like(text: bytes, expected: str) -> None:
    damage = damage_of(text)
    assert damage is not None
    assert str(damage) == f"line 1: {expected}"


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
