"""A table in a virtual machine: a Debian that was made one, on a disk, with a real kernel.

Its screen is dumped from outside, its buttons are lines of gpio-sim, and its power can be cut.
"""

import json
import shutil
import socket
import subprocess
import tarfile
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from hal.wiring import Button, default_wiring
from tests.boot.debian import HERE, Debian, cache
from tests.kernel import place as kernels

PATIENCE_S = 400.0
"""An emulated machine on a busy one may take long for whatever it does."""
PRESS_S = 0.08
DISK_MB = 2600
WORDS = ("mitigations=off", "systemd.mask=e2scrub_reap.service")
"""For the kernel: without what an emulated machine has no need of, a start takes two thirds."""
FoundT = TypeVar("FoundT")
_HANDS = """[Unit]
Description=Hands
DefaultDependencies=no
After=sysinit.target sys-kernel-config.mount dev-ttyS1.device
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/hands.py
Restart=always
[Install]
WantedBy=multi-user.target
"""
_WIRES = default_wiring(4)


def until(
    found: Callable[[], FoundT], what: str, patience_s: float = PATIENCE_S, apart_s: float = 0.2
) -> FoundT:
    """Wait until something is there, looking so often."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(apart_s)
    raise AssertionError(f"not within {patience_s} s: {what}")


def disk(debian: Debian, image: Path) -> Path:
    """A journalling disk with that Debian, and the hands of a tester."""
    shutil.copy(HERE / "hands.py", debian.at("/usr/local/lib/hands.py"))
    debian.at("/etc/systemd/system/hands.service").write_text(_HANDS)
    debian.at("/etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    debian.at("/etc/hostname").write_text("table\n")
    debian.at("/etc/machine-id").write_text("")
    debian.run("systemctl", "enable", "hands.service")
    for folder in ("wheels", "var/cache/apt", "var/lib/apt/lists"):
        shutil.rmtree(debian.at(folder), ignore_errors=True)
    for folder in ("proc", "sys", "dev", "run", "tmp"):
        debian.at(folder).mkdir(exist_ok=True)
    image.unlink(missing_ok=True)
    made = ["mke2fs", "-q", "-t", "ext4", "-d", str(debian.folder), str(image), f"{DISK_MB}M"]
    subprocess.run(made, check=True)
    return image


class Table:
    """The machine, from power on to power off.

    `image`: the file of its disk, or where QEMU finds that. `more` are words for its kernel,
    `mount` how its root is mounted, `state` another disk; what is written to the disk stays there
    if it is `kept`.
    """

    def __init__(
        self,
        image: Path | str,
        folder: Path,
        *more: str,
        mount: str = "rw",
        state: Path | None = None,
        kept: bool = True,
    ) -> None:
        machine, kernel = cache() / "machine", kernels.folder()
        subprocess.run([HERE / "machine", machine, kernel], check=True, timeout=600)
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.console = folder / "console.log"
        self._wire, self._monitor = folder / "wire", folder / "monitor"
        for each in (self._wire, self._monitor):
            each.unlink(missing_ok=True)
        drives = ["-drive", f"file={image},if=virtio,format=raw,snapshot={'off' if kept else 'on'}"]
        if state is not None:
            drives += ["-drive", f"file={state},if=virtio,format=raw"]
        # On a busy host the kernel finds its timer late, and would take it for broken.
        words = ["console=ttyS0", "panic=-1", "quiet", "no_timer_check"]
        words += [f"rootflags={mount}", *more]
        self.program = subprocess.Popen(
            [
                *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
                *("-m", "1024", "-nodefaults", "-display", "none", "-no-reboot"),
                *(
                    "-kernel",
                    str(kernel / "vmlinuz"),
                    "-initrd",
                    str(machine / "initrd.gz"),
                ),
                *("-append", " ".join(words), "-serial", f"file:{self.console}"),
                *("-serial", f"unix:{self._wire},server=on,wait=off"),
                *("-monitor", f"unix:{self._monitor},server=on,wait=off"),
                *(*drives, "-device", "virtio-gpu-pci"),
            ],
            stdin=subprocess.DEVNULL,
        )
        self._answers, self._orders = b"", 0
        self._line = self._connected(self._wire)
        self.on_s = time.monotonic()

    def _connected(self, path: Path) -> socket.socket:
        wire = socket.socket(socket.AF_UNIX)
        until(path.exists, "the machine's socket", 20)
        wire.connect(str(path))
        wire.settimeout(PATIENCE_S)
        return wire

    def wake(self) -> None:
        """Wait until the hands of the tester answer."""
        while not json.loads(self._answer()).get("ready"):
            pass

    def now_ns(self) -> int:
        """The monotonic clock in the machine, as good as an answer is fast."""
        return int(self.ask(do="time")["now_ns"])

    def _answer(self) -> bytes:
        while b"\n" not in self._answers:
            more = self._line.recv(65536)
            assert more, self.said()
            self._answers += more
        answer, _, self._answers = self._answers.partition(b"\n")
        return answer

    def ask(self, **order: Any) -> Any:
        """Have something done in the machine; the answer."""
        self._orders += 1
        self._line.sendall(json.dumps({**order, "number": self._orders}).encode() + b"\n")
        answer = {}
        while answer.get("number") != self._orders:  # an older one was given up
            answer = json.loads(self._answer())
        assert "failed" not in answer, answer
        return answer

    def run(self, *words: str) -> str:
        """Run a command in the machine, as root; what it said."""
        answer = self.ask(do="run", words=words)
        return str(answer["out"] + answer["err"])

    def press(self, seat: int, button: Button, held_s: float = PRESS_S) -> None:
        """A hand comes down on a button, and up."""
        self.ask(do="press", line=_WIRES.line(seat, button), held_s=held_s)

    def text(self, path: str) -> str | None:
        """A file of the table up to its first zero byte, None without one."""
        text: str | None = self.ask(do="read", path=path)["text"]
        return text

    def lay(self, file: Path, path: str) -> None:
        """Lay a file of ours there."""
        self.ask(do="lay", path=path, data=b64encode(file.read_bytes()).decode())

    def unpack(self, path: str, place: Path) -> Path:
        """A folder of the table, as it is now, at a place here."""
        shutil.rmtree(place, ignore_errors=True)
        pack = b64decode(self.ask(do="pack", path=path)["tar"])
        with tarfile.open(fileobj=BytesIO(pack)) as tar:
            tar.extractall(place, filter="data")
        return place

    def state(self, unit: str = "ratscrew.service") -> str:
        """What systemd says of a unit."""
        return self.run("systemctl", "is-active", unit).strip()

    def is_active(self) -> bool:
        """Whether the table runs."""
        return self.state() == "active"

    def log(self) -> str:
        """All that the table has said."""
        return self.run("journalctl", "--no-pager", "-o", "cat", "-u", "ratscrew.service")

    def shot(self) -> "Shot":
        """What is on the screen, seen from outside."""
        picture = self._folder / "shot.ppm"
        picture.unlink(missing_ok=True)
        monitor = self._connected(self._monitor)
        monitor.sendall(f"screendump {picture}\n".encode())
        told = b""
        while told.count(b"(qemu)") < 2:
            told += monitor.recv(4096)
        monitor.close()
        return Shot(picture.read_bytes())

    def said(self) -> str:
        """The end of its console."""
        return self.console.read_text(errors="replace")[-3000:]

    def cut(self) -> None:
        """The power goes."""
        self.program.kill()
        self.program.wait()
        self._line.close()

    def off(self) -> None:
        """Somebody else switches it off; wait for that."""
        self.program.wait(PATIENCE_S)
        self._line.close()


class Shot:
    """A picture in the form P6."""

    def __init__(self, raw: bytes) -> None:
        kind, size, most, self.pixels = raw.split(b"\n", 3)
        assert (kind, most) == (b"P6", b"255")
        width, height = size.split()
        self.size = int(width), int(height)

    def colours(self) -> int:
        """How many different ones there are."""
        return len({self.pixels[at : at + 3] for at in range(0, len(self.pixels), 3)})
