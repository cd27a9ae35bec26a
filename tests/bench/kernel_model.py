"""Hands, contacts that bounce, and a kernel that stamps them: what a real table sends, with truth.

The law: integer nanoseconds, and chance only from the `Random` that is handed in. The kernel is
Linux's as far as order depends on it:

- an edge is latched by the pin; the interrupt comes 7 to 20 us later and serves all latched lines
  of the bank, the lowest first, 2 us each. What a line does while it is latched is not seen;
- the handler takes the stamp and the next common number into the *one* slot of its line and wakes
  the line's thread, which runs 30 us later in the mean and 0.1 to 0.9 ms later in one case of a
  hundred. A second interrupt before that overwrites the slot: the edges are one, with the later
  stamp, and only the common number tells;
- the thread labels the edge with the level it finds *then*, numbers it for its line and queues it:
  the queue is in the order in which threads ran.

Without `latched` each edge raises an interrupt of its own, however short after the last one: no
pin controller does that, and nothing merges more edges.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import log
from random import Random
from typing import Final, NamedTuple

from hal.buttons import Batch, Edge, LevelRead
from hal.debounce import Constants

US: Final = 1_000
MS: Final = 1_000_000

LINES: Final = (5, 6, 12, 13, 19, 26)

BOUNCY: Final = 0.7
BOUNCE_SPREAD: Final = 0.75
LONGEST_BOUNCE_NS: Final = 6_200 * US
MEDIAN_PRESS_NS: Final = 1_100 * US
MEDIAN_RELEASE_NS: Final = 300 * US
CHATTER: Final = 0.35
SERVED_NS: Final = 2 * US
POLL_NS: Final = MS
READ_NS: Final = 10 * MS

_CONTACT, _ENTRY, _HARD, _THREAD = range(4)


class Contact(NamedTuple):
    """What a line really does: from `t_ns` on it is at `level`."""

    t_ns: int
    line: int
    level: int


class Arrival(NamedTuple):
    """An edge as the kernel tells it, and when it can be read."""

    t_ns: int
    edge: Edge


def bounce(chance: Random, median_ns: int) -> list[int]:
    """When a contact changes after it was first made or broken, that 0 included; an odd number.

    Three of ten are clean. The others last a lognormal time, at most 6.2 ms, in which they lose and
    find each other one to four times; each change may chatter for microseconds, as is seen on
    arcade buttons: 8, 4, 256, 292, 4 and 8 us in one press.
    """
    if chance.random() >= BOUNCY:
        return [0]
    drawn_ns = int(chance.lognormvariate(log(median_ns), BOUNCE_SPREAD))
    length_ns = drawn_ns if drawn_ns < LONGEST_BOUNCE_NS else LONGEST_BOUNCE_NS
    times_ns = {0}
    times_ns.update(int(chance.random() * length_ns) for _ in range(2 * chance.randrange(1, 5)))
    for after_ns in sorted(times_ns):
        t_ns = after_ns
        while chance.random() < CHATTER:
            for _ in range(2):
                t_ns += int(2 * US * 16 ** chance.random())
                times_ns.add(t_ns)
    changes = sorted(times_ns)
    return changes if len(changes) % 2 else changes[:-1]


def press(chance: Random, line: int, t_ns: int) -> list[Contact]:
    """A hand that comes down at `t_ns` and is lifted 60 to 120 ms later."""
    lifted_ns = t_ns + 60 * MS + chance.randrange(60 * MS)
    down, up = bounce(chance, MEDIAN_PRESS_NS), bounce(chance, MEDIAN_RELEASE_NS)
    made = [Contact(t_ns + after_ns, line, 1 - at % 2) for at, after_ns in enumerate(down)]
    return made + [Contact(lifted_ns + after_ns, line, at % 2) for at, after_ns in enumerate(up)]


class Kernel:
    """One request for all `lines`, all open at the start. Its numbers go on from call to call."""

    def __init__(self, chance: Random, lines: Iterable[int], *, latched: bool = True) -> None:
        self._chance, self._latched = chance, latched
        self._level = dict.fromkeys(lines, 0)
        self._lseq = dict.fromkeys(self._level, 0)
        self._gseq = 0

    def tell(self, contacts: Sequence[Contact]) -> list[Arrival]:
        """What is read of these contacts, in order of arrival; all that was before has arrived."""
        told: list[Arrival] = []
        level, lseq, between = self._level, self._lseq, self._chance.random
        slots: dict[int, tuple[int, int]] = {}
        latched: set[int] = set()
        entering, served_ns = False, 0
        queue = [(t_ns, _CONTACT, line, to) for t_ns, line, to in contacts]
        heapify(queue)
        while queue:
            t_ns, what, line, to = heappop(queue)
            if what == _CONTACT:
                level[line] = to
                due_ns = t_ns + 7 * US + int(13 * US * between())
                if not self._latched:
                    heappush(queue, (due_ns, _HARD, line, 0))
                elif line not in latched:
                    latched.add(line)
                    if not entering:
                        entering = True
                        heappush(queue, (max(due_ns, served_ns), _ENTRY, 0, 0))
            elif what == _ENTRY:
                entering, served_ns = False, t_ns
                for place in sorted(latched):
                    heappush(queue, (served_ns, _HARD, place, 0))
                    served_ns += SERVED_NS
            elif what == _HARD:
                latched.discard(line)
                self._gseq += 1
                if line not in slots:
                    heappush(queue, (t_ns + self._thread_delay_ns(), _THREAD, line, 0))
                slots[line] = (t_ns, self._gseq)
            else:
                stamp_ns, gseq = slots.pop(line)
                lseq[line] += 1
                told.append(Arrival(t_ns, Edge(stamp_ns, line, level[line], gseq, lseq[line])))
        return told

    def _thread_delay_ns(self) -> int:
        if self._chance.random() < 0.01:
            return self._chance.randrange(100 * US, 900 * US)
        return 5 * US + int(self._chance.expovariate(1 / (25 * US)))


def polls(
    chance: Random,
    contacts: Sequence[Contact],
    arrivals: Sequence[Arrival],
    constants: Constants,
) -> Iterator[Batch]:
    """What a reader hands on; no end.

    As `hal.reader` it wakes when an edge comes, when an edge may turn out to be a press's last,
    and when a millisecond has passed; it needs 20 to 100 us to wake. Every 10 ms, if nothing has
    come just then, it reads the levels, and hands them on when a barrier has passed them by the
    guard. It starts with a read less than 10 ms before the first of `contacts`, which are in order,
    and is left out until about then.
    """
    start_ns = contacts[0].t_ns - chance.randrange(READ_NS)
    level = dict.fromkeys(sorted({contact.line for contact in contacts}), 0)
    yield Batch((), start_ns, LevelRead(start_ns, dict(level)))
    taken = known = 0
    read, read_ns = None, start_ns
    stamps_ns: list[int] = []
    still_ns = constants.t_stable_ns + constants.guard_ns
    now_ns = contacts[0].t_ns - chance.randrange(POLL_NS)
    while True:
        stamps_ns = [t_ns for t_ns in stamps_ns if t_ns + still_ns > now_ns]
        due_ns = min([now_ns + POLL_NS, *(t_ns + still_ns for t_ns in stamps_ns)])
        if taken < len(arrivals) and arrivals[taken].t_ns < due_ns:
            due_ns = max(now_ns, arrivals[taken].t_ns)
        now_ns = due_ns + chance.randrange(20 * US, 100 * US)
        upto = taken
        while upto < len(arrivals) and arrivals[upto].t_ns <= now_ns:
            upto += 1
        edges, taken = tuple(arrival.edge for arrival in arrivals[taken:upto]), upto
        stamps_ns += [edge.ts_ns for edge in edges]
        passed = read is not None and now_ns - read.t_ns >= constants.guard_ns
        yield Batch(edges, now_ns, read if passed else None)
        if passed:
            read = None
        if not edges and now_ns - read_ns >= READ_NS:
            while known < len(contacts) and contacts[known].t_ns <= now_ns:
                level[contacts[known].line] = contacts[known].level
                known += 1
            read, read_ns = LevelRead(now_ns, dict(level)), now_ns
