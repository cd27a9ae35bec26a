"""How each sound goes: notes for each tune, and a pitch for each seat.

The law: seats sound in the steps of one pentatonic scale, so that any two go together, and a tune
is the same at each seat but for its pitch.
"""

from collections.abc import Iterable
from typing import Final

from device.sounds import Sound, Tune
from hal.speaker import Speaker
from hal.tones import FULL, Note, Tone, Wave

PITCHES_MHZ: Final = (391_995, 440_000, 523_251, 587_330, 659_255, 783_991, 880_000, 1_046_502)
"""Of each place, G4 to C6: what small loudspeakers can play."""
TABLE_MHZ: Final = 698_456
"""Of what belongs to no place: F5, no step of that scale."""


class Sounds:
    """What the table hands its sounds to, as the numbers of `TONES`."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def play(self, sounds: Iterable[Sound]) -> None:
        """Begin these sounds; never waits."""
        for sound in sounds:
            self._speaker.play(_NUMBERS[sound])

    def set_volume(self, volume: int) -> None:
        """How loud what is played from now on is, 0 .. 100. Raises `ValueError`."""
        self._speaker.set_volume(volume)

    def look(self) -> None:
        """Hear whether the speaker has trouble."""
        self._speaker.look()

    def close(self) -> None:
        """Let the speaker go."""
        self._speaker.close()


def tone_of(sound: Sound) -> Tone:
    """The notes of a sound."""
    pitch_mhz = TABLE_MHZ if sound.place is None else PITCHES_MHZ[sound.place]
    return tuple(
        Note(pitch_mhz * over // under, ms, at_ms, level, wave)
        for at_ms, ms, over, under, level, wave in _TUNES[sound.tune]
    )


_SOFT, _HARSH, _NOISE = Wave.SOFT, Wave.HARSH, Wave.NOISE
# For each note: when it begins and how long it lasts, in ms; its pitch as a fraction of that of the
# seat; its level and its wave.
_TUNES: Final = {
    Tune.JOIN: ((0, 120, 1, 1, 800, _SOFT), (90, 220, 3, 2, 900, _SOFT)),
    Tune.LAY: ((0, 70, 1, 1, 400, _SOFT),),
    Tune.COURT: ((0, 110, 1, 1, 700, _SOFT), (80, 240, 2, 1, 700, _SOFT)),
    Tune.SLAP: ((0, 70, 1, 1, FULL, _NOISE), (40, 260, 1, 1, 900, _SOFT)),
    Tune.TAKE: (
        (0, 90, 1, 1, 500, _SOFT),
        (70, 90, 5, 4, 600, _SOFT),
        (140, 180, 3, 2, 700, _SOFT),
    ),
    Tune.FALSE_SLAP: ((0, 150, 1, 2, 900, _HARSH), (130, 300, 3, 8, FULL, _HARSH)),
    Tune.STRIKE: tuple((at_ms, 110, 1, 2, 900, _HARSH) for at_ms in (0, 120, 240)),
    Tune.DEAD_HEAT: tuple((70 * beat, 80, 8 + beat % 2, 8, 900, _SOFT) for beat in range(6)),
    Tune.WIN: (
        (0, 160, 1, 1, 800, _SOFT),
        (120, 160, 5, 4, 800, _SOFT),
        (240, 160, 3, 2, 800, _SOFT),
        (360, 700, 2, 1, FULL, _SOFT),
        (360, 700, 5, 4, 500, _SOFT),
    ),
    Tune.DRAW: ((0, 250, 1, 1, 800, _SOFT), (200, 400, 1, 1, 700, _SOFT)),
    Tune.MENU: ((0, 40, 1, 1, 500, _SOFT),),
    Tune.TEST: tuple(
        (180 * step, 240, over, under, FULL, _SOFT)
        for step, (over, under) in enumerate(((1, 1), (5, 4), (3, 2), (2, 1)))
    ),
}
SOUNDS: Final = tuple(
    Sound(tune, place) for tune in Tune for place in (None, *range(len(PITCHES_MHZ)))
)
_NUMBERS: Final = {sound: number for number, sound in enumerate(SOUNDS)}
TONES: Final = tuple(map(tone_of, SOUNDS))


def soon(places: int) -> list[int]:
    """Numbers of the tones that may sound at a table with so many places."""
    return [
        number
        for number, sound in enumerate(SOUNDS)
        if (sound.place is None) is (sound.tune is Tune.DRAW) and (sound.place or 0) < places
    ]
