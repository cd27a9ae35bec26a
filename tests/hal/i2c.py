"""An I2C bus with panels that decode what they are sent: what stands on the glass, what it cost.

luma's own serial interface talks to the bus, as it talks to that of the kernel: so the bytes are
those of a real wire.
"""

from __future__ import annotations

import errno
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from hal.clock import ManualClock

WIDTH, HEIGHT = 128, 64
_OPERANDS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1,
    0xDA: 1, 0xDB: 1,
}  # fmt: skip
BYTE_NS = 22_500
"""9 bits at 400 kHz."""


class GlassPanel:
    """A panel of 128 x 64 dots: `kind` is ssd1306 or sh1106. It keeps what it was last told.

    Its memory is noise when it gets its power, as a real one's is.
    """

    def __init__(self, kind: str = "ssd1306") -> None:
        self.kind = kind
        self.there = True
        self.bytes = 0
        """On the wire so far, addresses and all."""
        self.lose_power()

    def lose_power(self) -> None:
        """It goes off and forgets."""
        self.columns = 128 if self.kind == "ssd1306" else 132
        self.memory = [bytearray((7 * page + 5 * x) % 251 for x in range(self.columns))
                       for page in range(8)]  # fmt: skip
        self.on = self.pumped = self.mirrored = self.upside_down = False
        self.contrast = 0x7F
        self.mode = 2
        self.window = (0, self.columns - 1, 0, 7)
        self.page = self.column = 0
        self._pending: list[int] = []

    @property
    def rows(self) -> list[str]:
        """What a person in front of it sees, "#" for light, row by row; dark while it is off."""
        if not self.on:
            return ["." * WIDTH] * HEIGHT
        left = (self.columns - WIDTH) // 2
        seen = []
        for y in range(HEIGHT):
            row = y if self.upside_down else HEIGHT - 1 - y
            line = "".join(
                "#" if self.memory[row // 8][left + x] >> row % 8 & 1 else "." for x in range(WIDTH)
            )
            seen.append(line if self.mirrored else line[::-1])
        return seen

    @property
    def status(self) -> int:
        """What it answers when it is read."""
        return (0 if self.on else 0x40) | (0x06 if self.kind == "ssd1306" else 0x08)

    def receive(self, control: int, sent: list[int]) -> None:
        """One transfer to its address."""
        self.bytes += 2 + len(sent)
        if control == 0x40:
            for byte in sent:
                self._store(byte)
        else:
            assert control == 0x00, f"control byte {control:#04x}"
            for byte in sent:
                self._pending.append(byte)
                if len(self._pending) > self._operands(self._pending[0]):
                    self._obey(*self._pending)
                    self._pending = []

    def _operands(self, command: int) -> int:
        if self.kind == "sh1106" and command in (0x20, 0x21, 0x22, 0x8D):
            return 0  # these it does not know
        return _OPERANDS.get(command, 0)

    def _obey(self, command: int, *operands: int) -> None:
        of_pages = self.kind == "sh1106" or self.mode == 2
        match command:
            case 0x81:
                self.contrast = operands[0]
            case 0xA0 | 0xA1:
                self.mirrored = command == 0xA1
            case 0xC0 | 0xC8:
                self.upside_down = command == 0xC8
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case 0x20 if operands:
                self.mode = operands[0]
            case 0x21 if operands:
                self.window = (*operands, *self.window[2:])
                self.column = operands[0]
            case 0x22 if operands:
                self.window = (*self.window[:2], *operands)
                self.page = operands[0]
            case _ if of_pages and command & 0xF8 == 0xB0:
                self.page = command & 7
            case _ if of_pages and command & 0xF0 == 0x00:
                self.column = self.column & 0xF0 | command
            case _ if of_pages and command & 0xF0 == 0x10:
                self.column = self.column & 0x0F | (command & 0x0F) << 4

    def _store(self, byte: int) -> None:
        if self.kind == "sh1106" or self.mode == 2:
            if self.column < self.columns:
                self.memory[self.page][self.column] = byte
                self.column += 1
            return
        assert self.mode == 0, "horizontal addressing"
        self.memory[self.page][self.column] = byte
        left, right, top, bottom = self.window
        self.column += 1
        if self.column > right:
            self.column, self.page = left, self.page + 1
            if self.page > bottom:
                self.page = top


class Bus:
    """What smbus2 is for luma. A byte takes `BYTE_NS` of the clock.

    `open` None: the bus can be opened; else the errno that the kernel gives. Panels are named
    after their address, `at_3c`; `readable`: whether they let themselves be read.
    """

    def __init__(self, clock: ManualClock | None = None, **panels: GlassPanel) -> None:
        self.clock = clock
        self.panels = {int(name.removeprefix("at_"), 16): panel for name, panel in panels.items()}
        self.open: int | None = None
        self.readable = True
        self.opened = 0
        self.breaks_after: int | None = None
        """Transfers until the wire breaks in the middle of what is being sent."""

    def load(self, name: str) -> Any:
        """What is imported by this name: luma, but on this bus."""
        module = import_module(name)
        if name != "luma.core.interface.serial":
            return module
        return SimpleNamespace(i2c=self._i2c)

    def _i2c(self, port: int, address: int) -> Any:
        from luma.core import error
        from luma.core.interface.serial import i2c
        from smbus2 import i2c_msg

        if self.open == errno.ENOENT:
            raise error.DeviceNotFoundError(f"I2C device not found: /dev/i2c-{port}")
        if self.open == errno.EACCES:
            raise error.DevicePermissionError(f"I2C device permission denied: /dev/i2c-{port}")
        serial = i2c(bus=self, address=address)
        # As where luma has opened the bus of the kernel itself: all dots in one transfer.
        serial._managed, serial._i2c_msg_write = True, i2c_msg.write
        self.opened += 1
        return serial

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        """smbus2's way for commands."""
        self._transfer(address, control, list(data))

    def i2c_rdwr(self, message: Any) -> None:
        """smbus2's way for dots."""
        control, *sent = list(message)
        self._transfer(message.addr, control, sent)

    def read_byte(self, address: int) -> int:
        """smbus2's way to read a status."""
        if not self.readable:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self._panel(address).status

    def close(self) -> None:
        """Let go by luma."""
        self.opened -= 1

    def _transfer(self, address: int, control: int, sent: list[int]) -> None:
        if self.breaks_after is not None:
            self.breaks_after -= 1
            if self.breaks_after < 0:
                self.breaks_after = None
                for panel in self.panels.values():
                    panel.there = False
        panel = self._panel(address)
        if self.clock is not None:
            self.clock.advance((2 + len(sent)) * BYTE_NS)
        panel.receive(control, sent)

    def _panel(self, address: int) -> GlassPanel:
        panel = self.panels.get(address)
        if panel is None or not panel.there:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return panel
