"""Finished games for the boards: short ones by chance, as bytes of the public format."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from device.results import Finished, judged
from device.waiting import WAITING
from game.cards import DECK
from game.engine import step
from game.events import Flip, Input, Leave, Shown, Slap
from game.record import Header, Record, header_line, input_line
from game.rules import Rules
from game.state import Laying, Turning
from tests.device.playing import header_of

NAMES = ("Anna", "Ben", "Clara", "Dora", "Émile")
KINDS = ("person", "person", "cpu:fast")
FIRST_S = 1_800_000_000
SAME_RANK = [card for card in DECK if card.rank.value in ("7", "8")]
"""Cards that make a pair every other time."""


def text(header: Header, inputs: Sequence[Input]) -> bytes:
    lines = [header_line(header), *map(input_line, inputs)]
    return "".join(f"{line}\n" for line in lines).encode()


def finished(record: bytes, number: int = 1) -> Finished:
    return judged(Record(BytesIO(record)), FIRST_S + number)


def pair_of(
    names: Sequence[str], reaction_us: int = 200_000, winner: int = 1, **more: Any
) -> bytes:
    """Two cards make a pair, somebody slaps, and the others leave: 400 ms and the reaction long."""
    header = header_of(["7S", "7H", "2S 3S", "4S 5S"][: len(names)])
    header = replace(header, seats=tuple(names), more={**header.more, **more})
    shown_us = 400_000
    inputs: list[Input] = [Flip(0, 0), Shown(140_000), Flip(200_000, 1), Shown(shown_us)]
    inputs.append(Slap(shown_us + reaction_us, winner))
    over_us = shown_us + reaction_us + 20_000
    others = [seat for seat in range(len(names)) if seat != winner]
    return text(header, [*inputs, *(Leave(over_us, seat) for seat in others)])


def waiting(folder: Path, *records: bytes) -> None:
    """These games lie there, as a table leaves them that could not keep them; one ends a second."""
    (folder / WAITING).mkdir(parents=True, exist_ok=True)
    there = len(list((folder / WAITING).iterdir()))
    for number, record in enumerate(records, there + 1):
        path = folder / WAITING / f"game-{number:06}.jsonl"
        path.write_bytes(record)
        os.utime(path, (FIRST_S + number, FIRST_S + number))


@dataclass(frozen=True)
class Script:
    """What is drawn for one game."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    cards: int
    mode: str
    presses: tuple[tuple[int, int], ...]

    def record(self) -> bytes:
        """Each press is `(gap_ms, what)`: a slap of a seat, or a card of whoever has the turn."""
        seats = len(self.names)
        deck = DECK if self.cards == len(DECK) else SAME_RANK[: self.cards]
        hands = tuple(tuple(deck[seat::seats]) for seat in range(seats))
        more = {"kinds": list(self.kinds), "mode": self.mode}
        header = Header(self.names, 0, hands, Rules(), "boards", more)
        state, inputs, t_us = header.deal(), list[Input](), 0

        def press(happened: Input) -> None:
            nonlocal state
            inputs.append(happened)
            state = step(state, happened)[0]

        for gap_ms, what in self.presses:
            t_us += gap_ms * 1000
            if what < seats:
                press(Slap(t_us, what))
            elif isinstance(state.phase, Laying):
                press(Flip(t_us, state.phase.seat))
                t_us += 30_000
                if isinstance(state.phase, Turning):
                    press(Shown(t_us))
        for seat in range(1, seats):
            press(Leave(t_us + 2_000_000, seat))
        return text(header, inputs)


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    seats = draw(st.integers(2, 4))
    names = draw(st.permutations(NAMES))[:seats]
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=seats, max_size=seats))
    spelt = [draw(st.sampled_from((name, name.upper()))) for name in names]
    press = st.tuples(st.integers(1, 400), st.integers(0, 9))
    return Script(
        tuple(spelt),
        tuple(kinds),
        draw(st.sampled_from((4, 6, 8, 52))),
        draw(st.sampled_from(("new", "deal"))),
        tuple(draw(st.lists(press, max_size=20))),
    )
