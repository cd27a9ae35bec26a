"""Short tones as samples: 16 bit, one channel, made of integers alone.

The law: a tone begins and ends at 0 and rises in no less than `ATTACK_MS`, so that it does not
click, and never goes beyond `PEAK`, so that three at once are not cut off.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import count
from typing import Final, TypeAlias

RATE_HZ: Final = 22_050
PEAK: Final = 10_000
"""The loudest sample, of 32,767."""
FULL: Final = 1000
"""Per mille of loudness."""
ATTACK_MS: Final = 4
LONGEST_MS: Final = 2000

_ONE: Final = 1 << 15
"""The loudest of 16 bits."""
_TURN: Final = 1 << 16
"""A whole wave, in steps of its phase."""


class Wave(Enum):
    """What a note sounds like."""

    SOFT = "soft"
    """A sine and a little of its octave, as of a marimba."""
    HARSH = "harsh"
    """Odd overtones, as of a buzzer."""
    NOISE = "noise"
    """No pitch at all, as of a hand on a table."""


_PARTS: Final = {Wave.SOFT: (4, 1), Wave.HARSH: (5, 0, 3, 0, 2)}
"""The first overtone, the second, and so on."""


@dataclass(frozen=True, slots=True)
class Note:
    """One sound that dies away: from `at_ms` of its tone on, for `ms`, at most `level` per mille.

    `pitch_mhz` is in thousandths of a hertz; noise has none. Raises `ValueError` for what nobody
    could hear, or what would last too long.
    """

    pitch_mhz: int
    ms: int
    at_ms: int = 0
    level: int = FULL
    wave: Wave = Wave.SOFT

    def __post_init__(self) -> None:
        most_mhz = RATE_HZ * 1000 // 8  # the highest overtone is the fifth
        for name, value, least, most in (
            ("pitch_mhz", self.pitch_mhz, 20_000, most_mhz),
            ("ms", self.ms, 2 * ATTACK_MS, LONGEST_MS),
            ("at_ms", self.at_ms, 0, LONGEST_MS - self.ms),
            ("level", self.level, 1, FULL),
        ):
            if not least <= value <= most:
                raise ValueError(f"{name} {value}; must be {least} .. {most}")


Tone: TypeAlias = tuple[Note, ...]
"""Notes after each other, or at once. Never empty."""


def samples(tone: Tone) -> bytes:
    """A tone from its start to the end of its last note; 2 bytes a sample, in native order."""
    mixed = array("i", bytes(4 * max(_count(note.at_ms + note.ms) for note in tone)))
    for note in tone:
        start = _count(note.at_ms)
        for place, sample in enumerate(_played(note), start):
            mixed[place] += sample
    loudest = max(map(abs, mixed))
    if loudest > PEAK:  # of notes at once; one alone never is
        half = loudest // 2
        return array("h", ((sample * PEAK + half) // loudest for sample in mixed)).tobytes()
    return array("h", mixed).tobytes()


def _count(ms: int) -> int:
    return ms * RATE_HZ // 1000


def _played(note: Note) -> Iterator[int]:
    """The samples of one note: they rise evenly, and fall with the square of what is left.

    One after the other: all at once as numbers, those of a long note take 3 MB.
    """
    whole, rise = _count(note.ms), _count(ATTACK_MS)
    last, fall = whole - 1, (whole - 1 - rise) ** 2
    raw = _noise() if note.wave is Wave.NOISE else _pitched(note)
    most = note.level * PEAK // FULL
    for place, sample in zip(range(whole), raw, strict=False):
        loud = place * _ONE // rise if place < rise else (last - place) ** 2 * _ONE // fall
        yield sample * most * loud // (_ONE * _ONE)


def _pitched(note: Note) -> Iterator[int]:
    wave = _overtones(*_PARTS[note.wave])
    step = (note.pitch_mhz << 30) // (RATE_HZ * 1000)  # a whole wave is 2 ** 30, and 2 ** 10 steps
    return (wave[(place * step >> 20) & 1023] for place in count())


def _noise() -> Iterator[int]:
    """The same for each note: the upper bits of a linear congruence."""
    noise = 1
    while True:
        noise = (noise * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        yield (noise >> 15) - _ONE


def _sine(phase: int) -> int:
    """The sine of a phase, -32,767 .. 32,767, within 0.2 % (Bhaskara's formula)."""
    half = phase % (_TURN // 2)
    arch = half * (_TURN // 2 - half)
    sine = 32_767 * 4 * arch // (5 * _TURN * _TURN // 16 - arch)
    return sine if phase % _TURN < _TURN // 2 else -sine


@cache
def _overtones(*parts: int) -> tuple[int, ...]:
    """A wave in 1024 steps of which overtone `n`, from 1, has the n-th of these parts."""
    whole = sum(map(abs, parts))
    return tuple(
        sum(part * _sine(phase * number) for number, part in enumerate(parts, 1)) // whole
        for phase in range(0, _TURN, 64)
    )
