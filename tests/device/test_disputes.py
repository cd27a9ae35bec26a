"""A slap for which the stream cannot vouch: both times are told, the verdict stands."""

from pathlib import Path

import pytest

from device.demonstration import tell_fact
from device.headline import Dispute, Headline, disputing
from device.language import LANGUAGES, language
from device.options import PlayOptions
from device.terminal import Terminal
from game.cpu import Level
from game.events import RaceClosed
from game.rules import Rules
from hal.wiring import Button, default_wiring
from tests.device.playing import Evening, header_of

PAIR = header_of(["7S 9H 4D", "7H 5C 8D", "2H 3H 6S"])
EARLY = {
    "en": "10.000 ms earlier, but heard too late",
    "de": "10,000 ms früher, aber zu spät gemeldet",
}
PERHAPS = {"en": "+10.000 ms, perhaps earlier", "de": "+10,000 ms, vielleicht früher"}


def raced(folder: Path, late_ms: int) -> Evening:
    """Two slap a pair; the first of them, 3 ms before, for a moment, is heard so much later."""
    evening = Evening(folder, PAIR)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(1, 2000)
    line = {found: line for line, found in default_wiring(8).buttons().items()}[2, Button.SLAP]
    for level, ms in ((1, 1997), (0, 2003)):
        arrival_ns = evening.at_ns(ms + late_ms)
        evening.buttons.inject(line, level, evening.at_ns(ms), arrival_ns)
    return evening.play(until_ms=3000)


def test_a_slap_that_is_heard_too_late_makes_the_race_disputed(tmp_path: Path) -> None:
    evening = raced(tmp_path, late_ms=30)
    (race,) = (fact for fact in evening.facts if isinstance(fact, RaceClosed))
    (dispute,) = (fact for fact in evening.facts if isinstance(fact, Dispute))
    assert race.winner == 1
    assert (dispute.seat, dispute.behind_us) == (2, -3_000)
    event = evening.view_at(2900).event
    assert event is not None
    assert event.headline.startswith("Disputed: Pair 7 7! Ben ")
    assert [(line.text, line.seat) for line in event.lines][-1] == (
        "3.000 ms earlier, but heard too late",
        2,
    )


def test_a_slap_that_is_heard_in_time_disputes_nothing(tmp_path: Path) -> None:
    evening = raced(tmp_path, late_ms=0)
    (race,) = (fact for fact in evening.facts if isinstance(fact, RaceClosed))
    assert race.winner == 2
    assert not any(isinstance(fact, Dispute) for fact in evening.facts)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("behind_us", "lines"), [(-10_000, EARLY), (10_000, PERHAPS)], ids=["earlier", "perhaps"]
)
def test_without_a_picture_a_dispute_is_a_line_of_its_own(
    behind_us: int,
    lines: dict[str, str],
    code: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = PlayOptions((), Rules(), Level.FAST, tmp_path)
    tell_fact(Terminal(language(code)), options, PAIR, Dispute(2_030_000, 2, behind_us))
    word = {"en": "Disputed", "de": "Strittig"}[code]
    time = {"en": "2.030", "de": "2,030"}[code]
    assert capsys.readouterr().out == f"    {time} s  {word}: Clara {lines[code]}\n"


def test_each_dispute_is_told_once_and_the_winner_disputes_nothing(tmp_path: Path) -> None:
    evening = raced(tmp_path, late_ms=0)
    headline = Headline(PAIR.seats, exact=True)
    for fact in evening.facts:
        headline.note(fact)  # type: ignore[arg-type]
    (race,) = (fact for fact in evening.facts if isinstance(fact, RaceClosed))
    first_us = race.hands[0].t_us
    headline.dispute(race.winner, first_us + 10, first_us - 10)
    headline.dispute(0, first_us + 10, first_us + 10)  # too late in any case
    assert headline.disputes() == []
    headline.dispute(0, first_us + 10_000, first_us)
    (dispute,) = headline.disputes()
    assert disputing(dispute, language("de")) == PERHAPS["de"]
    assert headline.disputes() == []
