"""Parts fail while people play: it is said on the screen, the game goes on, and it is kept.

Each fault is a real one: a full disk, a folder that may not be written, a database that is cut
off, locked, from a newer version, or none at all.
"""

import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from device.complaint import Part
from device.echo import Echo
from device.journal import Journal
from device.keeper import Keeper
from device.language import LANGUAGES, language
from device.overlay import Result
from device.scores import SCORES, VERSION, Scores
from device.scribe import JOURNAL, LAST, RECORDS
from device.troubles import NEWS_NS, PASSES_NS, Troubles
from device.tunes import Sounds
from device.view import Tone
from device.waiting import WAITING
from game.events import Flip, Shown
from hal.clock import ManualClock
from hal.display import Ailing, SlowDisplayError
from hal.panel import OledError
from hal.panel import Trouble as OledTrouble
from hal.sound import SoundError, SoundTrouble
from tests.device.evenings import pair_of
from tests.device.playing import Evening, header_of

PAIR = header_of(["7S", "7H"])
FAILS_MS, MENDED_MS, END_MS = 800, 7_000, 13_000
OVER_MS = 4_500
"""By then the result is on the screen."""
AGAIN_NS = 5_000_000_000
NOBODY = 65_534
Fault: TypeAlias = Callable[[Path], Iterator[None]]


class AtOnce(Keeper):
    """A keeper whose thread is the table's, so that all of it keeps one manual clock."""

    def __init__(self, folder: Path, code: str) -> None:
        super().__init__(folder, language(code), RECORDS, wait_s=0)
        self.clock = ManualClock()
        self._tried_ns = 0

    def report(self, troubles: Troubles) -> None:
        if self.failed and self.clock.now_ns() >= self._tried_ns + AGAIN_NS:
            self._begin()
        super().report(troubles)

    def _begin(self) -> None:
        self._tried_ns = self.clock.now_ns()
        self.round()


def game(folder: Path, code: str) -> Evening:
    """Two people at buttons; the second slaps the pair, 200 ms after it was shown, and wins."""
    keeper = AtOnce(folder, code)
    evening = Evening(folder, PAIR, keeper=keeper, record=Path("/dev/null"), code=code)
    keeper.clock = evening.clock
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(1, 2000)
    return evening


def won(folder: Path) -> list[tuple[str, int | None, int]]:
    """Of the games that are kept: who won, how many slaps, how many cards were shown."""
    with Scores(folder / SCORES) as scores:
        return [(result.seats[1].name, result.winner, result.shown) for result in scores.results()]


BEN = ("Ben", 1, 2)


def told(evening: Evening, ms: float) -> str:
    """What does not work, as the screen says it at a time."""
    view = evening.view_at(ms)
    if isinstance(view.overlay, Result):
        return view.overlay.warning
    return view.timing_text


# A disk that refuses


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """There is no room for what would make a file longer than the journal's lines are by now."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    journal = folder / JOURNAL
    room = len(journal.read_bytes().rstrip(b"\0")) if journal.exists() else 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def forbidden(folder: Path) -> Iterator[None]:
    """Nobody may write into the folder. Whoever may everything is somebody else meanwhile."""
    folder.chmod(0o555)
    everything = os.geteuid() == 0
    if everything:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if everything:
            os.seteuid(0)
        folder.chmod(0o755)


@contextmanager
def in_the_way(folder: Path) -> Iterator[None]:
    """A file lies where the folder should be."""
    folder.rmdir()
    folder.touch()
    yield
    folder.unlink()


WHY = {
    "full": {"en": "the disk is full", "de": "Datenträger voll"},
    "forbidden": {"en": "writing is not allowed", "de": "Schreiben nicht erlaubt"},
    "in_the_way": {"en": "the folder is missing", "de": "Ordner fehlt"},
}
PLAYING = {
    "en": "Not safe from a power cut: ",
    "de": "Kein Schutz bei Stromausfall: ",
}
NO_SCORES = {
    "en": "The scores wait: ",
    "de": "Die Bestenliste wartet: ",
}
OVER = {
    "en": "A finished game waits in memory: ",
    "de": "Ein fertiges Spiel wartet im Speicher: ",
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", [full, forbidden, in_the_way], ids=lambda fault: fault.__name__)
def test_a_disk_that_refuses_from_the_beginning_costs_no_finished_game(
    fault: Fault, code: str, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    evening = game(folder, code)
    failing = fault(folder)  # type: ignore[var-annotated]
    evening.at(MENDED_MS, lambda: failing.__exit__(None, None, None))  # type: ignore[attr-defined]
    failing.__enter__()  # type: ignore[attr-defined]
    evening.play(until_ms=END_MS)
    why = WHY[fault.__name__][code]
    newest = PLAYING if fault is full else NO_SCORES  # in a folder that is well, none is looked for
    assert told(evening, 1000) == newest[code] + why
    assert evening.state.over is not None
    assert told(evening, OVER_MS) == OVER[code] + why
    assert told(evening, END_MS) == ""
    assert won(folder) == [BEN]
    assert list((folder / WAITING).iterdir()) == []
    assert [line.startswith("cannot write ") for line in evening.warnings[:2]] == [True, False]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_disk_that_fills_up_amid_the_game_costs_no_finished_game(
    code: str, tmp_path: Path
) -> None:
    evening = game(tmp_path, code)
    failing = full(tmp_path)
    evening.at(FAILS_MS, failing.__enter__)
    evening.at(MENDED_MS, lambda: failing.__exit__(None, None, None))
    evening.play(until_ms=END_MS)
    assert told(evening, 700) == ""
    assert told(evening, 1900) == PLAYING[code] + WHY["full"][code]
    assert told(evening, OVER_MS) == OVER[code] + WHY["full"][code]
    assert told(evening, END_MS) == ""
    assert won(tmp_path) == [BEN]
    assert not (tmp_path / JOURNAL).exists()
    assert (tmp_path / LAST).exists()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_folder_that_may_not_be_written_any_more_costs_no_finished_game(
    code: str, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    evening = game(folder, code)
    failing = forbidden(folder)
    evening.at(FAILS_MS, failing.__enter__)
    evening.at(MENDED_MS, lambda: failing.__exit__(None, None, None))
    evening.play(until_ms=END_MS)
    assert told(evening, 1900) == ""  # the journal is open already
    assert told(evening, OVER_MS) == OVER[code] + WHY["forbidden"][code]
    assert told(evening, END_MS) == ""
    assert won(folder) == [BEN]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", [full, forbidden], ids=lambda fault: fault.__name__)
def test_a_game_that_was_not_finished_goes_on_where_nothing_can_be_written(
    fault: Fault, code: str
) -> None:
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # for whoever is nobody meanwhile
        folder = Path(name) / "state"
        journal = Journal.begin(folder / JOURNAL, PAIR)
        journal.append(Flip(500_000, 0))
        journal.append(Shown(650_000))
        journal.close()
        if fault is forbidden:
            (folder / JOURNAL).chmod(0o444)
        before = (folder / JOURNAL).read_bytes()
        keeper = AtOnce(folder, code)
        evening = Evening(folder, PAIR, keeper=keeper, record=Path("/dev/null"), code=code)
        keeper.clock = evening.clock
        evening.flip(1, 5_000)
        with fault(folder):  # type: ignore[attr-defined]
            evening.play(until_ms=6_000, resume=True)
        assert evening.state.shown == 2
        assert told(evening, 5_900) == PLAYING[code] + WHY[fault.__name__][code]
        assert (folder / JOURNAL).read_bytes() == before
        assert evening.warnings[0].startswith("cannot write ")


# A database that refuses


def three_games(folder: Path) -> bytes:
    """A database, as its bytes."""
    keeper = AtOnce(folder, "en")
    for number in range(3):
        record = pair_of(["Anna", f"Clara {number}"], 150_000 + number)
        (folder / LAST).write_bytes(record)
        keeper.keep(folder / LAST, lambda record=record: record)  # type: ignore[misc]
    return (folder / SCORES).read_bytes()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program has it, and does not let go."""
    other = sqlite3.connect(folder / SCORES, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def newer(folder: Path) -> Iterator[None]:
    """A later version of the program has made it."""
    version(folder, VERSION + 1)
    yield
    version(folder, VERSION)


def version(folder: Path, number: int) -> None:
    base = sqlite3.connect(folder / SCORES)
    base.execute(f"PRAGMA user_version = {number}")
    base.close()


REFUSED = {
    "locked": {
        "en": "another program uses the database",
        "de": "ein anderes Programm nutzt die Datenbank",
    },
    "newer": {
        "en": "the database is of a newer version",
        "de": "die Datenbank ist aus einer neueren Version",
    },
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", [locked, newer], ids=lambda fault: fault.__name__)
def test_a_data_base_that_refuses_amid_the_game_gets_it_when_it_is_free(
    fault: Fault, code: str, tmp_path: Path
) -> None:
    three_games(tmp_path)
    evening = game(tmp_path, code)
    failing = fault(tmp_path)  # type: ignore[var-annotated]
    evening.at(FAILS_MS, failing.__enter__)  # type: ignore[attr-defined]
    evening.at(OVER_MS, lambda: waiting.append(len(list((tmp_path / WAITING).iterdir()))))
    evening.at(MENDED_MS, lambda: failing.__exit__(None, None, None))  # type: ignore[attr-defined]
    waiting: list[int] = []
    evening.play(until_ms=END_MS)
    assert told(evening, 1900) == ""
    assert told(evening, OVER_MS) == NO_SCORES[code] + REFUSED[fault.__name__][code]
    assert waiting == [1]
    assert told(evening, END_MS) == ""
    assert won(tmp_path)[-1] == BEN
    assert len(won(tmp_path)) == 4
    assert len(evening.warnings) == 1


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", ["cut off", "none"])
def test_a_damaged_data_base_is_put_aside_and_the_game_is_in_the_new_one(
    kind: str, code: str, tmp_path: Path
) -> None:
    whole = three_games(tmp_path)
    damaged = whole[: len(whole) // 2] if kind == "cut off" else b"no database" * 1000
    (tmp_path / SCORES).write_bytes(damaged)
    evening = game(tmp_path, code).play(until_ms=END_MS)
    line = {"en": "Damaged, and put aside: ", "de": "Beschädigt und beiseitegelegt: "}[code]
    assert told(evening, 1000) == f"{line}damaged-{SCORES}"
    assert (tmp_path / f"damaged-{SCORES}").read_bytes() == damaged
    assert won(tmp_path)[-1] == BEN


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_damaged_journal_is_put_aside_and_told_for_a_while(code: str, tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b'{"format":"rats')
    evening = game(tmp_path, code).play(until_ms=PASSES_NS // 1_000_000 + 1000)
    line = {"en": "Damaged, and put aside: ", "de": "Beschädigt und beiseitegelegt: "}[code]
    assert told(evening, 1000) == f"{line}damaged-game.jsonl"
    assert told(evening, PASSES_NS // 1_000_000 + 600) == ""
    assert won(tmp_path) == [BEN]


# Parts that people see and hear


class Ear:
    """A speaker that hears of trouble when the test says so."""

    def __init__(self, tell: Callable[[SoundError | None], None]) -> None:
        self.tell = tell

    def play(self, number: int) -> None:
        """Whatever it is."""

    def look(self) -> None:
        """It tells by itself."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("trouble", "lines"),
    [
        (
            SoundTrouble.DEVICE,
            {
                "en": "No sound: the sound card cannot be opened",
                "de": "Kein Ton: die Soundkarte lässt sich nicht öffnen",
            },
        ),
        (
            SoundTrouble.NAME,
            {
                "en": "No sound: no such sound card is there",
                "de": "Kein Ton: eine solche Soundkarte ist nicht da",
            },
        ),
    ],
)
def test_a_sound_card_that_is_lost_and_found_is_told(
    trouble: SoundTrouble, lines: dict[str, str], code: str, tmp_path: Path
) -> None:
    from device.parts import telling_of_sound

    evening = game(tmp_path, code)
    tell = telling_of_sound(evening.troubles, language(code))
    evening.table._echo = Echo(Sounds(Ear(tell)))  # type: ignore[arg-type]
    evening.at(FAILS_MS, lambda: tell(SoundError(trouble, "ALSA: no such device")))
    evening.at(MENDED_MS, lambda: tell(None))
    evening.play(until_ms=END_MS)
    assert told(evening, 700) == ""
    assert [told(evening, ms) for ms in (1900, OVER_MS)] == [lines[code]] * 2
    assert told(evening, MENDED_MS + 600) == ""
    assert won(tmp_path) == [BEN]


@pytest.mark.parametrize("code", LANGUAGES)
def test_of_two_displays_that_ail_the_newest_is_told_until_it_is_mended(
    code: str, tmp_path: Path
) -> None:
    evening = game(tmp_path, code)
    lost = OledError(OledTrouble.LOST, "no OLED answers at 0x3c")
    evening.happens(Ailing(lost), 700)
    evening.happens(Ailing(SlowDisplayError()), 1200)
    evening.happens(Ailing(lost), 1700)
    evening.happens(Ailing(None), 6_000)
    evening.play(until_ms=END_MS)
    wires = {
        "en": "The OLED does not answer: check its wires",
        "de": "Das OLED antwortet nicht: Prüf die Kabel",
    }[code]
    assert [told(evening, ms) for ms in (600, 1000, 1900, OVER_MS, 6_200)] == [
        "", wires, wires, wires, ""
    ]  # fmt: skip
    assert told(evening, 1500) not in ("", wires)
    assert won(tmp_path) == [BEN]


# How it is told


def test_a_table_without_a_loudspeaker_does_not_say_so_all_evening(tmp_path: Path) -> None:
    evening = game(tmp_path, "en")
    evening.troubles.tell(Part.SOUND, SoundError(SoundTrouble.DEVICE, "ALSA: no such device"))
    evening.play(until_ms=PASSES_NS // 1_000_000 + 1_000)
    assert told(evening, 1_900) == "No sound: the sound card cannot be opened"
    assert told(evening, PASSES_NS // 1_000_000 + 600) == ""


def test_what_fails_is_news_for_a_moment_while_the_headline_is_free(tmp_path: Path) -> None:
    evening = game(tmp_path, "en")
    evening.happens(Ailing(SlowDisplayError()), 700)
    evening.play(until_ms=END_MS)
    news = evening.view_at(1000).event
    assert news is not None
    assert (news.headline, news.tone) == (told(evening, 1000), Tone.BAD)
    slapped = evening.view_at(2_400).event
    assert slapped is not None
    assert slapped.headline.startswith("Pair")
    result = evening.view_at(OVER_MS).overlay
    assert isinstance(result, Result)
    assert result.news
    after = evening.view_at(700 + NEWS_NS // 1_000_000 + 100).overlay
    assert isinstance(after, Result)
    assert (after.warning, after.news) == (told(evening, 1000), False)


def test_the_newest_is_told_and_then_again_the_one_before(tmp_path: Path) -> None:
    evening = game(tmp_path, "en")
    lost = OledError(OledTrouble.LOST, "no OLED answers at 0x3c")
    evening.happens(Ailing(lost), 700)
    failing = full(tmp_path)
    evening.at(1000, failing.__enter__)
    evening.at(MENDED_MS, lambda: failing.__exit__(None, None, None))
    evening.play(until_ms=END_MS)
    wires = "The OLED does not answer: check its wires"
    assert told(evening, 900) == wires
    assert told(evening, 1900) == PLAYING["en"] + WHY["full"]["en"]
    assert told(evening, END_MS) == wires
