"""Whose folder it is: one table at a time keeps its game in one.

The law: a claim ends with the program that made it, however that ends.
"""

import os
import sys
from pathlib import Path

from device.paper import lock, make_folder
from device.wording import Words


class FolderInUseError(Exception):
    """Another table keeps its journal in a folder; one line for people."""


def claimed(folder: Path) -> int | None:
    """Keep other tables from a folder until the returned file is closed, or the program ends.

    None where the system has no locks or there is no such folder. Raises FolderInUseError.
    """
    if sys.platform == "win32":
        return None
    try:
        make_folder(folder)
        file = os.open(folder, os.O_RDONLY)
    except OSError:
        return None  # whoever writes there will tell
    try:
        lock(file)
    except BlockingIOError:
        os.close(file)
        raise FolderInUseError(
            Words("another table keeps its game in {folder}; this one is not kept", folder=folder)
        ) from None
    return file
