"""Finished games are kept while people play on, whatever the database is like."""

import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import pytest

from device.journal import Journal
from device.keeper import Keeper
from device.language import language
from device.results import Result
from device.scores import SCORES, VERSION, Scores
from device.scribe import DROPPED, JOURNAL, LAST, RECORDS, Scribe
from device.troubles import Troubles
from device.waiting import WAITING, Waiting, mend
from game.cpu import Level
from game.events import Slap
from game.record import Record
from tests.device.evenings import FIRST_S, finished, pair_of, waiting
from tests.device.games import record
from tests.device.playing import Evening, header_of
from tests.waiting import until

GAMES = [pair_of(["Anna", f"Ben {number}"], 150_000 + number) for number in range(30)]
PAIR = header_of(["7S", "7H"])


def results(folder: Path) -> list[Result]:
    with Scores(folder / SCORES) as scores:
        return list(scores.results())


def slappers(folder: Path) -> list[str]:
    return [result.seats[1].name for result in results(folder)]


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / WAITING).glob("*"))


class Kept:
    """A keeper with its game, and what it told when it had ended."""

    def __init__(self, folder: Path, *records: bytes) -> None:
        folder.mkdir(exist_ok=True)
        keeper = Keeper(folder, language("en"), RECORDS, wait_s=0, patience_s=20)
        for number, text in enumerate(records, 1):
            (folder / JOURNAL).write_bytes(text)
            os.utime(folder / JOURNAL, (FIRST_S + number, FIRST_S + number))
            keeper.keep(folder / JOURNAL, lambda text=text: text)  # type: ignore[misc]
            os.replace(folder / JOURNAL, folder / LAST)
        keeper.close()
        self.told: list[str] = []
        self.troubles = Troubles(self.told.append)
        keeper.report(self.troubles)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    other = sqlite3.connect(folder / SCORES, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.execute("ROLLBACK")
    other.close()


def played(folder: Path, keeper: Keeper | None) -> Evening:
    """Two people at buttons; the second slaps the pair, 200 ms after it was shown, and wins."""
    evening = Evening(folder, PAIR, attended=False, keeper=keeper)
    evening.flip(0, 500)
    evening.flip(1, 1500)
    evening.slap(1, 2000)
    return evening.play()


def test_a_game_of_people_is_in_the_data_base_when_the_table_has_ended(tmp_path: Path) -> None:
    evening = played(tmp_path, Keeper(tmp_path, language("en"), RECORDS, patience_s=20))
    (result,) = results(tmp_path)
    assert evening.warnings == []
    assert [seat.name for seat in result.seats] == list(PAIR.seats)
    assert (result.winner, result.shown) == (1, 2)
    assert left(tmp_path) == []
    assert (tmp_path / LAST).exists()
    assert not (tmp_path / JOURNAL).exists()


def test_each_game_of_an_evening_is_kept_once_and_in_order(tmp_path: Path) -> None:
    assert Kept(tmp_path, *GAMES[:5], GAMES[0]).told == []
    assert slappers(tmp_path) == [f"Ben {number}" for number in range(5)]
    assert left(tmp_path) == []


def test_a_game_among_computers_is_not_kept(tmp_path: Path) -> None:
    header = header_of(["7S", "7H"], kinds=(Level.FAST, Level.FAST))
    keeper = Keeper(tmp_path, language("en"), RECORDS, patience_s=20)
    scribe = Scribe(tmp_path, None, Troubles(print), None, keeper)
    scribe.begin(header)
    scribe.finished()
    scribe.close()
    assert list(tmp_path.iterdir()) == []


def test_a_locked_data_base_is_told_once_and_its_games_go_in_later(tmp_path: Path) -> None:
    Kept(tmp_path, GAMES[0])
    with locked(tmp_path):
        (line,) = Kept(tmp_path, *GAMES[1:4]).told
    assert str(tmp_path / SCORES) in line
    assert "in use by another program" in line
    assert WAITING in line
    assert len(left(tmp_path)) == 3
    assert Kept(tmp_path, GAMES[4]).told == []
    assert slappers(tmp_path) == [f"Ben {number}" for number in range(5)]
    assert left(tmp_path) == []


def test_people_play_on_while_the_data_base_is_locked(tmp_path: Path) -> None:
    Kept(tmp_path, GAMES[0])
    with locked(tmp_path):
        evening = played(
            tmp_path, Keeper(tmp_path, language("en"), RECORDS, wait_s=0, patience_s=20)
        )
    assert evening.state.over is not None
    (line,) = evening.warnings
    assert "in use by another program" in line
    assert len(left(tmp_path)) == 1


def test_the_end_does_not_wait_for_a_disk_that_does_not_answer(tmp_path: Path) -> None:
    Kept(tmp_path, GAMES[0])
    with locked(tmp_path):
        keeper = Keeper(tmp_path, language("en"), RECORDS, wait_s=60, patience_s=0)
        assert played(tmp_path, keeper).state.over is not None
        assert len(left(tmp_path)) == 1
        (thread,) = (each for each in threading.enumerate() if each.name == "keeper")
    thread.join(10)
    assert slappers(tmp_path) == ["Ben 0", "Ben"]


def test_a_data_base_of_a_newer_version_waits_for_its_program(tmp_path: Path) -> None:
    def version(number: int) -> bytes:
        base = sqlite3.connect(tmp_path / SCORES)
        base.execute(f"PRAGMA user_version = {number}")
        base.close()
        return (tmp_path / SCORES).read_bytes()

    Kept(tmp_path, GAMES[0])
    newer = version(VERSION + 1)
    (line,) = Kept(tmp_path, GAMES[1]).told
    assert "newer version" in line
    assert (tmp_path / SCORES).read_bytes() == newer
    version(VERSION)
    assert Kept(tmp_path, GAMES[2]).told == []
    assert slappers(tmp_path) == ["Ben 0", "Ben 1", "Ben 2"]


@pytest.mark.parametrize(("percent", "at_least"), [(40, 0), (70, 8), (80, 14), (95, 22)])
def test_a_data_base_that_is_cut_off_is_put_aside_and_what_can_be_read_goes_into_a_new_one(
    tmp_path: Path, percent: int, at_least: int
) -> None:
    Kept(tmp_path, *GAMES)
    whole = (tmp_path / SCORES).read_bytes()
    damaged = whole[: len(whole) * percent // 100]
    (tmp_path / SCORES).write_bytes(damaged)
    new = pair_of(["Anna", "New"], 600_000)
    (line,) = Kept(tmp_path, new).told
    assert "is damaged" in line
    assert "damaged-scores.db" in line
    assert (tmp_path / "damaged-scores.db").read_bytes() == damaged
    *kept, last = slappers(tmp_path)
    assert kept == [name for name in (f"Ben {number}" for number in range(30)) if name in kept]
    assert at_least <= len(kept) < 30
    for result in results(tmp_path)[:-1]:
        assert result.seats[1].name == f"Ben {result.ended_s - FIRST_S - 1}"
    assert last == "New"
    assert left(tmp_path) == []


@pytest.mark.parametrize(
    ("spoils", "lost"),
    [
        ("UPDATE games SET record = randomblob(600) WHERE number = 2", ["Ben 1"]),
        ("UPDATE games SET record = substr(record, 1, 90) WHERE number = 2", ["Ben 1"]),
        ("UPDATE games SET summary = '{' WHERE number = 2", []),
        ("UPDATE games SET ending = 'x' WHERE number = 2", []),
        ("UPDATE games SET winner = 9 WHERE number = 2", []),
        ("UPDATE seats SET reactions_us = '[1,' WHERE game = 2", []),
        ("UPDATE seats SET game = 9 WHERE game = 2", []),
    ],
)
def test_a_game_that_cannot_be_read_is_found_at_the_start_and_spoils_no_other(
    tmp_path: Path, spoils: str, lost: list[str]
) -> None:
    Kept(tmp_path, *GAMES[:4])
    with closing(sqlite3.connect(tmp_path / SCORES)) as base, base:
        base.execute(spoils)
    (line,) = Kept(tmp_path, GAMES[4]).told
    assert "is damaged" in line
    assert "damaged-scores.db" in line
    assert sorted(slappers(tmp_path)) == sorted({f"Ben {each}" for each in range(5)} - {*lost})
    with Scores(tmp_path / SCORES) as scores:
        scores.read()
    assert left(tmp_path) == []


def test_a_damage_is_found_too_where_another_program_held_the_data_base_at_first(
    tmp_path: Path,
) -> None:
    Kept(tmp_path, *GAMES[:3])
    with closing(sqlite3.connect(tmp_path / SCORES)) as base, base:
        base.execute("UPDATE games SET record = randomblob(600) WHERE number = 2")
    keeper = Keeper(tmp_path, language("en"), wait_s=0, patience_s=20, again_s=0.01)
    with locked(tmp_path):
        keeper.wake()
        until(lambda: keeper.failed, "that it is in use")
    until(lambda: not keeper.failed, "that it is not in use any more")
    keeper.close()
    assert slappers(tmp_path) == ["Ben 0", "Ben 2"]


def test_what_belongs_to_the_damaged_file_does_not_spoil_the_new_one(tmp_path: Path) -> None:
    (tmp_path / SCORES).write_bytes(b"damaged")
    for end in ("-journal", "-wal", "-shm"):
        (tmp_path / f"{SCORES}{end}").write_bytes(b"of the damaged file")
    assert mend(tmp_path) == tmp_path / "damaged-scores.db"
    assert list(tmp_path.glob(f"{SCORES}*")) == []
    assert mend(tmp_path) is None


def test_a_cut_of_the_power_while_a_game_is_written_costs_no_other_game(tmp_path: Path) -> None:
    Kept(tmp_path, *GAMES[:8])
    cut = """
        import os, sqlite3, sys
        base = sqlite3.connect(sys.argv[1], isolation_level=None)
        base.execute("PRAGMA cache_size = 1")
        base.execute("BEGIN IMMEDIATE")
        base.execute("UPDATE games SET summary = summary || summary, ended_s = 0")
        os._exit(9)
    """
    script = [sys.executable, "-c", dedent(cut), str(tmp_path / SCORES)]
    assert subprocess.run(script, check=False).returncode == 9
    assert (tmp_path / f"{SCORES}-journal").stat().st_size > 0
    assert Kept(tmp_path, GAMES[8]).told == []
    assert slappers(tmp_path) == [f"Ben {number}" for number in range(9)]
    assert all(result.ended_s for result in results(tmp_path))


def test_each_damaged_file_keeps_a_name_of_its_own(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        (tmp_path / SCORES).write_bytes(content)
        assert len(Kept(tmp_path, GAMES[0]).told) == 1
    assert (tmp_path / "damaged-scores.db").read_bytes() == b"one"
    assert (tmp_path / "damaged-scores-2.db").read_bytes() == b"two"
    assert slappers(tmp_path) == ["Ben 0"]


def test_a_full_disk_is_told_and_the_games_go_in_when_there_is_room(tmp_path: Path) -> None:
    Kept(tmp_path, *GAMES[:2])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(GAMES[2]) + 10, limits[1]))
        told = Kept(tmp_path, GAMES[2]).told
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    (line,) = told
    assert "cannot be used" in line
    assert Kept(tmp_path, GAMES[3]).told == []
    assert slappers(tmp_path) == [f"Ben {number}" for number in range(4)]


def test_a_game_that_cannot_even_wait_is_told_and_is_the_last_game(tmp_path: Path) -> None:
    (tmp_path / WAITING).write_bytes(b"a file in its place")
    (line,) = Kept(tmp_path, GAMES[0]).told
    assert "cannot be kept" in line
    assert slappers(tmp_path) == ["Ben 0"]


@pytest.mark.parametrize("name", [LAST, DROPPED, JOURNAL])
def test_a_game_whose_end_was_cut_off_by_the_power_is_kept_at_the_next_chance(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_bytes(GAMES[3])
    keeper = Keeper(tmp_path, language("en"), RECORDS, patience_s=20)
    keeper.wake()
    keeper.close()
    assert slappers(tmp_path) == ["Ben 3"]
    assert (tmp_path / name).read_bytes() == GAMES[3]


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("renamed", [True, False])
def test_a_game_that_was_over_before_the_disk_had_its_end_is_gone_on_with(
    linked: bool, renamed: bool, tmp_path: Path
) -> None:
    whole = pair_of(["Anna", "Ben"])
    torn = whole[: whole[:-1].rindex(b"\n") + 1]
    waiting(tmp_path, torn)
    there = tmp_path / (LAST if renamed else JOURNAL)
    if linked:
        there.hardlink_to(next((tmp_path / WAITING).iterdir()))
    else:
        there.write_bytes(torn)
    told: list[str] = []
    keeper = Keeper(tmp_path, language("en"), RECORDS, patience_s=20)
    scribe = Scribe(tmp_path, None, Troubles(told.append), None, keeper)
    found = scribe.unfinished()
    assert found is not None
    journals = scribe.go_on(*found)
    end = list(Record(BytesIO(whole)))[-1]
    for journal in journals:
        journal.append(end)
    scribe.finished()
    for journal in journals:
        journal.close()
    scribe.close()
    assert told == []
    assert slappers(tmp_path) == ["Ben"]
    assert left(tmp_path) == []
    assert (tmp_path / LAST).read_bytes() == whole
    assert not (tmp_path / JOURNAL).exists()


def test_a_game_that_waits_without_an_end_and_is_nowhere_else_is_put_aside(
    tmp_path: Path,
) -> None:
    whole = pair_of(["Anna", "Ben"])
    waiting(tmp_path, whole[: whole[:-1].rindex(b"\n") + 1], GAMES[0])
    told = Kept(tmp_path, GAMES[1]).told
    assert "is no finished game; it is put aside as damaged-game.jsonl" in told[0]
    assert slappers(tmp_path) == ["Ben 0", "Ben 1"]


def test_a_table_keeps_what_waits_when_it_begins(tmp_path: Path) -> None:
    waiting(tmp_path, *GAMES[:2])
    scribe = Scribe(
        tmp_path,
        None,
        Troubles(print),
        None,
        Keeper(tmp_path, language("en"), RECORDS, patience_s=20),
    )
    assert scribe.unfinished() is None
    for journal in scribe.begin(PAIR):
        journal.close()
    scribe.close()
    assert slappers(tmp_path) == ["Ben 0", "Ben 1"]


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense\n", GAMES[0][:-40], GAMES[0].replace(b'"shown"', b'"shwon"'), b"\x00" * 90],
)
def test_a_file_that_is_no_finished_game_is_put_aside_and_the_others_go_in(
    tmp_path: Path, content: bytes
) -> None:
    waiting(tmp_path, GAMES[1], content, GAMES[2])
    (line,) = Kept(tmp_path, GAMES[3]).told
    assert "damaged-game.jsonl" in line
    assert (tmp_path / "damaged-game.jsonl").read_bytes() == content
    assert slappers(tmp_path) == ["Ben 1", "Ben 2", "Ben 3"]


def test_a_pipe_among_the_waiting_games_is_not_waited_for(tmp_path: Path) -> None:
    waiting(tmp_path, GAMES[0])
    os.mkfifo(tmp_path / WAITING / "game-000009.jsonl")
    assert Waiting(tmp_path).take_in() == 1
    assert left(tmp_path) == []


def test_a_file_system_without_links_has_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_from: Path, _to: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refused)
    assert Kept(tmp_path, *GAMES[:3]).told == []
    assert slappers(tmp_path) == ["Ben 0", "Ben 1", "Ben 2"]


def test_the_time_of_a_game_is_that_of_its_last_line(tmp_path: Path) -> None:
    waiting(tmp_path, *GAMES[:2])
    Waiting(tmp_path).take_in()
    expected = [finished(record, number).result for number, record in enumerate(GAMES[:2], 1)]
    assert results(tmp_path) == expected


def test_a_journal_that_is_still_written_on_is_a_game_of_its_own(tmp_path: Path) -> None:
    """What is linked goes on growing until the next game begins; its result does not change."""
    (tmp_path / JOURNAL).write_bytes(GAMES[0])
    keeper = Keeper(tmp_path, language("en"), RECORDS, patience_s=20)
    keeper.keep(tmp_path / JOURNAL, lambda: GAMES[0])
    journal = Journal.go_on(tmp_path / JOURNAL)
    journal.append(Slap(90_000_000, 0))
    journal.close()
    keeper.wake()
    keeper.close()
    assert slappers(tmp_path) == ["Ben 0"]


def test_a_last_game_that_is_replaced_while_it_is_read_is_not_taken_for_the_next(
    tmp_path: Path,
) -> None:
    """The next game ends while this one is judged: here, as soon as the reader rests."""
    long = record("b", 2, 10**9)
    (tmp_path / LAST).write_bytes(long)

    def next_game() -> None:
        (tmp_path / "new").write_bytes(GAMES[1])
        os.replace(tmp_path / "new", tmp_path / LAST)

    room = Waiting(tmp_path, RECORDS, rest=next_game)
    assert room.take_in() == 1
    assert room.take_in() == 1
    assert slappers(tmp_path)[1] == "Ben 1"


def test_a_last_game_that_is_taken_away_while_it_is_read_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / LAST).write_bytes(record("b", 2, 10**9))
    assert Waiting(tmp_path, RECORDS, rest=lambda: (tmp_path / LAST).unlink(True)).take_in() == 1
