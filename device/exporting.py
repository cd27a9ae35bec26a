"""All finished games as a table (CSV) or as JSON, for other programs.

The law: nothing is rounded and nothing depends on the language. The table has a line a seat a game;
JSON is one list, an object a game, with its record and its summary in the public format.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO

from device.results import Finished, Result, SeatResult
from game.score import ANTICIPATED_US

FORMATS = ("csv", "json")
COLUMNS = (
    "game", "key", "ended_s", "mode", "day", "preset", "stacked", "exact", "played_us", "shown",
    "ending", "seat", "name", "person", "won", "points", "cards", "slapped", "claimed",
    "false_slaps", "reactions", "anticipated", "best_us", "median_us",
)  # fmt: skip


def exported(games: Iterable[Finished], form: str) -> Iterator[str]:
    """The text in pieces; `form` is one of FORMATS."""
    return _in_json(games) if form == "json" else _in_csv(games)


def _in_csv(games: Iterable[Finished]) -> Iterator[str]:
    piece = StringIO()
    table = csv.DictWriter(piece, COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for number, game in enumerate(games, 1):
        told = {"game": number, "key": game.key.hex(), **_of_game(game.result)}
        for seat, result in enumerate(game.result.seats):
            won = int(game.result.winner == seat)
            table.writerow({**told, "seat": seat, "won": won, **_of_seat(result)})
        yield piece.getvalue()
        piece.seek(0)
        piece.truncate()
    yield piece.getvalue()


def _in_json(games: Iterable[Finished]) -> Iterator[str]:
    start = "[\n"
    for game in games:
        seats = [
            {**_of_seat(seat), "reactions_us": list(seat.reactions_us)}
            for seat in game.result.seats
        ]
        told = {
            "key": game.key.hex(),
            **_of_game(game.result),
            "seats": seats,
            "summary": json.loads(game.summary),
            "record": [json.loads(line) for line in game.record.splitlines()],
        }
        yield start + json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _of_game(result: Result) -> dict[str, object]:
    return {
        "ended_s": result.ended_s,
        "mode": result.mode,
        "day": result.day,
        "preset": result.preset,
        "stacked": int(result.stacked),
        "exact": int(result.exact),
        "played_us": result.played_us,
        "shown": result.shown,
        "ending": result.ending.value,
        "winner": result.winner,
    }


def _of_seat(seat: SeatResult) -> dict[str, object]:
    reactions = sorted(us for us in seat.reactions_us if us >= ANTICIPATED_US)
    return {
        "name": seat.name,
        "person": int(seat.is_person),
        "points": seat.points,
        "cards": seat.cards,
        "slapped": seat.slapped,
        "claimed": seat.claimed,
        "false_slaps": seat.false_slaps,
        "reactions": len(reactions),
        "anticipated": len(seat.reactions_us) - len(reactions),
        "best_us": reactions[0] if reactions else None,
        "median_us": reactions[(len(reactions) - 1) // 2] if reactions else None,
    }
