"""Machines that are folders, and what the doctor finds wrong with them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from device.checks.finding import Finding, Grade
from device.commands.doctor import findings
from device.language import language
from device.machine import Machine

EN = language("en")
VERSIONS = {
    "pygame-ce": "2.5.8",
    "gpiod": "2.2.1",
    "gpiozero": "2.0.1",
    "lgpio": "0.2.2.0",
    "luma.oled": "3.16.0",
}
PI = (
    "proc/device-tree/model=Raspberry Pi 5 Model B Rev 1.0\0",
    "dev/gpiochip0",
    "dev/dri/card1",
    "sys/class/drm/card1-HDMI-A-1/status=connected\n",
    "sys/class/drm/card1-HDMI-A-2/status=disconnected\n",
    "dev/snd/controlC0",
    "proc/asound/card0/id=vc4hdmi0\n",
    "dev/i2c-1",
    "run/systemd/system/",
    "etc/systemd/system/ratscrew.service",
)


def plant(root: Path, *files: str) -> None:
    for file in files:
        name, _equals, text = file.partition("=")
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def systemctl(words: Sequence[str]) -> str:
    return {"is-active": "active", "is-enabled": "enabled"}[words[1]]


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A table where all is well."""
    root = tmp_path / "root"
    plant(root, *PI)
    ticks = count()
    return Machine(
        root=root,
        environment={
            "STATE_DIRECTORY": str(tmp_path / "state"),
            "CONFIGURATION_DIRECTORY": str(tmp_path / "people"),
        },
        platform="linux",
        user="anna",
        version=VERSIONS.get,
        loads=lambda name: True,
        may=lambda path: True,
        opens=lambda wiring: None,
        pressed=lambda wiring: (),
        dark=lambda wiring: None,
        silent=lambda device: None,
        answering=lambda: (0x3C, "ssd1306"),
        said=systemctl,
        free_bytes=lambda folder: 10**9,
        now_ns=lambda: next(ticks),
        today=lambda: date(2026, 11, 30),
    )


@pytest.fixture
def laptop(pi: Machine, tmp_path: Path) -> Machine:
    """A machine that is no Pi, with a desktop."""
    root = tmp_path / "laptop"
    plant(root, "dev/snd/controlC0", "proc/asound/card0/id=PCH")
    return replace(
        pi,
        root=root,
        environment={**pi.environment, "DISPLAY": ":0"},
        version={"pygame-ce": "2.5.8"}.get,
        opens=lambda wiring: "no GPIO chip",
    )


def bad(machine: Machine, folder: Path | None = None) -> list[tuple[str, Finding]]:
    """What is not well."""
    found = findings(machine, folder, EN)
    return [(part, each) for part, each in found if each.grade is not Grade.OK]


def only(machine: Machine, part: str, grade: Grade) -> Finding:
    """The one thing that is not well, which is in this part and this bad."""
    [(where, found)] = bad(machine)
    assert (where, found.grade) == (part, grade)
    assert found.remedy
    return found


def without(machine: Machine, *names: str) -> Machine:
    for name in names:
        path = machine.root / name
        path.unlink()
    return machine
