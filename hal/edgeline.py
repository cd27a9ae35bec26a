"""One line of an edge log: the values that it stands for, as text and back.

The law: a line is read as the format has it or not at all; damage raises `EdgeLogError`, which
names the line and what was expected.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from reprlib import Repr
from typing import TypeAlias

from hal.buttons import MOST_LINES, Batch, Edge, LevelRead
from hal.debounce import ConstantError, Constants
from hal.sequence import Sequencer
from hal.words import Words, either

FORMAT, VERSION = "ratscrew-edges", 1
LONGEST_LINE = 1 << 20
"""Bytes; no line of a log comes near it."""
LATEST_NS = (1 << 63) - 1
MOST_LINE = (1 << 31) - 1


class EdgeLogError(ValueError):
    """Damage in an edge log: `line` from 1, and what was expected there."""

    def __init__(self, line: int, message: object) -> None:
        super().__init__(Words("line {n}: {what}", n=line, what=message))
        self.line = line


@dataclass(frozen=True, slots=True)
class Barrier:
    """Every edge older than `t_ns` less the guard has been handed over."""

    t_ns: int


Heard: TypeAlias = Edge | Barrier | LevelRead


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the first levels (a level for each line) and the constants.

    `snapshot_ns`: when the levels were read; older edges are in them already. 0 where a log does
    not say. `more` keeps every key that the format does not know.
    """

    levels: Mapping[int, int]
    constants: Constants
    snapshot_ns: int = 0
    more: Mapping[str, object] = field(default_factory=dict)

    def sequencer(self) -> Sequencer:
        """A sequencer as the table had it when the log began."""
        return Sequencer(self.levels, self.constants, self.snapshot_ns)


def header_line(header: Header) -> str:
    """The header as a line of text, without its end; it holds every constant."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "lines": list(header.levels),
            "levels": {str(line): level for line, level in header.levels.items()},
            **{name: getattr(header.constants, name) for name in CONSTANTS},
            "snapshot_ns": header.snapshot_ns,
            **header.more,
        }
    )


def batch_lines(batch: Batch) -> Iterator[str]:
    """A batch as lines of text, without their ends.

    >>> list(batch_lines(Batch((Edge(1250, 5, 1, 7, 2),), 3000)))
    ['["edge", 1250, 5, 1, 7, 2]', '["barrier", 3000]']
    """
    for edge in batch.edges:
        numbers = ""
        if edge.gseq is not None or edge.lseq is not None:
            numbers = f", {_number(edge.gseq)}, {_number(edge.lseq)}"
        yield f'["edge", {edge.ts_ns}, {edge.line}, {edge.level:d}{numbers}]'
    if batch.barrier_ns is not None:
        yield f'["barrier", {batch.barrier_ns}]'
    if batch.read is not None:
        levels = {str(line): int(level) for line, level in batch.read.levels.items()}
        yield f'["levels", {batch.read.t_ns}, {json.dumps(levels)}]'


CONSTANTS = tuple(item.name for item in fields(Constants))
_KNOWN = ("format", "version", "lines", "levels", "snapshot_ns", *CONSTANTS)
_LIKE_A_CONSTANT = re.compile("[tw]_[a-z_]+_ns")
_SHORT = Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 40


def _number(value: int | None) -> str:
    return "null" if value is None else str(value % (1 << 32))


def _shortened(value: object) -> str:
    """A damaged value in a message: one short line, whatever it is."""
    return _SHORT.repr(value)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def parsed_line(raw: bytes, line: int) -> object:
    """What a raw line holds as JSON; `line` from 1, for the damage that it may raise."""
    if len(raw) > LONGEST_LINE:
        raise EdgeLogError(line, Words("longer than {n} bytes", n=LONGEST_LINE))
    try:
        return _DECODER.decode(raw.decode())
    except (ValueError, RecursionError):
        raise EdgeLogError(
            line,
            Words("expected JSON in UTF-8 with no key twice, found {found}", found=_shortened(raw)),
        ) from None


def time_in(value: object, line: int) -> int:
    """A time in ns."""
    if type(value) is not int or not 0 <= value <= LATEST_NS:
        raise _not_in(Words("time"), value, line, 0, f"{LATEST_NS} ns")
    return value


def line_in(value: object, levels: Mapping[int, int], line: int) -> int:
    """A line of the chip, one of those that have `levels`."""
    if type(value) is not int or value not in levels:
        raise _no_such_line(value, levels, line)
    return value


def _level(value: object, line: int) -> int:
    if type(value) is not int or value not in (0, 1):
        raise _unlike(Words("level"), value, either(0, 1), line)
    return value


def _sequence_number(value: object, line: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < 1 << 32:
        raise _not_in(Words("number"), value, line, 0, (1 << 32) - 1)
    return value


def heard_in(parsed: object, levels: Mapping[int, int], line: int) -> Heard:
    """What was heard by the lines that have `levels`."""
    form: object
    match parsed:
        case ["edge", t_ns, number, level]:
            return Edge(time_in(t_ns, line), line_in(number, levels, line), _level(level, line))
        case ["edge", t_ns, number, level, gseq, lseq]:
            return Edge(
                time_in(t_ns, line),
                line_in(number, levels, line),
                _level(level, line),
                _sequence_number(gseq, line),
                _sequence_number(lseq, line),
            )
        case ["barrier", t_ns]:
            return Barrier(time_in(t_ns, line))
        case ["levels", t_ns, {**read}]:
            return LevelRead(time_in(t_ns, line), _levels(read, tuple(levels), line))
        case ["edge", *_]:
            form = Words("{form} or with two numbers more", form='["edge", ts_ns, line, level]')
        case ["barrier", *_]:
            form = '["barrier", t_ns]'
        case ["levels", *_]:
            form = '["levels", t_ns, {"line": level}]'
        case _:
            form = Words(
                "{first}, {other} or {last}",
                first='["edge", ...]',
                other='["barrier", ...]',
                last='["levels", ...]',
            )
    raise _not_of(form, parsed, line)


def _levels(read: Mapping[object, object], known: tuple[int, ...], line: int) -> dict[int, int]:
    names: dict[object, int] = {str(number): number for number in known}
    for name in read:
        if name not in names:
            raise _no_such_line(name, known, line)
    return {names[name]: _level(level, line) for name, level in read.items()}


def header_in(parsed: object) -> Header:
    """The header, of the first line."""
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise _not_of(f'{{"format": "{FORMAT}", ...}}', parsed, 1)
    version = parsed.get("version")
    if type(version) is not int or version != VERSION:
        raise _unlike("version", version, VERSION)
    lines = _lines(parsed.get("lines"))
    levels = parsed.get("levels")
    if not isinstance(levels, dict) or len(levels) != len(lines):
        raise _unlike("levels", levels, Words("a level for each line"))
    found = _levels(levels, lines, 1)
    if "guard_ns" not in parsed:
        raise EdgeLogError(
            1, Words("guard_ns is missing; expected how far behind a barrier edges come")
        )
    for name in parsed:
        if _LIKE_A_CONSTANT.fullmatch(name) and name not in CONSTANTS:
            known = ", ".join(CONSTANTS)
            raise EdgeLogError(
                1,
                Words(
                    "no constant {name}; expected one of {known}",
                    name=_shortened(name),
                    known=known,
                ),
            )
    try:
        constants = Constants(**{name: parsed[name] for name in CONSTANTS if name in parsed})
    except ConstantError as error:
        raise EdgeLogError(1, error.args[0]) from None
    snapshot_ns = time_in(parsed.get("snapshot_ns", 0), 1)
    more = {key: value for key, value in parsed.items() if key not in _KNOWN}
    return Header({line: found[line] for line in lines}, constants, snapshot_ns, more)


def _lines(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_LINES:
        raise _unlike("lines", value, Words("a list of 1 to {most} lines", most=MOST_LINES))
    for line in value:
        if type(line) is not int or not 0 <= line <= MOST_LINE:
            raise _not_in(Words("line"), line, 1, 0, MOST_LINE)
    if len(set(value)) < len(value):
        raise _unlike("lines", value, Words("each line once"))
    return tuple(value)


def _not_in(key: object, value: object, line: int, least: int, most: object) -> EdgeLogError:
    expected = Words("{least} to {most}", least=least, most=most)
    return _unlike(key, value, expected, line)


def _unlike(key: object, value: object, expected: object, line: int = 1) -> EdgeLogError:
    return EdgeLogError(
        line,
        Words(
            "{key} is {value}; expected {expected}",
            key=key,
            value=_shortened(value),
            expected=expected,
        ),
    )


def _not_of(form: object, found: object, line: int) -> EdgeLogError:
    return EdgeLogError(
        line, Words("expected {form}, found {found}", form=form, found=_shortened(found))
    )


def _no_such_line(value: object, levels: Iterable[int], line: int) -> EdgeLogError:
    known = ", ".join(map(str, levels))
    return EdgeLogError(
        line,
        Words("no line {value}; expected one of {known}", value=_shortened(value), known=known),
    )
