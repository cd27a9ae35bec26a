"""The disk that forgets: what was waited for stays, of the rest any part, and before that all is
there. Asked as QEMU asks, over its socket."""

import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.boot.drive import SECTOR, Drive

SECTORS = 64
OLD, NEW = b"o" * SECTOR, b"n" * SECTOR
READ, WRITE, _, FLUSH = range(4)


class Machine:
    """Has a drive as its disk."""

    def __init__(self, drive: Drive) -> None:
        self._wire = socket.socket(socket.AF_UNIX)
        self._wire.connect(drive.address.partition("=")[2])
        self._hear(18)
        self._wire.sendall(struct.pack(">I8sII", 3, b"IHAVEOPT", 7, 6) + bytes(6))
        told = self._hear(20 + 12 + 20)
        assert struct.unpack(">Q", told[22:30]) == (SECTORS * SECTOR,)

    def ask(self, deed: int, sector: int = 0, sectors: int = 0, data: bytes = b"") -> bytes:
        size = sectors * SECTOR
        head = struct.pack(">IHHQQI", 0x25609513, 0, deed, 7, sector * SECTOR, size)
        self._wire.sendall(head + data)
        assert struct.unpack(">IIQ", self._hear(16)) == (0x67446698, 0, 7)
        return self._hear(size if deed == READ else 0)

    def write(self, sector: int, sectors: int) -> None:
        self.ask(WRITE, sector, sectors, NEW * sectors)

    def read(self) -> list[bytes]:
        whole = self.ask(READ, 0, SECTORS)
        return [whole[at : at + SECTOR] for at in range(0, len(whole), SECTOR)]

    def end(self) -> None:
        self._wire.close()

    def _hear(self, size: int) -> bytes:
        heard = self._wire.recv(size, socket.MSG_WAITALL) if size else b""
        assert len(heard) == size
        return heard


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "image"
    path.write_bytes(OLD * SECTORS)
    return path


@pytest.fixture
def drive(image: Path, tmp_path: Path) -> Iterator[Drive]:
    drive = Drive(image, tmp_path, Random(0))
    yield drive
    drive.close()


def after(drive: Drive) -> list[bytes]:
    machine = Machine(drive)
    there = machine.read()
    machine.end()
    return there


def test_a_machine_reads_what_it_has_written(drive: Drive, image: Path) -> None:
    machine = Machine(drive)
    machine.write(3, 2)
    assert machine.read() == [OLD] * 3 + [NEW] * 2 + [OLD] * (SECTORS - 5)
    machine.ask(FLUSH)
    assert machine.read()[3:5] == [NEW] * 2
    machine.end()
    assert image.read_bytes() == OLD * SECTORS


def test_what_was_waited_for_outlives_every_cut(drive: Drive) -> None:
    machine = Machine(drive)
    machine.write(0, SECTORS)
    machine.ask(FLUSH)
    machine.end()
    for _ in range(20):
        assert drive.cut() == (0, 0)
        assert after(drive) == [NEW] * SECTORS


def test_of_what_was_not_waited_for_a_cut_keeps_any_part(drive: Drive) -> None:
    kept = set()
    for _ in range(20):
        before = after(drive).count(NEW)
        machine = Machine(drive)
        machine.write(0, SECTORS)
        machine.end()
        unsafe, stay = drive.cut()
        assert unsafe == SECTORS
        assert before <= after(drive).count(NEW) <= before + stay
        kept.add(stay)
    assert min(kept) == 0
    assert len(kept) > 3
