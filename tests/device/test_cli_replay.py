"""`ratscrew replay`: facts and summaries by the public format, damage, and any bytes at all."""

import json
import tempfile
from dataclasses import fields, is_dataclass
from enum import Enum
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.commands.replay import _look_over
from device.fact_lines import fact_line
from device.paper import raw_lines
from game.cards import Card
from game.engine import replay
from game.events import Fact
from game.record import LATEST_US, LONGEST_LINE, Record, summary
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


@pytest.mark.parametrize(
    ("buttons", "told"),
    [
        ('{"stamp": "pump", "uncertainty_us": 5000}', "213 ms"),
        ('{"stamp": "kernel-irq", "uncertainty_us": 1001}', "213 ms"),
        ('{"stamp": "kernel-irq", "uncertainty_us": 1000}', "213.400 ms"),
        ('{"stamp": "pump", "uncertainty_us": 40}', "213.400 ms"),
        ('{"stamp": "pump"}', "213.400 ms"),
        ('{"uncertainty_us": "5000"}', "213.400 ms"),
        ('"pump"', "213.400 ms"),
    ],
)
def test_buttons_that_are_less_certain_are_told_in_whole_milliseconds(
    buttons: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "buttons"
    path.write_bytes(PAIR.replace(b'"rules"', f'"buttons": {buttons}, "rules"'.encode()))
    assert f"Anna slaps: {told}\n" in ratscrew("replay", path).out


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


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (["person", "cpu:normal", "cpu:normal", "cpu:normal"], 0),
        (None, 0),
        (["person", "cpu:normal", "cpu:slow", "cpu:normal"], 5),
        (["cpu:normal", "cpu:normal", "cpu:normal", "cpu:normal"], 5),
        (["person", "cpu:normal", "cpu:normal", "person"], 5),
        (["cpu:normal", "person", "cpu:normal", "cpu:normal"], 5),
        (["person", "cpu:normal", "cpu:normal"], 5),
        ("person", 5),
    ],
)
def test_a_daily_game_against_others_than_those_of_its_day_contradicts_itself(
    kinds: object, status: int, tmp_path: Path
) -> None:
    path = tmp_path / "daily"
    header = json.loads(ratscrew("deal", "--daily", "2026-11-30", "--json").out)
    header["kinds"] = kinds
    if kinds is None:
        del header["kinds"]
    path.write_text(json.dumps(header), "utf-8")
    ended = ratscrew("replay", "--json", path)
    assert ended.status == status
    assert ("not the daily game of 2026-11-30" in ended.err) == (status == 5)


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


def test_what_is_written_meanwhile_is_not_judged(pair: Path) -> None:
    """Neither a line more, nor the rest of one that was cut off when it was looked over."""
    late = b'[2500000, "tick"]\n[2500001, "tick"]\n'
    for cut in (b"", late[:9]):
        pair.write_bytes(PAIR + cut)
        with pair.open("rb") as file:
            whole, cut_off = _look_over(file)
            pair.write_bytes(PAIR + late)
            assert list(islice(raw_lines(file), whole)) == PAIR.splitlines(keepends=True)
        assert cut_off == (9 if cut else None)


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
