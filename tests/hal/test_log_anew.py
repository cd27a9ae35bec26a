"""An edge log that begins anew while the table is heard: its parts give the very same events."""

from dataclasses import replace
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from hal.buttons import ButtonEvent, Flag
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.edgeline import Header, header_line
from hal.edgelog import EdgeLog, judge
from hal.mock import MockSource
from hal.script import ScriptSource
from hal.stream import Stream
from tests.hal.listening import MS, TABLE, TOP

REST_MS = Constants().rest_ns // MS + 50
MANY = 100
MINUTE_MS = 60_000


class Logs:
    """Parts of a log; the next begins where it may, once the last has edges."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = []

    def write(self, line: str) -> None:
        if line.startswith("{"):
            self.parts.append([])
        self.parts[-1].append(line)

    def is_full(self) -> bool:
        return any(line.startswith('["edge"') for line in self.parts[-1])


def judged(lines: list[str]) -> list[ButtonEvent]:
    found = judge(EdgeLog(line.encode() + b"\n" for line in lines))
    return [event for event in found if isinstance(event, ButtonEvent)]


def heard(stream: Stream, clock: ManualClock, until_ms: int, step_ms: int) -> list[ButtonEvent]:
    events = []
    while clock.now_ns() < until_ms * MS:
        clock.advance(step_ms * MS)
        events += stream.listen()
    return events


def test_what_is_heard_after_it_is_what_the_new_part_gives() -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock)
    for at_ms in (20, 2 * REST_MS, 4 * REST_MS):
        source.bounce(5, 1, at_ms * MS, "worn")
        source.bounce(6, 1, (at_ms + 1) * MS, "mislabelled")
        source.inject(5, 0, (at_ms + 80) * MS)
        source.inject(6, 0, (at_ms + 90) * MS)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    found = heard(stream, clock, 6 * REST_MS, 5)
    stream.close()
    assert len(logs.parts) == 4
    assert [event for part in logs.parts for event in judged(part)] == found
    assert [event.line for event in found] == [5, 6, 5, 6] * 3
    assert not any(event.flags for event in found), "no edge seems to be lost between the parts"


changes = st.tuples(
    st.sampled_from(sorted(TABLE)),
    st.integers(0, 9 * MS),
    st.sampled_from([0, 0, 1 * MS, 4 * MS]),
    st.sampled_from(["", "", "", "drop", "coalesce"]),
)
"""The line, how long after the change before, how late it arrives, and what becomes of its edge."""
Bursts: TypeAlias = list[tuple[int, list[tuple[int, int, int, str]]]]
pauses_ms = st.sampled_from([30, 700, REST_MS, 2 * REST_MS])


def scripted(source: MockSource, bursts: Bursts) -> int:
    """When the last of these edges is."""
    at_ns, levels = 10 * MS, dict.fromkeys(TABLE, 0)
    for pause_ms, burst in bursts:
        at_ns += pause_ms * MS
        for line, after_ns, late_ns, fate in burst:
            at_ns += after_ns
            levels[line] = 1 - levels[line]
            fates = {} if not fate else {fate: True}
            source.inject(line, levels[line], at_ns, at_ns + late_ns, **fates)
    return at_ns


@settings(deadline=None, max_examples=MANY)
@given(
    bursts=st.lists(st.tuples(pauses_ms, st.lists(changes, max_size=8)), min_size=1, max_size=5),
    numbered=st.booleans(),
)
def test_all_parts_together_give_all_that_was_heard(bursts: Bursts, numbered: bool) -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock, numbered=numbered)
    at_ns = scripted(source, bursts)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    found = heard(stream, clock, at_ns // MS + 2 * REST_MS, 5)
    stream.close()
    assert [event for part in logs.parts for event in judged(part)] == found


@settings(deadline=None, max_examples=MANY)
@given(
    bursts=st.lists(st.tuples(pauses_ms, st.lists(changes, max_size=8)), min_size=1, max_size=5),
    numbered=st.booleans(),
)
def test_to_begin_anew_changes_nothing_but_the_numbers_of_events(
    bursts: Bursts, numbered: bool
) -> None:
    found = []
    for begins in (True, False):
        clock, logs = ManualClock(), Logs()
        source = MockSource(TABLE, clock, numbered=numbered)
        end_ns = scripted(source, bursts)
        writing = (logs.write, logs.is_full) if begins else ()
        stream = Stream(source, Constants(), *writing)
        events = heard(stream, clock, end_ns // MS + 2 * REST_MS, 5)
        found.append([replace(event, seq=0) for event in events])
    assert found[0] == found[1]


def test_a_press_that_is_lost_right_after_it_was_made_after_the_last_read() -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock)
    source.press(5, 20 * MS)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    while len(logs.parts) == 1:
        heard(stream, clock, clock.now_ns() // MS + 5, 5)
    source.inject(6, 1, clock.now_ns() + 1 * MS, drop=True)
    (press,) = heard(stream, clock, clock.now_ns() // MS + 30, 5)
    assert press.flags is Flag.RESYNC
    assert press.uncertainty_ns == Constants().resync_ns
    stream.close()
    assert judged(logs.parts[1]) == [press]


def test_a_line_in_doubt_keeps_the_log_as_it_is() -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock, numbered=True)
    source.inject(5, 0, 20 * MS, drop=True)
    source.inject(5, 0, 21 * MS)
    source.inject(5, 1, 2 * REST_MS * MS)
    source.inject(5, 0, (2 * REST_MS + 80) * MS)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    glitch, press, release = heard(stream, clock, 3 * REST_MS, 5)
    assert [event.flags for event in (glitch, press, release)] == [Flag.OVERFLOW] * 3
    assert len(logs.parts) == 1
    heard(stream, clock, 4 * REST_MS, 5)
    assert len(logs.parts) == 2


def test_how_certain_a_press_after_merged_edges_is_does_not_hang_on_it() -> None:
    constants = Constants(t_tie_ns=3 * REST_MS * MS)
    found = []
    for begins in (True, False):
        clock, logs = ManualClock(), Logs()
        source = MockSource(TABLE, clock, constants, numbered=True)
        source.press(5, 20 * MS)
        source.inject(6, 0, 2 * REST_MS * MS, coalesce=True)
        source.inject(6, 1, 2 * REST_MS * MS + 1000)
        stream = Stream(source, constants, logs.write, logs.is_full if begins else None)
        found.append([event.uncertainty_ns for event in heard(stream, clock, 3 * REST_MS, 5)])
    assert found[0] == found[1]


def test_edges_merged_after_it_are_seen_before_the_numbers_have_come_round() -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock)
    for at_ms, level, number in ((20, 1, 1), (100, 0, 2), (2 * REST_MS, 1, 4)):
        source.inject(5, level, at_ms * MS, gseq=TOP - 9 + number)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    _, _, press = heard(stream, clock, 2 * REST_MS + 50, 5)
    assert len(logs.parts) == 2
    assert press.flags is Flag.COALESCED


def test_a_read_of_other_lines_does_not_stand_for_one_before() -> None:
    clock, lines = ManualClock(), list[str]()
    log = [header_line(Header(TABLE, Constants(), 1 * MS))]
    log += [f'["levels", {at_ms * MS}, {{"{line}": 0}}]' for at_ms, line in ((50, 5), (60, 6))]
    log += [f'["levels", {70 * MS}, {{"5": 1}}]', f'["barrier", {90 * MS}]']
    script = EdgeLog(line.encode() + b"\n" for line in log)
    stream = Stream(ScriptSource(script, clock), Constants(), lines.append)
    (press,) = heard(stream, clock, 100, 5)
    stream.close()
    assert press.uncertainty_ns == 20 * MS
    assert judged(lines) == [press]


def test_a_line_that_is_held_keeps_the_log_as_it_is() -> None:
    clock, logs = ManualClock(), Logs()
    source = MockSource(TABLE, clock)
    source.inject(5, 1, 20 * MS)
    stream = Stream(source, Constants(), logs.write, logs.is_full)
    heard(stream, clock, 3 * REST_MS, 5)
    assert len(logs.parts) == 1


def test_a_table_at_which_nobody_plays_writes_nothing() -> None:
    clock = ManualClock()
    lines: list[str] = []
    stream = Stream(MockSource(TABLE, clock), Constants(), lines.append)
    heard(stream, clock, MINUTE_MS, 5)
    assert len(lines) == 1
    stream.close()
    assert len(lines) == 3, "the last barrier, and the last read"
