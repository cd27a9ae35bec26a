"""What may lie over the table: a pause, a countdown, a question, help, the result.

The law: while a page is open no press counts in the game, and the game stands still. A page that
comes by itself takes no key for a moment, since hands are still on the buttons.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import TypeAlias

from device.gesture import Press
from game.cards import Seat

COUNTDOWN_NS = 3_000_000_000
SETTLE_NS = 700_000_000
SECOND_NS = 1_000_000_000
ALONE_NS = 60 * SECOND_NS


KEY_OF = {
    Press.SLAP: "enter",
    Press.FLIP: "tab",
    Press.SLAP_LONG: "esc",
    Press.FLIP_LONG: "esc",
}
"""Which key a press of a seat's buttons stands for while a page is open: slap takes, flip goes to
the next, long goes back."""


class Wish(Enum):
    """What people want from a page."""

    GO_ON = auto()
    LEAVE = auto()
    STAND_UP = auto()
    """The game is left, the table is not."""
    ASK_TO_LEAVE = auto()
    PART = auto()
    """One person leaves the game, the others play on."""
    ANOTHER = auto()
    BEGIN = auto()
    """The game that people have agreed on."""
    RECEIVE = auto()
    """The host shows another game among computer players."""
    OLD_GAME = auto()


@dataclass(frozen=True, slots=True)
class Pausing:
    """The game is paused until somebody presses P, or slaps; `who` paused, empty: nobody says.

    `left`: who has just left the game, empty for nobody.
    """

    who: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class Greeting:
    """A lesson is about to begin."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The game goes on at `ends_ns`."""

    ends_ns: int


@dataclass(frozen=True, slots=True)
class Resting:
    """The game is not played on: nobody looks."""


class Topic(Enum):
    """What people are asked, and what the first and the last answer mean; Esc gives the first."""

    LEAVING = (Wish.GO_ON, Wish.LEAVE)
    OLD_GAME = (Wish.OLD_GAME, Wish.ANOTHER)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question; `selected` is the answer that Enter takes, `about` who it is about; of a game
    that was left, `cards` were shown, and it was played last at `when`, None: nobody knows.

    `parting`: who may leave alone, with their names, in between the answers. `by`: whose buttons
    alone answer it, None: anybody's.
    """

    topic: Topic
    selected: int = 0
    about: str = ""
    cards: int = 0
    when: datetime | None = None
    parting: tuple[tuple[Seat, str], ...] = ()
    by: Seat | None = None

    @property
    def answers(self) -> tuple[Wish, ...]:
        """What each answer means."""
        first, last = self.topic.value
        return (first, *[Wish.PART] * len(self.parting), last)

    @property
    def parts(self) -> Seat | None:
        """Who leaves alone by the answer that is selected, None where nobody does."""
        at = self.selected - 1
        return self.parting[at][0] if 0 <= at < len(self.parting) else None


@dataclass(frozen=True, slots=True)
class Helping:
    """The keys, where there are any, then the rules page by page, and so on round.

    `pause` is the page that lies below, None: below lies the game.
    """

    at: int = 0
    pause: Pausing | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """The result; it came at `since_ns`."""

    since_ns: int

    def alone(self, now_ns: int) -> bool:
        """Whether everybody has had the time to read it."""
        return now_ns >= self.since_ns + ALONE_NS


_LEAVES = {"enter": 1, "right": 1, "down": 1, "tab": 1, "space": -1, "left": -1, "up": -1}
"""Keys that turn a page of the help, and how far: to lay is on, to slap is back."""

Page: TypeAlias = Pausing | Greeting | Counting | Resting | Asking | Helping | Ending


def key_of(page: Page, press: Press) -> str:
    """Which key a press stands for on this page; in the help a slap goes back, in a pause a flip
    opens it."""
    match page, press:
        case Helping(), Press.SLAP:
            return "left"
        case Pausing(), Press.FLIP:
            return "f1"
        case _:
            return KEY_OF.get(press, "")


def turned(page: Page, key: str, now_ns: int) -> tuple[Page, Wish | None]:
    """The page after a key, and what is wished."""
    match page:
        case Pausing():
            if key == "f1":
                return Helping(pause=page), None
            wishes = {"p": Wish.GO_ON, "enter": Wish.GO_ON, "esc": Wish.ASK_TO_LEAVE}
            return page, wishes.get(key)
        case Greeting():
            return page, {"enter": Wish.GO_ON, "esc": Wish.LEAVE}.get(key)
        case Counting():
            return page, Wish.ASK_TO_LEAVE if key == "esc" else None
        case Resting():
            return page, None
        case Asking():
            return _answered(page, key)
        case Helping():
            if key not in ("f1", "esc", "p"):
                return replace(page, at=page.at + _LEAVES.get(key, 0)), None
            return (page, Wish.GO_ON) if page.pause is None else (page.pause, None)
        case Ending():
            if now_ns < page.since_ns + SETTLE_NS:
                return page, None
            return page, {"enter": Wish.ANOTHER, "esc": Wish.LEAVE}.get(key)


def _answered(page: Asking, key: str) -> tuple[Page, Wish | None]:
    answers = page.answers
    if key in ("left", "up", "right", "down", "tab"):
        by = -1 if key in ("left", "up") else 1
        return replace(page, selected=(page.selected + by) % len(answers)), None
    if key == "enter":
        return page, answers[page.selected]
    return page, answers[0] if key == "esc" else None
