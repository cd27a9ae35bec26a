"""Late, lost and coalesced edges: what is doubtful by them, and for how long."""

import pytest

from hal.debounce import Constants
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, TOP, Table, edge, edges, heard, ns


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
