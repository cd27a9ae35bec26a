"""What a game is opened with: a script, an edge log, a demonstration; and what is in the way."""

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from device.drawer import Deed, Drawer, Sheet, opened
from device.household import caretaker_of
from device.language import language
from device.opening import play
from device.options import PlayOptions, SeatPlan
from device.terminal import Terminal
from device.trial import Trial
from device.trouble import Status, Trouble
from game.cpu import Level
from game.events import Flip, Slap, Tick
from game.rules import Rules
from hal.buttons import ButtonEvent, Kind
from hal.debounce import Constants
from hal.edgeline import Header, header_line
from hal.edgelog import EdgeLog, judge
from hal.wiring import Button, default_wiring
from tests.device.playing import header_of, judged, read
from tests.waiting import until

LINE = {seat_button: line for line, seat_button in default_wiring(8).buttons().items()}
DEAL = header_of(["7S", "7H"])
MS = 1_000_000


def here() -> Terminal:
    return Terminal(language("en"))


def options(folder: Path, **more: object) -> PlayOptions:
    people = tuple(SeatPlan(name) for name in DEAL.seats)
    asked = PlayOptions(
        people, Rules(), Level.FAST, folder / "state", display="none", deal=DEAL,
        record=folder / "record.jsonl",
    )  # fmt: skip
    return replace(asked, **more)  # type: ignore[arg-type]


def script(folder: Path, *edges: tuple[float, int, int], lines: tuple[int, ...] = ()) -> str:
    """An edge log of these edges, at times in ms."""
    wired = lines or tuple(LINE.values())
    told = [header_line(Header(dict.fromkeys(wired, 0), Constants()))]
    told += [json.dumps(["edge", round(ms * MS), line, level]) for ms, line, level in edges]
    path = folder / "script.jsonl"
    path.write_text("\n".join([*told, ""]), "utf-8")
    return f"script:{path}"


def test_a_button_that_is_down_at_the_start_is_told_and_not_heard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay = LINE[0, Button.FLIP]
    levels = dict.fromkeys(LINE.values(), 0) | {lay: 1}
    told = [header_line(Header(levels, Constants()))]
    told += [json.dumps(["edge", ms * MS, lay, level]) for ms, level in ((50, 0), (200, 1))]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join([*told, ""]), "utf-8")
    play(options(tmp_path, buttons=f"script:{path}"), here())
    expected = "ratscrew: pressed already, and not heard until let go: GPIO18 (pin 12)\n"
    assert capsys.readouterr().err == expected
    flips = [
        happened for happened in read(tmp_path / "record.jsonl")[1] if isinstance(happened, Flip)
    ]
    assert [flip.t_us for flip in flips] == [150_000]  # a script begins with its first edge


def test_a_script_is_played_live_to_its_last_press(tmp_path: Path) -> None:
    lay, slap = LINE[0, Button.FLIP], LINE[1, Button.SLAP]
    pressed = [(0, lay, 1), (0.2, lay, 0), (0.4, lay, 1), (80, lay, 0)]
    pressed += [(400, LINE[1, Button.FLIP], 1), (480, LINE[1, Button.FLIP], 0), (700, slap, 1)]
    asked = options(tmp_path, buttons=script(tmp_path, *pressed))
    assert play(asked, here()) is Status.DONE
    header, inputs = read(tmp_path / "record.jsonl")
    assert [type(happened).__name__ for happened in inputs] == [
        "Flip", "Shown", "Flip", "Shown", "Slap", "Tick"
    ]  # fmt: skip
    pressed_us = [happened.t_us for happened in inputs if isinstance(happened, Flip | Slap)]
    assert pressed_us == [0, 400_000, 700_000]
    state, _ = judged(header, inputs)
    assert state.over is not None
    assert state.over.winner == 1
    assert isinstance(inputs[-1], Tick)


def test_the_edge_log_of_a_game_gives_its_presses_again(tmp_path: Path) -> None:
    lay = LINE[0, Button.FLIP]
    log = tmp_path / "edges.jsonl"
    asked = options(tmp_path, buttons=script(tmp_path, (50, lay, 1), (130, lay, 0)), edge_log=log)
    assert play(asked, here()) is Status.DONE
    with log.open("rb") as lines:
        press, *_ = judge(EdgeLog(lines))
    assert isinstance(press, ButtonEvent)
    assert (press.kind, press.line) == (Kind.PRESS, lay)


def test_a_full_disk_for_the_edge_log_is_told_once_and_the_game_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay = LINE[0, Button.FLIP]
    asked = options(
        tmp_path, buttons=script(tmp_path, (50, lay, 1), (130, lay, 0)), edge_log=Path("/dev/full")
    )
    assert play(asked, here()) is Status.DONE
    assert capsys.readouterr().err == "ratscrew: /dev/full: No space left on device\n"
    assert [type(happened).__name__ for happened in read(tmp_path / "record.jsonl")[1]] == [
        "Flip", "Shown", "Pause"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1"),
        (b"\xff\xfe\x00", "line 1"),
        (b'{"format": "ratscrew-record", "version": 1}\n', "line 1"),
        (b"[" * 100_000, "line 1"),
        (b'HEADER\n["edge", -1, 17, 1]\n', "line 2"),
        (b'HEADER\n["edge", 1, 99, 1]\n', "line 2"),
        (b'HEADER\nnonsense\n["barrier", 5]\n', "line 2"),
    ],
)
def test_a_hostile_script_is_one_line_of_trouble(tmp_path: Path, content: bytes, told: str) -> None:
    first = header_line(Header(dict.fromkeys(LINE.values(), 0), Constants())).encode()
    path = tmp_path / "script.jsonl"
    path.write_bytes(content.replace(b"HEADER", first))
    with pytest.raises(Trouble, match=told) as trouble:
        play(options(tmp_path, buttons=f"script:{path}"), here())
    assert "\n" not in str(trouble.value)
    assert len(str(trouble.value)) < 400
    assert trouble.value.status is Status.USAGE


def test_a_script_of_another_table_is_told(tmp_path: Path) -> None:
    asked = options(tmp_path, buttons=script(tmp_path, (5, 99, 1), lines=(17, 99)))
    with pytest.raises(Trouble, match="line 99 is no button of this table"):
        play(asked, here())


def test_a_script_that_is_no_file_is_told(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "missing"):
        with pytest.raises(Trouble, match=str(tmp_path)):
            play(options(tmp_path, buttons=f"script:{name}"), here())


COMPUTERS = tuple(SeatPlan(name, Level.FAST) for name in DEAL.seats)


def test_without_a_picture_computers_show_how_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(options(tmp_path, seats=COMPUTERS), here()) is Status.DONE
    header, inputs = read(tmp_path / "record.jsonl")
    assert header.more["kinds"] == ["cpu:fast", "cpu:fast"]
    assert judged(header, inputs)[0].over is not None
    assert "Anna lays 7♠" in capsys.readouterr().out
    assert not (tmp_path / "state").exists()


def test_a_person_who_could_not_press_anything_is_told(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="Anna cannot press anything"):
        play(options(tmp_path), here())


def test_a_fast_game_says_the_same_and_its_record_ends_as_it_did(tmp_path: Path) -> None:
    computers = tuple(SeatPlan(name, Level.FAST) for name in "ABC")
    asked = options(tmp_path, seats=computers, deal=None, seed="fast", fast=True)
    assert play(asked, here()) is Status.DONE
    state, _ = judged(*read(tmp_path / "record.jsonl"))
    assert state.over is not None


def test_a_record_that_cannot_be_written_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot write /dev/full"):
        play(options(tmp_path, seats=COMPUTERS, record=Path("/dev/full")), here())


@pytest.mark.parametrize("screen", ["none", "auto"])
def test_a_demonstration_in_words_makes_no_sound(tmp_path: Path, screen: str) -> None:
    folders = {"STATE_DIRECTORY": str(tmp_path), "CONFIGURATION_DIRECTORY": str(tmp_path)}
    blind = {"LANG": "C", "SDL_VIDEODRIVER": "none that is here", "SDL_AUDIODRIVER": "nor this"}
    words = ("play", "--display", screen, "--buttons", "keys", "--seats", "cpu,cpu", "--fresh")
    table = subprocess.Popen(
        [sys.executable, "-u", "-m", "device", *words],
        env=os.environ | folders | blind,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert table.stdout is not None
    while "lays" not in table.stdout.readline():
        assert table.poll() is None
    children = Path(f"/proc/{table.pid}/task/{table.pid}/children").read_text()
    table.terminate()
    assert (children, table.communicate(timeout=20)[1], table.returncode) == ("", "", 0)


def test_without_a_window_the_signal_to_end_is_obeyed_at_once(tmp_path: Path) -> None:
    words = ("play", "--display", "none", "--seats", "cpu,cpu", "--record", str(tmp_path / "r"))
    table = subprocess.Popen(
        [sys.executable, "-u", "-m", "device", *words],
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path), "LANG": "C"},
        stdout=subprocess.PIPE,
    )
    assert table.stdout is not None
    assert table.stdout.readline()  # it plays
    table.terminate()
    assert table.wait(10) == 0
    table.stdout.close()
    assert (tmp_path / "r").read_text().endswith(',"pause"]\n')


def test_the_table_has_its_file_for_support_written_by_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of this machine, unless a stick is in; wherever the table was started."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    wiring = default_wiring(2)
    keeper = caretaker_of(
        PlayOptions((), Rules(), Level.NORMAL, tmp_path), Trial(wiring, Constants())
    )
    drawer = replace(opened(Sheet.ABOUT, 0, 2), deed=Deed.WANTED)
    drawer = keeper.turn(drawer, drawer, language("de"))
    assert drawer.deed is Deed.UNDER_WAY

    def ended() -> Drawer | None:
        found = keeper.look(drawer)
        return None if found.deed is Deed.UNDER_WAY else found

    drawer = until(ended, "the end of its errand", patience_s=40)
    assert drawer.deed is Deed.DONE, drawer.told
    path = Path(drawer.told.partition(": ")[0])
    assert drawer.told == f"{path}: geschrieben"
    assert zipfile.is_zipfile(path)
    path.unlink()
