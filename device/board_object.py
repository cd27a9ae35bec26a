"""Boards and pages as plain values by their names, for JSON; times in microseconds."""

from dataclasses import asdict

from device.boards import Boards, Entry, Page
from device.careers import BIN_US, Mark

# What `value` and `more` of each board are called, None for one without a meaning.
_NAMES: dict[str, tuple[str, str | None]] = {
    "daily": ("points", None),
    "points": ("points", None),
    "quickest": ("reaction_us", "anticipated"),
    "median": ("reaction_us", "anticipated"),
    "piles": ("piles", None),
    "cleanest": ("false_slaps", "piles"),
    "longest": ("played_us", "cards"),
    "streaks": ("wins", "run"),
}


def boards_object(shown: Boards) -> dict[str, object]:
    """All boards."""
    named = {
        board: [_entry(entry, *names) for entry in getattr(shown, board)]
        for board, names in _NAMES.items()
    }
    return {"day": shown.day, **named, "duels": [asdict(duel) for duel in shown.duels]}


def page_object(page: Page) -> dict[str, object]:
    """Everything about one person; null for what was not reached yet."""
    who = page.career
    return {
        "name": who.name,
        "games": who.games,
        "wins": who.wins,
        "draws": who.draws,
        "points": _value(who.points),
        "streak": _value(who.streak),
        "run": who.run,
        "slapped": who.slapped,
        "piles": _value(who.piles),
        "false_slaps": who.false_slaps,
        "fewest_false_slaps": _value(who.cleanest),
        "best_us": _value(who.quickest),
        "median_us": page.median_us,
        "reactions": len(who.reactions_us),
        "anticipated": who.anticipated,
        "histogram": {"bin_us": BIN_US, "bins": list(who.bins)},
        "duels": [asdict(duel) for duel in page.duels],
    }


def _entry(entry: Entry, value: str, more: str | None) -> dict[str, object]:
    told: dict[str, object] = {"rank": entry.rank, "names": list(entry.names), value: entry.value}
    if more is not None:
        told[more] = entry.more
    return told | {"ended_s": entry.ended_s}


def _value(mark: Mark | None) -> int | None:
    return None if mark is None else mark.value
