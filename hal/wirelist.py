"""`wiring.toml`: the wiring of a table as people write it, and back.

The law: a list that could wire the wrong thing is refused as a whole, with the key, its value and
what would be right. Lines that belong to something else are refused unless they are named in
`allow_reserved`.

    chip = "pinctrl-rp1"        # left out: the chip of the Pi's header
    [[seat]]                    # once for each seat, clockwise
    slap = 17                   # the number of the GPIO, or "GPIO17"
    flip = 18
    lamp = 4                    # may be left out
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Final

from hal.chips import HEADER_LABELS
from hal.debounce import ConstantError, Constants
from hal.header import FREE, RESERVED, line_of
from hal.wiring import Wiring

KEYS: Final = ("chip", "allow_reserved", "timing", "seat")
SEAT_KEYS: Final = ("slap", "flip", "lamp")
TIMING_KEYS: Final = tuple(
    item.name.replace("_ns", "_us") for item in fields(Constants) if item.name != "anticip_ns"
)
SEATS: Final = (2, 8)
MOST_LINE: Final = 1023
"""Of a chip that is no header."""


class Fault(Enum):
    """What is wrong with a list."""

    SYNTAX = "is no TOML"
    UNKNOWN_KEY = "is no key"
    MISSING_KEY = "is missing"
    WRONG_KIND = "is of the wrong kind"
    NO_LINE = "is no line"
    RESERVED = "belongs to something else"
    TWICE = "is wired twice"
    SEATS = "is no number of seats"
    TIMING = "cannot be"


class WiringError(ValueError):
    """A list that wires no table. `key` as people find it ("seat 2 slap"), `value` as it stands.

    `known`: the words allowed; `other`: the key that has the line already; `reason`: what the
    parser said, or what could be. `row` is the line of the text, from 1, where it is known.
    """

    def __init__(
        self,
        fault: Fault,
        key: str,
        value: object = None,
        known: Iterable[str] = (),
        other: str = "",
        reason: object = "",
    ) -> None:
        self.fault, self.key, self.value = fault, key, value
        self.known, self.other, self.reason = tuple(known), other, reason
        self.row: int | None = None
        super().__init__(fault, key)

    def __str__(self) -> str:
        """One line, in English; the program has longer ones."""
        shown = "" if self.value is None else f" = {self.value!r:.40}"
        more = self.other or str(self.reason) or ", ".join(self.known)
        return f"{self.key}{shown} {self.fault.value}" + (f": {more}" if more else "")


def read_wiring(text: str) -> Wiring:
    """The wiring that a text lists. Raises WiringError."""
    try:
        plain = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # too many digits are no TOMLDecodeError
        raise WiringError(Fault.SYNTAX, "wiring", reason=error) from None
    try:
        return wiring_of(plain)
    except WiringError as error:
        error.row = _row(text, error.key)
        raise


def wiring_of(plain: Mapping[str, object]) -> Wiring:
    """The wiring of plain values. Raises WiringError."""
    _know(plain, KEYS, "")
    chip = plain.get("chip")
    if chip is not None and (not isinstance(chip, str) or not chip):
        raise WiringError(Fault.WRONG_KIND, "chip", chip, HEADER_LABELS)
    on_header = chip is None or chip in HEADER_LABELS
    granted = _granted(plain.get("allow_reserved", []))
    rows = plain.get("seat", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise WiringError(Fault.WRONG_KIND, "seat", rows, ("[[seat]]",))
    least, most = SEATS
    if not least <= len(rows) <= most:
        raise WiringError(Fault.SEATS, "seat", len(rows), map(str, range(least, most + 1)))
    named = {line_of(row.get(name)) for row in rows for name in SEAT_KEYS}
    free = [str(line) for line in FREE if line not in named]
    taken: dict[int, str] = {}
    found: dict[str, list[int | None]] = {name: [] for name in SEAT_KEYS}
    for number, row in enumerate(rows, start=1):
        _know(row, SEAT_KEYS, f"seat {number} ")
        for name in SEAT_KEYS:
            key = f"seat {number} {name}"
            line = None
            if name in row:
                line = _line(key, row[name], granted, on_header)
                if line in taken:
                    raise WiringError(Fault.TWICE, key, line, free, other=taken[line])
                taken[line] = key
            elif name != "lamp":
                raise WiringError(Fault.MISSING_KEY, key)
            found[name].append(line)
    lamps = tuple(found["lamp"])
    return Wiring(
        slap=tuple(line for line in found["slap"] if line is not None),
        flip=tuple(line for line in found["flip"] if line is not None),
        lamp=() if set(lamps) == {None} else lamps,
        chip=chip,
        timing=_timing(plain.get("timing", {})),
    )


def written(wiring: Wiring, remarks: Iterable[str] = ()) -> str:
    """A text that lists this wiring, below these remarks."""
    lines = [f"# {remark}" for remark in remarks]
    if wiring.chip is not None:
        lines.append(f"chip = {json.dumps(wiring.chip)}")
    on_header = wiring.chip is None or wiring.chip in HEADER_LABELS
    used = {*wiring.lines, *wiring.lamps().values()}
    if on_header and used & RESERVED:
        lines.append(f"allow_reserved = {sorted(used & RESERVED)}")
    lamps = wiring.lamps()
    for seat, (slap, flip) in enumerate(zip(wiring.slap, wiring.flip, strict=True)):
        lines += ["", "[[seat]]", f"slap = {slap}", f"flip = {flip}"]
        if seat in lamps:
            lines.append(f"lamp = {lamps[seat]}")
    if wiring.timing:
        lines += ["", "[timing]"]
        lines += [f"{_us(name)} = {value // 1000}" for name, value in wiring.timing]
    return "\n".join([*lines, ""])


def _know(plain: Mapping[str, object], known: Iterable[str], where: str) -> None:
    for key in plain:
        if key not in known:
            raise WiringError(Fault.UNKNOWN_KEY, f"{where}{key}", known=known)


def _granted(plain: object) -> frozenset[int]:
    words = plain if isinstance(plain, list) else [plain]
    lines = {line_of(word): word for word in words}
    if None in lines or not isinstance(plain, list):
        known = [str(line) for line in sorted(RESERVED)]
        raise WiringError(Fault.WRONG_KIND, "allow_reserved", plain, known)
    return frozenset(line for line in lines if line is not None)


def _line(key: str, word: object, granted: frozenset[int], on_header: bool) -> int:
    if not on_header:
        if type(word) is not int or not 0 <= word <= MOST_LINE:
            raise WiringError(Fault.NO_LINE, key, word, (f"0 .. {MOST_LINE}",))
        return word
    line = line_of(word)
    if line is None:
        raise WiringError(Fault.NO_LINE, key, word, map(str, FREE))
    if line in RESERVED and line not in granted:
        raise WiringError(Fault.RESERVED, key, line, map(str, FREE))
    return line


def _timing(plain: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(plain, dict):
        raise WiringError(Fault.WRONG_KIND, "timing", plain, ("[timing]",))
    _know(plain, TIMING_KEYS, "timing ")
    found: list[tuple[str, int]] = []
    for key, value in plain.items():
        if type(value) is not int:
            raise WiringError(Fault.WRONG_KIND, f"timing {key}", value, ("1000",))
        found.append((key.replace("_us", "_ns"), value * 1000))
        try:
            replace(Constants(), **dict(found))
        except ConstantError as error:  # whose value is in ns, people's in us
            raise WiringError(Fault.TIMING, f"timing {key}", value, reason=error.limit) from None
    return tuple(found)


def _us(name: str) -> str:
    return name.replace("_ns", "_us")


def _row(text: str, key: str) -> int | None:
    """Where a key stands: that of a seat below the seat's own heading."""
    words = key.split() or [key]
    numbered = len(words) > 1 and words[0] == "seat" and words[1].isascii()
    wanted = int(words[1]) if numbered and words[1].isdecimal() else 0
    below = words[-1] if wanted or len(words) > 1 else None
    seats, rows = 0, text.splitlines()
    for number, row in enumerate(rows, start=1):
        heading = re.match(r"\s*\[\[\s*seat\s*\]\]", row) is not None
        seats += heading
        if below is None and re.match(rf"\s*\[*{re.escape(key)}\b", row):
            return number
        if below is not None and seats == wanted and re.match(rf"\s*{re.escape(below)}\s*=", row):
            return number
    return None
