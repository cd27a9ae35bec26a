"""The pages of the rules: whole in both languages, true of the rules chosen, with true examples."""

import re
from dataclasses import replace

import pytest

from device.house_rules import PATTERN_EXAMPLES, pattern_meaning
from device.language import LANGUAGES, language
from device.leaf import Leaf
from device.rulebook import rulebook
from device.span import NO_BREAK
from device.telling import pattern_name
from device.view import Face, Figure, Suit
from game.cards import CARDS, Card, Rank
from game.patterns import Pattern
from game.rules import OPTIONS, PRESETS, Rules, rules_of

ENGLISH = language("en")
EVERY = Rules(patterns=frozenset(Pattern), run_wrap=True)
OTHERWISE = {
    "burn": 2,
    "runout": "next_player",
    "empty_slap": "three_strikes",
    "last_chance": True,
    "late_slap": "burn",
    "mash": "once_per_card",
    "cover_grace_us": 200_000,
    "claim_us": 500_000,
    "time_limit_us": 600_000_000,
}
"""A value of each option that a page tells, other than the usual one."""
ALL_OTHERWISE = rules_of(
    OTHERWISE | {"patterns": [each.value for each in Pattern], "run_wrap": True}
)
SOME = (*PRESETS.values(), EVERY, ALL_OTHERWISE, Rules(patterns=frozenset({Pattern.RUN})))


def pages(rules: Rules = Rules(), code: str = "en") -> tuple[Leaf, ...]:  # noqa: B008 - frozen
    return rulebook(rules, language(code), language(code))


def texts(leaves: tuple[Leaf, ...]) -> list[str]:
    return [
        text
        for leaf in leaves
        for text in (leaf.title, *leaf.text, *leaf.here, *(each.text for each in leaf.examples))
    ]


def here(rules: Rules, code: str = "en") -> list[str]:
    return [text for leaf in pages(rules, code) for text in leaf.here]


def card(face: Face) -> Card:
    """The card that an English face shows."""
    rank = next(rank for rank in Rank if ENGLISH.letter(rank) == face.letter)
    return next(
        card for card in CARDS.values() if (card.rank, card.suit.value) == (rank, face.suit.value)
    )


@pytest.mark.parametrize("rules", SOME)
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_page_has_a_title_of_its_own_thing_and_something_to_say(
    code: str, rules: Rules
) -> None:
    for leaf in pages(rules, code):
        assert leaf.title
        assert leaf.text
        assert all(text.endswith((".", "!")) for text in (*leaf.text, *leaf.here))
        for example in leaf.examples:
            assert len(example.notes) in (0, len(example.faces))
        assert "{" not in " ".join(texts((leaf,)))


@pytest.mark.parametrize("rules", SOME)
def test_german_pages_are_german_and_as_many(rules: Rules) -> None:
    german, english = texts(pages(rules, "de")), texts(pages(rules, "en"))
    if language("de").gettext("South") == "South":
        pytest.skip("the catalogues are not compiled: make lint")
    assert len(german) == len(english)
    same = {text for text in german if text in english}
    assert same <= {pattern_name(pattern, ENGLISH) for pattern in Pattern}


def test_the_usual_rules_are_not_told_as_those_of_a_house() -> None:
    assert here(Rules()) == []


@pytest.mark.parametrize("option", OTHERWISE)
def test_what_a_house_rule_changes_is_told_with_here(option: str) -> None:
    rules = rules_of({option: OTHERWISE[option]})
    assert len(here(rules)) == 1
    assert here(rules)[0].startswith("Here: ")
    assert here(rules, "de")[0].startswith(("Hier: ", "Here: "))


def test_no_option_is_forgotten_but_those_that_nobody_need_know() -> None:
    assert set(OPTIONS) - set(OTHERWISE) == {"patterns", "race_us", "tie_us", "run_wrap"}


def test_a_row_over_the_ace_is_told_where_rows_are_slapped() -> None:
    rules = Rules(patterns=frozenset({Pattern.RUN}), run_wrap=True)
    assert here(rules) == ["Here: a row may go on over the ace: Q K A 2."]
    assert here(replace(rules, patterns=frozenset({Pattern.PAIR}))) == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"burn": 2}, "Here: a false slap costs 2 cards."),
        ({"time_limit_us": 600_000_000}, "Here: after 10 min of play the most cards win."),
        (
            {"claim_us": 1_500_000},
            "Here: before, the pile lies open for 1.5 s: a slap still takes it.",
        ),
        ({"cover_grace_us": 1_500}, "Here: a slap up to 1.5 ms after the new card costs nothing."),
        ({"empty_slap": "nothing"}, "Here: a false slap without cards costs nothing."),
    ],
)
def test_the_value_of_a_house_rule_is_told(options: dict[str, object], told: str) -> None:
    assert [text.replace(NO_BREAK, " ") for text in here(rules_of(options))] == [told]


def test_what_the_table_does_not_do_is_not_told_beside_what_it_does() -> None:
    """The usual rule and the one of the house never stand on one page."""
    usual = set(texts(pages()))
    gone = usual - set(texts(pages(ALL_OTHERWISE)))
    assert {
        "A false slap without cards puts you out of the game.",
        "Whoever runs out of cards while paying has failed, too.",
        "Each false slap costs, however fast you press.",
        "Double burn: a false slap costs two cards.",
    } <= gone
    assert not any("lies open" in text for text in texts(pages(rules_of({"claim_us": 0}))))


@pytest.mark.parametrize("rules", SOME)
def test_every_pattern_has_its_place_here_or_among_the_variants(rules: Rules) -> None:
    places = {
        pattern: [
            leaf.title
            for leaf in pages(rules)
            if f"{pattern_name(pattern, ENGLISH)}: {pattern_meaning(pattern, ENGLISH)}" in leaf.text
        ]
        for pattern in Pattern
    }
    for pattern, titles in places.items():
        slapped = pattern in rules.patterns
        assert titles == ["What is slapped here" if slapped else "Variants: patterns"]


@pytest.mark.parametrize("pattern", Pattern)
def test_the_example_of_a_pattern_shows_that_pattern_and_no_other(pattern: Pattern) -> None:
    pile = tuple(CARDS[name] for name in PATTERN_EXAMPLES[pattern].split())
    assert EVERY.lying(pile) == (pattern,)


@pytest.mark.parametrize("rules", SOME)
def test_a_pile_that_shows_a_pattern_says_which_and_any_other_shows_none(rules: Rules) -> None:
    for leaf in pages(rules):
        for example in leaf.examples:
            if not example.piled:
                continue
            pile = tuple(card(face) for face in example.faces)
            lying = [pattern_name(pattern, ENGLISH) for pattern in EVERY.lying(pile)]
            named = [
                name
                for name in (pattern_name(pattern, ENGLISH) for pattern in Pattern)
                if re.match(rf"(A )?{name}\b(?!.*covered)", example.text, re.IGNORECASE)
            ]
            assert lying == named, leaf.title


@pytest.mark.parametrize("rules", SOME)
def test_examples_of_slaps_are_slapped_at_this_table(rules: Rules) -> None:
    for leaf in pages(rules):
        if leaf.title in ("What it is about", "Slap!", "No cards left"):
            (example,) = leaf.examples
            assert rules.slappable(tuple(card(face) for face in example.faces))


@pytest.mark.parametrize("rules", SOME)
def test_a_covered_pattern_lay_before_and_lies_no_more(rules: Rules) -> None:
    (leaf,) = (leaf for leaf in pages(rules) if leaf.title == "Too late")
    pile = tuple(card(face) for face in leaf.examples[0].faces)
    assert rules.slappable(pile[:-1])
    assert not rules.slappable(pile)


def test_an_example_of_points_is_the_score_of_that_game() -> None:
    told = " ".join(texts(pages()))
    least, most = 500, 2000
    assert f"{most} − {2 * 600} − {20 * 3} = {max(least, most - 2 * 600 - 20 * 3)}" in told


def test_letters_on_the_cards_may_be_another_language_than_the_words() -> None:
    leaves = rulebook(Rules(), ENGLISH, language("de"))
    (legend,) = leaves[2].examples
    assert [face.letter for face in legend.faces] == ["A", "K", "D", "B"]
    assert legend.faces[0] == Face("A", Suit.SPADES, Figure.ACE)


def test_attempts_are_those_of_the_rules() -> None:
    (legend,) = pages()[2].examples
    told = [
        (card(face).rank.attempts, int(note))
        for face, note in zip(legend.faces, legend.notes, strict=True)
    ]
    assert [attempts for attempts, _ in told] == [note for _, note in told] == [4, 3, 2, 1]
