"""What may lie over the table: a pause, a countdown, a question, help, the result.

The law: while a page is open no press counts in the game, and the game stands still. A page that
comes by itself takes no key for a moment, since hands are still on the buttons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from device import view
from device.gesture import Press
from device.language import Language
from device.leaf import Leaf

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
    ANOTHER = auto()
    BEGIN = auto()
    """The game that people have agreed on."""
    RECEIVE = auto()
    """The host shows another game among computer players."""
    OLD_GAME = auto()


@dataclass(frozen=True, slots=True)
class Pausing:
    """The game is paused until somebody presses P, or slaps; `who` paused, empty: nobody says."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Counting:
    """The game goes on at `ends_ns`."""

    ends_ns: int


@dataclass(frozen=True, slots=True)
class Resting:
    """The game is not played on: nobody looks."""


class Topic(Enum):
    """What people are asked, and what each answer means; Esc gives the first."""

    LEAVING = (Wish.GO_ON, Wish.LEAVE)
    OLD_GAME = (Wish.OLD_GAME, Wish.ANOTHER)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question; `selected` is the answer that Enter takes, `about` who it is about."""

    topic: Topic
    selected: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Helping:
    """The keys, then the rules page by page; `at` 0 is the keys, after the last they come again."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """The result; it came at `since_ns`."""

    since_ns: int

    def alone(self, now_ns: int) -> bool:
        """Whether everybody has had the time to read it."""
        return now_ns >= self.since_ns + ALONE_NS


_LEAVES = {"enter": 1, "right": 1, "down": 1, "tab": 1, "space": -1, "left": -1, "up": -1}
"""Keys that turn a page of the help, and how far: to lay is on, to slap is back."""

Page: TypeAlias = Pausing | Counting | Resting | Asking | Helping | Ending


def key_of(page: Page, press: Press) -> str:
    """Which key a press stands for on this page; in the help a slap goes back."""
    back = isinstance(page, Helping) and press is Press.SLAP
    return "left" if back else KEY_OF.get(press, "")


def turned(page: Page, key: str, now_ns: int) -> tuple[Page, Wish | None]:
    """The page after a key, and what is wished."""
    match page:
        case Pausing():
            wishes = {"p": Wish.GO_ON, "enter": Wish.GO_ON, "esc": Wish.ASK_TO_LEAVE}
            return page, wishes.get(key)
        case Counting():
            return page, Wish.ASK_TO_LEAVE if key == "esc" else None
        case Resting():
            return page, None
        case Asking():
            return _answered(page, key)
        case Helping():
            by = _LEAVES.get(key, 0)
            wish = Wish.GO_ON if key in ("f1", "esc", "p") else None
            return replace(page, at=page.at + by), wish
        case Ending():
            if now_ns < page.since_ns + SETTLE_NS:
                return page, None
            return page, {"enter": Wish.ANOTHER, "esc": Wish.LEAVE}.get(key)


def overlay(
    page: Page | None,
    now_ns: int,
    rows: tuple[view.KeyHint, ...],
    language: Language,
    wired: bool = False,
    leaves: Callable[[], Sequence[Leaf]] = tuple,
) -> view.Overlay | None:
    """What is drawn of a page; `rows` are the keys for the help, `leaves` the rules of this table.
    The result is the stage's.

    `wired`: the page is worked with the buttons of the seats.
    """
    _ = language.gettext
    match page:
        case Pausing(who):
            title = _("Pause") if not who else _("Pause ({name})").format(name=who)
            text = _("Slap: go on. Hold for 1 s: leave.") if wired else _("P: go on")
            return view.Paused(title, text)
        case Counting():
            left = max(1, -(-(page.ends_ns - now_ns) // SECOND_NS))
            return view.Countdown(str(left), _("The game goes on"))
        case Asking():
            return _question(page, language, wired)
        case Helping():
            return _help(page, rows, leaves(), language, wired)
        case Resting() | Ending() | None:
            return None


def _help(
    page: Helping,
    rows: tuple[view.KeyHint, ...],
    leaves: Sequence[Leaf],
    language: Language,
    wired: bool,
) -> view.Overlay:
    """The keys, or a page of the rules."""
    _ = language.gettext
    at = page.at % (len(leaves) + 1)
    if not at:
        return view.Help(_("Keys"), rows, _("Enter: the rules; F1: back to the game"))
    keys = (_("Flip"), _("Slap"), _("hold for 1 s")) if wired else (_("Enter"), "←", "F1")
    does = (_("next page"), _("page before"), _("back to the game"))
    hints = tuple(view.KeyHint(*pair) for pair in zip(keys, does, strict=True))
    return replace(leaves[at - 1], number=f"{at} / {len(leaves)}", hints=hints)


def ending_hints(language: Language, wired: bool) -> tuple[view.KeyHint, ...]:
    """What can be done when a game is over."""
    _ = language.gettext
    if wired:
        return (
            view.KeyHint(_("Slap"), _("play again")),
            view.KeyHint(_("hold for 1 s"), _("leave")),
        )
    return (view.KeyHint("Enter", _("another deal")), view.KeyHint("Esc", _("leave")))


def _question(page: Asking, language: Language, wired: bool) -> view.Question:
    _ = language.gettext
    match page.topic:
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
    return view.Question(title, answers, page.selected, text)


def _answered(page: Asking, key: str) -> tuple[Page, Wish | None]:
    answers = page.topic.value
    if key in ("left", "up", "right", "down", "tab"):
        by = -1 if key in ("left", "up") else 1
        return replace(page, selected=(page.selected + by) % len(answers)), None
    if key == "enter":
        return page, answers[page.selected]
    return page, answers[0] if key == "esc" else None
