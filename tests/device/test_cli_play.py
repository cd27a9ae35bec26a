"""`ratscrew play`: what is asked for becomes options, and what cannot be is told in one line."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from device.commands.play import arguments
from device.language import language
from device.options import PlayOptions, SeatPlan
from device.plan import play_options
from device.view import Orientation
from game.cpu import Level
from game.events import Verdict
from game.patterns import Pattern
from game.rules import PRESETS, EmptySlap
from tests.device.games import record
from tests.device.shell import ratscrew

DAY = date(2026, 11, 30)
FOUR_COMPUTERS = "cpu,cpu,cpu,cpu"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config").mkdir()
    (tmp_path / "state").mkdir()
    return tmp_path


def asked(home: Path, *words: str, lang: str = "en", warnings: tuple[str, ...] = ()) -> PlayOptions:
    """The options of these words, with nothing settled but what lies in `home`."""
    spoken = language(lang)
    environment: Mapping[str, str] = {"STATE_DIRECTORY": str(home / "state")}
    read = arguments(spoken).read(["--config", str(home / "config"), *words])
    warned: list[str] = []
    options = play_options(read, spoken, environment, lambda: DAY, warned.append)
    assert tuple(warned) == warnings
    return options


@pytest.mark.parametrize(
    ("words", "certain"),
    [
        ((), False),
        (("--rules", "party", "--set", "burn=2", "--tempo", "fast"), False),
        (("--seats", "Anna,cpu"), True),
        (("--seed", "may"), True),
        (("--daily",), True),
        (("--resume",), True),
        (("--deal", "{home}/deal"), True),
    ],
)
def test_people_at_wired_buttons_are_asked_unless_a_certain_game_is_wanted(
    home: Path, words: tuple[str, ...], certain: bool
) -> None:
    (home / "deal").write_bytes(record())
    assert asked(home, *[word.format(home=home) for word in words]).asked is certain


def test_seats_that_are_settled_are_a_certain_game_and_names_are_on_offer(home: Path) -> None:
    (home / "config" / "ratscrew.toml").write_text('names = ["Anna", "Gül"]\n', "utf-8")
    assert asked(home).names == ("Anna", "Gül")
    assert not asked(home).asked
    (home / "config" / "ratscrew.toml").write_text('seats = ["Anna", "cpu"]\n', "utf-8")
    assert asked(home).asked


def test_damaged_settings_of_the_table_are_told_to_whoever_sits_down(home: Path) -> None:
    path = home / "state" / "settings.json"
    path.write_text("{", "utf-8")
    told = f"{path} cannot be used and is left aside: no JSON"
    assert asked(home, warnings=(told,)).trouble == told


def test_nothing_asked_for_is_one_person_against_three(home: Path) -> None:
    options = asked(home)
    assert options.seats == (
        SeatPlan("South", guest=True),
        SeatPlan("West", Level.NORMAL),
        SeatPlan("North", Level.NORMAL),
        SeatPlan("East", Level.NORMAL),
    )
    assert options.rules == PRESETS["ratscrew"]
    assert (options.buttons, options.display, options.seed) == ("auto", "auto", None)
    assert options.state_dir == home / "state"
    assert [seat.name for seat in asked(home, lang="de").seats] == ["Süd", "West", "Nord", "Ost"]


def test_seats_are_people_and_computer_players(home: Path) -> None:
    options = asked(home, "--seats", "Anna, Ben,cpu:fast,cpu,CPU:slow", "--tempo", "slow")
    assert options.seats == (
        SeatPlan("Anna"),
        SeatPlan("Ben"),
        SeatPlan("Computer 1", Level.FAST),
        SeatPlan("Computer 2", Level.SLOW),
        SeatPlan("Computer 3", Level.SLOW),
    )
    names = [seat.name for seat in asked(home, "--seats", "north,cpu,cpu,cpu").seats]
    assert names == ["north", "West", "Computer 1", "East"]


def test_house_rules_stand_on_a_preset(home: Path) -> None:
    rules = asked(home, "--rules", "party", "--set", "burn=2", "--set", "patterns=pair,tens").rules
    assert (rules.preset, rules.burn) == ("party", 2)
    assert rules.patterns == {Pattern.PAIR, Pattern.TENS}
    assert rules.empty_slap is EmptySlap.THREE_STRIKES
    assert (
        asked(home, "--rules", "party", "--set", "time_limit_us=none").rules.time_limit_us is None
    )
    assert asked(home, "--set", "last_chance=true").rules.last_chance


def test_the_game_of_the_day_is_settled(home: Path) -> None:
    options = asked(home, "--daily")
    assert options.daily == DAY
    assert options.rules == PRESETS["egyptian-war"]
    assert [seat.level for seat in options.seats] == [None, *[Level.NORMAL] * 3]
    assert asked(home, "--daily", "2026-12-24").daily == date(2026, 12, 24)


def test_a_deal_brings_its_rules_and_seats(home: Path) -> None:
    path = home / "deal"
    path.write_bytes(record("a deal", 3, 10).replace(b'"preset":"ratscrew"', b'"burn":2'))
    options = asked(home, "--deal", str(path))
    assert options.deal is not None
    assert options.deal.seed == "a deal"
    assert [str(seat) for seat in options.seats] == ["Anna", "Ben", "Carla"]
    assert options.rules.burn == 2
    assert asked(home, "--deal", str(path), "--set", "burn=1").rules.burn == 1
    assert len(asked(home, "--deal", str(path), "--seats", "A,B,cpu").seats) == 3


def test_a_deal_shown_can_be_played(home: Path) -> None:
    path = home / "deal"
    path.write_text(ratscrew("deal", "--seed", "x", "--json").out, "utf-8")
    assert [str(seat) for seat in asked(home, "--deal", str(path)).seats] == [
        "South",
        *["cpu:normal"] * 3,
    ]


def test_without_waiting_only_computers_play(home: Path) -> None:
    assert all(seat.level for seat in asked(home, "--fast", "--tempo", "slow").seats)
    assert asked(home, "--fast", "--seats", FOUR_COMPUTERS).fast


def test_what_is_settled_counts_until_something_else_is_asked_for(home: Path) -> None:
    (home / "config" / "ratscrew.toml").write_text(
        'lang = "de"\norientation = "cross"\ntempo = "slow"\nseats = ["Anna", "cpu"]\n'
        '[rules]\npreset = "party"\nburn = 2\n',
        "utf-8",
    )
    options = asked(home)
    assert options.settings.lang == "de"
    assert options.settings.orientation is Orientation.CROSS
    assert options.seats == (SeatPlan("Anna"), SeatPlan("Computer 1", Level.SLOW))
    assert (options.rules.preset, options.rules.burn) == ("party", 2)
    options = asked(home, "--lang", "en", "--tempo", "fast", "--rules", "ratscrew")
    assert options.settings.lang == "en"
    assert options.seats[1].level is Level.FAST
    assert options.rules == PRESETS["ratscrew"]
    assert asked(home, "--set", "burn=1").rules.empty_slap is EmptySlap.THREE_STRIKES
    assert asked(home, "--daily").rules == PRESETS["egyptian-war"]


def test_files_to_write_are_named(home: Path) -> None:
    options = asked(home, "--record", str(home / "a"), "--edge-log", str(home / "b"))
    assert (options.record, options.edge_log) == (home / "a", home / "b")


def test_a_file_that_is_replaced_is_told(home: Path) -> None:
    record, log = home / "game", home / "log"
    words = ["--fast", "--seats", "cpu,cpu", "--config", home / "config", "--record", record]
    assert ratscrew("play", *words).err == ""
    when = "is there already; it is replaced when the game begins"
    again = ratscrew("play", *words)
    assert again.err == f"ratscrew: --record: {record} {when}\n"
    assert again.status == 0
    assert ratscrew("play", *words[:-1], "/dev/null").err == ""
    log.write_bytes(b"{}\n")
    told = f"--edge-log: {log} {when}"
    asked(home, "--edge-log", str(log), warnings=(told,))
    log.write_bytes(b"")  # nothing is lost with it
    asked(home, "--edge-log", str(log))


@pytest.mark.parametrize("other", ["seats=a,b", "rules=party", "set=burn=2", "seed=x", "deal=x"])
def test_the_game_of_the_day_goes_with_nothing_that_settles_it(other: str) -> None:
    name = other.partition("=")[0]
    ended = ratscrew("play", "--daily", f"--{other}")
    assert ended.status == 2
    assert f"--daily and --{name} cannot go together" in ended.err


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--seats", "Anna"], 2, "the number of seats is 1; allowed: 2 to 8"),
        (["--seats", "A,B,C,D,E,F,G,H,I"], 2, "the number of seats is 9; allowed: 2 to 8"),
        (["--seats", "Anna,"], 2, "a seat has no name"),
        (["--seats", "Anna,anna"], 2, "the name Anna is there twice"),
        (["--seats", f"Anna,{'x' * 21}"], 2, f"the name {'x' * 21} has 21 letters; allowed: 20"),
        (["--seats", "Anna,a\x1bb"], 2, "the name 'a\\x1bb' cannot be printed"),
        (["--seats", "Anna,cpu:fats"], 2, "unknown computer player cpu:fats; allowed: cpu:slow"),
        (["--rules", "partey"], 2, "--rules is 'partey'; allowed: ratscrew, egyptian-war, party"),
        (["--set", "burn"], 2, "--set is 'burn'; expected OPTION=VALUE"),
        (["--set", "brun=2"], 2, "--set: unknown option 'brun'; did you mean burn?"),
        (["--set", "burn=3"], 2, "--set: burn is 3; allowed: 1, 2"),
        (["--set", "burn=two"], 2, "--set: burn is 'two'; allowed: 1, 2"),
        (["--set", f"burn={'9' * 5000}"], 2, "--set: burn is '9999"),
        (
            ["--set", "patterns=pair,par"],
            2,
            "--set: patterns is 'par'; allowed: one or more of pair,",
        ),
        (["--set", "patterns=none"], 2, "--set: patterns is []; allowed: one or more of pair,"),
        (["--set", "claim_us=3000001"], 2, "--set: claim_us is 3000001; allowed: 0 to 3000000"),
        (["--rules", "egyptian-war", "--seats", "A,B"], 2, "the number of seats is 2; egyptian"),
        (["--tempo", "fst"], 2, "--tempo is 'fst'; allowed: slow, normal, fast (did you mean"),
        (["--fast", "--seats", "Anna,cpu"], 2, "--fast is for computer players only, but Anna"),
        (["--fast", "--daily"], 2, "--daily and --fast cannot go together"),
        (["--fast", "--edge-log", "x"], 2, "--fast and --edge-log cannot go together"),
        (["--fast", "--buttons", "keys"], 2, "--fast and --buttons cannot go together"),
        (["--fast", "--display", "hdmi"], 2, "--fast and --display hdmi cannot go together"),
        (["--seed", "x", "--deal", "y"], 2, "--deal and --seed cannot go together"),
        (["--resume", "--fresh"], 2, "--resume and --fresh cannot go together"),
        (["--deal", "nowhere"], 2, "nowhere: cannot be read: No such file"),
        (["--record", "."], 2, "--record: .: is a folder"),
        (["--record", "nowhere/x"], 2, "--record: nowhere/x: there is no such folder"),
        (["--edge-log", "a\0b"], 2, "--edge-log: a\\x00b: "),
        (["--config", "nowhere"], 2, "--config: nowhere is no folder"),
        (["--buttons", "script:nowhere"], 2, "--buttons: nowhere is no file that can be read"),
        (["--buttons", "kesy"], 2, "--buttons is 'kesy'; allowed: auto, gpio, gpiozero, keys,"),
        (["--display", "widnow"], 2, "--display is 'widnow'; allowed: auto, window, hdmi,"),
        (["--display", "oled", "--buttons", "keys"], 2, "keys need a window, and --display oled"),
        (["--simulate"], 2, "--simulate goes with --display oled or both"),
    ],
)
def test_what_cannot_be_is_told_before_anything_opens(
    words: list[str], status: int, told: str
) -> None:
    for ended in (ratscrew("play", *words), ratscrew(*words)):
        assert (ended.status, ended.out) == (status, "")
        assert ended.err.startswith(f"ratscrew: {told}")
        assert ended.err.count("\n") == 1
        assert len(ended.err) < 700


def test_a_damaged_deal_is_told_with_its_line(home: Path) -> None:
    path = home / "deal"
    path.write_bytes(record("x", 2, 1).replace(b'"leader":', b'"leader":9'))
    ended = ratscrew("play", "--deal", path)
    assert ended.status == 2
    assert ended.err.startswith(f"ratscrew: {path}: line 1: leader is 9")
    path.write_bytes(record("x", 2, 1))
    ended = ratscrew("play", "--deal", path, "--seats", "A,B,C")
    assert "the number of seats is 3; the deal is for 2" in ended.err


def test_a_game_of_computers_is_played_recorded_and_judged_again(home: Path) -> None:
    path = home / "game"
    words = ["--fast", "--seats", FOUR_COMPUTERS, "--seed", "x", "--config", home / "config"]
    ended = ratscrew("play", *words, "--record", path)
    assert (ended.status, ended.err) == (0, "")
    reached = ratscrew("replay", "--json", path).objects[-1]["summary"]
    assert reached["over"]
    assert {verdict for _t, _seat, verdict in reached["slaps"]} >= {Verdict.WON.value}
