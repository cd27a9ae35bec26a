"""What may lie over the table: a pause, a countdown, a question, help, the result.

The law: while a page is open no press counts in the game, and the game stands still. A page that
comes by itself takes no key for a moment, since hands are still on the buttons.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from device.gesture import Press
from device.gesture_text import either_held, in_short, long_span
from device.language import Language
from device.overlay import Countdown, Help, Overlay, Paused, Question
from device.reading import BookPage, button_hints
from device.view import KeyHint
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
    """A question; `selected` is the answer that Enter takes, `about` who it is about.

    `parting`: who may leave alone, with their names, in between the answers. `by`: whose buttons
    alone answer it, None: anybody's.
    """

    topic: Topic
    selected: int = 0
    about: str = ""
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


def overlay(
    page: Page | None,
    now_ns: int,
    rows: tuple[KeyHint, ...],
    language: Language,
    wired: bool = False,
    book: Callable[[tuple[KeyHint, ...]], list[BookPage]] = lambda _hints: [],
) -> Overlay | None:
    """What is drawn of a page; `rows` are the keys for the help, `book` makes the rules of this
    table with what can be pressed there. The result is the stage's.

    `wired`: the page is worked with the buttons of the seats.
    """
    _ = language.gettext
    match page:
        case Pausing():
            return _pause(page, language, wired)
        case Greeting():
            text = _("Slap: begin. Hold slap for {span}: skip it, at any time.")
            return Paused(_("Learn to play"), text.format(span=long_span(language)))
        case Counting():
            left = max(1, -(-(page.ends_ns - now_ns) // SECOND_NS))
            return Countdown(str(left), _("The game goes on"))
        case Asking():
            return _question(page, language, wired)
        case Helping():
            return _help(page, rows, book, language, wired)
        case Resting() | Ending() | None:
            return None


def _pause(page: Pausing, language: Language, wired: bool) -> Paused:
    """Who made it, or who has left in it, and what can be done."""
    _ = language.gettext
    title = _("Pause") if not page.who else _("Pause ({name})").format(name=page.who)
    if page.left:
        title = _("{name} has left").format(name=page.left)
    text = _("P: go on. F1: the rules. Esc: leave.")
    if wired:
        text = _("Slap: go on. Flip: the rules. Hold for {span}: leave.")
    return Paused(title, text.format(span=long_span(language)))


def _help(
    page: Helping,
    rows: tuple[KeyHint, ...],
    book: Callable[[tuple[KeyHint, ...]], list[BookPage]],
    language: Language,
    wired: bool,
) -> Overlay:
    """The keys, or a page of the rules."""
    _ = language.gettext
    below = _("back to the game") if page.pause is None else _("back to the pause")
    if wired:
        sheets = book(button_hints(below, language))
    else:
        does = (_("next page"), _("page before"), below)
        keys = (_("Enter"), "←", "F1")
        footer = _("Enter: the rules; F1: back to the game")
        if page.pause is not None:
            footer = _("Enter: the rules; F1: back to the pause")
        hints = tuple(KeyHint(*pair) for pair in zip(keys, does, strict=True))
        sheets = [Help(_("Keys"), rows, footer), *book(hints)]
    return sheets[page.at % len(sheets)]


def game_hints(language: Language, lesson: bool) -> tuple[KeyHint, ...]:
    """What can be held at the buttons of the seats while a game is played."""
    _ = language.gettext
    skip = (KeyHint(in_short(Press.SLAP_LONG, language), _("skip")),) if lesson else ()
    return (KeyHint(in_short(Press.FLIPS_HELD, language), _("pause")), *skip)


def ending_hints(
    language: Language, wired: bool, lesson: bool = False, free: bool = False
) -> tuple[KeyHint, ...]:
    """What can be done when a game is over; `free`: there is a seat for one more."""
    _ = language.gettext
    if not wired:
        return (KeyHint("Enter", _("another deal")), KeyHint("Esc", _("leave")))
    again = _("on") if lesson else _("play again")
    joins = (KeyHint(_("Slap at a free seat"), _("join")),) if free else ()
    return (
        KeyHint(_("Slap"), again),
        *joins,
        KeyHint(either_held(language), _("leave")),
    )


def _question(page: Asking, language: Language, wired: bool) -> Question:
    _ = language.gettext
    answers: tuple[str, ...]
    match page.topic:
        case Topic.LEAVING if page.parting:
            title = _("Who leaves?")
            answers = (_("Nobody"), *(name for _seat, name in page.parting), _("Everybody"))
            text = _("The cards of whoever leaves go under the pile; the others play on.")
            if wired:
                text = _("{about} Flip: next. Slap: choose.").format(about=text)
        case Topic.LEAVING if wired:
            title, answers = _("Leave the game?"), (_("Go on"), _("Leave"))
            text = _("Flip: next. Slap: choose. The game is kept until the next one begins.")
        case Topic.LEAVING:
            title, answers = _("Leave the game?"), (_("Go on"), _("Leave"))
            text = _("The game is kept; the table offers it at the next start.")
        case Topic.OLD_GAME if wired:
            title, answers = _("Go on with the last game?"), (_("Go on"), _("New game"))
            text = _("{names}. Flip: next. Slap: choose.").format(names=page.about)
        case Topic.OLD_GAME:
            title, answers = _("Go on with the last game?"), (_("Go on"), _("New game"))
            text = _(
                "{names}. A new game is the one asked for just now; the last one is put aside."
            )
            text = text.format(names=page.about)
    return Question(title, answers, page.selected, text)


def _answered(page: Asking, key: str) -> tuple[Page, Wish | None]:
    answers = page.answers
    if key in ("left", "up", "right", "down", "tab"):
        by = -1 if key in ("left", "up") else 1
        return replace(page, selected=(page.selected + by) % len(answers)), None
    if key == "enter":
        return page, answers[page.selected]
    return page, answers[0] if key == "esc" else None
