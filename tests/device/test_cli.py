"""The command line: help, version, wrong usage, closed pipes and poor terminals."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from device.cli import VERSION
from device.dispatch import COMMANDS
from game.rules import OPTIONS
from tests.device.games import record
from tests.device.shell import ROOT, process, ratscrew


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
    assert ratscrew("--version") == (0, f"ratscrew {VERSION}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_version_may_be_asked_for_anywhere(command: str) -> None:
    assert ratscrew(command, "--version") == ratscrew("--version")
    assert ratscrew("--seats", "a,b", "--version") == ratscrew("--version")


@pytest.mark.parametrize("words", [["--version"], ["--help"]])
def test_nothing_heavy_is_imported_for_it(words: list[str]) -> None:
    heavy = {"pygame", "argparse", "game.engine", "platformdirs", "json", "importlib.metadata"}
    script = (
        "import sys; from device.cli import main; main(sys.argv[1:]); "
        f"sys.exit(sorted({heavy!r} & set(sys.modules)) or 0)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, *words], cwd=ROOT, capture_output=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_help_names_every_command(lang: str) -> None:
    ended = ratscrew("--help", lang=lang)
    assert (ended.status, ended.err) == (0, "")
    assert all(f"\n  {command} " in ended.out for command in COMMANDS)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str, lang: str) -> None:
    ended = ratscrew(command, "--help", lang=lang)
    assert (ended.status, ended.err) == (0, "")
    assert f"ratscrew {command}" in ended.lines[0]
    assert "--lang" in ended.out


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_line_of_help_is_wider_than_a_terminal(
    command: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = ratscrew(*command.split(), "--help", lang=lang).lines
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line.rstrip() != line] == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_word_of_the_help_is_broken_at_a_hyphen(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command in COMMANDS:
        lines = ratscrew(command, "--help", lang=lang).lines
        assert [line for line in lines if line.endswith("-")] == [], command


def test_the_help_of_play_names_what_can_be_asked_for() -> None:
    out = ratscrew("play", "--help").out
    options = (
        "buttons display seats rules set tempo daily seed deal record "
        "edge-log resume fresh fast lang config"
    )
    assert all(f"--{option}" in out for option in options.split())
    assert all(word in out for word in (*OPTIONS, "Enter", "Q/A"))


def test_help_wins_over_whatever_else_is_asked_for() -> None:
    assert ratscrew("replay", "--help", "nowhere").status == 0
    assert ratscrew("--help").out == ratscrew("-h").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["repaly"], "unknown command repaly; did you mean replay?"),
        (["xyz"], f"unknown command xyz; allowed: {', '.join(COMMANDS)}"),
        (["--sets", "x"], "unknown option --sets; did you mean --seats?"),
        (["--seats"], "--seats needs a value"),
        (["--versoin"], "unknown option --versoin; did you mean --version?"),
        (["replay", "--versoin"], "unknown option --versoin; allowed: --lang, --json, --help, "),
        (["replay"], "replay needs a file"),
        (["replay", "--jsn", "x"], "unknown option --jsn"),
        (["replay", "--json=3", "x"], "--json takes no value"),
        (["edges"], "edges needs one file"),
        (["edges", "a", "b"], "edges needs one file"),
        (["deal"], "deal needs either --seed TEXT or --daily"),
        (["deal", "--seed", "x", "--daily"], "deal needs either"),
        (["deal", "--daily", "--seats", "3"], "--daily and --seats cannot go together"),
        (["deal", "--daily", "2026-02-30"], "date is '2026-02-30'; expected YYYY-MM-DD"),
        (["deal", "--seed", "x", "--seats", "9"], "--seats is '9'; allowed: 2 to 8"),
        (["deal", "--seed", "x", "y"], "y is one word too many"),
        (["deal", "--seed", "a\udcff"], "--seed: 'a\\udcff' is no text"),
        (["play", "--lang", "fr"], "--lang is 'fr'; allowed: de, en"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(words: list[str], told: str) -> None:
    ended = ratscrew(*words)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"ratscrew: {told}")
    assert ended.err.count("\n") == 1


def test_trouble_is_told_in_the_language_asked_for() -> None:
    assert "unbekannter Befehl repaly" in ratscrew("repaly", lang="de").err
    run = process("repaly", environment={"LC_ALL": "de_AT.UTF-8"})
    assert "unbekannter Befehl repaly" in run.stderr.decode()


def test_control_characters_of_a_name_never_reach_the_terminal() -> None:
    ended = ratscrew("replay", "a\x1b[2J\nb")
    assert "\x1b" not in ended.err
    assert ended.err.count("\n") == 1


def test_the_deal_of_a_seed_is_shown_with_its_key() -> None:
    ended = ratscrew("deal", "--seed", "any text", "--seats", "3")
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[0] == "Key: any text"
    assert sum(line.count(suit) for line in ended.lines for suit in "♠♥♦♣") == 52
    assert ratscrew("deal", "--seed", "any text", "--seats", "3") == ended


def test_the_deal_of_a_day_is_the_same_in_every_language() -> None:
    (english,) = ratscrew("deal", "--daily", "2026-11-30", "--json").objects
    (german,) = ratscrew("deal", "--daily", "2026-11-30", "--json", lang="de").objects
    assert english["hands"] == german["hands"]
    assert english["seed"] == "daily/2026-11-30"
    assert english["rules"] == {"preset": "egyptian-war"}
    assert german["seats"] == ["Süd", "West", "Nord", "Ost"]


def test_the_deal_of_today_has_a_date_of_today() -> None:
    ended = ratscrew("deal", "--daily")
    assert ended.status == 0
    assert ended.lines[0].startswith("Key: daily/2")


def test_a_deal_is_a_record_that_can_be_judged(tmp_path: Path) -> None:
    dealt = tmp_path / "deal"
    dealt.write_text(ratscrew("deal", "--seed", "x", "--seats", "5", "--json").out, "utf-8")
    (told,) = ratscrew("replay", "--json", dealt).objects
    assert sorted(told["summary"]["hands"]) == [10, 10, 10, 11, 11]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game"
    path.write_bytes(record())
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise on Windows")
@pytest.mark.parametrize("words", [["--json"], []])
def test_a_reader_who_leaves_early_ends_it_quietly(game: Path, words: list[str]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    run = process("replay", *words, game, stdout=theirs)
    os.close(theirs)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_one_line(game: Path) -> None:
    with open("/dev/full", "wb") as full:
        run = process("replay", game, stdout=full)
    assert run.returncode == 2
    assert run.stderr == b"ratscrew: cannot write: No space left on device\n"


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "utf-8"])
def test_a_poor_terminal_gets_plain_letters(game: Path, coding: str) -> None:
    run = process("--lang=de", "replay", game, environment={"PYTHONIOENCODING": coding})
    assert (run.returncode, run.stderr) == (0, b"")
    assert "legt" in run.stdout.decode(coding)
    json = process("replay", "--json", game, environment={"PYTHONIOENCODING": coding})
    assert json.stdout.decode() == ratscrew("replay", "--json", game).out


def test_letters_that_cannot_be_written_are_the_nearest_there_are() -> None:
    run = process("deal", "--daily", "--lang", "de", environment={"PYTHONIOENCODING": "ascii"})
    assert run.returncode == 0
    assert b"Sued" in run.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise on Windows")
def test_ctrl_c_ends_it_in_one_line() -> None:
    script = """if True:
        import os, signal, sys
        import device.commands.replay
        from device.cli import main
        read, write = os.pipe()
        os.dup2(read, 0)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        sys.exit(main(["replay", "-"]))
    """
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (130, b"")
    assert run.stderr == b"ratscrew: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise on Windows")
def test_closed_streams_are_no_fault(game: Path) -> None:
    words = f"'{sys.executable}' -m device replay --json"
    for line in (f"{words} '{game}' >&- 2>&-", f"{words} - <&- 2>/dev/null; test $? = 2"):
        run = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, check=False)
        assert (run.returncode, run.stderr) == (0, b"")
