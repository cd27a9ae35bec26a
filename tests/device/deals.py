"""Deals of two and of four people, and a game that was left in the middle."""

from pathlib import Path

from hal.display import Closing
from tests.device.playing import Evening, header_of

FOUR = header_of(["7S", "7H", "2C", "3C 7D"], seed="b")
PAIR = header_of(["7S 2H", "7H 3H"])
"""Two people, and a pair as soon as each has laid a card."""
CALM = header_of(["2S 4S 6S 8S TS", "3H 5H 7H 9H 2D"])
"""Two people, and never a pattern."""


def left_in_the_middle(folder: Path, how: str = "esc") -> Evening:
    evening = Evening(folder, CALM)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    if how == "esc":
        evening.key("esc", 2000)
        evening.key("right", 2200)
        evening.key("enter", 2400)
        return evening.play(until_ms=9000)
    evening.happens(Closing(), 2000)
    return evening.play()
