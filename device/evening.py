"""What people do between games: the idle table, the lobby, a name, a menu, the rules, the boards.

The law: a value. A gesture or the time makes it another one; whoever is alone with a screen for
`ALONE_NS` is brought back to the idle table, and every screen is reached and left with the two
buttons of one seat. In the dark a press wakes the table and does nothing else.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from device import browsing as browsings
from device import drawer as drawers
from device import lobby as lobbies
from device import menu as menus
from device import naming as namings
from device import reading as readings
from device.brightness import DARK, FULL
from device.brightness import brightness as brightness_of
from device.brightness import dues_ns as changes_of_brightness
from device.browsing import Browsing
from device.config import MOST_NAMES, Config
from device.drawer import Drawer, Sheet
from device.gesture import SHORT_OF, Gesture, Press
from device.language import Language
from device.lobby import Lobby, Way
from device.menu import Menu
from device.naming import Naming
from device.reading import Reading

ALONE_NS = 60_000_000_000


class Room(Enum):
    """Where people are while no page is open over it."""

    IDLE = auto()
    LOBBY = auto()


Screen: TypeAlias = Room | Naming | Menu | Drawer | Reading | Browsing


@dataclass(frozen=True, slots=True)
class Evening:
    """Between two games. `pressed_ns`: the last press; `idle_ns`: since when the table is idle.

    `places`: how many are wired. `pupil`: the place of whoever is taught in the game that is to
    begin, None in any other game.
    """

    lobby: Lobby
    config: Config
    screen: Screen
    pressed_ns: int
    idle_ns: int
    places: int
    pupil: int | None = None

    @property
    def drawer(self) -> Drawer | None:
        """The drawer, where it is open."""
        return self.screen if isinstance(self.screen, Drawer) else None


def began(places: int, config: Config, now_ns: int) -> Evening:
    """An evening begins at an idle table."""
    return Evening(lobbies.empty(places), config, Room.IDLE, now_ns, now_ns, places)


def heard(evening: Evening, gesture: Gesture, spoken: Language) -> tuple[Evening, bool]:
    """The evening after a gesture; and whether a game is to begin."""
    dark = brightness(evening, gesture.t_ns) == DARK
    evening = replace(evening, pressed_ns=max(evening.pressed_ns, gesture.t_ns), pupil=None)
    if dark:
        return replace(_forgotten(evening), idle_ns=gesture.t_ns), False
    match evening.screen:
        case Room.IDLE:
            return _woken(evening, gesture), False
        case Room.LOBBY:
            return _in_lobby(evening, gesture)
        case Naming() as naming:
            return _named(evening, naming, gesture), False
        case Menu() as menu:
            return _in_menu(evening, menu, gesture.press, spoken), False
        case Drawer() as drawer:
            menu = Menu(menus.Kind.SETTINGS, drawer.row)
            return replace(evening, screen=drawers.turned(drawer, gesture.press) or menu), False
        case Reading() as reading:
            open_at = readings.turned(reading, gesture.press)
            return replace(evening, screen=open_at or Room.LOBBY), False
        case Browsing() as browsing:
            leafed = browsings.turned(browsing, gesture.press)
            return replace(evening, screen=leafed or Room.LOBBY), False
        case _:
            assert_never(evening.screen)


def answers(evening: Evening, gesture: Gesture, spoken: Language) -> bool:
    """Whether this long press does something, and not what a short one does."""
    short = SHORT_OF.get(gesture.press)
    if short is None:
        return False
    nothing = replace(evening, pressed_ns=max(evening.pressed_ns, gesture.t_ns), pupil=None)
    after = heard(evening, gesture, spoken)
    return after not in ((nothing, False), heard(evening, replace(gesture, press=short), spoken))


def waited(evening: Evening, now_ns: int) -> Evening:
    """The evening when nobody has pressed up to now."""
    alone_ns = evening.pressed_ns + ALONE_NS
    if evening.screen is not Room.IDLE and now_ns >= alone_ns:
        evening = replace(evening, screen=Room.IDLE, idle_ns=alone_ns)
    return evening


def brightness(evening: Evening, now_ns: int) -> int:
    """How bright the picture is, in per mille of what is set; 0: dark."""
    if evening.screen is not Room.IDLE:
        return FULL
    return brightness_of(now_ns - evening.pressed_ns, evening.config.settings)


def dues_ns(evening: Evening, now_ns: int) -> list[int]:
    """When something happens though nobody presses."""
    due_ns = changes_of_brightness(evening.pressed_ns, evening.config.settings)
    if evening.screen is not Room.IDLE:
        due_ns.append(evening.pressed_ns + ALONE_NS)
    return [each_ns for each_ns in due_ns if each_ns > now_ns]


def _woken(evening: Evening, gesture: Gesture) -> Evening:
    """A slap joins at once; whoever has joined before is not asked anything by it."""
    lobby, place = evening.lobby, gesture.place
    free = place < len(lobby.guests) and place not in lobby.persons
    if free and gesture.press in (Press.SLAP, Press.SLAP_LONG):
        lobby = lobbies.joining(lobby, place)
    return replace(evening, lobby=replace(lobby, lack=None), screen=Room.LOBBY)


def _in_lobby(evening: Evening, gesture: Gesture) -> tuple[Evening, bool]:
    lobby, way = lobbies.turned(evening.lobby, gesture, evening.config.rules)
    evening = replace(evening, lobby=lobby)
    match way:
        case Way.BEGIN:
            return evening, True
        case Way.LENGTH:
            rules = lobbies.next_length(evening.config.rules)
            return replace(evening, config=replace(evening.config, rules=rules)), False
        case Way.NAME:
            place = gesture.place
            screen: Screen = namings.naming(place, evening.config.names, lobby.taken(place))
        case Way.RULES:
            screen = Menu(menus.Kind.RULES)
        case Way.SETTINGS:
            screen = Menu(menus.Kind.SETTINGS)
        case Way.BOOK:
            screen = Reading()
        case Way.BOARDS:
            screen = Browsing(gesture.place)
        case Way.LESSON:
            return replace(evening, pupil=gesture.place), True
        case Way.BACK:
            return replace(evening, screen=Room.IDLE, idle_ns=gesture.t_ns), False
        case None:
            screen = Room.LOBBY
        case _:
            assert_never(way)
    return replace(evening, screen=screen), False


def _in_menu(evening: Evening, menu: Menu, press: Press, spoken: Language) -> Evening:
    after, config = menus.turned(menu, press, evening.config, spoken)
    evening = replace(evening, config=config)
    match after:
        case Sheet():
            return replace(evening, screen=drawers.opened(after, menu.at, evening.places))
        case Menu():
            return replace(evening, screen=after)
        case None:
            return replace(evening, screen=Room.LOBBY)


def _named(evening: Evening, naming: Naming, gesture: Gesture) -> Evening:
    """Only whoever is asked answers; a name that is new here is on offer from now on."""
    if gesture.place != naming.place:
        return evening
    after, name = namings.turned(naming, gesture.press)
    if name is not None:
        others = [each for each in evening.config.names if each.casefold() != name.casefold()]
        names = (name, *others)[:MOST_NAMES]
        lobby = lobbies.named(evening.lobby, naming.place, name)
        evening = replace(evening, lobby=lobby, config=replace(evening.config, names=names))
    return replace(evening, screen=after or Room.LOBBY)


def _forgotten(evening: Evening) -> Evening:
    """Whoever sat here before the dark has gone home."""
    lobby = lobbies.empty(len(evening.lobby.guests))
    return replace(evening, lobby=replace(lobby, mode=evening.lobby.mode))
