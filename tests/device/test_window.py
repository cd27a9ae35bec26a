"""The real window: real keys, a real mouse, real pictures, through whole short games.

Every test has an X server of its own. Nothing sleeps for a fixed time: each step waits until what
it expects is there.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from device.folders import FILE
from device.options import Settings
from device.pictures.layout import Layout
from device.pictures.turned import upright_place, upright_size
from device.scribe import JOURNAL, LAST
from game.cpu import Level, drawn, errs, misses
from game.events import Flip, Input, Pause, Resume, Shown, Slap, Tick
from game.record import Header, header_line
from game.rules import EmptySlap
from game.state import State, Turning
from hal import edgelog as edge_log
from hal.buttons import Batch, Edge
from hal.debounce import Constants
from hal.wiring import Button, default_wiring
from tests.device.playing import header_of, judged, read

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0
COLOURS = 50
"""More than an empty window has."""
PIXELS_FROM = 3232
"""Bytes before the first pixel in the server's file: its header and its colour map."""
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
    pid = player.program.pid
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def child(player: Player) -> int | None:
    """The process of the window, where it has one."""
    return next(iter(children(player)[1:]), None)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    opened = Screen(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """Starts a table in a window on that screen."""
    players: list[Player] = []

    def started(*words: str) -> Player:
        players.append(Player(screen, tmp_path, *words))
        return players[-1]

    yield started
    for player in players:
        player.stop()


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


def test_a_whole_game_in_the_window(
    start: Callable[..., Player], screen: Screen, tmp_path: Path
) -> None:
    player = start("--deal", dealt(tmp_path, "7S 2H", "7H 3C"))
    assert player.size == (1280, 720)
    first = screen.pixels()

    player.press("Return")  # 7S; then the computer lays 7H
    player.seen(Shown, 2)
    player.changed(first)
    player.press("space")
    player.seen(Slap, 1)

    player.press("p")
    player.seen(Pause, 1)
    paused = player.changed(first)
    player.press("Escape")
    asked = player.changed(paused)
    player.press("Escape")  # go on: the countdown
    counted = player.changed(asked)
    player.changed(counted)
    player.seen(Resume, 1)

    player.press("F1")
    player.seen(Pause, 2)
    helped = screen.pixels()
    player.press("F2")
    german = player.changed(helped)
    before = player.corner
    player.press("F11")
    player.grown(1600, 900)
    assert player.corner == (0, 0)
    player.press("F11")
    player.grown(1280, 720)
    assert player.corner == before
    player.press("F1")
    player.seen(Resume, 2)
    player.changed(german)

    screen.do("windowsize", "--sync", player.window, 800, 480)
    player.grown(800, 480)
    layout = Layout((800, 480), 2)
    player.click(*layout.panels[0].center)  # the own stack: 2H; then the computer lays 3C
    player.seen(Shown, 4)
    player.press("Return")  # 7S; the computer has no cards left
    player.seen(Shown, 5)
    player.press("Return")  # 7H
    player.seen(Shown, 6)
    table = screen.pixels()
    player.click(*layout.pile.center)
    player.seen(Tick, 1)
    result = player.changed(table)
    until(lambda: not player.journal.exists(), "the end of the game")

    player.changed(result)
    until(lambda: player.press("Escape") or player.program.poll() is not None, "the end")
    assert player.ended() == (0, [])
    header, inputs = read(player.record)
    state, _ = judged(header, inputs)
    assert state.over is not None
    assert state.over.winner == 0
    assert (tmp_path / "state" / LAST).read_bytes() == player.record.read_bytes()
    assert header.more["buttons"] == {
        "stamp": "pump", "resolution_us": 1000, "uncertainty_us": 5000
    }  # fmt: skip


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_click_on_a_turned_picture_means_what_is_seen_there(
    start: Callable[..., Player], tmp_path: Path, rotation: int
) -> None:
    folder = tmp_path / "people"
    folder.mkdir()
    (folder / FILE).write_text(f"rotation = {rotation}\n", "utf-8")
    player = start("--config", str(folder), "--deal", dealt(tmp_path, "7S 2H", "7H 3C"))
    size = upright_size((1280, 720), rotation)
    layout = Layout(size, 2, 0, Settings().printed)

    def click(x: int, y: int) -> None:
        """There in the upright picture, wherever the screen shows it."""
        player.click(*upright_place(size, -rotation % 360, x, y))

    click(*layout.panels[0].center)
    player.seen(Shown, 2)
    click(*layout.pile.center)
    player.seen(Slap, 1)
    assert player.size == (1280, 720)


def test_the_window_is_closed_and_the_game_gone_on_with(
    start: Callable[..., Player], screen: Screen, tmp_path: Path
) -> None:
    player = start("--deal", dealt(tmp_path, "2S 4S 6S", "3H 5H 7H"))
    player.press("Return")
    player.seen(Shown, 2)
    player.program.send_signal(signal.SIGTERM)
    assert player.ended() == (0, [])
    kept = read(player.journal)[1]
    assert len(kept) == 5
    assert isinstance(kept[-1], Pause)
    again = start("--resume")
    again.seen(Resume, 1)
    again.press("Return")
    again.seen(Shown, 3)
    again.program.kill()
    again.program.wait()
    _, inputs = read(again.journal)
    assert inputs[: len(kept)] == kept
    assert inputs == read(again.record)[1]
    asked = start()
    asked.press("Right", "Return")  # a new game
    until(  # the old journal is put aside first
        lambda: asked.journal.exists() and len(read(asked.journal)[0].hands) == 4, "another deal"
    )


def test_a_screen_that_goes_away_loses_nothing(
    start: Callable[..., Player], screen: Screen, tmp_path: Path
) -> None:
    player = start("--deal", dealt(tmp_path, "2S 4S 6S", "3H 5H 7H"))
    player.press("Return")
    player.seen(Shown, 1)
    screen.server.kill()
    status, told = player.ended()
    assert status != 0
    assert not any("Traceback" in line for line in told)
    _, inputs = read(player.journal)
    assert inputs[:1] == [Flip(inputs[0].t_us, 0)]
    assert inputs == read(player.record)[1]


def test_sizes_and_keys_in_a_storm(
    start: Callable[..., Player], screen: Screen, tmp_path: Path
) -> None:
    rules = {"empty_slap": EmptySlap.NOTHING}
    player = start("--deal", dealt(tmp_path, "2S 4S 6S", "3H 5H 7H", **rules))
    storm: list[object] = []
    for step in range(60):
        storm += ["windowsize", player.window, 500 + step * 13 % 900, 300 + step * 7 % 500]
        storm += ["key", "space"]
    player.press("Return")
    player.seen(Shown, 2)
    screen.do(*storm)
    player.seen(Slap, 60)
    before = screen.pixels()
    player.press("Escape")
    player.changed(before)
    player.press("Right", "Return")
    assert player.ended() == (0, [])
    state, _ = judged(*read(player.record))
    assert cards_of(state) == 6


def cards_of(state: State) -> int:
    """All there are, one in the air included."""
    return sum(map(len, state.hands)) + len(state.pile) + isinstance(state.phase, Turning)


# Buttons on wires, or a script in their place: the window has a process of its own


def pressed(folder: Path, presses: list[tuple[int, Button, int]]) -> Path:
    """An edge log of short presses: the seat, the button, and when in ms."""
    wiring = default_wiring(8)
    levels = dict.fromkeys(wiring.lines, 0)
    told = [edge_log.header_line(edge_log.Header(levels, Constants()))]
    for seat, button, ms in presses:
        line = wiring.line(seat, button)
        edges = [Edge((ms + after) * 1_000_000, line, level) for after, level in ((0, 1), (80, 0))]
        told += edge_log.batch_lines(Batch(tuple(edges), (ms + 200) * 1_000_000))
    script = folder / "edges.jsonl"
    script.write_text("".join(f"{line}\n" for line in told))
    return script


@pytest.fixture
def scripted(start: Callable[..., Player], tmp_path: Path) -> Player:
    """A table at which seat 0 presses its flip button again and again, told by an edge log."""
    script = pressed(tmp_path, [(0, Button.FLIP, ms) for ms in range(500, 60_000, 500)])
    deal = dealt(tmp_path, "2S 4S 6S", "3H 5H 7H")
    return start("--deal", deal, "--buttons", f"script:{script}")


def test_people_join_play_and_leave_at_a_table_that_was_asked_for_nothing(
    start: Callable[..., Player], tmp_path: Path
) -> None:
    presses = [(0, Button.SLAP, 1500), (2, Button.SLAP, 2000), (2, Button.SLAP, 2500)]
    presses += [(ms % 1000 // 250, Button.FLIP, ms) for ms in range(3000, 60_000, 500)]
    player = start("--buttons", f"script:{pressed(tmp_path, presses)}")
    player.seen(Shown, 2)
    assert read(player.journal)[0].seats == ("Player 1", "Player 3")
    assert read(player.journal)[0].more["places"] == [0, 2]
    player.press("p")
    player.seen(Pause, 1)
    player.press("Escape", "Left", "Return")  # the last answer: everybody leaves
    assert player.ended() == (0, [])


def test_a_window_of_its_own_shows_the_cards_and_hears_the_keys(
    scripted: Player, screen: Screen
) -> None:
    scripted.seen(Shown, 1)
    before = screen.pixels()
    scripted.press("p")
    scripted.seen(Pause, 1)
    paused = scripted.changed(before)
    scripted.press("p")
    scripted.seen(Resume, 1)
    scripted.changed(paused)
    scripted.press("Escape", "Right", "Return")
    assert scripted.ended() == (0, [])
    state, _ = judged(*read(scripted.journal))
    assert cards_of(state) == 6


def test_a_touch_on_a_window_of_its_own_is_understood(scripted: Player, screen: Screen) -> None:
    before = screen.pixels()
    scripted.press("Escape")
    asked = scripted.changed(before)
    layout = Layout((1280, 720), 2, 0, Settings().printed)
    left, right = layout.options(2)
    scripted.click(*left.center)
    scripted.changed(asked)
    scripted.press("Escape")

    def stands() -> bool:  # as a question does, but no number of a countdown
        shown = screen.pixels()
        time.sleep(1.1)
        return shown == screen.pixels()

    until(stands, "the question")
    scripted.click(*right.center)
    assert scripted.ended() == (0, [])


@pytest.mark.parametrize(
    ("name", "ended"), [("SIGTERM", (0, [])), ("SIGINT", (130, ["ratscrew: interrupted"]))]
)
def test_a_table_with_a_window_of_its_own_ends_when_it_is_told_to(
    scripted: Player, name: str, ended: tuple[int, list[str]]
) -> None:
    scripted.seen(Shown, 1)
    window = child(scripted)
    scripted.program.send_signal(getattr(signal, name))
    assert scripted.ended() == ended
    assert isinstance(read(scripted.journal)[1][-1], Pause)
    until(lambda: not Path(f"/proc/{window}").exists(), "no window")


@pytest.mark.parametrize("gone", ["window", "screen"])
def test_a_window_of_its_own_that_goes_away_is_told_and_loses_nothing(
    scripted: Player, screen: Screen, gone: str
) -> None:
    scripted.seen(Shown, 1)
    if gone == "window":
        window = child(scripted)
        assert window is not None
        os.kill(window, signal.SIGKILL)
    else:
        screen.server.kill()
    status, told = scripted.ended()
    assert (status, told[-1]) == (4, "ratscrew: the screen is gone: its process has ended")
    assert not any("Traceback" in line for line in told)
    header, inputs = read(scripted.journal)
    assert isinstance(inputs[-1], Pause)
    judged(header, inputs)


def test_a_killed_table_takes_its_sound_and_its_window_along(scripted: Player) -> None:
    scripted.seen(Shown, 1)
    sound, window = children(scripted)
    scripted.program.kill()
    until(lambda: not Path(f"/proc/{window}").exists(), "no window")
    until(lambda: not Path(f"/proc/{sound}").exists(), "no sound")


# Other displays


def test_the_small_display_is_simulated_in_a_window(start: Callable[..., Player]) -> None:
    player = start("--display", "oled", "--simulate")
    assert player.size == (1056, 544)
    assert 1 < player.screen.colours() < 10  # dots, glass, the room around: no cards of a window
    player.press("p")
    player.seen(Pause, 1)
    player.press("Escape", "Right", "Return")
    assert player.ended() == (0, [])


def test_the_small_display_and_the_lamps_are_simulated_beside_the_table(
    start: Callable[..., Player], tmp_path: Path
) -> None:
    player = start("--display", "both", "--simulate", "--deal", dealt(tmp_path, "2S 4S", "3H 5H"))
    assert player.size == (1568, 720)
    player.press("Return")
    player.seen(Shown, 1)
    player.press("Escape", "Right", "Return")
    assert player.ended() == (0, [])


def test_hdmi_is_the_whole_screen(start: Callable[..., Player]) -> None:
    player = start("--display", "hdmi")
    assert player.size == (1600, 900)


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="here is an I2C bus")
def test_a_window_beside_an_oled_that_is_missing_tells_so_and_plays(
    start: Callable[..., Player], tmp_path: Path
) -> None:
    player = start("--display", "both", "--deal", dealt(tmp_path, "2S 4S", "3H 5H"))
    player.press("Return")
    player.seen(Shown, 1)
    player.press("Escape", "Right", "Return")
    status, [line] = player.ended()
    assert status == 0
    assert "no /dev/i2c-1" in line
