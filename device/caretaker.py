"""Who looks after the table: shows what lies in the drawer, and does what is wanted there.

The law: nothing here keeps the loop waiting; what takes its time is an errand.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from device.about_page import Nameplate, about_page
from device.drawer import Deed, Drawer, Sheet
from device.errand import Errand
from device.lamplight import OFF, STEADY, Lights
from device.language import Language
from device.off_page import deed_page, off_page
from device.overlay import Overlay
from device.power import Power
from device.trial import Trial
from device.trial_page import trial_page
from device.wiring_page import wiring_page

LOOK_NS = 50_000_000
"""What is under way is looked after so often."""
SETTLES_NS = 5_000_000
"""So often, whether a contact has come to rest."""


class Caretaker:
    """Has the button test, the nameplate, the log and the switch of one table.

    `nameplate` reads it, for it may change; `export` sends off who writes the file for support;
    `power` None: the machine is not for us to switch off, so only the program `leaves`.
    """

    def __init__(
        self,
        trial: Trial,
        nameplate: Callable[[], Nameplate],
        export: Callable[[Language], Errand],
        power: Power | None,
    ) -> None:
        self.trial = trial
        self.leaves = False
        """The program is to end."""
        self._nameplate, self._export, self._power = nameplate, export, power
        self._plate: Nameplate | None = None
        self._errand: Errand | None = None

    def turn(self, before: Drawer | None, after: Drawer, language: Language) -> Drawer:
        """People have opened or worked the drawer; how it lies there now."""
        if before is None:
            self._open(after.sheet)
        return self._begin(after, language) if after.deed is Deed.WANTED else after

    def close(self) -> None:
        """People have closed the drawer."""
        self.trial.end()

    def look(self, drawer: Drawer) -> Drawer:
        """How a drawer lies there by now, since what is under way comes to its end."""
        answer = None if self._errand is None else self._errand.answer()
        if answer is None:
            return drawer
        self._errand = None
        if drawer.deed is not Deed.UNDER_WAY:
            return drawer  # nobody waits for it any more
        return replace(drawer, deed=Deed.DONE if answer.well else Deed.FAILED, told=answer.line)

    def changes_ns(self, drawer: Drawer, now_ns: int) -> list[int]:
        """When there may be something else to see though nobody presses."""
        if self.trial.unsettled:
            return [now_ns + SETTLES_NS]
        return [now_ns + LOOK_NS] if drawer.deed is Deed.UNDER_WAY else []

    def overlay(self, drawer: Drawer, language: Language) -> Overlay:
        """What there is to see of an open drawer."""
        if drawer.deed is not Deed.NONE:
            return deed_page(drawer, language)
        match drawer.sheet:
            case Sheet.BUTTONS:
                return trial_page(self.trial, language)
            case Sheet.WIRING:
                return wiring_page(self.trial.wiring, drawer.at, language)
            case Sheet.ABOUT:
                return about_page(self._plate or self._nameplate(), drawer.at, language)
            case Sheet.OFF:
                return off_page(drawer.at, self._power is not None, language)
            case _:
                assert_never(drawer.sheet)

    def lights(self, drawer: Drawer) -> Lights:
        """The light of each place: of a button that is down, of the seat that is shown."""
        places = range(self.trial.wiring.seats)
        lit: set[int] = set()
        if drawer.sheet is Sheet.BUTTONS:
            buttons = self.trial.wiring.buttons()
            lit = {buttons[line][0] for line in self.trial.down}
        elif drawer.sheet is Sheet.WIRING:
            lit = {drawer.at}
        return tuple(STEADY if place in lit else OFF for place in places)

    def _open(self, sheet: Sheet) -> None:
        if sheet is Sheet.BUTTONS:
            self.trial.begin()
        elif sheet is Sheet.ABOUT:
            self._plate = self._nameplate()

    def _begin(self, drawer: Drawer, language: Language) -> Drawer:
        """What is wanted is begun."""
        if drawer.sheet is Sheet.ABOUT:
            self._errand = self._export(language)
        elif self._power is not None:
            self._errand = self._power.off()
        else:
            self.leaves = True
        return replace(drawer, deed=Deed.UNDER_WAY)
