"""A seat that nobody named is called in the language that is spoken, whatever the record says."""

from pathlib import Path

import pytest

from device.dealing import first_header
from device.language import LANGUAGES, language
from device.options import PlayOptions, SeatPlan, compass, default_seats
from device.seating import named, seats_from, spoken_names
from game.cpu import Level
from game.rules import Rules
from hal.display import Closing
from tests.device.playing import Evening, read
from tests.device.shell import ratscrew

PAIRS = [(first, other) for first in LANGUAGES for other in LANGUAGES if first != other]


def begun(code: str, folder: Path, words: str = "") -> Evening:
    """A game that was begun in one language and left."""
    spoken = language(code)
    seats = default_seats(Level.SLOW, spoken)
    if words:
        seats = seats_from(words.split(","), Level.SLOW, spoken)
    header = first_header(PlayOptions(seats, Rules(), Level.SLOW, folder, seed="x"))
    evening = Evening(folder, header, code=code)
    evening.happens(Closing(), 1500)
    return evening.play()


def names_at(evening: Evening, ms: float) -> tuple[str, ...]:
    return tuple(seat.name for seat in evening.view_at(ms).seats)


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_a_game_that_is_gone_on_with_in_another_language_calls_its_seats_by_it(
    first: str, other: str, tmp_path: Path
) -> None:
    before = begun(first, tmp_path)
    assert names_at(before, 1000) == compass(language(first))
    again = Evening(tmp_path, before.header, code=other)
    again.play(until_ms=2000)
    assert names_at(again, 1000) == compass(language(other))
    question = again.view_at(1000).overlay
    assert compass(language(other))[0] in question.text  # type: ignore[union-attr]
    assert read(again.journal)[0].seats == compass(language(first))


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_names_follow_the_language_at_once(first: str, other: str, tmp_path: Path) -> None:
    header = begun(first, tmp_path / "first").header
    evening = Evening(tmp_path, header, code=first)
    evening.key("f2", 2000)
    evening.play(until_ms=4000)
    assert names_at(evening, 1000) == compass(language(first))
    assert names_at(evening, 3000) == compass(language(other))


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_a_record_is_judged_with_the_names_of_the_language(
    first: str, other: str, tmp_path: Path
) -> None:
    begun(first, tmp_path)
    told = ratscrew("replay", tmp_path / "record.jsonl", lang=other).out
    assert all(name in told for name in compass(language(other)))
    assert not set(compass(language(first))) & set(told.split()) - set(compass(language(other)))


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_a_name_that_somebody_chose_stays(first: str, other: str) -> None:
    ours, theirs = language(first), language(other)
    south, west, *_ = compass(ours)
    chosen = (SeatPlan(south), SeatPlan(west, Level.SLOW), SeatPlan("Robo", Level.SLOW))
    assert spoken_names(chosen, theirs) == (south, compass(theirs)[1], "Robo")
    # nor do two seats get one name
    guest = SeatPlan(south, guest=True)
    double = (SeatPlan(compass(theirs)[0]), guest)
    assert spoken_names(double, theirs) == (compass(theirs)[0], south)


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_every_name_that_the_program_gives_is_known_in_the_other_language(
    first: str, other: str
) -> None:
    for seats in range(2, 9):
        nobody = [SeatPlan("", None if seat % 2 else Level.SLOW) for seat in range(seats)]
        places = range(seats)
        ours = named(nobody, places, language(first))
        theirs = named(nobody, places, language(other))
        assert spoken_names(ours, language(other)) == tuple(plan.name for plan in theirs)
        assert spoken_names(ours, language(first)) == tuple(plan.name for plan in ours)
