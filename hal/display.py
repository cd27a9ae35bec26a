"""What a display does for the table, and what people do at one.

The law: a picture counts as seen when the display says so, with `Seen`; until then it is under way,
and no other is shown. What is read carries the time of the look that found it, and that of the look
before, which had not; nothing is dropped, nothing is waited for longer than asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from hal.bell import Bell
from hal.clock import SleepingClock
from hal.words import Words

Picture_contra = TypeVar("Picture_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class KeyChange:
    """A key went down or up; `key` is its name in lower case on this keyboard, as "space".

    It was found at `t_ns` and happened after `since_ns`; None: at `t_ns` itself.
    """

    key: str
    pressed: bool
    t_ns: int
    since_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A mouse button or finger went down or up at a place of the picture, in its pixels.

    `t_ns` and `since_ns` as for a key.
    """

    x: int
    y: int
    pressed: bool
    t_ns: int
    since_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """The window, or the whole program, is asked to end."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """The picture must be shown again: it has another size, or was covered."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The picture that was shown last could be seen, at `t_ns`."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class Ailing:
    """Something is wrong with a display, `why`, and the game goes on; None: all is well again."""

    why: Exception | None


Happening: TypeAlias = KeyChange | Touch | Closing | Exposed | Seen | Ailing


class SlowDisplayError(Exception):
    """A display is so slow that nobody waits for it."""

    def __init__(self) -> None:
        super().__init__(Words("a display takes longer than 100 ms for a picture"))

    def __reduce__(self) -> tuple[type["SlowDisplayError"], tuple[()]]:
        return SlowDisplayError, ()  # made anew in another process


class ScreenMissingError(Exception):
    """There is nothing to show pictures on; one line for people."""


class ScreenLostError(ScreenMissingError):
    """What pictures were shown on is gone."""


class Display(Protocol[Picture_contra]):
    """Shows pictures of one kind, and tells what people do at it. Used by one thread."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture to show, in pixels; may change with `Exposed`."""
        ...

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened, waiting at most so long for the first of it.

        Raises ScreenLostError, as `show` does.
        """
        ...

    def show(self, picture: Picture_contra) -> None:
        """Show a picture; when it could be seen is told by `wait`, as `Seen`."""
        ...

    def toggle_full_screen(self) -> None:
        """The whole screen or a part of it, where there is a choice."""
        ...

    def close(self) -> None:
        """Let the display go."""
        ...


class Blind:
    """No display: nobody sees and nobody is seen, only time passes, or a bell rings."""

    size = (1280, 720)

    def __init__(self, clock: SleepingClock, bell: Bell | None = None) -> None:
        self._clock, self._bell = clock, bell
        self._seen: list[Seen] = []

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """Let the time pass; what was shown could have been seen at once."""
        seen, self._seen = self._seen, []
        if not seen and self._bell is not None:
            self._bell.wait(most_ms)
        elif not seen:
            self._clock.sleep_ns(most_ms * 1_000_000)
        return seen

    def show(self, picture: object) -> None:  # noqa: ARG002 - nobody sees it
        """Now is when it could be seen."""
        self._seen = [Seen(self._clock.now_ns())]

    def toggle_full_screen(self) -> None:
        """There is no screen."""

    def close(self) -> None:
        """There is nothing to let go."""
