"""The sound card: a table can do without one."""

from pathlib import Path

from device import config, folders
from device.checks.finding import Finding, joining, ok, warning
from device.language import Language
from device.machine import Machine
from device.options import Settings
from device.trouble import Trouble
from device.wording import said


def sound(machine: Machine, folder: Path | None, language: Language) -> Finding:
    """Whether something can be heard: tried by opening the device that is set."""
    _ = language.gettext
    settings = _settings(machine, folder, language)
    if settings.volume == 0:
        return ok(_("mute (volume = 0)"))
    device, cards = settings.sound_device, _cards(machine)
    why = machine.silent(device)
    if why is not None:
        return _silence(machine, why, cards, language)
    if device:
        return ok(device)
    if cards:
        return ok(_("sound cards: {names}").format(names=", ".join(cards)))
    return ok(_("the sound of the desktop"))


def _silence(
    machine: Machine, why: str | Exception, cards: list[str], language: Language
) -> Finding:
    """What is in the way, if it is known better than the library says it."""
    _ = language.gettext
    if machine.platform == "linux":
        files = machine.found("/dev/snd", "controlC*")
        if not files:
            return warning(
                _("no sound card: the game is played in silence"),
                _("a Pi 5 has sound only at HDMI or USB: plug a screen with loudspeakers in")
                if machine.is_pi
                else _("plug a sound card in, or set volume = 0 in ratscrew.toml"),
            )
        if not any(machine.may(file) for file in files):
            return warning(
                _("{user} may not use the sound card").format(user=machine.user),
                joining("audio", machine.user, language),
            )
        if not machine.loads("libasound.so.2"):
            return warning(_("libasound.so.2 is missing"), "sudo apt install libasound2")
    remedy = _("name another in ratscrew.toml: sound_device = {name}")
    name = f'"{cards[0]}"' if cards else '""'
    return warning(_("no sound: {why}").format(why=said(why, language)), remedy.format(name=name))


def _settings(machine: Machine, folder: Path | None, language: Language) -> Settings:
    """What is set, or that of the program where it cannot be read, which is told elsewhere."""
    try:
        path = folders.config_file(folder, machine.environment, language)
        before = config.Config() if path is None else config.read(path, language)
    except Trouble:
        return Settings()
    return config.learned(folders.state_dir(machine.environment), before, language)[0].settings


def _cards(machine: Machine) -> list[str]:
    """The ids that the kernel gave the cards; empty where it is no Linux."""
    return [
        machine.text(f"/proc/asound/{folder.name}/id") or folder.name
        for folder in machine.found("/proc/asound", "card[0-9]*")
    ]
