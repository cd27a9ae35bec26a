"""The clocks: the one that stamps presses, and the calendar of the daily game."""

from device.checks.finding import Finding, fault, ok, warning
from device.language import Language
from device.machine import Machine

LOOKS = 1000
EARLIEST_YEAR = 2026
"""A machine that says less has not asked for the time since it was switched on."""


def clock(machine: Machine, language: Language) -> Finding:
    """Whether time runs forward, and the date can be right."""
    _ = language.gettext
    times_ns = [machine.now_ns() for _look in range(LOOKS)]
    if times_ns != sorted(times_ns):
        return fault(
            _("the monotonic clock runs backwards"), _("another kernel: sudo apt full-upgrade")
        )
    today = machine.today()
    if today.year < EARLIEST_YEAR:
        return warning(
            _("the date is {date}: the daily game would be that of another day").format(
                date=today.isoformat()
            ),
            "sudo timedatectl set-ntp true",
        )
    return ok(_("runs forward; today is {date} (UTC)").format(date=today.isoformat()))
