"""One game at the table: when it rests, and how it is left."""

from device.dealing import seats_of
from device.lamplight import ATTRACT_US
from device.language import language
from device.options import Settings
from device.sitting import Sitting
from device.stage import AIR_US, Stage
from game.cpu import Level
from game.record import Header
from tests.device.playing import header_of

MS = 1_000_000
COMPUTERS = header_of(["7S 9H", "7H 3C"], kinds=(Level.NORMAL, Level.NORMAL))
PEOPLE = header_of(["7S 9H", "7H 3C"])


def sitting(header: Header) -> Sitting:
    keys = [()] * len(header.seats)
    return Sitting(header, Stage(seats_of(header), keys, True, language("en"), Settings()), (), 0)


def test_a_game_does_not_rest_while_a_card_is_in_the_air_though_its_face_could_be_seen() -> None:
    game = sitting(COMPUTERS)
    game.advance(3_000 * MS)
    flipped_us = game.stage.flipped_us
    assert flipped_us is not None
    for after_us in (0, AIR_US - 1, AIR_US, AIR_US + 1, 10 * AIR_US):
        assert not game.at_rest(game.ns(flipped_us + after_us))


def test_a_game_rests_where_only_a_person_could_go_on() -> None:
    game = sitting(PEOPLE)
    assert game.at_rest(0)
    game.flip(0, 500 * MS)
    assert not game.at_rest(500 * MS)


def test_a_game_that_is_left_is_left_in_a_pause() -> None:
    game = sitting(PEOPLE)
    game.close(2_000 * MS)
    assert game.session.state.paused_us == 2_000_000


def test_where_nobody_plays_a_light_runs_round_the_table() -> None:
    game = sitting(COMPUTERS)
    lit = [tuple(game.lights(place * ATTRACT_US * 1000)) for place in range(4)]
    assert lit == [(1000, 0), (0, 1000)] * 2
    assert game.lights_change_ns(0) == [ATTRACT_US * 1000]
    assert tuple(sitting(PEOPLE).lights(0)) == (1000, 0)
    assert sitting(PEOPLE).lights_change_ns(0) == []
