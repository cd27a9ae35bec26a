"""How long people wait: from the start of the service to the first picture, and for its return.

The measure is a bare pygame-ce program in the same unit, which opens its window and shows one
picture. It starts right before the table and right after it: an emulated machine is half as fast
again in one minute as in another, so only starts beside each other are compared. `make test-boot`
runs it and prints the figures, `make test` does not.
"""

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

import pytest

from tests.bench.figure import Figure
from tests.boot import debian as debians
from tests.boot import pictures
from tests.boot.table import Shot, Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

STARTS = 9
"""Of the table; single ones differ by seconds."""
BARE_RATIO = 1.5
"""So much longer than the bare program may the table take."""
BACK_S = 12.0
"""Beside the start of a bare program: for a loop that hangs to be found out, and started anew."""
LOOK_S = 0.25
"""Between two looks at the screen: to look takes a processor away from whoever starts."""
COLOUR = (201, 30, 90)
BARE = f"""
import time
import pygame
pygame.display.init()
screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
screen.fill({COLOUR})
pygame.display.flip()
while True:
    pygame.event.get()
    time.sleep(0.02)
"""
UNITS = "/etc/systemd/system"
MADE_BARE = f"""
sed -e 's|^ExecStart=.*|ExecStart=/opt/ratscrew/current/bin/python /usr/local/lib/bare.py|' \\
    -e 's/^Type=notify/Type=exec/' -e '/^NotifyAccess/d' -e '/^WatchdogSec/d' \\
    -e 's/^Restart=.*/Restart=no/' -e '/^OnFailure/d' -e 's/^KillMode=.*/KillSignal=SIGKILL/' \\
    {UNITS}/ratscrew.service >{UNITS}/bare.service
systemctl daemon-reload
"""


def starts_s(table: Table) -> dict[str, list[float]]:
    """How long each start took, by turns: one of the bare program before and after each other."""
    table.run("sh", "-c", 'printf %s "$1" >/usr/local/lib/bare.py', "sh", BARE)
    table.run("sh", "-c", MADE_BARE)
    table.run("systemctl", "stop", "ratscrew")
    took_s = {"bare": [start_s(table, "bare", is_bare)], "ratscrew": list[float]()}
    for _ in range(STARTS):
        for unit, there in (("ratscrew", is_picture), ("bare", is_bare)):
            took_s[unit].append(start_s(table, unit, there))
    table.run("systemctl", "start", "ratscrew")
    return took_s


def times_as_long(starts: dict[str, list[float]]) -> float:
    """How many times as long as the bare program's the table's start takes, by its neighbours."""
    beside_s = [(before + after) / 2 for before, after in pairwise(starts["bare"])]
    return median(ours / bare for ours, bare in zip(starts["ratscrew"], beside_s, strict=True))


def start_s(table: Table, unit: str, there: Callable[[Shot], bool]) -> float:
    """From the start of the process to its first picture, as they are seen from outside."""
    ahead_ns = min(ahead(table) for _ in range(5))
    table.run("systemctl", "reset-failed")  # so many starts in a row are no fault here
    table.run("systemctl", "start", "--no-block", unit)
    shot, at_ns = first(table, there, unit)
    asked = ("systemctl", "show", "-P", "ExecMainStartTimestampMonotonic", unit)
    began_ns = int(table.run(*asked)) * 1000 - ahead_ns
    assert unit == "bare" or pictures.attract_share(shot) > pictures.ALIKE
    table.run("systemctl", "stop", unit)
    return (at_ns - began_ns) / 1e9


def ahead(table: Table) -> int:
    """By how much the clock in the machine is ahead of ours at most, in ns."""
    before_ns = time.monotonic_ns()
    return table.now_ns() - before_ns


def first(table: Table, there: Callable[[Shot], bool], unit: str = "ratscrew") -> tuple[Shot, int]:
    """The first of such pictures, and when it was there."""

    def look() -> tuple[Shot, int] | None:
        shot, at_ns = table.shot(), time.monotonic_ns()
        return (shot, at_ns) if there(shot) else None

    try:
        return until(look, f"a picture of {unit}", apart_s=LOOK_S)
    except AssertionError:
        print(table.run("journalctl", "--no-pager", "-n", "40"))
        raise


def is_bare(shot: Shot) -> bool:
    return shot.pixels.startswith(bytes(COLOUR) * 100)


def is_picture(shot: Shot) -> bool:
    """Whether it is no text of a console."""
    return len({shot.pixels[at : at + 3] for at in range(0, len(shot.pixels), 3 * 997)}) > 8


@pytest.fixture(scope="module")
def starts(table: Table) -> dict[str, list[float]]:
    """How long each start took, of the table and of the bare program."""
    return starts_s(table)


def told(figures: Sequence[Figure]) -> bool:
    """Print them; whether all bounds are kept."""
    print()
    for figure in figures:
        print(figure)
    return all(figure.kept for figure in figures)


def test_the_first_picture_is_there_soon(starts: dict[str, list[float]]) -> None:
    ours_s, bare_s = median(starts["ratscrew"]), median(starts["bare"])
    assert told(
        [
            Figure("from the start of the service to the first picture", ours_s, "s"),
            Figure("the same of a bare program in the same unit", bare_s, "s"),
            Figure("how many times as long", times_as_long(starts), "", BARE_RATIO),
        ]
    ), starts


def test_a_loop_that_hangs_is_soon_ended_and_the_picture_back(
    table: Table, starts: dict[str, list[float]]
) -> None:
    until(table.is_active, "a table that runs")
    until(lambda: is_picture(table.shot()), "its picture")
    hung = table.run("systemctl", "show", "-P", "MainPID", "ratscrew").strip()
    restarts = int(table.run("systemctl", "show", "-P", "NRestarts", "ratscrew"))
    table.run("kill", "-STOP", hung)
    began_ns = time.monotonic_ns()
    first(table, lambda shot: not is_picture(shot))
    shot, at_ns = first(table, is_picture)
    assert pictures.attract_share(shot) > pictures.ALIKE
    assert int(table.run("systemctl", "show", "-P", "NRestarts", "ratscrew")) == restarts + 1
    assert "Watchdog timeout" in table.log()
    bound_s = BACK_S + median(starts["bare"])
    took_s = (at_ns - began_ns) / 1e9
    assert told([Figure("from a hang to the picture again", took_s, "s", bound_s)])
