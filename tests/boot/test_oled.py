"""An OLED beside the screen, at a bus of the kernel: found, lost while people play, found again.

`make test-boot` runs it.
"""

import pytest

from tests.boot import debian as debians
from tests.boot import pictures
from tests.boot.table import Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from tests.boot.evening import JOURNAL, begin, finished, lies, play_out, play_until, seen
from tests.boot.glass import Glass

LOST = "no OLED answers at 0x3c or 0x3d"


def test_an_oled_is_lost_and_found_while_people_play(table: Table) -> None:
    glass = Glass(table)
    table.run("systemctl", "restart", "ratscrew")
    until(glass.is_idle, "the idle table on the OLED")
    until(lambda: seen(table), "the idle table on the screen")
    before, pid = finished(table), table.run("systemctl", "show", "-P", "MainPID", "ratscrew")
    begin(table)
    until(lambda: "#" in glass.said() and not glass.is_idle(), "the game on the OLED")
    glass.unplug()
    play_until(table, lambda: LOST in table.log() or not lies(table, JOURNAL))
    assert LOST in table.log()
    assert lies(table, JOURNAL), "the game goes on"
    glass.plug()
    played = play_out(table)
    result = pictures.result_view(played)
    until(lambda: glass.shows(result), "its result on the OLED")
    until(lambda: pictures.result_share(table.shot(), played) > pictures.ALIKE, "and the screen")
    until(lambda: finished(table) == before + 1, "the game among the scores")
    assert table.run("systemctl", "show", "-P", "MainPID", "ratscrew") == pid
