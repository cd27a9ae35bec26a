"""A Debian that install.sh made a table, started by its own systemd on a real kernel: an evening.

`make test-boot` runs it with the rest of this folder, `.ci/run` as far as there is time.
"""

import time

import pytest

from tests.boot import debian as debians
from tests.boot.table import Shot, Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from tests.boot import pictures
from tests.boot.evening import AS_TABLE, begin, play_out, seen


def test_the_service_starts_with_the_machine_and_says_how_it_is(table: Table) -> None:
    told = table.run("systemctl", "show", "ratscrew", "-P", "StatusText", "-P", "NRestarts")
    assert told.split("\n")[:2] == ["seats: 4, buttons: gpio, display: auto", "0"]
    until(lambda: "display HDMI: it is there" in table.log(), "that the display was found")


def test_the_screen_shows_the_idle_table_and_nothing_stands_still(table: Table) -> None:
    first = until(lambda: seen(table), "the idle table")
    assert first.colours() > 50
    time.sleep(5)
    until(lambda: changed(table, first), "another picture")


def test_people_join_play_to_the_end_and_are_remembered(table: Table) -> None:
    begin(table)
    written = sectors(table)
    played = play_out(table)
    until(lambda: pictures.result_share(table.shot(), played) > pictures.ALIKE, "its result")
    exported = table.run(*AS_TABLE, "scores", "--export", "json")
    assert "Player 1" in exported
    assert "Player 2" in exported
    judged = table.run(*AS_TABLE, "edges", "/run/ratscrew/edges.jsonl", "--json")
    assert '"kind": "press"' in judged, "what the buttons did is there, for support"
    table.run("sync")
    cost = (sectors(table) - written) * 512
    print(f"{cost} bytes on the disk")
    assert cost < 16 << 20


def changed(table: Table, before: Shot) -> Shot | None:
    shot = table.shot()
    return shot if shot.pixels != before.pixels else None


def sectors(table: Table) -> int:
    """Of 512 bytes, that were written to the disk."""
    return int(table.run("cat", "/sys/block/vda/stat").split()[6])
