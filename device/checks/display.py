"""The display: a desktop, or a monitor without one; and the library that draws.

SDL has one word, "kmsdrm not available", for a wrong group, no monitor, another program that has
the screen, and a missing library. So each is asked for by itself.
"""

from collections.abc import Iterator

from device.checks.finding import Finding, fault, joining, ok, warning
from device.language import Language
from device.machine import Machine

LIBRARIES = {
    "libdrm.so.2": "libdrm2",
    "libgbm.so.1": "libgbm1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libudev.so.1": "libudev1",
}
"""What a screen without a desktop needs, and the package that has it."""


def drawing(machine: Machine, language: Language) -> Finding:
    """Whether pygame is there, and is pygame-ce."""
    _ = language.gettext
    edition, other = machine.version("pygame-ce"), machine.version("pygame")
    if other is not None:
        return fault(
            _("pygame {version} lies over pygame-ce; the table needs the latter").format(
                version=other
            ),
            "pip uninstall -y pygame pygame-ce; pip install pygame-ce",
        )
    if edition is None:
        return fault(_("pygame-ce is missing"), "pip install pygame-ce")
    return ok(_("pygame-ce {version}").format(version=edition))


def screen(machine: Machine, language: Language) -> Iterator[Finding]:
    """Whether there is something to draw on."""
    _ = language.gettext
    if machine.has_desktop:
        yield ok(_("a desktop: the table opens a window"))
        return
    cards = machine.found("/dev/dri", "card*")
    if not cards:
        yield _blind(
            machine,
            _("no screen: no desktop, and no graphics in /dev/dri"),
            _("sit at the machine itself; on a Pi: dtoverlay=vc4-kms-v3d in config.txt"),
        )
        return
    if not any(machine.may(card) for card in cards):
        yield _blind(
            machine,
            _("{user} may not use the graphics in /dev/dri").format(user=machine.user),
            joining("video,render", machine.user, language),
        )
    missing = {name: package for name, package in LIBRARIES.items() if not machine.loads(name)}
    if missing:
        yield _blind(
            machine,
            _("libraries are missing: {names}").format(names=", ".join(missing)),
            f"sudo apt install {' '.join(missing.values())} libgl1-mesa-dri",
        )
    yield _monitor(machine, language)


def _monitor(machine: Machine, language: Language) -> Finding:
    _ = language.gettext
    connectors = {
        folder.name.partition("-")[2]: machine.text(f"/sys/class/drm/{folder.name}/status")
        for folder in machine.found("/sys/class/drm", "card*-*")
    }
    lit = [name for name, status in connectors.items() if status == "connected"]
    if lit:
        return ok(_("a monitor at {names}").format(names=", ".join(lit)))
    first = next((name for name in connectors if name.startswith("HDMI")), "HDMI-A-1")
    return _blind(
        machine,
        _("no monitor is connected ({names})").format(names=", ".join(connectors) or "-"),
        _("plug it in before the start; if it is in: add video={name}:1280x720@60D to cmdline.txt")
        .format(name=first),
    )  # fmt: skip


def _blind(machine: Machine, what: str, remedy: str) -> Finding:
    """A fault, unless the small display is there to look at."""
    if machine.at("/dev/i2c-1").exists() and machine.version("luma.oled") is not None:
        return warning(what, remedy)
    return fault(what, remedy)
