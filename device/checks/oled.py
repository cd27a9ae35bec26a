"""The small display on the I2C bus: a table can do without one."""

from device.checks.finding import Finding, joining, ok, warning
from device.language import Language
from device.machine import Machine

BUS = "/dev/i2c-1"


def oled(machine: Machine, language: Language) -> Finding:
    """Whether a small display can be reached."""
    _ = language.gettext
    bus = machine.at(BUS)
    if not bus.exists():
        if not machine.is_pi:
            return ok(_("no I2C bus here: no small display"))
        return ok(
            _("no {bus}: no small display; to use one: {command}").format(
                bus=BUS, command="sudo raspi-config nonint do_i2c 0"
            )
        )
    if not machine.may(bus):
        return warning(
            _("{user} may not use {bus}").format(user=machine.user, bus=BUS),
            joining("i2c", machine.user, language),
        )
    version = machine.version("luma.oled")
    if version is None:
        return warning(
            _("the library of the small display is missing"),
            "pip install 'luma.oled>=3.16' 'pillow<14'",
        )
    return ok(_("{bus}, luma.oled {version}").format(bus=BUS, version=version or _("there")))
