"""A command's words on the command line: what it takes, its help, and what was wrong with them.

The law: every text is in the language asked for, and whatever is wrong is told in one line that
names the word and what would be right.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from textwrap import fill, wrap
from typing import Any, NoReturn

from device.language import LANGUAGES, Language
from device.trouble import Trouble, line_of, unknown

WIDTH = 78
"""Letters of a line of help."""


class HelpAsked(Exception):
    """The help was asked for; the message is its text."""


class VersionAsked(Exception):
    """The version was asked for."""


class _Help(argparse.Action):
    """Ends the reading of words with the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """The words after it do not matter."""
        raise HelpAsked(parser.format_help())


class _Version(argparse.Action):
    """Ends the reading of words with the version."""

    def __call__(self, *_: object) -> NoReturn:
        """The words after it do not matter."""
        raise VersionAsked


class Arguments:
    """What one command takes; `option` and `words` describe it, `read` reads."""

    def __init__(self, command: str, language: Language, about: str, more: str = "") -> None:
        _ = language.gettext
        self._language = language
        self._flags: list[str] = []
        self._names: list[str] = []
        self._parser = argparse.ArgumentParser(
            prog=f"ratscrew {command}",
            description=fill(about, WIDTH),
            epilog=(more if "\n" in more else fill(more, WIDTH)) or None,
            formatter_class=_formatter(_("usage")),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._words = self._parser.add_argument_group(_("files"))
        self._options = self._parser.add_argument_group(_("options"))

    def words(self, name: str, placeholder: str, about: str, title: str | None = None) -> None:
        """Any number of words that are no options; `title`: what they are, unless files."""
        self._words.title = self._words.title if title is None else title
        self._words.add_argument(name, metavar=placeholder, nargs="*", help=about)

    def flag(self, name: str, about: str) -> None:
        """An option without a value."""
        self._flags.append(name)
        self._options.add_argument(name, action="store_true", help=about)

    def option(
        self,
        name: str,
        placeholder: str,
        about: str,
        read: Callable[[str], object] | None = None,
        repeat: bool = False,
        without: object = None,
    ) -> None:
        """An option with a value; `without`, if given, is its value where none follows.

        `read` raises Trouble; without it any text is a value, but for the empty one.
        """

        def text(word: str) -> str:
            if not word:
                raise self._needs_value(name)
            return word

        read = text if read is None else read
        self._names.append(name)
        if repeat:
            self._options.add_argument(
                name, metavar=placeholder, help=about, type=read, action="append", default=[]
            )
        elif without is not None:
            self._options.add_argument(
                name, metavar=placeholder, help=about, type=read, nargs="?", const=without
            )
        else:
            self._options.add_argument(name, metavar=placeholder, help=about, type=read)

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The values by the names of the options. Raises Trouble, HelpAsked or VersionAsked."""
        _ = self._language.gettext
        self.option("--lang", "de|en", _("language: de or en; else that of the locale"), self._code)
        self._flags += ["--help", "--version"]
        self._options.add_argument("-h", "--help", action=_Help, nargs=0, help=_("show this help"))
        self._options.add_argument(
            "--version", action=_Version, nargs=0, help=_("show the version")
        )
        for word in takewhile(lambda word: word != "--", words):
            if word.endswith("=--") and word.removesuffix("=--") in self._names:
                raise self._needs_value(word.removesuffix("=--"))  # argparse takes it for no value
        try:
            read, left = self._parser.parse_known_args(list(words))
        except argparse.ArgumentError as error:
            raise self._trouble(error) from None
        for word in left:
            if word.startswith("-") and word != "-":
                name = word.partition("=")[0]
                message = _("unknown option {word}").format(word=line_of(name))
                raise unknown(message, name, [*self._names, *self._flags], self._language)
            raise Trouble(_("{word} is one word too many").format(word=line_of(word) or "''"))
        return read

    def _trouble(self, error: argparse.ArgumentError) -> Trouble:
        _ = self._language.gettext
        name = error.argument_name or ""
        if name.split("/")[-1] in self._flags:
            return Trouble(_("{option} takes no value").format(option=name))
        return self._needs_value(name)

    def _needs_value(self, name: str) -> Trouble:
        message = self._language.gettext("{option} needs a value")
        return Trouble(message.format(option=name))

    def _code(self, word: str) -> str:
        return one_of("--lang", word, LANGUAGES, self._language)


def one_of(option: str, word: str, known: Iterable[str], language: Language) -> str:
    """The word, if it is among the known ones. Raises Trouble with what is allowed."""
    _ = language.gettext
    words = list(known)
    if word in words:
        return word
    message = _("{option} is {word}").format(option=option, word=line_of(repr(word)))
    raise unknown(message, word, words, language)


def _formatter(first_word: str) -> type[argparse.HelpFormatter]:
    """Help as argparse sets it, with a translated first word; no word is broken at its hyphens."""

    class Formatter(argparse.RawDescriptionHelpFormatter):
        def _split_lines(self, text: str, width: int) -> list[str]:
            return wrap(text, width, break_on_hyphens=False)

        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[Any],
            prefix: str | None = None,
        ) -> None:
            told = f"{first_word}: " if prefix is None else prefix
            super().add_usage(usage, actions, groups, told)

    return Formatter
