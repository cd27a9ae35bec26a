"""`ratscrew replay`: facts and summaries by the public format, damage, and any bytes at all."""

import json
import tempfile
from dataclasses import fields, is_dataclass
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from device.evidence import LATEST_US, Evidence
from device.fact_lines import fact_line
from game.cards import Card
from game.engine import replay
from game.events import Fact, Input
from game.record import LONGEST_LINE, Record, RecordError, summary
from game.score import Tally
from tests.device.games import record
from tests.device.shell import process, ratscrew

HEADER = (
    b'{"format": "ratscrew-record", "version": 1, "seats": ["Anna", "Ben"], "leader": 0, '
    b'"hands": [["7S", "2S"], ["7D", "3S"]], "rules": {}, "seed": "s"}\n'
)
PAIR = (
    HEADER
    + b"""\
[1000000, "flip", 0]
[1140000, "shown"]
[2000000, "flip", 1]
[2140000, "shown"]
[2353400, "slap", 0]
[2361108, "slap", 1]
[2400000, "tick"]
"""
)


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "pair"
    path.write_bytes(PAIR)
    return path


def judged(data: bytes) -> tuple[list[Fact], dict[str, Any]]:
    """The facts and the summary as the rules give them, without any command."""
    read = Record(BytesIO(data))
    state, tally, facts = read.header.deal(), Tally(len(read.header.seats)), []
    for reached, more in replay(state, read):
        state = reached
        tally.add(more)
        facts += more
    return facts, summary(state, tally)


def plain(value: object) -> object:
    """A value of a fact as JSON has it, the slow way."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return value


def test_facts_come_one_a_line_and_then_the_summary(pair: Path) -> None:
    ended = ratscrew("replay", "--json", pair)
    assert (ended.status, ended.err) == (0, "")
    kinds = [told["fact"] for told in ended.objects[:-1]]
    assert kinds[:2] == ["flipped", "card_shown"]
    assert {"race_opened", "slapped", "race_closed", "taken"} <= set(kinds)
    facts, reached = judged(PAIR)
    assert ended.objects[-1] == {"summary": reached}
    assert [list(told.values())[1:] for told in ended.objects[:-1]] == [
        list(plain(fact).values())
        for fact in facts  # type: ignore[attr-defined]
    ]


@pytest.mark.parametrize("seats", range(2, 9))
def test_whole_games_are_told_as_the_rules_judge_them(seats: int, tmp_path: Path) -> None:
    data = record(f"whole {seats}", seats, 5000)
    path = tmp_path / "game"
    path.write_bytes(data)
    facts, reached = judged(data)
    ended = ratscrew("replay", "--json", path)
    assert ended.lines[:-1] == [fact_line(fact) for fact in facts]
    assert json.loads(ended.lines[-1]) == {"summary": reached}
    for fact in facts:
        told = json.loads(fact_line(fact))
        name = told.pop("fact")
        assert name.replace("_", "") == type(fact).__name__.lower()
        assert told == plain(fact)


def test_for_people_each_fact_is_a_sentence_and_then_comes_the_table(pair: Path) -> None:
    ended = ratscrew("replay", pair)
    assert (ended.status, ended.err) == (0, "")
    assert "      2.353400  Anna slaps: 213.400 ms" in ended.lines
    assert "      2.363400  Pair! Anna 213.400 ms – Ben +7.708 ms" in ended.lines
    assert "Player  Points" in ended.out
    german = ratscrew("replay", pair, lang="de")
    assert "      2,353400  Anna haut: 213,400 ms" in german.lines


def test_keys_are_told_in_whole_milliseconds(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_bytes(PAIR.replace(b'"rules"', b'"buttons": {"stamp": "pump"}, "rules"'))
    assert "Anna slaps: 213 ms" in ratscrew("replay", path).out


def test_a_cut_off_last_line_is_judged_up_to_there_and_told(tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(PAIR[:-5])
    ended = ratscrew("replay", "--json", path)
    assert ended.status == 0
    assert ended.objects[-2] == {"fact": "cut_off", "line": 8}
    assert ended.objects[-1]["summary"]["t"] == 2361108
    assert ended.err == f"ratscrew: {path}: line 8 is cut off; judged up to there\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'[2400000, "tack"]', "line 8: kind is 'tack'"),
        (b'[1, "tick"]', "line 8: t is 1; expected 2361108 or more"),
        (b'[2400000, "flip", 2]', "line 8: seat is 2; expected 0 to 1"),
        (b'[2400000, "slap", 1, 50001]', "line 8: uncertainty is 50001"),
        (b'[2400000, "flip"]', "line 8: expected"),
        (b'[2400000, "tick", 0]', "line 8: expected"),
        (b"", "line 8: expected JSON"),
        (b"\xff", "line 8: expected JSON"),
        (b"[" * 100_000, "line 8: expected JSON"),
        (b'[%d, "tick"]' % (LATEST_US + 1), "line 8: t is"),
        (b"[" + b"9" * 4300 + b', "tick"]', "line 8: t is"),
        (b"[" + b"9" * 5000 + b', "tick"]', "line 8: expected JSON"),
        (b" " * LONGEST_LINE, "line 8: longer than"),
    ],
)
def test_damage_is_told_with_its_line_and_nothing_else(
    line: bytes, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(PAIR.replace(b'[2400000, "tick"]', line))
    for words in ([], ["--json"]):
        ended = ratscrew("replay", *words, path)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith(f"ratscrew: {path}: {told}")
        assert ended.err.count("\n") == 1


def test_damage_in_one_file_keeps_no_other_from_being_judged(pair: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(PAIR + b"x\n")
    ended = ratscrew("replay", "--json", pair, bad, tmp_path, tmp_path / "none", pair)
    assert ended.status == 2
    assert ended.out == 2 * ratscrew("replay", "--json", pair).out
    assert [line.split(": ")[1] for line in ended.err.splitlines()] == [
        str(bad),
        str(tmp_path),
        str(tmp_path / "none"),
    ]


def test_several_files_for_people_are_named(pair: Path) -> None:
    ended = ratscrew("replay", pair, pair)
    assert ended.lines.count(f"{pair}:") == 2


def test_the_standard_input_is_judged_like_a_file(pair: Path) -> None:
    run = process("replay", "--json", "-", input=PAIR)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode() == ratscrew("replay", "--json", pair).out


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_what_never_ends_is_refused() -> None:
    ended = ratscrew("replay", "/dev/zero")
    assert (ended.status, ended.out) == (2, "")
    assert "longer than" in ended.err


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "names"
    path.write_bytes(PAIR.replace(b"Anna", b"A\\u001b[2Jb\\n"))
    assert "\x1b" not in ratscrew("replay", path).out


def test_a_record_that_claims_another_day_contradicts_itself(tmp_path: Path) -> None:
    path = tmp_path / "daily"
    dealt = ratscrew("deal", "--daily", "2026-11-30", "--json").out
    path.write_text(dealt, "utf-8")
    assert ratscrew("replay", path).status == 0
    path.write_text(dealt.replace('"date":"2026-11-30"', '"date":"2026-12-01"'), "utf-8")
    ended = ratscrew("replay", "--json", path)
    assert (ended.status, len(ended.lines)) == (5, 1)
    assert "not the daily game of 2026-12-01" in ended.err


def test_slaps_stand_in_order_however_many_there_are(tmp_path: Path) -> None:
    lines = PAIR.split(b"\n")[:6]
    mashed = [b'[%d,"slap",%d]' % (2_353_400 + many, many % 2) for many in range(1, 30_000)]
    data = b"\n".join([*lines, *mashed, b""])
    path = tmp_path / "mashed"
    path.write_bytes(data)
    assert ratscrew("replay", "--json", path).objects[-1] == {"summary": judged(data)[1]}


ODD = [b' [2400000,"tick"]\n', b'[2400000,  "slap",1]\r\n', b'[2400000,"slap",1, 7]\n', b"\n"]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A sound record with some of it taken away, put in, or turned round."""
    data = bytearray(draw(st.sampled_from([PAIR, record(inputs=60), record("other", 2, 30)])))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 5, 40])))
        data[start:end] = draw(st.one_of(st.binary(max_size=4), st.sampled_from(ODD)))
    return bytes(data)


def by_record(data: bytes) -> tuple[list[Input], int | None, str]:
    """What the format's own reader finds: inputs, a cut-off line, or damage."""
    try:
        read = Record(BytesIO(data))
        return list(read), read.cut_off, ""
    except RecordError as error:
        return [], None, str(error)


def by_evidence(data: bytes) -> tuple[list[Input], int | None, str]:
    """The same, as the command reads it."""
    try:
        evidence = Evidence(BytesIO(data))
        evidence.look_over()
    except RecordError as error:
        return [], None, str(error)
    return [one for many in evidence.inputs() for one in many], evidence.cut_off, ""


@given(damaged())
@example(b"")
@example(HEADER.strip())
@example(PAIR.replace(b"\n", b"\r\n"))
@example(PAIR + b'[2400000,"tick"]')
def test_evidence_is_what_the_format_says_quickly(data: bytes) -> None:
    assert by_evidence(data) == by_record(data)


def test_evidence_reads_long_records_in_pieces() -> None:
    lines = [b'[%d,"slap",%d,%d]\n' % (many, many % 2, many % 50_001) for many in range(60_000)]
    lines[30_000] = b' [30000, "slap", 1, 9]\r\n'
    data = HEADER + b"".join(lines)
    evidence = Evidence(BytesIO(data))
    evidence.look_over()
    assert [one for many in evidence.inputs() for one in many] == by_record(data)[0]
    with pytest.raises(RecordError, match="line 60002"):
        Evidence(BytesIO(data + b"?\n")).look_over()


def test_what_is_written_meanwhile_is_not_read() -> None:
    file = BytesIO(PAIR)
    evidence = Evidence(file)
    evidence.look_over()
    file.seek(0, 2)
    file.write(b'[2500000, "tick"]\n')
    assert sum(map(len, evidence.inputs())) == 7


@given(st.one_of(damaged(), st.binary(max_size=200)), st.booleans())
def test_whatever_the_bytes_it_ends_well(data: bytes, as_json: bool) -> None:
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(data)
    try:
        ended = ratscrew("replay", *(["--json"] if as_json else []), file.name)
    finally:
        Path(file.name).unlink()
    assert ended.status in (0, 2)
    assert ended.err.count("\n") <= 1
    assert (ended.status == 2) == (ended.out == "")
