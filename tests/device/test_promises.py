"""What people are promised when they leave or come back is what becomes of their game."""

import os
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from device.claim import FolderInUseError, claimed
from device.complaint import Part, complaint
from device.language import LANGUAGES, language
from device.overlay import Question
from device.scribe import Scribe
from device.troubles import NEWS_NS, PASSES_NS, Troubles
from game.cpu import Level
from hal.display import SlowDisplayError
from hal.sound import SoundError, SoundTrouble
from hal.urgency import urge
from hal.words import Words
from tests.device.deals import CALM, left_in_the_middle
from tests.device.playing import Evening, header_of, stack
from tests.device.shell import ratscrew
from tests.device.test_faults import full

COMPUTERS = header_of(["2S 4S 6S", "3H 5H 7H"], kinds=(Level.SLOW, Level.SLOW))
LESSON = replace(
    header_of(["2S 4S 6S", "3H 5H 7H"], kinds=(None, Level.SLOW)),
    more={"kinds": ["person", "cpu:slow"], "mode": "lesson"},
)
ELSEWHERE = FolderInUseError(Words("another table keeps its game in /tmp"))


def asked(evening: Evening) -> str:
    """What the page says on which people are asked whether they leave."""
    pages = [view.overlay for _ms, view in evening.views]
    (text,) = {page.text for page in pages if isinstance(page, Question)}
    return text


def left(evening: Evening, first: str = "") -> Evening:
    """The game is left by the keys, if need be from a pause."""
    for name in (first, "esc"):
        if name:
            evening.key(name, 2000 if name == first else 2100)
    evening.key("right", 2400)
    evening.key("enter", 2600)
    return evening.play(until_ms=9000)


def is_there(folder: Path) -> bool:
    """Whether the next start would offer the game."""
    scribe = Scribe(folder, None, Troubles(print))
    try:
        return scribe.unfinished() is not None
    finally:
        scribe.close()


@pytest.mark.parametrize("at_keys", [True, False])
@pytest.mark.parametrize("kind", ["people", "computers", "a second table", "full", "lesson"])
def test_who_leaves_is_told_whether_the_game_is_kept(
    kind: str, at_keys: bool, tmp_path: Path
) -> None:
    header = {"computers": COMPUTERS, "lesson": LESSON}.get(kind, CALM)
    claim = claimed(tmp_path) if kind == "a second table" else None
    evening = Evening(tmp_path, header, at_keys=at_keys, record=Path("/dev/null"))
    if kind == "full":
        evening.flip(0, 1200)
        evening.touch(stack(0), 1200)
        disk = full(tmp_path)
        evening.at(300, disk.__enter__)
    left(evening, "enter" if kind == "lesson" else "")
    if kind == "full":
        disk.__exit__(None, None, None)
    if claim is not None:
        os.close(claim)
    promised = "is kept" in asked(evening)
    assert promised == (kind == "people")
    if kind != "full":  # what was written of it before is there
        assert is_there(tmp_path) == promised


# Coming back


@pytest.mark.parametrize("second", [False, True])
def test_who_wants_to_go_on_with_no_game_is_told_so_in_one_line(
    second: bool, tmp_path: Path
) -> None:
    claim = claimed(tmp_path) if second else None
    evening = Evening(tmp_path, CALM).play(until_ms=3000, resume=True)
    line = "--resume: no game was left to go on with; this is a new one"
    if second:
        line = f"another table keeps its game in {tmp_path}; this one is not kept"
    assert evening.warnings == [line]
    assert claim is None or not is_there(tmp_path)


def test_who_goes_on_is_told_nothing(tmp_path: Path) -> None:
    left_in_the_middle(tmp_path)
    assert Evening(tmp_path, CALM).play(until_ms=3000, resume=True).warnings == []


# What does not work


LASTING = [part for part in Part if part not in (Part.FILE, Part.UNFINISHED, Part.EDGES)]
LASTING = [part for part in LASTING if part not in (Part.LAMPS, Part.SOUND)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_second_table_without_sound_tells_first_that_its_game_is_not_kept(
    code: str, tmp_path: Path
) -> None:
    assert claimed(tmp_path) is not None
    silent = SoundError(SoundTrouble.DEVICE, Words("ALSA: no such device"))
    evening = Evening(tmp_path, CALM, code=code, trouble=(Part.SOUND, silent))
    evening.play(until_ms=40_000)
    elsewhere = complaint(Part.GAME, ELSEWHERE, language(code))
    seconds = [evening.view_at(ms).timing_text for ms in (300, 5_000, 8_000, 30_000)]
    assert seconds[0] == seconds[1] == seconds[3] == elsewhere
    assert seconds[2] not in ("", elsewhere)


@pytest.mark.parametrize(
    ("passing", "lasting"), list(product([Part.SOUND, Part.LAMPS, Part.EDGES], LASTING))
)
def test_no_trouble_hides_another(passing: Part, lasting: Part) -> None:
    for order in ((passing, lasting), (lasting, passing)):
        troubles = Troubles(lambda _line: None)
        for part in order:
            troubles.tell(part, SlowDisplayError())
        told = []
        for now_ns in (1, NEWS_NS, NEWS_NS + 1, 2 * NEWS_NS, 2 * NEWS_NS + 1, 2 * PASSES_NS):
            troubles.look(now_ns)
            told.append((troubles._foremost(), troubles.news(now_ns)))
        assert told[:2] == [(lasting, True)] * 2
        assert told[2:4] == [(passing, True)] * 2
        assert told[4:] == [(lasting, False)] * 2


def test_nothing_is_announced_where_the_buttons_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":987")
    for buttons in ("gpio", "gpiozero"):
        ended = ratscrew("play", "--buttons", buttons)
        assert (ended.status, ended.out) == (4, "")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has the scheduler")
def test_a_table_that_has_ended_is_urgent_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urged: list[bool] = []
    monkeypatch.setattr("device.opening.urge", lambda: urged.append(urge()))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    ratscrew("play", "--buttons", "gpio", "--display", "none")
    assert len(urged) == 1
    assert os.sched_getscheduler(0) == os.SCHED_OTHER


def test_where_no_game_was_finished_nothing_is_to_be_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    ended = ratscrew("scores", "--repair")
    assert (ended.status, ended.err) == (0, "")
    assert "nothing is to be repaired" in ended.out
    assert list(tmp_path.glob("scores*")) == []
