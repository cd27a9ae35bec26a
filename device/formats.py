"""Which public format a file has, for people who handed in a file of another one.

The law: only a hint behind what was expected; it never decides whether a file is good.
"""

import re
from typing import BinaryIO

from device.language import Language

RECORD, EDGES = "ratscrew-record", "ratscrew-edges"
_MOST_BYTES = 4096
_NAMED = re.compile(rb'\s*\{.*?"format"\s*:\s*"([a-z-]+)"')


def hint(file: BinaryIO, wanted: str, language: Language) -> str:
    """What a file is instead of `wanted`, one of the formats, to stand behind a message.

    Empty where there is nothing to say. The file is read from its start, and left somewhere.
    """
    _ = language.gettext
    file.seek(0)
    start = file.readline(_MOST_BYTES)
    found = _NAMED.match(start)
    name = found[1].decode() if found else ""
    if name != wanted and name in (RECORD, EDGES):
        told = {
            RECORD: _("this is the record of a game, for ratscrew replay"),
            EDGES: _("this is an edge log, for ratscrew edges"),
        }[name]
    elif start.lstrip().startswith(b"{"):
        return ""
    else:
        told = {RECORD: _("this is no record of a game"), EDGES: _("this is no edge log")}[wanted]
    return f"; {told}"
