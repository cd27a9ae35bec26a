"""Garbage: it is looked for, but not while somebody waits."""

import gc
from collections.abc import Iterator

import pytest

from hal import garbage


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """As it is without us."""
    yield
    gc.enable()


class Ring:
    """Garbage that only the collector finds."""

    alive = 0

    def __init__(self) -> None:
        Ring.alive += 1
        self.itself = self

    def __del__(self) -> None:
        Ring.alive -= 1


def test_no_collection_begins_while_somebody_waits() -> None:
    gc.collect()
    garbage.gives_way(True)
    before = Ring.alive
    for _ in range(3000):
        Ring()
    assert Ring.alive == before + 3000
    garbage.gives_way(False)
    for _ in range(3000):
        Ring()
    assert Ring.alive < before + 3000


def test_who_never_stops_waiting_does_not_fill_the_memory() -> None:
    gc.collect()
    most = 0
    for _ in range(3 * garbage.MOST):
        garbage.gives_way(True)
        Ring()
        most = max(most, Ring.alive)
    assert most <= garbage.MOST + 1000
