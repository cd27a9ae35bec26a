"""A screen that nobody sees, for what is measured on one."""

import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def is_there() -> bool:
    """Whether this machine has what it takes."""
    return shutil.which("Xvfb") is not None


@contextmanager
def virtual_screen(folder: Path | None = None) -> Iterator[dict[str, str]]:
    """A screen, and the variables by which programs find it; in a folder lie its `Pixels`."""
    reader, writer = os.pipe()
    laid = () if folder is None else ("-fbdir", str(folder))
    server = subprocess.Popen(
        [
            *("Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24"),
            *("-nolisten", "tcp", "-noreset", *laid),
        ],
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


class Pixels:
    """What stands on a virtual screen right now, read from the server's own memory."""

    def __init__(self, folder: Path) -> None:
        with (folder / "Xvfb_screen0").open("rb") as file:
            self._mapped = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self._mapped[:100])
        self._start = head[0] + head[19] * 12
        self._stride = head[12]

    def rows(self, top: int, bottom: int, left: int, right: int) -> bytes:
        """Every fourth row of a rectangle, four bytes a pixel."""
        return b"".join(
            self._mapped[at + left * 4 : at + right * 4]
            for at in range(
                self._start + top * self._stride, self._start + bottom * self._stride,
                4 * self._stride,
            )
        )  # fmt: skip
