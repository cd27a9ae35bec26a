"""A disk on which install.sh has run, made once for all that start it; and a machine for all that
need no other.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot import debian as debians
from tests.boot.debian import Debian
from tests.boot.table import WORDS, Table, disk, until

SETTINGS = """dim_s = 86400
dark_s = 86400
[rules]
time_limit_us = 60000000
"""


@pytest.fixture(scope="session", params=debians.SUITES)
def image(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A disk on which install.sh has run."""
    folder = tmp_path_factory.mktemp("disk")
    debian = Debian(request.param, folder / "root")
    debian.unpack("/src")
    installed = debian.run("/src/deploy/install.sh")
    assert installed.returncode == 0, installed.stderr
    debian.at("/etc/ratscrew/ratscrew.toml").write_text(SETTINGS)
    made = disk(debian, folder / "disk.img")
    shutil.rmtree(debian.folder)
    yield made
    made.unlink()


@pytest.fixture(scope="module")
def table(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The machine, started, and its table active; the disk is afterwards as it was before."""
    machine = Table(image, tmp_path_factory.mktemp("machine"), *WORDS, kept=False)
    try:
        machine.wake()
        until(machine.is_active, "a table that runs")
        yield machine
    finally:
        machine.cut()
