"""The script that makes .venv, in a folder of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "deploy" / "venv.sh"


@pytest.mark.skipif(sys.platform == "win32", reason="it is a script of a Unix shell")
def test_a_link_to_the_venv_of_another_folder_is_refused_and_that_one_kept(tmp_path: Path) -> None:
    here, other = tmp_path / "here", tmp_path / "other"
    (here / "deploy").mkdir(parents=True)
    shutil.copy(SCRIPT, here / "deploy")
    (other / ".venv").mkdir(parents=True)
    kept = other / ".venv" / "ready"
    kept.write_text(f"{other}\n")
    (here / ".venv").symlink_to(other / ".venv")
    ended = subprocess.run(
        [here / "deploy" / "venv.sh"], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        f"ratscrew: .venv is a link to {other / '.venv'}; "
        "remove it to have one made here: rm .venv\n"
    )
    assert [path.name for path in (other / ".venv").iterdir()] == ["ready"]
    assert kept.read_text() == f"{other}\n"
