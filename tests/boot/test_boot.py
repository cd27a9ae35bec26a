"""A Debian that install.sh made a table, started by its own systemd on a real kernel.

One machine is used for all that needs no other; what is done to it is undone. `make test-boot` runs
it, `make test` does not.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot import debian as debians
from tests.boot.table import Shot, Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from hal.wiring import Button
from tests.boot import pictures

STATE = "/var/lib/ratscrew"
JOURNAL, LAST = f"{STATE}/game.jsonl", f"{STATE}/last-game.jsonl"
AS_TABLE = ("runuser", "-u", "ratscrew", "--", "env", f"STATE_DIRECTORY={STATE}", "ratscrew")
WATCHDOG_S = 5


@pytest.fixture(scope="module")
def table(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The machine, started, and its table active."""
    machine = Table(image, tmp_path_factory.mktemp("machine"))
    machine.wake()
    until(machine.is_active, "a table that runs")
    yield machine
    machine.cut()


def lies(table: Table, path: str) -> bool:
    return table.ask(do="run", words=["test", "-e", path])["status"] == 0


def is_attract(shot: Shot) -> bool:
    return pictures.attract_share(shot) > pictures.ALIKE


def pid_of(table: Table) -> int:
    return int(table.run("systemctl", "show", "-P", "MainPID", "ratscrew.service"))


def test_the_service_starts_with_the_machine_and_says_how_it_is(table: Table) -> None:
    told = table.run("systemctl", "show", "ratscrew", "-P", "StatusText", "-P", "NRestarts")
    assert told.split("\n")[:2] == ["seats: 4, buttons: gpio, display: auto", "0"]
    until(lambda: "display HDMI: it is there" in table.log(), "that the display was found")


def test_the_screen_shows_the_idle_table_and_nothing_stands_still(table: Table) -> None:
    first = until(lambda: seen(table), "the idle table")
    assert first.colours() > 50
    time.sleep(5)
    until(lambda: changed(table, first), "another picture", 5)


def seen(table: Table) -> Shot | None:
    shot = table.shot()
    return shot if is_attract(shot) else None


def test_people_join_play_to_the_end_and_are_remembered(table: Table) -> None:
    idle = table.shot()
    table.press(0, Button.SLAP)
    table.press(1, Button.SLAP)
    time.sleep(1)
    assert not is_attract(table.shot())
    table.press(1, Button.SLAP)
    until(lambda: lies(table, JOURNAL), "a game")
    written = sectors(table)
    end = time.monotonic() + 600
    while not lies(table, LAST):
        assert time.monotonic() < end, table.log()
        for seat in (0, 1):
            table.press(seat, Button.FLIP)
    result = until(lambda: changed(table, idle), "a result")
    assert result.colours() > 50
    exported = table.run(*AS_TABLE, "scores", "--export", "json")
    assert "Player 1" in exported
    assert "Player 2" in exported
    table.run("sync")
    assert (sectors(table) - written) * 512 < 16 << 20


def changed(table: Table, before: Shot) -> Shot | None:
    shot = table.shot()
    return shot if shot.pixels != before.pixels else None


def sectors(table: Table) -> int:
    """Of 512 bytes, that were written to the disk."""
    return int(table.run("cat", "/sys/block/vda/stat").split()[6])


WRITING = """
import os, sys
from pathlib import Path
from device.journal import Journal, to_disk
from device.scribe import ROOM
from game.record import Record
record = Record(open(sys.argv[1], "rb"))
journal = Journal.begin(Path(sys.argv[2]), record.header, ROOM)
file = os.open(sys.argv[2], os.O_RDONLY)
lines = 0
for lines, happened in enumerate(record, 1):
    journal.append(happened)
    if lines % 2 == 0:  # a card is a press and a face
        to_disk(file)
journal.close()
print(lines, os.fstat(file).st_size)
"""


def test_a_long_game_costs_the_card_little(table: Table) -> None:
    """1,400 cards, each of them brought to the disk by itself, as at a table that plays slowly."""
    play = ("play", "--fast", "--seats", "cpu:slow,cpu:slow,cpu:slow,cpu:slow", "--rules")
    long = ("ratscrew", "--seed", "long-29", "--record", "/tmp/long.jsonl")
    table.run("runuser", "-u", "ratscrew", "--", "ratscrew", *play, *long)
    written = sectors(table)
    python = "/opt/ratscrew/current/bin/python"
    said = table.run(python, "-c", WRITING, "/tmp/long.jsonl", f"{STATE}/long.jsonl")
    table.run("sync")
    cost = (sectors(table) - written) * 512
    table.run("rm", f"{STATE}/long.jsonl")
    lines, size = map(int, said.split())
    print(f"{lines} lines, {size} bytes, {cost} bytes on the disk")
    assert lines > 2800
    assert size < 100_000
    assert cost < 16_000_000


def test_a_second_copy_does_not_take_the_first_ones_place(table: Table) -> None:
    said = table.run("timeout", "600", *AS_TABLE, "play", "--buttons", "gpio", "--display", "none")
    assert "in use" in said
    assert table.is_active()


def test_only_the_table_may_switch_off_and_no_other_service(table: Table) -> None:
    ask = ("busctl", "--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1")
    ask += ("org.freedesktop.login1.Manager", "CanPowerOff")
    assert table.run("runuser", "-u", "ratscrew", "--", *ask).strip() == 's "yes"'
    assert table.run("runuser", "-u", "nobody", "--", *ask).strip() != 's "yes"'


def test_a_loop_that_hangs_is_ended_and_the_table_is_back(table: Table) -> None:
    hung = pid_of(table)
    restarts = int(table.run("systemctl", "show", "-P", "NRestarts", "ratscrew"))
    at = time.monotonic()
    table.run("kill", "-STOP", str(hung))
    until(lambda: pid_of(table) not in (hung, 0), "another process")
    took_s = time.monotonic() - at
    assert took_s > WATCHDOG_S / 2
    until(table.is_active, "a table that runs")
    assert int(table.run("systemctl", "show", "-P", "NRestarts", "ratscrew")) == restarts + 1
    assert "Watchdog timeout" in table.log()
    until(lambda: seen(table), "the idle table")


def test_a_display_that_comes_later_is_found(table: Table) -> None:
    status = "/sys/class/drm/card0-Virtual-1/status"
    table.run("sh", "-c", f"echo off >{status}")
    table.run("systemctl", "restart", "ratscrew")
    assert table.is_active(), "it is ready without a display"
    until(lambda: "display HDMI: no display server" in newest_log(table), "that it looks for it")
    table.run("sh", "-c", f"echo on >{status}")
    until(lambda: seen(table), "the idle table")
    assert "display HDMI: it is there" in newest_log(table)


def newest_log(table: Table) -> str:
    """What was said since the table was started last."""
    return table.log().rpartition("Starting ratscrew.service")[2]


def test_a_wrong_line_of_the_settings_is_told_on_the_screen(table: Table) -> None:
    path = "/etc/ratscrew/ratscrew.toml"
    table.run("cp", path, f"{path}.right")
    try:
        table.run("sh", "-c", f"echo 'volume = 300' >{path}")
        table.run("systemctl", "restart", "ratscrew")
        until(lambda: table.state("ratscrew-trouble") == "active", "the page")
        assert table.state() == "failed"
        told = table.run(*AS_TABLE, "trouble").splitlines()
        assert f"{path}: line 1: volume is 300; allowed: 0 to 100" in told[1]
        alike = until(lambda: page_like(table, told), "the page")
        assert alike
    finally:
        table.run("mv", f"{path}.right", path)
    table.run("systemctl", "reset-failed", "ratscrew")
    table.run("systemctl", "start", "ratscrew")
    assert table.state("ratscrew-trouble") in ("inactive", "failed")
    until(lambda: seen(table), "the idle table")


def page_like(table: Table, told: list[str]) -> bool:
    return pictures.page_share(table.shot(), told[0], told[1:4]) > pictures.ALIKE


def test_it_ends_by_itself_when_it_is_told_to(table: Table) -> None:
    table.run("systemctl", "stop", "ratscrew")
    said = newest_log(table)
    assert "Deactivated successfully" in said
    assert "SIGKILL" not in said
    table.run("systemctl", "start", "ratscrew")
    until(table.is_active, "a table that runs")
