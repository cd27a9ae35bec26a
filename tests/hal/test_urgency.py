"""Urgency is had where the system allows it, and nothing breaks where it does not."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux has the scheduler")

URGE = """
import os, sys, threading
{before}
from hal.urgency import urge
done = urge()
found = []
thread = threading.Thread(target=lambda: found.append(os.sched_getscheduler(0)))
thread.start()
thread.join()
print(done, os.sched_getscheduler(0) == os.SCHED_FIFO, found == [os.sched_getscheduler(0)])
"""


def urged(before: str) -> str:
    """What a program says that wants to be urgent: was it done, is it so, for its threads too."""
    script = URGE.format(before=before)
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return told.stdout.strip()


def test_it_is_done_for_this_thread_and_those_to_come_or_it_says_that_it_is_not() -> None:
    assert urged("") in ("True True True", "False False True")


def test_who_may_not_goes_on_as_ever() -> None:
    refused = """
def refuse(*_):
    raise PermissionError(1, "Operation not permitted")
os.sched_setscheduler = refuse"""
    assert urged(refused) == "False False True"


def test_a_system_without_such_a_thing_is_no_trouble() -> None:
    assert urged("del os.sched_setscheduler") == "False False True"


def test_who_was_started_by_an_urgent_one_can_be_calm() -> None:
    script = """
import os, subprocess, sys
from hal.urgency import calm, urge
urge()
code = "import os; from hal.urgency import calm; calm(); print(os.sched_getscheduler(0))"
told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
print(int(told) == os.SCHED_OTHER)
del os.sched_setscheduler
calm()
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "True\n"


def test_a_process_of_an_urgent_one_is_calm() -> None:
    """Whoever draws is never urgent, though the table is that begins it."""
    script = """
import os
from multiprocessing import Pipe
from hal.process import begun
from hal.urgency import urge

def tell(wire):
    wire.send(os.sched_getscheduler(0))

ours, theirs = Pipe()
urge()
process = begun(tell, theirs)
print(ours.recv() == os.SCHED_OTHER)
process.join()
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "True\n"


def test_this_program_was_left_alone() -> None:
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
