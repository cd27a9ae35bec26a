"""What `ratscrew doctor` says of settings, wires, lines, lamps and libraries."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.checks.finding import Grade
from device.commands.doctor import findings, run
from device.config import LEARNED
from device.machine import Machine
from device.terminal import Terminal
from device.trouble import Status
from hal.chips import HEADER_LABELS
from hal.wiring import Wiring
from tests.device.machines import EN, VERSIONS, bad, laptop, only, pi, plant, without

__all__ = ["laptop", "pi"]


def test_settings_that_cannot_be_are_a_fault(pi: Machine, tmp_path: Path) -> None:
    plant(tmp_path, "people/ratscrew.toml=tempo = 3\n")
    found = only(pi, "settings", Grade.FAULT)
    assert "ratscrew.toml: line 1: tempo is 3" in found.what
    assert run([], Terminal(EN), pi.environment, pi) is Status.HARDWARE


def test_what_was_set_at_the_table_and_cannot_be_read_is_a_warning(
    pi: Machine, tmp_path: Path
) -> None:
    plant(tmp_path, f"state/{LEARNED}=[")
    found = only(pi, "settings", Grade.WARNING)
    assert found.remedy == f"rm {tmp_path / 'state' / LEARNED}"


def test_the_settings_that_count_are_named(pi: Machine, tmp_path: Path) -> None:
    def told() -> str:
        return next(each.what for part, each in findings(pi, None, EN) if part == "settings")

    assert told() == "no ratscrew.toml; those of the program are used"
    plant(tmp_path, "people/ratscrew.toml=")
    assert told() == str(tmp_path / "people" / "ratscrew.toml")


def test_a_wiring_that_cannot_be_is_a_fault(pi: Machine, tmp_path: Path) -> None:
    plant(tmp_path / "people", "wiring.toml=chop = 1")
    assert "did you mean chip?" in only(pi, "wiring", Grade.FAULT).what


def test_a_learned_wiring_that_cannot_be_read_is_a_warning(pi: Machine, tmp_path: Path) -> None:
    plant(tmp_path / "state", "wiring.toml=chop = 1")
    assert only(pi, "wiring", Grade.WARNING).remedy == "ratscrew buttons --learn"


def test_the_lines_of_the_wiring_that_counts_are_tried(pi: Machine, tmp_path: Path) -> None:
    rows = "[[seat]]\nslap=5\nflip=6\n[[seat]]\nslap=12\nflip=13\n"
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "wiring.toml").write_text(rows, "utf-8")
    tried: list[Wiring] = []

    def opens(wiring: Wiring) -> str | None:
        tried.append(wiring)
        return None

    assert bad(replace(pi, opens=opens)) == []
    assert [wiring.lines for wiring in tried] == [(5, 6, 12, 13)]


@pytest.mark.parametrize(
    ("trouble", "what", "remedy"),
    [
        (
            "may not open /dev/gpiochip0; join its group: sudo usermod -aG gpio anna",
            "may not open /dev/gpiochip0",
            "join its group: sudo usermod -aG gpio anna",
        ),
        (
            f"no GPIO chip {HEADER_LABELS[0]}; there is: gpio-brcmstb",
            f"no GPIO chip {HEADER_LABELS[0]}",
            "there is: gpio-brcmstb",
        ),
        ("it does not work", "it does not work", "ratscrew wiring"),
    ],
)
def test_lines_that_cannot_be_taken_are_a_fault(
    pi: Machine, trouble: str, what: str, remedy: str
) -> None:
    found = only(replace(pi, opens=lambda wiring: trouble), "buttons", Grade.FAULT)
    assert (found.what, found.remedy) == (what, remedy)


def test_a_table_that_is_running_holds_its_lines(pi: Machine) -> None:
    trouble = "line 17 of /dev/gpiochip0 is in use by ratscrew: another table is running"
    found = only(replace(pi, opens=lambda wiring: trouble), "buttons", Grade.WARNING)
    assert "sudo systemctl stop ratscrew" in found.remedy


def test_a_button_that_is_down_is_told_with_both_its_numbers(pi: Machine) -> None:
    found = only(replace(pi, pressed=lambda wiring: (17, 5)), "buttons", Grade.WARNING)
    assert found.what == "pressed though nobody plays: GPIO17 (pin 11), GPIO5 (pin 29)"
    assert "ratscrew buttons" in found.remedy


def test_a_lamp_whose_line_is_taken_is_a_warning(pi: Machine) -> None:
    trouble = "line 4 of /dev/gpiochip0 is in use by w1; stop that, or take another line"
    found = only(replace(pi, dark=lambda wiring: trouble), "lamps", Grade.WARNING)
    assert found.what == "line 4 of /dev/gpiochip0 is in use by w1"
    assert found.remedy == "stop that, or take another line"


def test_lamps_are_told_of_where_there_are_any_and_their_lines_are_free(
    pi: Machine, laptop: Machine, tmp_path: Path
) -> None:
    def told(machine: Machine) -> list[str]:
        return [each.what for part, each in findings(machine, None, EN) if part == "lamps"]

    assert told(pi) == ["all 4 lines are free"]
    assert told(laptop) == []
    assert told(replace(pi, opens=lambda wiring: "in use by ratscrew")) == []
    plant(
        tmp_path, "people/wiring.toml=" + "[[seat]]\nslap=5\nflip=6\n[[seat]]\nslap=12\nflip=13\n"
    )
    assert told(pi) == ["none are wired"]


def test_a_pi_without_a_chip_is_a_fault(pi: Machine) -> None:
    only(without(pi, "dev/gpiochip0"), "buttons", Grade.FAULT)


@pytest.mark.parametrize(
    ("package", "version", "grade", "remedy"),
    [
        ("gpiod", None, Grade.FAULT, "sudo apt install python3-libgpiod"),
        ("gpiod", "1.6.3", Grade.FAULT, "pip install 'gpiod>=2.1'"),
        ("gpiozero", None, Grade.WARNING, "sudo apt install python3-gpiozero"),
        ("gpiozero", "1.6.2", Grade.WARNING, "sudo apt install python3-gpiozero"),
        ("lgpio", None, Grade.WARNING, "sudo apt install python3-lgpio"),
        ("lgpio", "0.0.0.2", Grade.WARNING, "pip uninstall lgpio"),
    ],
)
def test_a_library_that_is_missing_or_too_old_is_told(
    pi: Machine, package: str, version: str | None, grade: Grade, remedy: str
) -> None:
    versions = {**VERSIONS, package: version}
    assert remedy in only(replace(pi, version=versions.get), "libraries", grade).remedy


def test_a_library_that_does_not_tell_its_version_is_believed(pi: Machine) -> None:
    versions = VERSIONS | {"gpiod": "", "gpiozero": "", "lgpio": ""}
    assert bad(replace(pi, version=versions.get)) == []
