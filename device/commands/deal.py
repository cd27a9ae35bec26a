"""`ratscrew deal`: the cards of a seed or of a date, and the key that they come from."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

from device.arguments import Arguments
from device.commands.play import TODAY, day, seed
from device.dealing import first_header
from device.language import Language
from device.options import PlayOptions, compass
from device.seating import seat_number, seats_from
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from game.cpu import Level
from game.daily import daily
from game.engine import SEATS
from game.record import Header, header_line
from game.rules import Rules

_FOUR = 4


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments("deal", language, _("Show the cards of a seed, or those of a day."))
    taken.option(
        "--seed",
        _("TEXT"),
        _("the text that the cards come from"),
        lambda word: seed(word, language),
    )
    least, most = SEATS
    taken.option(
        "--seats",
        "N",
        _("for how many, {least} to {most}; else 4").format(least=least, most=most),
        lambda word: seat_number(word, SEATS, language),
    )
    taken.option(
        "--daily",
        _("DATE"),
        _("the game of the day (UTC), or of a DATE (YYYY-MM-DD)"),
        lambda word: day(word, language),
        without=TODAY,
    )
    taken.flag("--json", _("the first line of a record, for ratscrew play --deal"))
    return taken


def run(words: Sequence[str], terminal: Terminal, today: Callable[[], date]) -> Status:
    """Show the deal. Raises Trouble."""
    language = terminal.language
    _ = language.gettext
    read = arguments(language).read(words)
    if (read.seed is None) == (read.daily is None):
        raise Trouble(_("deal needs either --seed TEXT or --daily"))
    if read.daily is not None and read.seats is not None:
        message = _("--{first} and --{other} cannot go together")
        raise Trouble(message.format(first="daily", other="seats"))
    asked = today() if read.daily == TODAY else read.daily
    words = [compass(language)[0], *["cpu"] * ((read.seats or _FOUR) - 1)]
    header = first_header(
        PlayOptions(
            seats=seats_from(words, Level.NORMAL, language),
            rules=Rules() if asked is None else daily(asked).rules,
            tempo=Level.NORMAL,
            state_dir=Path(),
            daily=asked,
            seed=read.seed,
        )
    )
    if read.json:
        terminal.public_format()
        terminal.say(header_line(header))
    else:
        for line in _for_people(header, language):
            terminal.say(line)
    return Status.DONE


def _for_people(header: Header, language: Language) -> Iterator[str]:
    _ = language.gettext
    leader = header.seats[header.leader]
    yield _("Key: {key}").format(key=line_of(header.seed))
    yield _("Rules: {rules}").format(rules=header.rules.preset)
    yield _("{name} leads; the top card of each hand comes first").format(name=leader)
    wide = max(map(len, header.seats))
    for name, hand in zip(header.seats, header.hands, strict=True):
        yield f"{name:<{wide}}  {' '.join(language.card(card) for card in hand)}"
