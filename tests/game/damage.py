"""A good record, what is wrong with another, and how that must be told."""

import json
from collections.abc import Iterable
from io import BytesIO

from hypothesis import strategies as st

from game.cards import DECK
from game.record import Header, Record, RecordError, header_line, input_line
from game.rules import Rules
from tests.game.script import game

texts = st.text(max_size=20)
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
EIGHT = Header(
    tuple("ABCDEFGH"), 0, tuple((card,) for card in DECK[:8]), Rules(), "", {"kinds": ["person"]}
)


def read(lines: Iterable[bytes]) -> Record:
    """A record read to its end."""
    record = Record(lines)
    list(record)
    return record


GOOD = (
    game("5 3 9 | 5 4 8", seed="s", kinds=1).lay(0, 1).slap(0, unsure=7).pause().resume().leave(1)
)
LINES = GOOD.text().encode().splitlines(keepends=True)


def damage_of(text: bytes) -> RecordError | None:
    """What is wrong with it; None where it is a game, and can be written again."""
    try:
        record = read(BytesIO(text))
    except RecordError as error:
        return error
    again = Record([header_line(record.header).encode()])
    assert again.header == record.header
    assert record.cut_off in (None, record.line)
    means_what_it_says(text)
    return None


def means_what_it_says(text: bytes) -> None:
    """Every input is what its line says in JSON, however quickly it was read."""
    lines = BytesIO(text).readlines()
    for line, happened in zip(lines[1:], Record(lines), strict=False):
        said = json.loads(line)
        if said[1] == "slap" and said[3:] == [0]:
            del said[3]
        assert said == json.loads(input_line(happened))


def survives(text: bytes) -> None:
    """It is a game, or a named damage in one short line."""
    damage = damage_of(text)
    if damage is not None:
        message = str(damage)
        assert message.startswith(f"line {damage.line}: ")
        assert len(message.splitlines()) == 1
        assert len(message) < 500
        assert 1 <= damage.line <= text.count(b"\n") + 1
        message.encode()
