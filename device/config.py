"""What people and the table itself have settled: `ratscrew.toml`, and what was set at the table.

The law: people's files are read and never written. What was set at the table lies in the state
directory, is written as a whole or not at all, and wins. A word that nobody knows is an error in a
file of people; the table's own file that cannot be used is left aside.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from device.folders import text_of
from device.house_rules import refused
from device.language import LANGUAGES, Language
from device.options import LOUDEST, Settings
from device.paper import make_folder, write_whole
from device.seating import check_name, seats_from
from device.toml import flaw
from device.trouble import Trouble, line_of, unknown
from device.view import ROTATIONS, Orientation
from device.wording import said
from game.cpu import Level
from game.engine import SEATS
from game.rules import LIMITS_US, OPTIONS, PRESETS, RuleError, Rules, options_of, rules_of

LEARNED = "settings.json"
_OF_SETTINGS = tuple(each.name for each in fields(Settings))
KEYS = (*_OF_SETTINGS, "tempo", "seats", "names", "rules")
_LIMITS = {
    "brightness": (10, 100),
    **dict.fromkeys(("dim_s", "dark_s"), (10, 86_400)),
    **dict.fromkeys(("lay_s", "pause_s"), (0, 86_400)),
    "lag_ms": (0, 500),
    "volume": (0, LOUDEST),
}
"""Least and greatest of each number, both allowed."""
MOST_NAMES = 24
_UNQUOTED = ("burn", "last_chance", "run_wrap", *LIMITS_US)
"""House rules whose values are no words."""


@dataclass(frozen=True, slots=True)
class Config:
    """What is settled before the command line speaks; `seats` as people write them, or None.

    `names` are those on offer to whoever sits down.
    """

    settings: Settings = field(default_factory=Settings)
    rules: Rules = field(default_factory=Rules)
    tempo: Level = Level.NORMAL
    seats: tuple[str, ...] | None = None
    names: tuple[str, ...] = ()


def read(path: Path, language: Language) -> Config:
    """The configuration of a file. Raises Trouble with the file, the line, and what is allowed."""
    text = text_of(path, language)
    try:
        plain = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # too many digits are no TOMLDecodeError
        raise Trouble(f"{path}: {flaw(error, language)}") from None
    try:
        found = settled(plain, Config(), language)
        _check_lights(found.settings, plain, language)
    except _KeyTrouble as trouble:
        line, what = _line(text, trouble.key), str(trouble)
        if line is not None:
            what = language.gettext("line {n}: {what}").format(n=line, what=what)
        raise Trouble(f"{path}: {what}") from None
    return found


def learned(folder: Path, before: Config, language: Language) -> tuple[Config, str | None]:
    """The configuration with what was set at the table; and a line of trouble, or None."""
    path = folder / LEARNED
    try:
        plain = _learned(path, language) if path.exists() else {}
        return settled(_known(plain), before, language), None
    except (OSError, ValueError, RecursionError, Trouble) as error:
        reason = said(error, language)
        if isinstance(error, ValueError | RecursionError):
            reason = language.gettext("no JSON")
        message = language.gettext("{file} cannot be used and is left aside: {why}")
        return before, message.format(file=path, why=line_of(reason).removeprefix(f"{path}: "))


def learn(folder: Path, **changes: object) -> None:
    """Keep what was set at the table, by the keys of the configuration, as plain values.

    `learn(folder, lang="de", rules=options_of(rules))`. Raises ValueError for what could not be
    read again, OSError where it cannot be written; then the old settings stand.
    """
    from device.language import language

    try:
        settled(changes, Config(), language("en"))
    except Trouble as trouble:
        raise ValueError(str(trouble)) from None
    path = folder / LEARNED
    before: dict[str, object] = {}
    with suppress(OSError, ValueError, RecursionError, Trouble):
        before = _learned(path, language("en"))
    make_folder(folder)
    write_whole(path, json.dumps(before | changes, ensure_ascii=False, indent=1))


def settled(plain: Mapping[str, object], before: Config, language: Language) -> Config:
    """A configuration with these plain values in it. Raises Trouble."""
    _ = language.gettext
    for key in plain:
        if key not in KEYS:
            message = _("unknown key {key}").format(key=line_of(key))
            raise _KeyTrouble(key, str(unknown(message, key, KEYS, language)))
    found: dict[str, Any] = {
        key: _setting(key, plain[key], language) for key in _OF_SETTINGS if key in plain
    }
    tempo = before.tempo
    if "tempo" in plain:
        names = [level.value for level in Level]
        tempo = Level(_one_of("tempo", plain["tempo"], names, language))
    rules = _rules(plain["rules"], language) if "rules" in plain else before.rules
    seats = before.seats
    if "seats" in plain:
        seats = _seats(plain["seats"], tempo, language)
    offered = _names(plain["names"], language) if "names" in plain else before.names
    return Config(replace(before.settings, **found), rules, tempo, seats, offered)


def changes(before: Config, after: Config) -> dict[str, object]:
    """What `learn` must be told so that `after` stands where `before` stood; `seats` never."""
    old, new = _plain(before), _plain(after)
    return {key: value for key, value in new.items() if value != old[key]}


def _plain(config: Config) -> dict[str, object]:
    orientation = config.settings.orientation
    return {
        **{key: getattr(config.settings, key) for key in _OF_SETTINGS},
        "orientation": orientation.value if orientation else "auto",
        "tempo": config.tempo.value,
        "names": list(config.names),
        "rules": options_of(config.rules),
    }


def _learned(path: Path, language: Language) -> dict[str, object]:
    """What was set at the table, as it is written, if all of it can be used."""
    plain = json.loads(text_of(path, language))
    if not isinstance(plain, dict):
        raise Trouble(language.gettext("not an object"))
    settled(_known(plain), Config(), language)
    return plain


def _known(plain: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in plain.items() if key in KEYS}


class _KeyTrouble(Trouble):
    """Trouble with one key of a file."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def _setting(key: str, value: object, language: Language) -> object:
    """What the value of a key of `Settings` means. Raises Trouble."""
    match key:
        case "lang" | "letters":
            return _one_of(key, value, ("auto", *LANGUAGES), language)
        case "flat" | "four_colour":
            return _switch(key, value, language)
        case "orientation":
            names = ["auto", *(orientation.value for orientation in Orientation)]
            name = _one_of(key, value, names, language)
            return None if name == "auto" else Orientation(name)
        case "rotation":
            if type(value) is int and value in ROTATIONS:
                return value
            raise _wrong(key, value, ", ".join(map(str, ROTATIONS)), language, quoted=False)
        case "sound_device":
            if isinstance(value, str):
                return value
            raise _wrong(key, value, language.gettext("a part of its name"), language)
        case _:
            least, most = _LIMITS[key]
            if type(value) is int and least <= value <= most:
                return value
            limits = language.gettext("{least} to {most}")
            if type(value) is not int:
                limits = language.gettext("a whole number, {least} to {most}")
            limits = limits.format(least=least, most=most)
            raise _wrong(key, value, limits, language, quoted=False)


def _rules(plain: object, language: Language) -> Rules:
    _ = language.gettext
    if not isinstance(plain, dict):
        raise _wrong("rules", plain, _("a table"), language)
    known = ("preset", *OPTIONS)
    for key in plain:
        if key not in known:
            message = _("unknown key {key}").format(key=f"rules.{line_of(key)}")
            raise _KeyTrouble(key, str(unknown(message, key, known, language)))
    limit_us = plain.get("time_limit_us")
    options = plain | {"time_limit_us": None} if limit_us == "none" else plain
    if "preset" in plain:
        _one_of("preset", plain["preset"], PRESETS, language)
    try:
        return rules_of(options)
    except RuleError as error:
        what = refused(error, language)
        if isinstance(error.value, str) and error.option in _UNQUOTED:
            what = language.gettext("{what}, without quotation marks").format(what=what)
        raise _KeyTrouble(error.option, what) from None


def _seats(plain: object, tempo: Level, language: Language) -> tuple[str, ...]:
    listed = plain.split(",") if isinstance(plain, str) and "," in plain else plain
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise _wrong("seats", plain, _seats_listed(language), language)
    try:
        seats_from(listed, tempo, language)
    except Trouble as trouble:
        raise _KeyTrouble("seats", f"seats: {trouble}") from None
    return tuple(listed)


def _seats_listed(language: Language) -> str:
    """What `seats` may be."""
    message = language.gettext("a list of {least} to {most} names and cpu:LEVEL, as {example}")
    least, most = SEATS
    return message.format(least=least, most=most, example='["Anna", "cpu"]')


def _names(plain: object, language: Language) -> tuple[str, ...]:
    _ = language.gettext
    if not isinstance(plain, list) or not all(isinstance(name, str) for name in plain):
        raise _wrong("names", plain, _("a list of names"), language)
    if len(plain) > MOST_NAMES:
        raise _wrong("names", plain, _("{n} names at most").format(n=MOST_NAMES), language)
    try:
        for name in plain:
            check_name(name, plain, language)
    except Trouble as trouble:
        raise _KeyTrouble("names", f"names: {trouble}") from None
    return tuple(plain)


def _one_of(key: str, value: object, known: Any, language: Language) -> str:
    if isinstance(value, str) and value in known:
        return value
    message = language.gettext("{key} is {value}").format(key=key, value=line_of(repr(value)))
    raise _KeyTrouble(key, str(unknown(message, str(value), known, language)))


def _switch(key: str, value: object, language: Language) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, value, "true, false", language, quoted=False)
    return value


def _check_lights(settings: Settings, plain: Mapping[str, object], language: Language) -> None:
    """What people have written down makes an idle table dim before it is dark."""
    if settings.dark_s >= settings.dim_s:
        return
    if "dark_s" in plain:
        message = language.gettext("{least} or more, as is dim_s")
        raise _wrong("dark_s", settings.dark_s, message.format(least=settings.dim_s), language)
    message = language.gettext("{most} or less, as is dark_s")
    raise _wrong("dim_s", settings.dim_s, message.format(most=settings.dark_s), language)


def _wrong(
    key: str, value: object, allowed: str, language: Language, quoted: bool = True
) -> Trouble:
    """`quoted`: what is allowed stands in quotation marks, or the value does not."""
    message = language.gettext("{key} is {value}; allowed: {allowed}")
    if not quoted and isinstance(value, str):
        message = language.gettext("{what}, without quotation marks").format(what=message)
    return _KeyTrouble(key, message.format(key=key, value=line_of(repr(value)), allowed=allowed))


def _line(text: str, key: str) -> int | None:
    """The line where a key stands, from 1; None where it is written in some other way."""
    written = re.compile(rf"""^\s*\[?\s*["']?{re.escape(key)}["']?\s*[\]=.]""")
    numbers = (number for number, line in enumerate(text.split("\n"), 1) if written.match(line))
    return next(numbers, None)
