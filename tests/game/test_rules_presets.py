"""Rules 1: presets and options."""

import pytest

from tests.game.script import CLAIM, SECOND, Game, game, laid

PRESETS = pytest.mark.parametrize("preset", ["ratscrew", "egyptian-war", "party"])


def _takes(told: Game) -> bool:
    return told.slap(0).later().judge().verdict == "won"


@pytest.mark.parametrize(
    ("ranks", "presets"),
    [
        ("2 5 5", {"ratscrew", "egyptian-war", "party"}),
        ("2 5 9 5", {"ratscrew", "egyptian-war", "party"}),
        ("2 K Q", {"party"}),
        ("5 2 3 5", {"party"}),  # top and bottom; a hoagie alone is not on
        ("9 5 2 3 5", set()),
        ("2 6 9", set()),
        ("9 3 7", set()),
        ("9 3 4 5 6", set()),
    ],
)
@PRESETS
def test_preset_patterns(preset: str, ranks: str, presets: set[str]) -> None:
    assert _takes(laid(ranks, preset=preset)) is (preset in presets)


@PRESETS
def test_preset_runout(preset: str) -> None:
    told = game("K 9 | 2 | 7 8", preset=preset).lay(0, 1).judge()
    assert told.turn == (2 if preset == "egyptian-war" else None)
    assert told.owed == (2 if preset == "egyptian-war" else 0)


@PRESETS
def test_preset_empty_slap(preset: str) -> None:
    told = game("2 3 | | 7 8", preset=preset).lay(0).slap(1).judge()
    assert told.out == [False, preset != "party", False]
    assert told.strikes == [0, 1 if preset == "party" else 0, 0]


@PRESETS
def test_preset_burn(preset: str) -> None:
    assert game("2 3 | 4 5 6", preset=preset).lay(0).slap(1).judge().hands == [1, 2]


@PRESETS
def test_preset_without_a_last_chance(preset: str) -> None:
    assert game("J 5 | 2", preset=preset).lay(0, 1).later().judge().winner == 0


@PRESETS
def test_preset_cover_grace(preset: str) -> None:
    covered = laid("5 5 9", preset=preset)
    assert covered.slap(0, 200_001).judge().verdict == "false"
    assert (covered.slap(0, 200_000).judge().verdict == "late") is (preset == "party")


@PRESETS
def test_preset_mash(preset: str) -> None:
    told = game("2 3 | 4 5 6", preset=preset).lay(0).slaps(1, 1).judge()
    assert told.verdicts == ["false", "ignored" if preset == "party" else "false"]


@PRESETS
def test_preset_time_limit(preset: str) -> None:
    told = game("2 3 | 4 5", preset=preset)
    assert told.later(at=600 * SECOND - 1).judge().over is False
    assert told.later(at=600 * SECOND).judge().over is (preset == "party")


@PRESETS
@pytest.mark.parametrize("seats", [2, 8])
def test_preset_takes_two_to_eight_seats_in_a_record(preset: str, seats: int) -> None:
    deal = " | ".join("23456789"[:seats])
    assert game(deal, preset=preset).judge().hands == [1] * seats


def test_preset_is_ratscrew_by_default() -> None:
    assert game("K 9 | 2 | 7 8").lay(0, 1).judge().turn is None
    assert game("2 3 | | 7 8").lay(0).slap(1).judge().out[1] is True
    assert not _takes(laid("2 K Q"))


def test_an_option_goes_before_its_preset() -> None:
    party = laid("2 K Q", "pair", preset="party")
    assert not _takes(party)
    assert (
        game("2 3 | 4 5", preset="party", time_limit_us=None).later(at=1_000 * SECOND).judge().over
        is False
    )
    war = game("K 9 | 2 | 7 8", preset="egyptian-war", runout="challenger").lay(0, 1).judge()
    assert (war.turn, war.owed) == (None, 0)


def test_default_late_slap_is_forgiven() -> None:
    taken = game("5 9 8 | 5 7 6").lay(0, 1).slap(1).later()
    assert taken.slap(0).judge().verdict == "late"


def test_default_claim_is_one_second() -> None:
    told = game("J 9 8 | 2 3").lay(0, 1)
    assert told.later(CLAIM - 1).judge().taken == 0
    assert told.later(CLAIM).judge().taken == 1


def test_default_race_is_ten_milliseconds_and_a_tie_a_tenth_of_one() -> None:
    race = game("5 9 8 | 5 7 6").lay(0, 1).slap(1)
    assert race.later(10_000).judge().verdict == "pending"
    assert race.later(10_001).judge().verdict == "won"
    assert "tie" in race.slap(0, 100).later().judge().verdicts
    assert "tie" not in race.slap(0, 101).later().judge().verdicts


def test_any_set_of_patterns_may_be_on() -> None:
    for ranks, expected in [("6 9", True), ("4 6", True), ("5 5", True), ("5 2 5", False)]:
        assert _takes(laid(ranks, "tens", "ratscrew")) is expected  # 5 and 5 are ten
