"""A display that is opened before all is read and laid: a guess, and the end of a wrong one."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.ahead import Foreseen, foreseen
from device.dispatch import play
from device.language import language
from device.terminal import Terminal
from device.trouble import Status
from tests.device.shell import ROOT

MOST_END_S = 20.0


def guess(*words: str) -> Foreseen | None:
    return foreseen(words, Terminal(language("en")))


@pytest.mark.parametrize(
    "words",
    [
        "--buttons gpio",
        "--patient",
        "--patient --buttons auto",
        "--patient --buttons keys",
        "--patient --buttons script:presses.jsonl",
        "--patient --buttons gpio --display none",
        "--patient --buttons gpio --display moon",
        "--patient --buttons gpio --display oled --simulate",
        "--patient --display --buttons",
    ],
)
def test_who_cannot_tell_does_not_guess(words: str) -> None:
    assert guess(*words.split()) is None


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ("--patient --buttons gpio", "auto"),
        ("--buttons=gpiozero --patient --display=oled", "oled"),
        ("--display hdmi --buttons gpio --patient --display both", "both"),
    ],
)
def test_what_the_words_ask_for_is_on_its_way(words: str, word: str) -> None:
    found = guess(*words.split())
    assert found is not None
    try:
        assert found.word == word
        assert isinstance(found.display.wire.recv(), tuple), "it is looked for, and has a size"
    finally:
        found.display.close()


@pytest.mark.parametrize(
    "more", [("--volume", "9"), ("--seats", "Anna"), ("--config", "/nowhere"), ("--help",)]
)
def test_a_command_that_ends_at_once_leaves_no_display_behind(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    words = ["--patient", "--buttons", "gpio", "--display", "hdmi", "--lang", "en", *more]
    ran = subprocess.run(
        [sys.executable, "-m", "device", "play", *words],
        cwd=ROOT,
        env={"PATH": "/usr/bin", "STATE_DIRECTORY": str(tmp_path), "SDL_VIDEODRIVER": "kmsdrm"},
        capture_output=True,  # until whoever holds them has let them go
        text=True,
        check=False,
        timeout=MOST_END_S,
    )
    assert ran.returncode == (0 if more == ("--help",) else 2), ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (["--patient", "--buttons", "gpio"], ["part", "urge", "play", "calm", "close"]),
        (["--buttons", "gpio"], ["play"]),
    ],
)
def test_whoever_lays_the_table_beside_a_screen_that_opens_is_urgent(
    words: list[str], order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not before the processes part: whoever draws is never urgent."""
    seen: list[str] = []
    display = SimpleNamespace(close=partial(seen.append, "close"))

    def parted(*_asked: object) -> object:
        seen.append("part")
        return SimpleNamespace(display=display)

    def played(*_asked: object) -> Status:
        seen.append("play")
        return Status.DONE

    monkeypatch.setattr("device.ahead.foreseen", parted)
    monkeypatch.setattr("device.dispatch._voice", lambda _words: None)
    monkeypatch.setattr("device.dispatch._played", played)
    monkeypatch.setattr("hal.urgency.urge", partial(seen.append, "urge"))
    monkeypatch.setattr("hal.urgency.calm", partial(seen.append, "calm"))
    assert play(words, Terminal(language("en"))) is Status.DONE
    assert seen == order


def test_next_to_nothing_is_loaded_before_the_processes_part() -> None:
    """Whoever waits for the first picture waits for all of it."""
    said = subprocess.run(
        [sys.executable, "-c", "import sys, device.dispatch, device.ahead; print(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    late = {
        "game.cards",
        "pygame",
        "PIL",
        "device.screens",
        "device.view",
        "device.pictures",
        "hal.oled",
        "hal.wiring",
    }
    assert "hal.apart" in said
    assert not late.intersection(said)
