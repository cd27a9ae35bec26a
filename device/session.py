"""One game being played: presses, shown cards and computer players become one ordered story.

The law: an input reaches the engine when nothing older can come any more (the *horizon*), in the
order of its stamp, and after it is written. So it does not matter when the loop comes round, how
fast pictures are drawn, or in which order presses arrived.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from device.journal import JournalError
from device.memo import Writing
from game.cards import Seat
from game.cpu import Computers, coming
from game.engine import step
from game.events import Fact, GameOver, Input, RaceClosed, Slapped, Taken, Tick
from game.state import State

VERDICTS = (RaceClosed, Slapped, Taken, GameOver)
"""What people have seen decided must not be decided anew because the power went."""


def worth_writing(happened: Input, facts: Sequence[Fact]) -> bool:
    """Whether an input that meant these facts must stand in a record.

    A tick by which nothing came about need not. One by which something did must, or what people
    saw decided might be decided again after a crash.
    """
    return not isinstance(happened, Tick) or bool(facts)


class Session:
    """A running game: its `state`, and what is still to be judged.

    All times are microseconds from the deal.
    """

    def __init__(self, state: State, computers: Computers, journals: Sequence[Writing]) -> None:
        self.state = state
        self._troubles: list[JournalError] = []
        self._computers = computers
        self._journals = tuple(journals)
        self._idle: set[Seat] = set()
        self._heard: list[tuple[int, int, Input]] = []
        self._arrived = 0
        computers.watch(state, ())

    def recall(self, inputs: Iterable[Input]) -> list[Fact]:
        """Judge inputs that are written already, as after a crash; what they meant."""
        return [fact for happened in inputs for fact in self._adopt(*step(self.state, happened))]

    def hear(self, happened: Input) -> None:
        """A press, a shown card, a pause: it is judged once the horizon has come so far."""
        heappush(self._heard, (happened.t_us, self._arrived, happened))
        self._arrived += 1

    def advance(self, horizon_us: int) -> list[Fact]:
        """Judge all that is not younger than the horizon; what it meant, in order.

        At equal stamps what was heard goes before what a computer player does.
        """
        facts: list[Fact] = []
        while True:
            own = coming(self.state, self._computers)
            if self._heard and (own is None or self._heard[0][0] <= own.t_us):
                if self._heard[0][0] > horizon_us:
                    return facts
                happened = heappop(self._heard)[2]
                if happened.t_us < self.state.now_us:  # a straggler counts from now on
                    happened = replace(happened, t_us=self.state.now_us)
            elif own is not None and own.t_us <= horizon_us:
                happened = own
            else:
                return facts
            facts += self._write_and_judge(happened)

    def mark_idle(self, seat: Seat) -> None:
        """A card of this seat lays itself, and the records say so."""
        if seat not in self._idle:
            self._idle.add(seat)
            self._write_to_all(lambda journal: journal.mark_idle(seat))

    def due_us(self) -> int | None:
        """When something happens though nobody presses, None where nothing does."""
        own = coming(self.state, self._computers)
        times = [own.t_us] if own is not None else []
        times += [self._heard[0][0]] if self._heard else []
        return min(times, default=None)

    def troubles(self) -> list[JournalError]:
        """What could not be written since the last call; the game goes on without."""
        told, self._troubles = self._troubles, []
        return told

    def close(self) -> None:
        """Let the journals go, whole and on the disk."""
        for journal in self._journals:
            journal.close()

    def _write_and_judge(self, happened: Input) -> tuple[Fact, ...]:
        """A press is written before it is judged; a tick after, if it turns out to count."""
        pressed = not isinstance(happened, Tick)
        if pressed:
            self._write(happened)
        state, facts = step(self.state, happened)
        if not pressed and worth_writing(happened, facts):
            self._write(happened)
        if any(isinstance(fact, VERDICTS) for fact in facts):
            for journal in self._journals:
                journal.hurry()
        return self._adopt(state, facts)

    def _write(self, happened: Input) -> None:
        self._write_to_all(lambda journal: journal.append(happened))

    def _write_to_all(self, write: Callable[[Writing], None]) -> None:
        for journal in self._journals:
            try:
                write(journal)
            except JournalError as error:
                self._troubles.append(error)

    def _adopt(self, state: State, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        self.state = state
        self._computers.watch(state, facts)
        return facts
