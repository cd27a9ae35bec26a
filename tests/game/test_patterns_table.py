"""Every pattern on every pile that tells it from its neighbours (V0 to V8), bottom card first."""

from itertools import product

import pytest

from game.cards import CARDS, Card, Pile, Rank, Suit
from game.patterns import DEPTH, PATTERNS, Pattern, cards_of, run_wrapped
from game.rules import PRESETS, Rules

NAMES = ["pair", "sandwich", "ratscrew", "hoagie", "tens", "marriage", "run", "top_bottom"]


def pile(ranks: str) -> Pile:
    """A pile by its ranks, bottom card first; suits as they come, since they play no part."""
    suits = list(Suit)
    return tuple(Card(Rank(rank), suits[place % 4]) for place, rank in enumerate(ranks))


# Which patterns lie on which pile: all of them, and no other.
TABLE = {
    "": "",
    "2": "",
    "K": "",
    "24": "",
    # V0
    "22": "pair top_bottom",
    "KK": "pair top_bottom",
    "322": "pair",
    "223": "",
    "232": "sandwich top_bottom",
    "4232": "sandwich",
    "2324": "",
    # V4
    "222": "pair sandwich top_bottom",
    # V3
    "2KT2": "hoagie top_bottom",
    "32KT2": "hoagie",
    "2KT28": "tens",
    "2222": "pair sandwich hoagie top_bottom",
    "2282": "sandwich hoagie tens top_bottom",
    "2KQT2": "top_bottom",
    # V1
    "69": "ratscrew",
    "96": "ratscrew",
    "269": "ratscrew",
    "66": "pair top_bottom",
    "99": "pair top_bottom",
    "629": "",
    "692": "",
    # V5
    "A9": "tens",
    "9A": "tens",
    "28": "tens",
    "82": "tens",
    "37": "tens",
    "73": "tens",
    "46": "tens",
    "64": "tens",
    "55": "pair tens top_bottom",
    "T": "",
    "TT": "pair top_bottom",
    "T2": "",
    "2T": "",
    "JT": "",
    "TJ": "",
    "AJ": "",
    "8A": "",
    "A8": "",
    "92": "",
    "47": "",
    "273": "tens",
    "372": "",
    "3K7": "",
    # V2
    "KQ": "marriage",
    "QK": "marriage",
    "2QK": "marriage",
    "QQ": "pair top_bottom",
    "KJ": "",
    "JQ": "",
    "AK": "",
    "K2Q": "",
    "QK2": "",
    # V6
    "2345": "run",
    "5432": "run",
    "A234": "run",
    "432A": "run",
    "TJQK": "run marriage",
    "JQKA": "run",
    "AKQJ": "run",
    "QKJT": "",
    "KQJT": "run",
    "9TJQ": "run",
    "K2345": "run",
    "6789": "run",
    "23456": "run",
    "234": "",
    "345": "",
    "7878": "sandwich",
    "3243": "hoagie top_bottom",
    "2346": "tens",
    "4567": "run",
    "3457": "",
    "2456": "",
    "3567": "",
    "23455": "pair tens",
    "2334": "",
    "5434": "sandwich",
    "QKA2": "",
    "2AKQ": "marriage",
    "KA23": "",
    "32AK": "",
    "A23": "",
    "QKA": "",
    "A345": "",
    "A2A2": "sandwich",
    # V8
    "24682": "tens top_bottom",
    "2345678": "run",
    "2457982": "tens top_bottom",
    "34T43": "top_bottom",
}

# What lies there as well where runs go round the ace.
ROUND = ["QKA2", "2AKQ", "KA23", "32AK", "JQKA", "A234", "AKQJ", "432A", "2345", "5432", "9876"]
NOT_ROUND = ["QKA3", "JKA2", "KA24", "A2", "KA2", "2A2A", "KAAK", "Q2KA", "AAAA", "2KA2", "3A2K"]


@pytest.mark.parametrize("ranks", TABLE, ids=lambda ranks: ranks or "nothing")
def test_V0_to_V8_which_patterns_lie_on_a_pile(ranks: str) -> None:
    lying = {pattern.value for pattern in Pattern if PATTERNS[pattern](pile(ranks))}
    assert lying == {*TABLE[ranks].split()}


@pytest.mark.parametrize("ranks", [*ROUND, *NOT_ROUND])
def test_V6_run_wrap_goes_round_the_ace(ranks: str) -> None:
    assert run_wrapped(pile(ranks)) == (ranks in ROUND)
    assert run_wrapped(pile("8" + ranks)) == (ranks in ROUND)


def test_V6_run_wrap_changes_runs_and_nothing_else() -> None:
    every = frozenset(Pattern)
    straight, wrapped = Rules(patterns=every), Rules(patterns=every, run_wrap=True)
    without = Rules(patterns=every - {Pattern.RUN}, run_wrap=True)
    for ranks in [*TABLE, *ROUND, *NOT_ROUND]:
        lying = {*straight.lying(pile(ranks))}
        round_too = lying | {Pattern.RUN} if run_wrapped(pile(ranks)) else lying
        assert {*wrapped.lying(pile(ranks))} == round_too
        assert {*without.lying(pile(ranks))} == lying - {Pattern.RUN}


@pytest.mark.parametrize("pattern", Pattern, ids=lambda pattern: pattern.value)
def test_V0_to_V8_a_rule_alone_slaps_what_its_pattern_shows(pattern: Pattern) -> None:
    rules = Rules(patterns=frozenset({pattern}))
    for ranks, lying in TABLE.items():
        lies = pattern.value in lying.split()
        assert rules.slappable(pile(ranks)) == lies
        assert rules.lying(pile(ranks)) == ((pattern,) if lies else ())


def test_which_patterns_lie_is_told_in_the_order_of_the_law() -> None:
    lying = Rules(patterns=frozenset(Pattern)).lying(pile("2222"))
    assert [pattern.value for pattern in lying] == ["pair", "sandwich", "hoagie", "top_bottom"]
    assert [pattern.value for pattern in Pattern] == NAMES


def test_suits_play_no_part_in_any_pattern() -> None:
    for ranks in ("KQ", "55", "232", "2KT2"):
        for suits in product(Suit, repeat=len(ranks)):
            cards = tuple(Card(Rank(rank), suit) for rank, suit in zip(ranks, suits, strict=True))
            lying = {pattern.value for pattern in Pattern if PATTERNS[pattern](cards)}
            assert lying == {*TABLE[ranks].split()}


@pytest.mark.parametrize("pattern", Pattern, ids=lambda pattern: pattern.value)
def test_S2_the_cards_that_must_be_seen_suffice_to_judge(pattern: Pattern) -> None:
    depth = DEPTH[pattern]
    for ranks in [*TABLE, *ROUND]:
        cards = pile(ranks)
        seen = cards[-depth:]
        if pattern is Pattern.TOP_BOTTOM and len(cards) > 1:
            seen = (cards[0], cards[-1])
        assert PATTERNS[pattern](seen) == PATTERNS[pattern](cards)


@pytest.mark.parametrize("pattern", Pattern, ids=lambda pattern: pattern.value)
def test_the_cards_of_a_pattern_make_it_and_none_of_them_can_be_left_out(pattern: Pattern) -> None:
    lay = 0
    for ranks in [*TABLE, *ROUND]:
        cards = pile(ranks)
        if not PATTERNS[pattern](cards):
            continue
        lay += 1
        found = cards_of(pattern, cards)
        assert PATTERNS[pattern](found)
        assert found[-1] is cards[-1]
        assert not PATTERNS[pattern](found[1:])
    assert lay


@pytest.mark.parametrize(
    ("patterns", "depth"),
    [("pair", 3), ("top_bottom", 3), ("pair sandwich", 3), ("hoagie", 4), ("pair run", 4)],
)
def test_S2_three_cards_are_visible_at_least(patterns: str, depth: int) -> None:
    assert Rules(patterns=frozenset(map(Pattern, patterns.split()))).depth == depth
    assert PRESETS["ratscrew"].depth == 3


def test_V5_and_V6_what_a_rank_is_worth() -> None:
    heights = {rank.value: rank.height for rank in Rank}
    assert heights == dict(zip("23456789TJQKA", range(2, 15), strict=True))
    numbers = {rank.value: rank.number for rank in Rank}
    assert numbers == dict.fromkeys("TJQK") | {"A": 1} | {str(n): n for n in range(2, 10)}


def test_R10_what_a_rank_demands() -> None:
    demands = {rank.value: rank.attempts for rank in Rank}
    assert demands == dict.fromkeys("23456789T", 0) | {"J": 1, "Q": 2, "K": 3, "A": 4}


def test_cards_go_by_two_letters() -> None:
    assert len(CARDS) == 52
    assert all(str(card) == name for name, card in CARDS.items())
    assert CARDS["TD"] == Card(Rank.TEN, Suit.DIAMONDS)
