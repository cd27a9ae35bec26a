"""The virtual table: the buttons on a real Linux kernel, whose lines are simulated (gpio-sim).

One machine is booted for all of it. What was tried in there (`guest.py`) came out as a line of JSON
for each trial; here it is judged. `make test-kernel` runs it, `make test` does not.
"""

import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from device.unfinished import read_back
from game.engine import step
from game.events import Flip, Pause, Slap
from game.record import Record
from hal.buttons import ButtonEvent, Kind
from hal.edgelog import EdgeLog, judge
from hal.wirelist import read_wiring
from tests.kernel import hands
from tests.kernel.place import folder

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = {
    "qemu-system-x86": lambda: shutil.which("qemu-system-x86_64"),
    "linux-headers-amd64": lambda: any(Path("/usr/src").glob("linux-headers-*-amd64")),
    "linux-source-6.1": lambda: any(Path("/usr/src").glob("linux-source-*.tar.xz")),
    "kmod": lambda: shutil.which("depmod"),
    "busybox-static": lambda: Path("/bin/busybox").exists(),
    "cpio": lambda: shutil.which("cpio"),
    "make": lambda: shutil.which("make"),
    "gcc": lambda: shutil.which("gcc"),
    "xz-utils": lambda: shutil.which("xz"),
}
CONTACT_NS = 60_000_000
"""How long a press is held: a guest that is held up amid a bounce finds its first edge later."""
AFTER_A_RACE_US = 1_600_000
"""From a slap until its lamp says nothing of it any more, with some room."""


def lacking() -> str:
    """What this machine lacks, in one line; empty if nothing."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "the virtual table needs Linux on a 64-bit PC"
    missing = [name for name, there in PACKAGES.items() if not there()]
    return f"the virtual table needs: sudo apt install {' '.join(missing)}" if missing else ""


if LACKING := lacking():
    pytest.skip(LACKING, allow_module_level=True)


def with_lgpio(machine: Path) -> Path:
    """A folder with lgpio for this Python, which the project itself does not need."""
    place = machine / f"lgpio-{sys.version_info.major}.{sys.version_info.minor}"
    if not (place / "lgpio.py").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        wanted = ["--no-deps", "--only-binary", ":all:", "--target", str(place), "lgpio>=0.2.2"]
        subprocess.run([*pip, *wanted], check=False, timeout=120)  # the trial of it will tell
    return place


@pytest.fixture(scope="session")
def told() -> Mapping[str, Any]:
    """What each trial told, by its name."""
    machine = folder()
    built = subprocess.run(
        [HERE / "build", machine], capture_output=True, text=True, check=False, timeout=300
    )
    assert built.returncode == 0, built.stdout + built.stderr
    script = machine / "guest.sh"
    script.write_text(
        f"mkdir -p /dev/shm && cd {ROOT} && stty -F /dev/ttyS1 raw -echo && "
        f"PYTHONPATH={with_lgpio(machine)} {sys.executable} -m tests.kernel.guest /dev/ttyS1\n"
    )
    ran = subprocess.run(
        [HERE / "run", machine, script], capture_output=True, text=True, check=False
    )
    console = (machine / "console.log").read_text(errors="replace")
    print(console)
    assert ran.returncode == 0, f"{ran.stderr}\n{console}"
    trials = map(json.loads, (machine / "told.jsonl").read_text().splitlines())
    return {trial["trial"]: trial for trial in trials}


def told_of(told: Mapping[str, Any], trial: str) -> Any:
    assert "told" in told[trial], told[trial].get("failed")
    return told[trial]["told"]


# Edges


def test_every_edge_arrives_stamped_between_the_clock_before_and_after_it(
    told: Mapping[str, Any],
) -> None:
    trial = told_of(told, "edges_one_by_one")
    written, came = trial["written"], sorted(trial["came"], key=lambda edge: edge[3])
    assert len(written) == 60
    assert [edge[:2] for edge in came] == [write[:2] for write in written]
    for (_, _, before_ns, after_ns), (_, _, ts_ns, _, _) in zip(written, came, strict=True):
        assert before_ns <= ts_ns <= after_ns
    assert [edge[3] for edge in came] == list(range(1, 61))


def test_edges_without_a_pause_coalesce_and_are_told_to_have(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "bursts")
    counts = trial["counts"]
    assert trial["written"] == 800
    assert counts["coalesced"] > 0
    assert counts["lost"] == 0
    # A kernel may tell an edge twice; on a Pi 1 to 2 of a hundred were seen to be.
    assert trial["edges"] < trial["newest"] <= trial["written"] * 1.02
    assert counts["coalesced"] >= trial["newest"] - trial["edges"]
    coalesced = [event for event in trial["events"] if "coalesced" in event[4]]
    assert coalesced
    for kind, line, ts_ns, uncertainty_us, flags in coalesced:
        since_ns = ts_ns - (uncertainty_us + 1) * 1000
        assert uncertainty_us > 0 or "late" in flags or kind == "release"  # not a hand's coming
        assert (
            kind != "press"
            or "late" in flags
            or any(
                before_ns <= ts_ns and since_ns <= after_ns
                for down, before_ns, after_ns in trial["downs"]
                if down == line
            )
        )


def test_B13_a_process_that_stood_still_is_told_how_many_edges_were_lost(
    told: Mapping[str, Any],
) -> None:
    trial = told_of(told, "stalled_reader")
    counts = trial["counts"]
    assert trial["written"] == 6_000
    assert counts["lost"] > 3_000
    assert any("overflow" in event[4] for event in trial["events"])


def test_both_readers_tell_the_same_presses_at_the_same_edges(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "two_readers")
    for reader in ("gpiod", "lgpio"):
        around = trial[reader]["around"]
        presses = [event for event in trial[reader]["events"] if event[0] == "press"]
        assert [line for line, _, _ in around] == [event[1] for event in presses], reader
    for (_, before_ns, _), press in zip(
        trial["gpiod"]["around"],
        (event for event in trial["gpiod"]["events"] if event[0] == "press"),
        strict=True,
    ):
        assert before_ns <= press[2] <= before_ns + CONTACT_NS


def test_B09_lgpio_leaves_the_process_where_it_was(told: Mapping[str, Any]) -> None:
    assert told_of(told, "two_readers")["folder kept"]


def test_B10_the_readers_name_each_other_when_one_has_the_lines(told: Mapping[str, Any]) -> None:
    by_lgpio, by_gpiod, after = told_of(told, "two_readers")["busy"]
    assert by_lgpio.startswith("LineInUseError: line 5")
    assert "in use by lg;" in by_lgpio
    assert by_gpiod.startswith("LineInUseError: LGPIOFactory")
    assert "in use by ratscrew" in by_gpiod
    assert after == "opened"


# What is said


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("wrong label", "ChipMissingError: no GPIO chip pinctrl-none; there is: sim-refusals"),
        ("no label", "ChipMissingError: no GPIO chip pinctrl-rp1 or pinctrl-bcm2711 or"),
        ("line beyond", "ChipMissingError: no line 25 on /dev/gpiochip0 (sim-refusals)"),
        ("line in use", "LineInUseError: line 13 of /dev/gpiochip0 is in use by a thermometer"),
        ("opened twice", "ButtonsError: the buttons are in use already"),
        ("two sources", "LineInUseError: line 5 of /dev/gpiochip0 is in use by ratscrew"),
        ("let go", "opened"),
        ("unreadable", "ChipDeniedError: may not open /dev/gpiochip0; it belongs to root alone"),
        ("of a group", "ChipDeniedError: may not open /dev/gpiochip0; join its group: sudo user"),
    ],
)
def test_what_goes_wrong_at_the_start_has_a_name(
    told: Mapping[str, Any], trouble: str, said: str
) -> None:
    assert told_of(told, "refusals")[trouble].startswith(said)


def test_a_machine_without_a_chip_says_so(told: Mapping[str, Any]) -> None:
    assert "this machine has none" in told_of(told, "refusals")["no chip"]


def test_a_chip_that_goes_is_told_as_lost_buttons(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "unplugged")
    assert [event[:2] for event in trial["events"]] == [["press", 5]]
    assert trial["lost"].startswith("the lines of the buttons are gone")
    assert (trial["before"], trial["after"]) == (True, False)


# The commands


def test_doctor_reads_the_buttons_and_names_who_holds_a_lamp(told: Mapping[str, Any]) -> None:
    said = [" ".join(line.split()) for line in told_of(told, "commands")["doctor"]]
    assert "ok buttons all 8 lines can be read" in said
    lamps = next(line for line in said if " lamps " in line)
    assert lamps.startswith("warning lamps line 4 of /dev/gpiochip")
    assert lamps.endswith("is in use by a thermometer → stop that, or take another line")


def test_buttons_are_learned_by_pressing_them(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "commands")
    assert trial["status"] == 0
    assert "gpiozero, which does not tell when edges were lost" in trial["learn"][0]
    assert "  GPIO6 (pin 31): good" in trial["learn"]
    learned = read_wiring(trial["learned"])
    assert (learned.slap, learned.flip) == ((6, 13), (5, 12))


def test_auto_takes_the_wired_chip_and_says_so(told: Mapping[str, Any]) -> None:
    first = told_of(told, "a_game")["said"].splitlines()[0]
    assert first.startswith("ratscrew: buttons: those on /dev/gpiochip")
    assert first.endswith("(pinctrl-rp1); --buttons keys plays with keys")


# The game


def record(trial: Mapping[str, Any], number: int) -> Record:
    return Record(line.encode() for line in trial["records"][number].splitlines(keepends=True))


def test_the_real_program_plays_the_game_that_the_hands_play(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "a_game")
    over, inputs = hands.expected()
    played = record(trial, 1)
    state, happened = played.header.deal(), list(played)
    assert hands.in_words(happened) == hands.in_words(inputs)
    for one in happened:
        state, _ = step(state, one)
    assert state.over is not None
    assert over.over is not None
    assert (state.over.winner, state.over.ending) == (over.over.winner, over.over.ending)
    assert state.hands == over.hands
    assert (trial["status"], trial["said"].count("Traceback")) == (0, 0)


def test_killed_in_the_middle_it_goes_on_from_what_was_written(
    told: Mapping[str, Any], tmp_path: Path
) -> None:
    trial = told_of(told, "a_game")
    first, second = list(record(trial, 0)), list(record(trial, 1))
    assert 15 <= len(first) < len(second)
    assert second[: len(first)] == first
    unfinished = tmp_path / "first.jsonl"
    unfinished.write_text(trial["records"][0])
    assert read_back(unfinished) is not None


def test_its_edge_log_gives_the_presses_of_its_record(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "a_game")
    log = EdgeLog(trial["edge log"].encode().splitlines(keepends=True))
    events = [event for event in judge(log) if isinstance(event, ButtonEvent)]
    presses = [event for event in events if event.kind is Kind.PRESS]
    after = list(record(trial, 1))[len(list(record(trial, 0))) :]
    inputs_us = [happened.t_us for happened in after if isinstance(happened, Flip | Slap)]
    deal_us = presses[0].ts_us - inputs_us[0]
    assert [event.ts_us - deal_us for event in presses] == pytest.approx(inputs_us, abs=1)


def lamp_lines(trial: Mapping[str, Any]) -> list[tuple[list[Any], bool, list[int]]]:
    """What the lines of the lamps were seen to be: after which inputs, before a press, levels."""
    records = [list(record(trial, number)) for number in (0, 1)]
    return [
        (inputs[:count], pressed, levels)
        for inputs, seen in zip(records, trial["lamps"], strict=True)
        for count, pressed, levels in seen
    ]


def test_the_line_of_a_lamp_is_driven_while_it_is_its_seats_turn(told: Mapping[str, Any]) -> None:
    trial = told_of(told, "a_game")
    inputs, turns = list(record(trial, 1)), list[int]()
    for before, pressed, levels in lamp_lines(trial):
        if len(before) == len(inputs):  # a lamp was seen to change after the end
            continue
        coming = inputs[len(before)]
        slaps_us = [slap.t_us for slap in before if isinstance(slap, Slap)]
        calm = not slaps_us or coming.t_us - slaps_us[-1] > AFTER_A_RACE_US
        if pressed and calm and isinstance(coming, Flip):
            assert levels == [int(seat == coming.seat) for seat in (0, 1)]
            turns.append(coming.seat)
    assert turns.count(0) >= 3
    assert turns.count(1) >= 3


def test_the_line_of_a_lamp_goes_on_and_off_when_its_seat_has_won_a_race(
    told: Mapping[str, Any],
) -> None:
    trial = told_of(told, "a_game")
    first = next(slap for slap in record(trial, 0) if isinstance(slap, Slap))
    own = [
        levels[first.seat]
        for before, _, levels in lamp_lines(trial)
        if first in before and before[-1].t_us - first.t_us < AFTER_A_RACE_US
    ]
    assert sum(one != other for one, other in pairwise(own)) >= 3


def test_in_a_pause_the_lines_of_all_lamps_are_pulsed(told: Mapping[str, Any]) -> None:
    seen = lamp_lines(told_of(told, "a_game"))
    for seat in (0, 1):
        levels = [lit[seat] for before, _, lit in seen if before and isinstance(before[-1], Pause)]
        assert sum(one != other for one, other in pairwise(levels)) >= 4


def test_a_second_program_is_told_of_the_first(told: Mapping[str, Any]) -> None:
    second = told_of(told, "a_game")["second program"]
    assert second.startswith("LineInUseError")
    assert "another table is running" in second


def test_without_a_chip_the_program_says_so_in_one_line_and_ends_with_4(
    told: Mapping[str, Any],
) -> None:
    status, said = told_of(told, "a_game")["without a chip"]
    assert status == 4
    assert said.count("\n") == 1
    assert "no GPIO chip" in said
