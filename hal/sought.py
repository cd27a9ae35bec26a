"""A display that need not be there: it is looked for until it is, and again when it is lost.

The law is that of every display (`hal.display`). While it is missing nobody waits for it: what is
shown counts as seen. When it is there, whoever shows is told to show again. One that was there and
is lost ails until it is found; one that never was may not be wanted at all.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Generic, TypeVar

from hal.clock import SleepingClock
from hal.display import (
    Ailing,
    Display,
    Exposed,
    Happening,
    ScreenLostError,
    ScreenMissingError,
    Seen,
)
from hal.words import Words

RETRY_NS: Final = 2_000_000_000
SentT = TypeVar("SentT")


class Sought(Generic[SentT]):
    """A `hal.display.Display` that `opening` opens, sooner or later; `size` is told until then.

    `say` is told why it is missing, each reason once until it is there; None: it is there now.
    `opening` raises ScreenMissingError where there is none. It is called from `wait`, at once and
    then every `retry_ns`, so whoever makes this waits for nothing. `found`: it is open already.
    `lost`: it was there before, so it ails until it is found. `seeks`: what is opened is itself a
    display that is sought, and tells whether it was found.
    """

    def __init__(
        self,
        opening: Callable[[], Display[SentT]],
        clock: SleepingClock,
        say: Callable[[ScreenMissingError | None], None] = lambda _why: None,
        size: tuple[int, int] = (1280, 720),
        retry_ns: int = RETRY_NS,
        *,
        found: Display[SentT] | None = None,
        lost: bool = False,
        seeks: bool = False,
    ) -> None:
        self._opening, self._clock, self._say = opening, clock, say
        self._size, self._retry_ns = size, retry_ns
        self._display = found
        self._lost, self._seeks = lost, seeks
        self._ailing: list[Ailing] = []
        """What is to be told of that."""
        self._told: str | None = None
        self._awaited = False
        self._look_ns = clock.now_ns()

    @property
    def is_there(self) -> bool:
        """Whether it was found."""
        return self._display is not None

    @property
    def size(self) -> tuple[int, int]:
        """That of the display, as it was last seen."""
        if self._display is not None:
            self._size = self._display.size
        return self._size

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened; a display that was found has to be shown the picture again."""
        until_ns = self._clock.now_ns() + most_ms * 1_000_000
        while self._display is None:
            if self._awaited or self._ailing:
                seen = [Seen(self._clock.now_ns())] if self._awaited else []
                self._awaited = False
                return [*self._news(), *seen]
            if self._clock.now_ns() >= self._look_ns and self._look():
                return [*self._news(), Exposed()]
            now_ns = self._clock.now_ns()
            if now_ns >= until_ns:
                return []
            self._clock.sleep_ns(min(until_ns, self._look_ns) - now_ns)
        try:
            found = self._display.wait(max(0, until_ns - self._clock.now_ns()) // 1_000_000)
        except ScreenLostError as error:
            self._lose(error)
            return self.wait(0)
        if any(isinstance(each, Seen) for each in found):
            self._awaited = False
        return [*self._news(), *found]

    def show(self, picture: SentT) -> None:
        """Show it, if there is something to show it on."""
        self._awaited = True
        if self._display is not None:
            try:
                self._display.show(picture)
            except ScreenLostError as error:
                self._lose(error)

    def toggle_full_screen(self) -> None:
        """As the display does it."""
        if self._display is not None:
            try:
                self._display.toggle_full_screen()
            except ScreenLostError as error:
                self._lose(error)

    def close(self) -> None:
        """Let it go, and look for it no more."""
        if self._display is not None:
            self._display.close()

    def _look(self) -> bool:
        try:
            self._display = self._opening()
        except ScreenMissingError as error:
            self._miss(error)
        else:
            self._told = None
            self._say(None)
            if self._lost and not self._seeks:
                self._ailing.append(Ailing(None))
            self._lost = False
        return self._display is not None

    def _lose(self, error: ScreenLostError) -> None:
        display, self._display = self._display, None
        if display is not None:
            with suppress(ScreenLostError):
                display.close()
        self._lost = True
        lost = ScreenLostError(Words("a screen is gone, and looked for: {why}", why=error))
        self._ailing.append(Ailing(lost))
        self._miss(error)

    def _news(self) -> list[Ailing]:
        news, self._ailing = self._ailing, []
        return news

    def _miss(self, error: ScreenMissingError) -> None:
        self._look_ns = self._clock.now_ns() + self._retry_ns
        if str(error) != self._told:
            self._told = str(error)
            self._say(error)
