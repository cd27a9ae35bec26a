"""The overseer of a service hears that it is ready, lives and ends; on a real socket."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.clock import ManualClock
from hal.overseer import BEAT_NS, SOCKET, Overseer, overseer

if not hasattr(socket, "AF_UNIX"):
    pytest.skip("no overseer speaks through a socket here", allow_module_level=True)


@pytest.fixture
def ears(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(ears: socket.socket) -> list[str]:
    told = []
    while True:
        try:
            told.append(ears.recv(4096).decode())
        except BlockingIOError:
            return told


def test_the_first_round_of_the_loop_makes_the_service_ready(ears: socket.socket) -> None:
    clock = ManualClock()
    told = overseer({SOCKET: ears.getsockname()}, clock)
    assert heard(ears) == []
    told.beat("4 seats")
    assert heard(ears) == ["READY=1\nWATCHDOG=1\nSTATUS=4 seats"]
    told.end()


def test_a_loop_that_comes_round_is_alive_once_a_second(ears: socket.socket) -> None:
    clock = ManualClock()
    told = Overseer(ears.getsockname(), clock)
    for _round in range(2500):
        told.beat()
        clock.advance(2_000_000)
    assert heard(ears) == ["READY=1\nWATCHDOG=1", *["WATCHDOG=1"] * 4]
    clock.advance(20 * BEAT_NS)
    assert heard(ears) == [], "nobody but the loop says that it lives"
    told.end()


def test_a_status_is_told_when_it_is_another_and_in_one_line(ears: socket.socket) -> None:
    told = Overseer(ears.getsockname(), ManualClock())
    told.beat("looks for\na screen")
    told.beat("looks for\na screen")
    told.beat("plays")
    told.beat()
    ready = "READY=1\nWATCHDOG=1\nSTATUS=looks for a screen"
    assert heard(ears) == [ready, "STATUS=plays", "STATUS="]
    told.end()


def test_the_end_is_told_once(ears: socket.socket) -> None:
    told = Overseer(ears.getsockname(), ManualClock())
    told.end()
    told.end()
    told.beat()
    assert heard(ears) == ["STOPPING=1"]


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="only Linux has names in no folder")
def test_a_name_that_lies_in_no_folder_is_heard() -> None:
    name = f"ratscrew-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind(f"\0{name}")
        ears.setblocking(False)
        told = Overseer(f"@{name}", ManualClock())
        told.beat()
        told.end()
        assert heard(ears) == ["READY=1\nWATCHDOG=1", "STOPPING=1"]


@pytest.mark.parametrize("address", ["", "/nowhere/notify", "vsock:2:9999", "relative", "@", "/"])
def test_nobody_who_listens_is_no_trouble(address: str) -> None:
    told = Overseer(address, ManualClock())
    told.beat("still here")
    told.end()


def test_an_overseer_that_does_not_read_keeps_nobody_waiting(ears: socket.socket) -> None:
    clock = ManualClock()
    told = Overseer(ears.getsockname(), clock)
    for _round in range(10_000):
        told.beat()
        clock.advance(BEAT_NS)
    assert heard(ears)[0] == "READY=1\nWATCHDOG=1"
    told.end()


def test_what_did_not_arrive_is_said_again(tmp_path: Path) -> None:
    clock, path = ManualClock(), tmp_path / "late"
    told = Overseer(str(path), clock)
    told.beat("plays")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind(str(path))
        ears.setblocking(False)
        told.beat("plays")
        told.beat("plays")
        assert heard(ears) == ["READY=1\nWATCHDOG=1\nSTATUS=plays"]
        told.end()
