"""What does not work, in words: short, in each language, and whole on the smallest display."""

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.claim import FolderInUseError
from device.complaint import Part, complaint
from device.journal import JournalError
from device.language import LANGUAGES, language
from device.overlay import Result
from device.scores_trouble import (
    ScoresDamagedError,
    ScoresLockedError,
    ScoresNewerError,
    ScoresRefusedError,
)
from device.trouble import Trouble
from device.view import Event, Pile, Seat, Tone, View
from device.waiting import PutAsideError, UnkeptError
from device.wording import Words
from hal.display import ScreenLostError, SlowDisplayError
from hal.lamps import LampError
from hal.sound import SoundError, SoundTrouble

PATH = Path("/var/lib/ratscrew/scores.db")
SYSTEM = [
    OSError(number, os.strerror(number))
    for number in (
        errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO,
        errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY,
    )
]  # fmt: skip


def failures() -> Iterator[tuple[Part, Exception]]:
    """Every trouble that has a name of its own."""
    for cause in SYSTEM:
        yield Part.GAME, JournalError("cannot write", cause)
        yield Part.RECORD, JournalError("cannot write", cause)
        yield Part.SCORES, UnkeptError(cause)
        yield Part.SCORES, cause
        yield Part.SETTINGS, cause
        yield Part.EDGES, cause
    yield Part.GAME, FolderInUseError("another table")
    for kind in (ScoresDamagedError, ScoresLockedError, ScoresNewerError, ScoresRefusedError):
        yield Part.SCORES, kind(PATH, "in English")
    yield Part.FILE, PutAsideError("damaged-scores.db")
    yield Part.SETTINGS, Trouble("settings.json: in English")
    yield Part.LAMPS, LampError("in English")
    yield Part.DISPLAY, SlowDisplayError()
    yield Part.DISPLAY, ScreenLostError("in English")
    for trouble in SoundTrouble:
        yield Part.SOUND, SoundError(trouble, "in English")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("part", "error"), [*failures()], ids=lambda each: str(each)[:30])
def test_each_trouble_is_told_whole_on_the_smallest_display(
    part: Part, error: Exception, code: str
) -> None:
    oled = pytest.importorskip("device.pictures.oled")
    line = complaint(part, error, language(code))
    assert "in English" not in line
    assert not any(f": {os.strerror(each.errno or 0)}" in line for each in SYSTEM)
    seats = (Seat(0, "Anna", 26), Seat(1, "Ben", 26))
    drawn = oled.Miniature()
    drawn.picture(View(seats, Pile(), event=Event(line, Tone.BAD)))
    assert drawn.shortened == ()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720)])
def test_the_longest_stand_whole_in_the_corner_and_on_the_result(
    size: tuple[int, int], code: str
) -> None:
    from device.pictures.screen import Screen
    from tests.device.views import SAMPLES

    lines = {complaint(part, error, language(code)) for part, error in failures()}
    lines -= {complaint(Part.FILE, PutAsideError("damaged-scores.db"), language(code))}
    result = SAMPLES["result"].overlay
    assert isinstance(result, Result)
    painter = Screen(size)
    for line in sorted(lines, key=len)[-6:]:
        painter.picture(replace(SAMPLES["turn"], timing_text=line))
        painter.picture(replace(SAMPLES["result"], overlay=replace(result, warning=line)))
    assert painter.cut == frozenset()


def test_what_has_no_name_is_told_as_the_system_says_it() -> None:
    for odd, why in (
        (OSError(errno.ENXIO, os.strerror(errno.ENXIO)), "Gerät oder Adresse gibt es nicht"),
        (OSError(errno.EXFULL, os.strerror(errno.EXFULL)), "Exchange full"),
        (OSError("who knows"), "who knows"),
    ):
        told = complaint(Part.GAME, JournalError(Words("cannot write"), odd), language("de"))
        assert told == f"Kein Schutz bei Stromausfall: {why}"
