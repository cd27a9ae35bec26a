"""The result of a game as lines of text, a seat each, in columns."""

from collections.abc import Container, Iterator, Sequence
from unicodedata import east_asian_width

from device.language import Language
from device.telling import milliseconds
from game.score import Tally
from game.state import State


def result_table(
    names: Sequence[str], state: State, tally: Tally, language: Language, exact: bool
) -> Iterator[str]:
    """The lines, without their ends; names to the left, numbers to the right."""
    _ = language.gettext
    rows = [
        [
            _("Player"),
            _("Points"),
            _("Cards"),
            _("Slapped piles"),
            _("Claimed piles"),
            _("False slaps"),
            _("Best"),
            _("Median"),
        ]
    ]
    for seat, name in enumerate(names):
        times = (tally.best_us(seat), tally.median_us(seat))
        rows.append(
            [
                name,
                *(
                    str(number)
                    for number in (
                        tally.points()[seat],
                        len(state.hands[seat]),
                        tally.slapped[seat],
                        tally.claimed[seat],
                        tally.false_slaps[seat],
                    )
                ),
                *("–" if us is None else milliseconds(us, language, exact) for us in times),
            ]
        )
    yield from in_columns(rows)


def in_columns(rows: Sequence[Sequence[str]], left: Container[int] = (0,)) -> Iterator[str]:
    """Rows of equal length as lines; the columns of `left` to the left, the others to the right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            word + " " * (width - _width(word)) if place in left else word.rjust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _width(word: str) -> int:
    """Places that a word takes on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in word)
