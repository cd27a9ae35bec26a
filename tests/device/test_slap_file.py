"""Slaps on file: what a list would hold, however many there are."""

from contextlib import closing
from random import Random

import pytest

from device.slap_file import SlapFile
from game.events import Verdict
from game.record import LATEST_US
from game.score import SlapRecord


def slap(chance: Random) -> SlapRecord:
    verdict = chance.choice(list(Verdict))
    return SlapRecord(chance.randrange(LATEST_US + 1), chance.randrange(8), verdict)


@pytest.mark.parametrize("count", [0, 1, 4095, 4096, 4097, 8192, 8193, 20_000])
def test_slaps_come_back_in_order_as_they_were_or_as_they_were_made(count: int) -> None:
    chance = Random(count)
    kept: list[SlapRecord] = []
    with closing(SlapFile()) as slaps:
        for place in range(count):
            one = slap(chance)
            kept.append(one)
            slaps.append(one)
            if place % 1000 == 999:
                other, at = slap(chance), chance.randrange(place + 1)
                kept[at] = slaps[at] = other
                kept[place] = slaps[place] = other
        assert len(slaps) == count
        assert list(slaps) == kept
        assert list(slaps) == kept


def test_the_latest_time_and_seat_fit() -> None:
    with closing(SlapFile()) as slaps:
        last = SlapRecord(LATEST_US, 7, Verdict.PENDING)
        for _ in range(10_000):
            slaps.append(last)
        assert set(slaps) == {last}
