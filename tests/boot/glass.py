"""The OLED of a table in a virtual machine, as people see it; its plug can be pulled.

Its bus is one of the kernel's own, so nothing between the table and the wire is the test's.
"""

from base64 import b64decode
from pathlib import Path

from device.pictures.oled import Miniature
from device.view import View
from tests.boot import pictures
from tests.boot.table import Table
from tests.hal.i2c import GlassPanel
from tests.hal.wired_oled import rows
from tests.kernel import place as kernels

_THERE = "/sys/module/i2c_glass/parameters/there"
_HEAD = 2
"""Bytes before each transfer, that tell its length."""


class Glass:
    """What stands on the OLED of a machine, which has its bus from now on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._panel = GlassPanel()
        self._unread = b""
        for module in _modules():
            place = f"/run/{module.name}"
            table.lay(module, place)
            loaded = table.ask(do="run", words=["insmod", place])
            assert loaded["status"] == 0, loaded["err"]

    def unplug(self) -> None:
        """Its plug comes out; it is dark, and forgets."""
        self._table.run("sh", "-c", f"echo N >{_THERE}")
        self.rows()
        self._panel.lose_power()

    def plug(self) -> None:
        """It is there again, with noise in its memory."""
        self._table.run("sh", "-c", f"echo Y >{_THERE}")

    def rows(self) -> list[str]:
        """Row by row, "#" for light."""
        self._unread += b64decode(self._table.run("base64", "--wrap=0", "/dev/glass"))
        while self._unread:
            size = int.from_bytes(self._unread[:_HEAD], "little")
            control, *sent = self._unread[_HEAD : _HEAD + size]
            self._panel.receive(control, sent)
            self._unread = self._unread[_HEAD + size :]
        return self._panel.rows

    def shows(self, *views: View) -> bool:
        """Whether one of these is on it, dot for dot."""
        shown = self.rows()
        return any(rows(Miniature().picture(view)) == shown for view in views)

    def said(self) -> str:
        """Its dots, for whoever wonders why it shows something else."""
        return "\n".join(self.rows())

    def is_idle(self) -> bool:
        """Whether it shows the title of the idle table, at one edge or the other."""
        return self.shows(*(views[0] for views in pictures.idle_views()))


def _modules() -> list[Path]:
    """Of the kernel: what programs reach a bus by, and the bus."""
    folder = kernels.folder()
    (reach,) = folder.glob("lib/modules/*/kernel/drivers/i2c/i2c-dev.ko")
    return [reach, folder / "module/i2c-glass.ko"]
