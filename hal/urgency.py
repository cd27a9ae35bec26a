"""What must not wait for a processor: those who collect edges and those who judge them.

The law: it helps where the system allows it, and nothing depends on it. Whoever draws is never
urgent, so that a slow picture cannot keep the rest of the machine waiting.
"""

import os
from contextlib import suppress
from typing import Final

PRIORITY: Final = 10
"""Above every ordinary thread, below the kernel's own interrupt threads, which have 50."""


def urge() -> bool:
    """Let this thread, and all that it starts from now on, run before all ordinary ones.

    Whether it could be done: root may, and whoever has an `rtprio` limit or CAP_SYS_NICE.
    """
    if not hasattr(os, "sched_setscheduler"):
        return False
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        return True
    return False


def calm() -> None:
    """Let this thread wait like any ordinary one, though whoever started it is urgent."""
    if hasattr(os, "sched_setscheduler"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
