"""The machine as `ratscrew doctor` sees it: its files, its libraries, its user, and nothing else.

The law: a check asks this value alone, so that a folder with planted faults is a machine too.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeAlias

from hal.panel import OledError
from hal.wiring import Wiring

Why: TypeAlias = str | Exception | None
"""Why something cannot be; None where it can."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What there is to ask. Made for the running machine by `this_machine`.

    `root`: the folder that "/" is. `version` of a Python package: "" where it is there but does not
    tell, None where it is missing. `loads`: whether a shared library can be loaded. `may`: whether
    this user may read and write a file. `opens`: why the lines of a wiring cannot be taken, None
    where they could be. `pressed`: its buttons that are down just now. `dark`: why its lamps cannot
    be lit, None where they could be. `silent`: why nothing can be heard of a sound device, None
    where it can. `answering`: the address at which a small display answers and its kind, or what is
    wrong. `said`: what a program answered, "" where there is none.
    """

    root: Path
    environment: Mapping[str, str]
    platform: str
    user: str
    version: Callable[[str], str | None]
    loads: Callable[[str], bool]
    may: Callable[[Path], bool]
    opens: Callable[[Wiring], Why]
    pressed: Callable[[Wiring], Sequence[int]]
    dark: Callable[[Wiring], Why]
    silent: Callable[[str], Why]
    answering: Callable[[], tuple[int, str] | OledError]
    said: Callable[[Sequence[str]], str]
    free_bytes: Callable[[Path], int]
    now_ns: Callable[[], int]
    today: Callable[[], date]

    def at(self, path: str) -> Path:
        """A file of this machine by its name on the running one, as "/dev/i2c-1"."""
        return self.root / path.lstrip("/")

    def found(self, folder: str, pattern: str) -> list[Path]:
        """Files of a folder, in order; empty where it is missing."""
        try:
            return sorted(self.at(folder).glob(pattern))
        except OSError:
            return []

    def text(self, path: str) -> str:
        """What a file says, without line ends and zeros around it; "" where it cannot be read."""
        try:
            return self.at(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """What the board calls itself, "" where it does not."""
        return self.text("/proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def has_desktop(self) -> bool:
        """Whether windows can be opened."""
        words = ("DISPLAY", "WAYLAND_DISPLAY")
        return self.platform in ("win32", "darwin") or any(map(self.environment.get, words))


def this_machine(environment: Mapping[str, str]) -> Machine:
    """The running machine."""
    from hal.clock import MonotonicClock, utc_date

    return Machine(
        root=Path("/"),
        environment=environment,
        platform=sys.platform,
        user=_user(environment),
        version=_version,
        loads=_loads,
        may=lambda path: os.access(path, os.R_OK | os.W_OK),
        opens=_opens,
        pressed=_pressed,
        dark=_dark,
        silent=_silent,
        answering=_answering,
        said=_said,
        free_bytes=_free_bytes,
        now_ns=MonotonicClock().now_ns,
        today=utc_date,
    )


def _user(environment: Mapping[str, str]) -> str:
    from getpass import getuser

    try:
        return getuser()
    except (OSError, KeyError):
        return environment.get("USER", "USER")


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    try:
        return version(name)
    except PackageNotFoundError:
        module = name.partition("-")[0].partition(".")[0]
        return "" if module != "pygame" and find_spec(module) is not None else None


def _loads(name: str) -> bool:
    from ctypes import CDLL

    try:
        CDLL(name)
    except OSError:
        return False
    return True


def _opens(wiring: Wiring) -> Why:
    """Take all lines for a moment."""
    from hal.buttons import ButtonsError
    from hal.clock import MonotonicClock
    from hal.gpio import GpioSource

    source = GpioSource(wiring.lines, MonotonicClock(), wiring.chip)
    try:
        source.open()
    except ButtonsError as error:
        return error
    finally:
        source.close()
    return None


def _pressed(wiring: Wiring) -> Sequence[int]:
    """Take all lines for a moment, and look."""
    from hal.buttons import ButtonsError
    from hal.clock import MonotonicClock
    from hal.gpio import GpioSource

    source = GpioSource(wiring.lines, MonotonicClock(), wiring.chip)
    with suppress(ButtonsError):
        source.open()
    source.close()
    return source.held


def _dark(wiring: Wiring) -> Why:
    """Ask the kernel, without taking the lines of the lamps."""
    from hal.buttons import ButtonsError
    from hal.chips import KernelChips, header_chip, in_use

    chips, lines = KernelChips(), wiring.lamps().values()
    try:
        busy = in_use(chips, header_chip(chips, lines, wiring.chip), lines)
    except ButtonsError as error:
        return error
    return busy


def _silent(device: str) -> Why:
    from hal.sound import missing

    return missing(device)


def _answering() -> tuple[int, str] | OledError:
    """Ask both addresses, without showing anything."""
    from hal.oled import answering

    try:
        address, kind = answering()
    except OledError as error:
        return error
    return address, kind.value


def _said(words: Sequence[str]) -> str:
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    try:
        done = run(words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, timeout=5, check=False)
    except (OSError, SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip()


def _free_bytes(folder: Path) -> int:
    from shutil import disk_usage

    return disk_usage(folder).free
