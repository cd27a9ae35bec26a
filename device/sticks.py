"""USB sticks that are in: what the system has mounted where people find it."""

import re
from pathlib import Path

from device.machine import Machine

_PLACES = ("/media/", "/run/media/")


def sticks(machine: Machine) -> list[Path]:
    """Where sticks that can be written are mounted, the one that came last first."""
    found = []
    for line in machine.text("/proc/self/mounts").splitlines():
        device, place, _kind, options = [*line.split(" "), "", "", "", ""][:4]
        if device.startswith("/dev/") and place.startswith(_PLACES) and "rw" in options.split(","):
            found.append(machine.at(_unescaped(place)))
    return found[::-1]


def _unescaped(word: str) -> str:
    r"""A name as the kernel writes it, with its spaces.

    >>> _unescaped("/media/MY\\040STICK")
    '/media/MY STICK'
    """
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), word)
