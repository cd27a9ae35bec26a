"""The database of finished games: whole or not at all, never twice; every trouble has a name."""

import json
import resource
import sqlite3
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.results import NOBODY, NotFinishedError, judged
from device.scores import APPLICATION, SCORES, VERSION, Scores, salvaged
from device.scores_trouble import (
    ScoresDamagedError,
    ScoresError,
    ScoresLockedError,
    ScoresNewerError,
    ScoresRefusedError,
)
from game.cpu import Level
from game.record import Record, RecordError
from tests.device.evenings import finished, pair_of, scripts
from tests.device.games import record

GAMES = [
    finished(pair_of(["Anna", f"Ben {number}"], 150_000 + number), number) for number in range(40)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / SCORES


def keep(path: Path, *games: object) -> list[bool]:
    with Scores(path, writing=True, wait_s=0) as scores:
        return [scores.keep(game) for game in games]  # type: ignore[arg-type]


@settings(max_examples=30)
@given(st.lists(scripts(), max_size=4))
def test_what_is_kept_is_read_again_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, drawn: list
) -> None:
    path = tmp_path_factory.mktemp("scores") / SCORES
    games = {game.key: game for game in reversed([finished(each.record()) for each in drawn])}
    kept = list(games.values())
    assert keep(path, *kept) == [True] * len(kept)
    with Scores(path) as scores:
        assert list(scores.games()) == kept
        assert list(scores.results()) == [game.result for game in kept]


def test_a_game_is_never_kept_twice(path: Path) -> None:
    assert keep(path, GAMES[0], GAMES[1], GAMES[0]) == [True, True, False]
    assert keep(path, GAMES[1]) == [False]
    with Scores(path) as scores:
        assert len(list(scores.results())) == 2


def test_a_game_is_the_same_whatever_follows_its_end_and_whoever_played_it() -> None:
    game = pair_of(["Anna", "Ben"])
    pressed_on = game + b'[9000000,"slap",0]\n[9000001,"tick"]\n'
    other_names = game.replace(b"Ben", b"Clara").replace(b'"kinds"', b'"more":1,"kinds"')
    first, *others = (finished(each) for each in (game, pressed_on, other_names))
    assert {first.key} == {other.key for other in others}
    assert others[0].record == first.record == game
    later = pair_of(["Anna", "Ben"], 200_001)
    other_seed = game.replace(b'"seed":"tests"', b'"seed":"test"')
    assert len({first.key, finished(later).key, finished(other_seed).key}) == 3


def test_a_game_that_is_not_finished_is_no_result() -> None:
    with pytest.raises(NotFinishedError):
        judged(Record(BytesIO(record(inputs=50))), 0)
    with pytest.raises(RecordError):
        judged(Record(BytesIO(pair_of(["Anna", "Ben"]).replace(b'"shown"', b'"shwon"'))), 0)


def test_a_seat_is_a_computer_player_if_the_record_says_so() -> None:
    kinds = ["person", f"cpu:{Level.SLOW.value}"]
    seats = finished(pair_of(["Anna", "Ben"], kinds=kinds)).result.seats
    assert [seat.person for seat in seats] == ["anna", ""]


def test_a_file_that_is_not_there_has_no_games_and_is_not_made(path: Path) -> None:
    with Scores(path) as scores:
        assert list(scores.games()) == []
    assert not path.exists()


def test_nothing_stays_beside_the_file(path: Path) -> None:
    keep(path, *GAMES[:3])
    assert [each.name for each in path.parent.iterdir()] == [SCORES]


def test_the_file_says_whose_it_is(path: Path) -> None:
    keep(path)
    with sqlite3.connect(path) as base:
        assert base.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
    base.close()


# Trouble


@cache
def filled() -> bytes:
    """A database of all GAMES."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / SCORES
        keep(path, *GAMES)
        return path.read_bytes()


@pytest.fixture
def full(path: Path) -> Path:
    path.write_bytes(filled())
    return path


def test_a_file_that_is_cut_off_anywhere_is_damaged(full: Path) -> None:
    whole = full.read_bytes()
    for length in [*range(2, 200, 7), *range(200, len(whole), 1023)]:
        full.write_bytes(whole[:length])
        with pytest.raises(ScoresDamagedError) as trouble, Scores(full) as scores:
            list(scores.games())
        assert trouble.value.path == full
        with pytest.raises(ScoresDamagedError), Scores(full) as scores:
            scores.check()
        assert full.read_bytes() == whole[:length]


@settings(max_examples=60)
@given(st.integers(0), st.binary(min_size=1, max_size=40))
def test_bytes_written_over_never_end_in_anything_but_a_trouble_with_a_name(
    tmp_path_factory: pytest.TempPathFactory, place: int, written: bytes
) -> None:
    path, whole = tmp_path_factory.mktemp("scores") / SCORES, filled()
    place %= len(whole)
    path.write_bytes(whole[:place] + written + whole[place + len(written) :])
    with suppress(ScoresError):
        with Scores(path) as scores:
            list(scores.games())
        keep(path, finished(pair_of(["Anna", "Zoe"], 500_000)))
        with Scores(path, writing=True) as scores:
            scores.forget("Anna")
    list(salvaged(path))


@pytest.mark.parametrize(
    "content", [b"no database", b"\x00" * 5000, b"SQLite format 3\x00", b"\xff" * 100]
)
def test_a_file_of_something_else_is_damaged_and_stays(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for use in (lambda: keep(path, GAMES[0]), lambda: list(Scores(path).results())):
        with pytest.raises(ScoresDamagedError):
            use()
    assert path.read_bytes() == content


def test_the_data_base_of_another_program_is_none_of_ours(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE games (number INTEGER PRIMARY KEY)")
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(ScoresDamagedError, match="not a database of this program"):
        keep(path, GAMES[0])
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET played_us = 'long'",
        "UPDATE games SET ending = 'bored'",
        "UPDATE games SET winner = 7",
        "UPDATE games SET summary = '{'",
        "UPDATE games SET record = x'00'",
        "UPDATE games SET record = 'text'",
        "UPDATE games SET day = x'00'",
        "UPDATE seats SET reactions_us = '[1,null]'",
        "UPDATE seats SET reactions_us = '['",
        "UPDATE seats SET name = x'ff'",
        "UPDATE seats SET name = CAST(x'ff' AS TEXT)",
        "DROP TABLE seats",
        "ALTER TABLE games RENAME COLUMN key TO lock",
    ],
)
def test_rows_that_make_no_sense_are_damage(full: Path, statement: str) -> None:
    base = sqlite3.connect(full)
    base.execute(statement)
    base.commit()
    base.close()
    with pytest.raises(ScoresDamagedError), Scores(full) as scores:
        list(scores.games())


def test_a_locked_file_is_waited_for_and_then_told(full: Path) -> None:
    other = sqlite3.connect(full, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    extra = finished(pair_of(["Anna", "Zoe"], 500_000))
    with pytest.raises(ScoresLockedError):
        keep(full, extra)
    other.execute("ROLLBACK")
    other.close()
    assert keep(full, extra) == [True]


def test_who_reads_every_game_keeps_no_other_program_from_writing(full: Path) -> None:
    numbers = iter(range(1000))

    def rest() -> None:
        with Scores(full, writing=True, wait_s=0) as other:
            assert other.keep(finished(pair_of(["Anna", "Other"], 700_000 + next(numbers))))

    with Scores(full) as scores:
        before = len(list(scores.results()))
        scores.read(rest)
        assert len(list(scores.results())) == 2 * before > 0


def test_a_file_of_a_newer_version_is_not_touched(full: Path) -> None:
    base = sqlite3.connect(full)
    base.execute(f"PRAGMA user_version = {VERSION + 1}")
    base.close()
    before = full.read_bytes()
    for use in (lambda: keep(full, GAMES[0]), lambda: list(Scores(full).results())):
        with pytest.raises(ScoresNewerError, match=str(VERSION + 1)):
            use()
    assert full.read_bytes() == before


def test_a_file_of_a_newer_version_keeps_its_way_of_writing(full: Path) -> None:
    base = sqlite3.connect(full)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute(f"PRAGMA user_version = {VERSION + 1}")
    base.close()
    before = full.read_bytes()
    with pytest.raises(ScoresNewerError):
        keep(full, GAMES[0])
    assert full.read_bytes() == before


def test_a_write_ahead_log_that_somebody_has_set_is_given_up(full: Path) -> None:
    base = sqlite3.connect(full)
    base.execute("PRAGMA journal_mode = WAL")
    base.close()
    assert keep(full, finished(pair_of(["Anna", "Zoe"], 500_000))) == [True]
    assert [each.name for each in full.parent.iterdir()] == [SCORES]
    assert full.read_bytes()[18:20] == b"\x01\x01"


def test_a_full_disk_keeps_what_was_there(full: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    extra = [finished(pair_of(["Anna", "Zoe"], 500_000 + number)) for number in range(60)]
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (full.stat().st_size + 5000, limits[1]))
        with pytest.raises(ScoresRefusedError):
            keep(full, *extra)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    with Scores(full) as scores:
        kept = list(scores.games())
    assert kept[: len(GAMES)] == GAMES
    assert keep(full, *extra)[-1] is True


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ScoresRefusedError):
        keep(path, GAMES[0])


def test_a_failed_game_leaves_nothing_half(full: Path, tmp_path: Path) -> None:
    """The rows of a game go in together: here its second seat is refused."""
    base = sqlite3.connect(full)
    base.execute(
        "CREATE TRIGGER no BEFORE INSERT ON seats WHEN new.seat = 1 "
        "BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    base.commit()
    base.close()
    with pytest.raises(ScoresError):
        keep(full, finished(pair_of(["Anna", "Zoe"], 500_000)))
    with Scores(full) as scores:
        assert list(scores.games()) == GAMES


# What can be saved


def test_of_a_file_that_is_cut_off_what_is_there_is_saved(full: Path) -> None:
    whole = full.read_bytes()
    full.write_bytes(whole[: len(whole) * 3 // 4])
    saved = [finished(text).key for _ended_s, text in salvaged(full)]
    keys = [game.key for game in GAMES]
    assert 10 < len(saved) < len(GAMES)
    assert saved == [key for key in keys if key in saved]


def test_of_a_whole_file_all_is_saved_with_its_time(full: Path) -> None:
    assert list(salvaged(full)) == [(game.result.ended_s, game.record) for game in GAMES]


def test_of_a_file_of_something_else_nothing_is_saved(path: Path) -> None:
    path.write_bytes(b"something else" * 1000)
    assert list(salvaged(path)) == []


# Forgetting


def test_a_forgotten_name_stands_nowhere_and_the_games_stay(path: Path) -> None:
    games = [
        finished(pair_of(["Anna", "Xanthippe"], 200_000)),
        finished(pair_of(["XANTHIPPE", "Ben"], 210_000, note=["xanthippe", {"by": "Xanthippe"}])),
        finished(pair_of(["Anna", "Ben"], 220_000)),
    ]
    keep(path, *games)
    before = path.read_bytes().lower()
    assert b"xanthippe" in before
    with Scores(path, writing=True) as scores:
        assert scores.forget("Xanthippe") == 2
        kept = list(scores.games())
        assert scores.forget("Xanthippe") == 0
    assert b"xanthippe" not in path.read_bytes().lower()
    assert [seat.name for game in kept for seat in game.result.seats] == [
        "Anna", NOBODY, NOBODY, "Ben", "Anna", "Ben"
    ]  # fmt: skip
    for game, old in zip(kept, games, strict=True):
        assert b"xanthippe" not in game.record.lower()
        assert (game.key, game.summary) == (old.key, old.summary)
        again = finished(game.record)
        assert (again.key, json.loads(again.summary)) == (old.key, json.loads(old.summary))
    assert kept[2] == games[2]
    assert keep(path, *games) == [False] * 3


def test_what_another_program_left_between_the_rows_goes_too(full: Path) -> None:
    base = sqlite3.connect(full)
    base.execute("PRAGMA secure_delete = OFF")
    base.execute("UPDATE seats SET name = 'Xanthippe' WHERE game = 3 AND seat = 1")
    base.commit()
    base.execute("DELETE FROM seats WHERE game = 3 AND seat = 1")
    base.commit()
    base.close()
    assert b"Xanthippe" in full.read_bytes()
    with Scores(full, writing=True) as scores:
        assert scores.forget("Xanthippe") == 0
    assert b"Xanthippe" not in full.read_bytes()
