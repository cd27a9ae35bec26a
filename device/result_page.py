"""The page at the end of a game: how it ended, what the points are for, and a row for each seat.

The law: the winner first, then by points; what nobody knows is empty, not zero.
"""

from collections.abc import Sequence

from device.language import Language
from device.overlay import Result, ResultRow
from device.telling import milliseconds, tell
from game.score import PER_FALSE_SLAP, PER_SECOND, PER_SLAPPED_PILE, WIN_LEAST, WIN_MOST, Tally
from game.state import State


def result_page(
    names: Sequence[str], state: State, tally: Tally, language: Language, exact: bool
) -> Result:
    """The page for the state reached; `names` by seat, `exact` as `tell` takes it."""
    _ = language.gettext
    winner = None if state.over is None else state.over.winner
    points = tally.points()
    order = sorted(range(len(names)), key=lambda seat: (seat != winner, -points[seat], seat))

    def time(us: int | None) -> str:
        return "" if us is None else milliseconds(us, language, exact)

    return Result(
        title="" if tally.over is None else tell(tally.over, names, language, exact),
        rows=tuple(
            ResultRow(
                place=str(place),
                seat=seat,
                name=names[seat],
                points=str(points[seat]),
                best=time(tally.best_us(seat)),
                median=time(tally.median_us(seat)),
                piles=str(tally.slapped[seat] + tally.claimed[seat]),
                winner=seat == winner,
            )
            for place, seat in enumerate(order, 1)
        ),
        columns=(_("Name"), _("Points"), _("Best"), _("Median"), _("Piles")),
        text=_(
            "Points: a win {most} − {second}/s − {false} a false slap, {least} at least; "
            "else {pile} a slapped pile"
        ).format(
            most=WIN_MOST,
            second=PER_SECOND,
            false=PER_FALSE_SLAP,
            least=WIN_LEAST,
            pile=PER_SLAPPED_PILE,
        ),
    )
