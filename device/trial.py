"""The button test at the table: what each button did since people opened it.

The law: it only listens. What it counts are the presses of the table's own stream, with the raw
edges that they were made of; so what is good here is good in a game.
"""

from collections.abc import Mapping

from device.listening import Press, Tallies, Tally
from hal.buttons import Batch, ButtonEvent, Kind
from hal.contacts import Contacts
from hal.debounce import Constants
from hal.stream import LineTrouble
from hal.wiring import Wiring


class Trial:
    """A test of the buttons of `wiring`, not begun. Used by one thread.

    It must overhear their source, by `feed`. `troubled`: the lines that are not heard just now, for
    the table to set.
    """

    def __init__(self, wiring: Wiring, constants: Constants) -> None:
        self.wiring = wiring
        self._constants = constants
        self._contacts = Contacts(constants)
        self.troubled: Mapping[int, LineTrouble] = {}
        self.down: frozenset[int] = frozenset()
        """The lines that are pressed just now."""
        self.last: Press | None = None
        """The last press whose contact has come to rest."""
        self._tallies: Tallies | None = None

    @property
    def on(self) -> bool:
        """Whether buttons are tested now."""
        return self._tallies is not None

    @property
    def unsettled(self) -> bool:
        """Whether a contact is still to come to rest."""
        return self._tallies is not None and self._tallies.unsettled

    @property
    def tallies(self) -> Mapping[int, Tally]:
        """What each line did; empty where nothing is tested."""
        return {} if self._tallies is None else self._tallies.of

    def begin(self) -> None:
        """From now on presses count."""
        self._contacts = Contacts(self._constants)
        self._tallies, self.last = Tallies(self.wiring.lines, self._contacts), None
        self.down = frozenset()

    def end(self) -> None:
        """Nothing is tested any more."""
        self._tallies, self.down = None, frozenset()

    def feed(self, batch: Batch) -> None:
        """The source told this; in a game nothing of it is kept."""
        if self._tallies is not None:
            self._contacts.feed(batch)

    def hear(self, event: ButtonEvent) -> None:
        """A line did something."""
        if self._tallies is None:
            return
        self._tallies.hear(event)
        if event.kind is Kind.PRESS:
            self.down |= {event.line}
        elif event.kind is Kind.RELEASE:
            self.down -= {event.line}

    def settle(self, horizon_ns: int) -> None:
        """All up to the horizon is known."""
        if self._tallies is not None:
            for press in self._tallies.settled(horizon_ns):
                self.last = press
