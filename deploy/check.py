"""What a version must be able to do before it is used: libraries, and a picture for each display.

Run by install.sh with the Python of the new version. Needs no screen.
"""

import os
from importlib import import_module

LIBRARIES = ("pygame", "gpiod", "luma.oled.device", "luma.core.interface.serial", "PIL.Image")


def check() -> None:
    """Raises, whatever it is that is missing."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    for name in LIBRARIES:
        import_module(name)
    from device.language import LANGUAGES, language
    from device.leaf import Leaf
    from device.pictures.oled import Miniature
    from device.pictures.screen import Screen
    from device.view import Seat, View

    text = "The table cannot start"
    for code in LANGUAGES:
        told = language(code).gettext(text)
        if (told == text) != (code == "en"):
            raise SystemExit(f"the texts of {code} are missing")
        seats = (Seat(0, "Anna", 26), Seat(1, "Ben", 26))
        for view in (View(seats), View(seats, overlay=Leaf(told, (told,)))):
            Screen((1280, 720)).picture(view)
            Miniature((128, 64)).picture(view)


check()
