"""`ratscrew doctor` on machines that are folders, with one fault planted in each."""

import errno
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from device.checks.display import LIBRARIES
from device.checks.finding import Finding, Grade
from device.commands.doctor import findings, part_names, run
from device.config import LEARNED
from device.language import LANGUAGES, language
from device.machine import Machine, this_machine
from device.scores import SCORES
from device.terminal import Terminal
from device.trouble import Status
from device.waiting import Waiting
from hal.chips import HEADER_LABELS
from hal.panel import OledError
from hal.panel import Trouble as Why
from hal.wiring import Wiring, default_wiring
from tests.device.evenings import pair_of, waiting

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


def test_a_table_where_all_is_well_can_be_played_at(pi: Machine, tmp_path: Path) -> None:
    assert bad(pi) == []
    assert run([], Terminal(EN), machine=pi) is Status.DONE


def test_a_laptop_can_be_played_at_and_is_told_what_is_not_there(laptop: Machine) -> None:
    assert bad(laptop) == []
    told = {part: each.what for part, each in findings(laptop, None, EN)}
    assert told["machine"] == "no Raspberry Pi; it can be played with keys, mouse and touch"
    assert told["buttons"] == "no GPIO here: keys, mouse and touch are used"
    assert told["service"] == "no systemd: the table is started by hand"
    assert "libraries" not in told


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_finding_is_one_line_with_its_remedy(
    pi: Machine, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ill = replace(pi, today=lambda: date(1970, 1, 1), free_bytes=lambda folder: 5)
    terminal = Terminal(language(code))
    assert run([], terminal, machine=ill) is Status.HARDWARE
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(findings(ill, None, EN))) + 2
    assert any(line.endswith(" → sudo timedatectl set-ntp true") for line in lines)


def test_every_part_has_a_name(pi: Machine) -> None:
    assert {part for part, _found in findings(pi, None, EN)} == part_names(EN).keys()


# Wires


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


# Display


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


# Everything else


def dumb(machine: Machine) -> Machine:
    """A machine whose sound cannot be opened, and the library does not say much."""
    return replace(machine, silent=lambda device: f"ALSA: cannot open {device!r}")


def test_a_table_without_sound_is_played_in_silence(pi: Machine) -> None:
    found = only(dumb(without(pi, "dev/snd/controlC0")), "sound", Grade.WARNING)
    assert found.what == "no sound card: the game is played in silence"
    assert "Pi 5" in found.remedy


def test_only_a_pi_is_told_what_a_pi_has(laptop: Machine) -> None:
    silent = dumb(without(laptop, "dev/snd/controlC0"))
    found = dict(findings(silent, None, EN))["sound"]
    assert found.remedy == "plug a sound card in, or set volume = 0 in ratscrew.toml"


def test_sound_that_works_without_a_card_of_this_machine_is_well(laptop: Machine) -> None:
    bare = without(laptop, "dev/snd/controlC0", "proc/asound/card0/id")
    (bare.root / "proc/asound/card0").rmdir()
    assert dict(findings(bare, None, EN))["sound"].what == "the sound of the desktop"


def test_a_library_of_sound_that_is_missing_is_told_with_its_package(pi: Machine) -> None:
    machine = replace(dumb(pi), loads=lambda name: name != "libasound.so.2")
    found = only(machine, "sound", Grade.WARNING)
    assert (found.what, found.remedy) == (
        "libasound.so.2 is missing", "sudo apt install libasound2"
    )  # fmt: skip


def test_the_sound_device_that_is_set_is_tried(pi: Machine, tmp_path: Path) -> None:
    tried: list[str] = []
    machine = replace(pi, silent=tried.append)
    assert dict(findings(machine, None, EN))["sound"].what == "sound cards: vc4hdmi0"
    (tmp_path / "ratscrew.toml").write_text('sound_device = "USB"')
    assert dict(findings(machine, tmp_path, EN))["sound"].what == "USB"
    assert tried == ["", "USB"]
    [found] = [each for part, each in findings(dumb(pi), tmp_path, EN) if part == "sound"]
    assert (found.grade, found.what) == (Grade.WARNING, "no sound: ALSA: cannot open 'USB'")
    assert found.remedy.endswith('sound_device = "vc4hdmi0"')


def test_a_mute_table_opens_no_sound(pi: Machine, tmp_path: Path) -> None:
    (tmp_path / "ratscrew.toml").write_text("volume = 0")
    [found] = [each for part, each in findings(dumb(pi), tmp_path, EN) if part == "sound"]
    assert (found.grade, found.what) == (Grade.OK, "mute (volume = 0)")


def test_settings_of_sound_that_cannot_be_read_are_told_once(pi: Machine) -> None:
    plant(pi.root.parent, "people/ratscrew.toml=volume = 1000\n")
    found = only(pi, "settings", Grade.FAULT)
    assert found.what.endswith("ratscrew.toml: line 1: volume is 1000; allowed: 0 to 100")


def test_who_may_not_use_sound_or_i2c_is_told_the_group(pi: Machine) -> None:
    for part, word, group in (("sound", "snd", "audio"), ("oled", "i2c-1", "i2c")):
        machine = replace(pi, may=lambda path, word=word: word not in path.parts)
        machine = dumb(machine) if part == "sound" else machine
        assert f"-aG {group} anna" in only(machine, part, Grade.WARNING).remedy


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


def test_a_data_base_of_scores_is_looked_over(pi: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert dict(findings(pi, None, EN))["scores"].what == "0 finished games"
    waiting(folder, pair_of(["Anna", "Ben"]), pair_of(["Anna", "Ben"], 210_000))
    found = only(pi, "scores", Grade.WARNING)
    assert (found.what, found.remedy) == ("2 finished games wait", "keep them: ratscrew scores")
    Waiting(folder).take_in()
    assert dict(findings(pi, None, EN))["scores"].what == "2 finished games"
    (folder / SCORES).write_bytes((folder / SCORES).read_bytes()[:9000])
    found = only(pi, "scores", Grade.WARNING)
    assert "is damaged" in found.what
    assert found.remedy == "ratscrew scores --repair"


def test_a_state_directory_that_cannot_be_made_is_a_fault(pi: Machine, tmp_path: Path) -> None:
    plant(tmp_path, "state=a file where the folder should be")
    found = only(pi, "state", Grade.FAULT)
    assert f"sudo chown -R anna {tmp_path / 'state'}" in found.remedy


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EROFS, "remount,rw"), (errno.ENOSPC, "sudo apt clean")]
)
def test_a_full_or_read_only_disk_has_a_remedy_of_its_own(
    pi: Machine, number: int, words: str
) -> None:
    def fails(folder: Path) -> int:
        raise OSError(number, "no")

    assert words in only(replace(pi, free_bytes=fails), "state", Grade.FAULT).remedy


@pytest.mark.parametrize(("free", "grade"), [(999_999, Grade.FAULT), (2_000_000, Grade.WARNING)])
def test_little_room_is_told(pi: Machine, free: int, grade: Grade) -> None:
    only(replace(pi, free_bytes=lambda folder: free), "state", grade)


def test_the_trial_leaves_nothing_behind(pi: Machine, tmp_path: Path) -> None:
    assert bad(pi) == []
    assert list((tmp_path / "state").iterdir()) == []


@pytest.mark.parametrize(
    ("active", "enabled", "remedy"),
    [
        ("failed", "enabled", "journalctl -u ratscrew -n 50; sudo systemctl restart ratscrew"),
        ("active", "disabled", "sudo systemctl enable ratscrew"),
    ],
)
def test_a_service_that_failed_or_will_not_start_is_told(
    pi: Machine, active: str, enabled: str, remedy: str
) -> None:
    answers = {"is-active": active, "is-enabled": enabled}
    machine = replace(pi, said=lambda words: answers[words[1]])
    assert only(machine, "service", Grade.WARNING).remedy == remedy


def test_a_clock_that_runs_backwards_is_a_fault(pi: Machine) -> None:
    ticks = count(10**9, -1)
    only(replace(pi, now_ns=lambda: next(ticks)), "clock", Grade.FAULT)


def test_a_date_that_cannot_be_is_a_warning(pi: Machine) -> None:
    only(replace(pi, today=lambda: date(1970, 1, 1)), "clock", Grade.WARNING)


def test_the_running_machine_answers_every_question(tmp_path: Path) -> None:
    machine = this_machine({"STATE_DIRECTORY": str(tmp_path)})
    found = list(findings(machine, tmp_path, EN))
    assert {part for part, _found in found} >= {"machine", "display", "state", "clock"}
    check: Callable[[str], str | None] = machine.version
    assert check("pygame-ce") is not None
    assert check("no-such-package") is None
    assert not machine.loads("libnothing.so.0")
    assert machine.said(["no-such-program"]) == ""
    nowhere = replace(default_wiring(2), chip="no such chip")
    assert machine.pressed(nowhere) == ()
    for why in (machine.opens(nowhere), machine.dark(nowhere)):
        assert why is not None
        assert "no such chip" in why
