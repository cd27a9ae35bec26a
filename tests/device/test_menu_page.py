"""The words of the menus: every row has its own, and every example shows what it says."""

import pytest

from device.config import Config
from device.house_rules import PATTERN_EXAMPLES
from device.idle_page import rule_sheets
from device.language import LANGUAGES, language
from device.menu import CHOICES, ITEMS, Item, Kind, Menu, changed
from device.menu_page import example, menu_page, rule_value
from game.patterns import Pattern
from game.rules import Rules

ENGLISH, GERMAN = language("en"), language("de")


@pytest.mark.parametrize("pattern", Pattern)
def test_the_example_of_a_pattern_shows_it_and_no_other(pattern: Pattern) -> None:
    every = Rules(patterns=frozenset(Pattern))
    assert every.lying(example(Item("patterns", pattern))) == (pattern,)


def test_the_examples_of_other_rules_show_what_they_are_about() -> None:
    every = Rules(patterns=frozenset(Pattern))
    for option in ("burn", "empty_slap", "mash", "last_chance"):
        assert not every.slappable(example(Item(option))), option
    for option in ("claim_us", "race_us", "tie_us"):
        assert every.slappable(example(Item(option))), option
    covered = example(Item("cover_grace_us"))
    assert every.slappable(covered[:-1])
    assert not every.slappable(covered)
    run = Rules(patterns=frozenset({Pattern.RUN}))
    assert not run.slappable(example(Item("run_wrap")))
    assert Rules(patterns=run.patterns, run_wrap=True).slappable(example(Item("run_wrap")))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_every_row_says_what_it_is_what_it_is_about_and_how_it_is_set(
    kind: Kind, code: str
) -> None:
    told = [menu_page(Menu(kind, at), Config(), language(code)) for at in range(len(ITEMS[kind]))]
    labels = [page.heading for page in told]
    assert len(set(labels)) == len(labels)
    assert all(page.text.endswith(".") and page.text[0].isupper() for page in told)
    assert all(line.value for line in told[0].lines)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_row_that_leads_on_says_the_same_as_the_button_that_goes_there(code: str) -> None:
    """Nothing is opened to switch the table off."""
    told = {}
    for at, item in enumerate(ITEMS[Kind.SETTINGS]):
        page = menu_page(Menu(Kind.SETTINGS, at), Config(), language(code))
        if item.sheet is not None:
            told[item.key] = page.lines[at].value
            assert page.hints[1].does == page.lines[at].value
    assert told["off"] not in (told["about"], told["wiring"], told["buttons"])


def test_every_value_has_words_of_its_own() -> None:
    for key, choices in CHOICES.items():
        rules, words = Rules(), set()
        for _ in choices:
            rules = changed(rules, Item(key))
            words.add(rule_value(rules, Item(key), GERMAN))
        assert len(words) == len(choices), key


def test_what_differs_is_marked_and_the_mark_explained() -> None:
    page = menu_page(Menu(Kind.RULES), Config(rules=Rules(burn=2)), ENGLISH)
    assert [line.label for line in page.lines if line.marked] == ["Preset", "A false slap costs"]
    assert "ratscrew" in page.legend
    assert menu_page(Menu(Kind.RULES), Config(), ENGLISH).legend == ""


def test_an_idle_table_tells_the_rules_that_are_played_there() -> None:
    few = rule_sheets(Rules(patterns=frozenset({Pattern.RUN}), burn=2), ENGLISH)
    told = " ".join(page.heading + page.about for page in few)
    assert "Four in a row" in told
    assert "Pair" not in told
    assert "2 cards" in told
    every = rule_sheets(Rules(patterns=frozenset(Pattern)), ENGLISH)
    assert len(every) == len(few) - 1 + len(PATTERN_EXAMPLES)
    assert all(page.cards for page in every)
