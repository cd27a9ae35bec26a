"""Boards and pages as lines of text, for a terminal."""

from collections.abc import Iterator, Sequence

from device.board_words import (
    bin_told,
    boards_told,
    career_told,
    games,
    head_to_head,
    no_reaction,
    reactions,
)
from device.boards import Boards, Page
from device.careers import Career, Duel
from device.language import Language
from device.result_table import in_columns
from device.trouble import line_of

_BAR = 40
"""Letters of the longest bar."""


def board_lines(shown: Boards, language: Language) -> Iterator[str]:
    """All boards that have a place, each under its title."""
    for board in boards_told(shown, language):
        yield board.title
        noted = any(row.note for row in board.rows)
        rows = [
            [row.rank, row.names, row.value, *([row.note] if noted else []), row.day]
            for row in board.rows
        ]
        yield from (f"  {line}" for line in in_columns(rows, (1, 3, 4)))
        yield ""
    if shown.duels:
        yield from _duels(shown.duels, language)


def page_lines(page: Page, language: Language) -> Iterator[str]:
    """Everything about one person."""
    who = page.career
    yield line_of(who.name)
    rows = [[line.label, line.value, line.note] for line in career_told(page, language)]
    yield from (f"  {line}" for line in in_columns(rows, (0, 2)))
    yield ""
    if any(who.bins):
        yield reactions(language)
        yield from (f"  {line}" for line in _histogram(who, language))
        yield ""
    if page.duels:
        yield from _duels(page.duels, language)


def _histogram(who: Career, language: Language) -> Iterator[str]:
    """A bar for each bin from the first that is not empty to the last."""
    filled = [place for place, number in enumerate(who.bins) if number]
    most = max(who.bins)
    rows = []
    for place in range(filled[0], filled[-1] + 1):
        number = who.bins[place]
        bar = "■" * -(-number * _BAR // most)
        note = no_reaction(language) if place == 0 else ""
        rows.append([bin_told(place, language), str(number), bar, note])
    yield from in_columns(rows, (2, 3))


def _duels(duels: Sequence[Duel], language: Language) -> Iterator[str]:
    rows = []
    for duel in duels:
        first, other = map(line_of, duel.names)
        rows.append(
            [first, str(duel.wins[0]), ":", str(duel.wins[1]), other, games(duel.games, language)]
        )
    yield head_to_head(language)
    yield from (f"  {line}" for line in in_columns(rows, (0, 4, 5)))
    yield ""
