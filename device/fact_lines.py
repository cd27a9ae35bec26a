"""Facts as lines of JSON: the name of each in lower case, then its fields by their names.

The law: a line follows from the fact's own fields, so whatever `game.events` adds is written too.
A long record has more facts than lines, and they may not take longer to write than to judge.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any

from game.cards import Card
from game.events import By, Ending, Fact, Finish, Verdict
from game.patterns import Pattern


def fact_line(fact: Fact) -> str:
    """A fact as one JSON object, without a line's end.

    >>> from game.events import Burned
    >>> fact_line(Burned(1250, 2, 1))
    '{"fact":"burned","t_us":1250,"seat":2,"cards":1}'
    """
    kind: Any = type(fact)
    return _form(kind, kind.__name__).filled(fact)


@dataclass(frozen=True, slots=True)
class _Form:
    """A line with a place for each value; `others` are the places of values that are no number."""

    line: str
    values: Callable[[Any], Any]
    others: tuple[int, ...]

    def filled(self, value: object) -> str:
        """The line of one value."""
        found = self.values(value)
        if self.others:
            found = list(found)
            for place in self.others:
                item = found[place]
                found[place] = _WRITERS[type(item)](item)
            found = tuple(found)
        line: str = self.line % found
        return line


@cache
def _form(kind: Any, name: str) -> _Form:
    """The form of a kind of fact; without a name, of a value inside one."""
    items = fields(kind)
    parts = [f'"{item.name}":%{"d" if item.type is int else "s"}' for item in items]
    if name:
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        parts.insert(0, f'"fact":"{snake[1:]}"')
    others = tuple(place for place, item in enumerate(items) if item.type is not int)
    return _Form("{" + ",".join(parts) + "}", attrgetter(*(item.name for item in items)), others)


def _list(values: tuple[Any, ...]) -> str:
    return "[" + ",".join([_WRITERS[type(value)](value) for value in values]) + "]"


def _name(value: Any) -> str:
    return f'"{value._value_}"'


_WRITERS: dict[type, Callable[[Any], str]] = {
    int: repr,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
    tuple: _list,
    Finish: lambda finish: _form(Finish, "").filled(finish),
    Card: lambda card: f'"{card.rank._value_}{card.suit._value_}"',
    **dict.fromkeys((By, Ending, Verdict, Pattern), _name),
}
