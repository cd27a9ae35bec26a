"""Whole games as text, to be read like a story and reviewed like code.

Each file of `transcripts/` holds a record, line by line as the public format has it, with `#`
lines of explanation. Under each line stands, indented, what the engine made of it: the facts, then
after `=` the state. The indented lines are generated; whoever changes a rule, or adds a story from
a title, a header and some inputs, has them written anew and reads the difference:

    python -m tests.game.test_transcripts
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

from game.cards import Card
from game.engine import step
from game.events import Fact, Finish
from game.record import Header, Record
from game.state import Claim, Laying, Over, State, Turning

FOLDER = Path(__file__).parent / "transcripts"
STORIES = sorted(FOLDER.glob("*.txt"))
INDENT = "    "


def transcript(text: str) -> str:
    """The same story with all that is indented told anew."""
    told = [line for line in text.splitlines() if not line.startswith(INDENT)]
    record = Record(f"{line}\n".encode() for line in told if line.startswith(("{", "[")))
    inputs, state = iter(record), record.header.deal()
    lines: list[str] = []
    for line in told:
        lines.append(line)
        if line.startswith("{"):
            lines.append(f"{INDENT}= {standing(state, record.header)}")
        elif line.startswith("["):
            state, facts = step(state, next(inputs))
            lines.extend(INDENT + part for fact in facts for part in words(fact, record.header))
            lines.append(f"{INDENT}= {standing(state, record.header)}")
    return "".join(f"{line}\n" for line in lines)


def words(fact: Fact | Finish, header: Header) -> Iterator[str]:
    """A fact: when, what, and all it says by name; the hands of a race below it."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in named(fact))
    below: tuple[Finish, ...] = ()
    said = [f"{fact.t_us:>9}{name}"]
    for field in fields(fact):
        value = getattr(fact, field.name)
        if field.name == "hands":
            below = value
        elif field.name in ("seat", "challenger", "winner"):
            said.append(f"{field.name} {who(value, header)}")
        elif value is True:
            said.append(field.name.replace("_", " "))
        elif value is not False and field.name != "t_us":
            said.append(f"{field.name} {plain(value)}")
    yield ", ".join(said)
    for hand in below:
        yield from (f"{INDENT}{line}" for line in words(hand, header))


def named(value: object) -> str:
    """What kind of value it is."""
    return type(value).__name__


def who(seat: int | None, header: Header) -> str:
    """A seat by its player."""
    return "nobody" if seat is None else header.seats[seat]


def plain(value: object) -> str:
    """A value in a word."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return " ".join(map(plain, value))
    return str(value)


def cards(row: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(map(str, row)) or "-"


def standing(state: State, header: Header) -> str:
    """The state in a line: hands, pile, and what is up."""
    hands = zip(header.seats, state.hands, strict=True)
    parts = [", ".join(f"{name} {len(hand)}" for name, hand in hands)]
    burned = f" on {state.burned} face down" if state.burned else ""
    parts.append(f"pile {cards(state.face_up)}{burned}")
    parts.extend(up(state, header))
    for what, seats in (("barred", state.barred - state.out), ("out", state.out)):
        if seats:
            parts.append(f"{what} {', '.join(who(seat, header) for seat in sorted(seats))}")
    if any(state.strikes):
        parts.append(f"strikes {' '.join(map(str, state.strikes))}")
    return " | ".join(parts)


def up(state: State, header: Header) -> Iterator[str]:
    """What must come next, and what lies over it."""
    match state.phase:
        case Laying(seat, challenge):
            yield f"{who(seat, header)} to lay"
        case Turning(seat, challenge, card):
            yield f"{card} of {who(seat, header)} turning"
        case Claim(challenger):
            challenge = None
            yield f"open, {who(challenger, header)} to take it"
        case Over(winner, ending):
            challenge = None
            yield f"over by {plain(ending)}, won by {who(winner, header)}"
    if challenge is not None:
        yield f"{challenge.owed} owed to {who(challenge.challenger, header)}"
    if state.last_chance is not None and state.over is None:
        yield f"last chance, {state.last_chance.laid} laid"
    if state.race is not None:
        yield f"race of {', '.join(who(hand.seat, header) for hand in state.race.contenders)}"
    if state.paused_us is not None:
        yield "paused"
    if state.due_us is not None:
        yield f"due {state.due_us}"


def test_transcripts_are_there() -> None:
    assert len(STORIES) >= 8


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.stem)
def test_transcript_tells_what_the_engine_tells(story: Path) -> None:
    text = story.read_text("utf-8")
    assert transcript(text).splitlines() == text.splitlines()


def main() -> int:
    """Write every story anew; the number of those that changed."""
    changed = 0
    for story in STORIES:
        text = story.read_text("utf-8")
        told = transcript(text)
        if told != text:
            story.write_text(told, "utf-8")
            print(f"{story.name} is told anew")
            changed += 1
    print(f"{changed} of {len(STORIES)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
