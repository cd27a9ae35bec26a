"""One line: what comes first in time decides, to the ns; constants; storms."""

import dataclasses

import pytest

from hal.buttons import Flag, Kind
from hal.debounce import LONGEST_NS, NEVER_NS, Constants, Debouncer, Decision, State
from hal.sequence import Sequencer
from tests.hal.listening import MS, Table, edge, ns, say, told

C = Constants()


class Line:
    """A machine that is fed as the law has it: advanced to each edge before it."""

    def __init__(self, level: int = 0, constants: Constants = C) -> None:
        self.machine = Debouncer(5, level, constants)
        self.decided: list[Decision] = []
        self.edges = 0

    def edge(self, ts_ns: int, level: int) -> "Line":
        self.to(ts_ns)
        self.edges += 1
        self.machine.edge(ts_ns, self.edges, level)
        return self

    def to(self, t_ns: int) -> "Line":
        self.machine.advance(t_ns, self.decided)
        return self

    @property
    def told(self) -> list[tuple[str, int]]:
        return [(decision[3].value, decision[0]) for decision in self.decided]


def test_an_edge_decides_nothing() -> None:
    line = Line().edge(0, 1)
    assert (line.told, line.machine.state) == ([], State.CANDIDATE)


def test_a_press_is_certain_at_t_stable_and_not_before() -> None:
    line = Line().edge(7, 1).to(7 + C.t_stable_ns - 1)
    assert line.told == []
    assert line.to(7 + C.t_stable_ns).told == [("press", 7)]
    assert line.machine.state is State.PRESSED


def test_an_edge_at_t_stable_comes_too_late_to_undo_a_press() -> None:
    assert Line().edge(0, 1).edge(C.t_stable_ns, 0).told == [("press", 0)]
    assert Line().edge(0, 1).edge(C.t_stable_ns - 1, 0).told == []


def test_a_glitch_is_certain_at_t_gap_and_not_before() -> None:
    line = Line().edge(0, 1).edge(5, 0).to(5 + C.t_gap_ns - 1)
    assert (line.told, line.machine.state) == ([], State.CANDIDATE)
    assert line.to(5 + C.t_gap_ns).told == [("glitch", 0)]
    assert line.machine.state is State.IDLE


def test_a_contact_that_returns_at_t_gap_is_another_and_before_it_the_same() -> None:
    again = C.t_gap_ns + 5
    apart = Line().edge(0, 1).edge(5, 0).edge(again, 1).to(again + C.t_stable_ns)
    assert apart.told == [("glitch", 0), ("press", again)]
    one = Line().edge(0, 1).edge(5, 0).edge(again - 1, 1).to(again - 1 + C.t_stable_ns)
    assert one.told == [("press", 0)]


def moving(until_ns: int, step_ns: int = MS // 2) -> Line:
    line = Line()
    for count, ts_ns in enumerate(range(0, until_ns, step_ns)):
        line.edge(ts_ns, 1 - count % 2)
    return line


def test_a_contact_still_moving_at_w_max_is_noisy_then_and_not_before() -> None:
    line = moving(C.w_max_ns)
    assert line.to(C.w_max_ns - 1).told == []
    assert line.machine.hold_ns == 0
    assert line.to(C.w_max_ns).told == [("noisy", 0)]
    assert (line.machine.state, line.machine.hold_ns) == (State.CANDIDATE, 14_500_000)


def test_a_contact_that_comes_to_rest_at_w_max_is_a_press() -> None:
    line = moving(C.w_max_ns - C.t_stable_ns).edge(C.w_max_ns - C.t_stable_ns, 1)
    assert line.to(C.w_max_ns).told == [("press", 0)]


def test_a_contact_that_would_come_to_rest_after_w_max_is_noisy_first() -> None:
    line = moving(C.w_max_ns - C.t_stable_ns).edge(C.w_max_ns - C.t_stable_ns + 1, 1)
    assert line.to(C.w_max_ns).told == [("noisy", 0)]
    assert line.to(C.w_max_ns + 1).told == [("noisy", 0), ("press", 14_000_001)]


def test_a_noisy_cut_starts_a_window_of_its_own_at_its_last_edge() -> None:
    line = moving(100 * MS, MS // 2)
    assert [ts_ns for _, ts_ns in line.told[:3]] == [0, 14_500_000, 29_000_000]
    gaps = Line()
    for ts_ns in range(0, 30 * MS, 2 * MS):  # open for 1.9 ms each time: never a press
        gaps.edge(ts_ns, 1).edge(ts_ns + 100_000, 0)
    assert gaps.to(29_100_000 - 1).told == [("noisy", 0)]
    assert gaps.to(29_100_000).told == [("noisy", 0), ("noisy", 14_100_000)]
    assert gaps.to(28_100_000 + C.t_gap_ns).told[2:] == [("glitch", 28_100_000)]


def test_a_press_after_noise_is_marked_and_as_old_as_the_cut() -> None:
    script = [(0.5 * count, 5, 1 - count % 2) for count in range(33)]
    assert told(*script) == ["noisy5@0", "press5@14.5 since 0 noisy"]


def test_a_release_is_certain_at_t_rel_and_not_before() -> None:
    line = Line().edge(0, 1).edge(40 * MS, 0).to(40 * MS + C.t_rel_ns - 1)
    assert line.told == [("press", 0)]
    assert line.to(40 * MS + C.t_rel_ns).told[1:] == [("release", 52 * MS)]
    assert (line.machine.state, line.machine.due_ns) == (State.IDLE, NEVER_NS)


def test_a_contact_that_returns_at_t_rel_is_another_press_and_before_it_the_same() -> None:
    again = 40 * MS + C.t_rel_ns
    apart = Line().edge(0, 1).edge(40 * MS, 0).edge(again, 1).to(again + C.t_stable_ns)
    assert apart.told == [("press", 0), ("release", again), ("press", again)]
    one = Line().edge(0, 1).edge(40 * MS, 0).edge(again - 1, 1).to(again + C.t_stable_ns)
    assert one.told == [("press", 0)]


@pytest.mark.parametrize(("early_ns", "kind"), [(0, "press"), (1, "chatter")])
def test_a_press_at_t_lock_counts_and_before_it_does_not(early_ns: int, kind: str) -> None:
    again = C.t_lock_ns - early_ns
    line = Line().edge(0, 1).edge(2 * MS, 0).edge(again, 1).to(again + C.t_stable_ns)
    assert line.told[2:] == [(kind, again)]
    assert line.machine.state is State.PRESSED


def test_chatter_is_no_press_from_which_the_lock_is_counted() -> None:
    line = Line().edge(0, 1).edge(2 * MS, 0).edge(20 * MS, 1).edge(22 * MS, 0)
    assert line.edge(40 * MS, 1).to(41 * MS).told[2:] == [
        *(("chatter", 20 * MS), ("release", 34 * MS), ("press", 40 * MS))
    ]


def test_a_line_is_stuck_at_t_stuck_and_not_before_and_once() -> None:
    line = Line().edge(3, 1).to(3 + C.t_stuck_ns - 1)
    assert (line.told, line.machine.stuck) == ([("press", 3)], False)
    assert line.to(3 + C.t_stuck_ns).told[1:] == [("stuck", 3 + C.t_stuck_ns)]
    assert line.machine.stuck is True
    assert line.edge(6000 * MS, 1).to(99_000 * MS).told[2:] == []
    line.edge(99_000 * MS, 0).to(99_012 * MS)
    assert (line.told[2:], line.machine.stuck) == ([("release", 99_012 * MS)], False)


def test_a_line_open_at_t_stuck_is_stuck_when_it_closes_again() -> None:
    line = Line().edge(0, 1).edge(4995 * MS, 0).to(5001 * MS)
    assert line.told == [("press", 0)]
    assert line.edge(5003 * MS, 1).to(5003 * MS).told[1:] == [("stuck", 5003 * MS)]
    early = Line().edge(0, 1).edge(4995 * MS, 0).edge(4999 * MS, 1).to(5000 * MS - 1)
    assert early.told == [("press", 0)]
    assert early.to(5000 * MS).told[1:] == [("stuck", 5000 * MS)]


def test_chatter_that_is_held_is_stuck_from_its_own_first_edge() -> None:
    line = Line().edge(0, 1).edge(2 * MS, 0).edge(20 * MS, 1).to(5020 * MS)
    assert line.told[-1] == ("stuck", 5020 * MS)


def test_a_held_line_waits_for_its_release_however_often_it_says_pressed() -> None:
    line = Line(level=1)
    assert line.machine.state is State.HELD
    assert line.edge(5, 1).to(10_000 * MS).told == []
    assert line.edge(10_000 * MS, 0).edge(10_005 * MS, 1).to(20_000 * MS).told == []
    line.edge(20_000 * MS, 0).to(20_012 * MS - 1)
    assert line.told == []
    assert line.to(20_012 * MS).told == [("release", 20_012 * MS)]
    assert line.decided[0][4:] == (20_000 * MS, Flag.INITIAL.value, 0)


def test_only_the_first_release_is_initial() -> None:
    table = Table({5: 1, 6: 0}).script((30, 5, 0), (80, 5, 1), (120, 5, 0), (40, 6, 1), (70, 6, 0))
    assert [word for word in table.until(200).told if "release" in word] == [
        *("release5@42 of 30 initial", "release6@82 of 70", "release5@132 of 120")
    ]


class TestPreglitch:
    """E6: open for more than 1 ms inside a candidate. The first edge counts all the same."""

    def test_a_spike_before_a_press_is_told_and_counted(self) -> None:
        table = Table().script((0, 5, 1), (0.1, 5, 0), (2, 5, 1)).until(20)
        assert table.told == ["press5@0 preglitch"]
        assert table.sequencer.counts.preglitches == 1

    def test_each_is_counted_and_leaves_other_flags_alone(self) -> None:
        table = Table().script((100, 6, 1), (100.1, 6, 0), (102, 6, 1))
        table.expect(edge(0, 5, 1, 3, 1)).expect(edge(0.1, 5, 0, 4, 2))
        table.expect(edge(2, 5, 1, 5, 3)).until(120)
        assert table.sequencer.counts.preglitches == 2
        assert table.told == [
            *("press5@0 since -2 coalesced preglitch", "press6@100 preglitch"),
        ]

    def test_exactly_1_ms_is_none_and_one_ns_more_is_one(self) -> None:
        assert told((0, 5, 1), (0.1, 5, 0), (1.1, 5, 1)) == ["press5@0"]
        assert told((0, 5, 1), (0.1, 5, 0), (1.100001, 5, 1)) == ["press5@0 preglitch"]

    def test_a_line_that_says_open_all_the_time_counts_too(self) -> None:
        assert told((0, 5, 0), (1.5, 5, 1)) == ["press5@0 preglitch"]

    def test_it_is_no_matter_of_t_stable(self) -> None:
        table = Table(constants=Constants(t_stable_ns=2 * MS))
        table.script((0, 5, 1), (1.5, 5, 1), (1.6, 5, 0), (2, 5, 1)).until(20)
        assert table.told == ["press5@0"]

    def test_the_press_after_is_clean_again(self) -> None:
        script = [(0, 5, 1), (0.1, 5, 0), (2, 5, 1), (50, 5, 0), (100, 5, 1)]
        assert told(*script) == ["press5@0 preglitch", "release5@62 of 50", "press5@100"]


class TestSplit:
    """A press at most W_MAX after a glitch may have begun with it."""

    def test_at_w_max_it_is_as_old_as_the_glitch_and_after_it_certain(self) -> None:
        assert told((0, 5, 1), (0.1, 5, 0), (15, 5, 1)) == ["glitch5@0", "press5@15 since 0"]
        assert told((0, 5, 1), (0.1, 5, 0), (15.000001, 5, 1)) == ["glitch5@0", "press5@15.000001"]

    def test_it_goes_back_to_the_last_glitch_only(self) -> None:
        script = [(0, 5, 1), (0.1, 5, 0), (8, 5, 1), (8.1, 5, 0), (14, 5, 1)]
        assert told(*script)[2:] == ["press5@14 since 8"]

    def test_a_glitch_of_another_line_says_nothing(self) -> None:
        assert told((0, 6, 1), (0.1, 6, 0), (8, 5, 1)) == ["glitch6@0", "press5@8"]

    def test_a_glitch_itself_is_not_uncertain(self) -> None:
        assert told((0, 5, 1), (0.1, 5, 0), (8, 5, 1), (8.1, 5, 0)) == ["glitch5@0", "glitch5@8"]

    def test_chatter_goes_back_too(self) -> None:
        script = [(0, 5, 1), (2, 5, 0), (15, 5, 1), (15.1, 5, 0), (20, 5, 1)]
        assert told(*script)[2:] == ["glitch5@15", "chatter5@20 since 15"]


class TestConstants:
    @pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Constants)])
    def test_each_is_whole_and_at_most_an_hour(self, name: str) -> None:
        may_be_0 = ("guard_ns", "t_lock_ns", "t_tie_ns", "anticip_ns", "t_thread_ns")
        least = 0 if name in may_be_0 else 1
        wide = {"w_max_ns": LONGEST_NS} if name in ("t_stable_ns", "t_gap_ns") else {}
        narrow = {"t_stable_ns": 1, "t_gap_ns": 1} if name == "w_max_ns" else {}
        for value in (least, LONGEST_NS):
            made = Constants(**{**wide, **narrow, name: value})
            assert getattr(made, name) == value
        for wrong in (least - 1, LONGEST_NS + 1, True, 1.0, "1", None):
            text = f"{name} is {wrong!r}; expected {least} to 3600000000000 ns"
            with pytest.raises(ValueError, match=f"^{text}$"):
                Constants(**{**wide, **narrow, name: wrong})  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ["t_stable_ns", "t_gap_ns"])
    def test_a_rest_may_be_as_long_as_the_window_and_no_longer(self, name: str) -> None:
        assert Constants(**{name: 15 * MS}).w_max_ns == 15 * MS
        with pytest.raises(ValueError, match=f"^{name} is 15000001; expected at most w_max_ns, 15"):
            Constants(**{name: 15 * MS + 1})

    def test_the_defaults_are_those_of_the_law(self) -> None:
        assert dataclasses.astuple(Constants()) == (
            *(2_000_000, 1_000_000, 3_000_000, 15_000_000, 12_000_000, 25_000_000),
            *(5_000_000_000, 10_000_000, 100_000, 100_000_000, 850_000),
        )

    def test_all_of_them_rule_the_machine(self) -> None:
        constants = Constants(
            *(0, 10, 20, 40, 30, 100),
            t_stuck_ns=1000,
        )
        line = Line(constants=constants).edge(0, 1).edge(5, 0).edge(24, 1).to(34)
        assert line.told == [("press", 0)]
        assert line.edge(50, 0).to(80).told[1:] == [("release", 80)]
        assert line.edge(99, 1).to(109).told[2:] == [("chatter", 99)]
        assert line.to(1099).told[3:] == [("stuck", 1099)]


def storm(line: Line, start_ns: int, end_ns: int, step_ns: int) -> Line:
    for count, ts_ns in enumerate(range(start_ns, end_ns, step_ns)):
        line.edge(ts_ns, 1 - count % 2)
    return line


class TestStorm:
    """More than 200 edges a second for a second switch a line off until it behaves."""

    STEP = 5 * MS
    """Between edges: exactly 200 a second."""

    def test_200_edges_a_second_are_borne_for_ever(self) -> None:
        line = storm(Line(), 0, 10_000 * MS, self.STEP)
        assert line.machine.state is not State.OFF

    def test_a_little_more_is_not(self) -> None:
        line = storm(Line(), 0, 10_000 * MS, self.STEP - 1)
        assert line.machine.state is State.OFF

    def test_it_takes_a_second_of_it(self) -> None:
        # The 200th edge begins the second, and the 200 after it say whether it was one.
        line = storm(Line(), 0, 1099 * MS, MS // 2).edge(1_099_499_999, 1)
        assert (line.machine.state, line.machine.hold_ns) == (State.CANDIDATE, 1087_500_000)
        line = storm(Line(), 0, 1_099_500_000, MS // 2).edge(1_099_500_000, 0).to(1_099_500_000)
        assert (line.machine.state, line.machine.hold_ns) == (State.OFF, NEVER_NS)
        assert line.decided[-1] == (
            *(1_099_500_000, 2200, 5, Kind.NOISY, 1_099_500_000, Flag.DISABLED.value, 0),
        )

    def test_a_burst_and_a_rest_are_no_storm(self) -> None:
        line = storm(Line(), 0, 300 * MS, MS // 2).to(1400 * MS)
        assert storm(line, 1400 * MS, 1700 * MS, MS // 2).machine.state is not State.OFF

    def off(self, last_ns: int = 2000 * MS) -> Line:
        line = storm(Line(), 0, last_ns, MS // 2).to(last_ns)
        assert line.machine.state is State.OFF
        line.decided.clear()
        return line

    def test_it_is_off_until_a_second_with_fewer_has_passed(self) -> None:
        line = self.off()  # the last block of 200 edges ended at 1999.5 ms
        assert line.machine.due_ns == 2_999_500_000
        assert line.to(2_999_499_999).machine.state is State.OFF
        assert (line.to(2_999_500_000).machine.state, line.told) == (State.IDLE, [])
        line.edge(3000 * MS, 1).to(3001 * MS)
        assert line.told == [("press", 3000 * MS)]

    def test_200_edges_more_begin_the_second_anew(self) -> None:
        line = self.off()
        for count in range(199):
            line.edge(2000 * MS + count * MS, 1 - count % 2)
        assert line.machine.due_ns == 2_999_500_000
        line.edge(2500 * MS, 0)
        assert line.machine.due_ns == 3500 * MS

    def test_it_must_be_still_for_t_rel(self) -> None:
        line = self.off().edge(2_990_000_000, 1).edge(2_995_000_000, 0).to(3_006_999_999)
        assert line.machine.state is State.OFF
        assert line.to(3007 * MS).machine.state is State.IDLE

    def test_a_longer_t_rel_than_a_second_is_kept_too(self) -> None:
        line = Line(constants=Constants(t_rel_ns=1500 * MS))
        storm(line, 0, 1_100_000_000, MS // 2).to(1_100_000_000)
        assert line.machine.due_ns == 1_099_500_000 + 1500 * MS
        storm(line, 1_100_000_000, 1_200_000_000, MS // 2)
        assert line.machine.due_ns == 1_199_500_000 + 1500 * MS

    def test_mains_hum_keeps_a_disabled_line_off(self) -> None:
        line = storm(self.off(), 2000 * MS, 8000 * MS, 10 * MS)
        assert (line.machine.state, line.told) == (State.OFF, [])

    def test_a_line_that_was_pressed_is_let_go_when_it_comes_back(self) -> None:
        line = storm(Line().edge(0, 1).to(2 * MS), 2 * MS, 2000 * MS, MS // 2)
        assert line.told == [("press", 0), ("noisy", 1_101_000_000)]
        assert line.to(4000 * MS).told[2:] == [("release", line.decided[-1][0])]
        assert line.decided[-1][4:] == (1_999_500_000, Flag.NOISY.value, 0)
        assert line.machine.state is State.IDLE

    def test_a_line_that_is_pressed_still_goes_on_where_it_was(self) -> None:
        line = storm(Line().edge(0, 1).to(2 * MS), 2 * MS, 2000 * MS, MS // 2)
        line.edge(2001 * MS, 1).to(3100 * MS)
        assert (line.machine.state, line.machine.due_ns) == (State.PRESSED, 5000 * MS)
        assert line.to(5000 * MS).told[2:] == [("stuck", 5000 * MS)]
        assert line.edge(6000 * MS, 0).to(6012 * MS).decided[-1][5] == 0

    def test_one_that_is_pressed_beyond_t_stuck_is_stuck_at_once(self) -> None:
        line = storm(Line().edge(0, 1).to(2 * MS), 2 * MS, 6000 * MS, MS // 2)
        line.edge(6000 * MS, 1).to(8000 * MS)
        assert line.told[-1][0] == "stuck"
        assert 7000 * MS > line.told[-1][1] > 6900 * MS

    def test_a_line_pressed_unseen_is_held(self) -> None:
        line = self.off().edge(2001 * MS, 1).to(5000 * MS)
        assert (line.machine.state, line.machine.due_ns, line.told) == (State.HELD, NEVER_NS, [])
        line.edge(5000 * MS, 0).to(5012 * MS)
        assert line.told == [("release", 5012 * MS)]
        assert line.decided[0][5] == Flag.NOISY.value

    def test_a_line_held_from_the_start_stays_so(self) -> None:
        line = storm(Line(level=1), 0, 2000 * MS, MS // 2).edge(2001 * MS, 1).to(5000 * MS)
        assert line.machine.state is State.HELD
        line.edge(5000 * MS, 0).to(5012 * MS)
        assert line.decided[-1][5] == Flag.INITIAL.value

    def test_a_line_held_from_the_start_and_let_go_meanwhile_is_told_so(self) -> None:
        line = storm(Line(level=1), 0, 2000 * MS, MS // 2).to(5000 * MS)
        assert line.decided[-1][3] is Kind.RELEASE
        assert line.decided[-1][5] == (Flag.INITIAL | Flag.NOISY).value


def test_a_line_that_oscillates_for_a_minute_lets_the_others_play_on() -> None:
    sequencer = Sequencer({5: 0, 6: 0})
    told, slowest_ns = [], 0
    for t in range(63_000):  # ms: line 5 at 1 kHz for a minute, line 6 pressed twice a second
        heard = [edge(t, 5, 1), edge(t + 0.5, 5, 0)] if t < 60_000 else []
        if t % 500 in (100, 180):
            heard.append(edge(t, 6, int(t % 500 == 100)))
        if t == 62_000:
            heard.append(edge(t, 5, 1))
        events = sequencer.feed(heard, ns(t + 1))
        told += events
        if t == 30_000:
            assert sequencer.counts.disabled == (5,)
        slowest_ns = max([slowest_ns, *(one.latency_ns for one in events if one.line == 6)])
    presses = [say(event) for event in told if event.kind is Kind.PRESS]
    assert presses == [*(f"press6@{t}" for t in range(100, 62_000, 500)), "press5@62000", *(
        f"press6@{t}" for t in range(62_100, 63_000, 500)
    )]  # fmt: skip
    assert [event.flags for event in told if Flag.DISABLED in event.flags] == [Flag.DISABLED]
    assert slowest_ns <= 20 * MS
    assert sequencer.counts.disabled == ()


def test_a_line_that_hums_for_a_minute_is_pressed_once_and_stuck_once() -> None:
    script = [(10.0 * count, 5, 1 - count % 2) for count in range(6000)]
    table = Table(step=5).script(*script, (30_000, 6, 1)).until(60_100)
    assert table.told == ["press5@0", "stuck5@5000 of 0", "press6@30000", "stuck6@35000 of 30000",
                          "release5@60002 of 59990"]  # fmt: skip
