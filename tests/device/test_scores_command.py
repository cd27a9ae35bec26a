"""`ratscrew scores`: boards, pages, exports, forgetting and repair, as a caller sees them."""

import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from device.board_text import board_lines
from device.board_words import day_of, duration
from device.boards import boards
from device.careers import careers
from device.claim import claimed
from device.config import LEARNED, Config, learn, learned
from device.exporting import COLUMNS
from device.language import language
from device.results import NOBODY, Finished
from device.scores import SCORES, Scores
from device.scribe import DROPPED, JOURNAL, LAST
from device.waiting import WAITING
from tests.device.evenings import finished, pair_of, waiting
from tests.device.games import record
from tests.device.shell import Ended, process, ratscrew

GAMES = [pair_of(["Anna", f"Ben {number}"], 150_000 + number) for number in range(30)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def scores(*words: str | Path, lang: str = "en") -> Ended:
    return ratscrew("scores", *words, lang=lang)


def kept(folder: Path) -> list[Finished]:
    with Scores(folder / SCORES) as base:
        return list(base.games())


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_without_a_game_it_says_so_and_makes_no_file(folder: Path) -> None:
    assert scores() == (0, "No game with people has been finished here yet.\n", "")
    assert list(folder.iterdir()) == []


def test_where_nobody_has_said_a_name_it_says_how(folder: Path) -> None:
    waiting(folder, pair_of(["South", "Robot"], kinds=["guest", "cpu:fast"]))
    told = "Nobody here has said a name yet: ratscrew play --seats Anna,cpu,cpu,cpu\n"
    assert scores() == (0, told, "")


def test_games_that_wait_are_shown_at_once(folder: Path) -> None:
    waiting(folder, GAMES[0], pair_of(["Anna", "Ben 0"], 80_000))
    out = scores()
    assert (out.status, out.err) == (0, "")
    assert "  1.  Ben 0  150.000 ms  1 slap too early  2027-01-15" in out.lines
    assert "  Anna  0  :  2  Ben 0  2 games" in out.lines
    assert list((folder / WAITING).iterdir()) == []
    assert scores() == out


def test_the_boards_speak_german(folder: Path) -> None:
    waiting(folder, GAMES[0])
    out = scores(lang="de").out
    assert "Schnellste Reaktion\n  1.  Ben 0  150,000 ms" in out
    assert "Direkter Vergleich" in out


def test_every_board_has_its_lines() -> None:
    """Each in its own words, where there is something to tell."""
    from dataclasses import replace

    result = replace(finished(GAMES[0]).result, stacked=False, day="2026-11-30")
    shown = boards(careers([result]), "2026-11-30")
    assert list(board_lines(shown, language("en"))) == [
        "Game of the day, 2026-11-30",
        "  1.  Ben 0  2000  2027-01-15",
        "  2.  Anna      0  2027-01-15",
        "",
        "Most points",
        "  1.  Ben 0  2000  2027-01-15",
        "",
        "Quickest reaction",
        "  1.  Ben 0  150.000 ms  2027-01-15",
        "",
        "Median reaction",
        "  –  Ben 0  150.000 ms",
        "",
        "Most piles slapped in a game",
        "  1.  Ben 0  1  2027-01-15",
        "",
        "Fewest false slaps in a game",
        "  1.  Ben 0  0  1 pile  2027-01-15",
        "",
        "Longest game",
        "  1.  Anna, Ben 0  0:00  2 cards  2027-01-15",
        "",
        "Most wins in a row",
        "  1.  Ben 0  1  still going  2027-01-15",
        "",
        "Head to head",
        "  Anna  0  :  1  Ben 0  1 game",
        "",
    ]


def test_reactions_at_keys_are_told_in_whole_milliseconds(folder: Path) -> None:
    waiting(folder, pair_of(["Anna", "Ben"], 203_456, buttons={"uncertainty_us": 16_000}))
    assert "  1.  Ben  203 ms  2027-01-15" in scores().lines


def test_a_page_has_a_histogram_from_its_first_reaction_to_its_last(folder: Path) -> None:
    waiting(folder, *(pair_of(["Anna", "Ben"], us) for us in (30_000, 120_000, 260_000, 261_000)))
    out = scores("BEN")
    assert (out.status, out.err, out.lines[0]) == (0, "", "Ben")
    start = out.lines.index("Reactions")
    assert out.lines[start + 1 : start + 6] == [
        "  under 100 ms  1  " + "■" * 20 + "                      too early to be a reaction",
        "    100–150 ms  1  " + "■" * 20,
        "    150–200 ms  0",
        "    200–250 ms  0",
        "    250–300 ms  2  " + "■" * 40,
    ]
    assert re.search(r"Games +4\n", out.out)
    assert "120.000 ms  1 slap too early" in out.out
    assert "  Ben  4  :  0  Anna  4 games" in out.lines


def test_somebody_unknown_is_told_with_who_is_known(folder: Path) -> None:
    waiting(folder, GAMES[0])
    out = scores("Anne")
    assert (out.status, out.out) == (2, "")
    assert out.err == (
        "ratscrew: Anne has finished no game here; allowed: Anna, Ben 0 (did you mean Anna?)\n"
    )
    assert scores("--forget", "Anne").err == out.err


def test_json_has_all_boards_in_microseconds(folder: Path) -> None:
    waiting(folder, *GAMES[:2])
    (told,) = scores("--json").objects
    assert set(told) == {
        "day", "daily", "points", "quickest", "median", "piles", "cleanest", "longest", "streaks",
        "duels",
    }  # fmt: skip
    assert told["quickest"][1] == {
        "rank": 2, "names": ["Ben 1"], "reaction_us": 150_001, "anticipated": 0,
        "ended_s": 1_800_000_002,
    }  # fmt: skip
    assert told["longest"][0]["cards"] == 2
    assert told["duels"][0] == {"names": ["Anna", "Ben 0"], "games": 1, "wins": [0, 1]}
    (page,) = scores("ben 1", "--json").objects
    assert (page["name"], page["best_us"], page["median_us"]) == ("Ben 1", 150_001, 150_001)
    assert page["histogram"]["bin_us"] == 50_000
    assert page["histogram"]["bins"][2] == 1


# Export


def test_csv_has_a_line_a_seat_that_a_spreadsheet_reads(folder: Path) -> None:
    names = ['Anna "A", B', "Ben"]
    waiting(folder, pair_of(names, kinds=["person", "cpu:fast"]), pair_of(["Ben", "Clara"], 90_000))
    out = scores("--export", "csv")
    assert (out.status, out.err) == (0, "")
    rows = list(csv.DictReader(StringIO(out.out)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["name"] for row in rows] == [*names, "Ben", "Clara"]
    assert [row["person"] for row in rows] == ["1", "0", "1", "1"]
    assert [row["best_us"] for row in rows] == ["", "200000", "", ""]
    assert [row["anticipated"] for row in rows] == ["0", "0", "0", "1"]
    assert [row["won"] for row in rows] == ["0", "1", "0", "1"]
    assert [row["game"] for row in rows] == ["1", "1", "2", "2"]


def test_json_export_holds_records_that_can_be_judged_again(folder: Path, tmp_path: Path) -> None:
    waiting(folder, *GAMES[:2])
    out = scores("--export", "json")
    told = json.loads(out.out)
    assert len(told) == 2
    for game, original in zip(told, GAMES, strict=False):
        lines = [json.dumps(line, separators=(",", ":")) for line in game["record"]]
        assert "".join(f"{line}\n" for line in lines).encode() == original
        path = tmp_path / "again.jsonl"
        path.write_bytes(original)
        assert ratscrew("replay", "--json", path).objects[-1]["summary"] == game["summary"]
        assert finished(original).key.hex() == game["key"]


@pytest.mark.parametrize(("form", "empty"), [("csv", f"{','.join(COLUMNS)}\n"), ("json", "[]\n")])
def test_an_export_of_no_games_is_whole(folder: Path, form: str, empty: str) -> None:
    assert scores("--export", form) == (0, empty, "")


# Usage


@pytest.mark.parametrize("words", [(), ("Ben 0",), ("--json",), ("--export", "csv")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_control_character_in_a_name_does_not_reach_the_terminal(
    folder: Path, words: tuple[str, ...], lang: str
) -> None:
    waiting(folder, GAMES[0].replace(b"Anna", rb"An\u001b[2Jna"))
    out = scores(*words, lang=lang)
    assert out.status == 0
    assert "\x1b" not in out.out or words == ("--export", "csv")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Anna", "Ben"], "Ben is one word too many"),
        (["--export", "xml"], "--export is 'xml'; allowed: csv, json"),
        (["--export"], "--export needs a value"),
        (["--forget"], "--forget needs a value"),
        (["--forget", ""], "--forget needs a value"),
        (["--forget", NOBODY], f"--forget: '{NOBODY}' is nobody's name"),
        (["--export", "csv", "--forget", "Anna"], "--export and --forget cannot go together"),
        (["--json", "--export", "csv"], "--export and --json cannot go together"),
        (["--repair", "--json"], "--repair and --json cannot go together"),
        (["Anna", "--export", "csv"], "Anna and --export cannot go together"),
        (["Anna", "--forget", "Ben"], "Anna and --forget cannot go together"),
        (["--jsn"], "unknown option --jsn"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(folder: Path, words: list[str], told: str) -> None:
    waiting(folder, GAMES[0])
    out = scores(*words)
    assert (out.status, out.out) == (2, "")
    assert out.err.startswith(f"ratscrew: {told}")
    assert out.err.count("\n") == 1
    assert kept(folder) == []


def test_the_help_is_whole(folder: Path) -> None:
    for lang in ("de", "en"):
        out = scores("--help", lang=lang).out
        words = ("--json", "--export csv|json", "--forget NAME", "--repair", "--lang", "100 ms")
        assert all(word in out for word in words)


# Trouble


def spoilt(folder: Path) -> None:
    waiting(folder, *GAMES)
    scores()
    whole = (folder / SCORES).read_bytes()
    (folder / SCORES).write_bytes(whole[: len(whole) * 3 // 4])


def newer(folder: Path) -> None:
    waiting(folder, GAMES[0])
    scores()
    base = sqlite3.connect(folder / SCORES)
    base.execute("PRAGMA user_version = 99")
    base.close()


def foreign(folder: Path) -> None:
    (folder / SCORES).write_bytes(b"a letter to grandmother\n" * 100)


def in_the_way(folder: Path) -> None:
    (folder / SCORES).mkdir()


@pytest.mark.parametrize(
    "words", [(), ("Anna",), ("--json",), ("--export", "json"), ("--forget", "Anna")]
)
@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (spoilt, "is damaged: "),
        (newer, "is from a newer version"),
        (foreign, "is damaged: "),
        (in_the_way, "cannot be used: "),
    ],
)
def test_a_data_base_that_cannot_be_used_is_one_line_and_stays_as_it_is(
    folder: Path, trouble: Callable[[Path], None], told: str, words: tuple[str, ...]
) -> None:
    trouble(folder)
    before = files(folder)
    out = scores(*words)
    assert (out.status, out.out) == (2, "")
    assert f"ratscrew: {folder / SCORES} {told}" in out.err
    assert out.err.count("\n") == 1
    assert files(folder) == before


def test_a_locked_data_base_is_one_line_and_nothing_that_waits_is_lost(
    folder: Path,
) -> None:
    waiting(folder, GAMES[0])
    scores()
    waiting(folder, GAMES[1])
    other = sqlite3.connect(folder / SCORES, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    out = scores()
    assert (out.status, out.out) == (2, "")
    assert "in use by another program" in out.err
    assert out.err.count("\n") == 1
    other.close()
    assert "Ben 1" in scores().out


def test_a_damaged_data_base_is_repaired_on_demand(folder: Path) -> None:
    spoilt(folder)
    out = scores("--repair")
    assert (out.status, out.err) == (0, "")
    found = re.fullmatch(
        r"(\d+) games could still be read; the damaged file is kept as damaged-scores\.db\n",
        out.out,
    )
    assert found
    assert len(kept(folder)) == int(found[1]) > 10
    again = scores("--repair")
    assert (again.status, again.out) == (0, f"{folder / SCORES} is not damaged\n")
    assert scores().status == 0


@pytest.mark.parametrize("words", [("--repair",), ("--forget", "Anna")])
def test_while_a_table_plays_nobody_changes_its_games(folder: Path, words: tuple[str, ...]) -> None:
    spoilt(folder)
    before = files(folder)
    claim = claimed(folder)
    assert claim is not None
    try:
        out = scores(*words)
    finally:
        os.close(claim)
    assert (out.status, out.out) == (2, "")
    assert out.err == f"ratscrew: a table is playing with {folder}; end it first\n"
    assert files(folder) == before


def test_a_file_that_is_no_game_is_told_and_the_rest_is_shown(folder: Path) -> None:
    waiting(folder, b"nonsense\n", GAMES[1])
    out = scores()
    assert out.status == 0
    assert "damaged-game.jsonl" in out.err
    assert out.err.count("\n") == 1
    assert "Ben 1" in out.out


# Forgetting


@pytest.fixture
def remembered(folder: Path) -> Path:
    """A folder in which a name stands wherever it can."""
    name = "Xanthippe"
    game = pair_of(["Anna", name], 300_000)
    waiting(folder, GAMES[0], game, pair_of([name.upper(), "Ben"], 310_000))
    scores()
    waiting(folder, pair_of(["Anna", name], 320_000), b"nonsense\n")
    (folder / LAST).write_bytes(game)
    unfinished = record(inputs=60).replace(b"Carla", name.encode())
    (folder / DROPPED).write_bytes(unfinished)
    (folder / JOURNAL).write_bytes(unfinished)
    (folder / "damaged-game.jsonl").write_bytes(f'{{"seats":["{name}"], nonsense\n'.encode())
    (folder / "damaged-game-2.jsonl").write_bytes(unfinished + b"nonsense\n")
    (folder / "damaged-game-3.jsonl").write_bytes(b'{"seats":["Xanthippes Sister"], nonsense\n')
    (folder / "damaged-scores.db").write_bytes(name.encode())
    learn(folder, lang="de", names=["Anna", name.upper(), f"{name} II"])
    return folder


def test_a_forgotten_name_stands_in_no_file_any_more(remembered: Path) -> None:
    games = {game.key for game in kept(remembered)}
    out = scores("--forget", "xanthippe")
    assert (out.status, out.err) == (0, "")
    assert out.out == "xanthippe is forgotten: a name less in 3 games\n"
    there = files(remembered)
    left = [path for path, content in there.items() if b"xanthippe" in content.lower()]
    assert sorted(Path(path).name for path in left) == ["damaged-game-3.jsonl", LEARNED]
    settled, _trouble = learned(remembered, Config(), language("en"))
    assert (settled.settings.lang, settled.names) == ("de", ("Anna", "Xanthippe II"))
    assert all(b"xanthippe" not in game.record.lower() for game in kept(remembered))
    assert games < {game.key for game in kept(remembered)}
    assert f'"{NOBODY}"'.encode() in (remembered / JOURNAL).read_bytes()
    assert ratscrew("replay", remembered / JOURNAL).status == 0
    assert not (remembered / "damaged-scores.db").exists()


def test_a_name_that_stands_nowhere_costs_no_damaged_database(remembered: Path) -> None:
    """A wrong letter is no reason to lose what was put aside."""
    there = files(remembered)
    out = scores("--forget", "Xantippe")
    assert out.status == 2
    assert "Xantippe has finished no game here" in out.err
    assert out.err.endswith(
        "; damaged-scores.db cannot be read and may hold the name; it is left there\n"
    )
    assert (remembered / "damaged-scores.db").read_bytes() == there[
        str(remembered / "damaged-scores.db")
    ]


def test_damaged_settings_that_hold_a_forgotten_name_are_removed(remembered: Path) -> None:
    (remembered / LEARNED).write_text('{"names": ["Xanthippe"', "utf-8")
    scores("--forget", "Xanthippe")
    assert not (remembered / LEARNED).exists()


def test_who_is_forgotten_is_on_no_board_and_comes_not_back(remembered: Path) -> None:
    scores("--forget", "Xanthippe")
    for words in ((), ("--json",), ("--export", "csv"), ("--export", "json")):
        assert "xanthippe" not in scores(*words).out.lower()
    assert all(place["names"] != [NOBODY] for place in scores("--json").objects[0]["quickest"])
    assert scores("--forget", "Xanthippe").status == 2
    assert scores("Xanthippe").status == 2


def test_the_other_games_and_their_times_stay(remembered: Path) -> None:
    before = {game.key: game.result for game in kept(remembered)}
    age_ns = (remembered / LAST).stat().st_mtime_ns
    scores("--forget", "Xanthippe")
    after = {game.key: game.result for game in kept(remembered)}
    untouched = finished(GAMES[0]).key
    assert after[untouched] == before[untouched]
    assert all(after[key].ended_s == result.ended_s for key, result in before.items())
    assert (remembered / LAST).stat().st_mtime_ns == age_ns


def test_the_bytes_of_a_record_that_is_written_anew_are_gone_too(remembered: Path) -> None:
    """Seen through a file that was opened before, as the disk would have them."""
    elsewhere = remembered / "somebody's copy"
    os.link(remembered / DROPPED, elsewhere)
    linked = elsewhere.read_bytes()
    with (remembered / LAST).open("rb") as old:
        assert b"Xanthippe" in old.read()
        assert scores("--forget", "Xanthippe").status == 0
        old.seek(0)
        assert set(old.read()) == {0}
    assert elsewhere.read_bytes() == linked


# A whole evening


def test_a_script_of_people_is_on_the_boards(folder: Path) -> None:
    """The table, in a process of its own, with wired buttons from a script; then the scores."""
    from game.record import header_line
    from hal.wiring import Button
    from tests.device.test_opening import DEAL, LINE, script

    first, second = LINE[0, Button.FLIP], LINE[1, Button.FLIP]
    edges = [(0, first, 1), (80, first, 0), (400, second, 1), (480, second, 0)]
    played = script(folder, *edges, (700, LINE[1, Button.SLAP], 1))
    (folder / "deal").write_text(f"{header_line(DEAL)}\n", "utf-8")
    environment = {"STATE_DIRECTORY": str(folder / "state")}
    words = ("play", "--display", "none", "--buttons", played, "--deal", folder / "deal")
    for number in (1, 2):
        ran = process(*words, environment=environment)
        assert (ran.returncode, ran.stderr) == (0, b"")
        told = process("scores", "ben", "--json", environment=environment)
        assert json.loads(told.stdout)["games"] == number
        assert 100_000 < json.loads(told.stdout)["best_us"] < 400_000
    fast = process("--fast", "--seats", "cpu,cpu", environment=environment)
    assert fast.returncode == 0
    assert len(kept(folder / "state")) == 2


def test_a_reader_who_leaves_early_ends_it_quietly(folder: Path) -> None:
    waiting(folder, *GAMES)
    scores()
    command = f"{sys.executable} -m device scores --export json | head -c 10"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=60)
    assert (ran.stdout, ran.stderr) == (b'[\n{"key":"', b"")


def test_times_in_words() -> None:
    assert (duration(0), duration(61_000_000)) == ("0:00", "1:01")
    assert (day_of(0), day_of(1 << 62)) == ("1970-01-01", "")
