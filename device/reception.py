"""The table between games: a game among computer players, and over it what the host shows.

The law: to the loop it is a sitting like any other, so presses, pictures and lamps take one way.
It is played to nobody's end: nothing of it is written down, and it stands still while people sit
down, or in the dark.
"""

from collections.abc import Sequence

from device import page as pages
from device.dealing import seats_of
from device.gesture import Gesture
from device.host import Host
from device.language import Language
from device.lobby import FOUR
from device.options import Settings
from device.page import Wish
from device.sitting import Sitting
from device.stage import Stage
from device.view import KeyHint, View


class Reception(Sitting):
    """A sitting at which `host` has the word; arguments as those of a `Sitting`."""

    def __init__(
        self, host: Host, exact: bool, language: Language, settings: Settings, now_ns: int
    ) -> None:
        header = host.demonstration(language)
        super().__init__(
            header, Stage(seats_of(header), [()] * FOUR, exact, language, settings), (), now_ns
        )
        self._host = host
        self.wired = True

    def gesture(self, gesture: Gesture) -> Wish | None:
        """A hand did something; the host hears it."""
        begins = self._host.heard(gesture, self.stage.language)
        if self._host.caretaker.leaves:
            return Wish.LEAVE
        return Wish.BEGIN if begins else None

    def answers(self, gesture: Gesture) -> bool:
        """Whether this press, which takes its time, does something here."""
        return self._host.answers(gesture, self.stage.language)

    def key(self, key: str, now_ns: int) -> Wish | None:
        """A key on a keyboard that is plugged in: it wakes the table, and Esc leaves it."""
        self._host.wake(now_ns)
        return Wish.LEAVE if key == "esc" else None

    def turn_by_itself(self, now_ns: int) -> Wish | None:
        """What time brings: the game stands still, or another one is wished for."""
        self._host.wait(now_ns)
        super().turn_by_itself(now_ns)
        plays, lies = self._host.plays(now_ns), self.page is not None
        if lies and plays:
            return Wish.RECEIVE
        if not lies and not plays:
            self.stop(pages.Resting(), now_ns)
        return None

    def view(self, now_ns: int, rows: tuple[KeyHint, ...]) -> View:
        """What there is to see now."""
        return self._host.show(super().view(now_ns, rows), now_ns, self.stage.language)

    def changes_ns(self, now_ns: int) -> list[int]:
        """When the view of now will be another one; motions left out."""
        return super().changes_ns(now_ns) + self._host.changes_ns(now_ns)

    def lights(self, now_ns: int) -> Sequence[int]:
        """How bright the lamp of each place is now, per mille."""
        return self._host.lights(now_ns)

    def lights_change_ns(self, now_ns: int) -> list[int]:
        """When a lamp will be brighter or darker."""
        return self._host.lights_change_ns(now_ns)
