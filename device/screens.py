"""What the table is seen on: a window, the whole screen, a small OLED, several of them, or nothing.

The law: what was asked for by name is opened or refused; `auto` takes what is there. Where buttons
are wired all of it is shown by a process of its own, so that no picture keeps a press waiting. What
draws is loaded by whoever draws: a table with an OLED alone has no window in its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from device.painter import Painter
from device.reading import Paging, whole
from device.target import Target
from device.view import View
from hal.apart import Apart
from hal.bell import Bell
from hal.clock import MonotonicClock
from hal.display import Display, ScreenMissingError
from hal.dots import HEIGHT, WIDTH
from hal.oled import open_oled
from hal.painted import Painted
from hal.several import Several
from hal.sought import Sought

if TYPE_CHECKING:  # libraries that one display needs, and another does not
    from device.pictures.ink import Picture
    from hal.screen import Window

TITLE = "Ratscrew"
FIRST_SIZE = (1280, 720)
BOTH_SIZE = (1568, 720)
"""Of one in which the OLED and the lamps stand beside the table's picture."""
PANEL_SIZE = (1056, 544)
"""Of a window in which the OLED is shown enlarged, each dot eight pixels wide."""

OLED_RETRY_NS = 5_000_000_000

Shown: TypeAlias = Display[View]
Making: TypeAlias = Callable[[tuple[int, int]], Painter[Any]]
Seeking: TypeAlias = Callable[[str, str | None], None]
"""Is told which display is missing and why, or that it is there now (None)."""


class Sent:
    """Paints nothing here: the view itself is shown, and painted by whatever shows it.

    `making` makes what knows where things lie in that picture.
    """

    def __init__(self, size: tuple[int, int], making: Making | None = None) -> None:
        self._size, self._making = size, _table if making is None else making

    def picture(self, view: View) -> View:
        """The view itself."""
        return view

    def hit(self, view: View, x: int, y: int) -> Target | None:
        """What a press on this point of its picture means."""
        return self._painter.hit(view, x, y)

    @cached_property
    def _painter(self) -> Painter[Any]:
        return self._making(self._size)


def sent(word: str, simulate: bool) -> Callable[[tuple[int, int]], Sent]:
    """The painter of a table that is seen on what `screen` opens by these words.

    `simulate`: the OLED enlarged, alone in its window or, with the lamps, beside the table's
    picture.
    """
    making = _table if not simulate else _oled_alone if word == "oled" else _oled_beside
    return partial(Sent, making=making)


def screen(word: str, simulate: bool, on_a_pi: bool, clock: MonotonicClock) -> Shown:
    """What a word of `--display` means, in this process. Raises ScreenMissingError.

    `simulate`: as `sent` has it. `on_a_pi`: where `auto` looks for an OLED as well.
    One that stands beside a window by name may be missing: it is told, and looked for again.
    """
    if simulate and word == "both":
        return Painted(_opened(BOTH_SIZE, clock), beside)
    if simulate:
        return Painted(_opened(PANEL_SIZE, clock), magnifying)
    if word == "oled":
        return _oled(clock)
    if word == "both":
        return Several([_window(clock), Painted(open_oled(clock), miniature)], clock)
    if word == "auto" and on_a_pi:
        return _whatever_is_there(clock)
    return _window(clock, full=word == "hdmi")


def screen_apart(
    word: str,
    simulate: bool,
    on_a_pi: bool,
    clock: MonotonicClock,
    bell: Bell | None,
    say: Seeking | None = None,
) -> Shown:
    """The same in a process of its own; `bell` wakes whoever waits for what happens there.

    With `say` a display that is missing is looked for until it is there, and nothing is raised.
    """
    if say is not None:
        return Apart(partial(_sought, word, simulate, clock, say), bell)
    return Apart(partial(screen, word, simulate, on_a_pi, clock), bell)


def looked_for(word: str, clock: MonotonicClock) -> Shown:
    """What a word of `--display` means, in this process, as soon as it is there."""
    return _sought(word, False, clock, lambda _name, _why: None)


def _sought(word: str, simulate: bool, clock: MonotonicClock, say: Seeking) -> Shown:
    """What a word of `--display` means, each of it as soon as it is there."""
    if simulate:
        return Sought(partial(screen, word, True, False, clock), clock, partial(say, word))
    screens: list[Shown] = []
    if word != "oled":
        opening = partial(_window, clock, word == "hdmi")
        screens.append(Sought(opening, clock, partial(say, "HDMI")))
    if word in ("auto", "both", "oled"):
        opened = partial(_oled, clock)
        screens.append(
            Sought(opened, clock, partial(say, "OLED"), (128, 64), retry_ns=OLED_RETRY_NS)
        )
    return screens[0] if len(screens) == 1 else Several(screens, clock)


def _opened(size: tuple[int, int], clock: MonotonicClock) -> Window:
    from hal.screen import Window

    return Window(TITLE, size, clock)


def _window(clock: MonotonicClock, full: bool = False) -> Shown:
    from device.pictures.turned import painting

    window = _opened(FIRST_SIZE, clock)
    if full:
        window.toggle_full_screen()
    return Painted(window, painting)


def _oled(clock: MonotonicClock) -> Shown:
    """An OLED that answers."""
    oled = open_oled(clock)
    if oled.trouble is not None:
        oled.close()
        raise ScreenMissingError(str(oled.trouble))
    return Painted(oled, miniature)


def _whatever_is_there(clock: MonotonicClock) -> Shown:
    found: list[Shown] = []
    missing: list[ScreenMissingError] = []
    for look in (_window, _oled):
        try:
            found.append(look(clock))
        except ScreenMissingError as error:
            missing.append(error)
    if not found:
        raise missing[0]
    return found[0] if len(found) == 1 else Several(found, clock)


def paging(display: Shown | None, word: str, simulate: bool) -> Paging:
    """How the rules become pages: several small ones for each where an OLED is all there is."""
    simulated = simulate and word == "oled"
    if not simulated and (display is None or display.size != (WIDTH, HEIGHT)):
        return whole
    from device.pictures.oled_pages import book_pages

    return book_pages


def miniature(size: tuple[int, int]) -> Callable[[View], Picture]:
    """What paints for an OLED. Raises ScreenMissingError where Pillow is missing."""
    with _pillow():
        from device.pictures.oled import Miniature
    return Miniature(size).picture


def magnifying(size: tuple[int, int]) -> Callable[[View], Any]:
    """What paints an OLED's picture for a window. Raises ScreenMissingError as `miniature` does."""
    return _oled_alone(size).picture


def beside(size: tuple[int, int]) -> Callable[[View], Any]:
    """What paints it beside the table's picture, with the lamps. Raises the same."""
    return _oled_beside(size).picture


def _table(size: tuple[int, int]) -> Painter[Any]:
    from device.pictures.turned import Turned

    return Turned(size)


def _oled_alone(size: tuple[int, int]) -> Painter[Any]:
    with _pillow():
        from device.pictures.magnified import Magnified
    return Magnified(size)


def _oled_beside(size: tuple[int, int]) -> Painter[Any]:
    with _pillow():
        from device.pictures.beside import Beside
    return Beside(size)


@contextmanager
def _pillow() -> Iterator[None]:
    """What is imported here needs Pillow. Raises ScreenMissingError where that is missing."""
    try:
        yield
    except ImportError:
        raise ScreenMissingError("Pillow is missing (pip install 'ratscrew[pi]')") from None
