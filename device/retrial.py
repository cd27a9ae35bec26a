"""A record judged again: its facts as lines, then what was reached.

The law: a record of any length takes no more memory than a short one. What a summary lists in full
is kept on file, and nobody has so many reactions that the first 100,000 do not tell the median.
"""

from collections.abc import Callable, Iterator

from device.evidence import Evidence
from device.slap_list import SlapList
from game.engine import step
from game.events import Fact, GameOver, RaceClosed, Slapped, SlapWithdrawn, Taken, Verdict
from game.score import Tally

_COUNTED = frozenset({Slapped, RaceClosed, SlapWithdrawn, Taken, GameOver})
_UNSCORED = frozenset({Verdict.LATE, Verdict.IGNORED, Verdict.BARRED})
_MOST_SLAPS = 4096
"""Slaps that a tally keeps before they are let go."""
_MOST_REACTIONS = 100_000


class Retrial:
    """Judges a record that was looked over: `lines` once, to the end; then the rest is true.

    `state` is the state reached, `tally` knows everything but the single slaps, which are in
    `slaps`. Close it.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self.header = evidence.header
        self.state = evidence.header.deal()
        self.tally = Tally(len(self.header.seats))
        self.slaps = SlapList()

    def lines(self, line: Callable[[Fact], str]) -> Iterator[str]:
        """What `line` makes of each fact, an end after each, some thousand at a time."""
        state = self.state
        for inputs in self._evidence.inputs():
            lines: list[str] = []
            for happened in inputs:
                state, facts = step(state, happened)
                for fact in facts:
                    lines.append(line(fact))
                    if type(fact) in _COUNTED:
                        self._count(fact)
                if len(self.tally.slaps) > _MOST_SLAPS and state.race is None:
                    self._let_go()
            self.state = state
            if lines:
                lines.append("")
                yield "\n".join(lines)
        self.tally.slaps.clear()

    def close(self) -> None:
        """Let the file of the slaps go."""
        self.slaps.close()

    def _count(self, fact: Fact) -> None:
        self.slaps.add(fact)
        if not isinstance(fact, Slapped) or fact.verdict not in _UNSCORED:
            self.tally.add((fact,))

    def _let_go(self) -> None:
        self.tally.slaps.clear()
        for reactions_us in self.tally.reactions_us:
            del reactions_us[_MOST_REACTIONS:]
