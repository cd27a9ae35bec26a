"""The configuration: where it lies, what it may say, and what the table itself has learned."""

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.config import LEARNED, Config, learn, learned, read, settled
from device.folders import config_file, state_dir
from device.language import language
from device.options import Settings
from device.trouble import Trouble
from device.view import Orientation
from game.cpu import Level
from game.patterns import Pattern
from game.rules import PRESETS, Rules, options_of

ENGLISH = language("en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ratscrew.toml"


def test_the_folder_given_counts_alone(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "ratscrew.toml").touch()
    given = {"CONFIGURATION_DIRECTORY": str(elsewhere)}
    assert config_file(tmp_path, given, ENGLISH) is None
    (tmp_path / "ratscrew.toml").touch()
    assert config_file(tmp_path, given, ENGLISH) == tmp_path / "ratscrew.toml"


def test_without_one_the_first_folder_with_a_file_counts(tmp_path: Path) -> None:
    folders = [tmp_path / "empty", tmp_path / "full"]
    for folder in folders:
        folder.mkdir()
    (folders[1] / "ratscrew.toml").touch()
    given = {"CONFIGURATION_DIRECTORY": os.pathsep.join(map(str, folders))}
    assert config_file(None, given, ENGLISH) == folders[1] / "ratscrew.toml"


def test_the_state_lies_where_the_system_says_or_with_the_user() -> None:
    assert state_dir({"STATE_DIRECTORY": "/var/lib/ratscrew"}) == Path("/var/lib/ratscrew")
    assert state_dir({}).name == "ratscrew"


def test_the_user_of_the_table_finds_what_the_table_keeps_and_nobody_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = state_dir({}, tmp_path / "nowhere")
    assert state_dir({}, tmp_path) == tmp_path != own
    assert state_dir({"STATE_DIRECTORY": "/elsewhere"}, tmp_path) == Path("/elsewhere")
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert state_dir({}, tmp_path) == own


def test_everything_may_be_settled(path: Path) -> None:
    path.write_text(
        'lang = "de"\norientation = "cross"\nfour_colour = true\nletters = "en"\n'
        "flat = true\nrotation = 270\n"
        "brightness = 75\ndim_s = 30\ndark_s = 90\n"
        'names = ["Anna", "Gül"]\n'
        'lag_ms = 40\nvolume = 0\nsound_device = "USB"\n'
        'tempo = "fast"\nseats = "Anna,cpu"\n[rules]\npreset = "party"\n'
        'patterns = ["pair", "run"]\nrun_wrap = true\ntime_limit_us = "none"\n',
        "utf-8",
    )
    config = read(path, ENGLISH)
    assert config.settings == Settings(
        lang="de",
        orientation=Orientation.CROSS,
        flat=True,
        rotation=270,
        four_colour=True,
        letters="en",
        brightness=75,
        dim_s=30,
        dark_s=90,
        lag_ms=40,
        volume=0,
        sound_device="USB",
    )
    assert config.names == ("Anna", "Gül")
    assert (config.tempo, config.seats) == (Level.FAST, ("Anna", "cpu"))
    assert config.rules.patterns == {Pattern.PAIR, Pattern.RUN}
    assert config.rules.time_limit_us is None
    path.write_text("", "utf-8")
    assert read(path, ENGLISH) == Config()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('lnag = "de"', "line 1: unknown key lnag; did you mean lang?"),
        ('\nlang = "fr"', "line 2: lang is 'fr'; allowed: auto, de, en"),
        ("loudness = 3", "line 1: unknown key loudness; allowed: lang, flat, orientation"),
        ("\n\nvolume = 101", "line 3: volume is 101; allowed: 0 to 100"),
        ("lag_ms = 501", "line 1: lag_ms is 501; allowed: 0 to 500"),
        ("rotation = 45", "line 1: rotation is 45; allowed: 0, 90, 180, 270"),
        ("rotation = 90.0", "line 1: rotation is 90.0; allowed: 0, 90, 180, 270"),
        ("rotation = false", "line 1: rotation is False; allowed: 0, 90, 180, 270"),
        ("flat = 1", "line 1: flat is 1; allowed: true, false"),
        ("lag_ms = -1", "line 1: lag_ms is -1; allowed: 0 to 500"),
        ("lag_ms = 1.5", "line 1: lag_ms is 1.5; allowed: a whole number, 0 to 500"),
        ("volume = -1", "line 1: volume is -1; allowed: 0 to 100"),
        ("volume = 50.0", "line 1: volume is 50.0; allowed: a whole number, 0 to 100"),
        ("volume = true", "line 1: volume is True; allowed: a whole number, 0 to 100"),
        ('volume = "loud"', "allowed: a whole number, 0 to 100, without quotation marks"),
        ("lay_s = 1.5", "line 1: lay_s is 1.5; allowed: a whole number, 0 to 86400"),
        ('brightness = "75"', "allowed: a whole number, 10 to 100, without quotation marks"),
        ('flat = "true"', "allowed: true, false, without quotation marks"),
        ('rotation = "90"', "allowed: 0, 90, 180, 270, without quotation marks"),
        ('seats = "Anna"', "seats is 'Anna'; allowed: a list of 2 to 8 names and cpu:LEVEL, as ["),
        ("dark_s = 30", "line 1: dark_s is 30; allowed: 60 or more, as is dim_s"),
        ("dim_s = 90\ndark_s = 80", "line 2: dark_s is 80; allowed: 90 or more, as is dim_s"),
        ("dim_s = 700", "line 1: dim_s is 700; allowed: 600 or less, as is dark_s"),
        ('[rules]\nburn = "2"', "burn is '2'; allowed: 1, 2, without quotation marks"),
        ("[rules]\nclaim_us = 1.5", "claim_us is 1.5; allowed: a whole number, 0 to 3000000"),
        ("sound_device = 1", "line 1: sound_device is 1; allowed: a part of its name"),
        ("lang = 3", "line 1: lang is 3; allowed: auto, de, en"),
        ('orientation = "crss"', "line 1: orientation is 'crss'; allowed: auto, cross, two-side"),
        ('four_colour = "yes"', "line 1: four_colour is 'yes'; allowed: true, false"),
        ('letters = "fr"', "line 1: letters is 'fr'; allowed: auto, de, en"),
        ('tempo = "fst"', "line 1: tempo is 'fst'; allowed: slow, normal, fast (did you mean"),
        ("brightness = 5", "line 1: brightness is 5; allowed: 10 to 100"),
        ('dim_s = "60"', "line 1: dim_s is '60'; allowed: a whole number, 10 to 86400, without"),
        ("dark_s = true", "line 1: dark_s is True; allowed: a whole number, 10 to 86400"),
        ("names = 3", "line 1: names is 3; allowed: a list of names"),
        ('names = ["Anna", "anna"]', "line 1: names: the name Anna is there twice"),
        ("names = ['" + "n" * 21 + "']", "has 21 letters; allowed: 20"),
        (f"names = {[f'N{n}' for n in range(25)]}", "allowed: 24 names at most"),
        ("seats = 4", "line 1: seats is 4; allowed: a list of 2 to 8 names"),
        ('seats = ["Anna"]', "line 1: seats: the number of seats is 1; allowed: 2 to 8"),
        ("rules = 3", "line 1: rules is 3; allowed: a table"),
        ("[rules]\nbrun = 2", "line 2: unknown key rules.brun; did you mean burn?"),
        ("[rules]\n\nburn = 3", "line 3: burn is 3; allowed: 1, 2"),
        ('[rules]\npreset = "prty"', "line 2: preset is 'prty'; allowed: ratscrew, egyptian-war"),
        ('[rules]\npatterns = ["par"]', "line 2: patterns is 'par'; allowed: one or more of pair,"),
        ("lang = ", "at its end: no value; words stand in quotation marks"),
        ("lang = de", "line 1, column 8: no value; words stand in quotation marks"),
        ('lang = "de\n', "line 1, column 11: a quotation mark or a bracket is not closed"),
        ("lang = 'de", "a quotation mark or a bracket is not closed"),
        ("names = [1", "a quotation mark or a bracket is not closed"),
        ('lang = "de"\nlang = "en"', ": a key stands there twice"),
        ("[a]\n[a]", "line 2, column 3: a key stands there twice"),
        ("a = {b = 1, b = 2}", "a key stands there twice"),
        ("lang", "no TOML; expected KEY = VALUE"),
        ("\x00", "no TOML; expected KEY = VALUE"),
        ("a = " + "[" * 5000, "longer than 1024 bytes"),
        ("a = " + "[" * 900, "nested too deep"),
    ],
)
def test_a_wrong_word_is_told_with_its_line_and_what_is_right(
    path: Path, text: str, told: str
) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(Trouble) as caught:
        read(path, ENGLISH)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert told in message
    assert caught.value.status == 2
    assert len(message.splitlines()) == 1


def test_a_file_that_is_none_is_told(path: Path) -> None:
    path.write_bytes(b"\xff")
    with pytest.raises(Trouble, match="expected text in UTF-8"):
        read(path, ENGLISH)
    path.write_bytes(b"#\n" * (1 << 14))
    with pytest.raises(Trouble, match="longer than 16384 bytes"):
        read(path, ENGLISH)
    with pytest.raises(Trouble, match="cannot be read"):
        read(path.parent, ENGLISH)


@given(st.text(max_size=60))
def test_whatever_the_text_nothing_but_trouble_comes_of_it(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ratscrew.toml"
        file.write_text(text, "utf-8", errors="replace")
        with suppress(Trouble):
            read(file, ENGLISH)


def test_what_the_table_learns_wins_and_lasts(tmp_path: Path) -> None:
    before = Config(Settings(lang="en"), tempo=Level.SLOW)
    assert learned(tmp_path, before, ENGLISH) == (before, None)
    rules = Rules(preset="party", burn=2)
    learn(tmp_path / "new", lang="de")
    learn(tmp_path / "new", rules=options_of(rules), seats=["Anna", "cpu:fast"])
    config, trouble = learned(tmp_path / "new", before, ENGLISH)
    assert trouble is None
    assert config.settings.lang == "de"
    assert config.tempo is Level.SLOW
    assert config.rules == rules
    assert config.seats == ("Anna", "cpu:fast")
    assert [file.name for file in (tmp_path / "new").iterdir()] == [LEARNED]


def test_what_could_not_be_read_again_is_not_kept(tmp_path: Path) -> None:
    learn(tmp_path, lang="de")
    kept = (tmp_path / LEARNED).read_bytes()
    with pytest.raises(ValueError, match="lang is 'fr'"):
        learn(tmp_path, lang="fr")
    with pytest.raises(ValueError, match="unknown key colour"):
        learn(tmp_path, colour="red")
    assert (tmp_path / LEARNED).read_bytes() == kept


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff", b'{"lang": "fr"}', b"[" * 100_000, b'{"rules": 3}']
)
def test_learned_settings_that_are_damaged_are_left_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LEARNED).write_bytes(content)
    config, trouble = learned(tmp_path, Config(), ENGLISH)
    assert config == Config()
    assert trouble is not None
    assert str(tmp_path / LEARNED) in trouble
    assert len(trouble.splitlines()) == 1
    learn(tmp_path, lang="de")
    assert learned(tmp_path, Config(), ENGLISH)[0].settings.lang == "de"


def test_learned_keys_of_a_later_version_are_kept_and_ignored(tmp_path: Path) -> None:
    (tmp_path / LEARNED).write_text('{"volume": 3, "lang": "de"}', "utf-8")
    config, trouble = learned(tmp_path, Config(), ENGLISH)
    assert (config.settings.lang, trouble) == ("de", None)
    learn(tmp_path, lang="en")
    assert json.loads((tmp_path / LEARNED).read_text("utf-8")) == {"volume": 3, "lang": "en"}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_settled(preset: str) -> None:
    plain = {"rules": options_of(PRESETS[preset])}
    assert settled(plain, Config(), ENGLISH).rules == PRESETS[preset]


@pytest.mark.parametrize("wired", [False, True])
def test_a_screen_lies_where_buttons_are_wired_unless_people_say_otherwise(wired: bool) -> None:
    assert Settings().placed(wired).flat is wired
    assert [Settings(flat=said).placed(wired).flat for said in (True, False)] == [True, False]
