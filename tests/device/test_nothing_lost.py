"""What people have is not lost by asking for something else with the same files."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from device.edge_file import EdgeFile
from device.journal import Journal, JournalError
from device.language import language
from device.scribe import DROPPED, JOURNAL, Scribe
from device.trouble import Trouble
from device.troubles import Troubles
from device.unfinished import read_back
from game.events import Flip, Tick
from game.record import LATEST_US, header_line
from tests.device.playing import header_of
from tests.device.shell import ROOT, process, ratscrew

GAME = header_of(["7S 9H", "7H 3C"])


@pytest.fixture(autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other tables of this user keep is no matter."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path_factory.mktemp("state")))


def begun(folder: Path) -> bytes:
    journal = Journal.begin(folder / JOURNAL, GAME)
    journal.append(Flip(500, 0))
    journal.close()
    return (folder / JOURNAL).read_bytes()


def test_a_game_that_is_not_gone_on_with_is_put_aside(tmp_path: Path) -> None:
    kept = begun(tmp_path)
    scribe = Scribe(tmp_path, None, Troubles(print))
    for journal in scribe.begin(GAME):
        journal.close()
    scribe.close()
    assert (tmp_path / DROPPED).read_bytes() == kept
    assert (tmp_path / JOURNAL).read_bytes() != kept


def test_each_damaged_journal_keeps_a_name_of_its_own(tmp_path: Path) -> None:
    told: list[str] = []
    for number in (b"1", b"2", b"3"):
        (tmp_path / JOURNAL).write_bytes(number)
        scribe = Scribe(tmp_path, None, Troubles(told.append))
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
        ("--record", "state/scores.db"),
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


def test_a_game_that_cannot_be_put_aside_under_its_name_gets_another(tmp_path: Path) -> None:
    kept = begun(tmp_path)
    (tmp_path / DROPPED).mkdir()
    scribe = Scribe(tmp_path, None, Troubles(print))
    for journal in scribe.begin(GAME):
        journal.close()
    scribe.close()
    assert (tmp_path / "dropped-game-2.jsonl").read_bytes() == kept


@pytest.mark.parametrize("t_us", [LATEST_US, LATEST_US - 1_000_000, LATEST_US // 2 + 1])
def test_a_game_without_time_left_is_put_aside_and_told(t_us: int, tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / JOURNAL, GAME)
    journal.append(Tick(t_us))
    journal.close()
    kept = (tmp_path / JOURNAL).read_bytes()
    told: list[str] = []
    scribe = Scribe(tmp_path, None, Troubles(told.append))
    assert scribe.unfinished() is None
    scribe.close()
    assert len(told) == 1
    assert f"{t_us} us leave no time" in told[0]
    assert (tmp_path / "damaged-game.jsonl").read_bytes() == kept


# What two tables write


posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")


@posix
def test_two_tables_cannot_write_one_record(tmp_path: Path) -> None:
    first = Journal.begin(tmp_path / "record", GAME)
    first.append(Flip(500, 0))
    before = (tmp_path / "record").read_bytes()
    with pytest.raises(JournalError, match="record: another table writes it"):
        Journal.begin(tmp_path / "record", GAME)
    words = ("play", "--fast", "--seats", "cpu,cpu", "--record", tmp_path / "record")
    run = process(*words)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.endswith(b"record: another table writes it\n")
    assert (tmp_path / "record").read_bytes() == before
    first.append(Flip(600, 1))
    first.close()
    assert (tmp_path / "record").read_bytes().startswith(before)
    assert (tmp_path / "record").read_bytes() != before
    assert [path.name for path in tmp_path.iterdir()] == ["record"]
    Journal.begin(tmp_path / "record", GAME).close()


@posix
def test_of_tables_that_begin_at_the_same_time_one_has_the_record(tmp_path: Path) -> None:
    path = tmp_path / "record"

    def begin(_table: int) -> Journal | None:
        try:
            return Journal.begin(path, GAME)
        except JournalError:
            return None

    for _round in range(20):
        with ThreadPoolExecutor(8) as tables:
            found = [journal for journal in tables.map(begin, range(8)) if journal is not None]
        for journal in found:
            journal.append(Flip(500, 0))
            journal.close()
        assert len(found) == 1
        assert path.read_text().count("\n") == 2
        assert [there.name for there in tmp_path.iterdir()] == ["record"]


@posix
def test_a_second_table_on_the_same_folder_says_so_and_leaves_the_first_alone(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    scribe = Scribe(tmp_path, None, Troubles(told.append))
    journals = scribe.begin(GAME)
    for t_us in range(3):  # as a service that is started again and again
        for journal in journals:
            journal.append(Flip(t_us, 0))
        (tmp_path / "deal").write_text(f"{header_line(GAME)}\n")
        (tmp_path / "script").write_text(
            '{"format":"ratscrew-edges","version":1,"lines":[17],"levels":{"17":0},'
            '"guard_ns":2000000}\n["barrier",50000000]\n'
        )
        words = ("play", "--display", "none", "--buttons", f"script:{tmp_path / 'script'}")
        here = {"STATE_DIRECTORY": str(tmp_path)}
        for more in (("--deal", tmp_path / "deal"), ("--resume",)):
            run = process(*words, *more, environment=here)
            said = run.stderr.decode().splitlines()
            assert run.returncode == 0
            assert [line for line in said if "another table keeps its game in" in line] == said
            assert len(said) == 1
    for journal in journals:
        journal.close()
    scribe.close()
    assert read_back(tmp_path / JOURNAL) == (GAME, [Flip(t_us, 0) for t_us in range(3)])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal", JOURNAL, "script"]
    assert told == []


@posix
def test_two_tables_cannot_write_one_edge_log(tmp_path: Path) -> None:
    log = EdgeFile(tmp_path / "log", print, language("en"))
    log.write("1")
    log.write("2")
    with pytest.raises(Trouble, match="log: another table writes it"):
        EdgeFile(tmp_path / "log", print, language("en"))
    log.close()
    assert (tmp_path / "log").read_text() == "1\n2\n"


# What stands in a file that is to be written


@posix
@pytest.mark.parametrize("bad", ["/dev/full", "folder.new", "pipe"])
def test_an_edge_log_is_not_lost_for_a_game_that_does_not_begin(bad: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n")
    (tmp_path / "folder.new").mkdir()  # in the way of a record named `folder`
    os.mkfifo(tmp_path / "pipe")
    record = {"folder.new": tmp_path / "folder", "pipe": tmp_path / "pipe"}.get(bad, Path(bad))
    words = ("play", "--display", "none", "--seats", "cpu,cpu", "--edge-log", log)
    run = process(*words, "--record", record, timeout=30)
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"cannot write" in run.stderr.splitlines()[-1]
    assert log.read_text() == "before\n"


def test_an_edge_log_begins_anew_with_the_second_line_and_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("before\n" * 10)
    for lines, left in (((), "before\n" * 10), (("1",), "before\n" * 10), (("1", "2"), "1\n2\n")):
        log = EdgeFile(path, print, language("en"))
        for line in lines:
            log.write(line)
        log.close()
        assert path.read_text() == left


@posix
def test_an_edge_log_for_the_output_goes_behind_what_stands_there(tmp_path: Path) -> None:
    out, deal = tmp_path / "out", tmp_path / "deal"
    out.write_text("before\n")
    deal.write_text(header_line(header_of(["7S", "7H"])) + "\n")
    with out.open("a") as stream:
        words = ("play", "--display", "none", "--deal", deal, "--edge-log", "/dev/stdout")
        script = tmp_path / "script"
        script.write_text(
            '{"format":"ratscrew-edges","version":1,"lines":[17],"levels":{"17":0},'
            '"guard_ns":2000000}\n["barrier",50000000]\n'
        )
        run = process(*words, "--buttons", f"script:{script}", stdout=stream)
    assert run.returncode == 0, run.stderr
    assert out.read_text().startswith('before\n{"format": "ratscrew-edges"')


@posix
@pytest.mark.parametrize("there", [None, "before"])
def test_a_picture_that_finds_no_room_leaves_what_was_there(
    there: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "wiring.svg"
    if there is not None:
        path.write_text(there)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    words = ["wiring", "--svg", str(path)]
    run = subprocess.run(
        [sys.executable, "-c", f"{limit}; from device.cli import main; exit(main({words}))"],
        cwd=ROOT,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path / "state"), "LANG": "C"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (run.returncode, run.stdout, run.stderr.count(b"\n")) == (2, b"", 1)
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == (
        [] if there is None else [("wiring.svg", there)]
    )


@posix
def test_a_picture_goes_through_a_link_and_into_a_device(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("picture")
    assert ratscrew("wiring", "--svg", tmp_path / "link").status == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "picture").read_text("utf-8").startswith("<svg")
    run = process("wiring", "--svg", "/dev/full")
    assert (run.returncode, run.stderr) == (2, b"ratscrew: /dev/full: No space left on device\n")
