"""What happens to a machine while people play: its disk is full, or read-only, and its date is
another one from one instant to the next. None of it ends a game, and what was finished is kept.

One machine is used for all; what is done to it is undone. `make test-boot` runs it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from tests.boot import debian as debians
from tests.boot import pictures
from tests.boot.table import Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from tests.boot.evening import JOURNAL, STATE, begin, finished, lies, play_out, play_until

FULL = f"""
free=$(df --output=avail -B1 {STATE} | tail -n 1)
runuser -u ratscrew -- fallocate -l $((free - 1000000)) {STATE}/filling
runuser -u ratscrew -- dd if=/dev/zero of={STATE}/filler bs=4k
"""
"""Its user has no more room; the system has what is reserved for root."""


@contextmanager
def full(table: Table) -> Iterator[None]:
    table.run("sh", "-c", FULL)
    try:
        yield
    finally:
        table.run("rm", f"{STATE}/filling", f"{STATE}/filler")


@contextmanager
def read_only(table: Table) -> Iterator[None]:
    table.run("sh", "-c", "sync; echo u >/proc/sysrq-trigger")
    until(lambda: "ro," in table.run("findmnt", "-no", "OPTIONS", "/"), "a root that is read-only")
    try:
        yield
    finally:
        table.run("mount", "-o", "remount,rw", "/")


def afresh(table: Table) -> None:
    """Nobody plays: a game of those who have gone would go on without them."""
    table.run("systemctl", "stop", "ratscrew")
    table.run("rm", "-f", JOURNAL)
    table.run("systemctl", "reset-failed")
    table.run("systemctl", "start", "ratscrew")


def pid_of(table: Table) -> str:
    return table.run("systemctl", "show", "-P", "MainPID", "ratscrew")


@pytest.mark.parametrize(
    ("disk", "said"), [(full, "No space left on device"), (read_only, "Read-only file system")]
)
def test_a_disk_that_takes_no_more_ends_no_game_and_costs_none(
    table: Table, disk: Callable[[Table], AbstractContextManager[None]], said: str
) -> None:
    afresh(table)
    before, pid, known = finished(table), pid_of(table), len(table.log())

    def newest(table: Table) -> str:
        return table.log()[known:]

    begin(table)
    with disk(table):
        play_until(table, lambda: said in newest(table) or not lies(table, JOURNAL))
        until(lambda: said in newest(table), "that it is told")
        assert pid_of(table) == pid
    until(lambda: finished(table) == before + 1, "the game among the scores")
    assert pid_of(table) == pid


def test_a_clock_that_jumps_by_years_moves_nothing(table: Table) -> None:
    afresh(table)
    before, pid, now = finished(table), pid_of(table), table.run("date", "+%s").strip()
    begin(table)
    for date in ("2049-12-31 23:59:50", "2001-01-01 00:00:00"):
        table.run("date", "-s", date)
    played = play_out(table)
    until(lambda: pictures.result_share(table.shot(), played) > pictures.ALIKE, "its result")
    until(lambda: finished(table) == before + 1, "the game among the scores")
    assert pid_of(table) == pid
    table.run("date", "-s", f"@{now}")
