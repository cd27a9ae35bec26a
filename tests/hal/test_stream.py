"""The stream of a table: opened once, heard out, kept if wanted, and the same when judged again."""

import json

import pytest

from hal.buttons import ButtonEvent, ButtonsError, Kind
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.edgelog import EdgeLog, judge
from hal.mock import MockSource
from hal.script import ScriptSource
from hal.stream import Stream
from tests.hal.listening import MS, TABLE


def heard(stream: Stream, clock: ManualClock, until_ms: int, step_ms: int = 1) -> list[ButtonEvent]:
    events = []
    while clock.now_ns() < until_ms * MS:
        clock.advance(step_ms * MS)
        events += stream.listen()
    return events


def bouncing(clock: ManualClock) -> MockSource:
    source = MockSource(TABLE, clock)
    source.bounce(5, 1, 20 * MS, "worn")
    source.bounce(6, 1, 21 * MS, "mislabelled")
    source.inject(5, 0, 100 * MS)
    source.inject(6, 0, 110 * MS)
    return source


def test_presses_come_in_the_order_of_their_first_edges() -> None:
    clock = ManualClock()
    stream = Stream(bouncing(clock), Constants())
    found = heard(stream, clock, 200)
    told = [(event.kind, event.line, event.ts_ns // MS) for event in found]
    assert told[:2] == [(Kind.PRESS, 5, 20), (Kind.PRESS, 6, 21)]


def test_the_horizon_waits_for_a_contact_that_still_bounces() -> None:
    clock = ManualClock()
    source = MockSource(TABLE, clock)
    for change in range(9):
        source.inject(5, 1 - change % 2, 20 * MS + change * 800_000)
    stream = Stream(source, Constants())
    assert heard(stream, clock, 26) == []
    assert stream.horizon_ns == 20 * MS - 1
    (press,) = heard(stream, clock, 40)
    assert press.ts_ns == 20 * MS
    assert stream.horizon_ns == 38 * MS


def test_the_log_gives_the_same_events_again() -> None:
    clock, lines = ManualClock(), []
    stream = Stream(bouncing(clock), Constants(), lines.append)
    found = heard(stream, clock, 300)
    stream.close()
    again = judge(EdgeLog(line.encode() + b"\n" for line in lines))
    assert [event for event in again if isinstance(event, ButtonEvent)] == found


def test_the_log_is_short_where_nothing_happens() -> None:
    clock, lines = ManualClock(), []
    constants = Constants(resync_ns=3_600_000 * MS)
    stream = Stream(MockSource(TABLE, clock, constants), constants, lines.append)
    heard(stream, clock, 5000)
    assert len(lines) == 1
    stream.close()
    assert [json.loads(line)[0] for line in lines[1:]] == ["barrier"]


def test_a_line_of_the_log_is_told_before_it_is_acted_on() -> None:
    clock = ManualClock()

    def full(line: str) -> None:
        if line.startswith('["edge"'):
            raise OSError("no space")

    stream = Stream(bouncing(clock), Constants(), full)
    with pytest.raises(OSError, match="no space"):
        heard(stream, clock, 50)
    assert stream.horizon_ns < 20 * MS


def test_a_source_in_use_is_told() -> None:
    source = MockSource(TABLE, ManualClock())
    Stream(source, Constants())
    with pytest.raises(ButtonsError, match="in use"):
        Stream(source, Constants())


def test_a_closed_stream_has_let_its_source_go() -> None:
    clock = ManualClock()
    stream = Stream(MockSource(TABLE, clock), Constants())
    stream.close()
    with pytest.raises(ButtonsError):
        stream.listen()


def test_it_has_ended_when_the_source_has_and_everything_is_decided() -> None:
    clock, lines = ManualClock(), []
    stream = Stream(bouncing(clock), Constants(), lines.append)
    heard(stream, clock, 104)
    assert not stream.ended
    heard(stream, clock, 300)
    stream.close()
    again = ManualClock()
    log = EdgeLog(line.encode() + b"\n" for line in lines if '"barrier"' not in line)
    script = ScriptSource(log, again)
    copy = Stream(script, script.constants)
    found = 0
    while not copy.ended:
        again.advance(MS)
        found += len(copy.listen())
    assert found == 4


def test_a_press_at_the_very_end_of_a_script_is_heard_before_it_has_ended() -> None:
    clock = ManualClock()
    source = MockSource(TABLE, clock)
    stream = Stream(source, Constants())
    source.inject(5, 1, 20 * MS)
    events: list[ButtonEvent] = []
    while not stream.ended:
        clock.advance(MS)
        events += stream.listen()
        assert clock.now_ns() < 50 * MS
    assert [event.kind for event in events] == [Kind.PRESS]
