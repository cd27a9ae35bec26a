"""Switching the machine off, where a table may do that.

The law: the machine is switched off only where it is a table: where the system's service runs it,
or on a Pi whose user may. Elsewhere the program ends, and the machine stays.
"""

from collections.abc import Mapping
from typing import Protocol

from device.errand import Errand, Program
from device.machine import Machine

_OFF = ("systemctl", "--no-ask-password", "poweroff")
_MAY = (
    *("busctl", "--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "CanPowerOff"),
)


class Power(Protocol):
    """What switches the machine off."""

    def off(self) -> Errand:
        """Ask the system; the table itself is ended by it when its turn has come."""
        ...


class SystemPower:
    """The power of the system, through systemd."""

    def off(self) -> Errand:
        """Ask the system."""
        return Program(_OFF)


def power_of(machine: Machine, process: int) -> Power | None:
    """The power of a machine for the process with this number, None where only that may end."""
    if runs_as_service(machine.environment, process):
        return SystemPower()
    return SystemPower() if machine.is_pi and _allowed(machine) else None


def runs_as_service(environment: Mapping[str, str], process: int) -> bool:
    """Whether the system itself has started this process, and not somebody's session.

    What a service starts inherits the word, but not the number.

    >>> runs_as_service({"SYSTEMD_EXEC_PID": "7"}, 7), runs_as_service({"SYSTEMD_EXEC_PID": "7"}, 8)
    (True, False)
    """
    started = environment.get("SYSTEMD_EXEC_PID") == str(process)
    return started and "MANAGERPID" not in environment


def _allowed(machine: Machine) -> bool:
    return machine.said(_MAY) == 's "yes"'
