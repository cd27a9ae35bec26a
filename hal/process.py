"""A process beside the table's, for a part that may keep whoever uses it waiting."""

import gc
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from hal.urgency import calm

if sys.platform == "linux":  # a fork costs neither time nor memory; elsewhere it is not safe
    from multiprocessing.context import ForkProcess as Process
else:
    from multiprocessing.context import SpawnProcess as Process

__all__ = ["Process", "begun", "leave_signals"]


def begun(target: Callable[..., None], *args: object, daemon: bool = True) -> Process:
    """A process that does this, begun.

    What is there by now is looked at by no collection any more: that would write to each page of
    it, and the two processes would have one of their own each.
    """
    process = Process(target=_collecting, args=(target, *args), daemon=daemon)
    gc.freeze()
    process.start()
    return process


def _collecting(target: Callable[..., None], *args: object) -> None:
    """Though whoever began this may have had no use for collections just then, and be urgent."""
    gc.enable()
    calm()
    target(*args)


def leave_signals() -> None:
    """In the other process: signals to end are the table's, which then ends its parts."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
