"""Files, names, numbers and streams that nobody should hand in: one line, a status, no waiting."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.arguments import Arguments
from device.cabling import keep
from device.cabling import read as read_wiring
from device.commands import buttons, deal, doctor, play, wiring
from device.config import read as read_config
from device.language import language
from device.pictures.lettering import Lettering
from device.trouble import Trouble
from device.troubles import Troubles
from game.events import Pause
from game.record import header_line
from hal.wirelist import WiringError
from hal.wirelist import read_wiring as wiring_of
from hal.wiring import default_wiring
from tests.device.playing import header_of
from tests.device.playing import read as read_record
from tests.device.shell import ROOT, Ended, process, ratscrew

EN = language("en")
AT_ONCE_S = 15
"""Nothing here takes so long unless it waits, or reads what has no end."""
FAST = ("play", "--fast", "--seats", "cpu,cpu", "--seed", "x")
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of it")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own."""
    folder = tmp_path / "state"
    folder.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    return folder


def told_once(ended: Ended | subprocess.CompletedProcess[bytes], *words: str) -> None:
    """Status 2, no answer, and one line with these words."""
    if isinstance(ended, subprocess.CompletedProcess):
        ended = Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
    assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1), ended
    assert ended.err.startswith("ratscrew: ")
    assert all(word in ended.err for word in words), ended.err
    assert len(ended.err) < 700


# Files


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


STRANGE = [pipe, endless, folder, nowhere]


@posix
@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ratscrew.toml", (*FAST, "--config", "{folder}")),
        ("wiring.toml", ("wiring", "--config", "{folder}")),
        ("wiring.toml", ("buttons", "--config", "{folder}")),
        ("header", ("play", "--fast", "--deal", "{folder}/header")),
        ("script", ("buttons", "--buttons", "script:{folder}/script")),
        ("script", ("play", "--buttons", "script:{folder}/script")),
    ],
)
def test_what_is_no_file_is_refused_at_once(
    strange: Callable[[Path], None], name: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    strange(tmp_path / name)
    asked = [word.format(folder=tmp_path) for word in words]
    told_once(process(*asked, timeout=AT_ONCE_S), name)


@posix
@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("name", ["settings.json", "wiring.toml"])
def test_what_the_table_keeps_is_left_aside_at_once_if_it_is_no_file(
    strange: Callable[[Path], None], name: str, state: Path
) -> None:
    strange(state / name)
    words = FAST if name == "settings.json" else ("wiring",)
    run = process(*words, timeout=AT_ONCE_S)
    assert run.returncode == 0
    assert run.stdout
    assert run.stderr.count(b"\n") == (strange is not nowhere)


@posix
@pytest.mark.parametrize("option", ["--record", "--edge-log"])
def test_a_pipe_that_nobody_reads_is_told(option: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = ("play", "--display", "none", "--seats", "cpu,cpu", option, tmp_path / "pipe")
    told_once(process(*words, timeout=AT_ONCE_S), "pipe: ")


@posix
def test_a_pipe_that_somebody_writes_to_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(
        ["sh", "-c", '{ sleep 1; cat "$0"; } > "$1"', tmp_path / "deal", tmp_path / "pipe"]
    )
    (tmp_path / "deal").write_text(ratscrew("deal", "--seed", "x", "--json").out, "utf-8")
    run = process("play", "--fast", "--deal", tmp_path / "pipe", timeout=60)
    writer.wait()
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.parametrize("read", [read_config, read_wiring])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{'a.' * 20_000}a = 1", "longer than 16384 bytes"),
        (f"{'a.' * 8000}a = 1", "a line is longer than 1024 bytes"),
        (f"[{'a.' * 8000}a]", "a line is longer than 1024 bytes"),
        (f"{'a.' * 500}a = 1\n" * 1000, "longer than 16384 bytes"),
        ("".join(f"{'a.' * 500}b{n} = 1\n" for n in range(16)), "unknown key a"),
    ],
)
def test_a_list_that_would_take_long_to_read_is_refused(
    read: Callable[..., object], text: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "list"
    path.write_text(text, "utf-8")
    with pytest.raises(Trouble) as raised:
        read(path, EN)
    assert str(raised.value).startswith(f"{path}: ")
    assert told in str(raised.value)


@pytest.mark.parametrize("read", [read_config, read_wiring])
def test_a_number_that_is_too_long_to_be_shown_is_told(
    read: Callable[..., object], tmp_path: Path
) -> None:
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)  # what a line may hold would else be no trouble
    try:
        (tmp_path / "list").write_text(f"a = {'9' * 900}", "utf-8")
        with pytest.raises(Trouble, match="list: "):
            read(tmp_path / "list", EN)
    finally:
        sys.set_int_max_str_digits(most)


@pytest.mark.parametrize(
    "number",
    ["9" * 5000, f"-{'9' * 5000}", f"0x{'f' * 5000}", f"1e{'9' * 5000}", f"[{'9' * 5000}]"],
)
def test_a_number_of_any_length_is_a_wrong_value(number: str) -> None:
    for key in ("slap", "chip", "[timing]\nt_open_ns", "seat", "allow_reserved"):
        with pytest.raises(WiringError):
            wiring_of(f"{key} = {number}")


@pytest.mark.parametrize(
    "key", ["seat x", " ", "", "seat ²", "seat", "seat ", "seat 1", "seat 1 x", "\\u00a0", "a b c"]
)
def test_a_key_of_any_words_is_an_unknown_key(key: str) -> None:
    with pytest.raises(WiringError):
        wiring_of(f'"{key}" = 1')


@pytest.mark.parametrize("read", [read_config, read_wiring])
def test_a_mark_of_utf_8_at_the_start_is_no_fault(
    read: Callable[..., object], tmp_path: Path
) -> None:
    lines = "slap = 5\nflip = 6", "slap = 12\nflip = 13"
    texts = {
        read_config: 'tempo = "fast"\n',
        read_wiring: "".join(f"[[seat]]\n{row}\n" for row in lines),
    }
    found = []
    for start in (b"", b"\xef\xbb\xbf"):
        (tmp_path / "list").write_bytes(start + texts[read].encode())
        found.append(read(tmp_path / "list", EN))
    assert found[0] == found[1]


# Folders


@pytest.mark.parametrize("command", ["play", "wiring", "doctor", "buttons"])
@pytest.mark.parametrize("name", ["nowhere", "file", "file/below", "x" * 300, "a\0b"])
def test_a_folder_that_is_none_is_refused_by_each_command(
    command: str, name: str, tmp_path: Path, state: Path
) -> None:
    (tmp_path / "file").touch()
    keep(state, default_wiring(2), ["what was learned does not hide it"])
    told_once(ratscrew(command, "--config", tmp_path / name), "--config: ")


def test_a_state_directory_that_is_a_file_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from device.journal import Journal
    from device.scribe import Scribe

    (tmp_path / "file").touch()
    told: list[str] = []
    begun = Scribe(tmp_path / "file", None, Troubles(told.append)).begin(header_of(["7S", "7H"]))
    assert not any(isinstance(each, Journal) for each in begun)
    assert told == [f"cannot write {tmp_path / 'file'}: Not a directory"]


@pytest.mark.parametrize("name", [".", "nowhere/f", "x" * 300, "a\0b", "file/f"])
@pytest.mark.parametrize("words", ["play --record", "play --edge-log", "wiring --svg"])
def test_a_file_that_cannot_be_written_is_told_with_its_option(
    words: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    command, option = words.split()
    told_once(ratscrew(command, option, name), f"{option}: {name[:1]}")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["file"]


# Words


def options(described: Arguments) -> Iterator[str]:
    """The options of a command that take a value."""
    yield from described._names
    yield "--lang"


TAKEN = {"play": play, "deal": deal, "wiring": wiring, "buttons": buttons, "doctor": doctor}
VALUES = [
    (command, option)
    for command, module in TAKEN.items()
    for option in options(module.arguments(EN))
]


@pytest.mark.parametrize(("command", "option"), VALUES)
def test_two_dashes_are_no_value(command: str, option: str) -> None:
    told_once(ratscrew(command, f"{option}=--"), f"{option} needs a value")


@pytest.mark.parametrize(("command", "option"), VALUES)
def test_an_empty_value_is_told_with_its_option(command: str, option: str) -> None:
    told_once(ratscrew(command, option, ""), option if option != "--daily" else "date is ''")


@pytest.mark.parametrize("command", ["play", "deal", "wiring"])
def test_an_empty_word_can_be_seen(command: str) -> None:
    told_once(ratscrew(command, ""), "'' is one word too many")


@pytest.mark.parametrize("number", ["1_0", "1_000", "+2", "2.0", "٢", "0x2", "1 0"])
@pytest.mark.parametrize("option", ["burn", "claim_us"])
def test_a_number_is_written_in_digits(option: str, number: str) -> None:
    told_once(ratscrew(*FAST, "--set", f"{option}={number}"), f"{option} is {number!r}")


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u034f", "\u0301", "\u200b", "\ufe0f"])
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    told_once(ratscrew("play", "--seats", f"Anna,{name}"), ascii(name), "cannot be printed")


def test_a_name_with_marks_on_its_letters_is_one() -> None:
    assert ratscrew("play", "--seats", "e\u0301,a", "--set", "burn=9").err.count("burn is 9") == 1


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--record", f"{LONG}/f"], "File name too long"),
        (["--edge-log", LONG], "File name too long"),
        (["--config", LONG], "File name too long"),
        (["--deal", LONG], "File name too long"),
        (["--seats", f"A,{LONG}"], "has 100000 letters; allowed: 20"),
        (["--rules", LONG], "allowed: ratscrew, egyptian-war, party"),
        (["--buttons", f"script:{LONG}"], "is no file that can be read"),
        ([LONG], "is one word too many"),
        (["--set", f"burn={LONG}"], "allowed: 1, 2"),
    ],
)
def test_a_value_of_any_length_leaves_room_for_the_reason(words: list[str], reason: str) -> None:
    told_once(ratscrew("play", *words), reason)


# Names in a record

NAMES = ["a\0b", "a\nb", "\x1b[2J", "\ud800", "\u202e", "\u0301" * 50, "x" * 200_000, ""]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_set(name: str) -> None:
    lettering = Lettering()
    picture = lettering.fit(name, 30, 200, (255, 255, 255))
    assert picture.get_width() <= 200
    assert picture.get_height() <= 60


@pytest.mark.parametrize("name", [name for name in NAMES[:5] if name != "\ud800"])
def test_any_name_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    dealt = tmp_path / "deal"
    header = replace(header_of(["7S 9H", "7H 3C"]), seats=(name, "Ben"))
    dealt.write_text(header_line(header) + "\n", "utf-8")
    ended = ratscrew("play", "--fast", "--deal", dealt)
    assert (ended.status, ended.err) == (0, "")
    assert all(line[:9].strip() and line[9:13] == " s  " for line in ended.lines)
    assert all(line.isprintable() for line in ended.lines)


# Streams and signals


@posix
@pytest.mark.parametrize("out", ["/dev/full", "/dev/null"])
@pytest.mark.parametrize("err", ["/dev/full", "/dev/null"])
@pytest.mark.parametrize("words", [("replay",), ("--version",), ("--help",), FAST])
def test_the_status_is_told_even_where_no_word_can_be(
    words: tuple[str, ...], out: str, err: str
) -> None:
    with open(out, "wb") as told, open(err, "wb") as trouble:
        run = process(*words, stdout=told, stderr=trouble)
    assert run.returncode == (2 if out == "/dev/full" or words == ("replay",) else 0)


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_leads_into_no_file(closed: str, tmp_path: Path) -> None:
    script = """if True:
        import os, sys
        from device.cli import main
        status = main(["play", "--fast", "--seats", "cpu,cpu", "--record", sys.argv[1]])
        with open(sys.argv[2], "w") as file:
            os.write(1, b"an answer")
            os.write(2, b"trouble")
            file.write(f"{status} {file.fileno() > 2}")
    """
    (tmp_path / "script").write_text(script)
    line = (
        f"'{sys.executable}' '{tmp_path / 'script'}' '{tmp_path / 'record'}' '{tmp_path / 'told'}'"
    )
    subprocess.run(
        ["sh", "-c", f"{line} {closed}"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )
    assert (tmp_path / "told").read_text() == "0 True"
    assert read_record(tmp_path / "record")[1]


@posix
def test_ctrl_c_while_it_starts_is_no_fault() -> None:
    script = """if True:
        import builtins, sys
        from device.cli import main
        usual = builtins.__import__
        def pressed(name, *more, **others):
            if name == "device.dispatch":
                raise KeyboardInterrupt
            return usual(name, *more, **others)
        builtins.__import__ = pressed
        sys.exit(main(["--help"]))
    """
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


@posix
@pytest.mark.parametrize("display", ["none", "window"])
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP"])
def test_a_closed_terminal_leaves_the_game_in_a_pause(
    display: str, number: str, tmp_path: Path
) -> None:
    import pty

    record = tmp_path / "record"
    ours, theirs = pty.openpty()
    table = subprocess.Popen(
        [
            *(sys.executable, "-u", "-m", "device", "play", "--seats", "cpu,cpu"),
            *("--display", display, "--record", str(record)),
        ],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "LC_ALL": "C.UTF-8"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    while not record.exists() or record.read_text().count("\n") < 2:
        assert table.poll() is None
    os.close(ours)
    table.send_signal(getattr(signal, number))
    assert table.wait(AT_ONCE_S) == 0
    assert isinstance(read_record(record)[1][-1], Pause)
