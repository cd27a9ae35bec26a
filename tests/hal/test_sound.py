"""The sound card: opened when there is something to play, lost, found again, told in one line."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hal.clock import ManualClock
from hal.sound import LOOK_NS, Mixer, SoundTrouble
from hal.tones import Note, samples

ROOT = Path(__file__).resolve().parents[2]
TONES = [(Note(440_000, 20),), (Note(880_000, 30),)]
BOTH = [samples(tone) for tone in TONES]


class Sdl:
    """The sound of SDL as pygame shows it, with cards that can be pulled out.

    As there, the mixer opens nothing where the sound was started by somebody else, and its sounds
    are worth nothing after it was ended.
    """

    def __init__(self) -> None:
        self.cards = ["Built-in", "USB Audio"]
        self.missing: set[str] = set()
        self.refusal: str | None = None
        self.heard: list[tuple[bytes, float]] = []
        self.opened: list[str | None] = []
        self.started = self.is_open = False
        self.broken = False
        self.made = 0

    def load(self, name: str) -> Any:
        if name in self.missing:
            raise ImportError(f"No module named {name!r}")
        mixer = SimpleNamespace(
            init=self._init, quit=self._quit, Sound=self._sound, find_channel=self._channel
        )
        sdl = SimpleNamespace(INIT_AUDIO=16, init_subsystem=self._start)
        audio = SimpleNamespace(get_audio_device_names=self._names)
        return {"pygame.mixer": mixer, "pygame._sdl2.sdl2": sdl, "pygame._sdl2.audio": audio}[name]

    def _start(self, what: int) -> None:
        assert what == 16
        self.started = True

    def _names(self, iscapture: bool) -> list[str]:
        assert self.started
        assert not iscapture
        return list(self.cards)

    def _init(self, rate: int, size: int, channels: int, buffer: int, **more: Any) -> None:
        if self.started:
            return
        assert (rate, size, channels, more["allowedchanges"]) == (22_050, -16, 1, 0)
        name = more["devicename"]
        if self.refusal is not None or not self.cards or name not in (None, *self.cards):
            raise RuntimeError(self.refusal or "ALSA: Couldn't open\naudio device")
        self.opened.append(name)
        self.started = self.is_open = True

    def _quit(self) -> None:
        self.started = self.is_open = False
        self.made += 1

    def _sound(self, buffer: bytes) -> Any:
        assert self.is_open
        made, loud = self.made, [1.0]

        def play() -> None:
            assert made == self.made
            if self.broken:
                raise RuntimeError("the device has gone")
            self.heard.append((buffer, loud[0]))

        return SimpleNamespace(set_volume=lambda volume: loud.__setitem__(0, volume), play=play)

    def _channel(self, force: bool) -> Any:
        assert force  # else the newest would be the one that is not heard
        return SimpleNamespace(play=lambda sound: sound.play())


class Room:
    """A mixer on a manual clock, and the cards of its machine."""

    def __init__(
        self,
        device: str = "",
        cards: Path = Path("/nowhere"),
        soon: Sequence[int] | None = None,
    ) -> None:
        self.clock, self.sdl = ManualClock(), Sdl()
        self.mixer = Mixer(TONES, device, self.clock, self.sdl.load, str(cards), soon)

    def trouble(self) -> tuple[SoundTrouble, str] | None:
        """Play something; why it cannot be heard."""
        error = self.mixer.play(60, [0])
        return None if error is None else (error.trouble, str(error))


def test_tones_are_played_as_loud_as_they_seem() -> None:
    room = Room()
    assert room.mixer.play(100, [0, 1]) is None
    assert room.mixer.play(50, [1]) is None
    assert room.mixer.play(1, [1]) is None
    assert room.sdl.heard == [(BOTH[0], 1), (BOTH[1], 1), (BOTH[1], 0.25), (BOTH[1], 0.0001)]
    assert room.sdl.opened == [None]


def test_where_it_is_mute_no_card_is_opened_and_an_open_one_is_let_go() -> None:
    room = Room()
    room.sdl.refusal = "busy"
    assert room.mixer.play(0, [0]) is None
    assert (room.sdl.heard, room.sdl.opened, room.mixer.make_one()) == ([], [], False)
    room.sdl.refusal = None
    room.mixer.play(10, [0])
    room.mixer.play(0, [1])
    assert not room.sdl.is_open
    room.mixer.play(10, [1])
    assert [sound for sound, _loud in room.sdl.heard] == BOTH


def test_a_card_that_is_missing_is_one_line_and_looked_for_now_and_then() -> None:
    room = Room()
    room.sdl.cards = []
    for _each in range(3):
        assert room.trouble() == (SoundTrouble.DEVICE, "ALSA: Couldn't open audio device")
    room.sdl.cards = ["Built-in"]
    room.clock.advance(LOOK_NS - 1)
    assert room.mixer.play(60, [0]) is not None
    room.clock.advance(1)
    assert room.mixer.play(60, [1]) is None
    assert [sound for sound, _loud in room.sdl.heard] == BOTH[1:]


def test_a_card_that_is_pulled_out_is_told_and_found_again() -> None:
    room = Room("usb")
    assert room.mixer.play(60, [0]) is None
    room.sdl.cards.remove("USB Audio")
    room.clock.advance(LOOK_NS)
    text = "no single sound device is called 'usb'; found: Built-in"
    assert room.trouble() == (SoundTrouble.NAME, text)
    room.sdl.cards.append("USB Audio")
    room.clock.advance(LOOK_NS)
    assert room.mixer.play(60, [0]) is None
    assert room.sdl.opened == ["USB Audio", "USB Audio"]


def test_a_card_that_fails_while_it_plays_is_told_and_tried_again() -> None:
    room = Room()
    room.mixer.play(60, [0])
    room.sdl.broken = True
    assert room.trouble() == (SoundTrouble.DEVICE, "the device has gone")
    assert room.trouble() == (SoundTrouble.DEVICE, "the device has gone")
    room.sdl.broken = False
    room.clock.advance(LOOK_NS)
    assert room.mixer.play(60, [0]) is None


def test_a_card_that_is_there_is_left_open() -> None:
    room = Room()
    for _each in range(20):
        room.clock.advance(LOOK_NS)
        room.mixer.play(60, [0])
    assert room.sdl.opened == [None]
    assert len(room.sdl.heard) == 20


@pytest.mark.parametrize(
    ("device", "opened"),
    [("", None), ("USB Audio", "USB Audio"), ("usb", "USB Audio"), ("built", "Built-in")],
)
def test_a_card_is_named_by_a_part_of_its_name(device: str, opened: str | None) -> None:
    room = Room(device)
    assert room.mixer.play(60, []) is None
    assert room.sdl.opened == [opened]


@pytest.mark.parametrize(
    ("device", "found"),
    [
        ("hdmi", "Built-in, USB Audio"),
        ("u", "Built-in, USB Audio"),
        ("usb audio 2", "Built-in, USB Audio"),
    ],
)
def test_a_name_of_no_card_or_of_two_opens_none(device: str, found: str) -> None:
    room = Room(device)
    trouble = room.trouble()
    assert trouble is not None
    assert trouble[0] is SoundTrouble.NAME
    assert f"{device!r}; found: {found}" in trouble[1]
    assert room.sdl.opened == []


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    """Those of this process, without any for the sound; they are as before in the end."""
    for name in ("SDL_AUDIODRIVER", "AUDIODEV"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    return os.environ


@pytest.mark.parametrize(
    ("device", "asked"), [("vc4hdmi0", "sysdefault:CARD=vc4hdmi0"), ("USB", None), ("..", None)]
)
def test_a_card_of_the_kernel_is_asked_for_by_its_id(
    tmp_path: Path, variables: Mapping[str, str], device: str, asked: str | None
) -> None:
    (tmp_path / "vc4hdmi0").mkdir()
    room = Room(device, tmp_path)
    room.mixer.play(60, [0])
    assert variables.get("AUDIODEV") == asked
    assert variables.get("SDL_AUDIODRIVER") == (None if asked is None else "alsa")
    assert room.sdl.opened == {"vc4hdmi0": [None], "USB": ["USB Audio"], "..": []}[device]


def test_a_card_of_the_kernel_is_told_when_it_is_pulled_out_and_found_when_it_is_back(
    tmp_path: Path, variables: Mapping[str, str]
) -> None:
    room = Room("Headset", tmp_path)
    for there in (False, True, False, True):
        card = tmp_path / "Headset"
        if there:
            card.mkdir()
        elif card.exists():
            card.rmdir()
        room.sdl.cards = ["Built-in", *(["C-Media"] if there else [])]
        text = "no single sound device is called 'Headset'; found: Built-in"
        assert room.trouble() == (None if there else (SoundTrouble.NAME, text))
        room.clock.advance(LOOK_NS)
    assert variables["AUDIODEV"] == "sysdefault:CARD=Headset"
    assert room.sdl.opened == [None, None]


def test_another_driver_that_is_asked_for_stays(
    tmp_path: Path, variables: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vc4hdmi0").mkdir()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    Room("vc4hdmi0", tmp_path).mixer.play(60, [])
    assert variables["SDL_AUDIODRIVER"] == "dummy"


@pytest.mark.parametrize("name", ["pygame.mixer", "pygame._sdl2.sdl2", "pygame._sdl2.audio"])
def test_a_library_that_is_missing_is_one_line(name: str) -> None:
    room = Room()
    room.sdl.missing = {name}
    assert room.trouble() == (SoundTrouble.LIBRARY, f"No module named {name!r}")


def test_tones_are_made_beforehand_once_a_card_is_open() -> None:
    room = Room()
    assert not room.mixer.make_one()
    room.mixer.play(60, [1])
    assert [room.mixer.make_one() for _each in range(3)] == [True, False, False]


def test_what_may_never_sound_is_made_when_it_does() -> None:
    room = Room(soon=[1])
    room.mixer.play(60, [])
    assert [room.mixer.make_one() for _each in range(2)] == [True, False]
    room.mixer.play(100, [0])
    assert room.sdl.heard == [(BOTH[0], 1)]


# The real library, in a process of its own since it is one for all


def said(code: str, variables: Mapping[str, str]) -> list[str]:
    """What a program says to either of its streams."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout.splitlines()


def test_the_library_plays_without_any_screen() -> None:
    code = """
from hal.clock import MonotonicClock
from hal.sound import Mixer, missing
from hal.tones import Note
mixer = Mixer([(Note(440_000, 20),)], "", MonotonicClock())
print(mixer.play(60, [0]), mixer.play(60, [0] * 20))
import pygame
print(pygame.display.get_init(), pygame.mixer.get_init(), pygame.mixer.get_busy())
mixer.close()
print(pygame.mixer.get_init(), missing(""), missing("no such card"))
"""
    trouble = "no single sound device is called 'no such card'; found: System audio output device"
    variables = {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "a driver that is missing"}
    assert said(code, variables) == [
        "None None",
        "False (22050, -16, 1) True",
        f"None None {trouble}",
    ]


@pytest.mark.parametrize("driver", ["alsa", "no such driver"])
def test_whatever_is_there_the_library_itself_says_nothing(driver: str) -> None:
    told = said("from hal.sound import missing\nprint(missing(''))", {"SDL_AUDIODRIVER": driver})
    assert len(told) == 1, told
