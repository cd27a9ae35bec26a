"""Another program that does something for the table, while nobody waits for it.

The law: a program is called by its words, never through a shell, and hears nothing from here. What
it says is read when it has ended; one that cannot be started has failed like any other.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Protocol

from device.trouble import line_of, why


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an errand: whether it went well, and what was said, in one line."""

    well: bool
    line: str


class Errand(Protocol):
    """Something under way."""

    def answer(self) -> Answer | None:
        """What came of it; None while it is under way."""
        ...


class Program:
    """A program that was sent off in a folder; its `answer` is an errand's. One thread."""

    def __init__(self, words: Sequence[str], folder: Path | None = None) -> None:
        self._answer: Answer | None = None
        self._process: Popen[bytes] | None = None
        try:
            self._process = Popen(words, cwd=folder, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        except OSError as error:
            self._answer = Answer(False, f"{words[0]}: {why(error)}")

    def answer(self) -> Answer | None:
        """What came of it; None while it is under way."""
        if self._answer is None and self._process is not None:
            status = self._process.poll()
            if status is not None:
                out, err = map(_last_line, self._said())
                if status != 0:
                    self._answer = Answer(False, err or f"({status})")
                else:
                    self._answer = Answer(True, f"{out} ({err})" if out and err else out or err)
        return self._answer

    def _said(self) -> tuple[bytes, bytes]:
        """What it has said; a child of its own that lives on may keep its streams open."""
        out, err = b"", b""
        if self._process is not None:
            with suppress(OSError, ValueError):
                out, err = self._process.communicate(timeout=1)
        return out, err


def _last_line(said: bytes) -> str:
    """The last line that says something, without the name of this program before it."""
    lines = [line.strip() for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    return line_of(lines[-1]).removeprefix("ratscrew: ") if lines else ""
