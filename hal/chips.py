"""The GPIO chips of this machine: which is the table's, and who holds its lines.

The law: a chip is found by its label or by the names of its lines, never by its number, which
changes from kernel to kernel. Only the kernel is asked, so it is the same for every library.
What is wrong has a name, and the message says what to do.
"""

import errno
import os
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from hal.buttons import ButtonsError
from hal.words import Words, either

HEADER_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chip of the 40-pin header: Pi 5, Pi 4, and Pi 0 to 3."""
CONSUMER: Final = "ratscrew"
"""The name under which the table holds its lines."""


class ChipMissingError(ButtonsError):
    """There is no such chip, or no such line on it."""


class ChipDeniedError(ButtonsError):
    """The chip is there, but this user may not open it."""


class LineInUseError(ButtonsError):
    """Somebody else holds a line."""


class LibraryError(ButtonsError):
    """A library is missing, or too old."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip: its device file, its name (gpiochip0), what it is, and how many lines it has.

    `label` is None where the device file may not be opened.
    """

    path: str
    name: str
    label: str | None
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Holder:
    """A line as the kernel tells of it: its name, and who holds it; None if nobody does."""

    name: str
    consumer: str | None


class Chips(Protocol):
    """Whoever knows the chips. Used by one thread."""

    def found(self) -> Sequence[Chip]:
        """Every chip once, whatever its device files."""
        ...

    def holder(self, chip: Chip, line: int) -> Holder:
        """Who holds a line. Raises OSError."""
        ...

    def admission(self, chip: Chip) -> Words:
        """What lets this user open the chip, as one clause for people."""
        ...


class KernelChips:
    """The chips of the running kernel, by its character devices."""

    def __init__(self, folder: str = "/dev") -> None:
        self._folder = Path(folder)

    def found(self) -> Sequence[Chip]:
        """In the order of their names; links to a chip are left out."""
        chips = [self._chip(str(path)) for path in sorted(self._folder.glob("gpiochip*"))]
        return [chip for chip in chips if chip is not None]

    def holder(self, chip: Chip, line: int) -> Holder:
        """Who holds a line. Raises OSError."""
        answer = _asked(chip.path, _LINE_INFO, struct.pack("64xI188x", line))
        name, consumer, flags = struct.unpack_from("32s32s8xQ", answer)
        return Holder(_text(name), (_text(consumer) or "kernel") if flags & 1 else None)

    def admission(self, chip: Chip) -> Words:
        """The group of the device file, and how to get into it."""
        import grp
        import pwd

        try:
            group = grp.getgrgid(os.stat(chip.path).st_gid).gr_name
        except (OSError, KeyError):
            group = "root"
        if group == "root":
            return Words(
                "it belongs to root alone: run as root, or give it a group with a udev rule"
            )
        try:
            user = pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            user = str(os.geteuid())
        return Words(
            "join its group: sudo usermod -aG {group} {user}, then log in again",
            group=group,
            user=user,
        )

    def _chip(self, path: str) -> Chip | None:
        """None for a second name of a chip, and for what is none."""
        if os.path.islink(path):
            return None
        try:
            answer = _asked(path, _CHIP_INFO, bytes(68))
        except PermissionError:
            return Chip(path, os.path.basename(path), None)
        except OSError:
            return None
        name, label, lines = struct.unpack("32s32sI", answer)
        return Chip(path, _text(name), _text(label), lines)


def header_chip(chips: Chips, lines: Iterable[int], label: str | None = None) -> Chip:
    """The chip that the lines are on: that with the label.

    Without a label: that of the Pi's header, else one that calls the lines `GPIO` with their
    numbers. Raises ChipMissingError, which lists what there is, and ChipDeniedError.
    """
    wanted, found = tuple(lines), chips.found()
    chosen = None
    for known in HEADER_LABELS if label is None else (label,):
        chosen = chosen or next((chip for chip in found if chip.label == known), None)
    if chosen is None and label is None:
        chosen = next((chip for chip in found if _names_them(chips, chip, wanted)), None)
    if chosen is not None:
        beyond = [line for line in wanted if line >= chosen.lines]
        if beyond:
            raise ChipMissingError(
                Words(
                    "no line {line} on {chip} ({label}), which has {n}; wire the button to "
                    "another line",
                    line=beyond[0],
                    chip=chosen.path,
                    label=chosen.label,
                    n=chosen.lines,
                )
            )
        return chosen
    denied = next((chip for chip in found if chip.label is None), None)
    if denied is not None:
        raise _denied(chips, denied)
    sought = either(*HEADER_LABELS) if label is None else label
    there = ", ".join(f"{chip.label} ({chip.path})" for chip in found)
    if not there:
        raise ChipMissingError(
            Words(
                "{what}; play with keys",
                what=Words("no GPIO chip {sought}: this machine has none", sought=sought),
            )
        )
    raise ChipMissingError(
        Words(
            "no GPIO chip {sought}; there is: {there}; name one in wiring.toml",
            sought=sought,
            there=there,
        )
    )


def _denied(chips: Chips, chip: Chip) -> ChipDeniedError:
    how = chips.admission(chip)
    return ChipDeniedError(Words("may not open {chip}; {how}", chip=chip.path, how=how))


def refusal(chips: Chips, chip: Chip, lines: Iterable[int], error: Exception) -> ButtonsError:
    """What stands behind an error at taking the lines."""
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EACCES, errno.EPERM):
        return _denied(chips, chip)
    busy = in_use(chips, chip, lines)
    if busy is not None:
        return busy
    return ButtonsError(
        Words(
            "{chip} ({label}) refuses the lines: {why}", chip=chip.path, label=chip.label, why=error
        )
    )


def in_use(chips: Chips, chip: Chip, lines: Iterable[int]) -> LineInUseError | None:
    """Who holds the first of these lines that somebody holds; None where all are free."""
    for line in lines:
        consumer = _consumer(chips, chip, line)
        if consumer is None:
            continue
        if consumer.startswith(CONSUMER):
            return LineInUseError(
                Words(
                    "line {line} of {chip} is in use by {consumer}: another table is running; "
                    "stop it first (sudo systemctl stop ratscrew)",
                    line=line,
                    chip=chip.path,
                    consumer=consumer,
                )
            )
        return LineInUseError(
            Words(
                "line {line} of {chip} is in use by {consumer}; stop that, or take another line",
                line=line,
                chip=chip.path,
                consumer=consumer,
            )
        )
    return None


def _consumer(chips: Chips, chip: Chip, line: int) -> str | None:
    try:
        return chips.holder(chip, line).consumer
    except OSError:
        return None


def _names_them(chips: Chips, chip: Chip, lines: Sequence[int]) -> bool:
    if chip.label is None or not lines or max(lines) >= chip.lines:
        return False
    try:
        return all(chips.holder(chip, line).name == f"GPIO{line}" for line in lines)
    except OSError:
        return False


# linux/gpio.h: GPIO_GET_CHIPINFO_IOCTL and GPIO_V2_GET_LINEINFO_IOCTL, and their structures.
_CHIP_INFO: Final = 0x8044B401
_LINE_INFO: Final = 0xC100B405


def _asked(path: str, question: int, structure: bytes) -> bytes:
    from fcntl import ioctl

    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        return ioctl(file, question, structure)
    finally:
        os.close(file)


def _text(raw: bytes) -> str:
    return raw.partition(b"\0")[0].decode(errors="replace")
