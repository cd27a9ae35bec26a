"""Level reads and the first snapshot: what they find, and what they leave alone."""

from hal.debounce import Constants
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, Table, edge, edges, heard, ns, say


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
