"""What holds for every script: properties P1 to P9 of the law of time."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from hal.buttons import ButtonEvent, Edge, Kind
from hal.sequence import Sequencer
from tests.hal.listening import MS, TABLE

GUARD = 2 * MS
END = 10_000 * MS

line = st.sampled_from([5, 6, 7])
# Steps that land on the constants of the law as well as beside them.
step = st.one_of(
    st.integers(0, 2 * MS),
    st.sampled_from([1 * MS, 3 * MS, 10 * MS, 12 * MS, 15 * MS, 25 * MS]).flatmap(
        lambda ns: st.integers(ns - 1, ns + 1)
    ),
    st.integers(0, 60 * MS),
)

# How far a barrier lies behind the edge that it comes with; None: there is none.
behinds = st.one_of(st.none(), st.just(0), st.integers(0, 30 * MS))


missed = st.sampled_from([0, 0, 0, 0, 1, 2])


@st.composite
def scripts(draw: st.DrawFn) -> list[Edge]:
    """Edges in order of their stamps, numbered as the kernel does: some are merged, some lost."""
    at, everywhere, found, own = 0, 0, [], dict.fromkeys(TABLE, 0)
    steps = st.lists(st.tuples(step, line, st.integers(0, 1), missed, missed), max_size=40)
    for after, number, level, merged, lost in draw(steps):
        at += after
        everywhere += 1 + merged + lost
        own[number] += 1 + lost
        found.append(Edge(at, number, level, everywhere, own[number]))
    return found


def judged(heard: list[Edge]) -> list[ButtonEvent]:
    return Sequencer(TABLE).feed(heard, END)


few = settings(max_examples=100)


@few
@given(scripts())
def test_p1_events_are_told_in_order_and_numbered(heard: list[Edge]) -> None:
    events = judged(heard)
    stamps = [event.ts_ns for event in events]
    assert stamps == sorted(stamps)
    assert [event.seq for event in events] == list(range(len(events)))


@few
@given(scripts(), st.data())
def test_p2_delivery_within_the_guard_makes_no_difference(
    heard: list[Edge], data: st.DataObject
) -> None:
    delay = st.one_of(st.just(0), st.just(GUARD - 1), st.integers(0, GUARD - 1))
    delays = data.draw(st.lists(delay, min_size=len(heard), max_size=len(heard)))
    arrivals = sorted(
        (edge.ts_ns + delay, count, edge)
        for count, (edge, delay) in enumerate(zip(heard, delays, strict=True))
    )
    sequencer, events = Sequencer(TABLE), []
    for arrival_ns, _, edge in arrivals:
        events += sequencer.feed([], arrival_ns)  # as if it came just after a look
        events += sequencer.feed([edge], arrival_ns)
    assert events + sequencer.feed([], END) == judged(heard)
    assert sequencer.counts.late == 0


@few
@given(scripts())
def test_p3_the_number_of_a_line_favours_nobody(heard: list[Edge]) -> None:
    swap = {5: 6, 6: 5, 7: 7}
    mirrored = judged([replace(edge, line=swap[edge.line]) for edge in heard])
    for plain, other in zip(judged(heard), mirrored, strict=True):
        assert plain == replace(other, line=swap[other.line])


@few
@given(scripts(), st.data())
def test_p3_nor_does_it_where_edges_come_late_or_never(
    heard: list[Edge], data: st.DataObject
) -> None:
    delay = st.one_of(st.none(), st.integers(0, 3 * GUARD))
    delays = data.draw(st.lists(delay, min_size=len(heard), max_size=len(heard)))
    arrivals = sorted(
        (edge.ts_ns + late, count, edge)
        for count, (edge, late) in enumerate(zip(heard, delays, strict=True))
        if late is not None
    )
    swap = {5: 6, 6: 5, 7: 7}
    plain, mirrored = Sequencer(TABLE), Sequencer(TABLE)
    for arrival_ns, _, edge in [*arrivals, (END, 0, None)]:
        came = [] if edge is None else [edge]
        others = [replace(edge, line=swap[edge.line]) for edge in came]
        told = mirrored.feed(others, arrival_ns)
        assert [replace(event, line=swap[event.line]) for event in told] == plain.feed(
            came, arrival_ns
        )


@st.composite
def presses(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Contacts of at least 5 ms, each a lock and a rest after the one before: (made, broken)."""
    at, found = 0, []
    for apart, held in draw(
        st.lists(st.tuples(st.integers(0, 80 * MS), st.integers(5 * MS, 90 * MS)), max_size=8)
    ):
        made = at + apart
        found.append((made, made + held))
        at = made + held + 30 * MS
    return found


@few
@given(presses(), st.lists(st.integers(1, 900_000), max_size=5))
def test_p4_every_true_press_is_told_once(made: list[tuple[int, int]], bounce: list[int]) -> None:
    heard = []
    for start, end in made:
        heard.append(Edge(start, 5, 1))
        at = start
        for count, after in enumerate(bounce[: len(bounce) // 2 * 2]):
            at += after
            heard.append(Edge(at, 5, count % 2))
        heard.append(Edge(max(end, at + MS), 5, 0))
    told = [event.ts_ns for event in judged(heard) if event.kind is Kind.PRESS]
    assert told == [start for start, _ in made]


@few
@given(st.lists(st.tuples(line, st.integers(1, MS - 1), st.integers(16 * MS, 40 * MS))))
def test_p5_pulses_shorter_than_t_stable_are_no_press(
    pulses: list[tuple[int, int, int]],
) -> None:
    at, heard = 0, []
    for number, width, apart in pulses:
        heard += [Edge(at, number, 1), Edge(at + width, number, 0)]
        at += width + apart
    kinds = [event.kind for event in judged(heard)]
    assert kinds == [Kind.GLITCH] * len(pulses)


@few
@given(scripts())
def test_p6_presses_and_releases_of_a_line_alternate(heard: list[Edge]) -> None:
    down = dict.fromkeys(TABLE, False)
    for event in judged(heard):
        if event.kind in (Kind.PRESS, Kind.CHATTER):
            assert not down[event.line]
            down[event.line] = True
        elif event.kind is Kind.RELEASE:
            assert down[event.line]
            down[event.line] = False


@few
@given(scripts(), st.sampled_from([1, 10**15, 2**53 + 1, 2**60 + 7]))
def test_p7_the_time_of_day_makes_no_difference(heard: list[Edge], later_ns: int) -> None:
    moved = [replace(edge, ts_ns=edge.ts_ns + later_ns) for edge in heard]
    for plain, later in zip(
        judged(heard),
        Sequencer(TABLE, snapshot_ns=later_ns).feed(moved, END + later_ns),
        strict=True,
    ):
        assert later == replace(
            plain, ts_ns=plain.ts_ns + later_ns, contact_ns=plain.contact_ns + later_ns
        )


@few
@given(scripts(), st.data())
def test_p8_how_edges_are_cut_into_feeds_makes_no_difference(
    heard: list[Edge], data: st.DataObject
) -> None:
    sequencer, events = Sequencer(TABLE), []
    for edge in heard:
        behind = data.draw(behinds)
        events += sequencer.feed([edge], None if behind is None else edge.ts_ns - behind)
    assert events + sequencer.feed([], END) == judged(heard)


@few
@given(scripts())
def test_p9_microseconds_are_whole_and_cover_the_contact(heard: list[Edge]) -> None:
    for event in judged(heard):
        assert event.ts_us == int(str(event.ts_ns)) // 1000
        since_ns = event.ts_ns - event.uncertainty_ns
        assert event.ts_us - event.uncertainty_us == since_ns // 1000


@few
@given(scripts(), st.data())
def test_nothing_at_or_before_the_horizon_comes_any_more(
    heard: list[Edge], data: st.DataObject
) -> None:
    sequencer, horizon_ns = Sequencer(TABLE), -1
    for edge in heard:
        behind = data.draw(behinds)
        barrier_ns = None if behind is None else edge.ts_ns - behind
        for event in sequencer.feed([edge], barrier_ns):
            assert horizon_ns < event.ts_ns <= sequencer.horizon_ns
        assert sequencer.horizon_ns >= horizon_ns
        horizon_ns = sequencer.horizon_ns
