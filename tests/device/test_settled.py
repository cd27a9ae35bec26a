"""What people settle between games: how it is kept, spoken, drawn, and told where it cannot be."""

import json
from dataclasses import replace
from pathlib import Path

from device.between import LobbyPage, MenuPage, NamePage
from device.complaint import Part
from device.config import LEARNED
from device.lobby import Row
from device.menu import ITEMS, Kind
from device.options import Settings
from device.trouble import Trouble
from tests.device.playing import Evening
from tests.device.receiving import SHORT, evening, kinds


def test_what_is_settled_is_kept_and_spoken_at_once(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(5):
        table.flip(0, 1500 + 400 * n)  # down to the settings
    table.slap(0, 4000)
    table.slap(0, 4400)  # German
    table.play(until_ms=5000)
    menu = table.view_at(4900).overlay
    assert isinstance(menu, MenuPage)
    assert (menu.title, menu.lines[0].value) == ("Einstellungen", "Deutsch")
    assert json.loads((tmp_path / LEARNED).read_text()) == {"lang": "de"}


def test_the_picture_is_turned_while_people_choose_how(tmp_path: Path) -> None:
    """By the two buttons of one seat, in the menu itself, and it is kept."""
    table = evening(tmp_path, replace(SHORT, settings=Settings(dim_s=60, dark_s=70)))
    table.slap(0, 1000)
    down = [row.name for row in Row].index("SETTINGS")
    for n in range(down):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 6000)
    rows = [item.key for item in ITEMS[Kind.SETTINGS]]
    for n in range(rows.index("flat")):
        table.flip(0, 6500 + 400 * n)
    table.slap(0, 9000)  # flat
    for n in range(rows.index("rotation") - rows.index("flat")):
        table.flip(0, 9500 + 400 * n)
    for n in range(3):
        table.slap(0, 12_000 + 1000 * n)
    table.play(until_ms=100_000)
    seen = [(view.flat, view.rotation) for view in map(table.view_at, (8900, 9500, 12_500, 13_500))]
    assert seen == [(False, 0), (True, 0), (True, 90), (True, 180)]
    kept = json.loads((tmp_path / LEARNED).read_text())
    assert kept == {"flat": True, "rotation": 270}
    assert all(view.rotation == 270 for ms, view in table.views if ms > 14_500)
    assert not table.views[-1][1].brightness  # in the dark, too


def test_a_language_chosen_at_a_keyboard_is_where_the_menu_goes_on(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(5):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 4000)
    table.slap(0, 4400)  # German
    table.key("f2", 5000)  # English
    table.slap(0, 5500)  # German again
    table.play(until_ms=6500)
    titles = [
        view.overlay.title
        for view in (table.view_at(ms) for ms in (4300, 4900, 5400, 6400))
        if isinstance(view.overlay, MenuPage)
    ]
    assert titles == ["Settings", "Einstellungen", "Settings", "Einstellungen"]


def test_what_cannot_be_kept_is_told_and_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / f"{LEARNED}.new").mkdir()  # nothing can be written there
    table = evening(tmp_path)
    table.slap(0, 1000)
    table.flip(0, 1500)
    table.flip(0, 2000)
    table.slap(0, 2500)  # a longer game
    table.play(until_ms=3500)
    page = table.view_at(3400).overlay
    assert isinstance(page, LobbyPage)
    assert page.warns
    assert page.text == "What you set is not kept: something is in the way"
    assert "Is a directory" in table.warnings[0]


def test_settings_that_could_not_be_used_are_told_in_the_lobby_until_the_next_press(
    tmp_path: Path,
) -> None:
    trouble = (Part.SETTINGS, Trouble("settings.json is left aside"))
    table = Evening(tmp_path, None, received=SHORT, trouble=trouble)
    table.slap(0, 1000)
    table.flip(0, 3000)
    table.play(until_ms=4000)
    before, after = table.view_at(2000).overlay, table.view_at(3900).overlay
    assert isinstance(before, LobbyPage)
    assert (before.text, before.warns) == ("What was set at this table cannot be read", True)
    assert isinstance(after, LobbyPage)
    assert not after.warns


def test_a_name_is_chosen_and_the_game_is_played_under_it(tmp_path: Path) -> None:
    table = evening(tmp_path)
    table.slap(0, 1000)
    for n in range(3):
        table.flip(0, 1500 + 400 * n)
    table.slap(0, 3000)
    table.flip(0, 3400)
    table.slap(0, 3800)  # Ben
    table.flip(1, 4200)
    for n in range(6):
        table.flip(0, 4600 + 400 * n)
    table.slap(0, 7000)
    table.play(until_ms=8000)
    assert NamePage in kinds(table)
    header = table.table.game.header
    assert header.seats[0] == "Ben"
    assert header.more["kinds"] == ["person", "cpu:slow"]
