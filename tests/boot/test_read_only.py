"""A table whose root is read-only, as docs/make-an-image.md shows it: only its state lies on a disk
that is written to."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot import debian as debians
from tests.boot.debian import ROOT
from tests.boot.table import Table, until
from tests.kernel.test_kernel import lacking as lacking_kernel

if LACKING := debians.lacking() or lacking_kernel():
    pytest.skip(LACKING, allow_module_level=True)

from tests.boot.evening import begin, finished, play_out

STATE_MB = 64


def documented() -> str:
    """The lines for /etc/fstab that the page shows, with the disks of this machine."""
    page = (ROOT / "docs/make-an-image.md").read_text()
    lines = page.partition("```fstab\n")[2].partition("```")[0]
    return lines.replace("PARTUUID=ROOT", "/dev/vda").replace("PARTUUID=STATE", "/dev/vdb")


@pytest.fixture
def sealed(image: Path, tmp_path: Path) -> Iterator[Table]:
    """The machine with these lines, and a disk of its own for the state."""
    root, state, fstab = tmp_path / "root.img", tmp_path / "state.img", tmp_path / "fstab"
    subprocess.run(["cp", "--sparse=always", image, root], check=True)
    fstab.write_text(documented())
    for words in ("rm /etc/fstab", f"write {fstab} /etc/fstab"):
        subprocess.run(["debugfs", "-w", "-R", words, root], check=True, capture_output=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", str(state), f"{STATE_MB}M"], check=True)
    machine = Table(root, tmp_path / "machine", mount="ro", state=state)
    try:
        machine.wake()
        yield machine
    finally:
        machine.cut()


def test_with_a_read_only_root_a_game_is_played_and_kept(sealed: Table) -> None:
    until(sealed.is_active, "a table that runs")
    assert sealed.run("sh", "-c", "touch /etc/written && echo written").endswith(
        "Read-only file system\n"
    )
    assert sealed.run("findmnt", "-no", "SOURCE", "/var/lib/ratscrew") == "/dev/vdb\n"
    begin(sealed)
    play_out(sealed)
    until(lambda: finished(sealed) == 1, "the game among the scores")
    assert "read-only" not in sealed.log()
    assert sealed.run("systemctl", "show", "-P", "NRestarts", "ratscrew") == "0\n"
