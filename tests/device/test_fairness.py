"""The winner of a duel is who was first: whatever the seat, the contact, and the way it came."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from game.events import RaceClosed
from hal.debounce import Constants
from hal.mock import BOUNCES
from tests.device.playing import MS, Evening, header_of

GUARD_MS = Constants().guard_ns / MS
PAIR = header_of(["7S 2H 3H", "7H 4D 5D", "9C TC"])


class Hand:
    """How a hand comes down: when, on what kind of contact, and how late its edges arrive."""

    def __init__(self, at_us: int, profile: str, late_us: int) -> None:
        self.at_us, self.profile, self.late_us = at_us, profile, late_us

    def __repr__(self) -> str:
        return f"{self.at_us} us {self.profile} {self.late_us} us late"


hands = st.builds(
    Hand,
    st.one_of(st.integers(0, 9_999), st.integers(0, 300)),
    st.sampled_from([name for name in BOUNCES if name != "let go"]),
    st.integers(0, round(GUARD_MS * 1000) - 1),
)


def race(slaps: dict[int, Hand]) -> RaceClosed:
    """The race of these seats for the pair that lies after two cards."""
    with TemporaryDirectory() as folder:
        table = Evening(Path(folder), PAIR)
        table.flip(0, 100)
        table.flip(1, 600)
        for seat, hand in slaps.items():
            table.slap(seat, 1_000 + hand.at_us / 1000, hand.profile, hand.late_us / 1000)
        (closed,) = [fact for fact in table.play(1_150).facts if isinstance(fact, RaceClosed)]
    return closed


@settings(max_examples=30, deadline=None)
@given(hands, hands)
def test_whoever_sits_where_the_first_hand_wins(one: Hand, other: Hand) -> None:
    plain, swapped = race({0: one, 1: other}), race({0: other, 1: one})
    apart_us = abs(one.at_us - other.at_us)
    assert plain.dead_heat == swapped.dead_heat == (apart_us <= PAIR.rules.tie_us)
    assert [hand.behind_us for hand in plain.hands] == [hand.behind_us for hand in swapped.hands]
    if apart_us > PAIR.rules.tie_us:
        assert plain.winner == (0 if one.at_us < other.at_us else 1)
        assert swapped.winner == 1 - plain.winner


@settings(max_examples=15, deadline=None)
@given(st.lists(hands, min_size=3, max_size=3), st.permutations([0, 1, 2]))
def test_three_hands_come_in_one_order_however_they_sit(
    three: list[Hand], seats: list[int]
) -> None:
    plain = race(dict(enumerate(three)))
    moved = race(dict(zip(seats, three, strict=True)))
    order = [(hand.t_us, hand.behind_us, hand.uncertainty_us) for hand in plain.hands]
    assert [(hand.t_us, hand.behind_us, hand.uncertainty_us) for hand in moved.hands] == order
    if not plain.dead_heat:
        assert moved.winner == seats[plain.winner]
