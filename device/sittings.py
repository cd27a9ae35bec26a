"""Begins the games of one table: what is written of them, which keys count in them, who is asked.

The law: the header of a new game tells what its stamps and its picture are worth; of a game that is
gone on with nothing is changed. Whatever was held before means nothing in the next one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from device import page as pages
from device.dealing import is_lesson, persons_of, seats_of, with_lag
from device.desk import Desk
from device.ear import Ear
from device.host import Host
from device.idleness import with_marks
from device.keyboard import pairs
from device.language import Language
from device.options import Settings
from device.presses import worth
from device.reading import Paging
from device.reception import Reception
from device.scribe import Scribe
from device.sitting import Sitting
from device.stage import Stage
from game.events import Input
from game.record import Header


class Sittings:
    """Those of a table that hears by `ear` and writes by `scribe`; the rest as for a `Table`.

    `now_ns` tells the time.
    `desk`: what a window's keys and clicks mean in the game that is on; None: nobody sits there.
    """

    def __init__(
        self,
        now_ns: Callable[[], int],
        ear: Ear,
        scribe: Scribe,
        attended: bool,
        host: Host | None,
        paging: Paging,
    ) -> None:
        self._now_ns, self._ear = now_ns, ear
        self._scribe = scribe
        self._attended = attended
        self._host = host
        self._paging = paging
        self._dealt = False
        self.desk: Desk | None = None

    def game(
        self, header: Header, old: Sequence[Input], spoken: Language, settings: Settings
    ) -> Sitting:
        """A game begins, or goes on where its old inputs end."""
        stamps, scribe = self._ear.stamps, self._scribe
        if not old:
            header = replace(header, more={**header.more, "buttons": worth(stamps)})
            header = with_lag(header, settings.lag_ms if self._attended else 0)
            if self._hurries and settings.lay_s:
                header = with_marks(header)
        keys = self._keys_of(header)
        pressed = [keys.get(seat, ()) for seat in range(len(header.seats))]
        stage = Stage(seats_of(header), pressed, stamps.exact, spoken, settings)
        journals = scribe.go_on(header, old) if old else scribe.begin(header)
        game = Sitting(header, stage, journals, self._deal_ns(), old, self._paging)
        self._seat(game)
        if is_lesson(header):
            game.stop(pages.Greeting(), self._now_ns())
        return game

    def reception(self, host: Host, spoken: Language, settings: Settings) -> Reception:
        """No game is on: the host receives people over one among computer players."""
        exact, now_ns = self._ear.stamps.exact, self._now_ns()
        reception = Reception(host, exact, spoken, settings, now_ns)
        self._seat(reception)
        return reception

    def _seat(self, game: Sitting) -> None:
        self._dealt = True
        game.wired = self._host is not None
        game.around = 0 if self._host is None else self._host.places
        game.hurries = self._hurries
        self._ear.pause_by(game.pausing)
        self._ear.let_go()

    def _keys_of(self, header: Header) -> Mapping[int, tuple[str, ...]]:
        """The keys of each person, where people sit at a keyboard."""
        if self._ear.keys is None:
            return {}
        if self.desk is not None:
            self.desk.let_go(self._now_ns())
        persons = persons_of(header)
        self.desk = Desk(self._ear.keys, self._ear.wiring, persons)
        return pairs(persons)

    @property
    def _hurries(self) -> bool:
        """A script presses what it presses, and nobody is there whom one could remind."""
        return self._attended and self._ear.stamps.stamp != "script"

    def _deal_ns(self) -> int:
        """Now; but a script that is played at once begins with the deal, so its times are those of
        the game."""
        scripted = self._ear.stamps.stamp == "script" and not self._dealt
        return self._ear.opened_ns if scripted else self._now_ns()
