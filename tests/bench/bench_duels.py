"""Who is told to be first, and how often it is wrong: our stream beside what is usual.

The law: one truth for all. Every column judges the same hands, contacts and kernel
(`tests.bench.kernel_model`), each with what it would have seen of them:

- ours: the sequencer, polled when an edge comes and every millisecond, and rules.md R35;
- gpiozero: `Button(bounce_time=0.005)` on lgpio, which reports a line 5 ms after its last edge,
  with that time, and in the order of those times: it looks, and sorts, every 0.5 ms or more often;
- kernel: debounced for 5 ms by Linux, which stamps when its delayed work runs: on a tick of 4 ms,
  and of lines in one tick any may be first;
- arrival: a thread a line, which judges when its callback runs, beside a busy Python thread: 15 ms
  later in the median, 198 ms later in one case of a hundred (measured), each on its own.

In a duel the second hand comes one gap after the first; in a race of six the other four follow
between one and two gaps after the first. Which line is whose is drawn. Run it with
`python -m tests.bench.bench_duels`; `--full` for a million duels and 100,000 races.
"""

import argparse
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from hal.buttons import ButtonEvent, Kind
from hal.debounce import Constants
from hal.sequence import Sequencer
from tests.bench.kernel_model import LINES, MS, US, Arrival, Contact, Kernel, polls, press

GAPS_US: Final = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
TIE_US: Final = Constants().t_tie_ns // US
SEED: Final = 35
CHUNK: Final = 2_500
APART_NS: Final = 1_000 * MS
TOLD_BY_NS: Final = 50 * MS

DEBOUNCE_NS: Final = 5 * MS
JIFFY_NS: Final = 4 * MS
LAG_MEDIAN_NS: Final = 15 * MS
LAG_SPREAD: Final = log(198 / 15) / 2.326  # 99 % of a normal lie below 2.326 deviations

MOST_UNTOLD: Final = 0.02
"""Of duels with a gap of 1 ms, those which may be told as a dead heat or uncertain."""
RIVALS_AT_1_MS: Final = {"gpiozero": 0.176, "kernel": 0.368}
"""The wrong winners of an earlier, cruder model (timing.md, 6.9)."""
AGREES: Final = 0.02


class Told(NamedTuple):
    """A press as the sequencer told it, and the time of the poll in which it did."""

    event: ButtonEvent
    at_ns: int


class Race(NamedTuple):
    """Hands that came down, the first first; what was heard of it, and what was told."""

    contacts: dict[int, int]
    """ns at which each line made contact, by line."""
    arrivals: list[Arrival]
    presses: list[Told]


def races(
    chance: Random,
    hands: int,
    gap_us: int,
    constants: Constants | None = None,
    *,
    latched: bool = True,
) -> Iterator[Race]:
    """One after the other on one table, a second apart, without end."""
    lines = LINES[:hands]
    kernel = Kernel(chance, lines, latched=latched)
    sequencer = Sequencer(dict.fromkeys(lines, 0), constants)
    start_ns = 0
    while True:
        start_ns += APART_NS
        first_ns, gap_ns = start_ns + chance.randrange(MS), gap_us * US
        after_ns = [0, gap_ns] + [gap_ns + chance.randrange(gap_ns) for _ in lines[2:]]
        places = chance.sample(lines, hands)
        made = {line: first_ns + after for line, after in zip(places, after_ns, strict=False)}
        contacts: list[Contact] = []
        for line, t_ns in made.items():
            contacts += press(chance, line, t_ns)
        contacts.sort()
        arrivals = kernel.tell(contacts)
        yield Race(made, arrivals, _presses(chance, sequencer, contacts, arrivals))


def _presses(
    chance: Random, sequencer: Sequencer, contacts: list[Contact], arrivals: list[Arrival]
) -> list[Told]:
    """What is told of the presses; after that all lines rest again."""
    presses: list[Told] = []
    until_ns, taken = contacts[0].t_ns + TOLD_BY_NS, 0
    lines = {contact.line for contact in contacts}
    for batch in polls(chance, contacts, arrivals, sequencer.constants):
        at_ns = batch.barrier_ns or 0
        taken += len(batch.edges)
        events = sequencer.take(batch)
        presses += [Told(event, at_ns) for event in events if event.kind is Kind.PRESS]
        if len(presses) == len(lines) or at_ns > until_ns:
            break
    rest = [arrival.edge for arrival in arrivals[taken:]]
    sequencer.feed(rest, contacts[-1].t_ns + APART_NS // 4)
    return presses


def margin_us(presses: Sequence[ButtonEvent], *, reach: bool = True) -> int:
    """The `tie_us` from which on rules.md R35 does not tell the first press alone to be first.

    Without `reach`, by the stamps alone.
    """
    first, *others = presses
    return min(press.ts_us - reach * press.uncertainty_us for press in others) - first.ts_us


def first_by_gpiozero(chance: Random, race: Race) -> int:
    """The line whose `when_pressed` is called first."""
    settled = _settled_ns(race)
    return min(settled, key=settled.__getitem__)


def first_by_kernel(chance: Random, race: Race) -> int:
    """The line whose delayed work runs first."""
    phase_ns = chance.randrange(JIFFY_NS)
    settled = {line: (t_ns - phase_ns) // JIFFY_NS for line, t_ns in _settled_ns(race).items()}
    return min(settled, key=lambda line: (settled[line], chance.random()))


def first_by_arrival(chance: Random, race: Race) -> int:
    """The line whose thread gets to look at a clock first."""
    read = {}
    for t_ns, edge in reversed(race.arrivals):
        read[edge.line] = t_ns
    late = {
        line: t_ns + int(LAG_MEDIAN_NS * exp(LAG_SPREAD * chance.gauss(0, 1)))
        for line, t_ns in sorted(read.items())
    }
    return min(late, key=late.__getitem__)


def _settled_ns(race: Race) -> dict[int, int]:
    """When each line was pressed and began to be still for the time of the debounce."""
    settled: dict[int, int] = {}
    pressed: dict[int, int] = {}
    still: set[int] = set()
    for _, edge in race.arrivals:
        line, last_ns = edge.line, settled.get(edge.line, edge.ts_ns)
        if line in still or (edge.ts_ns - last_ns > DEBOUNCE_NS and pressed[line]):
            still.add(line)
        else:
            settled[line], pressed[line] = edge.ts_ns, edge.level
    return settled


RIVALS: Final[dict[str, Callable[[Random, Race], int]]] = {
    "gpiozero": first_by_gpiozero,
    "kernel": first_by_kernel,
    "arrival": first_by_arrival,
}


@dataclass
class Tally:
    """What came of the races with one gap. `right` and `wrong` count the margins in us of those in
    which the line told first was, or was not, the first; `stamps` those by the stamps alone."""

    races: int = 0
    missed: int = 0
    right: Counter[int] = field(default_factory=Counter)
    wrong: Counter[int] = field(default_factory=Counter)
    stamps: Counter[int] = field(default_factory=Counter)
    rivals: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in what another has counted."""
        self.races += other.races
        self.missed += other.missed
        for name in ("right", "wrong", "stamps", "rivals"):
            getattr(self, name).update(getattr(other, name))

    def wrong_share(self, tie_us: int) -> float:
        """Of all races, those told with certainty, and wrong."""
        return sum(n for margin, n in self.wrong.items() if margin > tie_us) / self.races

    def dead_heat_share(self, tie_us: int) -> float:
        """Of all races, those in which stamps are too close to tell."""
        return sum(n for margin, n in self.stamps.items() if margin <= tie_us) / self.races

    def untold_share(self, tie_us: int) -> float:
        """Of all races, those in which nobody is told to be first: dead heat or uncertain."""
        margins = (self.right + self.wrong).items()
        return sum(n for margin, n in margins if margin <= tie_us) / self.races


def tally(
    hands: int,
    gap_us: int,
    races_: int,
    seed: str,
    constants: Constants | None = None,
    *,
    latched: bool = True,
) -> Tally:
    """Of so many races from this seed."""
    chance, done = Random(f"{seed}/{hands}/{gap_us}"), Tally()
    for race in islice(races(chance, hands, gap_us, constants, latched=latched), races_):
        done.races += 1
        first = min(race.contacts, key=race.contacts.__getitem__)
        presses = [told.event for told in race.presses]
        if len({press.line for press in presses}) < hands:
            done.missed += 1
        else:
            margins = done.right if presses[0].line == first else done.wrong
            margins[margin_us(presses)] += 1
            done.stamps[margin_us(presses, reach=False)] += 1
        for name, winner in RIVALS.items():
            done.rivals[name] += winner(chance, race) != first
    return done


def span_us(tallies: dict[int, Tally]) -> int:
    """The smallest `tie_us` with which no race with a longer gap is told wrong as certain."""
    worst = {gap_us: max(one.wrong, default=0) for gap_us, one in tallies.items()}
    return next(
        tie_us
        for tie_us in sorted({0, *worst.values(), *worst})
        if all(margin <= tie_us for gap_us, margin in worst.items() if gap_us > tie_us)
    )


def measure(
    hands: int, count: int, seed: int, workers: int, *, latched: bool = True
) -> dict[int, Tally]:
    """About `count` races of so many hands, the same number for each gap, by gap."""
    each = max(1, count // len(GAPS_US))
    tallies = {gap_us: Tally() for gap_us in GAPS_US}
    with ProcessPoolExecutor(workers) as pool:
        parts = [
            (gap_us, pool.submit(tally, hands, gap_us, size, f"{seed}/{start}", latched=latched))
            for gap_us in GAPS_US
            for start in range(0, each, CHUNK)
            for size in [min(CHUNK, each - start)]
        ]
        for gap_us, part in parts:
            tallies[gap_us].add(part.result())
    return tallies


def table(hands: int, tallies: dict[int, Tally]) -> Iterator[str]:
    """The shares in percent, a line a gap; `told` is certain and wrong, with the default tie."""
    each = next(iter(tallies.values())).races
    yield f"{hands} hands, {each * len(tallies):,} races, {each:,} a gap; % of them:"
    yield f"{'':7}|{'ours':^30}|{'wrong winners of':^27}"
    yield f"{'gap us':>7}|{'wrong':>9}{'dead heat':>10}{'uncertain':>10} |" + "".join(
        f"{name:>9}" for name in RIVALS
    )
    for gap_us, one in tallies.items():
        heats, untold = one.dead_heat_share(TIE_US), one.untold_share(TIE_US)
        rivals = "".join(f"{100 * one.rivals[name] / one.races:9.1f}" for name in RIVALS)
        wrong = f"{100 * one.wrong_share(TIE_US):9.4f}"
        yield f"{gap_us:7}|{wrong}{100 * heats:10.2f}{100 * (untold - heats):10.2f} |{rivals}"


def bounds(hands: int, tallies: dict[int, Tally]) -> Iterator[tuple[str, bool]]:
    """What must hold, with its figure, and whether it does."""
    span, at_1_ms = span_us(tallies), tallies[1000]
    wrong = sum(one.wrong_share(TIE_US) * one.races for gap, one in tallies.items() if gap > TIE_US)
    missed = sum(one.missed for one in tallies.values())
    yield f"presses not told: {missed}; at most 0", not missed
    yield f"wrong and certain above {TIE_US} us: {wrong:.0f}; at most 0", not wrong
    yield f"smallest span that holds: {span} us; at most {TIE_US}", span <= TIE_US
    untold = at_1_ms.untold_share(TIE_US)
    told = f"dead heat or uncertain at 1 ms: {untold:.2%}; at most {MOST_UNTOLD:.0%}"
    yield told, untold <= MOST_UNTOLD
    if hands == 2:
        for name, expected in RIVALS_AT_1_MS.items():
            share = at_1_ms.rivals[name] / at_1_ms.races
            told = f"{name} at 1 ms: {share:.1%}; {expected:.1%} within 2 points"
            yield told, abs(share - expected) <= AGREES


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables and what must hold; 1 if something does not."""
    parser = argparse.ArgumentParser("bench_duels", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="a million duels, on all processors")
    parser.add_argument("--duels", type=int, help="default 50,000")
    parser.add_argument("--six", type=int, help="races of six hands; default 5,000")
    parser.add_argument("--seed", type=int, default=SEED, help=f"default {SEED}")
    parser.add_argument("--unlatched", action="store_true", help="an interrupt for every edge")
    asked = parser.parse_args(arguments)
    workers = (os.cpu_count() or 1) if asked.full else 1
    duels = asked.duels or (1_000_000 if asked.full else 50_000)
    six = asked.six or (100_000 if asked.full else 5_000)
    print(f"{platform.platform()}, Python {platform.python_version()}, seed {asked.seed}")
    kept = True
    for hands, count in ((2, duels), (6, six)):
        tallies = measure(hands, count, asked.seed, workers, latched=not asked.unlatched)
        print("", *table(hands, tallies), sep="\n")
        for told, holds in bounds(hands, tallies):
            print(f"  {told}{'' if holds else '  MISSED'}", flush=True)
            kept = kept and holds
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
