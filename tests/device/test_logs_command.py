"""`ratscrew logs`: what is noted down, and one file for support without anything secret."""

import io
import json
import os
import zipfile
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from device.archive import CONTENTS, MOST_BYTES, MOST_RECORDS, write_new
from device.commands import logs
from device.config import learn
from device.folders import FILE
from device.language import language
from device.last_edges import BEFORE, NEWEST
from device.machine import this_machine
from device.scribe import JOURNAL, LAST
from device.terminal import Terminal
from device.trouble import Status, Trouble
from device.waiting import WAITING
from tests.device.evenings import NAMES, pair_of
from tests.device.shell import process, ratscrew

NOW = datetime(2026, 11, 30, 7, 12, 5, tzinfo=UTC)
NAME = "ratscrew-20261130-071205.zip"
SECRET = "hunter2"


class Ended(NamedTuple):
    status: Status
    out: str
    err: str


class Here:
    """A machine in a folder; its state is in `state`, what people wrote in `people`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "root"
        self.state, self.people = folder / "state", folder / "people"
        for each in (self.root, self.state, self.people):
            each.mkdir()
        (folder / "run").mkdir()
        self.environment = {
            "RUNTIME_DIRECTORY": str(folder / "run"),
            "STATE_DIRECTORY": str(self.state),
            "CONFIGURATION_DIRECTORY": str(self.people),
            "RATSCREW_PASSWORD": SECRET,
        }
        self.machine = replace(
            this_machine(self.environment),
            root=self.root,
            silent=lambda device: None,
            said=lambda words: "ratscrew: no sound: gone" if words[0] == "journalctl" else "",
        )

    def run(self, *words: str | Path, code: str = "en") -> Ended:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            terminal = Terminal(language(code))
            status = logs.run(
                [str(word) for word in words],
                terminal, "0.1.0", lambda: NOW, self.environment, self.machine,
            )  # fmt: skip
        return Ended(status, out.getvalue(), err.getvalue())

    def exported(self, *words: str | Path) -> Mapping[str, str]:
        path = self.folder / "out.zip"
        assert self.run("--export", path, *words).status is Status.DONE
        return unpacked(path)

    def stick(self, name: str) -> Path:
        """A stick that the system has mounted."""
        mounts = self.root / "proc" / "self" / "mounts"
        mounts.parent.mkdir(parents=True, exist_ok=True)
        before = mounts.read_text() if mounts.exists() else "proc /proc proc rw 0 0\n"
        escaped = name.replace(" ", "\\040")
        mounts.write_text(f"{before}/dev/sda1 {escaped} vfat rw,nosuid 0 0\n")
        folder = self.root / name.lstrip("/")
        folder.mkdir(parents=True)
        return folder


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


def unpacked(path: Path) -> Mapping[str, str]:
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_everything_that_support_asks_for_is_in_it(here: Here) -> None:
    record = pair_of(("Anna", "Ben"))
    (here.state / LAST).write_bytes(record)
    (here.state / JOURNAL).write_bytes(record)
    (here.state / "edges.jsonl").write_text("{}\n")
    for number, name in enumerate((NEWEST, BEFORE)):
        (here.folder / "run" / name).write_text(f"{number}\n")
    (here.people / FILE).write_text('lang = "de"\n')
    learn(here.state, volume=20)
    (here.folder / "far.jsonl").write_text("[1]\n")
    packed = here.exported("--add", here.folder / "far.jsonl", "--add", here.folder / "far.jsonl")
    assert packed["about.txt"].startswith("ratscrew 0.1.0\nexported 2026-11-30 07:12:05 UTC\n")
    assert "ok" in packed["doctor.txt"]
    assert packed["service.txt"] == "ratscrew: no sound: gone\n"
    assert packed[f"games/{LAST}"].encode() == packed[f"games/{JOURNAL}"].encode() == record
    assert packed["games/edges.jsonl"] == "{}\n"
    assert (packed[f"edges/{NEWEST}"], packed[f"edges/{BEFORE}"]) == ("0\n", "1\n")
    assert packed[f"people/{FILE}"] == 'lang = "de"\n'
    assert json.loads(packed["table/settings.json"]) == {"volume": 20}
    assert packed["added/1-far.jsonl"] == packed["added/2-far.jsonl"] == "[1]\n"
    assert "names of players" in packed[CONTENTS].splitlines()[0]
    assert all(name in packed[CONTENTS] for name in packed if name != CONTENTS)


def test_the_edge_logs_of_a_service_are_found_from_elsewhere(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    del here.environment["RUNTIME_DIRECTORY"]
    assert not [name for name in here.exported() if name.startswith("edges/")]
    (here.folder / "out.zip").unlink()
    monkeypatch.setattr("device.folders.RUN_OF_TABLE", here.folder / "run")
    (here.folder / "run" / NEWEST).write_text("[1]\n")
    assert here.exported()[f"edges/{NEWEST}"] == "[1]\n"


@pytest.mark.parametrize("of", ["RUNTIME_DIRECTORY", "STATE_DIRECTORY"])
def test_a_folder_that_cannot_be_looked_into_is_named_with_its_reason(here: Here, of: str) -> None:
    here.environment[of] = str(here.folder / ("x" * 300))
    shown = here.run()
    assert (shown.status, shown.err) == (Status.DONE, "")
    assert "         ?  " in shown.out
    assert "left out: " in here.exported()[CONTENTS]


def test_an_empty_table_has_an_archive_too(here: Here) -> None:
    assert set(here.exported()) == {CONTENTS, "about.txt", "doctor.txt", "service.txt"}


def test_no_secret_is_in_it(here: Here) -> None:
    """Nothing of the environment, nothing behind a link, nothing that is no record."""
    outside = here.folder / "shadow"
    outside.write_text(SECRET)
    (here.state / "link.jsonl").symlink_to(outside)
    (here.state / "settings.json").symlink_to(outside)
    for name in ("wpa_supplicant.conf", "ssh_host_rsa_key", "scores.sqlite3"):
        (here.state / name).write_text(SECRET)
        (here.people / name).write_text(SECRET)
    (here.root / "etc").mkdir()
    (here.root / "etc" / "wpa_supplicant.conf").write_text(SECRET)
    packed = here.exported()
    assert not [name for name, text in packed.items() if SECRET in text]
    assert not [name for name in packed if "link" in name or "table/" in name]


def test_of_many_records_the_newest_go_in(here: Here) -> None:
    for number in range(MOST_RECORDS + 5):
        path = here.state / f"dropped-{number:03}.jsonl"
        path.write_text("{}\n")
        os.utime(path, (number, number))
    games = [name for name in here.exported() if name.startswith("games/")]
    assert len(games) == MOST_RECORDS
    assert "games/dropped-004.jsonl" not in games
    assert "games/dropped-005.jsonl" in games


def test_many_records_keep_no_waiting_game_out(here: Here) -> None:
    waiting = here.state / WAITING
    waiting.mkdir()
    (waiting / "game-1.jsonl").write_text("{}\n")
    for number in range(MOST_RECORDS):
        (here.state / f"dropped-{number:03}.jsonl").write_text("{}\n")
    assert f"games/{WAITING}/game-1.jsonl" in here.exported()


def test_what_is_too_long_or_no_file_is_left_out_and_named(here: Here) -> None:
    with (here.state / "long.jsonl").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    os.mkfifo(here.state / "pipe.jsonl")
    packed = here.exported()
    assert f"games/long.jsonl: left out: longer than {MOST_BYTES} bytes" in packed[CONTENTS]
    assert not [name for name in packed if name.startswith("games/")]


def test_without_a_file_it_goes_to_the_folder_of_the_table(here: Here) -> None:
    ended = here.run("--export")
    path = here.state / "exports" / NAME
    assert (ended.status, ended.out, ended.err) == (Status.DONE, f"{path}: written\n", "")
    assert "about.txt" in unpacked(path)


def test_a_stick_that_is_in_goes_first_the_last_one_before_others(here: Here) -> None:
    here.stick("/media/anna/OLD")
    stick = here.stick("/run/media/anna/MY STICK")
    assert here.run("--export").out == f"{stick / NAME}: written\n"
    assert not (here.state / "exports").exists()


def test_a_stick_that_cannot_be_written_is_told_and_the_table_keeps_the_file(here: Here) -> None:
    stick = here.stick("/media/anna/FULL")
    stick.rmdir()
    stick.write_text("no folder")
    ended = here.run("--export")
    assert ended.out == f"{here.state / 'exports' / NAME}: written\n"
    assert str(stick / NAME) in ended.err
    assert "Not a directory" in ended.err


@pytest.mark.parametrize(
    "mount",
    [
        "/dev/sda1 /media/anna/RO vfat ro,nosuid 0 0",
        "tmpfs /media/anna/RO tmpfs rw 0 0",
        "/dev/sda1 /mnt/RO vfat rw 0 0",
        "/dev/sda1",
        "",
    ],
)
def test_what_is_no_stick_is_not_taken_for_one(here: Here, mount: str) -> None:
    folder = here.stick("/media/anna/RO")
    (here.root / "proc" / "self" / "mounts").write_text(f"{mount}\n")
    here.run("--export")
    assert list(folder.iterdir()) == []


def test_nothing_is_ever_replaced(here: Here) -> None:
    path = here.folder / "mine.zip"
    path.write_text("mine")
    with pytest.raises(Trouble, match=r"mine\.zip is there already, and nothing is replaced"):
        here.run("--export", path)
    assert path.read_text() == "mine"
    path.unlink()
    path.symlink_to(here.folder / "nowhere")
    with pytest.raises(Trouble, match="is there already"):
        here.run("--export", path)
    assert not (here.folder / "nowhere").exists()
    here.run("--export")
    with pytest.raises(Trouble, match="cannot be written: File exists"):
        here.run("--export")


def test_a_file_that_could_not_be_written_whole_is_not_there(tmp_path: Path) -> None:
    code = (
        "import resource, sys; from pathlib import Path; from device.archive import write_new;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"write_new(Path({str(tmp_path / 'a.zip')!r}), bytes(5000))"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert b"File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []
    write_new(tmp_path / "a.zip", b"all")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a.zip", b"other")
    assert (tmp_path / "a.zip").read_bytes() == b"all"


def test_without_export_it_lists_what_there_is(here: Here) -> None:
    assert "nothing yet in" in here.run().out
    (here.state / LAST).write_bytes(pair_of(NAMES[:2]))
    size = (here.state / LAST).stat().st_size
    rows = here.run().out.splitlines()
    assert rows[0].split() == [str(size), "B", str(here.state / LAST)]
    assert rows[-1].endswith("ratscrew logs --export")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--export", ""], "--export needs a value"),
        (["--export", "no/such/out.zip"], "--export: no/such/out.zip: there is no such folder"),
        (["--export", "/"], "--export: /: is a folder"),
        (["--export", "/dev/full"], "--export: /dev/full is there already"),
        (["--add", "README.md"], "--add goes with --export only"),
        (
            ["--export", "x.zip", "--add", "none.jsonl"],
            "--add: none.jsonl: cannot be read: No such",
        ),
        (["--export", "x.zip", "--add", "/dev/zero"], "--add: /dev/zero: cannot be read: not a"),
        (["--export", "x.zip", "--add", "."], "--add: .: cannot be read: Is a directory"),
        (["--export", "x.zip", "--add", ""], "--add needs a value"),
        (["--exprt"], "unknown option --exprt"),
        (["extra"], "extra is one word too many"),
        (["--config", "none"], "--config: none is no folder"),
    ],
)
def test_bad_words_are_told_in_one_line_with_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    ended = ratscrew("logs", *words)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"ratscrew: {told}")
    assert ended.err.count("\n") == 1
    assert not Path("x.zip").exists()


def test_the_command_writes_a_file_on_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    environment = {"STATE_DIRECTORY": str(tmp_path / "state"), "RATSCREW_PASSWORD": SECRET}
    ended = process("logs", "--export", path, "--lang", "de", environment=environment)
    assert ended.returncode == 0, ended.stderr
    packed = unpacked(path)
    assert "Namen" in packed[CONTENTS]
    assert not [name for name, text in packed.items() if SECRET in text]


def test_a_stranger_machine_is_told_of_as_far_as_it_can_be(here: Here) -> None:
    (here.root / "etc").mkdir()
    (here.root / "etc" / "os-release").write_text('ID=debian\nPRETTY_NAME="Debian 13 (trixie)"\n')
    here.machine = replace(here.machine, said=lambda _words: "")
    packed = here.exported()
    assert "system Debian 13 (trixie)\nkernel ?\nmachine ?\n" in packed["about.txt"]
    assert "service.txt" not in packed
