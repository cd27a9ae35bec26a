"""A process beside the table's shares what was there before it, and goes with it."""

import gc
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from hal.process import begun


def told(wire: Connection, word: str) -> None:
    wire.send((word, gc.get_freeze_count(), len(gc.get_objects())))
    wire.close()


def test_what_was_there_before_is_looked_at_by_no_collection_of_either() -> None:
    """Else each collection would write to all of it, and neither process could share it."""
    there, before = [object() for _ in range(10)], gc.get_freeze_count()
    ours, theirs = Pipe()
    process = begun(told, theirs, "a word")
    theirs.close()
    try:
        word, frozen, others = ours.recv()
        assert word == "a word"
        assert frozen > max(before, 10 * others), there
        assert not any(each is there for each in gc.get_objects())
        assert process.daemon
    finally:
        process.join()
        ours.close()
        gc.unfreeze()


def test_one_that_has_parts_of_its_own_is_no_daemon() -> None:
    ours, theirs = Pipe()
    process = begun(told, theirs, "", daemon=False)
    theirs.close()
    assert not process.daemon
    process.join()
    ours.close()
    gc.unfreeze()
