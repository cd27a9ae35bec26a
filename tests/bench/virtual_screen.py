"""A screen that nobody sees, for what is measured on one."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


def is_there() -> bool:
    """Whether this machine has what it takes."""
    return shutil.which("Xvfb") is not None


@contextmanager
def virtual_screen() -> Iterator[dict[str, str]]:
    """A screen, and the variables by which programs find it."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as told:
        display = f":{told.readline().strip()}"
    try:
        yield {"DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    finally:
        server.terminate()
        server.wait(10)
