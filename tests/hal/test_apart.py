"""A display in a process of its own: all that goes over there and comes back, and its end."""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from hal.apart import Ahead, Apart
from hal.bell import Bell
from hal.clock import MonotonicClock
from hal.display import (
    Ailing,
    Exposed,
    Happening,
    KeyChange,
    ScreenLostError,
    ScreenMissingError,
    Seen,
    SlowDisplayError,
)
from hal.painted import Painted
from hal.panel import OledError, Trouble
from tests.waiting import until

MS = 1_000_000
LONG_MS = 20_000


AILS = {
    "missing": OledError(Trouble.LOST, "no OLED answers at 0x3c"),
    "slow": SlowDisplayError(),
    "gone": ScreenLostError("its process has ended"),
    "well": None,
}
"""All that can be wrong with a display, by the picture at which it is."""


class Wall:
    """A display that writes on a wall (a file); what is written as a word makes things happen."""

    def __init__(self, wall: Path) -> None:
        self.size = (800, 480)
        self._wall = wall
        self._happened: list[Happening] = []
        wall.write_text("")

    def wait(self, most_ms: int) -> Sequence[Happening]:
        happened, self._happened = self._happened, []
        return happened

    def show(self, picture: str) -> None:
        with self._wall.open("a") as wall:
            wall.write(f"{picture}\n")
        self._happened.append(Seen(time.monotonic_ns()))
        if picture.endswith("key"):
            self._happened.append(KeyChange("space", True, 7, 5))
        word = picture.rpartition(" ")[2]
        if word in AILS:
            self._happened.append(Ailing(AILS[word]))
        if picture.endswith("larger"):
            self.size = (1280, 720)
            self._happened.append(Exposed())

    def toggle_full_screen(self) -> None:
        self.show("full screen")

    def close(self) -> None:
        with self._wall.open("a") as wall:
            wall.write("closed\n")


def painting(size: tuple[int, int]) -> Callable[[str], str]:
    return lambda word: f"{size[0]}: {word}"


def painted(wall: Path) -> Painted[str, str]:
    return Painted(Wall(wall), painting)


@contextmanager
def apart(wall: Path, bell: Bell | None = None) -> Iterator[Apart[str]]:
    display = Apart[str](partial(painted, wall), bell)
    try:
        yield display
    finally:
        display.close()


def heard(display: Apart[str]) -> Sequence[Happening]:
    """The next that happens; nothing else is expected to wake anybody."""
    found = display.wait(LONG_MS)
    assert found
    return found


def test_pictures_are_painted_over_there_and_when_they_were_seen_comes_back(
    tmp_path: Path,
) -> None:
    wall = tmp_path / "wall"
    with apart(wall) as display:
        assert display.size == (800, 480)
        for word in ("one", "two"):
            before_ns = MonotonicClock().now_ns()
            display.show(word)
            (seen,) = heard(display)
            assert isinstance(seen, Seen)
            assert before_ns <= seen.t_ns <= MonotonicClock().now_ns()
        display.toggle_full_screen()
        heard(display)
    assert wall.read_text().splitlines() == ["800: one", "800: two", "full screen", "closed"]


def test_it_is_opened_ahead_while_here_there_is_something_else_to_do(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    ahead = Ahead[str](partial(painted, wall))
    until(wall.exists, "that it was opened")
    display = Apart[str](ahead)
    display.show("one")
    heard(display)
    display.close()
    ahead.close()  # whoever made it does so, too
    assert wall.read_text().splitlines() == ["800: one", "closed"]


def test_one_that_nobody_wants_after_all_is_let_go(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    ahead = Ahead[str](partial(painted, wall))
    until(wall.exists, "that it was opened")
    ahead.close()
    assert wall.read_text() == "closed\n"
    with pytest.raises(ProcessLookupError):
        os.kill(ahead.pid or 0, 0)


def test_what_people_do_there_comes_with_its_stamps(tmp_path: Path) -> None:
    with apart(tmp_path / "wall") as display:
        display.show("a key")
        assert KeyChange("space", True, 7, 5) in heard(display)


def test_another_size_is_told_and_painted(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    with apart(wall) as display:
        display.show("larger")
        assert Exposed() in heard(display)
        assert display.size == (1280, 720)
        display.show("more")
        heard(display)
    assert wall.read_text().splitlines()[:2] == ["800: larger", "1280: more"]


def test_it_waits_as_long_as_it_was_told_unless_the_bell_rings(tmp_path: Path) -> None:
    bell = Bell()
    with apart(tmp_path / "wall", bell) as display:
        began_ns = time.monotonic_ns()
        assert display.wait(20) == []
        assert time.monotonic_ns() - began_ns >= 20 * MS
        bell.ring()
        assert display.wait(LONG_MS) == []
        assert time.monotonic_ns() - began_ns < LONG_MS * MS
        began_ns = time.monotonic_ns()
        assert display.wait(20) == []  # it is quiet again
        assert time.monotonic_ns() - began_ns >= 20 * MS
    bell.close()


def no_screen() -> Painted[str, str]:
    raise ScreenMissingError("no display server")


def dies() -> Painted[str, str]:
    os._exit(1)


@pytest.mark.parametrize(
    ("opening", "told"), [(no_screen, "no display server"), (dies, "its process has ended")]
)
def test_a_screen_that_is_not_there_is_told_as_ever(
    opening: Callable[[], Painted[str, str]], told: str
) -> None:
    with pytest.raises(ScreenMissingError) as missing:
        Apart[str](opening)
    assert str(missing.value) == told


def test_one_that_died_before_it_was_there_leaves_nothing_behind() -> None:
    """It may be looked for every two seconds, for days."""
    ahead = Ahead[str](dies)
    with pytest.raises(ScreenMissingError):
        Apart[str](ahead)
    assert ahead.wire.closed
    with pytest.raises(ProcessLookupError):
        os.kill(ahead.pid or 0, 0)


def hangs() -> Painted[str, str]:
    while True:
        time.sleep(1)


def test_one_that_does_not_open_is_waited_for_no_longer_than_an_opening_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hal.apart.OPENED_S", 0.1)
    monkeypatch.setattr("hal.apart._END_S", 0.1)
    ahead = Ahead[str](hangs)
    with pytest.raises(ScreenMissingError, match=r"^it did not open within"):
        Apart[str](ahead)
    with pytest.raises(ProcessLookupError):
        os.kill(ahead.pid or 0, 0)


def test_where_there_can_be_no_other_process_a_screen_is_missing(tmp_path: Path) -> None:
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = os.open(tmp_path, os.O_RDONLY)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (opened + 1, most))
        with pytest.raises(ScreenMissingError, match=r"^no process for it: Too many open files$"):
            Apart[str](no_screen)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))
        os.close(opened)


@pytest.mark.parametrize("picture", AILS)
def test_what_is_wrong_there_is_told_here(tmp_path: Path, picture: str) -> None:
    with apart(tmp_path / "wall") as display:
        display.show(picture)
        found = heard(display)
        while not any(isinstance(each, Ailing) for each in found):
            found += heard(display)
        (ails,) = [each for each in found if isinstance(each, Ailing)]
        error = AILS[picture]
        assert type(ails.why) is type(error)
        assert str(ails.why) == str(error)
        assert getattr(ails.why, "trouble", None) == getattr(error, "trouble", None)


def test_a_display_in_a_process_of_a_process_ends_with_it(tmp_path: Path) -> None:
    inner = partial(Apart[str], partial(Wall, tmp_path / "wall"))
    display = Apart[str](inner, parts=True)
    display.show("a card")
    assert isinstance(heard(display)[0], Seen)
    display.close()
    assert (tmp_path / "wall").read_text() == "a card\nclosed\n"


class Signed:
    """A picture that says which process took it apart."""

    def __init__(self, signs: Path) -> None:
        self._signs = signs

    def __setstate__(self, state: dict[str, Path]) -> None:
        with state["_signs"].open("a") as signs:
            signs.write(f"{os.getpid()}\n")

    def __str__(self) -> str:
        return f"a card painted by {os.getpid()}"


def test_only_who_paints_a_picture_takes_it_apart(tmp_path: Path) -> None:
    inner = partial(Apart[str], partial(painted, tmp_path / "wall"))
    display = Apart[Signed](inner, parts=True)
    for _ in range(2):
        display.show(Signed(tmp_path / "signs"))
        assert isinstance(heard(display)[0], Seen)
    display.close()
    painter = (tmp_path / "wall").read_text().split()[5]
    assert (tmp_path / "signs").read_text().split() == [painter, painter]
    assert painter not in (str(os.getpid()), str(display.pid))


def test_one_that_stands_beside_a_process_takes_it_apart_itself(tmp_path: Path) -> None:
    display = Apart[str](partial(painted, tmp_path / "wall"), parts=True)
    display.show("a card")
    assert isinstance(heard(display)[0], Seen)
    display.close()
    assert (tmp_path / "wall").read_text().splitlines() == ["800: a card", "closed"]


def test_a_display_that_dies_is_told_wherever_it_is_needed(tmp_path: Path) -> None:
    with apart(tmp_path / "wall") as display:
        pid = display.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        display._ahead._process.join()
        with pytest.raises(ScreenLostError, match=r"^its process has ended$"):
            display.wait(LONG_MS)
        for send in (partial(display.show, "a card"), display.toggle_full_screen):
            with pytest.raises(ScreenLostError, match=r"^its process has ended$"):
                send()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_the_signals_that_end_a_table_leave_its_display_to_the_table(
    tmp_path: Path, name: str
) -> None:
    with apart(tmp_path / "wall") as display:
        pid = display.pid
        assert pid is not None
        os.kill(pid, getattr(signal, name))
        display.show("still here")
        assert isinstance(heard(display)[0], Seen)


def test_it_ends_with_its_table(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    display = Apart[str](partial(painted, wall))
    display._wire.close()  # as when the table is killed
    display._ahead._process.join(10)
    assert display._ahead._process.exitcode == 0
    assert wall.read_text().splitlines() == ["closed"]
