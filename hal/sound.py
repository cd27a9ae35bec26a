"""The sound card through pygame-ce's mixer, in the process that calls: opened, lost, found again.

The law: it never raises for want of a part; why nothing can be heard has a name. At volume 0 no
card is opened. A card is looked for when there is something to play, at most every 5 s; another
list of cards than before means that ours may be gone or a better one has come.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from importlib import import_module
from typing import Any, Final

from hal.clock import Clock, MonotonicClock
from hal.tones import RATE_HZ, Tone, samples
from hal.words import Words

LOUDEST: Final = 100
"""The highest volume; 0 is mute."""
LOOK_NS: Final = 5_000_000_000
"""From one look at the cards to the next."""
BUFFER: Final = 256
"""Samples that the card takes at once: 12 ms."""
CARDS: Final = "/proc/asound"
"""Where the kernel has a folder for each card, by an id that stays the same at each start."""
Load = Callable[[str], Any]


class SoundTrouble(Enum):
    """Why nothing can be heard."""

    LIBRARY = "library"
    """pygame-ce is not installed, or not as it should be."""
    DEVICE = "device"
    """There is no card, or it cannot be opened, or not any more."""
    NAME = "name"
    """No single device has the name that was asked for."""
    ENDED = "ended"
    """Whatever plays the sounds has ended."""


class SoundError(Exception):
    """Nothing can be heard; `trouble` says why, the message is one line for people."""

    def __init__(self, trouble: SoundTrouble, message: Words) -> None:
        super().__init__(message)
        self.trouble, self.message = trouble, message


class Mixer:
    """Plays tones by their number. Used by one thread; whoever calls may have to wait.

    `device`: a card by the id that the kernel gave it, or any part of the name that the system's
    sound has for it; "" for the usual one. The library is loaded when the first sound is played.
    `soon`: the tones that are made beforehand, None: all; the others are made when they are played.
    """

    def __init__(
        self,
        tones: Sequence[Tone],
        device: str,
        clock: Clock,
        load: Load = import_module,
        cards: str = CARDS,
        soon: Sequence[int] | None = None,
    ) -> None:
        self._tones, self._device = tones, device
        self._clock, self._load, self._cards = clock, load, cards
        self._soon = range(len(tones)) if soon is None else soon
        self._made: dict[int, bytes] = {}
        self._sounds: dict[int, Any] = {}
        self._mixer: Any = None
        self._names: list[str] = []
        self._look_ns = clock.now_ns()
        self._trouble: SoundError | None = None

    def play(self, volume: int, numbers: Sequence[int]) -> SoundError | None:
        """Begin these tones at once, 0 .. 100 loud; why they cannot be heard, or None."""
        if volume == 0:
            self.close()
            return None
        try:
            if self._clock.now_ns() >= self._look_ns:
                self._look()
            for number in numbers if self._mixer is not None else ():
                sound = self._sound(number)
                sound.set_volume(volume * volume / (LOUDEST * LOUDEST))  # as loud as it seems
                self._mixer.find_channel(force=True).play(sound)
        except SoundError as error:
            self._let_go()
            self._trouble = error
        except (ImportError, OSError, RuntimeError) as error:  # pygame.error is one
            self._let_go()
            missing = isinstance(error, ImportError)
            trouble = SoundTrouble.LIBRARY if missing else SoundTrouble.DEVICE
            self._trouble = SoundError(trouble, Words(_line(error)))
        return self._trouble

    def make_one(self) -> bool:
        """Make one more tone beforehand, if a card is open; whether there was one to make."""
        for number in self._soon if self._mixer is not None else ():
            if number not in self._made:
                self._samples(number)
                return True
        return False

    def close(self) -> None:
        """Let the card go; the next `play` opens it again."""
        self._let_go()
        self._look_ns = self._clock.now_ns()
        self._trouble = None

    def _look(self) -> None:
        """Whether the cards are still those that were there; if not, or none is open, open one."""
        self._look_ns = self._clock.now_ns() + LOOK_NS
        if self._mixer is not None and self._listed() == self._names:
            return
        self._let_go()
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        folder = os.path.join(self._cards, self._device)
        is_card = self._device.isidentifier() and os.path.isdir(folder)
        if is_card:  # HDMI takes sound by this name alone: by plughw or SDL's it refuses ours
            os.environ.setdefault("SDL_AUDIODRIVER", "alsa")
            os.environ["AUDIODEV"] = f"sysdefault:CARD={self._device}"
        _hush_alsa()
        mixer, sdl = self._load("pygame.mixer"), self._load("pygame._sdl2.sdl2")
        sdl.init_subsystem(sdl.INIT_AUDIO)
        self._names = self._listed()
        mixer.quit()  # else it takes what is started for its own, and opens nothing
        name = None if is_card else self._chosen(self._names)
        mixer.init(RATE_HZ, -16, 1, BUFFER, devicename=name, allowedchanges=0)
        # An open card is sent silence, so that no screen with loudspeakers falls asleep.
        self._mixer, self._trouble = mixer, None

    def _listed(self) -> list[str]:
        return sorted(self._load("pygame._sdl2.audio").get_audio_device_names(False))

    def _chosen(self, names: Sequence[str]) -> str | None:
        """The device to open, None for the usual one. Raises `SoundError` with what there is."""
        if not self._device or self._device in names:
            return self._device or None
        meant = [name for name in names if self._device.casefold() in name.casefold()]
        if len(meant) == 1:
            return meant[0]
        there = ", ".join(meant or names) or "-"
        message = Words(
            "no single sound device is called {name}; found: {there}",
            name=repr(self._device),
            there=there,
        )
        raise SoundError(SoundTrouble.NAME, message)

    def _sound(self, number: int) -> Any:
        if number not in self._sounds:
            self._sounds[number] = self._mixer.Sound(buffer=self._samples(number))
        return self._sounds[number]

    def _samples(self, number: int) -> bytes:
        if number not in self._made:
            self._made[number] = samples(self._tones[number])
        return self._made[number]

    def _let_go(self) -> None:
        mixer, self._mixer = self._mixer, None
        self._sounds.clear()  # they are worth nothing without it
        if mixer is not None:
            mixer.quit()


def _hush_alsa() -> None:
    """ALSA tells in eight lines of its own what it does not find; ours is one.

    Its threads call what they are given, so that must be of C: here something that does nothing.
    """
    from ctypes import CDLL

    with suppress(OSError, AttributeError, TypeError):  # another system, or another sound
        CDLL("libasound.so.2").snd_lib_error_set_handler(CDLL(None).getppid)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())


def missing(device: str) -> SoundError | None:
    """Why no sound can be heard of this device, None where it can: opened, and let go again."""
    mixer = Mixer((), device, MonotonicClock())
    try:
        return mixer.play(LOUDEST, ())
    finally:
        mixer.close()
