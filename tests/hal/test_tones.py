"""Tones as samples: no click, never too loud, of the length and the pitch that was asked for."""

from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.tones import ATTACK_MS, FULL, LONGEST_MS, PEAK, RATE_HZ, Note, Tone, Wave, samples

NOTES = st.builds(
    Note,
    pitch_mhz=st.integers(20_000, 2_700_000),
    ms=st.integers(2 * ATTACK_MS, 300),
    at_ms=st.integers(0, 300),
    level=st.integers(1, FULL),
    wave=st.sampled_from(Wave),
)
TONES = st.lists(NOTES, min_size=1, max_size=4).map(tuple)


def heard(tone: Tone) -> array:  # type: ignore[type-arg]
    return array("h", samples(tone))


@given(TONES)
def test_a_tone_begins_and_ends_in_silence_and_is_never_too_loud(tone: Tone) -> None:
    sound = heard(tone)
    assert (sound[0], sound[-1]) == (0, 0)
    assert max(map(abs, sound)) <= PEAK
    assert len(sound) == max((note.at_ms + note.ms) * RATE_HZ // 1000 for note in tone)


@given(NOTES)
def test_a_note_rises_and_dies_away_slowly_enough_not_to_click(note: Note) -> None:
    sound = heard((note,))
    start = note.at_ms * RATE_HZ // 1000
    assert not any(sound[:start])
    rise = ATTACK_MS * RATE_HZ // 1000
    for place, sample in enumerate(sound[start : start + rise]):
        assert abs(sample) <= PEAK * place // rise + 1
    for left, sample in enumerate(reversed(sound[start + rise :])):
        fall = len(sound) - start - rise - 1
        assert abs(sample) <= PEAK * left * left // (fall * fall) + 1


@pytest.mark.parametrize("wave", [Wave.SOFT, Wave.HARSH])
@pytest.mark.parametrize("hz", [110, 440, 659, 1047])
def test_a_note_has_its_pitch(wave: Wave, hz: int) -> None:
    half = heard((Note(hz * 1000, 1000, wave=wave),))[: RATE_HZ // 2]
    turns = sum(before < 0 <= after for before, after in pairwise(half))
    assert abs(turns - hz // 2) <= 1


def test_levels_are_parts_of_the_loudest() -> None:
    loud, soft = (max(heard((Note(440_000, 500, level=level),))) for level in (FULL, FULL // 4))
    assert PEAK * 8 // 10 < loud <= PEAK
    assert abs(loud - 4 * soft) <= 4


def test_notes_at_once_are_not_cut_off() -> None:
    one = Note(440_000, 500)
    alone, both = heard((one,)), heard((one, one, one))
    assert max(map(abs, both)) == PEAK
    loudest = max(map(abs, alone))
    assert all(abs(a * PEAK - b * loudest) <= 2 * PEAK for a, b in zip(alone, both, strict=True))


def test_noise_has_no_pitch_and_is_the_same_each_time() -> None:
    noise = Note(440_000, 100, wave=Wave.NOISE)
    assert samples((noise,)) == samples((noise,))
    assert samples((noise,)) == samples((Note(880_000, 100, wave=Wave.NOISE),))
    assert len(set(heard((noise,)))) > 500


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"pitch_mhz": 19_999}, "pitch_mhz 19999; must be 20000 .. 2756250"),
        ({"pitch_mhz": 2_756_251}, "pitch_mhz 2756251"),
        ({"ms": 2 * ATTACK_MS - 1}, "ms 7; must be 8 .. 2000"),
        ({"ms": LONGEST_MS + 1}, "ms 2001"),
        ({"at_ms": -1}, "at_ms -1; must be 0 .. 1900"),
        ({"at_ms": LONGEST_MS}, "at_ms 2000"),
        ({"level": 0}, "level 0; must be 1 .. 1000"),
        ({"level": 1001}, "level 1001"),
    ],
)
def test_a_note_that_cannot_be_is_refused(wrong: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Note(**({"pitch_mhz": 440_000, "ms": 100} | wrong))
