"""A Debian in a folder, and what is done in it as on a machine of its own: its files, its commands.

Made once for each suite and kept. Its commands run in a mount and process space of their own; they
have the network of this machine for apt, and for pip a folder of wheels.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUITES: Mapping[str, str] = {"bookworm": "3.11", "trixie": "3.13"}
"""With the Python of each."""
WHEELS = "wheels"
_PACKAGES = {
    "mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "shellcheck": "shellcheck",
    "unshare": "util-linux",
}  # fmt: skip
_NEEDED = (
    *("hatchling>=1.27", "babel>=2.14", "pygame-ce>=2.5.8", "platformdirs>=4", "gpiod>=2.1"),
    *("gpiozero>=2.0.1.post3", "luma.oled>=3.16", "pillow<14"),
)
"""What pyproject.toml asks for, to build and to run with [pi]."""


def lacking() -> str:
    """What this machine lacks for it, in one line; empty if nothing."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "a Debian in a folder needs Linux on a 64-bit PC"
    missing = [package for program, package in _PACKAGES.items() if not shutil.which(program)]
    if missing:
        return f"a Debian in a folder needs: sudo apt install {' '.join(missing)}"
    return "" if os.geteuid() == 0 else "a Debian in a folder needs root: sudo make test-boot"


def cache() -> Path:
    """Where what takes long to make is kept."""
    given = os.environ.get("RATSCREW_BOOT_DIR")
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ratscrew-boot"
    return Path(given) if given else usual


def wheels() -> Path:
    """All that pip needs, for the Python of each suite."""
    folder = cache() / WHEELS
    done = folder / "done"
    asked = " ".join([*_NEEDED, *SUITES.values()])
    if not done.exists() or done.read_text() != asked:
        for version in SUITES.values():
            told = ["--quiet", "--only-binary=:all:", "--python-version", version]
            told += ["--dest", str(folder), *_NEEDED]
            subprocess.run(
                [sys.executable, "-m", "pip", "download", *told], check=True, timeout=600
            )
        done.write_text(asked)
    return folder


def fetch(suite: str) -> Path:
    """A packed Debian of this suite, and the wheels: all that has to come from a network."""
    packed = cache() / f"{suite}.tar"
    subprocess.run([HERE / "root", suite, packed], check=True, timeout=900)
    wheels()
    return packed


class Debian:
    """A root file system of its own in `folder`, fresh from its packages."""

    def __init__(self, suite: str, folder: Path) -> None:
        self.suite, self.folder = suite, folder
        packed = fetch(suite)
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(packed) as tar:
            tar.extractall(folder, filter="fully_trusted")
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        shutil.copytree(wheels(), folder / WHEELS)

    def at(self, path: str) -> Path:
        """A file of it by its name in there."""
        return self.folder / path.lstrip("/")

    def unpack(self, place: str) -> Path:
        """The program as it is here lies in that folder of it."""
        for name in ("game", "hal", "device", "deploy"):
            leave = shutil.ignore_patterns("__pycache__", "*.mo", "*.pot")
            shutil.copytree(ROOT / name, self.at(place) / name, ignore=leave)
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, self.at(place))
        return self.at(place)

    def run(self, *words: str, **more: Any) -> "subprocess.CompletedProcess[str]":
        """Run a command in there, as root."""
        return subprocess.run(
            self.words(*words), capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL, timeout=900, **more,
        )  # fmt: skip

    def words(self, *words: str) -> list[str]:
        """What runs a command in there, ended with all that it started."""
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        space.append(f"--mount-proc={self.folder}/proc")
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        environment = [f"PATH={path}", "LC_ALL=C.UTF-8", "HOME=/root"]
        environment += ["PIP_NO_INDEX=1", f"PIP_FIND_LINKS=/{WHEELS}"]
        return [*space, "chroot", str(self.folder), "env", "-i", *environment, *words]


if __name__ == "__main__":
    for each in sys.argv[1:]:
        fetch(each)
