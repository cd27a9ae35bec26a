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
    state = record.header.deal()
    tally = Tally(len(state.hands))
    for state, facts in replay(state, record):  # noqa: B007 - the last state counts
        tally.add(facts)
    return summary_of(state, tally)
