"""The small display on the I2C bus: a table can do without one."""

from device.checks.finding import Finding, joining, ok, warning
from device.complaint import oled_trouble
from device.language import Language
from device.machine import Machine
from device.wording import said
from hal.oled import ADDRESSES
from hal.panel import OledError, Trouble

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
    found = machine.answering()
    if isinstance(found, OledError):
        if found.trouble is Trouble.LOST:
            return warning(
                _("no small display answers at {addresses} on {bus}").format(
                    addresses=" / ".join(f"{address:#04x}" for address in ADDRESSES), bus=BUS
                ),
                _("check its four wires; a table without one is well as it is"),
            )
        return warning(oled_trouble(found, language), said(found, language).rpartition("; ")[2])
    address, kind = found
    return ok(
        _("{kind} answers at {address} on {bus}, luma.oled {version}").format(
            kind=kind.upper(), address=f"{address:#04x}", bus=BUS, version=version or _("there")
        )
    )
