"""Every house rule is explained, in both languages, with the values that it takes."""

import re

import pytest

from device.house_rules import meaning, refused, values
from device.language import LANGUAGES, language
from device.plan import one_rule
from game.rules import LIMITS_US, OPTIONS, RuleError, rules_of
from tests.device.shell import ratscrew


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_the_help_says_what_each_option_is_about(code: str) -> None:
    spoken = language(code)
    told = [meaning(option, spoken) for option in OPTIONS]
    assert len(set(told)) == len(OPTIONS)
    out = ratscrew("play", "--help", lang=code).out
    for option, about in zip(OPTIONS, told, strict=True):
        words = [option, *about.split(), *values(option, spoken).split()]
        assert re.search(r"\n  " + r"\s+".join(map(re.escape, words)) + r"\n", out)
    if code != "en":
        english = {meaning(option, language("en")) for option in OPTIONS}
        assert not english.intersection(told)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_values_that_are_told_can_be_set(option: str) -> None:
    told = values(option, language("en")).removeprefix("one or more of ").removesuffix(" and more")
    for value in re.split(", or |, | to ", told):
        assert rules_of(dict([one_rule(f"{option}={value}", language("en"))]))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "burn=3"], "--set: burn ist 3; erlaubt: 1, 2"),
        (["--set", "claim_us=-1"], "--set: claim_us ist -1; erlaubt: 0 bis 3000000"),
        (["--set", "patterns=par"], "--set: patterns ist 'par'; erlaubt: eins oder mehrere aus p"),
        (["--set", "time_limit_us=1"], "--set: time_limit_us ist 1; erlaubt: none oder 60000000"),
    ],
)
def test_what_is_refused_is_told_in_the_language_asked_for(words: list[str], told: str) -> None:
    assert ratscrew("play", *words, lang="de").err.startswith(f"ratscrew: {told}")


@pytest.mark.parametrize("option", ["preset", *OPTIONS])
def test_whatever_is_refused_names_its_option(option: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_of({option: {}})
    assert (caught.value.option, caught.value.value) == (option, {})
    told = refused(caught.value, language("en"))
    whole = "a whole number, " if option in LIMITS_US else ""
    assert told == f"{option} is {{}}; allowed: {whole}{values(option, language('en'))}"
