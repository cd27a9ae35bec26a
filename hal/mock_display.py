"""A display that remembers, at which people do what is scripted.

The law is that of every display (`hal.display`): when a picture could be seen is told, and it is
another time than that at which it was shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from heapq import heappop, heappush

from hal.clock import SleepingClock
from hal.display import Happening, KeyChange, Seen, Touch


class MockDisplay:
    """A display that remembers, at which people do what is scripted. A `hal.display.Display`.

    A picture can be seen `transfer_ns` after it was shown, at the next whole `frame_ns`; that is
    told `telling_ns` after it was shown, be it before that time. These and `size` may be set, as a
    window is pulled larger. A look takes `look_ns` at least, so time never stands.
    """

    def __init__(
        self,
        clock: SleepingClock,
        transfer_ns: int = 0,
        *,
        frame_ns: int = 1,
        telling_ns: int = 0,
        look_ns: int = 50_000,
        size: tuple[int, int] = (1280, 720),
    ) -> None:
        self._clock, self.transfer_ns, self._frame_ns = clock, transfer_ns, frame_ns
        self._look_ns, self.telling_ns = look_ns, telling_ns
        self.size = size
        self.full_screen = self.closed = False
        self.shown: list[tuple[int, object]] = []
        self._coming: list[tuple[int, int, Happening]] = []
        self._scripted = 0
        self._waited_ns = clock.now_ns()

    def expect(self, happening: Happening, at_ns: int) -> None:
        """Script what people do at `at_ns`; its stamp is that of the look that finds it."""
        heappush(self._coming, (at_ns, self._scripted, happening))
        self._scripted += 1

    def key(self, name: str, at_ns: int, held_ns: int = 80_000_000) -> None:
        """Script a key that goes down and up."""
        self.expect(KeyChange(name, True, 0), at_ns)
        self.expect(KeyChange(name, False, 0), at_ns + held_ns)

    def wait(self, most_ms: int) -> Sequence[Happening]:
        """What has happened; time goes on to the first of it, by `most_ms` at most."""
        now_ns = self._clock.now_ns()
        until_ns = now_ns + most_ms * 1_000_000
        if self._coming:
            until_ns = min(until_ns, self._coming[0][0])
        self._clock.sleep_ns(max(until_ns - now_ns, self._look_ns))
        now_ns, found = self._clock.now_ns(), []
        while self._coming and self._coming[0][0] <= now_ns:
            happening = heappop(self._coming)[2]
            if isinstance(happening, KeyChange | Touch):
                happening = replace(happening, t_ns=now_ns, since_ns=self._waited_ns)
            found.append(happening)
        self._waited_ns = now_ns
        return found

    def show(self, picture: object) -> None:
        """Remember the picture in `shown`, with the time in ns at which it can be seen."""
        now_ns = self._clock.now_ns()
        seen_ns = -(-(now_ns + self.transfer_ns) // self._frame_ns) * self._frame_ns
        self.shown.append((seen_ns, picture))
        self.expect(Seen(seen_ns), now_ns + self.telling_ns)

    def toggle_full_screen(self) -> None:
        """Remember it in `full_screen`."""
        self.full_screen = not self.full_screen

    def close(self) -> None:
        """Remember it in `closed`."""
        self.closed = True
