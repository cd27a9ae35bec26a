"""Garbage: when the collector may look for it.

The law: it works all the time but for when somebody waits for a verdict, and even then once there
is too much.
"""

import gc
from typing import Final

MOST: Final = 20_000
"""Of values that wait to be looked at: a collection of so many takes a few milliseconds."""


def gives_way(somebody_waits: bool) -> None:
    """Whether a collection may begin from now on."""
    if somebody_waits and gc.get_count()[0] < MOST:
        gc.disable()
    else:
        gc.enable()
