"""Between the hands at a table and the host who receives people there.

The law: what a hand does that lasts is the sitting's to answer; that it did something between games
is heard at once. A button test that begins or ends takes nothing of what is held with it.
"""

from device.ear import Ear
from device.echo import Echo
from device.gesture import Gesture
from device.host import Host
from device.page import Wish
from device.reception import Reception
from device.sitting import Sitting
from hal.buttons import ButtonEvent


class Usher:
    """That of `host`, at a table that hears by `ear` and answers by `echo`."""

    def __init__(self, host: Host, ear: Ear, echo: Echo) -> None:
        self._host, self._ear, self._echo = host, ear, echo

    def hear(self, event: ButtonEvent) -> None:
        """A button was pressed or let go: it may be tried just now."""
        self._host.caretaker.trial.hear(event)

    def gesture(self, gesture: Gesture, game: Sitting) -> Wish | None:
        """A hand has done something that lasted; what is wished by it."""
        host, trial = self._host, self._host.caretaker.trial
        persons, volume, tried = host.persons, host.settings.volume, trial.on
        wish = game.gesture(gesture)
        if isinstance(game, Reception):
            self._echo.answer(gesture.place, host.persons > persons, host.settings.volume, volume)
            if trial.on != tried:
                self._ear.let_go()
        return wish

    def look(self) -> bool:
        """Tell the host what is not heard just now; whether that is something else than before."""
        host, trial, unheard = self._host, self._host.caretaker.trial, self._ear.unheard
        changed = unheard != host.unheard
        host.unheard = unheard
        trial.troubled = self._ear.troubled
        trial.settle(self._ear.horizon_ns)
        return changed
