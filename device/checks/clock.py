"""The clocks: the one that stamps presses, and the calendar of the daily game."""

from device.checks.finding import Finding, fault, ok, warning
from device.language import Language
from device.machine import Machine
from hal.clock import FIRST_DAY

LOOKS = 1000


def clock(machine: Machine, language: Language) -> Finding:
    """Whether time runs forward, and the date can be right."""
    _ = language.gettext
    times_ns = [machine.now_ns() for _look in range(LOOKS)]
    if times_ns != sorted(times_ns):
        return fault(
            _("the monotonic clock runs backwards"), _("another kernel: sudo apt full-upgrade")
        )
    today = machine.today()
    if today < FIRST_DAY:
        return warning(
            _("the date is {date}: the daily game would be that of another day").format(
                date=today.isoformat()
            ),
            "sudo timedatectl set-ntp true",
        )
    return ok(_("runs forward; today is {date} (UTC)").format(date=today.isoformat()))
