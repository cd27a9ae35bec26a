"""A table whose root is read-only, as docs/make-an-image.md says: only its state is on a disk that
can be written to, and a cut of the power finds nothing else to damage."""

import shutil
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

from tests.boot.evening import STATE, begin, finished, play_out, seen

STATE_MB = 64
PAGE = ROOT / "docs/make-an-image.md"


def documented() -> str:
    """The lines for /etc/fstab that the page shows, for the disks of this machine."""
    text = PAGE.read_text().partition("```fstab\n")[2].partition("```")[0]
    assert text.count("\n") > 3, "the page shows them"
    return text.replace("PARTUUID=ROOT", "/dev/vda").replace("PARTUUID=STATE", "/dev/vdb")


@pytest.fixture
def sealed(image: Path, tmp_path: Path) -> Iterator[Table]:
    """The machine with these lines, and a disk of its own for the state."""
    root, state = tmp_path / "root.img", tmp_path / "state.img"
    subprocess.run(["cp", "--sparse=always", image, root], check=True)
    (tmp_path / "fstab").write_text(documented())
    for words in (f"rm /etc/fstab", f"write {tmp_path / 'fstab'} /etc/fstab"):
        subprocess.run(["debugfs", "-w", "-R", words, root], check=True, capture_output=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", str(state), f"{STATE_MB}M"], check=True)
    machine = Table(root, tmp_path / "machine", mount="ro", more=state)
    try:
        yield machine
    finally:
        machine.cut()
