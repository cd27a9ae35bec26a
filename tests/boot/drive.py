"""A disk that forgets when the power goes: QEMU's by way of its protocol for disks on a network.

The law: a sector is safe when the machine has waited for it (a flush). Until then it is in the
memory of this process alone, as in that of a real disk, and a cut keeps any part: some sectors of
512 bytes, in any order, or none. QEMU's own files would not do: what was written to them, but not
waited for, lies in the cache of the machine that runs QEMU, and outlives it. It is a disk that
keeps its word: a card that tells of a flush too early, or loses its own books, is not shown by it.
"""

import os
import socket
import struct
import threading
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from random import Random

SECTOR = 512
KEPT = (0.0, 0.0, 0.5, 0.9)
"""How likely a sector stays that was not waited for, in one cut and in another."""
# The protocol: https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
_HELLO = struct.pack(">8s8sH", b"NBDMAGIC", b"IHAVEOPT", 0b11)  # fixed newstyle, no zeroes
_OPTION, _ANSWER, _EXPORT = struct.Struct(">8sII"), struct.Struct(">QIII"), struct.Struct(">HQH")
_ANSWERS, _ACK, _INFO, _UNKNOWN = 0x3E889045565A9, 1, 3, (1 << 31) + 1
_GO = 7
_CAN = 0b101  # it has flags, and flushes
_REQUEST, _REPLY = struct.Struct(">IHHQQI"), struct.Struct(">IIQ")
_REPLIES = 0x67446698


class _Deed(IntEnum):
    READ, WRITE, LEAVE, FLUSH = range(4)


class Drive:
    """A disk with the content of `image`, which stays as it is; for one machine after the other.

    `address` is where QEMU finds it, `chance` draws what a cut keeps.
    """

    def __init__(self, image: Path, folder: Path, chance: Random) -> None:
        self._image = os.open(image, os.O_RDONLY)
        self._size = image.stat().st_size
        self._chance = chance
        self._safe: dict[int, bytes] = {}
        self._unsafe: dict[int, bytes] = {}
        self._idle = threading.Event()
        self._idle.set()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(folder / "drive"))
        self._server.listen()
        self.address = f"nbd+unix:///?socket={folder / 'drive'}"
        self._thread = threading.Thread(target=self._serve, name="drive", daemon=True)
        self._thread.start()

    def cut(self) -> tuple[int, int]:
        """The power has gone, and the machine with it: how many sectors were not waited for, and
        how many of them are there all the same."""
        assert self._idle.wait(20), "the machine is still there"
        likely, unsafe = self._chance.choice(KEPT), self._unsafe
        kept = {at: data for at, data in unsafe.items() if self._chance.random() < likely}
        self._safe.update(kept)
        self._unsafe = {}
        return len(unsafe), len(kept)

    def close(self) -> None:
        """Let the image go. The machine has gone before."""
        self._server.shutdown(socket.SHUT_RDWR)  # whoever waits for another machine hears of it
        self._thread.join(20)
        assert not self._thread.is_alive(), "the machine is still there"
        self._server.close()
        os.close(self._image)

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                wire = self._server.accept()[0]
                self._idle.clear()
                with wire, suppress(EOFError, ConnectionError):
                    self._greet(wire)
                    self._obey(wire)
                self._idle.set()

    def _greet(self, wire: socket.socket) -> None:
        """Agree on what there is: one disk, whatever name is asked for."""
        wire.sendall(_HELLO)
        _exactly(wire, 4)
        option = 0
        while option != _GO:
            _magic, option, size = _OPTION.unpack(_exactly(wire, _OPTION.size))
            _exactly(wire, size)
            if option == _GO:
                there = _EXPORT.pack(0, self._size, _CAN)
                wire.sendall(_ANSWER.pack(_ANSWERS, option, _INFO, len(there)) + there)
            answer = _ACK if option == _GO else _UNKNOWN
            wire.sendall(_ANSWER.pack(_ANSWERS, option, answer, 0))

    def _obey(self, wire: socket.socket) -> None:
        while True:
            _magic, _flags, deed, handle, at, size = _REQUEST.unpack(_exactly(wire, _REQUEST.size))
            answer = b""
            match _Deed(deed):
                case _Deed.READ:
                    answer = self._read(at, size)
                case _Deed.WRITE:
                    self._write(at, _exactly(wire, size))
                case _Deed.FLUSH:
                    self._flush()
                case _Deed.LEAVE:
                    return
            wire.sendall(_REPLY.pack(_REPLIES, 0, handle) + answer)

    def _read(self, at: int, size: int) -> bytes:
        there = bytearray(os.pread(self._image, size, at))
        for place in range(0, size, SECTOR):
            sector = (at + place) // SECTOR
            newer = self._unsafe.get(sector) or self._safe.get(sector)
            if newer is not None:
                there[place : place + SECTOR] = newer
        return bytes(there)

    def _write(self, at: int, data: bytes) -> None:
        for place in range(0, len(data), SECTOR):
            self._unsafe[(at + place) // SECTOR] = data[place : place + SECTOR]

    def _flush(self) -> None:
        self._safe.update(self._unsafe)
        self._unsafe.clear()


def _exactly(wire: socket.socket, size: int) -> bytes:
    """So many bytes. Raises EOFError where the machine ends before."""
    whole = bytearray()
    while len(whole) < size:
        more = wire.recv(size - len(whole))
        if not more:
            raise EOFError
        whole += more
    return bytes(whole)
