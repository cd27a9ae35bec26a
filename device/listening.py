"""Buttons under test: what their contacts do, through the very stream that a game hears.

The law: a press is told with the raw edges that it was made of, so it is told when its contact has
come to rest; everything else is told as soon as it is certain. Nothing here waits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hal.buttons import ButtonEvent, Flag, Kind, Source
from hal.contacts import Contact, Contacts, Overheard
from hal.debounce import Constants
from hal.stream import LineTrouble, Stream


@dataclass(frozen=True, slots=True)
class Press:
    """A press and the contact that made it."""

    event: ButtonEvent
    contact: Contact


@dataclass(frozen=True, slots=True)
class Tally:
    """What one line did so far; `latency_ns`: the longest from a contact to its being told.

    `last`: the contact of its last press.
    """

    presses: int = 0
    bounces: int = 0
    length_ns: int = 0
    latency_ns: int = 0
    glitches: int = 0
    chatter: int = 0
    noisy: int = 0
    stuck: int = 0
    off: int = 0
    last: Contact | None = None


class Tallies:
    """What each of some lines did, by its events and by `contacts` of the same source."""

    def __init__(self, lines: Iterable[int], contacts: Contacts) -> None:
        self._contacts = contacts
        self._open: list[ButtonEvent] = []
        self.of = {line: Tally() for line in lines}
        """The tally of each line."""

    @property
    def unsettled(self) -> bool:
        """Whether a press is still to be told, since its contact may go on."""
        return bool(self._open)

    def hear(self, event: ButtonEvent) -> bool:
        """Count what a line did; whether that is all of it: a press is told by `settled`."""
        if event.kind is Kind.PRESS:
            self._open.append(event)
            return False
        self._count(event)
        return True

    def settled(self, horizon_ns: int) -> list[Press]:
        """The presses whose contact has come to rest, when all up to the horizon is known."""
        closed: list[Press] = []
        still: list[ButtonEvent] = []
        for event in self._open:
            contact = self._contacts.contact(event.line, event.ts_ns, horizon_ns)
            if contact is None:
                still.append(event)
                continue
            closed.append(Press(event, contact))
            tally = self.of[event.line]
            self.of[event.line] = replace(
                tally,
                presses=tally.presses + 1,
                bounces=max(tally.bounces, contact.bounces),
                length_ns=max(tally.length_ns, contact.length_ns),
                latency_ns=max(tally.latency_ns, event.latency_ns),
                last=contact,
            )
        self._open = still
        return closed

    def _count(self, event: ButtonEvent) -> None:
        tally = self.of[event.line]
        match event.kind:
            case Kind.GLITCH:
                tally = replace(tally, glitches=tally.glitches + 1)
            case Kind.CHATTER:
                tally = replace(tally, chatter=tally.chatter + 1)
            case Kind.NOISY if Flag.DISABLED in event.flags:
                tally = replace(tally, off=tally.off + 1)
            case Kind.NOISY:
                tally = replace(tally, noisy=tally.noisy + 1)
            case Kind.STUCK:
                tally = replace(tally, stuck=tally.stuck + 1)
            case _:
                return
        self.of[event.line] = tally


class Listening:
    """Opens a source and hears it out, line by line. Used by one thread.

    `tallies` has every line of the source. Raises what the source raises.
    """

    def __init__(self, source: Source, constants: Constants) -> None:
        contacts = Contacts(constants)
        self._stream = Stream(Overheard(source, contacts), constants)
        self._tallies = Tallies(source.lines, contacts)
        self.tallies = self._tallies.of

    @property
    def ended(self) -> bool:
        """Whether nothing can come any more, and all was told."""
        return self._stream.ended and not self._tallies.unsettled

    @property
    def horizon_ns(self) -> int:
        """Every event to come is younger than this."""
        return self._stream.horizon_ns

    def troubled(self) -> dict[int, LineTrouble]:
        """The lines that are not heard just now, and why."""
        return self._stream.troubled()

    def look(self) -> list[Press | ButtonEvent]:
        """What has become certain since the last look; a press comes as a `Press`."""
        told: list[Press | ButtonEvent] = [
            event for event in self._stream.listen() if self._tallies.hear(event)
        ]
        return told + self._tallies.settled(self.horizon_ns)

    def close(self) -> None:
        """Let the source go."""
        self._stream.close()
