"""A process beside the table's, for a part that may keep whoever uses it waiting."""

import signal
import sys
from contextlib import suppress

if sys.platform == "linux":  # a fork costs neither time nor memory; elsewhere it is not safe
    from multiprocessing.context import ForkProcess as Process
else:
    from multiprocessing.context import SpawnProcess as Process

__all__ = ["Process", "leave_signals"]


def leave_signals() -> None:
    """In the other process: signals to end are the table's, which then ends its parts."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
