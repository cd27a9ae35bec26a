"""The menus as values: every house rule and setting, with two buttons."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.config import Config, changes, learn, learned
from device.drawer import Sheet
from device.gesture import Press
from device.language import language
from device.menu import CHOICES, ITEMS, Item, Kind, Menu, changed, differs, turned
from game.patterns import Pattern
from game.rules import OPTIONS, PRESETS, Rules

ENGLISH = language("en")


def after(menu: Menu, config: Config, *presses: Press) -> tuple[Menu, Config]:
    for press in presses:
        told, config = turned(menu, press, config, ENGLISH)
        assert isinstance(told, Menu)
        menu = told
    return menu, config


def test_every_option_of_the_rules_has_a_row_and_every_pattern_one() -> None:
    items = ITEMS[Kind.RULES]
    assert {item.key for item in items} == {"preset", *OPTIONS}
    assert [item.pattern for item in items if item.pattern] == list(Pattern)


@pytest.mark.parametrize("kind", Kind)
def test_flip_goes_through_all_rows_and_round(kind: Kind) -> None:
    menu, seen = Menu(kind), []
    for _ in ITEMS[kind]:
        seen.append(menu.item)
        menu, _ = after(menu, Config(), Press.FLIP)
    assert seen == list(ITEMS[kind])
    assert menu == Menu(kind)


@pytest.mark.parametrize("kind", Kind)
def test_slap_changes_the_value_of_every_row_and_comes_round_to_where_it_began(kind: Kind) -> None:
    start = Config(replace(Config().settings.placed(wired=True), lang="en"))
    for at, item in enumerate(ITEMS[kind]):
        if item.sheet is not None:
            continue
        menu, config, seen = Menu(kind, at), start, [start]
        for _ in range(8):
            spoken = language("en" if config.settings.lang == "auto" else config.settings.lang)
            told, config = turned(menu, Press.SLAP, config, spoken)
            assert isinstance(told, Menu)
            assert changes(start, config).keys() <= {menu.item.key, "rules"}
            seen.append(config)
        assert seen[1] != start
        assert seen.count(start) > 1


def test_some_rows_lead_to_the_drawer_and_settle_nothing() -> None:
    found = []
    for at, item in enumerate(ITEMS[Kind.SETTINGS]):
        after_slap = turned(Menu(Kind.SETTINGS, at), Press.SLAP, Config(), ENGLISH)
        if item.sheet is not None:
            assert after_slap == (item.sheet, Config())
            found.append(item.sheet)
    assert sorted(found, key=list(Sheet).index) == list(Sheet)
    assert not any(item.sheet for item in ITEMS[Kind.RULES])


@pytest.mark.parametrize("press", [Press.SLAP_LONG, Press.FLIP_LONG])
def test_long_closes_and_keeps_what_was_changed(press: Press) -> None:
    menu, config = after(Menu(Kind.RULES, 1), Config(), Press.SLAP)
    assert turned(menu, press, config, ENGLISH) == (None, config)
    assert Pattern.PAIR not in config.rules.patterns


def test_the_last_pattern_cannot_be_switched_off_and_that_is_told_until_the_next_press() -> None:
    only = Config(rules=Rules(patterns=frozenset({Pattern.PAIR})))
    menu, config = after(Menu(Kind.RULES, 1), only, Press.SLAP)
    assert (menu.refused, config) == (True, only)
    assert not after(menu, config, Press.FLIP)[0].refused


def test_what_differs_from_the_preset_is_marked_and_the_next_preset_is_as_it_is() -> None:
    rules = PRESETS["party"]
    assert not any(differs(rules, item) for item in ITEMS[Kind.RULES])
    for item in ITEMS[Kind.RULES]:
        if item.key != "preset":
            other = changed(rules, item)
            marked = [each for each in ITEMS[Kind.RULES] if differs(other, each)]
            assert marked == [Item("preset"), item]
            assert changed(other, Item("preset")) in PRESETS.values()


def test_a_value_that_people_wrote_elsewhere_stays_until_it_is_changed() -> None:
    rules = Rules(claim_us=1_234_567)
    assert changed(rules, Item("claim_us")).claim_us == CHOICES["claim_us"][0]


def test_every_value_on_offer_can_be_played_and_is_kept_over_a_restart(tmp_path: Path) -> None:
    start = Config(names=("Anna", "Gül"))
    for kind in Kind:
        for at in range(len(ITEMS[kind])):
            folder, config = tmp_path / f"{kind.value}-{at}", start
            for _ in range(7):
                before, (_, config) = config, turned(Menu(kind, at), Press.SLAP, config, ENGLISH)
                learn(folder, **changes(before, config))
                assert learned(folder, start, ENGLISH) == (config, None)
