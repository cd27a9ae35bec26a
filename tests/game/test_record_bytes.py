"""Whatever bytes a record holds, reading it ends in a game or in `RecordError` (rules 9)."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game import events
from game.record import MOST_UNCERTAINTY_US, Record
from game.rules import OPTIONS
from tests.game.damage import GOOD, LINES, damage_of, plain_values, survives

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
