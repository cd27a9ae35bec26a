"""Records to judge: real games among computer players, as bytes of the public format."""

from functools import cache

from game.cards import deal
from game.cpu import Computers, Level, played
from game.record import Header, header_line, input_line
from game.rules import Rules


@cache
def record(seed: str = "a game", seats: int = 4, inputs: int = 400) -> bytes:
    """The first inputs of a game."""
    hands, leader = deal(seed, seats)
    names = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gerda", "Hans")[:seats]
    header = Header(names, leader, hands, Rules(), seed)
    computers = Computers(seed, dict.fromkeys(range(seats), Level.NORMAL))
    lines = [header_line(header)]
    for happened, _state, _facts in played(header.deal(), computers, 140_000):
        lines.append(input_line(happened))
        if len(lines) > inputs:
            break
    return "".join(f"{line}\n" for line in lines).encode()
