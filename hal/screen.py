"""A window, or the whole screen (pygame-ce): pictures out, keys and touches in.

The law is that of every display (`hal.display`). Everything here happens in the thread that opened
the window.
"""

import os
import sys
from collections.abc import Iterator

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from hal.clock import SleepingClock
from hal.display import (
    Closing,
    Exposed,
    Happening,
    KeyChange,
    ScreenMissingError,
    Seen,
    Touch,
)
from hal.words import Words

SMALLEST = (640, 400)
"""Longer and shorter side. A smaller window shows a picture of this size, scaled down."""
LOOK_NS = 5_000_000
"""Between two looks while nothing happens. pygame's own wait looks every ms, at twice the cost."""

_NOWHERE = Words("no display server and no screen of its own")
_BLIND_DRIVERS = ("dummy", "offscreen")
_WHOLE_DRIVERS = ("kmsdrm",)
"""Those that have a screen and no windows."""
_NAMES = {"return": "enter", "keypad enter": "enter", "[enter]": "enter", "escape": "esc"}


class Window:
    """A resizable window with one picture, no larger than the screen.

    Raises ScreenMissingError where there is no screen.

    A blind driver (no display server: SDL then draws where nobody sees it) counts as no screen,
    unless SDL_VIDEODRIVER asks for it by name.
    """

    def __init__(self, title: str, size: tuple[int, int], clock: SleepingClock) -> None:
        self._clock = clock
        _leave_out_wayland()
        try:
            pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in _BLIND_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
                raise ScreenMissingError(_NOWHERE)
            prefer_a_way_to_draw(driver)
            pygame.display.set_caption(title)
            desktop = pygame.display.get_desktop_sizes()[0]
            size = (min(size[0], desktop[0]), min(size[1], desktop[1]))
            self._full = driver.lower() in _WHOLE_DRIVERS
            if self._full:
                pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            else:
                pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            missing = str(error).endswith("not available")  # any driver that was tried
            raise ScreenMissingError(_NOWHERE if missing else _refused(error)) from None
        except ScreenMissingError:
            pygame.display.quit()
            raise
        self._windowed: tuple[int, int] | None = None if self._full else size
        self._place: tuple[int, int] | None = None
        self._looked_ns = clock.now_ns()
        self._seen: list[Seen] = []

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture to show, in pixels."""
        width, height = pygame.display.get_window_size()
        long, short = SMALLEST
        if width < height:
            return max(width, short), max(height, long)
        return max(width, long), max(height, short)

    def canvas(self) -> pygame.Surface | None:
        """What stands in the window, for a picture that is painted on it at once and then shown;
        None when the window has gone. What was painted before is gone in another size."""
        return pygame.display.get_surface()

    def wait(self, most_ms: int) -> list[Happening]:
        """What has happened, waiting at most so long for the first of it."""
        seen, self._seen = self._seen, []
        until_ns = self._clock.now_ns() + (0 if seen else most_ms * 1_000_000)
        while True:
            since_ns, self._looked_ns = self._looked_ns, self._clock.now_ns()
            found = pygame.event.get()
            t_ns = self._clock.now_ns()
            if found or t_ns >= until_ns:
                times = (t_ns, since_ns)
                read = [happening for event in found for happening in self._read(event, *times)]
                return [*seen, *read]
            self._clock.sleep_ns(min(LOOK_NS, until_ns - t_ns))

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture, or what was painted on the canvas; the next `wait` tells when it could be
        seen."""
        surface = pygame.display.get_surface()
        if surface is None:  # closed between two looks
            pass
        elif picture.get_size() == surface.get_size():
            if picture is not surface:
                surface.blit(picture, (0, 0))
            pygame.display.flip()
        else:
            pygame.transform.smoothscale(picture, surface.get_size(), surface)
            pygame.display.flip()
        self._seen = [Seen(self._clock.now_ns())]

    def toggle_full_screen(self) -> None:
        """The whole screen, and back to a window of the size it had, where there are windows."""
        if self._windowed is None:
            return
        if self._full:
            pygame.Window.from_display_module().set_windowed()  # first: it keeps its size, else
            pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
            if self._place is not None:
                pygame.display.set_window_position(self._place)
        else:
            self._windowed = pygame.display.get_window_size()
            self._go_to_the_corner()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        self._full = not self._full

    def close(self) -> None:
        """Give the screen back."""
        pygame.display.quit()

    def _go_to_the_corner(self) -> None:
        """Where nobody manages the windows of X, the whole screen begins where the window did."""
        several = len(pygame.display.get_desktop_sizes()) > 1  # and the window is on one of them
        if pygame.display.get_driver() == "x11" and not several:
            self._place = pygame.display.get_window_position()
            pygame.display.set_window_position((0, 0))

    def _read(self, event: pygame.Event, t_ns: int, since_ns: int) -> Iterator[Happening]:
        match event.type:
            case pygame.KEYDOWN | pygame.KEYUP:
                name = pygame.key.name(event.key)
                yield KeyChange(
                    _NAMES.get(name, name), event.type == pygame.KEYDOWN, t_ns, since_ns
                )
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP:
                if event.button == pygame.BUTTON_LEFT and not event.touch:
                    x, y = self._on_picture(*event.pos)
                    yield Touch(x, y, event.type == pygame.MOUSEBUTTONDOWN, t_ns, since_ns)
            case pygame.FINGERDOWN | pygame.FINGERUP:
                width, height = self.size
                place = (round(event.x * width), round(event.y * height))
                yield Touch(*place, event.type == pygame.FINGERDOWN, t_ns, since_ns)
            case pygame.QUIT:
                yield Closing()
            case pygame.WINDOWSIZECHANGED | pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED:
                yield Exposed()
            case _:
                pass

    def _on_picture(self, x: int, y: int) -> tuple[int, int]:
        """A place of the window in pixels of the picture, which is larger in a tiny window."""
        width, height = pygame.display.get_window_size()
        return x * self.size[0] // max(1, width), y * self.size[1] // max(1, height)


def _refused(error: Exception) -> Words:
    return Words("no window can be opened ({why})", why=" ".join(str(error).split()))


def _leave_out_wayland() -> None:
    """Where no compositor can be, SDL is not to look for one: it complains loudly."""
    wanted = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    if sys.platform == "linux" and not any(os.environ.get(name) for name in wanted):
        os.environ["SDL_VIDEODRIVER"] = "x11,kmsdrm"


def prefer_a_way_to_draw(driver: str) -> None:
    """The way that a picture takes to the screen, unless people want another.

    On a bare screen SDL's first choice, desktop OpenGL, was seen to stay black, or to crash. At an
    X server it makes a texture of each picture: without a graphics processor that takes ten times
    as long as handing it over, and 70 MB.
    """
    match driver.lower():
        case "kmsdrm":
            os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        case "x11":
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        case _:
            pass
