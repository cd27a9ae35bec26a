"""From what was asked for to `PlayOptions`, or one line that says why not.

The law: the command line wins over what was set at the table, that over the files of people. What
cannot be is told before anything opens.
"""

import os
import re
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from device import config, folders
from device.dealing import seats_of
from device.formats import RECORD, hint
from device.house_rules import refused
from device.language import Language
from device.options import PlayOptions, SeatPlan, Settings, default_seats, demonstration
from device.paper import opened, raw_lines, written_to
from device.presses import SCRIPT
from device.scores import SCORES
from device.scribe import JOURNAL
from device.seating import seats_from
from device.trouble import Trouble, line_of, unknown
from device.wording import said
from game.cpu import Level
from game.daily import daily
from game.record import Header, Record, RecordError
from game.rules import OPTIONS, RuleError, Rules, options_of, rules_of

FOUR_SEATS = "egyptian-war"
"""The preset that is for four (S2)."""

# Options that settle the same thing: at most one of each row.
_APART = (
    ("daily", "seats", "rules", "set", "tempo", "seed", "deal", "resume", "fast"),
    ("deal", "seed"),
    ("resume", "fresh", "seats", "rules", "set", "seed", "deal", "fast"),
    ("fast", "buttons", "edge_log", "simulate"),
)


def play_options(
    read: Namespace,
    language: Language,
    environment: Mapping[str, str],
    today: Callable[[], date],
    warn: Callable[[str], None],
) -> PlayOptions:
    """What was asked for. Raises Trouble; `warn` is told what is left aside."""
    _agree(read, language)
    state_dir = folders.state_dir(environment)
    before, trouble = _configured(read.config, state_dir, language, environment)
    if trouble is not None:
        warn(trouble)
    asked = today() if read.daily == "today" else read.daily
    deal = None if read.deal is None else _deal(read.deal, language)
    seats, rules, tempo = _game(read, before, asked, deal, language)
    record, edge_log = _files(read, state_dir, language, warn)
    return PlayOptions(
        seats=seats,
        rules=rules,
        tempo=tempo,
        state_dir=state_dir,
        buttons=read.buttons or "auto",
        display=read.display or "auto",
        simulate=_simulated(read, language),
        patient=read.patient,
        daily=asked,
        seed=read.seed,
        deal=deal,
        record=record,
        edge_log=edge_log,
        last_edges=folders.runtime_dir(environment),
        resume=read.resume,
        fresh=read.fresh,
        fast=read.fast,
        settings=replace(before.settings, lang=read.lang or before.settings.lang),
        config=None if read.config is None else Path(read.config),
        asked=any((read.seats, read.seed, read.deal, read.resume, asked, before.seats)),
        names=before.names,
        trouble=trouble or "",
    )


def _game(
    read: Namespace,
    before: config.Config,
    day: date | None,
    deal: Header | None,
    language: Language,
) -> tuple[tuple[SeatPlan, ...], Rules, Level]:
    """Who sits where, the rules, and how quick the computers are. Raises Trouble."""
    tempo = before.tempo if read.tempo is None else Level(read.tempo)
    if day is not None:
        tempo, rules = Level.NORMAL, daily(day).rules
        seats = default_seats(tempo, language)
    else:
        rules = _rules(read, before.rules if deal is None else deal.rules, language)
        seats = _seats(read.seats, before.seats, deal, tempo, language)
        if len(seats) != 4 and rules.preset == FOUR_SEATS and (deal is None or read.rules):
            message = language.gettext("the number of seats is {n}; {rules} is for 4")
            raise Trouble(message.format(rules=FOUR_SEATS, n=len(seats)))
    if read.fast:
        seats = _only_computers(seats, read.seats is not None, tempo, language)
    return seats, rules, tempo


def _files(
    read: Namespace, state_dir: Path, language: Language, warn: Callable[[str], None]
) -> tuple[Path | None, Path | None]:
    """Where the record goes, and the edge log; None: nowhere. Raises Trouble."""
    record = written_to("--record", read.record, language)
    edge_log = written_to("--edge-log", read.edge_log, language)
    _apart(
        {
            "--record": record,
            "--edge-log": edge_log,
            "--buttons": _script(read.buttons),
            "--deal": None if read.deal is None else Path(read.deal),
            str(state_dir / JOURNAL): state_dir / JOURNAL,
            str(state_dir / SCORES): state_dir / SCORES,
        },
        language,
    )
    for option, path in (("--record", record), ("--edge-log", edge_log)):
        if path is not None and path.is_file() and path.stat().st_size:
            message = language.gettext(
                "{option}: {file} is there already; it is replaced when the game begins"
            )
            warn(message.format(option=option, file=line_of(path)))
    return record, edge_log


def _simulated(read: Namespace, language: Language) -> bool:
    if read.simulate and read.display not in ("oled", "both"):
        raise Trouble(language.gettext("--simulate goes with --display oled or both"))
    return bool(read.simulate)


def house_rules(
    read: Namespace,
    language: Language,
    environment: Mapping[str, str],
    warn: Callable[[str], None],
) -> tuple[Rules, Settings]:
    """The rules asked for, else those of this table, and its settings. Raises Trouble."""
    state_dir = folders.state_dir(environment)
    before, trouble = _configured(read.config, state_dir, language, environment)
    if trouble is not None:
        warn(trouble)
    return _rules(read, before.rules, language), before.settings


def one_rule(word: str, language: Language) -> tuple[str, object]:
    """A house rule as people write it, `burn=2`: its option and a plain value. Raises Trouble."""
    _ = language.gettext
    option, equals, text = word.partition("=")
    option, text = option.strip(), text.strip()
    if not equals:
        raise Trouble(_("--set is {word}; expected OPTION=VALUE").format(word=line_of(repr(word))))
    if option not in OPTIONS:
        message = _("--set: unknown option {option}").format(option=line_of(repr(option)))
        raise unknown(message, option, OPTIONS, language)
    return option, _plain(option, text)


def _plain(option: str, text: str) -> object:
    if option == "patterns":
        return [name.strip() for name in text.split(",")] if text and text != "none" else []
    values: dict[str, object] = {"true": True, "false": False}
    if option == "time_limit_us":
        values |= {"none": None, "null": None}
    if text in values:
        return values[text]
    with suppress(ValueError):  # too many digits
        return int(text) if re.fullmatch("-?[0-9]+", text) else text
    return text


def _agree(read: Namespace, language: Language) -> None:
    """Nothing was asked for that something else settles already."""
    for first, *others in _APART:
        if not getattr(read, first):
            continue
        for other in others:
            if getattr(read, other) not in (None, False, []):
                message = language.gettext("--{first} and --{other} cannot go together")
                raise Trouble(message.format(first=first, other=other.replace("_", "-")))
    if read.fast and read.display not in (None, "none"):
        message = language.gettext("--{first} and --{other} cannot go together")
        raise Trouble(message.format(first="fast", other=f"display {read.display}"))


def _configured(
    folder: str | None,
    state_dir: Path,
    language: Language,
    environment: Mapping[str, str],
) -> tuple[config.Config, str | None]:
    """What is settled, and what is wrong with what was settled at the table."""
    path = folders.config_file(None if folder is None else Path(folder), environment, language)
    before = config.Config() if path is None else config.read(path, language)
    return config.learned(state_dir, before, language)


def _deal(name: str, language: Language) -> Header:
    with opened(name, language) as file:
        try:
            return Record(raw_lines(file)).header
        except RecordError as error:
            more = hint(file, RECORD, language)
            raise Trouble(f"{name}: {said(error, language)}{more}") from None


def _rules(read: Namespace, before: Rules, language: Language) -> Rules:
    """The preset asked for, else the rules before, and single rules on top."""
    chosen = options_of(before) if read.rules is None else {"preset": read.rules}
    try:
        return rules_of(chosen | dict(read.set))
    except RuleError as error:
        message = language.gettext("--set: {why}")
        raise Trouble(message.format(why=refused(error, language))) from None


def _seats(
    asked: str | None,
    before: Sequence[str] | None,
    deal: Header | None,
    tempo: Level,
    language: Language,
) -> tuple[SeatPlan, ...]:
    _ = language.gettext
    if asked is not None:
        seats = seats_from(asked.split(","), tempo, language)
        if deal is not None and len(deal.seats) != len(seats):
            message = _("the number of seats is {n}; the deal is for {dealt}")
            raise Trouble(message.format(n=len(seats), dealt=len(deal.seats)))
        return seats
    if deal is not None:
        return seats_of(deal)
    if before is not None:
        return seats_from(before, tempo, language)
    return default_seats(tempo, language)


def _only_computers(
    seats: tuple[SeatPlan, ...], asked: bool, tempo: Level, language: Language
) -> tuple[SeatPlan, ...]:
    """For a game without waiting: a person who was asked for is an error, another is replaced."""
    person = next((seat.name for seat in seats if seat.is_person), None)
    if asked and person is not None:
        message = language.gettext("--fast is for computer players only, but {name} is a person")
        raise Trouble(message.format(name=person))
    return demonstration(seats, tempo)


def _script(word: str | None) -> Path | None:
    name = "" if word is None else word.removeprefix(SCRIPT)
    return Path(name) if name != word and name else None


def _apart(files: Mapping[str, Path | None], language: Language) -> None:
    """No file is written twice, or written while it is read. Raises Trouble."""
    seen: dict[str, str] = {}
    for option, path in files.items():
        if path is None or str(path).startswith("/dev/"):
            continue
        place = os.path.realpath(path)
        if place in seen:
            message = language.gettext("{first} and {other} are the same file: {file}")
            told = message.format(first=seen[place], other=option, file=line_of(path))
            raise Trouble(told)
        seen[place] = option
