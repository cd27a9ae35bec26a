"""The game that was not finished: its journal read back, and judged anew.

The law: what cannot be gone on with is told, and keeps no table from its next game.
"""

from pathlib import Path

from device.journal import JournalError
from device.paper import lines_to_zero, regular
from device.wording import Words, reason_of
from game.engine import step
from game.events import Input
from game.record import LATEST_US, Header, Record, RecordError, input_line
from game.state import State

_LATEST_US = LATEST_US // 2
"""A game that is later than this, as no clock makes it, would come to times that no record has."""


def read_back(path: Path) -> tuple[Header, list[Input]] | None:
    """An unfinished game: its header and its inputs; None without one.

    Raises JournalError where the file is damaged or unreadable.
    """
    try:
        with regular(path) as file:
            record = Record(lines_to_zero(file))
            state = record.header.deal()
            inputs: list[Input] = []
            for happened in record:
                state = _judged(state, happened)
                inputs.append(happened)
            if state.now_us > _LATEST_US:
                late = Words("{n} us leave no time for going on", n=state.now_us)
                raise JournalError(_of(path, late))
    except FileNotFoundError:
        return None
    except OSError as error:
        message = Words("cannot read {path}: {why}", path=path, why=reason_of(error))
        raise JournalError(message, error) from None
    except (RecordError, _UnjudgeableError) as error:
        raise JournalError(_of(path, error)) from None
    return None if state.over else (record.header, inputs)


class NothingLeftError(Exception):
    """There is no game to go on with, though that was asked for."""

    def __init__(self) -> None:
        super().__init__(Words("--resume: no game was left to go on with; this is a new one"))


class _UnjudgeableError(Exception):
    """The judge itself failed at an input."""


def _judged(state: State, happened: Input) -> State:
    """The next state. An input that stopped the table once must not stop its next start too."""
    try:
        return step(state, happened)[0]
    except Exception as error:  # noqa: BLE001 - whatever it was, it is told and put aside
        line = input_line(happened)
        raise _UnjudgeableError(
            Words("{line} cannot be judged: {why}", line=line, why=error)
        ) from None


def _of(path: Path, what: object) -> Words:
    return Words("{file}: {what}", file=path, what=what)
