"""The drawer under the settings, worked at a table: button test, wiring, about, switch off."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from device.between import LobbyPage, MenuPage, TrialPage, TriedButton, WiringPage
from device.config import Config
from device.drawer import SWITCH_OFF, Deed, Detail, Drawer, Sheet, opened, turned
from device.errand import Answer
from device.gesture import Press
from device.menu import ITEMS, Kind
from device.overlay import Paused, Question
from device.scribe import JOURNAL
from game.rules import Rules
from hal.wiring import Button
from tests.device.drawers import PATH, PLATE, Remembered, RememberedPower
from tests.device.playing import Evening, read

SHORT = Config(rules=Rules(time_limit_us=60_000_000), names=("Anna", "Ben"))
OPEN_MS = 9000
"""A drawer that is opened from the beginning of the evening is open by then."""


def opening(table: Evening, sheet: Sheet, begin_ms: float = 1000) -> None:
    """Seat 0 joins and opens the drawer, a press every 300 ms."""
    row = next(n for n, item in enumerate(ITEMS[Kind.SETTINGS]) if item.sheet is sheet)
    presses = ["slap", *["flip"] * 5, "slap", *["flip"] * row, "slap"]
    for n, press in enumerate(presses):
        getattr(table, press)(0, begin_ms + 300 * n)
    assert begin_ms + 300 * len(presses) < OPEN_MS + begin_ms


def drawer(folder: Path, sheet: Sheet, config: Config = SHORT, **more: object) -> Evening:
    table = Evening(folder, None, received=config, record=folder / "r.jsonl", **more)  # type: ignore[arg-type]
    opening(table, sheet)
    return table


def trial(table: Evening, ms: float) -> TrialPage:
    page = table.view_at(ms).overlay
    assert isinstance(page, TrialPage)
    return page


def button(table: Evening, seat: int, which: Button, ms: float) -> TriedButton:
    return trial(table, ms).seats[seat].buttons[(Button.SLAP, Button.FLIP).index(which)]


# The button test


def test_a_press_lights_up_at_once_and_its_bounces_are_told(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS)
    table.press(2, Button.FLIP, OPEN_MS)
    table.press(2, Button.FLIP, OPEN_MS + 500)
    table.play(until_ms=OPEN_MS + 2000)
    assert not button(table, 2, Button.FLIP, OPEN_MS).down
    lit = [ms for ms, view in table.views if isinstance(view.overlay, TrialPage)
           and view.overlay.seats[2].buttons[1].down]  # fmt: skip
    assert OPEN_MS < lit[0] < OPEN_MS + 20
    assert not button(table, 2, Button.FLIP, OPEN_MS + 300).down
    once, twice = (button(table, 2, Button.FLIP, OPEN_MS + ms) for ms in (300, 900))
    assert (once.heard, once.text) == (True, "1×, 6 bounces, 0.5 ms")
    assert twice.text == "2×, 6 bounces, 0.5 ms"
    last = trial(table, OPEN_MS + 900).last
    assert last.startswith("flip 3: 6 bounces in 0.572 ms; told after ")


def test_what_was_never_pressed_is_named_until_all_are(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS)
    places = [(seat, each) for each in Button for seat in range(8)]
    for n, (seat, each) in enumerate(places):
        table.press(seat, each, OPEN_MS + 300 * n)
    end_ms = OPEN_MS + 300 * len(places)
    table.play(until_ms=end_ms + 1000)
    assert "slap\xa01, flip\xa01, slap\xa02" in trial(table, OPEN_MS).text
    assert trial(table, end_ms - 310).text == "Not pressed yet, or dead: slap\xa08"
    assert trial(table, end_ms + 500).text == "Every button has been heard."


def test_the_press_that_opened_the_test_does_not_count_in_it(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS).play(until_ms=OPEN_MS)
    assert not any(each.heard for seat in trial(table, OPEN_MS).seats for each in seat.buttons)


def test_presses_in_the_test_do_nothing_else_and_a_long_one_leaves(tmp_path: Path) -> None:
    """Whatever is held while it is left means nothing in the menu."""
    table = drawer(tmp_path, Sheet.BUTTONS)
    for seat in range(4):
        table.slap(seat, OPEN_MS + 300 * seat)
        table.flip(seat, OPEN_MS + 150 + 300 * seat)
    table.hold(3, Button.FLIP, OPEN_MS + 2000, 1800)
    table.hold(0, Button.SLAP, OPEN_MS + 2900, 500)  # let go when the menu is open again
    table.flip(0, OPEN_MS + 4000)
    table.play(until_ms=OPEN_MS + 5000)
    assert isinstance(table.view_at(OPEN_MS + 2900).overlay, TrialPage)
    left, later = (table.view_at(OPEN_MS + ms).overlay for ms in (3900, 4900))
    assert isinstance(left, MenuPage)
    assert isinstance(later, MenuPage)
    assert left.lines[left.selected].label == "Button test"
    assert later.selected == left.selected + 1
    assert not (tmp_path / JOURNAL).exists()


def test_the_lamp_of_a_seat_is_lit_while_one_of_its_buttons_is_down(tmp_path: Path) -> None:
    shown: list[tuple[float, tuple[int, ...]]] = []

    class Lit:
        def show(self, levels: list[int]) -> None:
            shown.append((table.now_ms, tuple(levels)))

    table = drawer(tmp_path, Sheet.BUTTONS, lamps=Lit())
    table.hold(2, Button.SLAP, OPEN_MS, 600)
    table.play(until_ms=OPEN_MS + 1000)
    lit = {n for ms, levels in shown if OPEN_MS + 20 < ms < OPEN_MS + 590
           for n, level in enumerate(levels) if level}  # fmt: skip
    assert lit == {2}
    assert {levels[2] for ms, levels in shown if ms > OPEN_MS + 700} == {0}


def test_a_stuck_button_is_told_with_what_to_do(tmp_path: Path) -> None:
    """It leaves the test, as any hand that holds on; opened again it is seen to be stuck."""
    table = drawer(tmp_path, Sheet.BUTTONS)
    table.hold(1, Button.SLAP, OPEN_MS, 20_000)
    table.slap(0, OPEN_MS + 7000)
    table.play(until_ms=OPEN_MS + 9000)
    page = trial(table, OPEN_MS + 8900)
    stuck = page.seats[1].buttons[0]
    assert (stuck.text, stuck.faulty) == ("stuck", True)
    assert page.warns
    assert page.last == "slap 2: stuck: let go, or free the button; nothing else counts on it"
    assert page.brief == "slap 2: stuck"


def test_a_worn_contact_is_told(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS)
    for n in range(60):
        down_ms = OPEN_MS + n * 0.2
        table.buttons.inject(27, 1 - n % 2, table.at_ns(down_ms))
    table.buttons.inject(27, 1, table.at_ns(OPEN_MS + 12.2))
    table.buttons.inject(27, 0, table.at_ns(OPEN_MS + 90))
    table.play(until_ms=OPEN_MS + 1000)
    page = trial(table, OPEN_MS + 900)
    assert page.seats[1].buttons[0].faulty
    assert page.last == "slap 2: a worn contact or a loose wire"


def test_a_test_that_nobody_works_is_closed_and_begins_anew(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS)
    table.slap(1, OPEN_MS)
    again_ms = OPEN_MS + 70_000
    for n, press in enumerate(("slap", "slap", *["flip"] * 4, "slap")):
        getattr(table, press)(0, again_ms + 300 * n)
    table.press(2, Button.SLAP, again_ms + 4000)
    table.play(until_ms=again_ms + 5000)
    assert isinstance(table.view_at(OPEN_MS + 50_000).overlay, TrialPage)
    assert not isinstance(table.view_at(OPEN_MS + 65_000).overlay, TrialPage)
    heard = [button(table, seat, Button.SLAP, again_ms + 4900).heard for seat in (1, 2)]
    assert heard == [False, True]


def test_games_are_judged_the_same_after_a_test(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.BUTTONS)
    table.slap(2, OPEN_MS)
    table.hold(0, Button.SLAP, OPEN_MS + 1000, 1200)  # back to the menu
    table.hold(0, Button.SLAP, OPEN_MS + 3000, 1200)  # to the lobby
    table.slap(2, OPEN_MS + 5000)
    table.flip(0, OPEN_MS + 5500)
    table.slap(2, OPEN_MS + 6000)
    table.flip(0, OPEN_MS + 7000)
    table.play(until_ms=OPEN_MS + 9000)
    assert table.state.shown == 1


# The wiring


def test_the_wiring_tells_both_numbers_seat_by_seat_and_lights_the_lamp(tmp_path: Path) -> None:
    lamps: list[tuple[float, tuple[int, ...]]] = []

    class Lit:
        def show(self, levels: list[int]) -> None:
            lamps.append((table.now_ms, tuple(levels)))

    table = drawer(tmp_path, Sheet.WIRING, lamps=Lit())
    table.flip(0, OPEN_MS)
    table.slap(0, OPEN_MS + 1000)
    table.slap(0, OPEN_MS + 2000)
    table.hold(0, Button.FLIP, OPEN_MS + 3000, 1200)
    table.play(until_ms=OPEN_MS + 5000)
    seats = []
    for ms in (0, 900, 1900, 2900):
        page = table.view_at(OPEN_MS + ms).overlay
        assert isinstance(page, WiringPage)
        seats.append(page.selected)
    assert seats == [0, 1, 0, 3]
    parts = page.seats[1].parts
    assert [(part.label, part.line, part.pin) for part in parts] == [
        ("slap", "GPIO27", "pin 13"),
        ("flip", "GPIO23", "pin 16"),
    ]
    assert page.seats[1].ground == "pin 14"
    named = {pin.number: pin.label for pin in page.pins if pin.label}
    assert named == {29: "slap", 32: "flip", 30: "GND"}
    lit = [levels for ms, levels in lamps if OPEN_MS + 200 < ms < OPEN_MS + 900]
    assert {tuple(n for n, level in enumerate(levels) if level) for levels in lit} == {(1,)}
    assert isinstance(table.view_at(OPEN_MS + 4900).overlay, MenuPage)


# About, and the file for support


def about(table: Evening) -> None:
    """Down to the file for support, and write it."""
    for n in range(list(Detail).index(Detail.LOG)):
        table.flip(0, OPEN_MS + 300 * n)
    table.slap(0, OPEN_MS + 1500)


def test_the_table_tells_its_version_address_and_folder(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.ABOUT)
    for n in range(3):
        table.flip(0, OPEN_MS + 300 * n)
    table.play(until_ms=OPEN_MS + 2000)
    pages = [table.view_at(OPEN_MS + ms).overlay for ms in (0, 250, 550, 900)]
    texts = [page.text for page in pages if isinstance(page, MenuPage)]
    page = pages[-1]
    assert isinstance(page, MenuPage)
    assert [(line.label, line.value) for line in page.lines] == [
        ("Version", "0.1.0"),
        ("Address", "192.168.178.23"),
        ("Kept in", PLATE.folder.name),
        ("File for support", "write"),
    ]
    assert texts[1] == "ratscrew, 192.168.178.23, fd00::dea6:32ff:fe01:2345"
    assert texts[2] == str(PLATE.folder)


@pytest.mark.parametrize(
    ("answer", "title"),
    [(Answer(True, f"{PATH}: written"), "Written"), (Answer(False, "no room"), "Not written")],
)
def test_a_slap_writes_the_file_and_what_came_of_it_is_told(
    tmp_path: Path, answer: Answer, title: str
) -> None:
    errand, spoken = Remembered(), []

    def export(language: object) -> Remembered:
        spoken.append(language)
        return errand

    table = drawer(tmp_path, Sheet.ABOUT, export=export)
    about(table)
    table.slap(0, OPEN_MS + 2000)  # impatient
    table.slap(0, OPEN_MS + 4000)
    watched = table.display.wait

    def wait(most_ms: int) -> object:
        if table.now_ms > OPEN_MS + 3000:
            errand.told = answer
        return watched(most_ms)

    table.display.wait = wait  # type: ignore[method-assign, assignment]
    table.play(until_ms=OPEN_MS + 5000)
    assert len(spoken) == 1
    shown = [table.view_at(OPEN_MS + ms).overlay for ms in (1900, 2900, 3500)]
    assert [page.title for page in shown if isinstance(page, Paused)] == [
        "One moment",
        "One moment",
        title,
    ]
    assert isinstance(shown[2], Paused)
    assert shown[2].text == answer.line
    back = table.view_at(OPEN_MS + 4900).overlay
    assert isinstance(back, MenuPage)
    assert back.title == "About this table"


def test_what_takes_its_time_keeps_nobody_there(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.ABOUT)
    about(table)
    table.hold(0, Button.FLIP, OPEN_MS + 2000, 1200)
    table.play(until_ms=OPEN_MS + 4000)
    page = table.view_at(OPEN_MS + 3900).overlay
    assert isinstance(page, MenuPage)
    assert page.title == "Settings"


# Switching off


def test_it_is_asked_first_and_the_first_answer_is_no(tmp_path: Path) -> None:
    power = RememberedPower()
    table = drawer(tmp_path, Sheet.OFF, power=power)
    table.slap(0, OPEN_MS)
    table.play(until_ms=OPEN_MS + 1000)
    asked, after = table.view_at(OPEN_MS).overlay, table.view_at(OPEN_MS + 900).overlay
    assert isinstance(asked, Question)
    assert (asked.title, asked.selected) == ("Switch the table off?", 0)
    assert isinstance(after, MenuPage)
    assert power.saw == []


def test_a_table_is_switched_off_once_its_game_is_kept(tmp_path: Path) -> None:
    """The game that was left lies whole on the disk when the power is asked to go."""
    power = RememberedPower(Answer(True, ""), lambda: read(tmp_path / JOURNAL))
    table = Evening(tmp_path, None, received=SHORT, power=power, record=tmp_path / "r.jsonl")
    table.slap(0, 1000)
    table.slap(2, 1400)
    table.slap(2, 2000)
    table.flip(0, 3000)
    table.flip(2, 3600)
    for seat in (0, 2):
        table.hold(seat, Button.FLIP, 4500, 2400)
    table.hold(0, Button.SLAP, 8000, 1200)
    table.flip(0, 10_000)
    table.flip(0, 10_300)
    table.slap(0, 10_700)  # everybody leaves the game
    opening(table, Sheet.OFF, 12_000)
    begin_ms = 12_000 + OPEN_MS
    table.flip(0, begin_ms)
    table.slap(0, begin_ms + 500)
    table.play(until_ms=begin_ms + 2000)
    header, inputs = power.saw[0]  # type: ignore[misc]
    assert header.seats == ("Player 1", "Player 3")
    assert len(inputs) >= 4
    assert len(power.saw) == 1
    page = table.view_at(begin_ms + 1900).overlay
    assert isinstance(page, Paused)
    assert page.title == "Switching off"


def off(table: Evening) -> None:
    table.flip(0, OPEN_MS)
    table.slap(0, OPEN_MS + 500)


def test_a_power_that_refuses_is_told_in_one_line_and_asked_again(tmp_path: Path) -> None:
    power = RememberedPower(Answer(False, "Interactive authentication required."))
    table = drawer(tmp_path, Sheet.OFF, power=power)
    off(table)
    table.slap(0, OPEN_MS + 1500)  # read
    table.slap(0, OPEN_MS + 2000)  # once more
    table.play(until_ms=OPEN_MS + 3000)
    page = table.view_at(OPEN_MS + 1000).overlay
    assert isinstance(page, Paused)
    assert (page.title, page.text) == ("Not switched off", "Interactive authentication required.")
    assert isinstance(table.view_at(OPEN_MS + 1800).overlay, Question)
    assert len(power.saw) == 2


def test_where_the_machine_is_not_ours_the_program_ends(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.OFF)
    off(table)
    table.play(until_ms=OPEN_MS + 9000)
    asked = table.view_at(OPEN_MS + 100).overlay
    assert isinstance(asked, Question)
    assert asked.title == "End the program?"
    assert table.now_ms < OPEN_MS + 800


# As a value


def test_whatever_is_wanted_is_only_wanted() -> None:
    sheet = replace(opened(Sheet.OFF, 3, 4), at=SWITCH_OFF)
    assert turned(sheet, Press.SLAP) == replace(sheet, deed=Deed.WANTED)
    under_way = replace(sheet, deed=Deed.UNDER_WAY)
    for press in (Press.SLAP, Press.FLIP, Press.FLIPS_HELD):
        assert turned(under_way, press) == under_way
    for deed in (Deed.DONE, Deed.FAILED):
        told = replace(sheet, deed=deed, told="so it is")
        assert turned(told, Press.FLIP) == turned(told, Press.SLAP) == sheet
    assert turned(under_way, Press.SLAP_LONG) is None


@pytest.mark.parametrize("sheet", Sheet)
def test_flip_goes_through_every_page_and_round(sheet: Sheet) -> None:
    first = opened(sheet, 0, 6)
    lies, seen = first, []
    for _ in range(first.pages):
        seen.append(lies.at)
        after = turned(lies, Press.FLIP)
        assert isinstance(after, Drawer)
        lies = after
    assert (seen, lies) == (list(range(first.pages)), first)


def test_the_settings_of_the_evening_are_kept_when_the_drawer_is_closed(tmp_path: Path) -> None:
    table = drawer(tmp_path, Sheet.ABOUT)
    table.hold(0, Button.SLAP, OPEN_MS, 1200)
    table.flip(0, OPEN_MS + 2000)
    table.slap(0, OPEN_MS + 2500)
    table.play(until_ms=OPEN_MS + 3500)
    assert len(json.loads((tmp_path / "settings.json").read_text())) == 1  # the next row
    table = Evening(tmp_path, None, received=SHORT)
    table.slap(0, 1000)
    table.play(until_ms=2000)
    assert isinstance(table.view_at(1900).overlay, LobbyPage)
