"""What the public format promises, for tests that know only the format."""

from io import BytesIO
from typing import Any

from game.engine import replay
from game.record import Record, RecordError
from game.record import summary as summary_of
from game.score import Tally

__all__ = ["RecordError", "summary"]


def summary(text: str) -> dict[str, Any]:
    """The summary of a record's text."""
    record = Record(BytesIO(text.encode()))
    reached = record.header.deal()
    tally = Tally(len(reached.hands))
    for state, facts in replay(reached, record):
        tally.add(facts)
        reached = state
    return summary_of(reached, tally)
