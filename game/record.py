"""The public record of a game: lines of text, and back.

A record is JSON Lines in UTF-8: an object that holds the deal and the rules, then one array an
input in the order of time. It holds all that a game depends on, so whoever has it judges again.
A last line without its end, as a cut of the power leaves it, is no damage: the game is judged up
to there. Any other damage raises `RecordError`, which names the line and what was expected.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, starmap
from math import isinf

from game import events
from game.events import Input
from game.header import Header, RecordError, header_line, limits, read_header, unlike
from game.rules import shortened
from game.score import Tally
from game.state import State
from game.words import Words

__all__ = [
    "LATEST_US",
    "LONGEST_LINE",
    "MOST_UNCERTAINTY_US",
    "Header",
    "Record",
    "RecordError",
    "header_line",
    "input_line",
    "standing",
    "summary",
]

MOST_UNCERTAINTY_US = 50_000
LATEST_US = (1 << 63) - 1
"""The greatest time: 292,000 years."""
LONGEST_LINE = 1 << 20
"""Bytes; no line of a record comes near it."""

_WITH_SEAT: dict[str, Callable[[int, int], Input]] = {"flip": events.Flip, "leave": events.Leave}
_ALONE: dict[str, Callable[[int], Input]] = {
    "shown": events.Shown,
    "pause": events.Pause,
    "resume": events.Resume,
    "tick": events.Tick,
}
_KINDS = "flip, shown, slap, leave, pause, resume, tick"

_RUN = 1 << 14
"""Bytes of lines that are looked at together."""
_GAP = "[ \t]*"
_COMMA = f"{_GAP},{_GAP}"
_UNCERTAINTY = "(0|[1-9][0-9]{0,3}|[1-4][0-9]{4}|50000)"
# Nearly every line is one of these, and many are found at once; JSON would take ten times as long.
_COMMON = (
    rf'^\[{_GAP}(0|[1-9][0-9]{{0,17}}){_COMMA}"(?:'
    rf'slap"{_COMMA}([0-%(last)d])(?:{_COMMA}{_UNCERTAINTY})?|'
    rf'(flip|leave)"{_COMMA}([0-%(last)d])|(shown|tick|pause|resume)"){_GAP}\]{_GAP}\r?$'
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
            raise RecordError(1, Words("the file is empty; expected a header"))
        self.header = read_header(_parsed(first, 1))
        common = _COMMON % {"last": len(self.header.seats) - 1}
        self._find_common = re.compile(common.encode(), re.MULTILINE).findall

    def __iter__(self) -> Iterator[Input]:
        return chain.from_iterable(self._checked())

    def look_over(self) -> None:
        """Read on to the end for damage and nothing else, which is much faster than the inputs."""
        for _inputs in self._checked():
            pass

    def _checked(self) -> Iterator[Iterable[Input]]:
        """The inputs of lines that are sound: of many at a time where all are common."""
        latest_us = 0
        for lines in self._runs():
            common = self._find_common(b"".join(lines))
            times_us = [latest_us, *(int(parts[0]) for parts in common)]
            if len(common) == len(lines) and times_us == sorted(times_us):
                self.line += len(lines)
                latest_us = times_us[-1]
                yield starmap(_common, common)
                continue
            for raw in lines:
                self.line += 1
                happened = self._read(raw)
                if happened is None:
                    self.cut_off = self.line
                    return
                if happened.t_us < latest_us:
                    least = Words("{least} or more", least=latest_us)
                    raise unlike("t", happened.t_us, least, self.line)
                latest_us = happened.t_us
                yield (happened,)

    def _runs(self) -> Iterator[list[bytes]]:
        run: list[bytes] = []
        size = 0
        for raw in self._lines:
            if len(raw) > LONGEST_LINE:
                yield run
                raise RecordError(self.line + 1, Words("longer than {n} bytes", n=LONGEST_LINE))
            run.append(raw)
            size += len(raw)
            if size >= _RUN:
                yield run
                run, size = [], 0
        yield run

    def _read(self, raw: bytes) -> Input | None:
        """The input of a line; None if it was cut off."""
        common = self._find_common(raw)
        if len(common) == 1:
            return _common(*common[0])
        try:
            parsed = _parsed(raw, self.line)
        except RecordError:
            if _is_cut_off(raw):
                return None
            raise
        return _input(parsed, len(self.header.seats), self.line)


def summary(state: State, tally: Tally) -> dict[str, object]:
    """The state reached and its statistics, by the names of the public format."""
    slaps = [[slap.t_us, slap.seat, slap.verdict.value] for slap in tally.slaps]
    return {**standing(state, tally), "slaps": slaps}


def standing(state: State, tally: Tally) -> dict[str, object]:
    """The summary without its list of slaps, which may be longer than all the rest."""
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
        "scores": tally.points(),
        "t": state.now_us,
    }


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    """A fraction; one beyond all floats could not be written again."""
    number = float(text)
    if isinf(number):
        raise ValueError("a number is too great")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)


def _parsed(raw: bytes, line: int) -> object:
    if len(raw) > LONGEST_LINE:
        raise RecordError(line, Words("longer than {n} bytes", n=LONGEST_LINE))
    try:
        return _DECODER.decode(raw.decode())
    except (ValueError, RecursionError):
        raise RecordError(
            line,
            Words("expected JSON in UTF-8 with no key twice, found {found}", found=shortened(raw)),
        ) from None


def _is_cut_off(raw: bytes) -> bool:
    """Whether a line that is not JSON is the start of one, or the empty block of a lost write."""
    if raw.endswith(b"\n"):
        return False
    return raw.startswith(b"[") or not raw.strip(b"\0")


def _common(
    t: bytes, slapper: bytes, uncertainty_us: bytes, pressed: bytes, seat: bytes, alone: bytes
) -> Input:
    if slapper:
        return events.Slap(int(t), int(slapper), int(uncertainty_us or 0))
    if pressed:
        return _WITH_SEAT[pressed.decode()](int(t), int(seat))
    return _ALONE[alone.decode()](int(t))


def _input(parsed: object, seats: int, line: int) -> Input:
    if not isinstance(parsed, list) or len(parsed) < 2:
        raise _not_of('[t, "kind", ...]', parsed, line)
    t_us, kind, *rest = parsed
    if type(t_us) is not int or not 0 <= t_us <= LATEST_US:
        expected = Words("whole microseconds, {least} to {most}", least=0, most=LATEST_US)
        raise unlike("t", t_us, expected, line)
    if not isinstance(kind, str):
        raise unlike(Words("kind"), kind, Words("one of {known}", known=_KINDS), line)
    if kind in _ALONE:
        if rest:
            raise _not_of(f'[t, "{kind}"]', parsed, line)
        return _ALONE[kind](t_us)
    if kind not in _WITH_SEAT and kind != "slap":
        raise unlike(Words("kind"), kind, Words("one of {known}", known=_KINDS), line)
    if not rest or len(rest) > (2 if kind == "slap" else 1):
        more = ", uncertainty_us" if kind == "slap" else ""
        raise _not_of(f'[t, "{kind}", seat{more}]', parsed, line)
    seat = rest[0]
    if type(seat) is not int or not 0 <= seat < seats:
        raise unlike(Words("seat"), seat, limits(0, seats - 1), line)
    if kind == "slap":
        return events.Slap(t_us, seat, _uncertainty(rest[1], line) if len(rest) > 1 else 0)
    return _WITH_SEAT[kind](t_us, seat)


def _uncertainty(value: object, line: int) -> int:
    if type(value) is not int or not 0 <= value <= MOST_UNCERTAINTY_US:
        raise unlike(Words("uncertainty"), value, limits(0, f"{MOST_UNCERTAINTY_US} us"), line)
    return value


def _not_of(form: str, found: object, line: int) -> RecordError:
    return RecordError(
        line, Words("expected {form}, found {found}", form=form, found=shortened(found))
    )
