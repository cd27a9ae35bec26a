"""The public log of edges: its form, its judgement, and every way in which it can be damaged."""

import io
import itertools
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hal import edgeline
from hal.buttons import Batch, ButtonEvent, Counts, Edge, Flag, Kind, LevelRead
from hal.debounce import Constants
from hal.edgeline import (
    LATEST_NS,
    LONGEST_LINE,
    Barrier,
    EdgeLogError,
    Header,
    batch_lines,
    header_line,
)
from hal.edgelog import EdgeLog, event_line, judge
from tests.hal.listening import MS, TABLE

HEADER = {
    "format": "ratscrew-edges",
    "version": 1,
    "lines": [5, 6, 7],
    "levels": {"5": 0, "6": 0, "7": 0},
    "guard_ns": 2000000,
}


def log(*heard: object, header: object = HEADER) -> EdgeLog:
    return EdgeLog(raw(*heard, header=header))


def raw(*heard: object, header: object = HEADER) -> list[bytes]:
    """A log; what is bytes already stands as it is, with its end."""
    return [
        line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
        for line in (header, *heard)
    ]


def output(source: EdgeLog) -> list[str]:
    return [event_line(told) for told in judge(source)]


def damage(*heard: object, header: object = HEADER) -> str:
    """What is said of a damaged log."""
    with pytest.raises(EdgeLogError) as caught:
        output(log(*heard, header=header))
    message = str(caught.value)
    assert message.startswith(f"line {caught.value.line}: ")
    assert len(message.splitlines()) == 1
    assert len(message) < 300
    return message


def test_the_form_is_that_of_the_public_format_to_the_letter() -> None:
    press = (
        '{"seq": 0, "kind": "press", "line": 5, "ts_ns": 0, "ts_us": 0, "contact_ns": 0, '
        '"flags": [], "uncertainty_us": 0}'
    )
    release = (
        '{"seq": 1, "kind": "release", "line": 5, "ts_ns": 72000000, "ts_us": 72000, '
        '"contact_ns": 60000000, "flags": [], "uncertainty_us": 0}'
    )
    summary = '{"summary": {"edges": 2, "late": 0, "lost": 0, "coalesced": 0}}'
    heard = log(["edge", 0, 5, 1], ["edge", 60_000_000, 5, 0], ["barrier", 80_000_000])
    assert output(heard) == [press, release, summary]


def test_flags_stand_by_their_names() -> None:
    event = ButtonEvent(3, Kind.PRESS, 5, 7001, 7000, Flag.LATE | Flag.NOISY, 2)
    line = event_line(event)
    assert json.loads(line)["flags"] == ["late", "noisy"]
    assert line == json.dumps(json.loads(line))
    assert json.loads(event_line(Counts(edges=4, late=3, lost=2, coalesced=1))) == {
        "summary": {"edges": 4, "late": 3, "lost": 2, "coalesced": 1}
    }


def test_edges_count_before_any_barrier_and_what_none_decides_is_not_told() -> None:
    assert output(log(["edge", 0, 5, 1], ["edge", 0, 6, 1])) == [
        '{"summary": {"edges": 2, "late": 0, "lost": 0, "coalesced": 0}}'
    ]
    assert len(output(log())) == 1


def test_late_edges_after_the_last_barrier_are_counted() -> None:
    assert '"late": 1' in output(log(["barrier", 10 * MS], ["edge", 3 * MS, 5, 1]))[-1]


def test_levels_find_what_was_lost() -> None:
    told = output(log(["barrier", 40 * MS], ["levels", 40 * MS, {"5": 1}], ["barrier", 60 * MS]))
    assert json.loads(told[0]) == {
        "seq": 0,
        "kind": "press",
        "line": 5,
        "ts_ns": 40000000,
        "ts_us": 40000,
        "contact_ns": 40000000,
        "flags": ["resync"],
        "uncertainty_us": 40000,
    }


def test_edges_before_a_read_are_under_way_when_it_is_compared() -> None:
    told = output(log(["edge", 39 * MS, 5, 1], ["levels", 40 * MS, {"5": 0}], ["barrier", 80 * MS]))
    assert len(told) == 2


def test_numbers_tell_what_was_lost() -> None:
    told = output(log(["edge", 0, 5, 1, 1, 1], ["edge", MS, 5, 1, 20, 20], ["barrier", 9 * MS]))
    assert told[-1] == '{"summary": {"edges": 2, "late": 0, "lost": 18, "coalesced": 0}}'


def test_constants_of_the_header_rule() -> None:
    quick = {**HEADER, "guard_ns": 0, "t_stable_ns": 5, "t_gap_ns": 7}
    told = output(log(["edge", 0, 5, 1], ["barrier", 5], header=quick))
    assert len(told) == 2
    assert len(output(log(["edge", 0, 5, 1], ["barrier", 4], header=quick))) == 1


def test_a_header_keeps_what_it_does_not_know() -> None:
    header = log(header={**HEADER, "device": "Küche", "note": [1, None]}).header
    assert header.more == {"device": "Küche", "note": [1, None]}
    assert header == EdgeLog([header_line(header).encode()]).header
    assert (header.levels, header.constants, header.snapshot_ns) == (TABLE, Constants(), 0)


def test_a_header_says_when_its_levels_were_read() -> None:
    header = Header({7: 1, 5: 0}, Constants(guard_ns=5), 123)
    again = EdgeLog([header_line(header).encode()]).header
    assert again == header
    assert list(again.levels) == [7, 5]
    told = output(
        log(["edge", 122, 5, 1], ["barrier", 9 * MS], header={**HEADER, "snapshot_ns": 123})
    )
    assert len(told) == 1


def test_batches_are_written_as_they_are_read() -> None:
    batches = [
        Batch((Edge(1, 5, 1), Edge(2, 6, 0, 3, 4), Edge(3, 7, 1, -1, 0)), 5),
        Batch((Edge(4, 5, 0, None, 7), Edge(5, 5, 0, 8)), None, LevelRead(9, {5: 1, 6: 0})),
        Batch((), None),
        Batch((), 7),
    ]
    lines = [line for batch in batches for line in batch_lines(batch)]
    assert lines[:4] == [
        *('["edge", 1, 5, 1]', '["edge", 2, 6, 0, 3, 4]', '["edge", 3, 7, 1, 4294967295, 0]'),
        '["barrier", 5]',
    ]
    assert list(log(*(f"{line}\n".encode() for line in lines))) == [
        *(Edge(1, 5, 1), Edge(2, 6, 0, 3, 4), Edge(3, 7, 1, 4294967295, 0), Barrier(5)),
        *(Edge(4, 5, 0, None, 7), Edge(5, 5, 0, 8, None), LevelRead(9, {5: 1, 6: 0}), Barrier(7)),
    ]


def test_the_way_a_line_is_spaced_does_not_matter() -> None:
    same = [
        *(b'["edge",3,5,1]\n', b'["edge", 3, 5, 1]\r\n', b' [ "edge" , 3 , 5 , 1 ] \n'),
        b'["\\u0065dge", 3, 5, 1]\n',
    ]
    assert list(log(*same)) == [Edge(3, 5, 1)] * 4


def test_a_log_without_its_last_line_end_is_whole() -> None:
    read = log(b'["edge", 3, 5, 1]\n', b'["barrier", 9]')
    assert list(read) == [Edge(3, 5, 1), Barrier(9)]
    assert (read.cut_off, read.line) == (None, 3)


@pytest.mark.parametrize(
    "rest", [b'["barrier", 8', b'["ed', b"[", b'["levels", 3, {"5": ', b'["edge\xc3', b"\0\0\0"]
)
def test_a_log_that_was_cut_off_is_judged_up_to_there_and_says_so(rest: bytes) -> None:
    read = log(["edge", 0, 5, 1], ["barrier", 9 * MS], rest)
    assert len(output(read)) == 2
    assert read.cut_off == 4


def test_a_header_that_was_cut_off_is_damage() -> None:
    assert damage(header=b'{"format": "ratscrew-ed').startswith("line 1: expected JSON")
    with pytest.raises(EdgeLogError, match=r"^line 1: the file is empty; expected a header$"):
        EdgeLog([])


HEADERS: list[tuple[object, str]] = [
    ([], 'expected {"format": "ratscrew-edges"'),
    ({**HEADER, "format": "ratscrew-record"}, 'expected {"format": "ratscrew-edges"'),
    ({**HEADER, "version": 2}, "version is 2; expected 1"),
    ({**HEADER, "version": True}, "version is True; expected 1"),
    ({**HEADER, "version": 1.0}, "version is 1.0; expected 1"),
    ({**HEADER, "lines": []}, "lines is []; expected a list of 1 to 64 lines"),
    ({**HEADER, "lines": 5}, "lines is 5; expected a list of 1 to 64 lines"),
    ({**HEADER, "lines": list(range(65))}, "expected a list of 1 to 64 lines"),
    ({**HEADER, "lines": [5, 6, 6]}, "lines is [5, 6, 6]; expected each line once"),
    ({**HEADER, "lines": [5, 6, True]}, "line is True; expected 0 to 2147483647"),
    ({**HEADER, "lines": [5, 6, -1]}, "line is -1; expected 0 to 2147483647"),
    ({**HEADER, "lines": [5, 6, 1 << 31]}, "line is 2147483648; expected 0 to 2147483647"),
    ({**HEADER, "lines": [5, 6, "7"]}, "line is '7'; expected 0 to 2147483647"),
    ({**HEADER, "levels": None}, "levels is None; expected a level for each line"),
    ({**HEADER, "levels": {"5": 0, "6": 0}}, "expected a level for each line"),
    ({**HEADER, "levels": {"5": 0, "6": 0, "8": 0}}, "no line '8'; expected one of 5, 6, 7"),
    ({**HEADER, "levels": {"5": 0, "6": 0, "07": 0}}, "no line '07'; expected one of 5, 6, 7"),
    ({**HEADER, "levels": {"5": 0, "6": 0, "7": 2}}, "level is 2; expected 0 or 1"),
    ({**HEADER, "levels": {"5": 0, "6": 0, "7": True}}, "level is True; expected 0 or 1"),
    ({**HEADER, "guard_ns": -1}, "guard_ns is -1; expected 0 to 3600000000000 ns"),
    ({**HEADER, "guard_ns": 2e6}, "guard_ns is 2000000.0; expected 0 to 3600000000000 ns"),
    ({**HEADER, "t_gap_ns": 16 * MS}, "t_gap_ns is 16000000; expected at most w_max_ns"),
    ({**HEADER, "t_stabel_ns": 5}, "no constant 't_stabel_ns'; expected one of guard_ns"),
    ({**HEADER, "snapshot_ns": -1}, "time is -1; expected 0 to 9223372036854775807 ns"),
    (
        {key: value for key, value in HEADER.items() if key != "guard_ns"},
        "guard_ns is missing; expected how far behind a barrier edges come",
    ),
    (json.dumps(HEADER).encode()[:-1] + b', "version": 1}\n', "expected JSON in UTF-8 with no key"),
]


@pytest.mark.parametrize(("header", "message"), HEADERS)
def test_a_damaged_header_says_what_was_expected(header: object, message: str) -> None:
    assert f"line 1: {message}" in damage(header=header) or message in damage(header=header)


HEARD: list[tuple[object, str]] = [
    (["edge", -1, 5, 1], "time is -1; expected 0 to 9223372036854775807 ns"),
    (["edge", 1 << 63, 5, 1], "time is 9223372036854775808; expected 0 to 9223372036854775807 ns"),
    (["edge", 10**60, 5, 1], "time is 100000000000000000...0000000000000000000; expected 0 to"),
    (["edge", 1.0, 5, 1], "time is 1.0; expected 0 to"),
    (["edge", True, 5, 1], "time is True; expected 0 to"),
    (["edge", None, 5, 1], "time is None; expected 0 to"),
    (["edge", 1, 8, 1], "no line 8; expected one of 5, 6, 7"),
    (["edge", 1, "5", 1], "no line '5'; expected one of 5, 6, 7"),
    (["edge", 1, [5], 1], "no line [5]; expected one of 5, 6, 7"),
    (["edge", 1, 5, 2], "level is 2; expected 0 or 1"),
    (["edge", 1, 5, True], "level is True; expected 0 or 1"),
    (["edge", 1, 5, 1, 1], 'expected ["edge", ts_ns, line, level] or with two numbers more'),
    (["edge", 1, 5, 1, 1, 1, 1], 'expected ["edge", ts_ns, line, level] or with'),
    (["edge", 1, 5, 1, -1, 1], "number is -1; expected 0 to 4294967295"),
    (["edge", 1, 5, 1, 1, 1 << 32], "number is 4294967296; expected 0 to 4294967295"),
    (["edge", 1, 5, 1, True, 1], "number is True; expected 0 to 4294967295"),
    (["edge"], 'expected ["edge", ts_ns, line, level] or with'),
    (["barrier"], 'expected ["barrier", t_ns], found'),
    (["barrier", 1, 2], 'expected ["barrier", t_ns], found'),
    (["barrier", -1], "time is -1; expected 0 to"),
    (b'["barrier", 9999999999999999999]\n', "time is 9999999999999999999; expected 0 to"),
    (["levels", 1], 'expected ["levels", t_ns, {"line": level}], found'),
    (["levels", 1, [0]], 'expected ["levels", t_ns, {"line": level}], found'),
    (["levels", -1, {}], "time is -1; expected 0 to"),
    (["levels", 1, {"8": 0}], "no line '8'; expected one of 5, 6, 7"),
    (["levels", 1, {"5": None}], "level is None; expected 0 or 1"),
    (["press", 1, 5], 'expected ["edge", ...], ["barrier", ...] or ["levels", ...], found'),
    ([], 'expected ["edge", ...], ["barrier", ...] or ["levels", ...], found []'),
    ({"edge": 1}, 'expected ["edge", ...], ["barrier", ...] or ["levels", ...], found'),
    (None, 'expected ["edge", ...], ["barrier", ...] or ["levels", ...], found None'),
    (b"\n", "expected JSON in UTF-8 with no key twice, found b'\\n'"),
    (b'["barrier", 01]\n', "expected JSON in UTF-8"),
    (b'["barrier", NaN]\n', "expected JSON in UTF-8"),
    (b'["barrier", -Infinity]\n', "expected JSON in UTF-8"),
    (b'["barrier", 1] 2\n', "expected JSON in UTF-8"),
    (b'["barrier", ' + b"9" * 5000 + b"]\n", "expected JSON in UTF-8"),
    (b'["edge", 1, 5, 1\xff]\n', "expected JSON in UTF-8"),
    (b'\xef\xbb\xbf["barrier", 1]\n', "expected JSON in UTF-8"),
    (b'["levels", 1, {"5": 0, "5": 1}]\n', "expected JSON in UTF-8 with no key twice"),
    (b"[" * 200_000 + b"\n", "expected JSON in UTF-8"),
    (b'{"a":' * 150_000 + b"\n", "expected JSON in UTF-8"),
    (b'["' + b"x" * 10_000_000 + b'"]\n', f"longer than {LONGEST_LINE} bytes"),
    (b"x" * 10_000_000, f"longer than {LONGEST_LINE} bytes"),
    (["\ud800\n\x1b[31m"], 'expected ["edge", ...], ["barrier", ...] or ["levels", ...]'),
]


@pytest.mark.parametrize(("heard", "message"), HEARD, ids=range(len(HEARD)))
def test_damage_names_its_line_and_what_was_expected(heard: object, message: str) -> None:
    told = damage(["edge", 0, 5, 1], heard, ["barrier", 5])
    assert told.startswith(f"line 3: {message}")
    told.encode()


def test_what_was_judged_before_the_damage_is_told() -> None:
    told = judge(log(["edge", 0, 5, 1], ["barrier", 9 * MS], ["edge", 1, 9, 1]))
    assert isinstance(next(told), ButtonEvent)
    with pytest.raises(EdgeLogError, match=r"^line 4: no line 9"):
        next(told)


def test_the_latest_time_and_number_are_allowed() -> None:
    read = log(["edge", LATEST_NS, 5, 1, (1 << 32) - 1, 0], ["barrier", LATEST_NS])
    assert list(read) == [Edge(LATEST_NS, 5, 1, (1 << 32) - 1, 0), Barrier(LATEST_NS)]


def test_a_barrier_that_falls_is_ignored() -> None:
    told = output(log(["barrier", 50 * MS], ["barrier", 1], ["edge", 9 * MS, 5, 1]))
    assert '"late": 1' in told[-1]


def test_edges_that_no_barrier_ends_are_refused_before_they_fill_the_memory() -> None:
    endless = (f'["edge", {t}, 5, 1]\n'.encode() for t in itertools.count())
    with pytest.raises(EdgeLogError, match=r"^line 5001: expected a barrier; more than 4999 edges"):
        list(judge(EdgeLog(itertools.chain(raw(), endless)), most_waiting=4999))
    assert len(output(log(*(["edge", t, 5, 1] for t in range(5000))))) == 1


def survives(lines: list[bytes]) -> None:
    """Judged, or refused in one line."""
    refused = ""
    try:
        output(EdgeLog(lines))
    except EdgeLogError as error:
        refused = str(error)
    assert len(refused.splitlines()) <= 1
    refused.encode()


@settings(max_examples=300)
@given(st.binary(max_size=300))
@example(b"\n")
@example(b"\xff\xfe")
def test_no_bytes_at_all_break_it(content: bytes) -> None:
    survives(list(io.BytesIO(content)))
    survives([*raw(), *io.BytesIO(content)])


value = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 70) | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)
kind = st.sampled_from(["edge", "barrier", "levels", "Edge", ""])


@settings(max_examples=60)
@given(st.lists(st.tuples(kind, st.lists(value, max_size=5)), max_size=3))
def test_no_values_at_all_break_it(heard: list[tuple[str, list[object]]]) -> None:
    survives(raw(*([name, *rest] for name, rest in heard)))


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from([*HEADER, "t_stable_ns", "snapshot_ns"]), value))
def test_no_header_at_all_breaks_it(changes: dict[str, object]) -> None:
    survives(raw(["barrier", 5], header={**HEADER, **changes}))


@settings(max_examples=200)
@given(st.integers(0, 400), st.binary(max_size=3))
def test_no_change_of_a_few_bytes_breaks_it(at: int, patch: bytes) -> None:
    good = b"".join(raw(["edge", 0, 5, 1, 1, 1], ["levels", 1, {"5": 0}], ["barrier", 9 * MS]))
    at = at % len(good)
    survives(list(io.BytesIO(good[:at] + patch + good[at + len(patch) :])))


def test_the_constants_of_a_log_are_those_of_the_machine() -> None:
    assert edgeline.CONSTANTS[:2] == ("guard_ns", "t_stable_ns")
    assert len(edgeline.CONSTANTS) == 11
