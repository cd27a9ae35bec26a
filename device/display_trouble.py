"""What is said of a display with which something is wrong: one line for people, and what to do.

The law: the game goes on without it, so this is told and nothing else.
"""

from typing import assert_never

from device.language import Language
from hal.display import SlowDisplayError
from hal.panel import OledError, Trouble


def display_trouble(error: Exception, language: Language) -> str:
    """The line of whatever a display told that it ails."""
    match error:
        case OledError():
            return oled_trouble(error, language)
        case SlowDisplayError():
            return language.gettext("One display is too slow; nobody waits for it")
        case _:
            return str(error)


def oled_trouble(error: OledError, language: Language) -> str:
    """The line of a trouble."""
    _ = language.gettext
    match error.trouble:
        case Trouble.LIBRARY:
            return _("No OLED: luma.oled is missing (pip install 'ratscrew[pi]')")
        case Trouble.BUS:
            return _("No OLED: I2C is switched off (sudo raspi-config)")
        case Trouble.DENIED:
            return _("No OLED: you may not use I2C (sudo usermod -aG i2c $USER)")
        case Trouble.LOST:
            return _("The OLED does not answer: check its wires")
        case _:
            assert_never(error.trouble)
