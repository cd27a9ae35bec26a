"""Boards and pages in words, for a terminal and for the table alike.

The law: what each board is called, and what stands beside a name there, is said here and nowhere
else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from device.between import Line
from device.boards import Boards, Entry, Page, is_possible
from device.careers import BIN_US, BINS
from device.language import Language
from device.telling import milliseconds
from device.trouble import line_of
from game.score import ANTICIPATED_US

NONE = "–"
MOST_LETTERS = 200
"""Of a name on the table, or of several in a row: one told at a terminal may have a million."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry: `rank` "1." or a dash, `note` what else counts there, `day` in UTC; "" for none."""

    rank: str
    names: str
    value: str
    note: str
    day: str

    @property
    def line(self) -> Line:
        """The same without the day, as there is room for it at the table."""
        return Line(capped(f"{self.rank} {self.names}"), self.value, note=self.note)


@dataclass(frozen=True, slots=True)
class Board:
    """Who is best at something, best first."""

    title: str
    rows: tuple[Row, ...]


def _date(day: str, language: Language) -> str:
    """A day as people write it, who have it as a calendar does: "2026-11-30"."""
    year, month, number = day.split("-")
    # Translators: a date as it is written in figures
    told = language.gettext("{year}-{month}-{day}")
    return told.format(year=year, month=month, day=number)


def boards_told(shown: Boards, language: Language) -> Iterator[Board]:
    """All boards that have a place, but for the duels."""
    _ = language.gettext

    def time(entry: Entry) -> tuple[str, str]:
        early = too_early(entry.more, language) if entry.more else ""
        return milliseconds(entry.value, language, entry.exact), early

    def number(entry: Entry) -> tuple[str, str]:
        return str(entry.value), ""

    def clean(entry: Entry) -> tuple[str, str]:
        return str(entry.value), _piles(entry.more, language)

    def long(entry: Entry) -> tuple[str, str]:
        return duration(entry.value), _cards(entry.more, language)

    def row(entry: Entry) -> tuple[str, str]:
        return str(entry.value), _("still going") if entry.more == entry.value else ""

    titles = (
        (_("Game of the day, {date}").format(date=_date(shown.day, language)), shown.daily, number),
        (_("Most points"), shown.points, number),
        (_("Quickest reaction"), shown.quickest, time),
        (_("Median reaction"), shown.median, time),
        (_("Most piles slapped in a game"), shown.piles, number),
        (_("Fewest false slaps in a game"), shown.cleanest, clean),
        (_("Longest game"), shown.longest, long),
        (_("Most wins in a row"), shown.streaks, row),
    )
    for title, entries, told in titles:
        if entries:
            yield Board(title, tuple(_row(entry, *told(entry)) for entry in entries))


def capped(name: str) -> str:
    """A name as it is told at the table.

    >>> capped("Anna"), len(capped("A" * 1_000_000))
    ('Anna', 200)
    """
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"


def head_to_head(language: Language) -> str:
    """What the board of duels is called."""
    return language.gettext("Head to head")


def career_told(page: Page, language: Language) -> tuple[Line, ...]:
    """What a person has done over all games."""
    _ = language.gettext
    who = page.career
    quickest, median = NONE, NONE
    if who.quickest is not None:
        quickest = milliseconds(who.quickest.value, language, who.quickest.exact)
    if page.median_us is not None:
        median = milliseconds(page.median_us, language, who.exact)
    early = too_early(who.anticipated, language) if who.anticipated else ""
    clean = who.cleanest
    return (
        Line(_("Games"), str(who.games)),
        Line(_("Won"), str(who.wins)),
        Line(_("Drawn"), str(who.draws)),
        Line(_("Most wins in a row"), str(who.streak.value if who.streak else 0)),
        Line(_("Most points"), str(who.points.value if who.points else 0)),
        Line(_("Piles slapped in all"), str(who.slapped)),
        Line(_("Most piles slapped in a game"), str(who.piles.value if who.piles else 0)),
        Line(_("False slaps in all"), str(who.false_slaps)),
        Line(
            _("Fewest false slaps in a game"),
            NONE if clean is None else str(clean.value),
            note="" if clean is None else _piles(clean.more, language),
        ),
        Line(_("Quickest reaction"), quickest, note=early),
        Line(_("Median reaction"), median),
    )


def reactions(language: Language) -> str:
    """What a histogram is about."""
    return language.gettext("Reactions")


def no_reaction(language: Language) -> str:
    """What the first bin of a histogram means."""
    return language.gettext("too early to be a reaction")


def bin_told(place: int, language: Language) -> str:
    """Which reactions are in a bin."""
    _ = language.gettext
    ms = BIN_US // 1000
    if place == 0:
        return _("under {n} ms").format(n=ANTICIPATED_US // 1000)
    first = (place + 1) * ms
    if place == BINS - 1:
        return _("from {n} ms").format(n=first)
    return f"{first}–{first + ms} ms"


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


def too_early(number: int, language: Language) -> str:
    """So many slaps came sooner than anybody can react."""
    message = language.ngettext("{n} slap too early", "{n} slaps too early", number)
    return message.format(n=number)


def games(number: int, language: Language) -> str:
    """So many games."""
    return language.ngettext("{n} game", "{n} games", number).format(n=number)


def _row(entry: Entry, value: str, note: str) -> Row:
    """The day is empty where the clock was not set."""
    rank = NONE if entry.rank is None else f"{entry.rank}."
    day = "" if entry.ended_s is None else day_of(entry.ended_s)
    names = ", ".join(map(line_of, entry.names))
    return Row(rank, names, value, note, day if is_possible(day) else "")


def _piles(number: int, language: Language) -> str:
    return language.ngettext("{n} pile", "{n} piles", number).format(n=number)


def _cards(number: int, language: Language) -> str:
    return language.ngettext("{n} card", "{n} cards", number).format(n=number)
