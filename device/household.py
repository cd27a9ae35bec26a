"""Who keeps house at a wired table: the host and the caretaker, with what is real here.

The law: everything outside the program that they reach is named here, and nowhere else.
"""

import os
import sys
from functools import partial
from pathlib import Path

from device.about_page import Nameplate
from device.bookcase import Library
from device.caretaker import Caretaker
from device.cli import VERSION
from device.config import Config, learn
from device.errand import Errand, Program
from device.host import Host
from device.language import Language
from device.machine import this_machine
from device.network import addresses, host_name
from device.options import PlayOptions
from device.power import power_of
from device.reading import Paging
from device.trial import Trial
from device.troubles import Troubles
from hal.clock import Clock, utc_date

_PROGRAM = Path(__file__).parent.parent
"""Where `python -m device` finds this program."""


def host_of(
    options: PlayOptions,
    troubles: Troubles,
    clock: Clock,
    library: Library,
    caretaker: Caretaker,
    paging: Paging,
) -> Host:
    """Who receives people at this table; what they settle is kept in its folder."""
    return Host(
        caretaker.trial.wiring.seats,
        Config(options.settings, options.rules, options.tempo, names=options.names),
        partial(learn, options.state_dir),
        troubles,
        utc_date,
        clock.now_ns(),
        library,
        paging=paging,
        caretaker=caretaker,
    )


def caretaker_of(options: PlayOptions, trial: Trial) -> Caretaker:
    """Who looks after this table."""
    machine = this_machine(os.environ)

    def nameplate() -> Nameplate:
        return Nameplate(VERSION, host_name(), addresses(machine), options.state_dir)

    def export(spoken: Language) -> Errand:
        words = [sys.executable, "-m", "device", "--lang", spoken.code, "logs", "--export"]
        words += [] if options.config is None else ["--config", str(options.config.absolute())]
        return Program(words, _PROGRAM)

    return Caretaker(trial, nameplate, export, power_of(machine, os.getpid()))
