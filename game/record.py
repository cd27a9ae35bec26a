"""The public record of a game: lines of text, and back.

A record is JSON Lines in UTF-8: an object that holds the deal and the rules, then one array an
input in the order of time. It holds all that a game depends on, so whoever has it judges again.
A last line without its end, as a cut of the power leaves it, is no damage: the game is judged up
to there. Any other damage raises `RecordError`, which names the line and what was expected.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from game import events
from game.cards import CARDS, Hand, Seat
from game.engine import SEATS, deal
from game.events import Input
from game.rules import Rules, options_of, rules_of, shortened
from game.score import Tally
from game.state import State

FORMAT, VERSION = "ratscrew-record", 1
MOST_UNCERTAINTY_US = 50_000
LONGEST_LINE = 1 << 20
"""Bytes; no line of a record comes near it."""
DEEPEST_HEADER = 32
"""Lists and objects within one another, so that what was read can be written from anywhere."""

_WITH_SEAT = ("flip", "leave")
_ALONE: dict[str, Callable[[int], Input]] = {
    "shown": events.Shown,
    "pause": events.Pause,
    "resume": events.Resume,
    "tick": events.Tick,
}
_KINDS = "flip, shown, slap, leave, pause, resume, tick"


class RecordError(ValueError):
    """Damage in a record: `line` from 1, and what was expected there."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


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


def input_line(happened: Input) -> str:
    """An input as a line of text, without its end.

    >>> input_line(events.Slap(1250, 1, 40))
    '[1250,"slap",1,40]'
    """
    match happened:
        case events.Flip(t_us, seat):
            return f'[{t_us},"flip",{seat}]'
        case events.Slap(t_us, seat, 0):
            return f'[{t_us},"slap",{seat}]'
        case events.Slap(t_us, seat, uncertainty_us):
            return f'[{t_us},"slap",{seat},{uncertainty_us}]'
        case events.Leave(t_us, seat):
            return f'[{t_us},"leave",{seat}]'
        case _:
            return f'[{happened.t_us},"{type(happened).__name__.lower()}"]'


class Record:
    """A record read line by line: its `header` at once, its inputs by iterating once.

    `lines` are the raw lines with their ends. After iterating, `cut_off` is the number of a last
    line that was cut off, else None, and `line` that of the last line read.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self.cut_off: int | None = None
        self.line = 1
        first = next(self._lines, b"")
        if not first:
            raise RecordError(1, "the file is empty; expected a header")
        self.header = _header(_parsed(first, 1))

    def __iter__(self) -> Iterator[Input]:
        seats, latest_us = len(self.header.seats), 0
        for raw in self._lines:
            self.line += 1
            try:
                parsed = _parsed(raw, self.line)
            except RecordError:
                if not _is_cut_off(raw):
                    raise
                self.cut_off = self.line
                return
            happened = _input(parsed, seats, self.line)
            if happened.t_us < latest_us:
                raise RecordError(self.line, f"t is {happened.t_us}; expected {latest_us} or more")
            latest_us = happened.t_us
            yield happened


def summary(state: State, tally: Tally) -> dict[str, object]:
    """The state reached and its statistics, by the names of the public format."""
    seats = range(len(state.hands))
    challenge, over = state.challenge, state.over
    return {
        "hands": [len(hand) for hand in state.hands],
        "pile": len(state.pile),
        "turn": state.turn,
        "owed": 0 if challenge is None else challenge.owed,
        "challenger": state.challenger,
        "over": over is not None,
        "winner": None if over is None else over.winner,
        "draw": over is not None and over.winner is None,
        "strikes": list(state.strikes),
        "barred": [seat in state.barred for seat in seats],
        "out": [seat in state.out for seat in seats],
        "shown": state.shown,
        "taken": state.taken,
        "slaps": [[slap.t_us, slap.seat, slap.verdict.value] for slap in tally.slaps],
        "scores": tally.points(),
        "t": state.now_us,
    }


def _compact(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if _is_text(text) else json.dumps(value, separators=(",", ":"))


def _parsed(raw: bytes, line: int) -> object:
    if len(raw) > LONGEST_LINE:
        raise RecordError(line, f"longer than {LONGEST_LINE} bytes")
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise RecordError(line, f"expected JSON in UTF-8, found {shortened(raw)}") from None


def _is_cut_off(raw: bytes) -> bool:
    """Whether a line that is not JSON is the start of one, or the empty block of a lost write."""
    if raw.endswith(b"\n") or len(raw) > LONGEST_LINE:
        return False
    return raw.startswith(b"[") or not raw.strip(b"\0")


def _input(parsed: object, seats: int, line: int) -> Input:
    if not isinstance(parsed, list) or len(parsed) < 2:
        raise RecordError(line, f'expected [t, "kind", ...], found {shortened(parsed)}')
    t_us, kind, *rest = parsed
    if type(t_us) is not int or t_us < 0:
        raise RecordError(line, f"t is {shortened(t_us)}; expected whole microseconds from 0")
    if not isinstance(kind, str):
        raise RecordError(line, f"kind is {shortened(kind)}; expected one of {_KINDS}")
    if kind in _ALONE:
        if rest:
            raise RecordError(line, f'expected [t, "{kind}"], found {shortened(parsed)}')
        return _ALONE[kind](t_us)
    if kind not in _WITH_SEAT and kind != "slap":
        raise RecordError(line, f"kind is {shortened(kind)}; expected one of {_KINDS}")
    if not rest or len(rest) > (2 if kind == "slap" else 1):
        more = ", uncertainty_us" if kind == "slap" else ""
        raise RecordError(line, f'expected [t, "{kind}", seat{more}], found {shortened(parsed)}')
    seat = rest[0]
    if type(seat) is not int or not 0 <= seat < seats:
        raise RecordError(line, f"seat is {shortened(seat)}; expected 0 to {seats - 1}")
    if kind == "slap":
        return events.Slap(t_us, seat, _uncertainty(rest[1], line) if len(rest) > 1 else 0)
    return events.Flip(t_us, seat) if kind == "flip" else events.Leave(t_us, seat)


def _uncertainty(value: object, line: int) -> int:
    if type(value) is not int or not 0 <= value <= MOST_UNCERTAINTY_US:
        raise RecordError(
            line, f"uncertainty is {shortened(value)}; expected 0 to {MOST_UNCERTAINTY_US} us"
        )
    return value


def _header(parsed: object) -> Header:
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise RecordError(1, f'expected {{"format": "{FORMAT}", ...}}, found {shortened(parsed)}')
    version = parsed.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(1, f"version is {shortened(version)}; expected {VERSION}")
    seats = _names(parsed.get("seats"))
    hands = _hands(parsed.get("hands"))
    if len(seats) != len(hands):
        raise RecordError(1, f"{len(seats)} seats but {len(hands)} hands; expected as many")
    leader = parsed.get("leader")
    if type(leader) is not int or not 0 <= leader < len(seats):
        raise RecordError(1, f"leader is {shortened(leader)}; expected 0 to {len(seats) - 1}")
    options = parsed.get("rules", {})
    if not isinstance(options, dict):
        raise RecordError(1, f"rules is {shortened(options)}; expected an object")
    seed = parsed.get("seed", "")
    if not _is_text(seed):
        raise RecordError(1, f"seed is {shortened(seed)}; expected a text")
    try:
        rules = rules_of(options)
    except ValueError as error:
        raise RecordError(1, str(error)) from None
    known = ("format", "version", "seats", "leader", "hands", "rules", "seed")
    more = {key: value for key, value in parsed.items() if key not in known}
    if _is_deeper(more, DEEPEST_HEADER):
        raise RecordError(1, f"nested deeper than {DEEPEST_HEADER} levels")
    return Header(seats, leader, hands, rules, str(seed), more)


def _names(value: object) -> tuple[str, ...]:
    least, most = SEATS
    if not isinstance(value, list) or not all(_is_text(name) for name in value):
        raise RecordError(1, f"seats is {shortened(value)}; expected a list of names")
    if not least <= len(value) <= most:
        raise RecordError(1, f"{len(value)} seats; expected {least} to {most}")
    return tuple(value)


def _hands(value: object) -> tuple[Hand, ...]:
    if not isinstance(value, list) or not all(isinstance(hand, list) for hand in value):
        raise RecordError(1, f"hands is {shortened(value)}; expected a list of cards a seat")
    found: set[str] = set()
    for name in (name for hand in value for name in hand):
        if not isinstance(name, str) or name not in CARDS:
            raise RecordError(1, f"card is {shortened(name)}; expected a rank and a suit as KC")
        if name in found:
            raise RecordError(1, f"card {name} is there twice")
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
