"""Several displays that show the same.

The law: what is shown could be seen when it could be seen on all of them. One that takes longer
than 100 ms is left out of that, and reported, where it can be seen on another one; it goes on with
the newest picture when it is ready. Where there is no other one, more pictures would be for nobody.
All is well when none of them ails.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from hal.clock import SleepingClock
from hal.display import Ailing, Display, Happening, Seen, SlowDisplayError
from hal.sought import Sought

LATEST_NS = 100_000_000
SLICE_MS, LONG_SLICE_MS = 2, 20
"""Between two looks while a picture is under way: at each of those that it is under way to; at the
others, while it is under way to the first alone, which is waited for."""

SentT = TypeVar("SentT")


class Several(Generic[SentT]):
    """A `hal.display.Display` that is made of `displays`; its size is that of the first.

    They show the same things in their own ways. Full screen is a matter of the first.
    """

    def __init__(self, displays: Sequence[Display[SentT]], clock: SleepingClock) -> None:
        self._displays, self._clock = tuple(displays), clock
        self._busy: set[int] = set()
        """Those that have not told yet of the last picture that they were shown."""
        self._awaited: set[int] = set()
        self._missed: dict[int, SentT] = {}
        self._shown_ns = self._seen_ns = 0
        self._under_way = False
        self._ails: dict[int, Exception] = {}
        """What is wrong with which of them, the newest last."""

    @property
    def size(self) -> tuple[int, int]:
        """That of the first."""
        return self._displays[0].size

    def wait(self, most_ms: int) -> list[Happening]:
        """What has happened at any of them, waiting at most so long for the first of it."""
        until_ns = self._clock.now_ns() + most_ms * 1_000_000
        while True:
            left_ms = -(-max(0, until_ns - self._clock.now_ns()) // 1_000_000)
            found = self._found(min(left_ms, self._slice_ms(left_ms)))
            if found or self._clock.now_ns() >= until_ns:
                return found

    def show(self, picture: SentT) -> None:
        """Show it on all that are ready; the others have it when they are."""
        self._shown_ns = self._seen_ns = self._clock.now_ns()
        self._under_way = True
        ready = set(range(len(self._displays))) - self._busy
        self._awaited = set(ready)
        self._missed = dict.fromkeys(self._busy, picture)
        for number in sorted(ready):
            self._busy.add(number)
            self._displays[number].show(picture)

    def toggle_full_screen(self) -> None:
        """The first."""
        self._displays[0].toggle_full_screen()

    def close(self) -> None:
        """Let all of them go."""
        for display in self._displays:
            display.close()

    def _slice_ms(self, left_ms: int) -> int:
        if not self._busy:
            return left_ms
        return LONG_SLICE_MS if self._busy == {0} else SLICE_MS

    def _found(self, most_ms: int) -> list[Happening]:
        found: list[Happening] = []
        for number, display in enumerate(self._displays):
            for happening in display.wait(0 if number else most_ms):
                if isinstance(happening, Seen):
                    found += self._seen(number, happening.t_ns)
                elif isinstance(happening, Ailing):
                    found += self._ailing(number, happening.why)
                else:
                    found.append(happening)
        return found + self._told()

    def _ailing(self, number: int, why: Exception | None) -> list[Happening]:
        """What is to be told now: the newest of what is still wrong."""
        before = self._ails.pop(number, None)
        if why is not None:
            self._ails[number] = why
        elif before is None:
            return []
        return [Ailing(next(reversed(self._ails.values()), None))]

    def _seen(self, number: int, t_ns: int) -> list[Happening]:
        """A display has shown its picture; what is to be told of it, but for that."""
        in_time = number in self._awaited
        told: list[Happening] = []
        if in_time and isinstance(self._ails.get(number), SlowDisplayError):
            told = self._ailing(number, None)
        self._busy.discard(number)
        if in_time:
            self._awaited.discard(number)
            self._seen_ns = max(self._seen_ns, t_ns)
        if number in self._missed:
            self._busy.add(number)
            self._displays[number].show(self._missed.pop(number))
        return told

    def _told(self) -> list[Happening]:
        """That the picture could be seen, if it could; and who is left out of it."""
        late = self._clock.now_ns() - self._shown_ns > LATEST_NS and self._is_on_another()
        if not self._under_way or (self._awaited and not late):
            return []
        self._under_way = False
        slow: list[Happening] = []
        for number in sorted(self._awaited):
            slow += self._ailing(number, SlowDisplayError())
        self._awaited = set()
        return [*slow, Seen(self._seen_ns)]

    def _is_on_another(self) -> bool:
        """Whether it can be seen on one that is not waited for."""
        ready = set(range(len(self._displays))) - self._busy
        return any(_is_there(self._displays[number]) for number in ready)


def _is_there(display: Display[SentT]) -> bool:
    """What is looked for counts as seen, though nobody sees it."""
    return not isinstance(display, Sought) or display.is_there
