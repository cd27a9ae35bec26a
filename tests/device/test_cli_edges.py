"""`ratscrew edges`: the events of an edge log by the public format, damage, any bytes at all."""

import io
import json
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.commands.edges import run
from device.language import language
from device.terminal import Terminal
from device.trouble import Status
from hal.buttons import Flag, Kind
from hal.edgelog import MOST_WAITING, EdgeLog, event_line, judge
from tests.device.shell import process, ratscrew

HEADER = (
    b'{"format": "ratscrew-edges", "version": 1, "lines": [5, 6, 7], '
    b'"levels": {"5": 0, "6": 0, "7": 0}, "guard_ns": 2000000}\n'
)
PRESSED = (
    HEADER
    + b"""\
["edge", 100000000, 5, 1]
["edge", 100300000, 5, 0]
["edge", 100500000, 5, 1]
["barrier", 150000000]
["levels", 160000000, {"5": 1, "6": 1, "7": 0}]
["barrier", 200000000]
["edge", 210000000, 7, 1]
"""
)


@pytest.fixture
def pressed(tmp_path: Path) -> Path:
    path = tmp_path / "pressed"
    path.write_bytes(PRESSED)
    return path


def test_events_come_one_a_line_and_then_the_summary(pressed: Path) -> None:
    ended = ratscrew("edges", "--json", pressed)
    assert (ended.status, ended.err) == (0, "")
    lines = PRESSED.splitlines(keepends=True)
    assert ended.lines == [event_line(told) for told in judge(EdgeLog(lines))]
    first, *_, last = ended.objects
    assert (first["kind"], first["line"], first["ts_ns"]) == ("press", 5, 100_000_000)
    assert last["summary"]["edges"] == 4


def test_for_people_each_event_is_a_sentence(pressed: Path) -> None:
    ended = ratscrew("edges", pressed)
    assert (ended.status, ended.err) == (0, "")
    assert "         0.100000000  line 5: pressed" in ended.lines
    lost = ratscrew("edges", "--json", pressed).objects[-1]["summary"]["lost"]
    assert ended.lines[-1] == f"4 edges, 0 too late, {lost} lost, 0 merged into another"
    german = ratscrew("edges", pressed, lang="de")
    assert "         0,100000000  Leitung 5: gedrückt" in german.lines


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_kind_and_flag_has_words(lang: str) -> None:
    from device.commands.edges import _flag, _kind

    words = [_kind(kind, language(lang)) for kind in Kind]
    words += [_flag(flag, language(lang)) for flag in Flag]
    assert all(words)


def test_a_cut_off_last_line_is_judged_up_to_there_and_told(tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(PRESSED[:-5])
    ended = ratscrew("edges", "--json", path)
    assert ended.status == 0
    assert ended.objects[-2] == {"cut_off": 8}
    assert ended.objects[-1]["summary"]["edges"] == 3
    assert ended.err == f"ratscrew: {path}: line 8 is cut off; judged up to there\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'["edge", 210000000, 8, 1]', "line 8: no line 8"),
        (b'["edge", -1, 7, 1]', "line 8: time is -1"),
        (b'["egde", 1, 7, 1]', "line 8: expected"),
        (b"?", "line 8: expected JSON"),
        (b"[" * 100_000, "line 8: expected JSON"),
        (b" " * (1 << 20), "line 8: longer than"),
    ],
)
def test_damage_is_told_with_its_line_and_nothing_else(
    line: bytes, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(PRESSED.replace(b'["edge", 210000000, 7, 1]', line))
    for words in ([], ["--json"]):
        ended = ratscrew("edges", *words, path)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith(f"ratscrew: {path}: {told}")
        assert ended.err.count("\n") == 1


def test_too_many_edges_without_a_barrier_are_found_first(tmp_path: Path) -> None:
    path = tmp_path / "waiting"
    edge = b'["edge", 210000000, 7, 1]\n'
    path.write_bytes(PRESSED + edge * (MOST_WAITING + 2000))
    ended = ratscrew("edges", path)
    assert (ended.status, ended.out) == (2, "")
    assert "expected a barrier" in ended.err


def test_a_log_without_barriers_is_found_before_it_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "waiting"
    edge = b'["edge",210000000,7,1]\n'
    path.write_bytes(PRESSED + edge * (MOST_WAITING + 2000) + b"?\n")
    ended = ratscrew("edges", path)
    assert (ended.status, ended.out) == (2, "")
    assert "expected a barrier" in ended.err


@pytest.mark.parametrize("words", [[], ["--json"]])
@pytest.mark.parametrize("more", [PRESSED, b"?\n", b'["edge", 2', b'["barrier", 9000000000]\n'])
def test_a_log_that_grows_is_judged_as_it_was_looked_over(
    words: list[str], more: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "growing"
    presses = "".join(
        f'["edge", {n}00000000, 5, {n % 2}]\n["barrier", {n}50000000]\n' for n in range(1, 3000)
    )
    path.write_bytes(HEADER + presses.encode())
    expected = ratscrew("edges", *words, path).out
    assert expected.count("\n") > 2000

    class Growing(Terminal):
        def write(self, text: str) -> None:
            with path.open("ab") as file:
                file.write(more)
            super().write(text)

    out = io.StringIO()
    with redirect_stdout(out):
        terminal = Growing(language("en"))
        assert run(["--lang=en", *words, str(path)], terminal) is Status.DONE
    assert out.getvalue() == expected


def test_a_record_is_no_edge_log() -> None:
    ran = process("edges", "-", input=b'{"format": "ratscrew-record", "version": 1}\n')
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"ratscrew: -: line 1: expected")


def test_the_standard_input_is_judged_like_a_file(pressed: Path) -> None:
    ran = process("edges", "--json", "-", input=PRESSED)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode() == ratscrew("edges", "--json", pressed).out


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A sound log with some of it taken away, put in, or turned round."""
    data = bytearray(PRESSED)
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 5, 40])))
        data[start:end] = draw(st.binary(max_size=4))
    return bytes(data)


@given(st.one_of(damaged(), st.binary(max_size=200)), st.booleans())
def test_whatever_the_bytes_it_ends_well(data: bytes, as_json: bool) -> None:
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(data)
    try:
        ended = ratscrew("edges", *(["--json"] if as_json else []), file.name)
    finally:
        Path(file.name).unlink()
    assert ended.status in (0, 2)
    assert ended.err.count("\n") <= 1
    assert (ended.status == 2) == (ended.out == "")
    if as_json:
        assert all(json.loads(line) for line in ended.lines)
