"""The command `ratscrew`.

The law: to ask for the version costs no more than starting Python; all else is imported when it is
needed.
"""

import sys

VERSION = "0.1.0"
"""That of pyproject.toml; to ask the installed package for it takes longer than all else here."""


def main(words: list[str] | None = None) -> int:
    """Run a command; its exit status. `words` as on the command line, without the program."""
    words = sys.argv[1:] if words is None else list(words)
    if words == ["--version"] and sys.stdout is not None:
        try:
            print(f"ratscrew {VERSION}", flush=True)
        except OSError:
            pass  # nobody reads it, or the disk is full: told below, as for any command
        else:
            return 0
    from device.dispatch import run

    return run(words, VERSION)
