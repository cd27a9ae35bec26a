"""A file that somebody handed in, to be read more than once, line by line, whatever it is.

The law: never more than a piece of it in memory; what cannot be read twice (a pipe) is kept in a
temporary file first, up to a limit.
"""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import BinaryIO

from device.language import Language
from device.trouble import Trouble, why

STDIN = "-"
MOST_KEPT = 256 << 20
"""Bytes of a pipe that are kept."""
LONGEST_LINE = 1 << 20
"""Bytes; neither records nor edge logs have a longer line."""
_PIECE = 1 << 20


@contextmanager
def opened(name: str, language: Language) -> Iterator[BinaryIO]:
    """The file at its start, `-` for the standard input. Raises Trouble that names the file."""
    _ = language.gettext
    try:
        with _raw(name, language) as file:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.seek(0)
                yield file
                return
            with TemporaryFile() as kept:
                while piece := file.read(_PIECE):
                    if kept.tell() + len(piece) > MOST_KEPT:
                        raise Trouble(
                            _("{file}: longer than {limit} bytes; give it as a file").format(
                                file=name, limit=MOST_KEPT
                            )
                        )
                    kept.write(piece)
                kept.seek(0)
                yield kept
    except OSError as error:
        raise Trouble(
            _("{file}: cannot be read: {why}").format(file=name, why=why(error))
        ) from None


def raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with their ends; of one that is too long only the start, and no more."""
    while raw := file.readline(LONGEST_LINE + 1):
        yield raw
        if len(raw) > LONGEST_LINE:
            return


def _raw(name: str, language: Language) -> BinaryIO:
    if name != STDIN:
        try:
            return open(name, "rb")
        except ValueError:  # a name with a zero byte
            raise OSError(0, language.gettext("no such name is possible")) from None
    if sys.stdin is None:
        raise OSError(0, language.gettext("there is no standard input"))
    return io.FileIO(sys.stdin.fileno(), closefd=False)
