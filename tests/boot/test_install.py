"""deploy/install.sh makes a table of a Debian: installed, updated, spoilt, cut off and taken away.

The story is told once for each suite, in its order; each test reads its own part of it.
`make test-boot` runs it, `make test` does not.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from tests.boot.debian import ROOT, SUITES, Debian, lacking

if LACKING := lacking():
    pytest.skip(LACKING, allow_module_level=True)

INSTALL = "deploy/install.sh"
CONFIG, CMDLINE = "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt"
CONFIG_BEFORE = "dtparam=audio=on\n[pi4]\narm_boost=1\n"
CMDLINE_BEFORE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
CURRENT = "/opt/ratscrew/current"
SCORES = "/var/lib/ratscrew/scores.sqlite"
UNITS = ("ratscrew.service", "ratscrew-trouble.service")
RUNNING = "/run/running"
"""Where stand-ins for the commands of a running system are, and what they need and were told."""
SYSTEMCTL = f"""#!/bin/sh
# Starts the table where it is the version that starts here; has the version of the real one.
[ "$*" != --version ] || exec /usr/bin/systemctl --version
printf '%s\\n' "$*" >>{RUNNING}/told
case $* in *restart*) [ "$(readlink -f {CURRENT})" = "$(cat {RUNNING}/starts)" ] ;; esac
"""


@dataclass
class Told:
    """What happened, chapter after chapter."""

    ran: dict[str, "subprocess.CompletedProcess[str]"] = field(default_factory=dict)
    link: dict[str, str] = field(default_factory=dict)
    versions: dict[str, set[str]] = field(default_factory=dict)
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    boot: dict[str, tuple[str, str]] = field(default_factory=dict)
    systemctl: dict[str, list[str]] = field(default_factory=dict)

    def look(self, chapter: str, debian: Debian) -> None:
        """What is there after a chapter."""
        self.link[chapter] = where(debian.at(CURRENT))
        folder = debian.at("/opt/ratscrew/versions")
        self.versions[chapter] = {each.name for each in folder.glob("*")}
        self.boot[chapter] = (debian.at(CONFIG).read_text(), debian.at(CMDLINE).read_text())
        found = {}
        for top in ("etc", "opt", "usr/local", "boot", "var/lib/ratscrew"):
            for path in debian.at(top).rglob("*"):
                name = str(path.relative_to(debian.folder))
                if path.is_symlink():
                    found[name] = where(path)
                elif path.is_file() and "__pycache__" not in name and not name.endswith("-"):
                    found[name] = f"{path.stat().st_mode} {sha256(path.read_bytes()).hexdigest()}"
        self.files[chapter] = found


def where(link: Path) -> str:
    return str(link.readlink()) if link.is_symlink() else ""


@pytest.fixture(scope="module", params=SUITES)
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Told]:
    debian = Debian(request.param, tmp_path_factory.mktemp("root") / request.param)
    try:
        yield story(debian)
    finally:
        shutil.rmtree(debian.folder)


def story(debian: Debian) -> Told:
    told = Told()

    def chapter(name: str, *words: str) -> None:
        told.ran[name] = debian.run(*words)
        told.look(name, debian)

    source = debian.unpack("/src")
    debian.at("/boot/firmware").mkdir(parents=True)
    debian.at(CONFIG).write_text(CONFIG_BEFORE)
    debian.at(CMDLINE).write_text(CMDLINE_BEFORE)
    told.look("before", debian)
    for name, words in {
        "wrong word": ["--moon"],
        "bus pin": ["--power-button", "3"],
        "no number": ["--power-button", "x"],
        "far pin": ["--power-button=40"],
        "purge alone": ["--purge"],
    }.items():
        chapter(name, f"/src/{INSTALL}", *words)
    chapter("taken pin", f"/src/{INSTALL}", "--power-button", "17")
    chapter("install", f"/src/{INSTALL}", "--oled", "--power-button", "11")
    units = [f"/etc/systemd/system/{unit}" for unit in UNITS]
    chapter("verify", "systemd-analyze", "verify", *units)
    chapter("systemd", "systemctl", "--version")
    chapter("restart", "sh", "-c", "cat /etc/systemd/system/ratscrew.service.d/*.conf")
    for unit in UNITS:
        chapter(f"security {unit}", "systemd-analyze", "security", "--offline=true", unit)
    chapter("enabled", "systemctl", "is-enabled", "ratscrew.service", "getty@tty1.service")
    chapter("user", "id", "ratscrew")
    chapter("doctor", "ratscrew", "doctor")
    debian.at(SCORES).write_bytes(b"every game that was ever won")
    debian.at("/etc/ratscrew/ratscrew.toml").write_text('lang = "de"\n')
    told.look("used", debian)
    chapter("again", f"/src/{INSTALL}")

    spoil = source / "game" / "engine.py"
    whole = spoil.read_text()
    spoil.write_text(whole + "\nraise RuntimeError('spoilt')\n")
    chapter("spoilt", f"/src/{INSTALL}")
    spoil.write_text(whole + "\n# another version\n")
    project = source / "pyproject.toml"
    asked = project.read_text()
    project.write_text(asked.replace('"platformdirs>=4"', '"platformdirs>=4", "no-such-thing>=9"'))
    chapter("not to be had", f"/src/{INSTALL}")
    project.write_text(asked)
    for name, how in (("stopped", signal.SIGTERM), ("cut off", signal.SIGKILL)):
        told.ran[name] = ended_midway(debian, how)
        told.look(name, debian)
    chapter("update", f"/src/{INSTALL}")
    spoil.write_text(whole + "\n# a third version\n")
    chapter("third", f"/src/{INSTALL}", "--no-oled", "--no-power-button")
    asked = running(debian)
    spoil.write_text(whole + "\n# a fourth version\n")
    for name, starts in {"fourth": told.link["third"], "none": ""}.items():
        debian.at(f"{RUNNING}/told").write_text("")
        debian.at(f"{RUNNING}/starts").write_text(starts)
        chapter(name, *asked, f"/src/{INSTALL}")
        told.systemctl[name] = debian.at(f"{RUNNING}/told").read_text().splitlines()
        spoil.write_text(whole + "\n# a third version\n")
    debian.at("/run/systemd/system").rmdir()
    chapter("uninstall", f"/src/{INSTALL}", "--uninstall")
    chapter("purge", f"/src/{INSTALL}", "--uninstall", "--purge")
    return told


def running(debian: Debian) -> list[str]:
    """The machine seems to be one that runs, whatever goes before these words of a command."""
    for name, script in {"systemctl": SYSTEMCTL, "udevadm": "#!/bin/sh\n"}.items():
        program = debian.at(f"{RUNNING}/{name}")
        program.parent.mkdir(exist_ok=True)
        program.write_text(script)
        program.chmod(0o755)
    debian.at("/run/systemd/system").mkdir(parents=True)
    return ["env", f"PATH={RUNNING}:/usr/sbin:/usr/bin:/sbin:/bin"]


def ended_midway(debian: Debian, how: signal.Signals) -> "subprocess.CompletedProcess[str]":
    """An update that is ended while pip is at work."""
    words = debian.words(f"/src/{INSTALL}")
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as update:
        logs = debian.at("/opt/ratscrew/versions")
        end = time.monotonic() + 300
        while not any(not (log.parent / "complete").exists() for log in logs.glob("*/pip.log")):
            assert update.poll() is None, update.communicate()[0]
            assert time.monotonic() < end
            time.sleep(0.01)
        os.kill(script_of(update.pid), how)
        said = update.communicate(timeout=120)[0]
    return subprocess.CompletedProcess(words, update.returncode, said, "")


def script_of(pid: int) -> int:
    """The process of install.sh itself, below that of `unshare`."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


# Before anything happens


@pytest.mark.parametrize(
    ("chapter", "status", "said"),
    [
        ("wrong word", 2, "unknown word --moon"),
        ("bus pin", 1, "GPIO 2 and 3 are the bus of the small display; 11 is free"),
        ("no number", 2, "--power-button is 'x'; allowed: the number of a GPIO, 4 to 27"),
        ("far pin", 2, "--power-button is 40; allowed: 4 to 27"),
        ("purge alone", 2, "--purge goes with --uninstall"),
    ],
)
def test_a_wrong_word_is_told_and_nothing_is_done(
    told: Told, chapter: str, status: int, said: str
) -> None:
    assert told.ran[chapter].returncode == status
    assert said in told.ran[chapter].stderr
    assert told.files[chapter] == told.files["before"]


def test_a_line_that_a_seat_has_is_no_power_button(told: Told) -> None:
    ran = told.ran["taken pin"]
    assert ran.returncode == 1
    assert "a button or lamp of a seat is at GPIO 17; 11 is free" in ran.stderr
    assert told.link["taken pin"] == ""
    assert told.boot["taken pin"] == (CONFIG_BEFORE, CMDLINE_BEFORE)


# Installed


def test_it_installs_asks_nothing_and_ends_with_the_doctor_and_the_log(told: Told) -> None:
    ran = told.ran["install"]
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "what the doctor finds" in ran.stdout
    assert "journalctl -u ratscrew -n 50" in ran.stdout.splitlines()[-2]
    assert told.link["install"].startswith("/opt/ratscrew/versions/0.1.0-")
    assert told.ran["doctor"].stdout.startswith("ok ")


def test_the_units_are_verified_in_silence(told: Told) -> None:
    ran = told.ran["verify"]
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_restart_is_no_failure_where_systemd_takes_it_for_one(told: Told) -> None:
    version = int(told.ran["systemd"].stdout.split()[1])
    assert ("RestartMode=direct" in told.ran["restart"].stdout) == (version >= 254)


@pytest.mark.parametrize("unit", UNITS)
def test_the_units_are_shut_in(told: Told, unit: str) -> None:
    last = told.ran[f"security {unit}"].stdout.strip().splitlines()[-1]
    assert float(last.split(":")[1].split()[0]) <= 2.5


def test_the_table_starts_with_the_machine_and_has_the_first_console(told: Told) -> None:
    assert told.ran["enabled"].stdout.split() == ["enabled", "disabled"]


def test_it_runs_as_a_user_of_its_own_with_the_groups_of_its_parts(told: Told) -> None:
    groups = told.ran["user"].stdout
    for group in ("video", "render", "input", "audio", "gpio", "i2c", "spi", "systemd-journal"):
        assert f"({group})" in groups


def test_a_debian_gets_the_rules_that_a_pi_has(told: Told) -> None:
    files = told.files["install"]
    assert "etc/udev/rules.d/60-ratscrew.rules" in files
    assert "etc/polkit-1/rules.d/50-ratscrew.rules" in files


def test_the_boot_is_quiet_and_the_parts_are_switched_on(told: Told) -> None:
    config, cmdline = told.boot["install"]
    assert config.startswith(CONFIG_BEFORE)
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in config
    assert "dtoverlay=gpio-shutdown,gpio_pin=11,active_low=1,gpio_pull=up,debounce=100\n" in config
    words = cmdline.split()
    assert cmdline.count("\n") == 1
    assert "console=tty3" in words
    assert "console=tty1" not in words
    assert {"quiet", "consoleblank=0", "root=PARTUUID=1-02"} < set(words)


# Run again


def test_run_again_it_changes_nothing(told: Told) -> None:
    assert told.ran["again"].returncode == 0
    assert "is there already" in told.ran["again"].stdout
    assert told.files["again"] == told.files["used"]


@pytest.mark.parametrize(
    ("chapter", "said"),
    [("spoilt", "fails its own check"), ("not to be had", "pip could not install the program")],
)
def test_a_version_that_cannot_be_used_changes_nothing(told: Told, chapter: str, said: str) -> None:
    ran = told.ran[chapter]
    assert ran.returncode == 1
    assert said in ran.stderr
    assert "the version that was there stays" in ran.stderr
    assert told.files[chapter] == told.files["used"]


def test_stopped_midway_it_leaves_nothing_behind(told: Told) -> None:
    assert "stopped; run it again to go on" in told.ran["stopped"].stdout
    assert told.files["stopped"] == told.files["used"]


def test_cut_off_midway_the_old_version_is_whole_and_the_next_run_goes_on(told: Told) -> None:
    old, after = told.files["used"], told.files["cut off"]
    assert {name: after[name] for name in old} == old
    assert len(told.versions["cut off"]) == 2
    assert len(told.versions["update"]) == 2


def test_an_update_switches_and_keeps_the_version_before(told: Told) -> None:
    assert told.ran["update"].returncode == 0, told.ran["update"].stderr
    before, now = told.link["again"], told.link["update"]
    assert now != before
    assert told.versions["update"] == {Path(before).name, Path(now).name}
    assert told.versions["third"] == {Path(now).name, Path(told.link["third"]).name}


def test_an_update_keeps_what_was_chosen_until_something_else_is(told: Told) -> None:
    assert told.boot["update"] == told.boot["install"]
    config = told.boot["third"][0]
    assert "i2c_arm" not in config
    assert "gpio-shutdown" not in config
    assert "disable_splash=1" in config


def test_an_update_keeps_games_and_settings(told: Told) -> None:
    for name in (SCORES, "/etc/ratscrew/ratscrew.toml"):
        assert told.files["third"][name[1:]] == told.files["used"][name[1:]]


# Running


def test_a_new_version_that_does_not_start_gives_way_to_the_one_before(told: Told) -> None:
    ran = told.ran["fourth"]
    assert ran.returncode == 1
    assert "the new version does not start; the one before is used again" in ran.stderr
    assert "see: journalctl -u ratscrew -n 50" in ran.stderr
    assert told.files["fourth"] == told.files["third"]
    asked = told.systemctl["fourth"]
    assert [words for words in asked if "restart" in words] == ["restart ratscrew.service"] * 2
    assert asked.index("daemon-reload") < asked.index("restart ratscrew.service")
    assert "daemon-reload" in asked[asked.index("restart ratscrew.service") :], "its units, too"


def test_a_version_with_none_before_it_stays_though_it_does_not_start(told: Told) -> None:
    ran = told.ran["none"]
    assert ran.returncode == 0
    assert "the table is installed, but does not start yet" in ran.stderr
    assert "what the doctor finds" in ran.stdout
    assert told.files["none"] == told.files["third"]


# Taken away


def test_taken_away_it_leaves_the_games_and_the_settings(told: Told) -> None:
    assert told.ran["uninstall"].returncode == 0
    left = set(told.files["uninstall"]) - set(told.files["before"])
    assert {SCORES[1:], "etc/ratscrew/ratscrew.toml"} <= left
    assert not [name for name in left if "opt/ratscrew" in name or "systemd" in name]
    assert told.boot["uninstall"] == (CONFIG_BEFORE, CMDLINE_BEFORE)


def test_purged_nothing_of_it_is_left(told: Told) -> None:
    assert told.ran["purge"].returncode == 0
    left = set(told.files["purge"]) - set(told.files["before"])
    assert not [name for name in left if "ratscrew" in name]


# The script itself


def test_the_scripts_pass_shellcheck() -> None:
    scripts = sorted((ROOT / "deploy").glob("*.sh"))
    scripts += [ROOT / "tests/boot/root"]
    checked = subprocess.run(
        ["shellcheck", *map(str, scripts)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, "")
