"""The command `ratscrew`.

The law: to ask for the version costs no more than starting Python; all else is imported when it is
needed.
"""

import os
import sys

VERSION = "0.1.0"
"""That of pyproject.toml; to ask the installed package for it takes longer than all else here."""


def main(words: list[str] | None = None) -> int:
    """Run a command; its exit status. `words` as on the command line, without the program."""
    words = sys.argv[1:] if words is None else list(words)
    _open_streams()
    if words == ["--version"] and sys.stdout is not None:
        try:
            print(f"ratscrew {VERSION}", flush=True)
        except OSError:
            pass  # nobody reads it, or the disk is full: told below, as for any command
        else:
            return 0
    try:
        from device.dispatch import run

        return run(words, VERSION)
    except KeyboardInterrupt:  # before anybody was there to tell it, or once more while it was told
        return 130


def _open_streams() -> None:
    """A stream that the caller has closed leads nowhere, not into the next file that is opened."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
