"""How contacts bounce: each press as its raw edges tell it, before anybody debounces them.

The law: a *contact* is a row of edges of one line with less than `t_gap` between one and the next;
what the debouncer makes of it does not matter here. Whoever listens to a source through `Overheard`
gets the very same batches.
"""

from bisect import insort
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hal.buttons import Batch, Capabilities, Health, LevelRead, Source
from hal.debounce import Constants

_KEPT = 4096
"""Edges of a line that are remembered; a press has 20."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A row of edges of one line: the first one's stamp, how many came after it, how long it took.

    A clean contact has no bounce and takes no time.
    """

    line: int
    start_ns: int
    bounces: int
    length_ns: int


class Contacts:
    """The edges of all lines, kept for a while. Not for several threads."""

    def __init__(self, constants: Constants) -> None:
        self._gap_ns = constants.t_gap_ns
        self._stamps: dict[int, deque[int]] = {}

    def feed(self, batch: Batch) -> None:
        """Take what a source told."""
        for edge in batch.edges:
            stamps = self._stamps.setdefault(edge.line, deque(maxlen=_KEPT))
            if stamps and edge.ts_ns < stamps[-1]:
                ordered = list(stamps)
                insort(ordered, edge.ts_ns)
                stamps.clear()
                stamps.extend(ordered)
            else:
                stamps.append(edge.ts_ns)

    def contact(self, line: int, start_ns: int, now_ns: int) -> Contact | None:
        """The contact whose first edge has this stamp; None while it may still go on at `now_ns`.

        A press of which no edge is known, since its level told of it, is a contact without bounce.
        """
        last_ns, bounces = start_ns, 0
        for stamp_ns in self._stamps.get(line, ()):
            if stamp_ns <= start_ns:
                continue
            if stamp_ns - last_ns >= self._gap_ns:
                return Contact(line, start_ns, bounces, last_ns - start_ns)
            last_ns, bounces = stamp_ns, bounces + 1
        if now_ns - last_ns < self._gap_ns:
            return None
        return Contact(line, start_ns, bounces, last_ns - start_ns)


class Hearer(Protocol):
    """Whoever hears what a source tells: `Contacts`, for one."""

    def feed(self, batch: Batch) -> None:
        """Take what a source told."""
        ...


class Overheard:
    """A source whose batches `contacts` hears too; otherwise that source. One thread."""

    def __init__(self, source: Source, contacts: Hearer) -> None:
        self._source, self._contacts = source, contacts

    @property
    def lines(self) -> tuple[int, ...]:
        """Those of the source."""
        return self._source.lines

    @property
    def capabilities(self) -> Capabilities:
        """Those of the source."""
        return self._source.capabilities

    @property
    def ended(self) -> bool:
        """Whether the source has ended."""
        return self._source.ended

    def open(self) -> LevelRead:
        """Open the source. Raises what it raises."""
        return self._source.open()

    def poll(self) -> Sequence[Batch]:
        """What the source tells. Raises what it raises."""
        batches = self._source.poll()
        for batch in batches:
            self._contacts.feed(batch)
        return batches

    def want_levels(self) -> None:
        """Ask the source."""
        self._source.want_levels()

    def health(self) -> Health:
        """How the source is."""
        return self._source.health()

    def close(self) -> None:
        """Close the source."""
        self._source.close()
