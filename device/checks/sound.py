"""The sound card: a table can do without one."""

from device.checks.finding import Finding, joining, ok, warning
from device.language import Language
from device.machine import Machine


def sound(machine: Machine, language: Language) -> Finding:
    """Whether something can be heard."""
    _ = language.gettext
    if machine.platform in ("win32", "darwin"):
        return ok(_("the sound of the desktop"))
    cards = machine.found("/dev/snd", "controlC*")
    names = [
        machine.text(f"/proc/asound/{folder.name}/id") or folder.name
        for folder in machine.found("/proc/asound", "card[0-9]*")
    ]
    if not cards:
        return warning(
            _("no sound card: the game is played in silence"),
            _("a Pi 5 has sound only at HDMI or USB: plug a screen with loudspeakers in"),
        )
    if not any(machine.may(card) for card in cards):
        return warning(
            _("{user} may not use the sound card").format(user=machine.user),
            joining("audio", machine.user, language),
        )
    if not machine.loads("libasound.so.2"):
        return warning(_("libasound.so.2 is missing"), "sudo apt install libasound2")
    return ok(_("sound cards: {names}").format(names=", ".join(names) or str(len(cards))))
