"""How long after a hand came down its press is told, in order and for good.

The model is that of `tests.bench.kernel_model`, the hands are alone, in duels, and in races of six,
at all gaps. The time runs from the contact to the poll that tells, and so holds bouncing, debounce,
guard, and the wait for whoever may have been earlier. That wait is what a race of six is made of,
and its mean has no bound. What the race window of the rules and the drawing loop add comes on top.
"""

import sys
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final

from tests.bench.bench_duels import GAPS_US, SEED, races
from tests.bench.kernel_model import US

RACES: Final = {1: 1_500, 2: 1_000, 6: 300}
"""Races a gap, by the number of hands."""
MEAN_MS: Final = 4.0
MOST_MS: Final = 12.0
"""Of 999 presses in a thousand."""


def delays_us(hands: int, count: int) -> list[int]:
    """Contact to told, of every press of `count` races a gap; the shortest first."""
    return sorted(
        (told.at_ns - race.contacts[told.event.line]) // US
        for gap_us in GAPS_US
        for race in islice(races(Random(f"{SEED}/{gap_us}"), hands, gap_us), count)
        for told in race.presses
    )


def figures(delays: Sequence[int]) -> tuple[float, float, float]:
    """In ms: the mean, what 999 of a thousand keep, the longest."""
    most = delays[len(delays) * 999 // 1000]
    return sum(delays) / len(delays) / 1000, most / 1000, delays[-1] / 1000


def main() -> int:
    """Print the delays beside their bounds; 1 if one is missed."""
    kept = True
    for hands, count in RACES.items():
        delays = delays_us(hands, count)
        mean, most, longest = figures(delays)
        print(f"hands: {hands}; {len(delays):,} presses, seed {SEED}; ms from contact to told")
        for name, figure, bound in (
            ("mean", mean, MEAN_MS if hands <= 2 else 0),
            ("99.9 %", most, MOST_MS),
            ("longest", longest, 0),
        ):
            holds = not bound or figure <= bound
            kept = kept and holds
            shown = f"{figure:8.2f} {name:8}{f'at most {bound:g}' if bound else ''}"
            print(shown.rstrip() + ("" if holds else "  MISSED"), flush=True)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
