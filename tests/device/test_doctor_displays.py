"""What `ratscrew doctor` says of the screen and of the small display."""

from dataclasses import replace

import pytest

from device.checks.display import LIBRARIES
from device.checks.finding import Grade
from device.commands.doctor import findings
from device.language import LANGUAGES, language
from device.machine import Machine
from hal.panel import OledError
from hal.panel import Trouble as Why
from tests.device.machines import EN, VERSIONS, only, pi, plant, without

__all__ = ["pi"]


def test_pygame_over_pygame_ce_is_a_fault(pi: Machine) -> None:
    versions = VERSIONS | {"pygame": "2.6.1"}
    found = only(replace(pi, version=versions.get), "display", Grade.FAULT)
    assert found.remedy == "pip uninstall -y pygame pygame-ce; pip install pygame-ce"


def test_without_pygame_ce_there_is_nothing_to_see(pi: Machine) -> None:
    versions = {**VERSIONS, "pygame-ce": None}
    only(replace(pi, version=versions.get), "display", Grade.FAULT)


def no_oled(machine: Machine) -> Machine:
    return without(machine, "dev/i2c-1")


def test_no_graphics_are_a_fault(pi: Machine) -> None:
    machine = no_oled(without(pi, "dev/dri/card1"))
    assert "vc4-kms-v3d" in only(machine, "display", Grade.FAULT).remedy


def test_no_monitor_is_a_fault_that_names_the_connectors(pi: Machine) -> None:
    plant(pi.root, "sys/class/drm/card1-HDMI-A-1/status=disconnected\n")
    found = only(no_oled(pi), "display", Grade.FAULT)
    assert "HDMI-A-1, HDMI-A-2" in found.what
    assert "video=HDMI-A-1:1280x720@60D" in found.remedy


def test_with_a_display_trouble_no_monitor_is_only_a_warning(pi: Machine) -> None:
    plant(pi.root, "sys/class/drm/card1-HDMI-A-1/status=disconnected\n")
    only(pi, "display", Grade.WARNING)


def test_who_may_not_use_the_graphics_is_told_the_group(pi: Machine) -> None:
    machine = replace(no_oled(pi), may=lambda path: "dri" not in path.parts)
    found = only(machine, "display", Grade.FAULT)
    assert found.remedy.startswith("sudo usermod -aG video,render anna")


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_missing_library_is_told_with_its_package(pi: Machine, library: str) -> None:
    machine = replace(no_oled(pi), loads=lambda name: name != library)
    found = only(machine, "display", Grade.FAULT)
    assert library in found.what
    assert f"sudo apt install {LIBRARIES[library]} " in found.remedy


def test_a_bus_without_its_library_is_a_warning(pi: Machine) -> None:
    versions = {**VERSIONS, "luma.oled": None}
    found = only(replace(pi, version=versions.get), "oled", Grade.WARNING)
    assert found.remedy == "pip install 'luma.oled>=3.16' 'pillow<14'"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_small_display_that_answers_is_told_with_its_address(pi: Machine, code: str) -> None:
    machine = replace(pi, answering=lambda: (0x3D, "sh1106"))
    (told,) = [found for part, found in findings(machine, None, language(code)) if part == "oled"]
    assert told.grade is Grade.OK
    assert all(word in told.what for word in ("SH1106", "0x3d", "/dev/i2c-1", "3.16.0"))


def test_a_bus_on_which_nothing_answers_is_told_with_what_to_look_at(pi: Machine) -> None:
    lost = OledError(Why.LOST, "no OLED answers at 0x3c or 0x3d; look at its wires")
    found = only(replace(pi, answering=lambda: lost), "oled", Grade.WARNING)
    assert found.what == "no small display answers at 0x3c / 0x3d on /dev/i2c-1"
    assert "wires" in found.remedy


def test_a_bus_that_fails_is_told_with_its_remedy(pi: Machine) -> None:
    bus = OledError(Why.BUS, "/dev/i2c-1: Input/output error")
    found = only(replace(pi, answering=lambda: bus), "oled", Grade.WARNING)
    assert found.remedy == "/dev/i2c-1: Input/output error"


def test_no_bus_is_no_fault_and_says_how_to_get_one(pi: Machine) -> None:
    told = [found.what for part, found in findings(no_oled(pi), None, EN) if part == "oled"]
    assert "sudo raspi-config nonint do_i2c 0" in told[0]
