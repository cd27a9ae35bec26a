"""What can be heard: a pitch for each seat, a tune for each thing, and never a hint."""

from array import array
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from device.between import MenuPage
from device.config import Config
from device.sounds import Sound, Tune, sounds_of
from device.tunes import PITCHES_MHZ, SOUNDS, TABLE_MHZ, TONES, Sounds, soon, tone_of
from game.cards import CARDS
from game.engine import step
from game.events import (
    By,
    CardShown,
    Challenged,
    Ending,
    Fact,
    Flip,
    Flipped,
    GameOver,
    Input,
    RaceClosed,
    Shown,
    Slap,
    Slapped,
    Struck,
    Taken,
    Tick,
    Verdict,
)
from hal.clock import ManualClock
from hal.tones import PEAK, Wave, samples
from tests.device.playing import Evening, header_of

SEATS = range(len(PITCHES_MHZ))


def told(hands: list[str], *inputs: Input, **rules: object) -> list[list[Sound]]:
    """The sounds of each input of a game."""
    state = header_of(hands, **rules).deal()
    heard = []
    for happened in inputs:
        state, facts = step(state, happened)
        heard.append(sounds_of(facts, SEATS))
    return heard


# What each thing sounds like


@pytest.mark.parametrize(
    ("fact", "sound"),
    [
        (Challenged(5, 2, 3), Sound(Tune.COURT, 2)),
        (RaceClosed(5, 1, False, (), ()), Sound(Tune.SLAP, 1)),
        (RaceClosed(5, 1, True, (), ()), Sound(Tune.DEAD_HEAT, 1)),
        (Slapped(5, 3, Verdict.FALSE, 5), Sound(Tune.FALSE_SLAP, 3)),
        (Struck(5, 3, 2), Sound(Tune.STRIKE, 3)),
        (Taken(5, 0, By.CLAIM, 7), Sound(Tune.TAKE, 0)),
        (Taken(5, 0, By.SLAP, 7), Sound(Tune.TAKE, 0)),
        (GameOver(5, 2, Ending.ALL_CARDS, 5), Sound(Tune.WIN, 2)),
        (GameOver(5, None, Ending.ENDLESS, 5), Sound(Tune.DRAW)),
    ],
)
def test_what_happens_sounds_in_the_pitch_of_its_seat(fact: Fact, sound: Sound) -> None:
    assert sounds_of([fact], SEATS) == [sound]


def test_a_card_is_laid_with_the_same_sound_whatever_it_is() -> None:
    for seat, card, by_itself in product(SEATS, CARDS.values(), (False, True)):
        assert sounds_of([Flipped(5, seat, card, by_itself)], SEATS) == [Sound(Tune.LAY, seat)]
        assert sounds_of([CardShown(5, seat, card, 9)], SEATS) == []


@pytest.mark.parametrize("verdict", [each for each in Verdict if each is not Verdict.FALSE])
def test_a_slap_is_not_heard_before_it_is_decided(verdict: Verdict) -> None:
    assert sounds_of([Slapped(5, 1, verdict, 5)], SEATS) == []


LAID = (Flip(1000, 0), Shown(200_000), Flip(300_000, 1), Shown(500_000), Tick(900_000))


@pytest.mark.parametrize("courts", [False, True])
def test_sounds_do_not_hint_at_a_pattern(courts: bool) -> None:
    pair = ["KS 5H", "KH 6H", "4S 7H"] if courts else ["2S 5H", "2H 6H", "4S 7H"]
    none = ["KS 5H", "QH 6H", "4S 7H"] if courts else ["2S 5H", "3H 6H", "4S 7H"]
    assert told(pair, *LAID) == told(none, *LAID)
    assert [sound.tune for each in told(pair, *LAID) for sound in each].count(Tune.LAY) == 2


def test_a_race_sounds_when_it_is_over_and_by_its_winner_alone() -> None:
    heard = told(
        ["2S 5H", "2H 6H", "4S 7H"], *LAID[:4], Slap(700_000, 2), Slap(700_900, 0), Tick(2_000_000)
    )
    assert heard[4] == []
    assert [each for sounds in heard[5:] for each in sounds] == [
        Sound(Tune.SLAP, 2),
        Sound(Tune.TAKE, 2),
    ]


def test_a_false_slap_sounds_at_once() -> None:
    heard = told(["2S 5H", "3H 6H", "4S 7H"], *LAID[:4], Slap(700_000, 2))
    assert heard[4] == [Sound(Tune.FALSE_SLAP, 2)]


# How it sounds


def test_each_seat_and_the_table_have_a_pitch_of_their_own() -> None:
    pitches = sorted([*PITCHES_MHZ, TABLE_MHZ])
    assert all(high * 100 > low * 105 for low, high in pairwise(pitches))


@pytest.mark.parametrize("tune", Tune)
def test_a_tune_is_the_same_at_each_seat_but_for_its_pitch(tune: Tune) -> None:
    first = tone_of(Sound(tune, 0))
    for seat in SEATS:
        for note, same in zip(tone_of(Sound(tune, seat)), first, strict=True):
            assert replace(note, pitch_mhz=same.pitch_mhz) == same
            assert abs(note.pitch_mhz * PITCHES_MHZ[0] - same.pitch_mhz * PITCHES_MHZ[seat]) <= (
                PITCHES_MHZ[0] + PITCHES_MHZ[seat]
            )
    assert any(note.wave is not Wave.NOISE for note in first)  # else nobody could tell the seat


def test_no_two_sounds_are_the_same() -> None:
    assert len(set(TONES)) == len(TONES) == len(SOUNDS) == len(Tune) * (len(SEATS) + 1)
    assert len(TONES) <= 255


def test_what_is_made_beforehand_is_what_may_sound_at_a_table_of_so_many_places() -> None:
    made = {SOUNDS[number] for number in soon(4)}
    of_seats = {Sound(tune, place) for tune in Tune if tune is not Tune.DRAW for place in range(4)}
    assert made == of_seats | {Sound(Tune.DRAW)}
    assert {sound.place for sound in map(SOUNDS.__getitem__, soon(8))} == {None, *SEATS}


@pytest.mark.parametrize("seat", [None, 0, 7])
@pytest.mark.parametrize("tune", Tune)
def test_no_sound_clicks_or_is_cut_off_or_lasts_too_long(tune: Tune, seat: int | None) -> None:
    sound = array("h", samples(tone_of(Sound(tune, seat))))
    assert (sound[0], sound[-1]) == (0, 0)
    assert PEAK // 4 < max(map(abs, sound)) <= PEAK
    assert len(sound) < 22_050 * 12 // 10


def test_laying_is_short_and_softer_than_all_else() -> None:
    lay = samples(tone_of(Sound(Tune.LAY, 0)))
    loudest = {tune: max(map(abs, array("h", samples(tone_of(Sound(tune, 0)))))) for tune in Tune}
    assert len(lay) // 2 < 22_050 // 10
    assert min(loudest, key=loudest.__getitem__) is Tune.LAY


# At the table


class Ear:
    """A speaker that remembers what was played, and when, in ms from the deal."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, Sound]] = []
        self.volumes: list[int] = []
        self.clock, self.deal_ns, self.closed = ManualClock(), 0, False

    def play(self, number: int) -> None:
        self.heard.append(((self.clock.now_ns() - self.deal_ns) / 1e6, SOUNDS[number]))

    def set_volume(self, volume: int) -> None:
        self.volumes.append(volume)

    def look(self) -> None:
        """All is well."""

    def close(self) -> None:
        self.closed = True


def evening(folder: Path, ear: Ear | None) -> Evening:
    """Somebody slaps on nothing, which costs a card; then a pair is laid and slapped."""
    sounds = None if ear is None else Sounds(ear)  # type: ignore[arg-type]
    played = Evening(folder, header_of(["7S 9H 4D", "3C 7H 5D"]), sounds=sounds)
    if ear is not None:
        ear.clock, ear.deal_ns = played.clock, played.at_ns(0)
    played.flip(0, 100)
    played.slap(1, 500)
    played.flip(1, 900)
    played.slap(1, 1500)
    return played.play(4000)


def test_a_table_sounds_when_things_happen(tmp_path: Path) -> None:
    ear = Ear()
    evening(tmp_path, ear)
    assert [sound for _ms, sound in ear.heard] == [
        Sound(Tune.LAY, 0),
        Sound(Tune.FALSE_SLAP, 1),
        Sound(Tune.LAY, 1),
        Sound(Tune.SLAP, 1),
        Sound(Tune.TAKE, 1),
    ]
    for (heard_ms, _sound), pressed_ms in zip(ear.heard[:3], (100, 500, 900), strict=True):
        assert pressed_ms <= heard_ms < pressed_ms + 20
    assert 1500 <= ear.heard[3][0] < 1700


def test_a_game_is_the_same_with_sound_and_without(tmp_path: Path) -> None:
    folders = [tmp_path / "loud", tmp_path / "silent"]
    for folder in folders:
        folder.mkdir()
    loud, silent = evening(folders[0], Ear()), evening(folders[1], None)
    assert loud.lines == silent.lines
    assert loud.facts == silent.facts


def test_a_place_keeps_its_pitch_though_nobody_sits_beside_it() -> None:
    facts = [Taken(5, 1, By.SLAP, 7), GameOver(5, 1, Ending.ALL_CARDS, 5)]
    assert sounds_of(facts, (1, 6)) == [Sound(Tune.TAKE, 6), Sound(Tune.WIN, 6)]


def test_an_idle_table_is_silent_and_people_are_heard_where_they_sit(tmp_path: Path) -> None:
    ear = Ear()
    table = Evening(tmp_path, None, received=Config(), sounds=Sounds(ear))  # type: ignore[arg-type]
    ear.clock, ear.deal_ns = table.clock, table.at_ns(0)
    table.slap(0, 20_000)  # until then computer players show how it goes
    table.slap(2, 20_400)
    table.slap(2, 21_000)
    for ms in range(23_000, 25_000, 400):
        table.flip(0, ms)
        table.flip(2, ms + 200)
    table.play(until_ms=26_000)
    assert ear.heard
    assert all(ms >= 20_000 for ms, _sound in ear.heard)
    assert {sound.place for _ms, sound in ear.heard} == {0, 2}


def test_sounds_that_are_closed_close_their_speaker() -> None:
    ear = Ear()
    Sounds(ear).close()  # type: ignore[arg-type]
    assert ear.closed


def test_what_hands_do_between_games_is_heard_and_the_volume_is_tried_at_once(
    tmp_path: Path,
) -> None:
    ear = Ear()
    sounds = Sounds(ear)  # type: ignore[arg-type]
    evening = Evening(tmp_path, None, received=Config(), sounds=sounds)
    evening.slap(2, 1000)  # joins
    evening.flip(2, 1500)  # the next row
    for row in range(4):
        evening.flip(2, 2000 + 400 * row)
    evening.slap(2, 4000)  # the settings
    evening.flip(2, 4500)
    for n in range(3):
        evening.slap(2, 5000 + 1000 * n)  # the volume
    evening.play(until_ms=9000)
    heard = [sound for _ms, sound in ear.heard]
    assert heard[0] == Sound(Tune.JOIN, 2)
    assert set(heard[1:-3]) == {Sound(Tune.MENU, 2)}
    assert heard[-3:] == [Sound(Tune.TEST, 2)] * 3
    assert len(heard) == 11
    assert (ear.volumes[0], ear.volumes[-3:]) == (60, [80, 100, 0])
    muted = evening.view_at(8900).overlay
    assert isinstance(muted, MenuPage)
    assert muted.lines[muted.selected].value == "mute"
    assert muted.text == "Mute: nothing can be heard."
