"""Whoever speaks German reads German: no line that a bad input brings is English in any part.

What stands in both languages alike is what was handed in, a name that the program knows by, or one
of the few words that both have.
"""

import json
import os
import re
import sqlite3
from pathlib import Path

import pytest

from device import config
from device.dispatch import COMMANDS
from device.language import LANGUAGES
from device.scores import APPLICATION, SCORES
from game.cpu import Level
from game.patterns import Pattern
from game.rules import OPTIONS, PRESETS, EmptySlap, LateSlap, Mash, Runout
from hal import wirelist
from tests.device.shell import Ended, ratscrew

ALIKE = frozenset(
    re.findall(
        "[A-Za-z0-9]+",
        "Anna Bytes Chip GND GPIO I2C JSON KC MM OLED OPTION SQLite TEXT TOML USB UTF Text in so "
        "am an ratscrew script window pinctrl rp bcm dev sudo apt install usermod aG pip lgpio "
        "json python LGPIOFactory true false null True False None ns us ud",
    )
)
"""Words that stand in lines of either language: names of others, or alike in both."""
NAMES = frozenset(
    [*COMMANDS, *config.KEYS, *OPTIONS, *PRESETS, *LANGUAGES, *wirelist.KEYS, *wirelist.SEAT_KEYS]
    + [each.value for kind in (Pattern, Runout, EmptySlap, LateSlap, Mash, Level) for each in kind]
    + re.findall("[a-z]+", "flip shown slap leave pause resume tick csv egyptian war cpu party")
    + re.findall("[a-z]+", "auto gpio gpiozero keys oled hdmi both none cross two one side")
)
"""What people write as the program has it."""
SIGNS = re.compile(r"--[\w-]+|\w*_\w+|\"[^\"]*\"|'[^']*'|\[.*?\]|\{.*?\}|\S*/\S+|\w+\.\w+")
"""Options, names of values and files, and what stands for itself."""

HEADER = {
    "format": "ratscrew-record",
    "version": 1,
    "seats": ["Anna", "Ben"],
    "leader": 0,
    "hands": [["7S"], ["7H"]],
}
EDGES = {
    "format": "ratscrew-edges",
    "version": 1,
    "lines": [5, 6],
    "levels": {"5": 0, "6": 0},
    "guard_ns": 0,
}


def changed(header: dict[str, object], **more: object) -> str:
    return json.dumps({**header, **more}) + "\n"


def after(header: dict[str, object], *lines: str) -> str:
    return "\n".join([json.dumps(header), *lines, ""])


RECORDS = [
    "", "x\n", "{}\n", "[]\n", '{"a": 1, "a": 2}\n', "x" * 2_000_000,
    changed(HEADER, version=2), changed(HEADER, seats="Anna"), changed(HEADER, seats=["Anna"]),
    changed(HEADER, hands=[]), changed(HEADER, hands=[["7S"], []] * 2), changed(HEADER, hands=5),
    changed(HEADER, hands=[["7S"], ["7S"]]), changed(HEADER, hands=[["7S"], ["1X"]]),
    changed(HEADER, leader=7), changed(HEADER, rules=[]), changed(HEADER, seed=4),
    changed(HEADER, rules={"burn": 3}), changed(HEADER, rules={"burn": "1"}),
    changed(HEADER, rules={"preset": "chess"}), changed(HEADER, rules={"patterns": []}),
    changed(HEADER, rules={"patterns": ["x"]}), changed(HEADER, rules={"patterns": 1}),
    changed(HEADER, rules={"claim_us": -1}), changed(HEADER, rules={"mash": 1}),
    changed(HEADER, rules={"time_limit_us": 1}), changed(HEADER, rules={"time_limit_us": "1"}),
    changed(HEADER, rules={"last_chance": 1}),
    changed(HEADER, more=json.loads("[" * 40 + "]" * 40)), json.dumps(EDGES) + "\n",
    after(HEADER, "x"), after(HEADER, "[]"), after(HEADER, '[-1, "tick"]'),
    after(HEADER, '[1, "x"]'), after(HEADER, "[1, 2]"), after(HEADER, '[1, "tick", 3]'),
    after(HEADER, '[1, "flip"]'), after(HEADER, '[1, "flip", 9]'), after(HEADER, '[1, "slap"]'),
    after(HEADER, '[1, "slap", 0, -1]'), after(HEADER, '[9, "tick"]', '[1, "tick"]'),
    after(HEADER, '[1, "tick"]') + "[",
    changed(HEADER, mode="daily", date="2026-11-30"),
]  # fmt: skip
LOGS = [
    "", "x\n", "{}\n", changed(EDGES, version=2), changed(EDGES, lines=5), changed(EDGES, lines=[]),
    changed(EDGES, lines=[5, 5]), changed(EDGES, lines=[5, -1]), changed(EDGES, levels=[]),
    changed(EDGES, levels={"5": 0, "7": 0}), changed(EDGES, levels={"5": 0, "6": 2}),
    changed(EDGES, guard_ns=-1), changed(EDGES, t_x_ns=1), changed(EDGES, t_stable_ns=10**9),
    changed({key: value for key, value in EDGES.items() if key != "guard_ns"}),
    changed(EDGES, snapshot_ns=-1), changed(HEADER), after(EDGES, "x"), after(EDGES, '["x"]'),
    after(EDGES, '["edge", -1, 5, 1]'), after(EDGES, '["edge", 1, 7, 1]'),
    after(EDGES, '["edge", 1, 5, 2]'), after(EDGES, '["edge", 1, 5, 1, -1, 1]'),
    after(EDGES, '["edge"]'), after(EDGES, '["barrier"]'), after(EDGES, '["levels", 1, 1]'),
    after(EDGES, '["levels", 1, {"9": 1}]'), after(EDGES, '["edge", 1, 5, 1]') + "[",
]  # fmt: skip
SETTINGS = [
    "lang = ", "lang", "lang = 'x", "lang = [1", "a = 1\na = 2", "[a]\n[a]", "= 1", "a = 99999-1-1",
    "\x00", "a = 1 b", f"a = {'9' * 900}", "a = " + "[" * 900, "[rules", 'a = {b = 1, b = 2}',
    "lnag = 1", "volum = 1", "lang = 3", 'lang = "fr"', "volume = 101", "volume = 50.0",
    'brightness = "75"', "lay_s = 1.5", "flat = 1", 'flat = "true"', "rotation = 45",
    'rotation = "90"', "sound_device = 1", 'orientation = "up"', 'tempo = "fst"', "tempo = 1",
    "seats = 4", 'seats = "Anna"', 'seats = ["Anna"]', 'seats = ["Anna", "Anna"]',
    'seats = ["Anna", "cpu:x"]', "names = 1", 'names = ["", "Anna"]', "dark_s = 20",
    "dim_s = 700", 'letters = "fr"', "rules = 1", "[rules]\nbrun = 1", "[rules]\nburn = 3",
    '[rules]\nburn = "2"', '[rules]\npatterns = ["x"]', '[rules]\npreset = "x"',
    "[rules]\ntime_limit_us = 1", "[rules]\nclaim_us = -1", "[rules]\nlast_chance = 1",
    f"names = {[f'N{n}' for n in range(25)]}", "#" * 2000, "#\n" * 9000,
]  # fmt: skip
SEATS = "[[seat]]\nslap = 5\nflip = 6\n[[seat]]\nslap = 12\nflip = 13\n"
WIRINGS = [
    "x", "slap = ", "slap = 1", "seat = 1", "[[seat]]\nslap = 5", "[[seat]]\nslap = 5\nflip = 6",
    f"{SEATS}slpa = 1", f"{SEATS}lamp = 5", f"{SEATS}lamp = 40", f"{SEATS}lamp = 39",
    f"{SEATS}lamp = 99", f"{SEATS}lamp = 2", f"{SEATS}lamp = 'x'", f"chip = 1\n{SEATS}",
    f"chip = 'x'\n{SEATS}lamp = 5000", f"allow_reserved = 1\n{SEATS}", f"timing = 1\n{SEATS}",
    f"{SEATS}[timing]\nt_x_us = 1", f"{SEATS}[timing]\nw_max_us = 'x'",
    f"{SEATS}[timing]\nw_max_us = 0", f"{SEATS}[timing]\nt_gap_us = 99999",
    SEATS + SEATS.replace("12", "16"), "a = 1\na = 2",
]  # fmt: skip
LINES = [
    "plya", "play x", "play --fats", "play --fast --seats Anna,Ben", "play --seats",
    "play --seats Anna", "play --seats Anna,Anna", "play --seats Anna,", "play --seats cpu:x,cpu",
    "play --seats Anna,{long}", "play --rules chess", "play --set x", "play --set x=1",
    "play --set burn=3", "play --set patterns=x", "play --set claim_us=x", "play --tempo x",
    "play --daily 2026-13-01", "play --daily x", "play --daily --seats cpu,cpu",
    "play --buttons x", "play --buttons script:FILE", "play --buttons script:nowhere",
    "play --display x", "play --simulate", "play --deal nowhere", "play --deal {folder}",
    "play --deal x --seed x", "play --record {folder}", "play --record nowhere/x",
    "play --record x\0", "play --edge-log nowhere/x", "play --edge-log {folder}", "play --fast=1",
    "play --config nowhere", "play --config x\0", "play --lang fr", "play --resume --fresh",
    "play --fast --display window", "play --rules egyptian-war --seats cpu,cpu",
    "play --record x --edge-log x", "play --seed \ud800", "play --display none --seats Anna,Ben",
    "play --buttons gpio", "play --buttons gpio --display none", "play --buttons gpiozero",
    "play --buttons keys --display oled", "play --display oled", "play --display both",
    "replay", "replay nowhere", "replay {folder}", "replay --jsn", "edges", "edges a b",
    "edges nowhere", "deal", "deal --seed x --daily", "deal --seats 1 --seed x", "deal --seed",
    "deal --daily x", "deal --seed x --seats x", "scores --forget Anna",
    "scores Anna", "scores --export x", "scores --csv --json", "wiring --seats 9", "wiring x",
    "wiring --svg nowhere/x", "wiring --config nowhere", "buttons", "buttons --buttons x",
    "buttons --guide --learn", "buttons --seats 1", "buttons --buttons gpiozero",
    "buttons --buttons script:nowhere", "doctor x", "trouble --display x", "logs x",
    "logs --export nowhere/x/y", "logs --add nowhere", "logs --export --add nowhere", "rules zzzz",
    "rules --rules x", "rules --set x=1", "--lang fr", "--hlep", "",
]  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state directory and a working directory of the test's own, and no screen."""
    for name in ("state", "here"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.chdir(tmp_path / "here")


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", SIGNS.sub(" ", text)))


def check(told: Ended, english: Ended, given: str) -> None:
    """The German lines share no word with the English ones but those that were given."""
    assert told.status == english.status, (told, english)
    assert english.err, "nothing is told, so nothing is tried here"
    shared = words_of(told.err) & words_of(english.err)
    left = shared - set(re.findall(r"\w+", given)) - ALIKE - NAMES
    assert not left, f"{left} in {told.err}"


def in_both(*words: str | Path, given: str = "") -> None:
    told, english = (ratscrew(*words, lang=code) for code in ("de", "en"))
    check(told, english, f"{given} {' '.join(map(str, words))} {os.environ['STATE_DIRECTORY']}")


@pytest.mark.parametrize("text", RECORDS)
def test_damaged_records(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text, "utf-8")
    in_both("replay", tmp_path / "x", given=text[:5000])
    (tmp_path / "state" / "game.jsonl").write_text(text, "utf-8")


@pytest.mark.parametrize("text", LOGS)
def test_damaged_edge_logs(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text, "utf-8")
    in_both("edges", tmp_path / "x", given=text)


@pytest.mark.parametrize("text", SETTINGS)
def test_settings_that_nobody_could_use(text: str, tmp_path: Path) -> None:
    (tmp_path / "ratscrew.toml").write_text(text, "utf-8")
    in_both("play", "--fast", "--config", tmp_path, given=text)


@pytest.mark.parametrize("text", WIRINGS)
def test_wirings_that_nobody_could_wire(text: str, tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").write_text(text, "utf-8")
    in_both("wiring", "--config", tmp_path, given=text)


@pytest.mark.parametrize("line", LINES)
def test_words_of_a_command_line(line: str, tmp_path: Path) -> None:
    words = [word.format(folder=tmp_path, long="x" * 30) for word in line.split(" ")]
    in_both(*words)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"lang": 3}', "[" * 9000, '{"rules": 3}'])
def test_what_the_table_keeps(text: str, tmp_path: Path) -> None:
    for name in ("settings.json", "wiring.toml"):
        (tmp_path / "state" / name).write_text(text, "utf-8")
    in_both("play", "--fast", "--seats", "cpu,cpu", given=text)
    if text:
        in_both("wiring", given=text)


@pytest.mark.parametrize("kind", ["none", "cut off", "another", "newer", "folder"])
def test_a_database_that_is_none(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "state" / SCORES
    if kind == "folder":
        path.mkdir()
    elif kind == "none":
        path.write_bytes(b"no database" * 1000)
    else:
        with sqlite3.connect(path) as base:
            base.execute("CREATE TABLE games (number)")
            base.execute(f"PRAGMA application_id = {APPLICATION if kind == 'newer' else 1}")
            base.execute(f"PRAGMA user_version = {99 if kind == 'newer' else 1}")
        base.close()
        if kind == "cut off":
            path.write_bytes(path.read_bytes()[:3000])
    in_both("scores")


HELP_ALIKE = {
    "Ben",
    "Egyptian",
    "Enter",
    "Esc",
    "In",
    "NAME",
    "Ratscrew",
    "UTC",
    "ZIP",
    "live",
    "ms",
}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_help(command: str) -> None:
    told, english = (ratscrew(*command.split(), "--help", lang=code) for code in ("de", "en"))
    assert (told.status, english.status, told.err, english.err) == (0, 0, "", "")
    shared = words_of(told.out) & words_of(english.out)
    left = shared - ALIKE - NAMES - HELP_ALIKE - {"was"}  # what, in German
    assert not left
