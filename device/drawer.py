"""The drawer under the settings: the button test, the wiring, what this table is, and its switch.

The law: a value, and a press makes it another one: flip goes on, slap does what is selected, long
goes back to the menu. Whatever is to be done beyond that is only wanted here; whoever looks after
the table does it, and tells what came of it.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from device.gesture import Press
from device.wording import Words


class Sheet(Enum):
    """What may lie in the drawer; the values are the keys of the rows that lead there."""

    BUTTONS = "buttons"
    WIRING = "wiring"
    ABOUT = "about"
    OFF = "off"


class Detail(Enum):
    """What a table tells about itself, row by row; from the last a file is written."""

    VERSION = auto()
    ADDRESS = auto()
    FOLDER = auto()
    LOG = auto()


class Deed(Enum):
    """How something stands that was asked for."""

    NONE = auto()
    WANTED = auto()
    UNDER_WAY = auto()
    DONE = auto()
    FAILED = auto()


STAY, SWITCH_OFF = range(2)
"""The answers to whether to switch off."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """The drawer is open at a sheet; `row` of the menu led there.

    `at` is what is selected, of `pages`: a seat of the wiring, a row, an answer. `told` is what
    came of the deed, one line.
    """

    sheet: Sheet
    row: int
    pages: int
    at: int = 0
    deed: Deed = Deed.NONE
    told: str | Words = ""


def opened(sheet: Sheet, row: int, places: int) -> Drawer:
    """The drawer of a table where so many places are wired."""
    pages = {
        Sheet.BUTTONS: 1,
        Sheet.WIRING: places,
        Sheet.ABOUT: len(Detail),
        Sheet.OFF: len((STAY, SWITCH_OFF)),
    }
    return Drawer(sheet, row, pages[sheet])


def turned(drawer: Drawer, press: Press) -> Drawer | None:
    """The drawer after a press, None where it is closed. What is under way is waited for."""
    if press in (Press.SLAP_LONG, Press.FLIP_LONG):
        return None
    if press is Press.FLIPS_HELD or drawer.deed is Deed.UNDER_WAY:
        return drawer
    if drawer.deed is not Deed.NONE:
        return replace(drawer, deed=Deed.NONE, told="")
    if press is Press.FLIP:
        return replace(drawer, at=(drawer.at + 1) % drawer.pages)
    match drawer.sheet:
        case Sheet.WIRING:
            return replace(drawer, at=(drawer.at - 1) % drawer.pages)
        case Sheet.ABOUT if list(Detail)[drawer.at] is Detail.LOG:
            return replace(drawer, deed=Deed.WANTED)
        case Sheet.OFF if drawer.at == SWITCH_OFF:
            return replace(drawer, deed=Deed.WANTED)
        case Sheet.OFF:
            return None
        case _:
            return drawer
