"""Boards and people on the table: the pages of each, for a display that has room for a whole one.

The law: what is told there is what `ratscrew scores` tells. A histogram has the same bins for
everybody, so that two people can be compared.
"""

from collections.abc import Iterable, Iterator

from device.between import Bar, BoardPage, Line
from device.board_words import (
    boards_told,
    capped,
    career_told,
    games,
    head_to_head,
    no_reaction,
    reactions,
)
from device.boards import Boards, Page
from device.careers import BIN_US, BINS, Duel
from device.language import Language
from device.results import person_of
from device.trouble import line_of

MOST_PEOPLE = 20
"""Who have a page at the table besides those who sit there: more are not leafed through."""
_LABELLED = (1, 7, 13)
"""Bins that are told where they begin; the last is, too."""


def board_pages(shown: Boards, language: Language) -> Iterator[BoardPage]:
    """All boards that have a place."""
    for board in boards_told(shown, language):
        yield BoardPage(board.title, tuple(row.line for row in board.rows))
    if shown.duels:
        lines = tuple(
            _duel(f"{line_of(duel.names[0])} – {line_of(duel.names[1])}", duel, language)
            for duel in shown.duels
        )
        yield BoardPage(head_to_head(language), lines)


def person_pages(page: Page, language: Language) -> tuple[BoardPage, ...]:
    """What one person has done, with a histogram; then the duels, if there are any."""
    _ = language.gettext
    who = page.career
    name = capped(line_of(who.name))
    bars: tuple[Bar, ...] = ()
    if any(who.bins):
        labels = {place: str((place + 1) * BIN_US // 1000) for place in _LABELLED}
        labels[BINS - 1] = f"≥{BINS * BIN_US // 1000}"
        bars = tuple(
            Bar(number, labels.get(place, ""), place == 0) for place, number in enumerate(who.bins)
        )
    first = BoardPage(
        title=name,
        lines=career_told(page, language),
        bars=bars,
        heading=f"{reactions(language)} (ms)" if bars else "",
        legend=no_reaction(language) if who.bins[0] else "",
    )
    if not page.duels:
        return (first,)
    lines = tuple(_duel(line_of(duel.names[1]), duel, language) for duel in page.duels)
    # Translators: under it stand names, each with the wins of both: "Anna against" "Ben 3 : 2".
    title = _("{name} against").format(name=name)
    return first, BoardPage(title, lines)


def people(shown: Boards, joined: Iterable[str]) -> tuple[Page, ...]:
    """Whose pages there are: those who have joined under a name, then who stands on a board."""
    here = dict.fromkeys(map(person_of, joined))
    ranked = (
        shown.daily, shown.points, shown.quickest, shown.median, shown.piles, shown.cleanest,
        shown.longest, shown.streaks,
    )  # fmt: skip
    names = (name for places in ranked for place in places for name in place.names)
    others = [person for person in dict.fromkeys(map(person_of, names)) if person not in here]
    found = [person for person in here if person in shown.pages]
    found += [person for person in others if person in shown.pages][:MOST_PEOPLE]
    return tuple(shown.pages[person] for person in found)


def boards_title(language: Language) -> str:
    """What all of it is called."""
    return language.gettext("Boards")


def nobody(shown: Boards | None, language: Language) -> str:
    """Why there is nobody to tell of, if so; `shown` None: nothing could be read."""
    _ = language.gettext
    if shown is None:
        return _("They cannot be read just now.")
    return "" if shown.pages else _("Still empty: play a game under your name.")


def _duel(label: str, duel: Duel, language: Language) -> Line:
    first, other = duel.wins
    return Line(capped(label), f"{first} : {other}", note=games(duel.games, language))
