"""Another program that does something for the table, while nobody waits for it.

The law: a program is called by its words, never through a shell, and hears nothing from here. What
it says is read as it comes, whoever else may hold its streams open when it has ended. One that
cannot be started has failed like any other.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Protocol

from device.trouble import line_of
from device.wording import Words, reason_of

_MOST_BYTES = 1 << 16
"""Of what a program says, the end."""
_NEVER_WAITS = sys.platform != "win32"
"""Whether a pipe can be read without waiting; else it is read when its program has ended."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an errand: whether it went well, and what was said, in one line."""

    well: bool
    line: str | Words


class Errand(Protocol):
    """Something under way."""

    def answer(self) -> Answer | None:
        """What came of it; None while it is under way."""
        ...


class Program:
    """A program that was sent off in a folder; its `answer` is an errand's. One thread."""

    def __init__(self, words: Sequence[str], folder: Path | None = None) -> None:
        self._answer: Answer | None = None
        self._said = [b"", b""]
        self._streams: list[IO[bytes]] = []
        try:
            self._process = Popen(
                words, bufsize=0, cwd=folder, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
            )
        except OSError as error:
            self._answer = Answer(
                False, Words("{file}: {what}", file=words[0], what=reason_of(error))
            )
            return
        self._streams = [each for each in (self._process.stdout, self._process.stderr) if each]
        if _NEVER_WAITS:
            for stream in self._streams:
                os.set_blocking(stream.fileno(), False)

    def answer(self) -> Answer | None:
        """What came of it; None while it is under way."""
        if self._answer is None:
            status = self._process.poll()  # first: what it has said by its end is there then
            if _NEVER_WAITS or status is not None:
                self._hear()
            if status is not None:
                self._answer = _answer(status, *map(_last_line, self._said))
                for stream in self._streams:
                    stream.close()
        return self._answer

    def _hear(self) -> None:
        """What it has said since the last time, so that it can go on saying something."""
        for number, stream in enumerate(self._streams):
            self._said[number] = (self._said[number] + (stream.read() or b""))[-_MOST_BYTES:]


def _answer(status: int, out: str, err: str) -> Answer:
    if status != 0:
        return Answer(False, err or f"({status})")
    return Answer(True, f"{out} ({err})" if out and err else out or err)


def _last_line(said: bytes) -> str:
    """The last line that says something, without the name of this program before it."""
    lines = [line.strip() for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    return line_of(lines[-1]).removeprefix("ratscrew: ") if lines else ""
