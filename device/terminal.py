"""Where words go: out for answers, err for trouble, on whatever terminal or pipe there is.

The law: a letter that the terminal cannot write is replaced, never the reason to stop; a reader
who has gone ends the command quietly, a full disk ends it with one line.
"""

import codecs
import errno
import os
import stat
import sys
from contextlib import suppress
from typing import TextIO

from device.language import Language
from device.trouble import Trouble, line_of
from device.wording import why

_MOST = 600
"""Letters of one line of trouble."""
_PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "×": "x", "…": "...",
    "▲": "^", "●": "o", "■": "#", "◆": "<>", "★": "*", "✚": "+", "⬢": "O", "➤": ">",
    "→": "->", "Ω": "Ohm",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
}  # fmt: skip


class ReaderGoneError(Exception):
    """Nobody reads what is written any more."""


class Terminal:
    """The two streams of a command. They are taken as they are when it is made."""

    def __init__(self, language: Language) -> None:
        self.language = language
        codecs.register_error("ratscrew-plain", _plain)
        self._out, self._err = sys.stdout, sys.stderr
        for stream in (self._out, self._err):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="ratscrew-plain")

    def public_format(self) -> None:
        """From here on the answers are UTF-8, whatever the terminal says."""
        reconfigure = getattr(self._out, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="strict")

    def write(self, text: str) -> None:
        """Text to the answers, with its own line ends. Raises Trouble, or ReaderGoneError."""
        self._do(self._out, text)

    def say(self, line: str) -> None:
        """One line to the answers. Raises as `write`."""
        self._do(self._out, f"{line}\n")

    def finish(self) -> None:
        """What was written is out, or raises as `write`."""
        self._do(self._out, "", flush=True)

    def complain(self, line: str) -> None:
        """One line of trouble. Where even that cannot be written there is nobody to tell.

        Of one that is too long the middle is left out: at its end it says why.
        """
        line = line_of(line)
        if len(line) > _MOST:
            line = f"{line[: _MOST // 2]}…{line[-_MOST // 2 :]}"
        try:
            self._do(self._err, f"ratscrew: {line}\n", flush=True)
        except (Trouble, ReaderGoneError):
            _abandon(self._err)
            self._err = None

    def abandon(self) -> None:
        """No answer is written any more, not even what Python still holds when it ends."""
        _abandon(self._out)

    def _do(self, stream: TextIO | None, text: str, flush: bool = False) -> None:
        if stream is None:
            return
        try:
            stream.write(text)
            if flush:
                stream.flush()
        except OSError as error:
            if _is_gone(stream, error):
                raise ReaderGoneError from None
            _ = self.language.gettext
            raise Trouble(_("cannot write: {why}").format(why=why(error, self.language))) from None
        except ValueError:
            _ = self.language.gettext
            raise Trouble(_("cannot write: the output is closed")) from None


def _is_gone(stream: TextIO, error: OSError) -> bool:
    """Whether it is the reader who has gone: the pipe is broken, or the terminal was closed."""
    if error.errno == errno.EIO:
        return stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)
    return isinstance(error, BrokenPipeError)


def _abandon(stream: TextIO | None) -> None:
    """Whatever a stream still holds goes nowhere."""
    if stream is None:
        return
    with suppress(OSError, ValueError):  # it is no file, or closed
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """A codec's way out: the nearest letters of ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in letters), error.end
