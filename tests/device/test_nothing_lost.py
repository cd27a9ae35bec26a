"""What people have is not lost by asking for something else with the same files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.journal import Journal, JournalError, read_back
from device.scribe import DROPPED, JOURNAL, Scribe
from game.events import Flip
from tests.device.playing import header_of
from tests.device.shell import ratscrew

GAME = header_of(["7S 9H", "7H 3C"])


def begun(folder: Path) -> bytes:
    journal = Journal.begin(folder / JOURNAL, GAME)
    journal.append(Flip(500, 0))
    journal.close()
    return (folder / JOURNAL).read_bytes()


def test_a_game_that_is_not_gone_on_with_is_put_aside(tmp_path: Path) -> None:
    kept = begun(tmp_path)
    scribe = Scribe(tmp_path, None, print)
    for journal in scribe.begin(GAME):
        journal.close()
    scribe.close()
    assert (tmp_path / DROPPED).read_bytes() == kept
    assert (tmp_path / JOURNAL).read_bytes() != kept


def test_each_damaged_journal_keeps_a_name_of_its_own(tmp_path: Path) -> None:
    told: list[str] = []
    for number in (b"1", b"2", b"3"):
        (tmp_path / JOURNAL).write_bytes(number)
        scribe = Scribe(tmp_path, None, told.append)
        assert scribe.unfinished() is None
        scribe.close()
    kept = [tmp_path / f"damaged-game{number}.jsonl" for number in ("", "-2", "-3")]
    assert [path.read_bytes() for path in kept] == [b"1", b"2", b"3"]
    assert [path.name in line for path, line in zip(kept, told, strict=True)] == [True] * 3


def test_a_journal_that_is_a_pipe_or_endless_is_damage_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zeros").symlink_to("/dev/zero")
    with (tmp_path / "long").open("wb") as file:
        file.truncate(300 << 20)
    for name in ("pipe", "zeros", "long"):
        with pytest.raises(JournalError, match=name):
            read_back(tmp_path / name)


def test_a_record_for_the_output_goes_behind_what_stands_there(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("before\n")
    with out.open("a") as stream:
        words = ("play", "--fast", "--seats", "cpu,cpu", "--record", "/dev/stdout")
        ran = subprocess.run(
            [sys.executable, "-m", "device", *words],
            stdout=stream,
            env=os.environ | {"STATE_DIRECTORY": str(tmp_path / "state"), "LANG": "C"},
            check=False,
            timeout=60,
        )
    assert ran.returncode == 0
    text = out.read_text()
    assert text.startswith('before\n{"format":"ratscrew-record"')
    assert "wins" in text


@pytest.mark.parametrize(
    "words",
    [
        ("--record", "f", "--edge-log", "f"),
        ("--record", "f", "--edge-log", "./f"),
        ("--buttons", "script:f", "--edge-log", "f"),
        ("--deal", "f", "--record", "f"),
        ("--record", "state/game.jsonl"),
    ],
)
def test_one_file_has_one_use(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    kept = begun(tmp_path / "state")
    (tmp_path / "f").write_bytes(kept)
    ended = ratscrew("play", *words)
    assert (ended.status, "the same file" in ended.err) == (2, True)
    assert (tmp_path / "f").read_bytes() == kept
    assert (tmp_path / "state" / JOURNAL).read_bytes() == kept
