"""Who sits where, as people write it: `Anna,Ben,cpu:fast,cpu`.

The law: a word is the name of a person, but `cpu` or `cpu:LEVEL` is a computer player, which gets
its name here. No two seats have one name.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from unicodedata import category

from device.language import LANGUAGES, Language, language
from device.options import SeatPlan, compass
from device.trouble import Trouble, line_of, unknown
from game.cpu import Level
from game.engine import SEATS

LONGEST_NAME = 20
"""Letters; a longer name is not legible at its seat."""
_COMPUTER = "cpu"
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"


def seats_from(words: Sequence[str], tempo: Level, language: Language) -> tuple[SeatPlan, ...]:
    """The seats in this order; `cpu` alone plays at `tempo`. Raises Trouble."""
    _ = language.gettext
    least, most = SEATS
    if not least <= len(words) <= most:
        message = _("the number of seats is {n}; allowed: {least} to {most}")
        raise Trouble(message.format(n=len(words), least=least, most=most))
    levels = [_level(word.strip(), tempo, language) for word in words]
    persons = [word.strip() for word, level in zip(words, levels, strict=True) if level is None]
    for name in persons:
        check_name(name, persons, language)
    taken = {name.casefold() for name in persons}
    seats: list[SeatPlan] = []
    for seat, (word, level) in enumerate(zip(words, levels, strict=True)):
        name = word.strip() if level is None else _name(seat, len(words), taken, language)
        taken.add(name.casefold())
        seats.append(SeatPlan(name, level))
    return tuple(seats)


def seat_number(word: str, allowed: tuple[int, int], language: Language) -> int:
    """A number of seats, from the least that is allowed to the most. Raises Trouble."""
    least, most = allowed
    known = [str(number) for number in range(least, most + 1)]
    if word in known:
        return int(word)
    message = language.gettext("--seats is {word}; allowed: {least} to {most}")
    raise Trouble(message.format(word=line_of(repr(word)), least=least, most=most))


def person_name(place: int, language: Language) -> str:
    """What somebody is called who has told no name; by the place at the table, from 0."""
    return language.gettext("Player {n}").format(n=place + 1)


def named(
    plans: Sequence[SeatPlan], places: Sequence[int], language: Language
) -> tuple[SeatPlan, ...]:
    """The same seats, with a name for whoever has none."""
    taken = {plan.name.casefold() for plan in plans if plan.name}
    seats: list[SeatPlan] = []
    for seat, (plan, place) in enumerate(zip(plans, places, strict=True)):
        name, guest = plan.name, plan.guest
        if not name and plan.is_person:
            guest = True
            name = person_name(place, language)
            while name.casefold() in taken:
                name += "'"
        elif not name:
            name = _name(seat, len(plans), taken, language)
        taken.add(name.casefold())
        seats.append(SeatPlan(name, plan.level, guest))
    return tuple(seats)


def spoken_names(seats: Sequence[SeatPlan], language: Language) -> tuple[str, ...]:
    """The names of seats as they are told: one that nobody chose is that of this language.

    Where that would be somebody else's name too, it stays as it is.
    """
    names = [seat.name for seat in seats]
    ours = _given(language)
    for seat, plan in enumerate(seats):
        name = ours.get(plan.name, plan.name) if plan.guest or plan.level else plan.name
        if name not in names:
            names[seat] = name
    return tuple(names)


@cache
def _given(spoken: Language) -> Mapping[str, str]:
    """Each name that the program gives in any language, and what it is in this one."""
    names = [_all_given(language(code)) for code in LANGUAGES]
    return {
        name: ours for each in names for name, ours in zip(each, _all_given(spoken), strict=True)
    }


def _all_given(spoken: Language) -> list[str]:
    _ = spoken.gettext
    numbers = range(1, SEATS[1] + 1)
    return [
        *compass(spoken),
        *(_("Computer {n}").format(n=number) for number in numbers),
        *(_("Player {n}").format(n=number) for number in numbers),
    ]


def _level(word: str, tempo: Level, language: Language) -> Level | None:
    """None for the name of a person."""
    kind, colon, level = word.partition(":")
    if kind.lower() != _COMPUTER:
        return None
    if not colon:
        return tempo
    levels = [known.value for known in Level]
    if level in levels:
        return Level(level)
    message = language.gettext("unknown computer player {word}").format(word=line_of(word))
    raise unknown(message, word, [f"{_COMPUTER}:{known}" for known in levels], language)


def check_name(name: str, names: Sequence[str], language: Language) -> None:
    """A name that people can read, and that is once among `names`. Raises Trouble."""
    _ = language.gettext
    if not name:
        raise Trouble(_("a seat has no name"))
    if not name.isprintable() or all(map(_is_invisible, name)):
        raise Trouble(_("the name {name} cannot be printed").format(name=ascii(name)))
    if len(name) > LONGEST_NAME:
        message = _("the name {name} has {n} letters; allowed: {most}")
        raise Trouble(message.format(name=line_of(name), n=len(name), most=LONGEST_NAME))
    if [other.casefold() for other in names].count(name.casefold()) > 1:
        raise Trouble(_("the name {name} is there twice").format(name=line_of(name)))


def _is_invisible(letter: str) -> bool:
    """A mark that has no letter to stand on, or a filler, which is a letter only by its class."""
    return category(letter)[0] == "M" or letter in _FILLERS


def _name(seat: int, seats: int, taken: set[str], language: Language) -> str:
    """A computer player's: where it sits at a table of four, else a number."""
    names = list(compass(language)) if seats == 4 else []
    if names and names[seat].casefold() not in taken:
        return names[seat]
    number = 1
    while (name := language.gettext("Computer {n}").format(n=number)).casefold() in taken:
        number += 1
    return name
