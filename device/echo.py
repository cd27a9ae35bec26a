"""What says the same as the picture: sounds, and the lamps in the buttons.

The law: nobody waits for it, and a table that has neither plays the same game. Lamps are opened
when they are lit first, after a picture was seen: to load what lights them takes longer than to
lay a table.
"""

from collections.abc import Callable, Iterable, Sequence

from device.dealing import MOST_PLACES
from device.sounds import Sound, Tune
from device.tunes import Sounds
from hal.lamps import Lamps

_OTHERS_DARK = (0,) * MOST_PLACES
"""The lamps of places where nobody plays."""


class Echo:
    """That of one table. `sounds` None: it is silent; `lamps` opens them, None: it has none."""

    def __init__(
        self, sounds: Sounds | None = None, lamps: Callable[[], Lamps] | None = None
    ) -> None:
        self._sounds, self._opening = sounds, lamps
        self._lamps: Lamps | None = None

    @property
    def shines(self) -> bool:
        """Whether there are lamps."""
        return self._opening is not None

    def play(self, sounds: Iterable[Sound]) -> None:
        """Let these be heard."""
        if self._sounds is not None:
            self._sounds.play(sounds)

    def answer(self, place: int, joined: bool, volume: int, before: int) -> None:
        """What a hand did between games is heard, as loud as was settled by it.

        `joined`: it has made a person of this place; `before`: how loud it was until then.
        """
        if self._sounds is None:
            return
        self._sounds.set_volume(volume)
        tune = Tune.JOIN if joined else Tune.MENU
        if volume != before:
            tune = Tune.TEST
        self._sounds.play([Sound(tune, place)])

    def light(self, levels: Sequence[int]) -> None:
        """So bright is the lamp of each place, per mille; all others are dark."""
        self.open()
        if self._lamps is not None:
            self._lamps.show([*levels, *_OTHERS_DARK])

    def open(self) -> None:
        """Open the lamps, unless they are open: for a table that shows no picture first."""
        if self._lamps is None and self._opening is not None:
            self._lamps = self._opening()

    def look(self) -> None:
        """Hear whether the speaker has trouble; the first time, let it open a card."""
        if self._sounds is not None:
            self._sounds.look()

    def close(self) -> None:
        """Let the lamps go. May be called again."""
        if self._lamps is not None:
            self._lamps.close()
