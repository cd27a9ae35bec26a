"""Waiting for what another process or thread does: no longer than it takes, and not for ever."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 20.0
LOOK_S = 0.005
FoundT = TypeVar("FoundT")


def until(found: Callable[[], FoundT | None], what: str, patience_s: float = PATIENCE_S) -> FoundT:
    """What is there at last."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(LOOK_S)
    raise AssertionError(f"not within {patience_s} s: {what}")
