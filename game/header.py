"""The first line of a record: who sits where, which cards they hold, by which rules.

An object that holds all a game depends on but the inputs; keys that the format does not know are
kept as they are. What is wrong with it raises `RecordError`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from game.cards import CARDS, Hand, Seat
from game.engine import SEATS, deal
from game.rules import RuleError, Rules, options_of, rules_of, shortened
from game.state import State
from game.words import Words

FORMAT, VERSION = "ratscrew-record", 1
DEEPEST_HEADER = 32
"""Lists and objects within one another, so that what was read can be written from anywhere."""


class RecordError(ValueError):
    """Damage in a record: `line` from 1, and what was expected there."""

    def __init__(self, line: int, message: object) -> None:
        super().__init__(Words("line {n}: {what}", n=line, what=message))
        self.line = line


def unlike(key: object, value: object, expected: object, line: int = 1) -> RecordError:
    """The damage of a value that is not what was expected."""
    return RecordError(
        line,
        Words(
            "{key} is {value}; expected {expected}",
            key=key,
            value=shortened(value),
            expected=expected,
        ),
    )


def limits(least: int, most: object) -> Words:
    """Both allowed."""
    return Words("{least} to {most}", least=least, most=most)


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: who sits where, the hands (top card first), the rules, the key of chance.

    `more` keeps every key that the format does not know.
    """

    seats: tuple[str, ...]
    leader: Seat
    hands: tuple[Hand, ...]
    rules: Rules
    seed: str
    more: Mapping[str, object] = field(default_factory=dict)

    def deal(self) -> State:
        """The state at time 0."""
        return deal(self.rules, self.hands, self.leader, self.seed)


def header_line(header: Header) -> str:
    """The header as a line of text, without its end."""
    return _compact(
        {
            "format": FORMAT,
            "version": VERSION,
            "seats": list(header.seats),
            "leader": header.leader,
            "hands": [[str(card) for card in hand] for hand in header.hands],
            "rules": options_of(header.rules),
            "seed": header.seed,
            **header.more,
        }
    )


def read_header(parsed: object) -> Header:
    """The header in a first line that was JSON. Raises RecordError."""
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        form = f'{{"format": "{FORMAT}", ...}}'
        raise RecordError(
            1, Words("expected {form}, found {found}", form=form, found=shortened(parsed))
        )
    version = parsed.get("version")
    if type(version) is not int or version != VERSION:
        raise unlike("version", version, VERSION)
    seats = _names(parsed.get("seats"))
    hands = _hands(parsed.get("hands"))
    if len(seats) != len(hands):
        raise RecordError(
            1,
            Words(
                "{seats} seats but {hands} hands; expected as many",
                seats=len(seats),
                hands=len(hands),
            ),
        )
    leader = parsed.get("leader")
    if type(leader) is not int or not 0 <= leader < len(seats):
        raise unlike("leader", leader, limits(0, len(seats) - 1))
    options = parsed.get("rules", {})
    if not isinstance(options, dict):
        raise unlike("rules", options, Words("an object"))
    seed = parsed.get("seed", "")
    if not _is_text(seed):
        raise unlike("seed", seed, Words("a text"))
    try:
        rules = rules_of(options)
    except RuleError as error:
        raise RecordError(1, error.args[0]) from None
    known = ("format", "version", "seats", "leader", "hands", "rules", "seed")
    more = {key: value for key, value in parsed.items() if key not in known}
    if _is_deeper(more, DEEPEST_HEADER):
        raise RecordError(1, Words("nested deeper than {n} levels", n=DEEPEST_HEADER))
    return Header(seats, leader, hands, rules, str(seed), more)


def _names(value: object) -> tuple[str, ...]:
    least, most = SEATS
    if not isinstance(value, list) or not all(_is_text(name) for name in value):
        raise unlike("seats", value, Words("a list of names"))
    if not least <= len(value) <= most:
        raise RecordError(
            1, Words("{n} seats; expected {expected}", n=len(value), expected=limits(least, most))
        )
    return tuple(value)


def _hands(value: object) -> tuple[Hand, ...]:
    if not isinstance(value, list) or not all(isinstance(hand, list) for hand in value):
        raise unlike("hands", value, Words("a list of cards a seat"))
    found: set[str] = set()
    for name in (name for hand in value for name in hand):
        if not isinstance(name, str) or name not in CARDS:
            raise unlike(Words("card"), name, Words("a rank and a suit as KC"))
        if name in found:
            raise RecordError(1, Words("card {card} is there twice", card=name))
        found.add(name)
    return tuple(tuple(CARDS[name] for name in hand) for hand in value)


def _is_deeper(value: object, levels: int) -> bool:
    """Whether lists and objects nest more than so many levels deep."""
    if not isinstance(value, list | dict):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deeper(item, levels - 1) for item in inner)


def _is_text(value: object) -> bool:
    """Whether it is a text that can be written again: JSON can name halves of characters."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _compact(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if _is_text(text) else json.dumps(value, separators=(",", ":"))
