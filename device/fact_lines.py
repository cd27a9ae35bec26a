"""Facts as lines of JSON: the name of the fact, then its fields by their names.

A long record has more facts than lines, and they may not take longer to write than to judge: so
the form of each kind of line is made once.
"""

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
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
    form, values = _form(kind, kind.__name__)
    return form % tuple([_WRITERS[type(value)](value) for value in values(fact)])


@cache
def _form(kind: Any, name: str) -> tuple[str, Callable[[Any], tuple[Any, ...]]]:
    """The line of a kind of fact with a place for each value, and what gets the values."""
    names = [item.name for item in fields(kind)]
    parts = [f'"{item}":%s' for item in names]
    if name:
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        parts.insert(0, f'"fact":"{snake[1:]}"')
    values = attrgetter(*names)
    if len(names) > 1:
        return "{" + ",".join(parts) + "}", values
    return "{" + ",".join(parts) + "}", lambda fact: (values(fact),)


def _list(values: tuple[Any, ...]) -> str:
    return "[" + ",".join([_WRITERS[type(value)](value) for value in values]) + "]"


def _finish(finish: Finish) -> str:
    form, values = _form(Finish, "")
    return form % tuple([_WRITERS[type(value)](value) for value in values(finish)])


def _chosen(kind: type[Enum]) -> Callable[[Any], str]:
    return {value: f'"{value.value}"' for value in kind}.__getitem__


_WRITERS: dict[type, Callable[[Any], str]] = {
    int: repr,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
    tuple: _list,
    Finish: _finish,
    Card: lambda card: f'"{card}"',
    **{kind: _chosen(kind) for kind in (By, Ending, Verdict, Pattern)},
}
