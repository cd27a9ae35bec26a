"""How far whatever is held is on its way to a long press, for people to see.

The law: a short press is never shown, and costs nothing; what is held is shown in steps, so that
it takes few pictures.
"""

from collections.abc import Iterable

from device.gesture import LASTS_NS, Held
from device.view import WHOLE, Hold

SHOWN_NS = 300_000_000
"""Whoever holds a button for so long does it on purpose."""
STEP_NS = 50_000_000


def shown(held: Held, now_ns: int) -> bool:
    """Whether it is held for so long that people see it."""
    return now_ns >= held.pressed_ns + SHOWN_NS


def holds(held: Iterable[Held], now_ns: int) -> tuple[Hold, ...]:
    """What is shown of it: the furthest of each place, in their order."""
    found: dict[int, int] = {}
    for each in held:
        found[each.place] = max(found.get(each.place, 0), _progress(each, now_ns))
    return tuple(Hold(place, progress) for place, progress in sorted(found.items()))


def changes_ns(held: Held, now_ns: int) -> int | None:
    """When something else will be shown of it; None: nobody knows."""
    if not shown(held, now_ns):
        return held.pressed_ns + SHOWN_NS
    if held.since_ns is None:
        return None
    return now_ns + STEP_NS - (now_ns - held.since_ns) % STEP_NS


def _progress(held: Held, now_ns: int) -> int:
    if held.since_ns is None:
        return 0
    gone_ns = max(0, now_ns - held.since_ns) // STEP_NS * STEP_NS
    return min(WHOLE, WHOLE * gone_ns // LASTS_NS[held.press])
