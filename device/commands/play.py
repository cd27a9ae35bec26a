"""`ratscrew play`: what can be asked of a game."""

import os
from collections.abc import Callable, Sequence
from datetime import date
from textwrap import wrap

from device.arguments import WIDTH, Arguments, one_of
from device.house_rules import meaning, values
from device.keyboard import ALONE, COLUMNS, label
from device.language import Language
from device.options import PlayOptions
from device.plan import one_rule, play_options
from device.presses import SCRIPT, script_word
from device.terminal import Terminal
from device.trouble import Trouble, line_of, unknown
from device.wording import said
from game.cpu import Level
from game.daily import daily
from game.rules import OPTIONS, PRESETS

TODAY = "today"
_PLACES = {
    "--buttons": ("auto", "gpio", "gpiozero", "keys"),
    "--display": ("auto", "window", "hdmi", "oled", "both", "none"),
}


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments("play", language, _("Play at this table."), _more(language))
    taken.option(
        "--buttons",
        f"auto|gpio|gpiozero|keys|{script_word(language)}",
        _("what is pressed: wired buttons, keys, or an edge log that is fed live"),
        lambda word: _place("--buttons", word, language),
    )
    taken.option(
        "--display",
        "auto|window|hdmi|oled|both|none",
        _(
            "where it is seen: in a window, on the whole screen, on a small OLED, or on a window "
            "and an OLED; none: told in words"
        ),
        lambda word: _place("--display", word, language),
    )
    taken.flag(
        "--simulate",
        _(
            "with --display oled: show it enlarged in a window; with both: beside the table, with "
            "the lamps"
        ),
    )
    taken.flag(
        "--patient", _("at wired buttons: do not end for want of a display, but look for it again")
    )
    taken.option(
        "--seats",
        "Anna,Ben,cpu:fast,cpu",
        _("who sits where, 2 to 8, clockwise: names of people, cpu, cpu:slow|normal|fast"),
    )
    rule_options(taken, language)
    levels = [level.value for level in Level]
    taken.option(
        "--tempo",
        "|".join(levels),
        _("how fast computer players slap"),
        lambda word: one_of("--tempo", word, levels, language),
    )
    taken.option(
        "--daily",
        _("DATE"),
        _(
            "the game of the day (UTC), or that of a DATE (YYYY-MM-DD): one person against "
            "three computer players, the same for everyone, so it goes with none of --seats, "
            "--rules, --set, --tempo, --seed, --deal, --fast"
        ),
        lambda word: day(word, language),
        without=TODAY,
    )
    taken.option(
        "--seed",
        _("TEXT"),
        _("deal by this text: the same text, the same cards"),
        lambda word: seed(word, language),
    )
    taken.option("--deal", _("FILE"), _("deal as the first line of a record says"))
    taken.option(
        "--record", _("FILE"), _("write the game down, for ratscrew replay; replaces an old file")
    )
    taken.option(
        "--edge-log",
        _("FILE"),
        _("write down what the buttons did, for ratscrew edges; replaces an old file"),
    )
    taken.flag("--resume", _("go on with the game that was not finished, without asking"))
    taken.flag("--fresh", _("drop the game that was not finished, without asking"))
    taken.flag("--fast", _("do not wait for real time; computer players only, told in words"))
    taken.option("--config", _("FOLDER"), _("read ratscrew.toml from here"))
    return taken


def rule_options(taken: Arguments, language: Language) -> None:
    """What is asked for by the house rules."""
    _ = language.gettext
    taken.option(
        "--rules",
        "|".join(PRESETS),
        _("the house rules to begin with; egyptian-war is for four seats"),
        lambda word: one_of("--rules", word, PRESETS, language),
    )
    taken.option(
        "--set",
        _("OPTION=VALUE"),
        _("one house rule; may be repeated (see below)"),
        lambda word: one_rule(word, language),
        repeat=True,
    )


def wanted(words: Sequence[str], terminal: Terminal, today: Callable[[], date]) -> PlayOptions:
    """The game that was asked for. Raises Trouble."""
    read = arguments(terminal.language).read(words)
    return play_options(read, terminal.language, os.environ, today, terminal.complain)


def day(word: str, language: Language) -> date | str:
    """A date as people write it; the word for today stands for itself. Raises Trouble."""
    if word == TODAY:
        return word
    try:
        return daily(word).day
    except ValueError as error:
        raise Trouble(line_of(said(error, language))) from None


def seed(word: str, language: Language) -> str:
    """The text of a seed. Raises Trouble for none, and for bytes that are no text."""
    if not word:
        raise Trouble(language.gettext("--seed is ''; allowed: any text of one letter or more"))
    if any("\ud800" <= letter <= "\udfff" for letter in word):
        message = language.gettext("--seed: {word} is no text in UTF-8")
        raise Trouble(message.format(word=line_of(repr(word))))
    return word


def _place(option: str, word: str, language: Language) -> str:
    _ = language.gettext
    if option == "--buttons" and word.startswith(SCRIPT) and word != script_word(language):
        name = word.removeprefix(SCRIPT)
        if not os.path.isfile(name) or not os.access(name, os.R_OK):
            message = _("{option}: {file} is no file that can be read")
            raise Trouble(message.format(option=option, file=line_of(name)))
        return word
    if word not in _PLACES[option]:
        known = [*_PLACES[option], *([script_word(language)] if option == "--buttons" else [])]
        message = _("{option} is {word}").format(option=option, word=line_of(repr(word)))
        raise unknown(message, word, known, language)
    return word


def _more(language: Language) -> str:
    """What the help says below the options: the keys, and the house rules."""
    _ = language.gettext
    rows = [(f"{label(ALONE[0], language)} / {label(ALONE[1], language)}", _("lay / slap"))]
    rows += [("P, Esc", _("pause; leave")), ("F1, F2, F11", _("help; language; full screen"))]
    pairs = ", ".join(f"{lay}/{slap}".upper() for lay, slap in COLUMNS)
    lines = [_("keys:"), *_aligned(rows)]
    more = _("  more people at one keyboard, a pair each: {pairs}").format(pairs=pairs)
    lines += _wrapped(more, 4)
    return "\n".join([*lines, "", rule_lines(language)])


def rule_lines(language: Language) -> str:
    """What the help says of the house rules."""
    _ = language.gettext
    rules = []
    for option in OPTIONS:
        rules += [(option, meaning(option, language)), ("", f"  {values(option, language)}")]
    lines = [_("house rules (--set OPTION=VALUE):"), *_aligned(rules)]
    return "\n".join([*lines, _("  what ends in _us is in microseconds: 1000000 is a second")])


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    wide = max(*map(len, OPTIONS), *(len(name) for name, _about in rows))
    return [
        line
        for name, about in rows
        for line in _wrapped(
            f"  {name:<{wide}}  {about}", wide + 4 + len(about) - len(about.lstrip())
        )
    ]


def _wrapped(line: str, indent: int) -> list[str]:
    """A line of help in lines that a terminal has room for, all but the first indented."""
    return wrap(line, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
