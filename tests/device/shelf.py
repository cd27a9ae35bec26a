"""The boards of a table at which a family has played for some time, as they lie ready."""

from dataclasses import replace

from device.boards import Boards, boards, pages
from device.careers import Careers, careers
from device.results import Result, SeatResult
from game.events import Ending

DAY = "2026-11-30"
FAMILY = (
    "Anna", "Maximilian", "Wilhelmine M", "Friedrich-Wilhelm II", "Gül", "Ben", "Clara",
    "Christopher", "Dora", "Emil", "Hans", "Ida",
)  # fmt: skip
"""As people have them, and as long as they can be spelled at the table, and longer."""
FIRST_S, GAMES = 1_795_000_000, 60


def game(number: int) -> Result:
    """One game of their evenings: four of them, or one alone with the game of the day."""
    alone = number % 12 == 0
    who = [(number * 5 + seat * (1 + number % 3)) % len(FAMILY) for seat in range(4)]
    if number % 5 == 0:
        who = [0, 1, 2, number % 7 + 3]
    who = list(dict.fromkeys(who))[: 1 if alone else 4]
    seats = []
    for seat, person in enumerate(who):
        slow_us = 210_000 + 23_000 * (person % 5)
        times_us = tuple(
            slow_us + (number * 7919 + n * n * 10_007 + seat * 5003) % 260_123
            for n in range(3 + (number + person) % 6)
        )
        if person == 3 and number % 5 == 0:
            times_us = (43_210, 1_234_567, *times_us)
        seats.append(
            SeatResult(
                FAMILY[person], True, (number * 311 + person * 97) % 1990, 13, len(times_us), 2,
                (number + person) % 4, times_us,
            )
        )  # fmt: skip
    played_us = (240 + number * 37 % 1700) * 1_000_000
    return Result(
        FIRST_S + 86_400 * number, "daily" if alone else "new", DAY if alone else None, "classic",
        False, True, played_us, 300 + number * 53 % 1800, Ending.ALL_CARDS, number % len(seats),
        tuple(seats),
    )  # fmt: skip


def shelved(folded: Careers) -> Boards:
    """What a table looks up."""
    return replace(boards(folded, DAY), pages=pages(folded))


EMPTY = boards(Careers(), DAY)
BOARDS = shelved(careers(map(game, range(GAMES))))


class Shelf:
    """A library in which boards lie ready, or none."""

    def __init__(self, boards: Boards | None = BOARDS) -> None:
        self.boards = boards
        self.asked: list[str] = []

    def look_up(self, day: str) -> None:
        """They have been looked up."""
        self.asked.append(day)
