"""The scripted sources keep the contract of every source, and the display remembers."""

import json
from collections.abc import Mapping

import pytest

from hal.buttons import Batch, ButtonEvent, ButtonsError, Edge, Kind, LevelRead, Source
from hal.clock import ManualClock
from hal.debounce import Constants
from hal.edgeline import Header, batch_lines, header_line
from hal.edgelog import EdgeLog, judge
from hal.mock import BOUNCES, MockSource
from hal.mock_display import MockDisplay
from hal.script import ScriptSource
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, say


def mock(
    levels: Mapping[int, int] = TABLE, *, numbered: bool = False
) -> tuple[MockSource, Sequencer, ManualClock]:
    clock = ManualClock()
    source = MockSource(levels, clock, numbered=numbered)
    first = source.open()
    return source, Sequencer(first.levels, source.constants, first.t_ns), clock


def hear(source: Source, sequencer: Sequencer, clock: ManualClock, until: int) -> list[ButtonEvent]:
    events: list[ButtonEvent] = []
    while clock.now_ns() < until * MS:
        clock.advance(MS)
        for batch in source.poll():
            events += sequencer.take(batch)
    return events


@pytest.mark.parametrize("profile", [name for name in BOUNCES if name != "let go"])
def test_every_way_to_bounce_is_one_press_at_its_first_edge(profile: str) -> None:
    source, sequencer, clock = mock()
    source.bounce(5, 1, 20 * MS, profile)
    (event,) = hear(source, sequencer, clock, 60)
    assert say(event) == "press5@20"


def test_a_release_bounces_too() -> None:
    source, sequencer, clock = mock()
    source.press(5, 20 * MS)
    source.inject(6, 1, 21 * MS)
    source.bounce(6, 0, 50 * MS, "let go")
    assert [say(event) for event in hear(source, sequencer, clock, 140)] == [
        *("press5@20", "press6@21", "release6@65.1 of 53.1", "release5@112 of 100")
    ]


def test_a_floating_line_hums() -> None:
    source, sequencer, clock = mock()
    source.hum(5, 0, 400 * MS)
    assert [say(event) for event in hear(source, sequencer, clock, 500)] == [
        *("press5@0", "release5@402 of 390")
    ]


def test_arrival_is_another_thing_than_happening() -> None:
    source, _, clock = mock()
    source.inject(5, 1, 3 * MS, arrival_ns=9 * MS)
    source.inject(6, 1, 4 * MS)
    clock.advance(8 * MS)
    assert source.poll() == (Batch((Edge(4 * MS, 6, 1),), 8 * MS),)
    clock.advance(MS)
    assert source.poll() == (Batch((Edge(3 * MS, 5, 1),), 9 * MS),)
    assert source.poll() == (Batch((), 9 * MS),)


def test_what_is_dropped_or_coalesced_uses_up_its_numbers() -> None:
    source, _, clock = mock(numbered=True)
    assert source.capabilities.loss_detect
    source.inject(5, 1, 0)
    source.inject(5, 0, 1, drop=True)
    source.inject(5, 1, 2, coalesce=True)
    source.inject(5, 0, 3)
    source.inject(6, 1, 4, gseq=99, lseq=98)
    clock.advance(4)
    (batch,) = source.poll()
    assert batch.edges == (Edge(0, 5, 1, 1, 1), Edge(3, 5, 0, 4, 3), Edge(4, 6, 1, 99, 98))


def test_levels_are_read_every_10_ms_and_when_asked_and_are_the_truth() -> None:
    source, _, clock = mock({5: 0, 6: 1})
    source.inject(5, 1, 2 * MS, drop=True)
    source.inject(6, 1, 3 * MS, truth=0)
    clock.advance(10 * MS - 1)
    assert source.poll()[0].read is None
    clock.advance(1)
    assert source.poll()[0].read == LevelRead(10 * MS, {5: 1, 6: 0})
    assert source.poll()[0].read is None
    source.want_levels()
    assert source.poll()[0].read == LevelRead(10 * MS, {5: 1, 6: 0})


def test_a_mock_says_what_it_is() -> None:
    clock = ManualClock(7)
    source = MockSource({6: 0, 5: 1}, clock, Constants(guard_ns=9))
    assert source.lines == (5, 6)
    assert (source.capabilities.guard_ns, source.capabilities.stamp) == (9, "script")
    assert not source.capabilities.loss_detect
    assert (source.health().alive, source.health().message) == (False, "not open")
    with pytest.raises(ButtonsError, match="not open"):
        source.poll()
    assert source.open() == LevelRead(7, {5: 1, 6: 0})
    assert (source.health().alive, source.health().beat_ns) == (True, 7)
    with pytest.raises(ButtonsError, match="in use already"):
        source.open()
    source.close()
    source.close()
    assert not source.health().alive


def test_what_is_not_there_cannot_be_scripted() -> None:
    source, _, _ = mock()
    with pytest.raises(ValueError, match="line 9; expected one of 5, 6, 7"):
        source.inject(9, 1, 0)
    with pytest.raises(ValueError, match="profile 'soft'; expected one of clean, arcade"):
        source.bounce(5, 1, 0, "soft")


def recorded(start_ns: int = 10**12) -> tuple[list[bytes], list[ButtonEvent]]:
    """The log of a table with every kind of trouble, and what the table told."""
    clock = ManualClock(start_ns)
    source = MockSource({5: 0, 6: 0, 7: 1}, clock, numbered=True)
    first = source.open()
    header = Header(first.levels, source.constants, first.t_ns)
    sequencer = header.sequencer()
    for count, profile in enumerate(BOUNCES):
        if profile != "let go":
            source.bounce(5, 1, start_ns + count * 200 * MS, profile)
            source.bounce(5, 0, start_ns + (count * 200 + 90) * MS, "let go")
    source.inject(6, 1, start_ns + 5 * MS, arrival_ns=start_ns + 9 * MS)
    source.inject(6, 0, start_ns + 70 * MS, drop=True)
    source.inject(6, 1, start_ns + 300 * MS, coalesce=True)
    source.inject(6, 1, start_ns + 300 * MS + 1)
    source.inject(7, 0, start_ns + 50 * MS)
    lines, events = [header_line(header)], []
    while clock.now_ns() < start_ns + 1500 * MS:
        clock.advance(MS)
        for batch in source.poll():
            lines += batch_lines(batch)
            events += sequencer.take(batch)
    return [f"{line}\n".encode() for line in lines], events


def test_a_log_of_a_table_is_judged_as_the_table_judged_it() -> None:
    lines, events = recorded()
    *again, _ = judge(EdgeLog(lines))
    assert again == events
    assert {event.kind for event in events} >= {Kind.PRESS, Kind.RELEASE}
    assert {name for event in events for name in event.flags.names} >= {
        *("late", "resync", "initial", "coalesced", "overflow")
    }


def test_a_script_is_a_log_fed_live() -> None:
    lines, events = recorded()
    clock = ManualClock(7 * MS)
    script = ScriptSource(EdgeLog(lines), clock)
    first = script.open()
    assert first == LevelRead(7 * MS, {5: 0, 6: 0, 7: 1})
    assert script.lines == (5, 6, 7)
    sequencer = Sequencer(first.levels, script.constants, first.t_ns)
    again = hear(script, sequencer, clock, 1600)
    assert script.ended
    assert [(one.kind, one.line, one.ts_ns - 7 * MS, one.flags) for one in again][
        : len(events)
    ] == [(one.kind, one.line, one.ts_ns - 10**12, one.flags) for one in events]


def script_of(*heard: object) -> EdgeLog:
    header = header_line(Header(TABLE, Constants()))
    return EdgeLog([f"{line}\n".encode() for line in (header, *map(json.dumps, heard))])


def test_a_script_without_barriers_tells_its_own() -> None:
    clock = ManualClock()
    script = ScriptSource(script_of(["edge", 5 * MS, 5, 1], ["edge", 90 * MS, 5, 0]), clock)
    assert not script.capabilities.loss_detect
    sequencer = Sequencer(script.open().levels)
    assert [say(event) for event in hear(script, sequencer, clock, 30)] == ["press5@0"]
    assert not script.ended
    assert [say(event) for event in hear(script, sequencer, clock, 130)] == ["release5@97 of 85"]


def test_a_script_promises_between_its_barriers_what_it_knows() -> None:
    clock = ManualClock()
    script = ScriptSource(
        script_of(["edge", 0, 5, 1], ["barrier", 40 * MS], ["levels", 41 * MS, {"6": 1}]), clock
    )
    sequencer = Sequencer(script.open().levels)
    assert [say(event) for event in hear(script, sequencer, clock, 39)] == ["press5@0"]
    assert sequencer.horizon_ns == 37 * MS
    assert hear(script, sequencer, clock, 40) == []
    assert [say(event) for event in hear(script, sequencer, clock, 60)] == [
        "press6@41 since 0 resync"
    ]


def test_a_script_promises_nothing_that_a_later_edge_of_it_breaks() -> None:
    clock = ManualClock()
    script = ScriptSource(
        script_of(["edge", 0, 5, 1], ["edge", 90 * MS, 6, 1], ["edge", 20 * MS, 7, 1]), clock
    )
    sequencer = Sequencer(script.open().levels)
    events = hear(script, sequencer, clock, 120)
    assert [say(event) for event in events] == ["press5@0", "press7@20", "press6@90"]
    assert sequencer.counts.late == 0


def test_a_script_must_be_opened_and_can_be_run_again() -> None:
    clock = ManualClock()
    script = ScriptSource(script_of(["edge", 0, 5, 1]), clock)
    with pytest.raises(ButtonsError, match="not open"):
        script.poll()
    assert not script.health().alive
    script.open()
    with pytest.raises(ButtonsError, match="running already"):
        script.open()
    script.want_levels()
    assert script.poll() == [Batch((Edge(0, 5, 1),), 0)]
    script.close()
    clock.advance(5)
    script.open()
    assert script.health().alive
    assert script.poll() == [Batch((Edge(5, 5, 1),), 5)]


def test_an_empty_script_is_silent() -> None:
    script = ScriptSource(script_of(), ManualClock(3))
    script.open()
    assert script.ended
    assert script.poll() == [Batch((), 3)]


def test_a_display_remembers_what_was_shown_and_when_it_could_be_seen() -> None:
    clock = ManualClock(10)
    display = MockDisplay(clock, transfer_ns=23 * MS)
    display.show("a card")
    clock.advance(5)
    display.show("the next")
    assert display.shown == [(23 * MS + 10, "a card"), (23 * MS + 15, "the next")]


def test_both_are_sources() -> None:
    sources: list[Source] = [
        MockSource(TABLE, ManualClock()),
        ScriptSource(script_of(), ManualClock()),
    ]
    assert [source.lines for source in sources] == [(5, 6, 7), (5, 6, 7)]
