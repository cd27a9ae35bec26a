"""Sounds played by another process: nobody waits, the newest are heard, trouble is told once."""

import os
import signal
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import socketpair
from struct import pack

import pytest

from hal.clock import ManualClock, MonotonicClock
from hal.sound import SoundError, SoundTrouble
from hal.speaker import FRESH_NS, KEPT, Speaker, Voice, newest
from hal.tones import RATE_HZ, Note, samples
from tests.waiting import until

TONES = [(Note(440_000, 100),), (Note(880_000, 100),)]
Opening = Callable[..., Speaker]
Told = SoundError | None


@pytest.fixture
def told() -> list[Told]:
    return []


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch, told: list[Told]) -> Iterator[Opening]:
    """Opens speakers at a card that plays into the air."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened: list[Speaker] = []

    def of(volume: int = 60, device: str = "") -> Speaker:
        opened.append(Speaker(TONES, volume, device, MonotonicClock(), told.append))
        return opened[-1]

    yield of
    for speaker in opened:
        speaker.close()


def process(speaker: Speaker) -> int:
    """Its other process."""
    pid = speaker.pid
    assert pid is not None
    return pid


def alike(found: array, tone: array) -> bool:  # type: ignore[type-arg]
    """Whether this is the tone, but for what rounding does."""
    return all(abs(a - b) <= 1 for a, b in zip(found, tone, strict=True))


def test_what_is_played_comes_out_of_the_card(
    opening: Opening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: list[Told]
) -> None:
    file = tmp_path / "out"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")  # SDL's card that writes into a file
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    speaker = opening(100)
    speaker.look()

    def out() -> array:  # type: ignore[type-arg]
        raw = file.read_bytes() if file.exists() else b""
        return array("h", raw[: len(raw) // 2 * 2])

    until(lambda: len(out()) > 0, "an open card")
    speaker.play(1)
    wanted = array("h", samples(TONES[1]))

    def begun() -> int:
        """Where the tone begins, which it does with a 0."""
        return next((place for place, sample in enumerate(out()) if sample), 0) - 1

    until(lambda: begun() >= 0 and len(out()) > begun() + len(wanted), "the whole tone")
    start = begun()
    assert alike(out()[start : start + len(wanted)], wanted)
    before = len(out())
    until(lambda: len(out()) > before + RATE_HZ // 2, "silence")
    assert not any(out()[start + len(wanted) :])
    assert told == []


class Deaf(Voice):
    """Who hears nothing: what it would hear is in `heard`."""

    def __init__(self) -> None:
        self.wire, self._theirs = socketpair()
        self._theirs.setblocking(False)

    def heard(self) -> bytes:
        try:
            return self._theirs.recv(65536)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        self.wire.close()
        self._theirs.close()


def test_before_the_first_look_no_card_is_asked_for(told: list[Told]) -> None:
    """Whoever lays a table has better things to do with the processor than to open a card."""
    voice = Deaf()
    speaker = Speaker(TONES, 60, "", MonotonicClock(), told.append, voice)
    task = voice.heard()
    assert int.from_bytes(task[:4], "little") == len(task) - 4, "the tones, and no order"
    speaker.look()
    speaker.look()
    assert len(voice.heard()) == 10, "one order"
    speaker.close()


def test_who_plays_waits_for_nothing_though_the_other_process_is_stuck(
    opening: Opening, told: list[Told]
) -> None:
    speaker = opening()
    os.kill(process(speaker), signal.SIGSTOP)
    for number in range(20_000):  # more than any pipe holds
        speaker.play(number % 2)
    os.kill(process(speaker), signal.SIGCONT)
    speaker.close()
    assert told == []


def test_no_card_is_told_once_and_no_trouble(opening: Opening, told: list[Told]) -> None:
    speaker = opening(device="no such card")

    def played() -> bool:
        speaker.play(0)
        return bool(told)

    until(played, "a line of trouble")
    for _each in range(200):
        speaker.play(1)
        time.sleep(0.0005)
    [error] = told
    assert error is not None
    assert error.trouble is SoundTrouble.NAME
    assert str(error).startswith("no single sound device is called 'no such card'")


def test_that_all_is_well_again_is_told_without_a_sound(opening: Opening, told: list[Told]) -> None:
    speaker = opening(device="no such card")

    def heard(so_many: int) -> Callable[[], bool]:
        def looked() -> bool:
            speaker.look()
            return len(told) >= so_many

        return looked

    until(heard(1), "a trouble")
    speaker.set_volume(0)  # nothing is to be heard, so nothing is wrong
    until(heard(2), "its end")
    for _each in range(100):
        speaker.look()
    assert told[1:] == [None]


def test_a_mute_speaker_has_no_trouble(opening: Opening, told: list[Told]) -> None:
    speaker = opening(0, "no such card")
    for _each in range(50):
        speaker.play(0)
        time.sleep(0.002)
    assert told == []
    speaker.set_volume(1)

    def played() -> bool:
        speaker.play(0)
        return bool(told)

    until(played, "a line of trouble")


def test_a_process_that_ends_is_told_once_and_no_trouble(
    opening: Opening, told: list[Told]
) -> None:
    speaker = opening()
    os.kill(process(speaker), signal.SIGKILL)

    def played() -> bool:
        speaker.play(0)
        return bool(told)

    until(played, "a line of trouble")
    for _each in range(100):
        speaker.play(0)
        speaker.look()
    [error] = told
    assert error is not None
    assert (error.trouble, str(error)) == (SoundTrouble.ENDED, "its process has ended")


def test_a_closed_speaker_leaves_no_process(opening: Opening) -> None:
    speaker = opening()
    pid = process(speaker)
    speaker.play(0)
    speaker.close()
    assert not Path(f"/proc/{pid}").exists()
    speaker.close()


def test_what_cannot_be_played_is_refused(opening: Opening) -> None:
    speaker = opening()
    for number in (-1, 2):
        with pytest.raises(ValueError, match=rf"tone {number}; must be 0 .. 1"):
            speaker.play(number)
    for volume in (-1, 101):
        with pytest.raises(ValueError, match=rf"volume {volume}; must be 0 .. 100"):
            speaker.set_volume(volume)
        with pytest.raises(ValueError, match=rf"volume {volume}; must be 0 .. 100"):
            opening(volume)


# Which of the tones that wait are played


def orders(*told: tuple[int, int, int]) -> bytes:
    """When, how loud, and the number; 255 for none."""
    return b"".join(pack("<QBB", *each) for each in told)


def test_of_what_waits_only_the_newest_is_played() -> None:
    many = orders(*((1000, 60, number) for number in range(100)))
    assert newest(many, 2000) == (60, list(range(100 - KEPT, 100)))


def test_what_is_late_is_not_played_any_more() -> None:
    clock = ManualClock(7 * FRESH_NS)
    now_ns = clock.now_ns()
    waiting = orders((now_ns - FRESH_NS - 1, 60, 1), (now_ns - FRESH_NS, 60, 2), (now_ns, 60, 3))
    assert newest(waiting, now_ns) == (60, [2, 3])


def test_the_last_volume_counts_and_is_no_tone() -> None:
    assert newest(orders((5, 60, 1), (6, 30, 255), (7, 10, 255)), 8) == (10, [1])
    assert newest(orders((5, 0, 255)), 10**12) == (0, [])
