"""All lines: one order, the horizon, late and lost edges, level reads."""

from dataclasses import replace

import pytest

from hal.buttons import Batch, Counts, Edge, Flag, Kind, LevelRead
from hal.debounce import Constants
from hal.mock import BOUNCES
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, Table, edge, edges, ns, say

TOP = 1 << 32


def heard(sequencer: Sequencer, *come: Edge, at: float) -> list[str]:
    return [say(event) for event in sequencer.feed(come, ns(at))]


class TestHorizon:
    def test_nothing_older_than_the_barrier_less_the_guard_can_come(self) -> None:
        sequencer = Sequencer(TABLE)
        assert sequencer.horizon_ns == -1
        sequencer.feed([], 10 * MS)
        assert sequencer.horizon_ns == 8 * MS

    def test_an_open_candidate_holds_it_just_before_its_first_edge(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 5, 1)), ns(5.999999))
        assert sequencer.horizon_ns == 3 * MS - 1
        assert heard(sequencer, at=6) == ["press5@3"]
        assert sequencer.horizon_ns == 4 * MS

    def test_a_candidate_that_begins_at_the_watermark_holds_it_too(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 5, 1)), 5 * MS)
        assert sequencer.horizon_ns == 3 * MS - 1

    def test_the_earliest_of_several_holds_it(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 7, 1), (3.2, 5, 1), (3.4, 6, 1)), ns(5.5))
        assert sequencer.horizon_ns == 3 * MS - 1

    def test_an_event_on_the_horizon_is_told(self) -> None:
        sequencer = Sequencer(TABLE)
        heard(sequencer, edge(0, 6, 1), edge(20, 6, 0), at=10)
        assert heard(sequencer, edge(32.000001, 5, 1), at=34.5) == ["release6@32 of 20"]
        assert sequencer.horizon_ns == 32 * MS

    def test_an_event_after_it_is_kept_back(self) -> None:
        sequencer = Sequencer(TABLE)
        heard(sequencer, edge(0, 6, 1), edge(20, 6, 0), at=10)
        assert heard(sequencer, edge(32, 5, 1), at=34.5) == []
        assert heard(sequencer, at=35) == ["release6@32 of 20", "press5@32"]

    def test_it_never_falls(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed([], 10 * MS)
        sequencer.feed(edges((8.5, 5, 1)), 9 * MS)
        assert sequencer.horizon_ns == 8 * MS
        assert heard(sequencer, at=20) == ["press5@8.5"]

    @pytest.mark.parametrize("guard_ns", [0, 1, 5 * MS])
    def test_the_guard_is_a_constant(self, guard_ns: int) -> None:
        sequencer = Sequencer(TABLE, Constants(guard_ns=guard_ns))
        sequencer.feed([], 10 * MS)
        assert sequencer.horizon_ns == 10 * MS - guard_ns

    def test_held_stuck_and_disabled_lines_hold_nobody(self) -> None:
        table = Table({5: 1, 6: 0, 7: 0}).script((0, 6, 1), (0, 5, 1)).until(6000)
        assert table.sequencer.horizon_ns == 5998 * MS
        assert table.script((6000, 7, 1)).until(6003).told[-1] == "press7@6000"


class TestUndecided:
    """The first barrier that may decide a contact."""

    def test_nothing_is_when_no_contact_is_open(self) -> None:
        sequencer = Sequencer(TABLE)
        assert sequencer.undecided_ns is None
        sequencer.feed(edges((3, 5, 1)), 6 * MS)
        assert sequencer.undecided_ns is None

    def test_a_waiting_edge_tells_it(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 5, 1), (3.2, 6, 1)))
        assert sequencer.undecided_ns == 6 * MS

    def test_so_does_an_open_candidate(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 5, 1)), ns(5.5))
        assert sequencer.undecided_ns == 6 * MS

    def test_an_edge_up_decides_no_contact(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((3, 5, 1)), 6 * MS)
        sequencer.feed(edges((80, 5, 0)), 81 * MS)
        assert sequencer.undecided_ns is None

    @pytest.mark.parametrize("profile", ["clean", "arcade", "worn", "mislabelled", "doubled"])
    def test_no_press_is_told_by_a_barrier_before_it(self, profile: str) -> None:
        sequencer = Sequencer(TABLE)
        waiting = [edge(10 + after / 1000, 5, level) for after, level in BOUNCES[profile]]
        waiting.append(edge(90, 5, 0))
        told = 0
        for barrier_ns in range(9 * MS, 120 * MS, 50_000):
            come = [each for each in waiting if each.ts_ns <= barrier_ns]
            del waiting[: len(come)]
            sequencer.feed(come)
            undecided_ns = sequencer.undecided_ns
            events = sequencer.feed([], barrier_ns)
            if any(event.kind is Kind.PRESS for event in events):
                told += 1
                assert undecided_ns is not None
                assert undecided_ns <= barrier_ns
        assert told


class TestOrder:
    def test_events_are_numbered_without_a_hole(self) -> None:
        table = Table().script((0, 5, 1), (0.5, 6, 1), (40, 5, 0), (41, 6, 0)).until(80)
        assert [event.seq for event in table.events] == [0, 1, 2, 3]

    def test_edges_without_numbers_go_by_arrival_when_stamps_are_equal(self) -> None:  # E10
        assert heard(Sequencer(TABLE), edge(1, 6, 1), edge(1, 5, 1), at=9) == [
            "press6@1",
            "press5@1",
        ]

    def test_edges_with_equal_stamp_and_number_go_by_line(self) -> None:  # E9
        come = [edge(1, 6, 1, 1, 1), edge(1, 5, 1, 1, 1)]
        assert heard(Sequencer(TABLE), *come, at=9) == ["press5@1", "press6@1"]

    def test_lines_stuck_at_the_same_time_go_by_the_number_of_their_presses(self) -> None:
        table = Table().expect(edge(1, 5, 1, 2, 1)).expect(edge(1, 6, 1, 1, 1)).until(5010)
        assert table.told[2:] == ["stuck6@5001 of 1", "stuck5@5001 of 1"]
        assert [event.uncertainty_ns for event in table.events] == [0, 0, 0, 0]

    def test_flips_are_ordered_against_slaps(self) -> None:  # E12: they are lines like any other
        table = Table({2: 0, 12: 0}).script((1.2, 12, 1), (1.1, 2, 1)).until(9)
        assert table.told == ["press2@1.1", "press12@1.2"]

    def test_numbers_are_compared_round_the_corner(self) -> None:
        come = [edge(0, 7, 1, TOP - 2, 1), edge(1, 6, 1, 0, 1), edge(1, 5, 1, TOP - 1, 1)]
        sequencer = Sequencer(TABLE)
        assert heard(sequencer, *come, at=9) == ["press7@0", "press5@1", "press6@1"]
        assert sequencer.counts.coalesced == 0

    def test_a_hole_round_the_corner_is_as_wide_as_it_is(self) -> None:
        sequencer = Sequencer(TABLE)
        heard(sequencer, edge(0, 5, 1, TOP - 2, TOP - 2), edge(1, 6, 1, 1, 1), at=9)
        assert sequencer.counts.coalesced == 2
        heard(sequencer, edge(40, 5, 0, 2, TOP - 1), edge(90, 5, 1, 3, 3), at=99)
        assert (sequencer.counts.coalesced, sequencer.counts.lost) == (2, 3)

    def test_signed_numbers_are_the_same_as_unsigned_ones(self) -> None:
        half = 1 << 31
        signed, unsigned = Sequencer(TABLE), Sequencer(TABLE)
        numbers = [half - 2, half - 1, -half, 1 - half, 3 - half]
        for sequencer, wrap in ((signed, 0), (unsigned, TOP)):
            for count, number in enumerate(numbers):
                told = number + wrap if number < 0 else number
                sequencer.feed([edge(count, 5, 1 - count % 2, told, told)], count * MS)
            sequencer.feed([], 100 * MS)
        assert signed.counts == unsigned.counts
        assert signed.counts.lost == half - 3 + 1  # the hole before the first is counted as well

    def test_latency_is_from_the_stamp_to_the_newest_barrier_and_no_part_of_an_event(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed(edges((1, 5, 1)), 2 * MS)
        (event,) = sequencer.feed([], 7 * MS + 5500)
        assert (event.latency_ns, event.latency_us) == (6 * MS + 5500, 6005)
        assert event == replace(event, latency_ns=0)
        assert sequencer.counts.max_latency_ns == 6 * MS + 5500
        sequencer.feed(edges((8, 6, 1)), 11 * MS)
        assert sequencer.counts.max_latency_ns == 6 * MS + 5500


class TestLate:
    def passed(self) -> Sequencer:
        sequencer = Sequencer(TABLE)
        sequencer.feed([], 10 * MS)
        return sequencer

    def test_an_edge_at_the_watermark_is_late_and_one_ns_after_it_is_not(self) -> None:
        sequencer = self.passed()
        assert heard(sequencer, edge(8.000001, 5, 1), at=20) == ["press5@8.000001"]
        assert sequencer.counts.late == 0
        sequencer = self.passed()
        assert heard(sequencer, edge(8, 5, 1), at=20) == ["press5@8.000001 of 8 since 8 late"]
        assert sequencer.counts.late == 1

    def test_late_edges_of_one_batch_go_by_number(self) -> None:
        sequencer = self.passed()
        come = [edge(3, 6, 1, 2, 1), edge(4, 5, 1, 1, 1)]
        assert heard(sequencer, *come, at=20) == [
            "press5@8.000001 of 4 since 4 late", "press6@8.000001 of 3 since 3 late"
        ]  # fmt: skip

    def test_a_late_release_says_when_it_was(self) -> None:
        sequencer = Sequencer(TABLE)
        heard(sequencer, edge(0, 5, 1), at=60)
        assert heard(sequencer, edge(40, 5, 0), at=80) == ["release5@70.000001 of 40 late"]
        assert heard(sequencer, edge(100, 5, 1), at=120) == ["press5@100"]

    def test_a_late_first_edge_of_an_open_candidate_makes_it_as_old_as_that(self) -> None:
        sequencer = self.passed()
        sequencer.feed(edges((8.2, 5, 1)), ns(10.5))
        assert heard(sequencer, edge(7, 5, 1), at=20) == ["press5@8.2 since 7 late"]
        sequencer = self.passed()
        sequencer.feed(edges((8.2, 5, 1)), ns(11.1))
        assert heard(sequencer, edge(8.2, 5, 1), edge(8.9, 5, 1), at=20) == ["press5@8.2"]
        assert sequencer.counts.late == 2

    def test_being_late_leaves_other_flags_alone(self) -> None:
        sequencer = self.passed()
        sequencer.feed([edge(8.2, 5, 1, 4, 1)], ns(10.5))
        assert heard(sequencer, edge(1, 5, 1, 5, 2), at=20) == ["press5@8.2 since 1 late coalesced"]

    def test_the_release_after_a_late_press_is_no_more_late(self) -> None:
        sequencer = self.passed()
        heard(sequencer, edge(3, 5, 1), at=20)
        assert heard(sequencer, edge(40, 5, 0), at=60) == ["release5@52 of 40"]


class TestLoss:
    def test_a_first_number_of_25_means_24_lost(self) -> None:
        sequencer = Sequencer(TABLE)
        assert heard(sequencer, edge(7, 5, 1, 25, 25), at=20) == ["press5@7 since 0 overflow"]
        assert (sequencer.counts.lost, sequencer.counts.coalesced) == (24, 0)
        assert sequencer.resync_wanted is True

    @pytest.mark.parametrize("first", [0, 1])
    def test_a_first_number_of_0_or_1_means_none(self, first: int) -> None:
        sequencer = Sequencer(TABLE)
        come = [edge(7, 5, 1, first, first), edge(8, 5, 1, first + 1, first + 1)]
        assert heard(sequencer, *come, at=20) == ["press5@7"]
        assert (sequencer.counts.lost, sequencer.counts.coalesced) == (0, 0)
        assert sequencer.resync_wanted is False

    def test_own_numbers_are_compared_modulo_2_to_the_32(self) -> None:
        sequencer = Sequencer(TABLE)
        come = [edge(1, 5, 1, None, TOP - 1), edge(50, 5, 0, None, 0), edge(90, 5, 1, None, 3)]
        assert heard(sequencer, *come, at=120) == [
            *("press5@1", "release5@62 of 50", "press5@90 since 50 overflow")
        ]
        assert sequencer.counts.lost == 2

    def test_a_source_may_have_counted_round_before_it_was_heard(self) -> None:
        sequencer = Sequencer(TABLE)
        heard(sequencer, edge(1, 5, 1, None, TOP - 5), edge(50, 5, 0, None, TOP - 2), at=90)
        assert sequencer.counts.lost == 2

    def test_half_of_all_numbers_ahead_is_behind(self) -> None:
        for number, lost in ((1 << 31, (1 << 31) - 1), ((1 << 31) + 1, 0)):
            sequencer = Sequencer(TABLE)
            heard(sequencer, edge(1, 5, 1, None, number), at=90)
            assert sequencer.counts.lost == lost

    def test_the_line_is_doubtful_up_to_and_with_its_next_release(self) -> None:
        table = Table()
        table.expect(edge(0, 5, 1, 1, 1)).expect(edge(30, 5, 0, 2, 2))
        table.expect(edge(60, 5, 1, 8, 8)).expect(edge(60.1, 5, 0, 9, 9))
        table.expect(edge(80, 5, 1, 10, 10)).expect(edge(120, 5, 0, 11, 11))
        table.expect(edge(150, 5, 1, 12, 12)).until(170)
        assert table.told == [
            *("press5@0", "release5@42 of 30", "glitch5@60 since 30 overflow"),
            *("press5@80 overflow", "release5@132 of 120 overflow", "press5@150"),
        ]
        assert table.sequencer.counts.lost == 5

    def test_only_a_press_first_told_of_by_the_edge_after_the_hole_disputes(self) -> None:
        table = Table()
        table.expect(edge(0, 5, 1, 1, 1)).expect(edge(30, 5, 0, 9, 9))
        table.expect(edge(60, 5, 1, 20, 20)).until(80)
        assert [event.disputes for event in table.events] == [False, False, True]
        glitch = Table().expect(edge(5, 5, 1, 5, 5)).expect(edge(5.1, 5, 0, 6, 6)).until(20)
        assert [event.disputes for event in glitch.events] == [False]
        after = Table().expect(edge(5, 5, 1, 5, 5)).expect(edge(5.1, 5, 0, 6, 6))
        after.expect(edge(40, 5, 1, 7, 7)).until(60)
        assert [event.disputes for event in after.events] == [False, False]

    def test_a_hole_within_a_candidate_leaves_its_first_edge_certain(self) -> None:
        table = Table().expect(edge(10, 5, 1, 1, 1)).expect(edge(10.2, 5, 0, 2, 2))
        assert table.expect(edge(10.4, 5, 1, 5, 5)).until(20).told == ["press5@10 overflow"]

    def test_a_level_read_that_agreed_since_says_how_old_it_can_be(self) -> None:
        table = Table().expect(edge(0, 5, 1, 1, 1)).expect(edge(20, 5, 0, 2, 2)).read(50, {5: 0})
        table.expect(edge(60, 5, 1, 4, 4)).until(70)
        assert table.told[-1] == "press5@60 since 50 overflow"

    def test_lines_are_counted_each_for_itself(self) -> None:
        table = Table().expect(edge(1, 5, 1, 1, 1)).expect(edge(2, 6, 1, 2, 1)).until(20)
        assert (table.sequencer.counts.lost, table.sequencer.counts.coalesced) == (0, 0)

    def test_a_number_from_before_is_no_hole_and_sets_nothing_back(self) -> None:
        sequencer = Sequencer(TABLE)
        come = [edge(1, 5, 1, 1, 1), edge(40, 5, 0, 2, 2), edge(90, 5, 1, 3, 3)]
        heard(sequencer, *come, at=100)
        late = sequencer.feed([edge(39, 5, 1, 1, 1)], 101 * MS)
        sequencer.feed([edge(110, 5, 0, 4, 4)], 130 * MS)
        assert late == []
        assert (sequencer.counts.lost, sequencer.counts.coalesced) == (0, 0)


class TestCoalesced:
    def test_the_press_after_a_hole_in_the_common_numbers_may_be_older_by_the_guard(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(9, 6, 1, 3, 1)).until(20)
        assert table.told == ["press5@5", "press6@9 since 7 coalesced"]
        assert table.events[1].uncertainty_us == 2000
        assert (table.sequencer.counts.coalesced, table.sequencer.counts.lost) == (1, 0)
        assert [event.disputes for event in table.events] == [False, False]
        assert table.sequencer.resync_wanted is False

    def test_holes_add_up(self) -> None:
        table = Table().expect(edge(5, 5, 1, 2, 1)).expect(edge(9, 6, 1, 5, 1)).until(20)
        assert table.sequencer.counts.coalesced == 3

    def test_the_guard_is_that_of_the_table(self) -> None:
        table = Table(constants=Constants(guard_ns=5 * MS))
        table.expect(edge(9, 6, 1, 4, 1)).until(30)
        assert table.told == ["press6@9 since 4 coalesced"]
        assert table.sequencer.counts.coalesced == 3

    def test_holes_are_looked_for_after_sorting(self) -> None:
        table = Table().expect(edge(9, 6, 1, 2, 1), arrival=9).expect(edge(8.9, 5, 1, 1, 1), 10)
        assert table.until(30).told == ["press5@8.9", "press6@9"]
        assert table.sequencer.counts.coalesced == 0

    def test_a_hole_within_a_candidate_leaves_its_first_edge_certain(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(5.3, 5, 1, 3, 2)).until(20)
        assert table.told == ["press5@5"]
        assert table.sequencer.counts.coalesced == 1

    @pytest.mark.parametrize(
        ("t", "since"),
        [
            *((5.4, "5"), (5.85, "5"), (6.5, "5.65"), (7.05, "6.2"), (7.099999, "6.249999")),
            *((7.1, "5.1"), (8, "6")),
        ],
    )
    def test_where_the_guard_reaches_another_edge_all_that_can_be_known_is_used(
        self, t: float, since: str
    ) -> None:
        # What is hidden lay after 5, and no longer before its line's next edge than t_thread.
        for heard_by in (5, 7.35):
            table = Table().expect(edge(5, 5, 1, 1, 1)).until(heard_by)
            table.expect(edge(t, 6, 1, 3, 1)).until(30)
            assert table.told == ["press5@5", f"press6@{t} since {since} coalesced"]

    @pytest.mark.parametrize(
        ("t", "told"),
        [
            (5.8, "press6@5.8 since 5 coalesced"),
            (6.1, "press6@6.1 since 5.25 coalesced"),
            (6.15, "press6@6.15 since 5.3 coalesced"),
            (6.150001, "press6@6.150001"),
        ],
    )
    def test_the_first_edge_of_any_line_soon_after_a_hole_may_stand_for_one_in_it(
        self, t: float, told: str
    ) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(5.3, 5, 1, 3, 2))
        assert table.expect(edge(t, 6, 1, 4, 1)).until(30).told == ["press5@5", told]
        assert table.sequencer.counts.coalesced == 1

    def test_the_oldest_of_several_holes_counts(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(5.3, 5, 1, 3, 2))
        table.expect(edge(5.5, 5, 1, 5, 3)).expect(edge(5.9, 6, 1, 6, 1)).until(30)
        assert table.told == ["press5@5", "press6@5.9 since 5.05 coalesced"]

    def test_a_hole_of_long_ago_hides_nothing(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(5.3, 5, 1, 3, 2)).until(60)
        table.sequencer.feed([edge(50, 6, 1, 4, 1)])
        assert table.until(80).told == ["press5@5", "press6@58.000001 of 50 since 50 late"]

    def test_what_is_no_first_edge_stands_for_none(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(60, 5, 0, 2, 2))
        table.expect(edge(60.2, 5, 0, 4, 3)).expect(edge(60.5, 5, 0, 5, 4)).until(90)
        assert table.told == ["press5@5", "release5@72.5 of 60.5"]

    def test_lost_edges_are_not_counted_as_coalesced_too(self) -> None:
        table = Table().expect(edge(5, 5, 1, 1, 1)).expect(edge(50, 5, 0, 9, 4)).until(70)
        assert (table.sequencer.counts.lost, table.sequencer.counts.coalesced) == (2, 0)

    def test_a_press_after_a_coalesced_glitch_is_as_old_as_that_may_be(self) -> None:
        table = Table().expect(edge(5, 5, 1, 2, 1)).expect(edge(5.1, 5, 0, 3, 2))
        assert table.expect(edge(12, 5, 1, 4, 3)).until(30).told == [
            *("glitch5@5 since 3 coalesced", "press5@12 since 3")
        ]

    def test_a_late_edge_after_a_hole_is_both(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed([], 20 * MS)
        assert heard(sequencer, edge(9, 5, 1, 3, 1), at=40) == [
            "press5@18.000001 of 9 since 7 late coalesced"
        ]

    def test_numbers_of_lines_that_do_not_count_are_not_missed(self) -> None:
        sequencer = Sequencer(TABLE)
        assert heard(sequencer, edge(1, 5, 1), edge(2, 6, 1), at=20) == ["press5@1", "press6@2"]
        assert sequencer.counts.coalesced == 0

    def test_a_number_from_before_is_no_newest_number(self) -> None:
        # 2 comes after 3: one hole is seen before 3, and none before 4.
        sequencer = Sequencer(TABLE)
        script = [(10, 5, 1, 1), (20, 6, 1, 3), (30, 7, 1, 2), (40, 5, 0, 4)]
        sequencer.feed([edge(t, line, level, gseq) for t, line, level, gseq in script], ns(90))
        assert sequencer.counts.coalesced == 1


class TestResync:
    def test_a_press_that_was_found_is_as_old_as_the_last_read_that_agreed(self) -> None:
        table = Table().read(30, {5: 0}).read(40, {5: 1}).until(60)
        assert table.told == ["press5@40 since 30 resync"]

    def test_a_read_that_agrees_changes_nothing(self) -> None:
        table = Table().script((0, 5, 1)).read(40, {5: 1, 6: 0}).until(60)
        assert table.told == ["press5@0"]

    def test_a_line_with_an_edge_under_way_is_left_for_the_next_read(self) -> None:
        table = Table().script((39, 5, 1), (39, 6, 1)).read(40, {5: 0, 6: 0, 7: 1}).until(60)
        assert table.told == ["press5@39", "press6@39", "press7@40 since 0 resync"]
        still = Table().script((39, 5, 1)).read(40, {5: 1})
        assert still.until(50).told == ["press5@39"]
        assert still.read(60, {5: 0}).until(80).told[1:] == ["release5@72 of 60 resync"]

    def test_a_line_must_have_been_still_for_t_stable(self) -> None:
        for early_ns, found in ((1, []), (0, ["release5@53 of 41 resync"])):
            sequencer = Sequencer(TABLE, Constants(guard_ns=0))
            sequencer.feed(edges((0, 5, 1), (40, 5, 1)), 40 * MS)
            sequencer.resync({5: 0}, 41 * MS - early_ns)
            assert [say(one) for one in sequencer.feed([], 90 * MS)] == found

    def test_an_edge_that_comes_after_all_opens_the_candidate_itself(self) -> None:
        table = Table().expect(edge(39.9, 5, 1), arrival=41).read(40, {5: 1}).until(60)
        assert table.told == ["press5@39.9"]

    def test_a_held_line_that_is_open_is_let_go(self) -> None:
        assert Table({5: 1}).read(40, {5: 0}).until(60).told == ["release5@52 of 40 resync initial"]

    def test_a_read_from_before_the_watermark_counts_after_it(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed([], 50 * MS)
        sequencer.resync({5: 1}, 40 * MS)
        assert heard(sequencer, at=70) == ["press5@48.000001 since 0 resync"]
        assert sequencer.counts.late == 0

    def test_a_read_from_before_another_does_not_set_it_back(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed([], 50 * MS)
        for t in (45, 30):
            sequencer.resync({5: 0}, t * MS)
        sequencer.resync({5: 1}, 55 * MS)
        assert heard(sequencer, at=70) == ["press5@55 since 45 resync"]

    def test_what_was_found_is_no_edge_that_was_heard(self) -> None:
        table = Table().script((1, 6, 1), (2, 6, 1), (3, 6, 1)).read(40, {5: 1})
        table.read(70, {7: 1}).script((80, 6, 1)).until(90)
        assert table.sequencer.counts.edges == 4

    def test_the_release_of_a_press_that_was_found_is_an_ordinary_one(self) -> None:
        table = Table().script((90, 5, 0)).read(40, {5: 1}).until(120)
        assert table.told[1:] == ["release5@102 of 90"]

    def test_a_press_found_shortly_after_a_glitch_is_as_old_as_that(self) -> None:
        table = Table().script((32, 5, 1), (32.1, 5, 0)).read(38, {5: 0}).read(40, {5: 1})
        assert table.until(60).told == ["glitch5@32", "press5@40 since 32 resync"]

    def test_a_loss_asks_for_it_and_it_answers(self) -> None:
        sequencer = Sequencer(TABLE)
        sequencer.feed([edge(1, 5, 1, 5, 5)], 10 * MS)
        assert sequencer.resync_wanted is True
        sequencer.resync({5: 1, 6: 0, 7: 0}, 11 * MS)
        assert sequencer.resync_wanted is False

    def test_two_lines_found_at_once_have_one_order(self) -> None:
        for levels in ({6: 1, 5: 1}, {5: 1, 6: 1}):
            assert [word[:6] for word in Table().read(40, levels).until(60).told] == [
                *("press5", "press6")
            ]

    def test_a_level_read_finds_no_edge_on_a_line_with_one_under_way(self) -> None:
        sequencer = Sequencer(TABLE)
        for _ in range(9):  # whatever numbers the arrivals have
            sequencer.feed([edge(20, 6, 1)])
        sequencer.feed([edge(20, 5, 1)])
        waiting = sequencer.waiting
        sequencer.resync({5: 1, 6: 1, 7: 0}, ns(25))
        assert sequencer.waiting == waiting
        sequencer.resync({7: 1}, ns(25))
        assert sequencer.waiting == waiting + 1


class TestSnapshot:
    def test_edges_from_before_it_are_in_it(self) -> None:  # E8
        sequencer = Sequencer({5: 1, 6: 0}, snapshot_ns=10 * MS)
        assert sequencer.horizon_ns == 10 * MS - 1
        come = [edge(9.999999, 5, 1, 1, 1), edge(9, 6, 1, 2, 1), edge(9.1, 6, 0, 3, 2)]
        assert heard(sequencer, *come, edge(10, 6, 1, 4, 3), at=20) == ["press6@10"]
        counts = sequencer.counts
        assert (counts.edges, counts.early, counts.late) == (4, 3, 0)
        assert (counts.lost, counts.coalesced) == (0, 0)

    def test_an_edge_of_its_own_instant_is_not_in_it(self) -> None:
        sequencer = Sequencer(TABLE, snapshot_ns=10 * MS)
        sequencer.feed([], 20 * MS)
        sequencer.feed([edge(10, 5, 1)])
        assert (sequencer.counts.early, sequencer.counts.late) == (0, 1)

    def test_a_line_held_in_it_says_so_again_without_harm(self) -> None:
        sequencer = Sequencer({5: 1}, snapshot_ns=10 * MS)
        assert heard(sequencer, edge(11, 5, 1), edge(60, 5, 0), at=90) == [
            "release5@72 of 60 initial"
        ]

    def test_a_press_lost_since_is_as_old_as_it(self) -> None:
        sequencer = Sequencer(TABLE, snapshot_ns=10 * MS)
        sequencer.resync({5: 1}, 20 * MS)
        assert heard(sequencer, at=50) == ["press5@20 since 10 resync"]
        sequencer = Sequencer(TABLE, snapshot_ns=10 * MS)
        assert heard(sequencer, edge(20, 5, 1, 3, 3), at=50) == ["press5@20 since 10 overflow"]

    def test_early_numbers_that_come_in_disorder_leave_no_hole(self) -> None:
        sequencer = Sequencer(TABLE, snapshot_ns=10 * MS)
        come = [edge(9, 6, 1, 2, 1), edge(8, 5, 1, 1, 1), edge(12, 7, 1, 3, 1)]
        assert heard(sequencer, *come, at=30) == ["press7@12"]

    def test_early_edges_without_numbers_do_not_matter(self) -> None:
        sequencer = Sequencer(TABLE, snapshot_ns=10 * MS)
        assert heard(sequencer, edge(9, 6, 1), edge(12, 7, 1, 1, 1), at=30) == ["press7@12"]


class TestCounts:
    def test_everything_that_was_told_is_counted_by_its_kind(self) -> None:
        table = Table().script((0, 5, 1), (3, 5, 0), (20, 5, 1), (60, 5, 0), (100, 5, 1))
        table.script((0, 6, 1), (0.1, 6, 0), *((0.5 * i, 7, 1 - i % 2) for i in range(31)))
        counts = table.until(5200).sequencer.counts
        assert counts == Counts(
            edges=38,
            presses=3,
            glitches=1,
            noisy=1,
            chatter=1,
            max_latency_ns=counts.max_latency_ns,
            stuck=(5, 7),
        )

    def test_stuck_lines_are_told_until_their_release(self) -> None:
        table = Table().script((0, 6, 1), (0, 5, 1), (5500, 5, 0)).until(5400)
        assert table.sequencer.counts.stuck == (5, 6)
        assert table.until(5600).sequencer.counts.stuck == (6,)

    def test_levels_are_those_believed_at_the_watermark(self) -> None:
        table = Table({7: 0, 5: 1, 6: 0}).script((10, 6, 1)).until(11)
        assert table.sequencer.levels == {5: 1, 6: 0, 7: 0}
        assert table.sequencer.waiting == 1
        assert table.until(12).sequencer.levels == {5: 1, 6: 1, 7: 0}
        assert table.sequencer.waiting == 0


class TestUse:
    def test_a_batch_is_edges_then_barrier_then_levels(self) -> None:
        sequencer = Sequencer(TABLE)
        batch = Batch(tuple(edges((1, 5, 1))), 10 * MS, LevelRead(10 * MS, {6: 1}))
        assert [say(event) for event in sequencer.take(batch)] == ["press5@1"]
        assert [say(event) for event in sequencer.take(Batch((), 20 * MS))] == [
            "press6@10 since 0 resync"
        ]
        assert sequencer.take(Batch(tuple(edges((21, 7, 1))), None)) == []
        assert sequencer.waiting == 1

    def test_an_edge_of_an_unknown_line_is_refused_after_those_before_it(self) -> None:
        sequencer = Sequencer(TABLE)
        with pytest.raises(ValueError, match=r"^line 9; expected one of 5, 6, 7$"):
            sequencer.feed(edges((1, 5, 1), (2, 9, 1), (3, 6, 1)), 10 * MS)
        assert heard(sequencer, at=20) == ["press5@1"]
        assert sequencer.counts.edges == 1

    def test_unknown_levels_are_refused_with_nothing_changed(self) -> None:
        sequencer = Sequencer(TABLE)
        with pytest.raises(ValueError, match=r"^line 9; expected one of 5, 6, 7$"):
            sequencer.resync({5: 1, 9: 1}, 10 * MS)
        with pytest.raises(ValueError, match=r"^level of line 6 is 2; expected 0 or 1$"):
            sequencer.resync({5: 1, 6: 2}, 10 * MS)
        assert heard(sequencer, at=30) == []

    def test_the_first_levels_must_be_levels(self) -> None:
        with pytest.raises(ValueError, match=r"^level of line 5 is -1; expected 0 or 1$"):
            Sequencer({5: -1})

    @pytest.mark.parametrize("lines", [0, 65])
    def test_there_are_1_to_64_lines(self, lines: int) -> None:
        with pytest.raises(ValueError, match=f"^{lines} lines; expected 1 to 64$"):
            Sequencer(dict.fromkeys(range(lines), 0))
        assert Sequencer(dict.fromkeys(range(64), 0)).levels == dict.fromkeys(range(64), 0)
        assert Sequencer({5: 0}).constants == Constants()

    def test_kinds_and_flags_have_the_names_of_the_log(self) -> None:
        assert sorted(Kind) == [
            *(Kind.CHATTER, Kind.GLITCH, Kind.NOISY, Kind.PRESS, Kind.RELEASE, Kind.STUCK)
        ]
        everything = Flag(-1)
        assert everything.names == (
            *("late", "resync", "initial", "noisy", "coalesced", "overflow", "preglitch"),
            "disabled",
        )
