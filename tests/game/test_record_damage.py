"""Each damage of a record is named, with its line and what was expected there."""

import json

import pytest

from game.record import LONGEST_LINE, Record, RecordError, header_line
from tests.game.damage import EIGHT, GOOD, LINES, damage_of, read

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
