"""What the pages over the table say, in words and in what can be pressed.

The law: a page names the keys of a keyboard, or the buttons of the seats, as it is worked.
"""

from collections.abc import Callable

from device.gesture import Press
from device.gesture_text import either_held, in_short, long_span
from device.language import Language
from device.overlay import Countdown, Help, Overlay, Paused, Question
from device.page import (
    SECOND_NS,
    Asking,
    Counting,
    Ending,
    Greeting,
    Helping,
    Page,
    Pausing,
    Resting,
    Topic,
)
from device.reading import BookPage, button_hints
from device.view import KeyHint


def overlay(
    page: Page | None,
    now_ns: int,
    rows: tuple[KeyHint, ...],
    language: Language,
    wired: bool = False,
    book: Callable[[tuple[KeyHint, ...]], list[BookPage]] = lambda _hints: [],
    kept: bool = False,
) -> Overlay | None:
    """What is drawn of a page; `rows` are the keys for the help, `book` makes the rules of this
    table with what can be pressed there. The result is the stage's.

    `wired`: the page is worked with the buttons of the seats. `kept`: the game could be gone on
    with later.
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
            return _question(page, language, wired, kept)
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


def _old_game(page: Asking, language: Language) -> str:
    """Who played, how far they came, and when that was."""
    message = language.ngettext(
        "{names}: {n} card shown", "{names}: {n} cards shown", page.cards
    ).format(names=page.about, n=page.cards)
    if page.when is None:
        return message
    return language.gettext("{game}, left on {when}").format(
        game=message, when=language.moment(page.when)
    )


def _question(page: Asking, language: Language, wired: bool, kept: bool) -> Question:
    _ = language.gettext
    answers: tuple[str, ...]
    how = _("{about} Arrow keys: next. Enter: choose.")
    if wired:
        how = _("{about} Flip: next. Slap: choose.")
    match page.topic:
        case Topic.LEAVING if page.parting:
            title = _("Who leaves?")
            answers = (_("Nobody"), *(name for _seat, name in page.parting), _("Everybody"))
            text = _("The cards of whoever leaves go under the pile; the others play on.")
            text = how.format(about=text)
        case Topic.LEAVING if not kept:
            title, answers = _("Leave the game?"), (_("Go on"), _("Leave"))
            text = how.format(about=_("This game is not kept: it ends here."))
        case Topic.LEAVING if wired:
            title, answers = _("Leave the game?"), (_("Go on"), _("Leave"))
            text = _("Flip: next. Slap: choose. The game is kept until the next one begins.")
        case Topic.LEAVING:
            title, answers = _("Leave the game?"), (_("Go on"), _("Leave"))
            text = _(
                "Arrow keys: next. Enter: choose. "
                "The game is kept; the table offers it at the next start."
            )
        case Topic.OLD_GAME:
            title, answers = _("Go on with the last game?"), (_("Go on"), _("New game"))
            text = _("{game}. A new game puts it aside.")
            text = how.format(about=text.format(game=_old_game(page, language)))
    return Question(title, answers, page.selected, text)
