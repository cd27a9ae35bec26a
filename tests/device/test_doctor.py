"""`ratscrew doctor` on machines that are folders, with one fault planted in each."""

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from device.checks.finding import Grade
from device.commands.doctor import findings, part_names, run
from device.language import LANGUAGES, language
from device.machine import Machine, this_machine
from device.scores import SCORES, Scores
from device.terminal import Terminal
from device.trouble import Status
from device.waiting import Waiting
from hal.wiring import default_wiring
from tests.device.evenings import pair_of, waiting
from tests.device.machines import EN, bad, laptop, only, pi, plant, without

__all__ = ["laptop", "pi"]


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


def test_a_data_base_of_scores_is_looked_over(pi: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert dict(findings(pi, None, EN))["scores"].what == "0 finished games"
    waiting(folder, pair_of(["Anna", "Ben"]), pair_of(["Anna", "Ben"], 210_000))
    found = only(pi, "scores", Grade.WARNING)
    assert (found.what, found.remedy) == ("2 finished games wait", "keep them: ratscrew scores")
    Waiting(folder).take_in()
    assert dict(findings(pi, None, EN))["scores"].what == "2 finished games"
    whole = (folder / SCORES).read_bytes()
    with closing(sqlite3.connect(folder / SCORES)) as base, base:
        base.execute("UPDATE games SET record = randomblob(99) WHERE number = 1")
    for damaged in ((folder / SCORES).read_bytes(), whole[:9000]):
        (folder / SCORES).write_bytes(damaged)
        found = only(pi, "scores", Grade.WARNING)
        assert "is damaged" in found.what
        assert found.remedy == "ratscrew scores --repair"


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENAMETOOLONG])
def test_scores_that_may_not_be_looked_at_are_told_and_the_rest_is_looked_over(
    pi: Machine, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> Scores:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("device.checks.kept.Scores", refused)
    found = only(pi, "scores", Grade.WARNING)
    assert os.strerror(number) in found.what
    assert SCORES in found.what


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
        assert "no such chip" in str(why)
