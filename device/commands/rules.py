"""`ratscrew rules`: the pages of the rules as text, by the house rules chosen."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from device.arguments import Arguments
from device.commands.play import rule_lines, rule_options
from device.language import SUITS, Language, chosen, lettered
from device.leaf import Example, Leaf
from device.plan import house_rules
from device.rulebook import rulebook
from device.span import NO_BREAK
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of

WIDTHS = (20, 90)
"""Letters of a line, at least and at most; between them that of the terminal."""
_INDENT = "   "


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "rules", language, _("Tell the rules of the game, page by page."), rule_lines(language)
    )
    taken.words(
        "words",
        _("PAGE|WORD"),
        _("one page by its number, or those that a word stands on; else all of them"),
        _("pages"),
    )
    rule_options(taken, language)
    taken.option("--config", _("FOLDER"), _("read ratscrew.toml from here"))
    return taken


def run(
    words: Sequence[str], terminal: Terminal, environment: Mapping[str, str] = os.environ
) -> Status:
    """Tell the rules. Raises Trouble."""
    read = arguments(terminal.language).read(words)
    rules, settings = house_rules(read, terminal.language, environment, terminal.complain)
    if read.lang is None and settings.lang != "auto":
        terminal.language = chosen(settings.lang, environment)
    language = terminal.language
    leaves = rulebook(rules, language, lettered(settings.letters, language))
    least, most = WIDTHS
    width = min(max(shutil.get_terminal_size().columns, least), most)
    for n, number in enumerate(_asked(" ".join(read.words), leaves, language)):
        if n:
            terminal.say("")
        for line in leaf_lines(leaves[number - 1], number, width):
            terminal.say(line)
    return Status.DONE


def leaf_lines(leaf: Leaf, number: int, width: int) -> Iterator[str]:
    """A page as text, no line longer than `width` unless a word is."""
    yield from _wrapped(f"{number}. {leaf.title}", width, "", _INDENT)
    for text in (*leaf.text, *leaf.here):
        yield ""
        yield from _wrapped(text, width, _INDENT, _INDENT)
    for example in leaf.examples:
        yield ""
        yield from _example_lines(example, width)


def _example_lines(example: Example, width: int) -> Iterator[str]:
    """The cards, each with its note, and what they mean."""
    cards = [face.letter + SUITS[face.suit.value] for face in example.faces]
    if example.notes:
        noted = zip(cards, example.notes, strict=True)
        cards = [f"{card}{NO_BREAK}{note}" for card, note in noted]
    deeper = 2 * _INDENT
    yield from _wrapped("   ".join(cards), width, deeper, deeper)
    yield from _wrapped(example.text, width, deeper, deeper)


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    lines = wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


def _asked(word: str, leaves: Sequence[Leaf], language: Language) -> list[int]:
    """The numbers of the pages asked for. Raises Trouble where there are none."""
    _ = language.gettext
    every = range(1, len(leaves) + 1)
    if not word:
        return list(every)
    if word in map(str, every):
        return [int(word)]
    if word.removeprefix("-").isdecimal():
        message = _("page is {word}; allowed: 1 to {most}")
        raise Trouble(message.format(word=line_of(word), most=len(leaves)))
    sought = word.casefold()
    found = [number for number in every if sought in _all_text(leaves[number - 1]).casefold()]
    if not found:
        message = _(
            "{word} stands on no page of the rules; allowed: a word of theirs, or 1 to {most}"
        )
        raise Trouble(message.format(word=line_of(repr(word)), most=len(leaves)))
    return found


def _all_text(leaf: Leaf) -> str:
    said = (example.text for example in leaf.examples)
    return " ".join((leaf.title, *leaf.text, *leaf.here, *said)).replace(NO_BREAK, " ")
