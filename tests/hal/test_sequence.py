"""All lines: one order, the horizon, and what is counted."""

from dataclasses import replace

import pytest

from hal.buttons import Batch, Counts, Flag, Kind, LevelRead
from hal.debounce import Constants
from hal.mock import BOUNCES
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE, TOP, Table, edge, edges, heard, ns, say


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
