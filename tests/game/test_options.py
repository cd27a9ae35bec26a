"""House rules as plain values: there and back, and what is said of those that are refused."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.patterns import Pattern
from game.rules import (
    LIMITS_US,
    OPTIONS,
    PRESETS,
    EmptySlap,
    LateSlap,
    Mash,
    RuleError,
    Rules,
    Runout,
    allowed,
    options_of,
    plain,
    rules_of,
)
from tests.game.test_machine import house_rules

PATTERN_NAMES = "pair, sandwich, ratscrew, hoagie, tens, marriage, run, top_bottom"


@settings(max_examples=60)
@given(house_rules, st.sampled_from([*PRESETS]))
def test_rules_come_back_from_their_plain_values(rules: Rules, preset: str) -> None:
    rules = replace(rules, preset=preset)
    assert rules_of(options_of(rules)) == rules


def test_only_what_differs_from_the_preset_is_told() -> None:
    for name, preset in PRESETS.items():
        assert options_of(preset) == {"preset": name}
    assert options_of(rules_of({"preset": "party", "burn": 2, "time_limit_us": None})) == {
        "preset": "party",
        "burn": 2,
        "time_limit_us": None,
    }


def test_the_presets_are_those_of_the_law() -> None:
    assert [*PRESETS] == ["ratscrew", "egyptian-war", "party"]
    assert PRESETS["ratscrew"] == Rules(
        preset="ratscrew",
        patterns=frozenset({Pattern.PAIR, Pattern.SANDWICH}),
        burn=1,
        runout=Runout.CHALLENGER,
        empty_slap=EmptySlap.OUT,
        last_chance=False,
        late_slap=LateSlap.FORGIVEN,
        mash=Mash.EACH,
        cover_grace_us=0,
        claim_us=1_000_000,
        race_us=10_000,
        tie_us=100,
        run_wrap=False,
        time_limit_us=None,
    )
    assert PRESETS["egyptian-war"] == replace(
        PRESETS["ratscrew"], preset="egyptian-war", runout=Runout.NEXT_PLAYER
    )
    assert PRESETS["party"] == replace(
        PRESETS["ratscrew"],
        preset="party",
        patterns=frozenset(map(Pattern, ("pair", "sandwich", "marriage", "top_bottom"))),
        empty_slap=EmptySlap.THREE_STRIKES,
        mash=Mash.ONCE_PER_CARD,
        cover_grace_us=200_000,
        time_limit_us=600_000_000,
    )
    assert rules_of({}) == PRESETS["ratscrew"]


def test_options_are_told_in_the_order_of_the_law() -> None:
    assert OPTIONS == (
        "patterns",
        "burn",
        "runout",
        "empty_slap",
        "last_chance",
        "late_slap",
        "mash",
        "cover_grace_us",
        "claim_us",
        "race_us",
        "tie_us",
        "run_wrap",
        "time_limit_us",
    )


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("patterns", f"any of {PATTERN_NAMES}"),
        ("burn", "1, 2"),
        ("runout", "challenger, next_player"),
        ("empty_slap", "out, three_strikes, nothing"),
        ("last_chance", "true, false"),
        ("late_slap", "forgiven, burn"),
        ("mash", "each, once_per_card"),
        ("cover_grace_us", "0 to 500000"),
        ("claim_us", "0 to 3000000"),
        ("race_us", "0 to 100000"),
        ("tie_us", "0 to 5000"),
        ("run_wrap", "true, false"),
        ("time_limit_us", "null or 60000000 and more"),
    ],
)
def test_what_an_option_may_be_is_told(option: str, values: str) -> None:
    assert str(allowed(option)) == values
    with pytest.raises(ValueError, match=r" is \{\}; allowed") as refused:
        rules_of({option: {}})
    if option != "patterns":
        assert str(refused.value) == f"{option} is {{}}; allowed: {values}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preset": "chess"}, "preset is 'chess'; allowed is one of ratscrew, egyptian-war, party"),
        ({"preset": 5}, "preset is 5; allowed is one of ratscrew, egyptian-war, party"),
        ({"patterns": "pair"}, f"patterns is 'pair'; allowed is a list of {PATTERN_NAMES}"),
        ({"patterns": ["x"]}, f"unknown pattern 'x'; allowed: {PATTERN_NAMES}"),
        ({"patterns": [1]}, f"unknown pattern 1; allowed: {PATTERN_NAMES}"),
        ({"patterns": []}, f"patterns is empty; at least one of {PATTERN_NAMES}"),
        ({"burn": 0}, "burn is 0; allowed are 1 and 2"),
        ({"burn": 3}, "burn is 3; allowed are 1 and 2"),
        ({"burn": True}, "burn is True; allowed: 1, 2"),
        ({"burn": None}, "burn is None; allowed: 1, 2"),
        ({"mash": "each "}, "mash is 'each '; allowed: each, once_per_card"),
        ({"runout": ["challenger"]}, "runout is ['challenger']; allowed: challenger, next_player"),
        ({"run_wrap": 1}, "run_wrap is 1; allowed: true, false"),
        ({"claim_us": 1.0}, "claim_us is 1.0; allowed: 0 to 3000000"),
        ({"claim_us": None}, "claim_us is None; allowed: 0 to 3000000"),
        (
            {"time_limit_us": 59_999_999},
            "time_limit_us is 59999999; allowed is null or 60000000 and more",
        ),
        (
            {"time_limit_us": "1"},
            "time_limit_us is '1'; allowed: null or 60000000 and more",
        ),
        (
            {"seed": 1, "patterns": ["x" * 90]},
            f"unknown pattern '{'x' * 17}...{'x' * 18}'; allowed: {PATTERN_NAMES}",
        ),
        (
            {"burn": [[[1]], 2]},
            "burn is [[[...]], 2]; allowed: 1, 2",
        ),
    ],
)
def test_what_is_refused_is_told_with_its_value_and_what_is_allowed(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        rules_of(options)
    assert str(refused.value) == message


@pytest.mark.parametrize("option", LIMITS_US)
def test_a_span_beyond_its_limits_is_told(option: str) -> None:
    least, most = LIMITS_US[option]
    for span_us in (least, most):
        assert getattr(rules_of({option: span_us}), option) == span_us
    for span_us in (least - 1, most + 1):
        with pytest.raises(ValueError, match=r" allowed ") as refused:
            rules_of({option: span_us})
        assert str(refused.value) == f"{option} is {span_us}; allowed is {least} to {most}"


def test_plain_values() -> None:
    assert plain(Runout.NEXT_PLAYER) == "next_player"
    assert plain(frozenset({Pattern.TOP_BOTTOM, Pattern.PAIR})) == ["pair", "top_bottom"]
    assert (plain(5), plain(None), plain(False)) == (5, None, False)


def test_rules_with_the_same_options_are_the_same_rules() -> None:
    assert Rules(burn=2) == Rules(burn=2)
    assert hash(Rules(burn=2)) == hash(Rules(burn=2))
    assert "_patterns" not in repr(Rules())


@pytest.mark.parametrize(
    ("options", "option", "value"),
    [
        ({"preset": "poker"}, "preset", "poker"),
        ({"preset": 1}, "preset", 1),
        ({"patterns": "pair"}, "patterns", "pair"),
        ({"patterns": []}, "patterns", []),
        ({"patterns": ["pair", "par"]}, "patterns", "par"),
        ({"patterns": [2]}, "patterns", 2),
        ({"burn": 3}, "burn", 3),
        ({"burn": "2"}, "burn", "2"),
        ({"runout": "never"}, "runout", "never"),
        ({"last_chance": 1}, "last_chance", 1),
        ({"claim_us": -1}, "claim_us", -1),
        ({"claim_us": None}, "claim_us", None),
        ({"time_limit_us": 1}, "time_limit_us", 1),
    ],
)
def test_what_is_refused_is_named_with_its_option_and_value(
    options: dict[str, object], option: str, value: object
) -> None:
    with pytest.raises(RuleError) as refused:
        rules_of(options)
    assert (refused.value.option, refused.value.value) == (option, value)
