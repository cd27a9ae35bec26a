"""The table as a service of a Debian that runs: what it takes, what it may do, and what it tells.

One machine is used for all; what is done to it is undone. `make test-boot` runs it.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.boot import debian as debians
from tests.boot.debian import ROOT
from tests.boot.table import Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from tests.boot import pictures
from tests.boot.evening import AS_TABLE, STATE, seen
from tests.boot.test_boot import sectors

MOST_BYTES = 200_000_000
"""Of memory, Mesa's software renderer included, which no Pi needs."""

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


def test_a_long_game_costs_the_card_little(table: Table, tmp_path: Path) -> None:
    """1,400 cards, each of them brought to the disk by itself, as at a table that plays slowly.
    The game itself is played here, where it takes a second."""
    played = tmp_path / "long.jsonl"
    play = ("play", "--fast", "--seats", "cpu:slow,cpu:slow,cpu:slow,cpu:slow", "--rules")
    long = ("ratscrew", "--seed", "long-29", "--record", str(played))
    subprocess.run(
        [sys.executable, "-m", "device", *play, *long], cwd=ROOT, check=True, capture_output=True
    )
    table.lay(played, "/tmp/long.jsonl")
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


MEMORY = """
import sys
from pathlib import Path
pss = 0
for pid in Path("/sys/fs/cgroup/system.slice/ratscrew.service/cgroup.procs").read_text().split():
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    pss += sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
print(pss * 1024)
"""


def test_it_takes_no_more_memory_than_a_small_pi_has(table: Table) -> None:
    """A Zero 2 W has 512 MB, for the system as well."""
    pss = int(table.run("python3", "-c", MEMORY))
    kept = int(table.run("systemctl", "show", "-P", "MemoryCurrent", "ratscrew"))
    print(f"{pss / 1e6:.0f} MB, {kept / 1e6:.0f} MB with the files that the kernel keeps of it")
    assert pss < MOST_BYTES


def test_the_file_for_support_has_the_log_of_the_service(table: Table) -> None:
    table.run(*AS_TABLE, "logs", "--export", "/tmp/support.zip")
    listing = table.run("python3", "-m", "zipfile", "-l", "/tmp/support.zip")
    assert "service.txt" in listing
    table.run("python3", "-m", "zipfile", "-e", "/tmp/support.zip", "/tmp/support")
    assert "display HDMI: it is there" in table.run("cat", "/tmp/support/service.txt")
    table.run("rm", "-r", "/tmp/support", "/tmp/support.zip")


def test_a_second_copy_does_not_take_the_first_ones_place(table: Table) -> None:
    said = table.run("timeout", "600", *AS_TABLE, "play", "--buttons", "gpio", "--display", "none")
    assert "in use" in said
    assert table.is_active()


def test_only_the_table_may_switch_off_and_no_other_service(table: Table) -> None:
    ask = ("busctl", "--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1")
    ask += ("org.freedesktop.login1.Manager", "CanPowerOff")
    assert table.run("runuser", "-u", "ratscrew", "--", *ask).strip() == 's "yes"'
    assert table.run("runuser", "-u", "nobody", "--", *ask).strip() != 's "yes"'


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
