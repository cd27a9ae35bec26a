"""Who may switch the machine off, by which words, and what an errand brings back."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from device.errand import Answer, Program
from device.machine import Machine, this_machine
from device.network import addresses, host_name
from device.power import SystemPower, power_of, runs_as_service
from tests.waiting import until

PROCESS = 4711
ALLOWED = 's "yes"'
SERVICE = {"SYSTEMD_EXEC_PID": str(PROCESS), "INVOCATION_ID": "0123"}


def machine(
    folder: Path, model: str = "", environment: Mapping[str, str] | None = None, may: str = ""
) -> Machine:
    """A machine that is a folder; asked whether its user may switch off, it answers `may`."""

    def said(words: Sequence[str]) -> str:
        return may if words[0] == "busctl" and words[-1] == "CanPowerOff" else ""

    if model:
        (folder / "proc/device-tree").mkdir(parents=True)
        (folder / "proc/device-tree/model").write_text(model)
    return replace(this_machine({}), root=folder, environment=dict(environment or {}), said=said)


def brought(errand: Program) -> Answer:
    """What comes of an errand, in the end."""
    return until(errand.answer, "its end")


# Who may


@pytest.mark.parametrize(
    ("model", "environment", "may", "is_ours"),
    [
        ("", SERVICE, "", True),
        ("", SERVICE | {"SYSTEMD_EXEC_PID": "1"}, ALLOWED, False),
        ("", SERVICE | {"MANAGERPID": "900"}, ALLOWED, False),
        ("", {}, ALLOWED, False),
        ("Raspberry Pi 5 Model B", {}, ALLOWED, True),
        ("Raspberry Pi 5 Model B", {}, 's "challenge"', False),
        ("Raspberry Pi 5 Model B", {}, 's "no"', False),
        ("Raspberry Pi 5 Model B", {}, "", False),
        ("Raspberry Pi 5 Model B", SERVICE, "", True),
        ("Some Laptop", {}, ALLOWED, False),
    ],
)
def test_only_a_table_switches_its_machine_off(
    tmp_path: Path, model: str, environment: Mapping[str, str], may: str, is_ours: bool
) -> None:
    power = power_of(machine(tmp_path, model, environment, may), PROCESS)
    assert isinstance(power, SystemPower) is is_ours
    assert (power is None) is not is_ours


def test_what_a_service_has_started_is_no_service() -> None:
    code = (
        "import os; from device.power import runs_as_service;"
        "print(runs_as_service(os.environ, os.getpid()))"
    )
    environment = {**os.environ, "SYSTEMD_EXEC_PID": str(os.getpid())}
    child = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert child.stdout == b"False\n"
    assert runs_as_service({"SYSTEMD_EXEC_PID": str(os.getpid())}, os.getpid())


def test_the_power_is_asked_through_systemctl_and_no_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "systemctl"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/words\nexit 0\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert brought(SystemPower().off()) == Answer(True, "")  # type: ignore[arg-type]
    assert (tmp_path / "words").read_text().split() == ["--no-ask-password", "poweroff"]


def test_a_power_that_is_refused_says_why_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "systemctl"
    program.write_text(
        "#!/bin/sh\necho 'Failed to set wall message, ignoring: no' >&2\n"
        "echo 'Call to PowerOff failed: Access denied' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    refused = brought(SystemPower().off())  # type: ignore[arg-type]
    assert refused == Answer(False, "Call to PowerOff failed: Access denied")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    missing = brought(SystemPower().off())  # type: ignore[arg-type]
    assert (missing.well, str(missing.line)) == (False, "systemctl: No such file or directory")


# Errands


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("print('one'); print('two')", Answer(True, "two")),
        ("print('out.zip: written'); sys.stderr.write('ratscrew: no stick\\n')",
         Answer(True, "out.zip: written (no stick)")),
        ("sys.exit('ratscrew: no room')", Answer(False, "no room")),
        ("sys.exit(3)", Answer(False, "(3)")),
        ("sys.stdout.write('\\x1b[2J\\n')", Answer(True, "\\x1b[2J")),
        ("sys.stdout.buffer.write(b'\\xff\\n')", Answer(True, "�")),
        ("print(repr(sys.stdin.read()))", Answer(True, "''")),
        ("pass", Answer(True, "")),
    ],
)  # fmt: skip
def test_an_errand_brings_back_one_line(code: str, answer: Answer) -> None:
    assert brought(Program([sys.executable, "-c", f"import sys; {code}"])) == answer


def test_nobody_waits_for_an_errand(tmp_path: Path) -> None:
    """It is under way as long as it likes; what it brings back stays."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    errand = Program([sys.executable, "-c", f"print(open({str(pipe)!r}).read())"])
    assert [errand.answer() for _ in range(5)] == [None] * 5
    pipe.write_text("done")
    assert brought(errand) == Answer(True, "done")
    assert errand.answer() == Answer(True, "done")


def test_a_program_may_say_more_than_a_pipe_holds() -> None:
    code = "print('word ' * 100_000); print('done')"
    assert brought(Program([sys.executable, "-c", code])) == Answer(True, "done")


def test_nobody_waits_for_the_child_of_a_program_that_has_ended(tmp_path: Path) -> None:
    """It holds the streams of its parent open, and says nothing."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = [sys.executable, "-c", f"open({str(pipe)!r}).read()"]
    code = f"import subprocess; print('done', flush=True); subprocess.Popen({child!r})"
    assert brought(Program([sys.executable, "-c", code])) == Answer(True, "done")
    with pipe.open("w") as letting_go:
        letting_go.write("")


# The network


ROUTES = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 192.168.178.0/24 2 0 2
        |-- 192.168.178.0
           /24 link UNICAST
Local:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
        |-- 127.255.255.255
           /32 link BROADCAST
     |-- 169.254.7.9
        /32 host LOCAL
     +-- 192.168.178.0/24 2 0 2
        |-- 192.168.178.23
           /32 host LOCAL
        |-- 192.168.178.255
           /32 link BROADCAST
"""
SIX = """00000000000000000000000000000001 01 80 10 80       lo
fe80000000000000dea632fffe012345 02 40 20 80     eth0
fd000000000000000000000000000017 02 40 00 00     eth0
nonsense
"""


def test_the_addresses_are_those_at_which_others_find_the_machine(tmp_path: Path) -> None:
    here = machine(tmp_path)
    assert addresses(here) == []
    folder = tmp_path / "proc" / "self" / "net"
    folder.mkdir(parents=True)
    (folder / "if_inet6").write_text(SIX)
    assert addresses(here) == ["fd00::17"]
    (folder / "fib_trie").write_text(ROUTES)
    assert addresses(here) == ["192.168.178.23", "169.254.7.9", "fd00::17"]
    (folder / "fib_trie").write_text(f"{ROUTES}{ROUTES}")
    assert len(addresses(here)) == 3


def test_this_machine_has_a_name_and_its_addresses_can_be_read() -> None:
    assert host_name()
    assert all(address.count(".") == 3 or ":" in address for address in addresses(this_machine({})))
