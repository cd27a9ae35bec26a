"""Whether the stamps of a source are of the one clock, CLOCK_MONOTONIC: else they tell no order."""

from typing import Final

from hal.buttons import ClockDomainError
from hal.words import Words

FARTHEST_NS: Final = 1_000_000_000
"""How far from now the first edge of a source may be stamped."""


def check_domain(ts_ns: int, now_ns: int) -> None:
    """Raise `ClockDomainError` if a stamp cannot come from the clock that says `now_ns`.

    For the first edge of a source: from then on its clock is known.
    """
    if abs(ts_ns - now_ns) >= FARTHEST_NS:
        raise ClockDomainError(
            Words(
                "an edge is stamped {ts_ns} ns when the monotonic clock says {now_ns} ns: "
                "the stamps come from another clock",
                ts_ns=ts_ns,
                now_ns=now_ns,
            )
        )
