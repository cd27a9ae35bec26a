"""The table as a service: it is overseen, needs no display, and ends when it is told to."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select

import pytest

from game.events import Pause, Shown
from hal.wiring import Button
from tests.device.playing import read
from tests.device.windowed import COLOURS, ROOT, Screen, dealt, pressed
from tests.waiting import until

MOST_END_S = 1.0
"""From the signal to end until the table has ended."""
BEAT_S = 1.0


class Service:
    """`ratscrew play` with an overseer who listens, in front of `screen`."""

    def __init__(self, folder: Path, environment: dict[str, str], *words: str) -> None:
        self.ears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.ears.bind(str(folder / "notify"))
        self.ears.setblocking(False)
        self.heard: list[str] = []
        self.record = folder / "record.jsonl"
        self._said = folder / "said"
        self.folder = folder
        flips = [(0, Button.FLIP, ms) for ms in range(500, 60_000, 500)]
        more = ["--buttons", f"script:{pressed(folder, flips)}", "--record", str(self.record)]
        deal = ["--deal", dealt(folder, "2S 4S 6S", "3H 5H 7H")]
        with self._said.open("w") as said:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "device", "play", "--lang", "en", *more, *deal, *words],
                cwd=ROOT,
                env=environment | {"NOTIFY_SOCKET": self.ears.getsockname()},
                stdout=said,
                stderr=said,
            )

    def listen(self) -> list[str]:
        """All words of the overseer's so far."""
        try:
            while True:
                self.heard += self.ears.recv(4096).decode().split("\n")
        except BlockingIOError:
            return self.heard

    def said(self) -> str:
        return self._said.read_text()

    def shown(self) -> int:
        inputs = read(self.record)[1] if self.record.exists() else []
        return sum(isinstance(happened, Shown) for happened in inputs)

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        self.ears.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    services: list[Service] = []

    def begin(environment: dict[str, str], *words: str) -> Service:
        services.append(Service(tmp_path, environment, *words))
        return services[-1]

    yield begin
    for service in services:
        service.close()


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    opened = Screen(tmp_path)
    yield opened
    opened.close()


def test_a_table_is_ready_when_its_loop_comes_round_and_says_that_it_lives(
    serve: Callable[..., Service], screen: Screen
) -> None:
    service = serve(screen.environment, "--display", "window")
    until(lambda: "READY=1" in service.listen(), "readiness")
    assert "STATUS=seats: 8, buttons: script:" in "".join(service.heard)
    until(lambda: service.listen().count("WATCHDOG=1") > 2, "signs of life")
    service.program.send_signal(signal.SIGTERM)
    assert service.program.wait(20) == 0
    assert service.listen()[-1] == "STOPPING=1"
    assert service.heard.count("READY=1") == 1


def test_a_loop_that_hangs_gives_no_sign_of_life(
    serve: Callable[..., Service], screen: Screen
) -> None:
    service = serve(screen.environment, "--display", "window")
    until(lambda: "READY=1" in service.listen(), "readiness")
    service.program.send_signal(signal.SIGSTOP)
    until(lambda: state_of(service.program.pid) == "T", "a table that stands still")
    service.listen()
    service.heard.clear()
    assert not select([service.ears], [], [], 2.5 * BEAT_S)[0]
    service.program.send_signal(signal.SIGCONT)
    until(lambda: "WATCHDOG=1" in service.listen(), "a sign of life")


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_without_a_display_it_is_ready_plays_on_and_finds_one_that_comes_later(
    serve: Callable[..., Service], tmp_path: Path
) -> None:
    first = Screen(tmp_path)
    # A number that no other test is given: they get the lowest that is free.
    number = f":{1000 + os.getpid() % 50_000}"
    environment = first.environment | {"DISPLAY": number}
    first.close()
    service = serve(environment, "--display", "window", "--patient")
    until(lambda: "READY=1" in service.listen(), "readiness")
    until(lambda: service.shown() > 0, "cards that nobody sees")
    assert "display HDMI: no display server" in service.said()
    assert "it is looked for every few seconds" in service.said()
    server = subprocess.Popen(
        ["Xvfb", number, "-screen", "0", "1600x900x24", "-noreset", "-fbdir", str(tmp_path)],
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: "display HDMI: it is there" in service.said(), "a line about it")
        until(lambda: first.colours() > COLOURS, "a picture")
        service.program.send_signal(signal.SIGTERM)
        assert service.program.wait(20) == 0
    finally:
        server.kill()
        server.wait()
    assert service.said().count("looked for") == 1


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="here is an I2C bus")
@pytest.mark.parametrize("word", ["auto", "both", "oled", "hdmi"])
def test_with_nothing_to_look_at_it_goes_on_all_the_same(
    serve: Callable[..., Service], word: str, tmp_path: Path
) -> None:
    usual = {name: told for name, told in os.environ.items() if name != "DISPLAY"}
    nowhere = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_AUDIODRIVER": "dummy"}
    folders = {"STATE_DIRECTORY": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path)}
    service = serve(usual | nowhere | folders, "--display", word, "--patient")
    until(lambda: service.shown() > 0, "cards that nobody sees")
    looked_for = {"HDMI": word != "oled", "OLED": word != "hdmi"}
    for name in (name for name, is_looked_for in looked_for.items() if is_looked_for):
        until(lambda name=name: f"display {name}: " in service.said(), f"a line about the {name}")
    for name, is_looked_for in looked_for.items():
        assert (f"display {name}: " in service.said()) is is_looked_for
    service.program.send_signal(signal.SIGTERM)
    assert service.program.wait(20) == 0


@pytest.mark.parametrize("display", ["none", "window", "blind"])
def test_it_ends_within_a_second_and_keeps_the_game(
    serve: Callable[..., Service], screen: Screen, display: str
) -> None:
    words = {"none": ["--display", "none"], "window": ["--display", "window"]}
    blind = ["--display", "oled", "--patient"]
    service = serve(screen.environment, *words.get(display, blind))
    until(lambda: service.shown() > 0, "a card")
    at = time.monotonic()
    service.program.send_signal(signal.SIGTERM)
    assert service.program.wait(20) == 0
    took_s = time.monotonic() - at
    inputs = read(service.record)[1]
    assert isinstance(inputs[-1], Pause)
    assert read(service.folder / "state" / "game.jsonl")[1] == inputs
    assert took_s < MOST_END_S
