"""A length of time in words: in its best unit, wherever it stands."""

import pytest

from device.language import language
from device.menu_page import span_or_none
from device.span import NO_BREAK, span


@pytest.mark.parametrize(
    ("span_us", "told"),
    [
        (0, "0 ms"),
        (100, "0,1 ms"),
        (90_500, "90,5 ms"),
        (200_000, "200 ms"),
        (1_000_000, "1 s"),
        (1_500_000, "1,5 s"),
        (60_000_000, "1 min"),
        (90_000_000, "90 s"),
        (300_000_000, "5 min"),
    ],
)
def test_a_span_is_told_in_its_best_unit(span_us: int, told: str) -> None:
    assert span(span_us, language("de")) == told.replace(" ", NO_BREAK)


def test_a_menu_tells_that_there_is_no_limit() -> None:
    assert span_or_none(None, language("de")) == "keins"
    assert span_or_none(0, language("de")) == span(0, language("de"))
