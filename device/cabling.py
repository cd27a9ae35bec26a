"""Which wiring counts at this table, and what is wrong with a list that wires none.

The law: what was learned by pressing lies in the state directory and wins over the files of
people, which are only read. A file of people that cannot be used is trouble; the table's own is
left aside and said so. Whoever reads of a line reads both its numbers.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.folders import config_file, text_of
from device.language import Language
from device.paper import make_folder, write_whole
from device.toml import flaw
from device.trouble import Trouble, line_of, unknown
from device.wording import said
from hal.chips import HEADER_LABELS
from hal.header import LINES, USES, Use, pin_meant
from hal.wirelist import SEATS, Fault, WiringError, read_wiring, written
from hal.wiring import Button, Wiring, default_wiring

FILE = "wiring.toml"


@dataclass(frozen=True, slots=True)
class Cabling:
    """A wiring and the file it comes from, None for that of the program.

    `trouble`: a line about a learned wiring that could not be used, else None.
    """

    wiring: Wiring
    file: Path | None = None
    trouble: str | None = None


def cabling(
    folder: Path | None,
    state_dir: Path,
    environment: Mapping[str, str],
    language: Language,
    seats: int = 4,
) -> Cabling:
    """The wiring that counts: the learned one, that of people, or the default for `seats`.

    `folder`: where people asked to read from, None where they did not. Raises Trouble.
    """
    path = config_file(folder, environment, language, FILE)
    trouble = None
    learned = state_dir / FILE
    try:
        if learned.exists():
            return Cabling(read(learned, language), learned)
    except (OSError, Trouble) as error:
        message = language.gettext("{file} cannot be used and is left aside: {why}")
        trouble = message.format(file=learned, why=line_of(error).removeprefix(f"{learned}: "))
    wiring = default_wiring(seats) if path is None else read(path, language)
    return Cabling(wiring, path, trouble)


def read(path: Path, language: Language) -> Wiring:
    """The wiring of a file. Raises Trouble with the file, the line, and what is allowed."""
    try:
        return read_wiring(text_of(path, language))
    except WiringError as error:
        what = sentence(error, language)
        if error.row is not None:
            what = language.gettext("line {n}: {what}").format(n=error.row, what=what)
        raise Trouble(f"{path}: {what}") from None


def may_keep(state_dir: Path) -> bool:
    """Whether a learned wiring could be kept there, as far as can be known without trying."""
    folders = (state_dir, *state_dir.parents)
    there = next((folder for folder in folders if os.path.exists(folder)), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def keep(state_dir: Path, wiring: Wiring, remarks: Sequence[str]) -> Path:
    """Keep a wiring as the learned one, as a whole or not at all. Raises OSError."""
    path = state_dir / FILE
    make_folder(state_dir)
    write_whole(path, written(wiring, remarks))
    return path


def line_name(line: int, wiring: Wiring, language: Language) -> str:
    """A line with both its numbers, "GPIO17 (pin 11)"; on another chip it has only one."""
    if wiring.chip is not None and wiring.chip not in HEADER_LABELS:
        return language.gettext("line {line}").format(line=line)
    return _both(line, language)


def button_name(button: Button, language: Language) -> str:
    """A button as it is called in the wiring."""
    _ = language.gettext
    return {Button.SLAP: _("slap"), Button.FLIP: _("flip")}[button]


def use_name(use: Use, language: Language) -> str:
    """What a line of the header is for besides buttons."""
    _ = language.gettext
    return {
        Use.EEPROM: _("the EEPROM of a board on top"),
        Use.I2C: _("the I2C bus of the small display"),
        Use.CONSOLE: _("the serial console"),
        Use.SPI: _("the SPI bus"),
        Use.SOUND: _("sound boards"),
    }[use]


def sentence(error: WiringError, language: Language) -> str:
    """What is wrong with a list, in one line."""
    _ = language.gettext
    key, value = line_of(error.key), line_of(f"{error.value!r:.40}")
    allowed = _ranges(error.known)
    match error.fault:
        case Fault.SYNTAX:
            return line_of(flaw(error.reason, language))
        case Fault.UNKNOWN_KEY:
            message = _("unknown key {key}").format(key=key)
            return str(unknown(message, error.key.split()[-1], error.known, language))
        case Fault.MISSING_KEY:
            return _("{key} is missing; a seat has slap and flip").format(key=key)
        case Fault.SEATS:
            least, most = SEATS
            number = error.value if isinstance(error.value, int) else 0
            message = language.ngettext(
                "there is {n} seat, each a [[seat]]; allowed: {least} to {most}",
                "there are {n} seats, each a [[seat]]; allowed: {least} to {most}",
                number,
            )
            return message.format(n=error.value, least=least, most=most)
        case Fault.NO_LINE:
            return _no_line(key, value, error, language)
        case Fault.RESERVED:
            line = error.value if isinstance(error.value, int) else 0
            message = _(
                "{key} is {line}, which belongs to {use}; allowed: {allowed}, "
                "or name it in allow_reserved"
            )
            name, use = _both(line, language), use_name(USES[line], language)
            return message.format(key=key, line=name, use=use, allowed=allowed)
        case Fault.TWICE:
            line = error.value if isinstance(error.value, int) else 0
            name = _both(line, language) if line in LINES else value
            message = _("{key} is {line}, which {other} has already; free: {allowed}")
            return message.format(key=key, line=name, other=error.other, allowed=allowed)
        case Fault.WRONG_KIND:
            message = _("{key} is {value}; allowed: {allowed}")
            return message.format(key=key, value=value, allowed=allowed)
        case Fault.TIMING:
            message = _("{key} is {value}; expected {expected}")
            expected = said(error.reason, language)
            return message.format(key=key, value=value, expected=expected)


def _no_line(key: str, value: str, error: WiringError, language: Language) -> str:
    """No line of this number: people often mean the pin."""
    _ = language.gettext
    meant = pin_meant(error.value)
    if meant is not None and len(error.known) > 1:
        if meant.line is None:
            message = _("{key} is {value}; pin {pin} is {name}, no GPIO; allowed: {allowed}")
        else:
            message = _("{key} is {value}; if that is the pin, write {name}; allowed: {allowed}")
        return message.format(
            key=key, value=value, pin=meant.number, name=meant.name, allowed=_ranges(error.known)
        )
    message = _("{key} is {value}; allowed: the number of a GPIO, {allowed}")
    return message.format(key=key, value=value, allowed=_ranges(error.known))


def _both(line: int, language: Language) -> str:
    message = language.gettext("GPIO{line} (pin {pin})")
    return message.format(line=line, pin=LINES[line].number)


def _ranges(words: Sequence[str]) -> str:
    """Numbers in a row as their first and last, other words as they are.

    >>> _ranges(["4", "5", "6", "9"]), _ranges(["a", "b"])
    ('4-6, 9', 'a, b')
    """
    if not all(word.isdigit() for word in words):
        return ", ".join(words)
    rows: list[list[int]] = []
    for number in map(int, words):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)
