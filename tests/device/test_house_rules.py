"""Every house rule is explained, in both languages, with the values that it takes."""

import re

import pytest

from device.house_rules import meaning, values
from device.language import LANGUAGES, language
from device.plan import one_rule
from game.rules import OPTIONS, rules_of
from tests.device.shell import ratscrew


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_the_help_says_what_each_option_is_about(code: str) -> None:
    spoken = language(code)
    told = [meaning(option, spoken) for option in OPTIONS]
    assert len(set(told)) == len(OPTIONS)
    out = ratscrew("play", "--help", lang=code).out
    for option, about in zip(OPTIONS, told, strict=True):
        assert re.search(
            rf"\n  {option} +{re.escape(about)}\n +{re.escape(values(option, spoken))}\n", out
        )
    if code != "en":
        english = {meaning(option, language("en")) for option in OPTIONS}
        assert not english.intersection(told)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_values_that_are_told_can_be_set(option: str) -> None:
    told = values(option, language("en")).removeprefix("any of ").removesuffix(" and more")
    for value in re.split(", or |, | to ", told):
        assert rules_of(dict([one_rule(f"{option}={value}", language("en"))]))
