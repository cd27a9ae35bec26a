"""The real window: real keys, a real mouse, real pictures, through whole short games.

Every test has an X server of its own. Nothing sleeps for a fixed time: each step waits until what
it expects is there.
"""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.folders import FILE
from device.options import Settings
from device.pictures.layout import Layout
from device.pictures.palette import ACCENT
from device.pictures.turned import upright_place, upright_size
from device.scribe import LAST
from game.events import Flip, Pause, Resume, Shown, Slap, Tick
from game.rules import EmptySlap
from game.state import State, Turning
from hal.wiring import Button
from tests.device.playing import judged, read
from tests.device.windowed import COLOURS, Player, Screen, child, children, dealt, pressed
from tests.waiting import until


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


def test_a_touch_on_a_window_of_its_own_is_understood(scripted: Player) -> None:
    layout = Layout((1280, 720), 2, 0, Settings().printed)
    left, right = layout.options(2)

    def asked() -> bool:
        """Whether the first answer is there, as the one that Enter takes."""
        return scripted.colour(left.left + left.height // 3, left.centery) == ACCENT

    scripted.press("Escape")
    until(asked, "the question")
    scripted.click(*left.center)
    until(lambda: not asked(), "the countdown")
    scripted.press("Escape")
    until(asked, "the question")
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


@pytest.mark.parametrize("gone", ["window", "screen"])
def test_beside_an_oled_a_window_that_goes_away_is_told_and_comes_back_and_the_game_goes_on(
    start: Callable[..., Player], screen: Screen, tmp_path: Path, gone: str
) -> None:
    script = pressed(tmp_path, [(0, Button.FLIP, ms) for ms in range(500, 90_000, 500)])
    deal = dealt(tmp_path, "2S 4S 6S 8S", "3H 5H 7H 9H")
    words = ("--deal", deal, "--buttons", f"script:{script}")
    player = start(*words, "--display", "both")
    player.seen(Shown, 1)
    window = child(player)
    assert window is not None
    if gone == "window":
        os.kill(window, signal.SIGKILL)
    else:
        screen.die()
    until(lambda: not Path(f"/proc/{window}").exists(), "no window")
    laid = len(player.inputs)
    until(lambda: len(player.inputs) > laid + 2, "the game")
    if gone == "screen":
        screen.come_back()
    until(lambda: screen.colours() > COLOURS, "a picture")
    assert child(player) != window
    player.program.send_signal(signal.SIGTERM)
    status, told = player.ended()
    assert status == 0
    assert "ratscrew: a screen is gone, and looked for: its process has ended" in told
    assert not any("Traceback" in line for line in told)
    judged(*read(player.journal))


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
