"""What an idle table shows, and when: a game among computer players, and the rules in between.

The law: a function of the time. Nothing stands still for long: the words move from edge to edge,
and the pages come and go.
"""

from dataclasses import dataclass

GAME_NS, PAGE_NS = 20_000_000_000, 8_000_000_000
"""How long the game is shown, and each page."""
BANNER_NS = 10_000_000_000
"""How long the words stay where they are."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown: the page, None for the game alone; and whether the words stand high."""

    page: int | None
    high: bool
    changes_ns: int
    """When it will be another."""


def moment(since_ns: int, now_ns: int, pages: int) -> Moment:
    """What a table that is idle since then shows now, if there are so many pages.

    >>> moment(0, 21_000_000_000, 5).page, moment(0, 49_000_000_000, 5).page
    (0, 1)
    """
    gone_ns = max(0, now_ns - since_ns)
    banner, rest_ns = divmod(gone_ns, BANNER_NS)
    moves_ns = now_ns - rest_ns + BANNER_NS
    if not pages:
        return Moment(None, banner % 2 == 1, moves_ns)
    turn, in_turn_ns = divmod(gone_ns, GAME_NS + PAGE_NS)
    if in_turn_ns < GAME_NS:
        return Moment(None, banner % 2 == 1, min(moves_ns, now_ns - in_turn_ns + GAME_NS))
    return Moment(turn % pages, False, now_ns - in_turn_ns + GAME_NS + PAGE_NS)
