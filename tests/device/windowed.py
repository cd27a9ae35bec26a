"""A real window on a screen of its own, and somebody in front of it with keys and a mouse."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.scribe import JOURNAL
from game.cpu import Level, drawn, errs, misses
from game.events import Input
from game.record import Header, header_line
from hal import edgeline
from hal.buttons import Batch, Edge
from hal.debounce import Constants
from hal.wiring import Button, default_wiring
from tests.device.playing import header_of, read
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).resolve().parents[2]
COLOURS = 50
"""More than an empty window has."""
PIXELS_FROM = 3232
"""Bytes before the first pixel in the server's file: its header and its colour map."""
PACKAGES = {"Xvfb": "xvfb", "xdotool": "xdotool"}

missing = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
if missing:
    pytest.skip(f"the window needs: apt install {' '.join(missing)}", allow_module_level=True)


class Screen:
    """An X server without a monitor, and somebody in front of it."""

    def __init__(self, folder: Path) -> None:
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24"),
                # A server that resets when its last window closes is not there for the next.
                *("-nolisten", "tcp", "-noreset", "-fbdir", str(folder)),
            ],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            display = f":{told.readline().strip()}"
        self._dump = folder / "Xvfb_screen0"
        self.environment = os.environ | {
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "STATE_DIRECTORY": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONPATH": str(ROOT),
        }
        self.environment.pop("CONFIGURATION_DIRECTORY", None)

    def die(self) -> None:
        """The server ends, as one that crashes."""
        self.server.kill()
        self.server.wait(PATIENCE_S)

    def come_back(self) -> None:
        """Another server takes its place."""
        display = self.environment["DISPLAY"]
        Path(f"/tmp/.X{display[1:]}-lock").unlink(missing_ok=True)
        words = ["-screen", "0", "1600x900x24", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(
            ["Xvfb", display, *words, "-fbdir", str(self._dump.parent)], stderr=subprocess.DEVNULL
        )

    def do(self, *words: object) -> str:
        """What xdotool says."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        return done.stdout.strip()

    def pixels(self) -> bytes:
        """What is to be seen, as the server keeps it (XWD): 4 bytes a pixel."""
        return self._dump.read_bytes()[PIXELS_FROM:]

    def colours(self) -> int:
        """How many colours are to be seen."""
        return len(set(memoryview(self.pixels()[: 1600 * 900 * 4]).cast("I")))

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(PATIENCE_S)


class Player:
    """`python -m device play` in a window, and somebody who plays there."""

    def __init__(self, screen: Screen, folder: Path, *words: str) -> None:
        self.screen, self.record = screen, folder / "record.jsonl"
        self.journal = folder / "state" / JOURNAL
        self._stderr = (folder / "stderr").open("w+")
        self.program = subprocess.Popen(
            [
                *(sys.executable, "-m", "device", "play", "--lang", "en", "--buttons", "keys"),
                *("--record", str(self.record), *words),
            ],
            cwd=ROOT,
            env=screen.environment,
            stdout=subprocess.DEVNULL,
            stderr=self._stderr,
        )
        self.focus()
        few = "--simulate" in words
        until(lambda: screen.colours() > (1 if few else COLOURS), "a picture")

    @property
    def window(self) -> str:
        """Its number; it is another one after F11."""

        def found() -> str:
            if self.program.poll() is not None:
                raise AssertionError(f"the table has ended: {self.ended()}")
            pid = child(self) or self.program.pid
            return self.screen.do("search", "--onlyvisible", "--pid", pid)

        return until(found, "a window").splitlines()[0]

    def focus(self) -> None:
        """Nobody manages the windows here, so the keys must be led to this one."""
        self.screen.do("windowfocus", "--sync", self.window)

    def grown(self, width: int, height: int) -> None:
        """Wait until the window has this size, is painted, and hears keys."""
        until(lambda: self.size == (width, height), f"a window of {width}x{height}")
        self.focus()
        before = b""
        while before != (now := self.screen.pixels()) or self.screen.colours() < COLOURS:
            before = now
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        self.screen.do("key", "--window", "0", *keys)

    def colour(self, x: int, y: int) -> tuple[int, int, int]:
        """What is seen at a place of the picture: red, green, blue."""
        left, top = self.corner
        at = 4 * (1600 * (top + y) + left + x)
        blue, green, red = self.screen.pixels()[at : at + 3]
        return red, green, blue

    def click(self, x: float, y: float) -> None:
        """At a place of the picture."""
        self.screen.do("mousemove", "--window", self.window, round(x), round(y), "click", 1)

    @property
    def size(self) -> tuple[int, int]:
        return self.geometry("WIDTH", "HEIGHT")

    @property
    def corner(self) -> tuple[int, int]:
        """Where its upper left corner is on the screen."""
        return self.geometry("X", "Y")

    def geometry(self, *names: str) -> tuple[int, int]:
        told = self.screen.do("getwindowgeometry", "--shell", self.window).splitlines()
        found = dict(line.split("=") for line in told)
        first, second = (int(found.get(name, 0)) for name in names)
        return first, second

    @property
    def inputs(self) -> list[Input]:
        return read(self.record)[1] if self.record.exists() else []

    def seen(self, kind: type[Input], times: int) -> None:
        """Wait until an input of this kind stands in the record so often."""
        until(
            lambda: sum(isinstance(happened, kind) for happened in self.inputs) >= times,
            f"{times} x {kind.__name__} in {self.inputs}",
        )

    def changed(self, before: bytes) -> bytes:
        """Wait until another picture is to be seen."""
        until(lambda: self.screen.pixels() != before, "another picture")
        return self.screen.pixels()

    def ended(self) -> tuple[int, list[str]]:
        """Wait for the end: its exit status, and what was told of trouble."""
        status = self.program.wait(PATIENCE_S)
        self._stderr.seek(0)
        return status, self._stderr.read().splitlines()

    def stop(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        self._stderr.close()


def children(player: Player) -> list[int]:
    """The processes beside that of the table, the oldest first: of the sound, and of the window."""
    return children_of(player.program.pid)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, the oldest first; one that has ended has none."""
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(each) for each in told.split()]


def child(player: Player) -> int | None:
    """The process of the window, where it has one; beside an OLED that is a child of theirs."""
    found = next(iter(children(player)[1:]), None)
    return found and next(iter(children_of(found)), found)


def quiet(header: Header) -> Header:
    """The same deal with a seed by which the computer at seat 1 never slaps within eight cards."""
    for number in range(100_000):
        seed = f"quiet {number}"
        words = [drawn(seed, 1, shown) for shown in range(9)]
        if not any(errs(word) for word in words) and all(
            misses(words[shown], deep=False) for shown in PAIRS_AT
        ):
            return replace(header, seed=seed)
    raise AssertionError("no such seed")


PAIRS_AT = (2, 6)
"""By so many cards shown a pair lies in the game below."""


def dealt(folder: Path, *hands: str, **rules: Any) -> str:
    header = quiet(header_of(hands, kinds=(None, Level.SLOW), **rules))
    path = folder / "deal.jsonl"
    path.write_text(f"{header_line(header)}\n", "utf-8")
    return str(path)


def pressed(folder: Path, presses: list[tuple[int, Button, int]]) -> Path:
    """An edge log of short presses: the seat, the button, and when in ms."""
    wiring = default_wiring(8)
    levels = dict.fromkeys(wiring.lines, 0)
    told = [edgeline.header_line(edgeline.Header(levels, Constants()))]
    for seat, button, ms in presses:
        line = wiring.line(seat, button)
        edges = [Edge((ms + after) * 1_000_000, line, level) for after, level in ((0, 1), (80, 0))]
        told += edgeline.batch_lines(Batch(tuple(edges), (ms + 200) * 1_000_000))
    script = folder / "edges.jsonl"
    script.write_text("".join(f"{line}\n" for line in told))
    return script
