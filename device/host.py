"""Receives people between games: keeps what they settle, and deals the game that they want.

The law: what is settled at the table is kept at once, and what cannot be kept is told and counts
until the table is switched off.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Protocol, assert_never

from device import attract, evening, lobby_page, menu_page
from device import lobby as lobbies
from device.bookcase import Bookcase, Library
from device.brightness import DARK
from device.browsing import Browsing
from device.caretaker import Caretaker
from device.complaint import Part
from device.config import Config, changes
from device.dealer import Dealer
from device.dealing import drawn_seed
from device.drawer import Drawer
from device.evening import Room
from device.gesture import Gesture
from device.lamplight import OFF, Lights, attract_lights, levels, lobby_lights, next_change_us
from device.language import Language
from device.lobby import Mode, Row
from device.menu import Menu
from device.naming import Naming
from device.options import Settings
from device.overlay import Overlay
from device.reading import Paging, Reading, whole
from device.stage import Unheard, unheard_text
from device.trouble import line_of
from device.troubles import Troubles
from device.view import WHOLE, Seat, View
from game.record import Header

_US = 1000
_BLACK = View(tuple(Seat(seat, "", 0) for seat in range(lobbies.LEAST)), brightness=DARK)
"""What there is to see in the dark, whatever lies under it."""


class Learning(Protocol):
    """Keeps settings: `device.config.learn` for one folder. Raises OSError, ValueError."""

    def __call__(self, **changes: object) -> None:
        """Keep these."""
        ...


class Host:
    """The evening at one table; `places`: how many seats are wired. All times are the clock's.

    `unheard`: by place, what is wrong with its buttons. `library` has the boards, None: there are
    none. `troubles` are told what cannot be kept. `trouble`: what does not work at the table, a
    line for the lobby until the next press there. The `caretaker` has what lies under the settings.
    `chance` gives the seeds of demonstrations and lessons, and the evening's first. `paging`: how
    the rules and the boards become pages for the display.
    """

    def __init__(
        self,
        places: int,
        config: Config,
        learn: Learning,
        troubles: Troubles,
        today: Callable[[], date],
        now_ns: int,
        library: Library | None = None,
        chance: Callable[[], str] = drawn_seed,
        paging: Paging = whole,
        *,
        caretaker: Caretaker,
    ) -> None:
        self.caretaker = caretaker
        self._wanted: Header | None = None
        self.unheard: Mapping[int, Unheard] = {}
        self._evening = evening.began(places, config, now_ns)
        self._learn = learn
        self._troubles = troubles
        self.trouble = ""
        self._read = ""
        """A trouble that somebody has seen in the lobby."""
        self._bookcase = Bookcase(library, paging, today)
        self._dealer = Dealer(today, chance)

    @property
    def settings(self) -> Settings:
        """How the table looks and speaks by now."""
        return self._evening.config.settings

    def enter(self, screen: Room, now_ns: int) -> None:
        """No game is on any more; people find themselves here."""
        self._bookcase.look_up()  # what has just been played, too
        lobby = replace(self._evening.lobby, row=Row.BEGIN, lack=None)
        self._evening = replace(
            self._evening, lobby=lobby, screen=screen, pressed_ns=now_ns, idle_ns=now_ns
        )

    def heard(self, gesture: Gesture, language: Language) -> bool:
        """Somebody did something; whether a game is to begin by it."""
        before = config = self._evening.config
        mode, screen = self._evening.lobby.mode, self._evening.screen
        if config.settings.lang not in ("auto", language.code):  # it was changed at a keyboard
            config = replace(config, settings=replace(config.settings, lang="auto"))
            self._evening = replace(self._evening, config=config)
        if self._evening.screen is Room.LOBBY:
            self._read = self.trouble
        drawer = self._evening.drawer
        self._evening, begins = evening.heard(self._evening, gesture, language)
        after = self._evening.drawer
        self._tend(drawer, after and self.caretaker.turn(drawer, after, language))
        self._keep(before)
        opened = isinstance(self._evening.screen, Browsing) and not isinstance(screen, Browsing)
        if opened or self._evening.lobby.mode not in (mode, Mode.NEW):
            self._bookcase.look_up()
        if begins:
            self._wanted = self._dealt(language)
        return begins

    def answers(self, gesture: Gesture, language: Language) -> bool:
        """Whether to hold a button does here what a short press does not."""
        return evening.answers(self._evening, gesture, language)

    def sit_down(self, place: int) -> None:
        """Somebody joins for the next game, unless the place is somebody's already."""
        lobby = self._evening.lobby
        if place < len(lobby.guests) and place not in lobby.persons:
            self._evening = replace(self._evening, lobby=lobbies.joining(lobby, place))

    def stand_up(self, place: int) -> None:
        """Whoever sat here has left a game, and sits here no more."""
        lobby = lobbies.left(self._evening.lobby, place)
        self._evening = replace(self._evening, lobby=lobby)

    @property
    def places(self) -> int:
        """How many seats the table has."""
        return len(self._evening.lobby.guests)

    @property
    def persons(self) -> int:
        """How many people have joined."""
        return len(self._evening.lobby.persons)

    def taken(self) -> Header | None:
        """The game that people have agreed on, once; None where they have not."""
        wanted, self._wanted = self._wanted, None
        return wanted

    def wake(self, now_ns: int) -> None:
        """Somebody is there, though no button of a seat was pressed."""
        self._evening = replace(self._evening, pressed_ns=now_ns)

    def wait(self, now_ns: int) -> None:
        """Time has come this far."""
        drawer = self._evening.drawer
        self._evening = evening.waited(self._evening, now_ns)
        if drawer is not None:
            self._tend(drawer, self._evening.drawer and self.caretaker.look(drawer))

    def _tend(self, before: Drawer | None, drawer: Drawer | None) -> None:
        """This is how the drawer lies there now; None: it is closed."""
        if drawer is not None:
            self._evening = replace(self._evening, screen=drawer)
        elif before is not None:
            self.caretaker.close()

    def plays(self, now_ns: int) -> bool:
        """Whether a game among computer players is shown now."""
        return self._evening.screen is Room.IDLE and self._light(now_ns) != DARK

    def demonstration(self, language: Language) -> Header:
        """Such a game; meanwhile the boards are looked up."""
        if self._evening.screen is Room.IDLE:
            self._bookcase.look_up()
        return self._dealer.demonstration(self._evening.config, language)

    # What is seen

    def show(self, view: View, now_ns: int, language: Language) -> View:
        """What there is to see now, over the view of the game that is shown."""
        light = self._light(now_ns)
        if light == DARK:
            return replace(_BLACK, rotation=view.rotation)
        brightness = view.brightness * light // WHOLE
        overlay = self._overlay(now_ns, language)
        # Computer players of a demonstration have no places of their own.
        return replace(view, overlay=overlay, hints=(), brightness=brightness, around=0)

    def changes_ns(self, now_ns: int) -> list[int]:
        """When that will be something else though nobody does anything."""
        changes_ns = evening.dues_ns(self._evening, now_ns)
        if self.plays(now_ns):
            changes_ns.append(attract.moment(self._evening.idle_ns, now_ns, 1).changes_ns)
        if self._evening.drawer is not None:
            changes_ns += self.caretaker.changes_ns(self._evening.drawer, now_ns)
        return changes_ns

    def lights(self, now_ns: int) -> tuple[int, ...]:
        """How bright the lamp of each place is now, per mille."""
        return levels(self._lights(now_ns), now_ns // _US)

    def lights_change_ns(self, now_ns: int) -> list[int]:
        """When a lamp will be brighter or darker."""
        change_us = next_change_us(self._lights(now_ns), now_ns // _US)
        return [] if change_us is None else [change_us * _US]

    def _light(self, now_ns: int) -> int:
        return evening.brightness(self._evening, now_ns)

    def _lights(self, now_ns: int) -> Lights:
        lobby = self._evening.lobby
        if self._light(now_ns) == DARK:
            return (OFF,) * len(lobby.guests)
        if self._evening.screen is Room.IDLE:
            return attract_lights(len(lobby.guests))
        if self._evening.drawer is not None:
            return self.caretaker.lights(self._evening.drawer)
        return lobby_lights([place in lobby.persons for place in range(len(lobby.guests))])

    def _overlay(self, now_ns: int, language: Language) -> Overlay:
        config, lobby = self._evening.config, self._evening.lobby
        match self._evening.screen:
            case Room.IDLE:
                return self._bookcase.idle(self._evening.idle_ns, now_ns, config, language)
            case Room.LOBBY:
                unheard = {
                    place: unheard_text(why, language) for place, why in self.unheard.items()
                }
                books = self._bookcase
                page = lobby_page.lobby_page(
                    lobby, config, unheard, language, books.firsts(), books.nobody(language)
                )
                unread = self.trouble if self.trouble != self._read else ""
                return replace(page, text=unread, warns=True) if unread else page
            case Naming() as naming:
                return lobby_page.name_page(naming, language)
            case Menu() as menu:
                return menu_page.menu_page(menu, config, language)
            case Drawer() as drawer:
                return self.caretaker.overlay(drawer, language)
            case Reading() as reading:
                return self._bookcase.rules(reading, lobby, config, language)
            case Browsing() as browsing:
                return self._bookcase.page(browsing, lobby, language)
            case _:
                assert_never(self._evening.screen)

    def _dealt(self, language: Language) -> Header:
        """The game that is to begin."""
        chosen = self._evening
        if chosen.pupil is not None:
            return self._dealer.lesson(chosen.pupil, chosen.lobby, chosen.config, language)
        return self._dealer.game(chosen.lobby, chosen.config, language)

    def _keep(self, before: Config) -> None:
        """What has been settled is kept."""
        changed = changes(before, self._evening.config)
        if not changed:
            return
        try:
            self._learn(**changed)
        except (OSError, ValueError) as error:
            self._troubles.tell(Part.SETTINGS, error, line_of(error))
        else:
            self._troubles.mend(Part.SETTINGS)
