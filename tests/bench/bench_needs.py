"""What the table takes of the machine: its share of a core, and its memory, beside a bare window.

The law: the product as it runs at wired buttons; only the wires are pipes (`tests.bench.pipes`). A
share is that of one core, of all its processes together: the loop, whoever draws, and whoever plays
the tones. Memory is the proportional set (PSS): a page that two of its processes share counts
once. The bare window is pygame-ce with the same driver and of the same size, alive in the same
seconds; one looks for events as often as ours, the other shows its picture 60 times a second.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.bench.bench_device import ROOT, SIZE, busy_s
from tests.bench.figure import Figure, told
from tests.bench.pipes import PIPE
from tests.bench.virtual_screen import is_there, virtual_screen

SETTLE_S: Final = 8.0
PLAY_S: Final = 40.0
"""In it cards are laid, slapped and taken, words move, and the first page comes and goes."""
ATTRACT_PERCENT: Final = 15.0
MORE_MB: Final = 60.0
"""Of a table with a window, than the bare one has."""
OLED_MB: Final = 60.0
_BARE: Final = """
import sys, time
import pygame
pygame.display.init()
screen = pygame.display.set_mode({size}, pygame.RESIZABLE)
while True:
    pygame.event.get()
    {show}
    time.sleep({apart_s})
"""
IDLE_WINDOW: Final = _BARE.format(size=SIZE, show="", apart_s=0.005)
SHOWING: Final = _BARE.format(size=SIZE, show="pygame.display.flip()", apart_s=1 / 60)


def tree(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found += tree(int(child))
    return found


def pss_mb(pid: int) -> float:
    """Memory of a process and all that it has started; what they share counts once."""
    rows = [
        row.split()
        for each in tree(pid)
        for row in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
    ]
    return sum(int(row[1]) for row in rows if row[0] == "Pss:") * 1024 / 1e6


def spent_s(pid: int) -> float:
    """Processor time of a process and all that it has started so far."""
    return sum(map(busy_s, tree(pid)))


def loaded(pid: int, library: str) -> int:
    """How many of these processes have a library of this name in their memory."""
    return sum(library in Path(f"/proc/{each}/maps").read_text() for each in tree(pid))


def end(program: subprocess.Popen[bytes]) -> None:
    """Ask it to end, as the system does; a bare window does not listen."""
    program.terminate()
    try:
        program.wait(3)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


@contextmanager
def running(words: list[str], variables: dict[str, str], pipe: int | None) -> Iterator[int]:
    """A program of this Python; its number."""
    program = subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | variables | ({} if pipe is None else {PIPE: str(pipe)}),
        pass_fds=() if pipe is None else (pipe,),
        stderr=subprocess.DEVNULL,
    )
    try:
        yield program.pid
        if program.poll() is not None:
            raise AssertionError(f"{words} has ended with {program.returncode}")
    finally:
        end(program)


@contextmanager
def table(folder: Path, variables: dict[str, str], *words: str) -> Iterator[int]:
    """The product at wired buttons that nobody presses."""
    listening, pressing = os.pipe()
    state = {"STATE_DIRECTORY": str(folder), "SDL_AUDIODRIVER": "dummy"}
    command = ["-m", "tests.bench.pipes", "--buttons", "gpio", "--lang", "en", *words]
    try:
        with running(command, variables | state, listening) as pid:
            yield pid
    finally:
        os.close(listening)
        os.close(pressing)


def shares(pids: list[int], seconds: float) -> list[float]:
    """Share of a core that each of these takes in the same seconds, in percent."""
    before, began_s = [spent_s(pid) for pid in pids], time.monotonic()
    time.sleep(seconds)
    took_s = time.monotonic() - began_s
    return [(spent_s(pid) - spent) / took_s * 100 for pid, spent in zip(pids, before, strict=True)]


def window_figures(folder: Path) -> list[Figure]:
    """Those of a table with a window that nobody plays at."""
    with ExitStack() as parts:
        variables = parts.enter_context(virtual_screen())
        shown = parts.enter_context(table(folder / "window", variables, "--display", "window"))
        ours = variables | {"SDL_FRAMEBUFFER_ACCELERATION": "0"}
        peers = ((IDLE_WINDOW, ours), (SHOWING, ours), (IDLE_WINDOW, variables))
        bare, showing, usual = (
            parts.enter_context(running(["-c", text], way, None)) for text, way in peers
        )
        time.sleep(SETTLE_S)
        attract, idle, flips = shares([shown, bare, showing], PLAY_S)
        ours_mb, bare_mb, usual_mb = pss_mb(shown), pss_mb(bare), pss_mb(usual)
    return [
        Figure("attract in a window, share of a core", attract, "%", ATTRACT_PERCENT),
        Figure("beside it a bare window that looks for events", idle, "%"),
        Figure("and one that shows its picture 60 times a second", flips, "%"),
        Figure("memory with a window, more than bare", ours_mb - bare_mb, "MB", MORE_MB),
        Figure("all of it", ours_mb, "MB"),
        Figure("beside it a bare window that is drawn in our way", bare_mb, "MB"),
        Figure("and one that is drawn through OpenGL, as by itself", usual_mb, "MB"),
    ]  # fmt: skip


def oled_figures(folder: Path) -> list[Figure]:
    """Those of a table with an OLED alone."""
    with table(folder / "oled", {}, "--display", "oled") as shown:
        time.sleep(SETTLE_S)
        (attract,) = shares([shown], PLAY_S)
        ours_mb = pss_mb(shown)
        pygame = loaded(shown, "/pygame/")
    return [
        Figure("attract on an OLED alone, share of a core", attract, "%", ATTRACT_PERCENT),
        Figure("memory of the table with an OLED alone, all processes", ours_mb, "MB", OLED_MB),
        Figure("processes of it with pygame: that which plays the tones", pygame, "", 1),
    ]


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    if not is_there():
        print("needs Xvfb (apt install xvfb)")
        return 0
    with tempfile.TemporaryDirectory() as name:
        return told([*window_figures(Path(name)), *oled_figures(Path(name))])


if __name__ == "__main__":
    sys.exit(main())
