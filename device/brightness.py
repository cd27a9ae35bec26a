"""How bright the screen is while nobody presses anything, so that nothing burns in.

The law: a function of the time since the last press and of the settings; in the dark a press wakes
the table and does nothing else.
"""

from device.options import Settings

FULL, DIMMED, DARK = 1000, 350, 0
"""In per mille of what is set."""
SECOND_NS = 1_000_000_000


def brightness(alone_ns: int, settings: Settings) -> int:
    """Per mille of what is set, when nobody has pressed anything for so long.

    >>> [brightness(seconds * SECOND_NS, Settings()) for seconds in (59, 60, 599, 600)]
    [1000, 350, 350, 0]
    """
    if alone_ns < settings.dim_s * SECOND_NS:
        return FULL
    return DARK if alone_ns >= settings.dark_s * SECOND_NS else DIMMED


def dues_ns(pressed_ns: int, settings: Settings) -> list[int]:
    """When it changes after a press, if there is no other."""
    return [pressed_ns + settings.dim_s * SECOND_NS, pressed_ns + settings.dark_s * SECOND_NS]
