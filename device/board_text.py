"""Boards and pages as lines of text, for a terminal."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from device.boards import Boards, Page, Place, is_possible
from device.careers import BIN_US, BINS, Career, Duel
from device.language import Language
from device.result_table import in_columns
from device.telling import milliseconds
from device.trouble import line_of
from game.score import ANTICIPATED_US

_BAR = 40
"""Letters of the longest bar."""
_NONE = "–"


def board_lines(shown: Boards, language: Language) -> Iterator[str]:
    """All boards that have a place, each under its title."""
    _ = language.gettext

    def time(place: Place) -> list[str]:
        early = [_too_early(place.more, language)] if place.more else [""]
        return [milliseconds(place.value, language, place.exact), *early]

    def number(place: Place) -> list[str]:
        return [str(place.value), ""]

    def clean(place: Place) -> list[str]:
        return [str(place.value), _piles(place.more, language)]

    def long(place: Place) -> list[str]:
        return [duration(place.value), _cards(place.more, language)]

    def row(place: Place) -> list[str]:
        return [str(place.value), _("still going") if place.more == place.value else ""]

    titles = (
        (_("Game of the day, {date}").format(date=shown.day), shown.daily, number),
        (_("Most points"), shown.points, number),
        (_("Quickest reaction"), shown.quickest, time),
        (_("Median reaction"), shown.median, time),
        (_("Most piles slapped in a game"), shown.piles, number),
        (_("Fewest false slaps in a game"), shown.cleanest, clean),
        (_("Longest game"), shown.longest, long),
        (_("Most wins in a row"), shown.streaks, row),
    )
    for title, places, told in titles:
        if places:
            yield title
            rows = [
                [_rank(place), _names(place.names), *told(place), _day(place)] for place in places
            ]
            noted = any(row[3] for row in rows)
            rows = rows if noted else [[*row[:3], row[4]] for row in rows]
            yield from (f"  {line}" for line in in_columns(rows, (1, 3, 4)))
            yield ""
    if shown.duels:
        yield _("Head to head")
        yield from (f"  {line}" for line in _duels(shown.duels, language))
        yield ""


def page_lines(page: Page, language: Language) -> Iterator[str]:
    """Everything about one person."""
    _ = language.gettext
    who = page.career
    yield line_of(who.name)
    yield from (f"  {line}" for line in in_columns(_career(page, language), (0, 2)))
    yield ""
    if any(who.bins):
        yield _("Reactions")
        yield from (f"  {line}" for line in _histogram(who, language))
        yield ""
    if page.duels:
        yield _("Head to head")
        yield from (f"  {line}" for line in _duels(page.duels, language))
        yield ""


def duration(us: int) -> str:
    """A time of play in whole seconds.

    >>> duration(59_999_999), duration(3_723_000_000)
    ('0:59', '1:02:03')
    """
    minutes, seconds = divmod(us // 1_000_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def day_of(ended_s: int) -> str:
    """The date in UTC, "" for one that no calendar has."""
    try:
        return datetime.fromtimestamp(ended_s, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _career(page: Page, language: Language) -> list[list[str]]:
    _ = language.gettext
    who = page.career
    quickest, median = _NONE, _NONE
    if who.quickest is not None:
        quickest = milliseconds(who.quickest.value, language, who.quickest.exact)
    if page.median_us is not None:
        median = milliseconds(page.median_us, language, who.exact)
    early = _too_early(who.anticipated, language) if who.anticipated else ""
    clean = who.cleanest
    return [
        [_("Games"), str(who.games), ""],
        [_("Won"), str(who.wins), ""],
        [_("Drawn"), str(who.draws), ""],
        [_("Most wins in a row"), str(who.streak.value if who.streak else 0), ""],
        [_("Most points"), str(who.points.value if who.points else 0), ""],
        [_("Piles slapped in all"), str(who.slapped), ""],
        [_("Most piles slapped in a game"), str(who.piles.value if who.piles else 0), ""],
        [_("False slaps in all"), str(who.false_slaps), ""],
        [
            _("Fewest false slaps in a game"),
            _NONE if clean is None else str(clean.value),
            "" if clean is None else _piles(clean.more, language),
        ],
        [_("Quickest reaction"), quickest, early],
        [_("Median reaction"), median, ""],
    ]


def _histogram(who: Career, language: Language) -> Iterator[str]:
    """A bar for each bin from the first that is not empty to the last."""
    _ = language.gettext
    filled = [place for place, number in enumerate(who.bins) if number]
    most = max(who.bins)
    rows = []
    for place in range(filled[0], filled[-1] + 1):
        number = who.bins[place]
        bar = "■" * -(-number * _BAR // most)
        note = _("too early to be a reaction") if place == 0 else ""
        rows.append([_bin(place, language), str(number), bar, note])
    yield from in_columns(rows, (2, 3))


def _bin(place: int, language: Language) -> str:
    _ = language.gettext
    ms = BIN_US // 1000
    if place == 0:
        return _("under {n} ms").format(n=ANTICIPATED_US // 1000)
    first = (place + 1) * ms
    if place == BINS - 1:
        return _("from {n} ms").format(n=first)
    return f"{first}–{first + ms} ms"


def _duels(duels: Sequence[Duel], language: Language) -> Iterator[str]:
    rows = []
    for duel in duels:
        first, other = map(line_of, duel.names)
        rows.append(
            [first, str(duel.wins[0]), ":", str(duel.wins[1]), other, _games(duel.games, language)]
        )
    yield from in_columns(rows, (0, 4, 5))


def _rank(place: Place) -> str:
    return _NONE if place.rank is None else f"{place.rank}."


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(line_of, names))


def _day(place: Place) -> str:
    """When it was; empty where the clock was not set."""
    day = "" if place.ended_s is None else day_of(place.ended_s)
    return day if is_possible(day) else ""


def _too_early(number: int, language: Language) -> str:
    message = language.ngettext("{n} slap too early", "{n} slaps too early", number)
    return message.format(n=number)


def _piles(number: int, language: Language) -> str:
    return language.ngettext("{n} pile", "{n} piles", number).format(n=number)


def _cards(number: int, language: Language) -> str:
    return language.ngettext("{n} card", "{n} cards", number).format(n=number)


def _games(number: int, language: Language) -> str:
    return language.ngettext("{n} game", "{n} games", number).format(n=number)
