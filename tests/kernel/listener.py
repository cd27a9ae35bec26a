"""Somebody who hears a source out, and a child that does while it can be stopped."""

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from hal.buttons import ButtonEvent, ButtonsError, Edge
from hal.clock import MonotonicClock
from hal.sequence import Sequencer

CLOCK = MonotonicClock()
LINES = (5, 6, 13, 16, 17, 18, 22, 23, 24, 27)


class Listener:
    """A source heard to the end: its `edges` and `events`."""

    def __init__(self, source: Any) -> None:
        self.source = source
        first = source.open()
        self.sequencer = Sequencer(first.levels, source.constants, first.t_ns)
        self.edges: list[Edge] = []
        self.events: list[ButtonEvent] = []

    def hear(self, for_s: float) -> None:
        """Hear for so long."""
        end_ns = CLOCK.now_ns() + round(for_s * 1e9)
        while CLOCK.now_ns() < end_ns:
            for batch in self.source.poll():
                self.edges += batch.edges
                self.events += self.sequencer.take(batch)
            if self.sequencer.resync_wanted:
                self.source.want_levels()
            time.sleep(0.001)

    def hear_out(self) -> None:
        """Hear until nothing has come for a while, however slow this machine is."""
        heard, since_ns, health = -1, 0, self.source.health()
        while heard != len(self.edges) or (health.alive and health.beat_ns < since_ns):
            heard, since_ns = len(self.edges), CLOCK.now_ns()
            self.hear(0.3)
            health = self.source.health()

    def told(self) -> dict[str, Any]:
        """All that was heard, as JSON has it."""
        return {
            "edges": len(self.edges),
            "newest": max((edge.gseq or 0 for edge in self.edges), default=0),
            "counts": asdict(self.sequencer.counts),
            "events": [
                [event.kind.value, event.line, event.ts_ns, event.uncertainty_us, event.flags.names]
                for event in self.events
            ],
        }


def refusal_of(source: Any) -> str:
    """The error that a source cannot be opened with: its name and its line."""
    try:
        source.open()
    except ButtonsError as error:
        return f"{type(error).__name__}: {error}"
    source.close()
    return "opened"


class Child:
    """A process of its own that runs `work`, which gets a way to tell and a way to be asked."""

    def __init__(self, work: Callable[[Callable[[Any], None], Callable[[], bool]], None]) -> None:
        told, telling = os.pipe()
        asked, self._asking = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.set_blocking(asked, False)

            def tell(what: Any) -> None:
                os.write(telling, json.dumps(what).encode() + b"\n")

            def is_asked() -> bool:
                try:
                    return bool(os.read(asked, 1))
                except BlockingIOError:
                    return False

            try:
                work(tell, is_asked)
            finally:
                os._exit(0)
        os.close(telling)
        os.close(asked)
        self._told = os.fdopen(told)

    def tells(self) -> Any:
        """What it tells next, None once it has ended; waits for it."""
        line = self._told.readline()
        return json.loads(line) if line else None

    def ask(self) -> None:
        """Ask it."""
        os.write(self._asking, b"?")

    def stop(self) -> None:
        """Let it stand still."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        os.kill(self.pid, signal.SIGCONT)

    def end(self) -> None:
        """Wait for its end."""
        os.waitpid(self.pid, 0)
        self._told.close()
        os.close(self._asking)
