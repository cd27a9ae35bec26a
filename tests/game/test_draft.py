"""The working copy of a state."""

from game.cards import CARDS
from game.draft import Draft
from game.rules import Rules
from game.state import Challenge, Contender, LastChance, Race, State, Turning


def test_a_draft_that_nothing_moved_is_the_state_it_was_made_from() -> None:
    """Fields stand by their order there and back, so no two of these are alike."""
    state = State(
        rules=Rules(burn=2),
        seed="a seed",
        hands=((CARDS["KC"],), (CARDS["2D"], CARDS["3D"])),
        pile=(CARDS["4S"], CARDS["5S"]),
        burned=1,
        phase=Turning(1, Challenge(0, 2), CARDS["6H"]),
        race=Race((Contender(0, 20, 18, 3),), 30),
        last_chance=LastChance(1, 2, 40),
        strikes=(2, 1),
        barred=frozenset({0, 1}),
        out=frozenset({1}),
        shown=5,
        taken=6,
        now_us=70,
        stood_us=8,
        paused_us=60,
        shown_us=9,
        emptied_us=10,
        just_slapped=True,
        erred=frozenset({0}),
        positions=frozenset({(0, ("K", "2"))}),
    )
    values = [repr(value) for value in state]
    assert len(set(values)) == len(values) == 21
    assert Draft(state, state.now_us).frozen() == state
