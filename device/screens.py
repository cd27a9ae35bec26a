"""What the table is seen on: a window, the whole screen, a small OLED, several of them, or nothing.

The law: what was asked for by name is opened or refused; `auto` takes what is there. Where buttons
are wired all of it is shown by a process of its own, so that no picture keeps a press waiting. What
draws is loaded by whoever draws: a table with an OLED alone has no window in its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from device.ahead import MAY_BE_TWO
from hal.apart import Ahead, Apart
from hal.clock import MonotonicClock
from hal.display import Display, ScreenMissingError
from hal.painted import Painted
from hal.several import Several
from hal.sought import Sought
from hal.words import Words

if TYPE_CHECKING:  # what one display needs, and another does not; nor does one that is only opened
    from device.painter import Painter
    from device.pictures.ink import Picture
    from device.reading import Paging
    from device.target import Target
    from device.view import View
    from hal.bell import Bell
    from hal.oled import Oled
    from hal.screen import Window

TITLE = "Ratscrew"
FIRST_SIZE = (1280, 720)
BOTH_SIZE = (1568, 720)
"""Of one in which the OLED and the lamps stand beside the table's picture."""
PANEL_SIZE = (1056, 544)
"""Of a window in which the OLED is shown enlarged, each dot eight pixels wide."""

OLED_RETRY_NS = 5_000_000_000

Shown: TypeAlias = Display["View"]
Making: TypeAlias = Callable[[tuple[int, int]], "Painter[Any]"]
Seeking: TypeAlias = Callable[[str, ScreenMissingError | None], None]
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


def screen(
    word: str, simulate: bool, on_a_pi: bool, clock: MonotonicClock, parts: bool = False
) -> Shown:
    """What a word of `--display` means, in this process. Raises ScreenMissingError.

    `simulate`: as `sent` has it. `on_a_pi`: where `auto` looks for an OLED as well. `parts`: a
    window that is not alone has a process of its own, and is looked for where that ends.
    One that stands beside a window by name may be missing: it is told, and looked for again.
    """
    window = _window_apart if parts else _window
    if simulate and word == "both":
        return Painted(_opened(BOTH_SIZE, clock), beside)
    if simulate:
        return Painted(_opened(PANEL_SIZE, clock), magnifying)
    if word == "oled":
        return _oled(clock)
    if word == "both":
        return Several([window(clock), Painted(_oled_wanted(clock), miniature)], clock)
    if word == "auto" and on_a_pi:
        return _whatever_is_there(clock, window)
    return _window(clock, full=word == "hdmi")


def screen_apart(
    word: str,
    simulate: bool,
    on_a_pi: bool,
    clock: MonotonicClock,
    bell: Bell | None,
    ahead: Ahead[View] | None = None,
) -> Shown:
    """The same in a process of its own; `bell` wakes whoever waits for what happens there.

    Of what was `sought_ahead` it is what is looked for there, and nothing is raised.
    """
    if ahead is not None:
        return Apart(ahead, bell)
    if word == "oled" and not simulate:
        from hal.dots import HEIGHT, WIDTH

        with suppress(ScreenMissingError):  # which is told there
            miniature((WIDTH, HEIGHT))  # the table needs it for its `paging`: both share it
    parts = not simulate and word in MAY_BE_TWO
    return Apart(partial(screen, word, simulate, on_a_pi, clock, parts), bell, parts=parts)


def looked_for(word: str, clock: MonotonicClock) -> Shown:
    """What a word of `--display` means, in this process, as soon as it is there."""
    return sought(word, False, clock, _unsaid)


def sought(word: str, simulate: bool, clock: MonotonicClock, say: Seeking) -> Shown:
    """What a word of `--display` means, in this process, each of it as soon as it is there.

    `say` is told what is missing and why, and what is there now.
    """
    if simulate:
        return Sought(partial(screen, word, True, False, clock), clock, partial(say, word))
    screens: list[Shown] = []
    if word in MAY_BE_TWO:
        screens.append(_window_sought_apart(clock, say))
    elif word != "oled":
        opening = partial(_window, clock, word == "hdmi")
        screens.append(Sought(opening, clock, partial(say, "HDMI")))
    if word in (*MAY_BE_TWO, "oled"):
        opened = partial(_oled, clock)
        screens.append(
            Sought(opened, clock, partial(say, "OLED"), (128, 64), retry_ns=OLED_RETRY_NS)
        )
    return screens[0] if len(screens) == 1 else Several(screens, clock)


def _opened(size: tuple[int, int], clock: MonotonicClock) -> Window:
    from hal.screen import Window

    return Window(TITLE, size, clock)


def _window(clock: MonotonicClock, full: bool = False) -> Shown:
    import hal.screen  # noqa: F401 - first: to paint takes pygame as well

    with _loading("device.pictures.turned"):
        window = _opened(FIRST_SIZE, clock)
    from device.pictures.turned import painting

    if full:
        window.toggle_full_screen()
    return Painted(window, partial(painting, canvas=window.canvas))


def _window_apart(clock: MonotonicClock) -> Shown:
    """A window whose end is not the end of what stands beside it. Raises ScreenMissingError."""
    window = Apart(partial(_window, clock))
    opening = partial(_window_anew, clock, _unsaid, lost=True)
    return Sought(opening, clock, found=window, seeks=True)


def _window_sought_apart(clock: MonotonicClock, say: Seeking) -> Shown:
    """The same, where it need not be there yet."""
    window = _window_anew(clock, say, lost=False)
    return Sought(partial(_window_anew, clock, say, lost=True), clock, found=window, seeks=True)


def _window_anew(clock: MonotonicClock, say: Seeking, lost: bool) -> Shown:
    """A window that is looked for by a process of its own, so nobody waits for it."""
    seeking = partial(Sought, partial(_window, clock), clock, partial(say, "HDMI"), lost=lost)
    return Apart(seeking)


def _unsaid(_name: str, _why: ScreenMissingError | None) -> None:
    """The table tells it already."""


def _oled(clock: MonotonicClock) -> Shown:
    """An OLED that answers."""
    from hal.oled import check_bus
    from hal.panel import OledError

    try:
        check_bus()
    except OledError as error:
        raise ScreenMissingError(error) from None
    oled = _oled_wanted(clock)
    if oled.trouble is not None:
        oled.close()
        raise ScreenMissingError(oled.trouble)
    return Painted(oled, miniature)


def _oled_wanted(clock: MonotonicClock) -> Oled:
    """An OLED, though none may answer."""
    from hal.oled import open_oled

    return open_oled(clock)


def _whatever_is_there(clock: MonotonicClock, window: Callable[[MonotonicClock], Shown]) -> Shown:
    try:
        oled = _oled(clock)
    except ScreenMissingError:
        return _window(clock)
    try:
        return Several([window(clock), oled], clock)
    except ScreenMissingError:
        return oled


def paging(display: Shown | None, word: str, simulate: bool) -> Paging:
    """How the rules become pages: several small ones for each where an OLED is all there is."""
    from device.reading import whole
    from hal.dots import HEIGHT, WIDTH

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
def _loading(module: str) -> Iterator[None]:
    """Meanwhile this module is loaded as well: a screen that opens leaves Python idle."""

    def load() -> None:
        with suppress(ImportError):  # which whoever needs it is told
            import_module(module)

    loader = Thread(target=load, name="loader", daemon=True)
    loader.start()
    try:
        yield
    finally:
        loader.join()


@contextmanager
def _pillow() -> Iterator[None]:
    """What is imported here needs Pillow. Raises ScreenMissingError where that is missing."""
    try:
        yield
    except ImportError:
        raise ScreenMissingError(Words("Pillow is missing (pip install 'ratscrew[pi]')")) from None
