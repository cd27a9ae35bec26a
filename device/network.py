"""Where this machine is in the network, by what the kernel tells; nothing is sent or asked.

The law: an address that only this machine can use is none.
"""

import socket
from collections.abc import Iterator

from device.machine import Machine

_ROUTES, _SIX = "/proc/self/net/fib_trie", "/proc/self/net/if_inet6"
_OWN, _WHOLE_WORLD = "/32 host LOCAL", "00"
_LAST = "169.254."
"""Given by oneself where nobody else gives any."""


def host_name() -> str:
    """What this machine calls itself."""
    return socket.gethostname()


def addresses(machine: Machine) -> list[str]:
    """Addresses at which others can find this machine, those that people know first."""
    four = dict.fromkeys(_four(machine))
    found = sorted(four, key=lambda address: address.startswith(_LAST))
    return found + list(dict.fromkeys(_six(machine)))


def _four(machine: Machine) -> Iterator[str]:
    """The addresses of version 4: what the kernel delivers to itself."""
    before = ""
    for line in machine.text(_ROUTES).splitlines():
        told = line.strip()
        if told == _OWN and not before.startswith("127."):
            yield before
        before = told.removeprefix("|-- ")


def _six(machine: Machine) -> Iterator[str]:
    """The addresses of version 6 that are good beyond one wire."""
    for line in machine.text(_SIX).splitlines():
        digits, _number, _length, scope = [*line.split(), "", "", "", ""][:4]
        if scope == _WHOLE_WORLD and len(digits) == 32:
            yield socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits))
