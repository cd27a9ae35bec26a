"""The service that starts the table with the machine, where systemd is."""

from device.checks.finding import Finding, ok, warning
from device.language import Language
from device.machine import Machine

UNIT = "ratscrew.service"
_FOLDERS = ("/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system")


def service(machine: Machine, language: Language) -> Finding:
    """Whether the table starts by itself, and how it fares."""
    _ = language.gettext
    if not machine.at("/run/systemd/system").is_dir():
        return ok(_("no systemd: the table is started by hand"))
    if not any(machine.at(f"{folder}/{UNIT}").exists() for folder in _FOLDERS):
        return ok(_("no service: the table is started by hand"))
    active = machine.said(["systemctl", "is-active", UNIT])
    if active == "failed":
        return warning(
            _("the service has failed"),
            "journalctl -u ratscrew -n 50; sudo systemctl restart ratscrew",
        )
    if machine.said(["systemctl", "is-enabled", UNIT]) != "enabled":
        return warning(
            _("the service does not start with the machine"), "sudo systemctl enable ratscrew"
        )
    return ok(_("the service is {state}").format(state=active or "?"))
