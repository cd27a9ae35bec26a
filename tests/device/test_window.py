"""The real window: real keys, a real mouse, real pictures, through whole short games.

Every test has an X server of its own. Nothing sleeps for a fixed time: each step waits until what
it expects is there.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from game.events import Flip, Input, Pause, Resume, Shown, Slap
from game.record import Header, header_line
from tests.device.playing import header_of, judged, read

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0
PACKAGES = {"Xvfb": "xvfb", "xdotool": "xdotool"}
FoundT = TypeVar("FoundT")

missing = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
if missing:
    pytest.skip(f"the window needs: apt install {' '.join(missing)}", allow_module_level=True)


def until(found: Callable[[], FoundT | None], what: str, patience_s: float = PATIENCE_S) -> FoundT:
    """Wait until something is there."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"not within {patience_s} s: {what}")


class Screen:
    """An X server without a monitor, and somebody in front of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24", "-nolisten", "tcp"],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            self.display = f":{told.readline().strip()}"
        self.environment = os.environ | {
            "DISPLAY": self.display,
            "SDL_VIDEODRIVER": "x11",
            "RATSCREW_STATE": str(folder / "state"),
            "XDG_STATE_HOME": str(folder / "xdg-state"),
            "XDG_CONFIG_HOME": str(folder / "xdg-config"),
            "LC_ALL": "en_GB.UTF-8",
            "PYTHONPATH": str(ROOT),
        }
        for name in ("WAYLAND_DISPLAY", "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY"):
            self.environment.pop(name, None)
        self._title = "^Ratscrew$"

    def do(self, *words: object) -> str:
        """What xdotool says."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.environment, capture_output=True, text=True, check=False, timeout=10,
        )  # fmt: skip
        return done.stdout.strip()

    def window(self) -> str:
        """The window, once it can be seen."""
        return until(
            lambda: self.do("search", "--onlyvisible", "--name", self._title), "a window"
        ).splitlines()[0]

    def size(self) -> tuple[int, int]:
        found = dict(
            line.split("=")
            for line in self.do("getwindowgeometry", "--shell", self.window()).splitlines()
        )
        return int(found["WIDTH"]), int(found["HEIGHT"])

    def click(self, x: float, y: float) -> None:
        """At a place of the window, in parts of its width and height."""
        width, height = self.size()
        self.do(
            *("mousemove", "--window", self.window(), round(x * width), round(y * height)),
            *("click", 1),
        )

    def picture(self) -> bytes:
        """What is to be seen, as raw pixels of 4 bytes."""
        import pygame  # the same library that shows pictures reads this one

        target = self._folder / "seen.png"
        subprocess.run(
            ["import", "-silent", "-window", "root", str(target)],
            env=self.environment, check=True, timeout=20,
        )  # fmt: skip
        return pygame.image.tobytes(pygame.image.load(target), "RGB")

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(10)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    opened = Screen(tmp_path)
    yield opened
    opened.close()
