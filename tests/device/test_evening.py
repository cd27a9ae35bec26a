"""Between games: every screen, with the two buttons of one seat."""

from collections import deque
from dataclasses import replace

import pytest

from device.brightness import DARK, DIMMED, FULL
from device.browsing import Browsing
from device.config import Config
from device.drawer import SWITCH_OFF, Deed, Detail, Drawer, Sheet
from device.evening import ALONE_NS, Evening, Room, began, brightness, dues_ns, heard, waited
from device.gesture import Gesture, Press
from device.language import language
from device.lobby import Mode, Row
from device.menu import ITEMS, Kind, Menu
from device.naming import DONE, Naming
from device.reading import Reading

ENGLISH = language("en")
S = 1_000_000_000
BUTTONS = (Press.SLAP, Press.FLIP, Press.SLAP_LONG, Press.FLIP_LONG)
"""What one person can do at one seat."""
BOARDS = 12
"""Boards and people that a walk comes by: all boards of the table, and some of its people."""
START = began(4, Config(names=("Anna", "Ben")), 0)


def after(evening: Evening, *presses: Press, seat: int = 0, t_ns: int = 0) -> Evening:
    for press in presses:
        evening, _ = heard(evening, Gesture(press, seat, t_ns), ENGLISH)
    return evening


def scene(evening: Evening) -> object:
    """What a person would call this screen; what is settled by the way does not count."""
    match evening.screen:
        case Room.LOBBY:
            lobby = evening.lobby
            return "lobby", lobby.row, lobby.mode, lobby.guests[0] is None, lobby.lack
        case Menu(kind, at):
            return "menu", kind, at
        case Drawer(sheet=sheet, at=at, deed=deed):
            return "drawer", sheet, at, deed
        case Naming(at=at, typed=typed, cell=cell, letter=letter):
            return "name", at, bool(typed), typed is None, cell, letter
        case Reading(at):
            return "rules", at % 3
        case Browsing(at=at, page=page):
            return "boards", at % BOARDS, page % 2
        case _:
            return evening.screen


def walked() -> tuple[dict[object, list[Press]], set[tuple[object, object]], set[object]]:
    """Every scene that seat 0 alone can reach and by which presses; each step; and where a game
    begins."""
    found: dict[object, list[Press]] = {scene(START): []}
    steps, begins, ahead = set(), set(), deque([START])
    while ahead:
        evening = ahead.popleft()
        here = scene(evening)
        for press in BUTTONS:
            there, begun = heard(evening, Gesture(press, 0, 0), ENGLISH)
            if begun:
                begins.add(here)
            steps.add((here, scene(there)))
            if scene(there) not in found:
                found[scene(there)] = [*found[here], press]
                ahead.append(there)
    return found, steps, begins


def test_every_screen_is_reached_and_left_with_two_buttons_of_one_seat() -> None:
    found, steps, begins = walked()
    scenes = set(found)
    assert {("menu", kind, at) for kind in Kind for at in range(len(ITEMS[kind]))} <= scenes
    assert {here[1] for here in scenes if isinstance(here, tuple) and here[0] == "lobby"} == {*Row}
    for sheet, pages in ((Sheet.BUTTONS, 1), (Sheet.WIRING, 4), (Sheet.ABOUT, 4), (Sheet.OFF, 2)):
        assert {("drawer", sheet, at, Deed.NONE) for at in range(pages)} <= scenes
    wanted = [("drawer", Sheet.ABOUT, len(Detail) - 1), ("drawer", Sheet.OFF, SWITCH_OFF)]
    drawers = [here for here in scenes if isinstance(here, tuple) and here[0] == "drawer"]
    assert {here[:3] for here in drawers if here[3] is Deed.WANTED} == {*wanted}
    cells = {here[4] for here in scenes if isinstance(here, tuple) and here[0] == "name"}
    assert cells == set(range(DONE + 1))
    assert {("rules", at) for at in range(3)} <= scenes
    assert {("boards", at, page) for at in range(BOARDS) for page in range(2)} <= scenes
    rows = {here[1:3] for here in begins if isinstance(here, tuple)}
    alone = {(Row.BEGIN, mode) for mode in (Mode.DAILY, Mode.PRACTICE)}
    assert rows == alone | {(Row.LESSON, mode) for mode in Mode}
    home = {Room.IDLE}
    while more := {here for here, there in steps if there in home} - home:
        home |= more
    assert home == scenes
    assert max(map(len, found.values())) < 30


def test_a_slap_at_the_idle_table_joins_and_a_flip_only_opens_the_lobby() -> None:
    slapped = after(START, Press.SLAP, seat=2)
    assert (slapped.screen, slapped.lobby.persons) == (Room.LOBBY, (2,))
    flipped = after(START, Press.FLIP, seat=2)
    assert (flipped.screen, flipped.lobby.persons) == (Room.LOBBY, ())
    assert flipped.lobby.guests == START.lobby.guests


def test_a_slap_of_whoever_has_joined_before_wakes_the_table_and_begins_no_game() -> None:
    lobby = after(START, Press.SLAP, Press.FLIP_LONG)
    assert lobby.screen is Room.IDLE
    woken, begun = heard(lobby, Gesture(Press.SLAP, 0, 5 * S), ENGLISH)
    assert (woken.screen, woken.lobby.persons, begun) == (Room.LOBBY, (0,), False)


def test_two_people_begin_a_game() -> None:
    both = after(after(START, Press.SLAP), Press.SLAP, seat=1)
    assert heard(both, Gesture(Press.SLAP, 1, 0), ENGLISH) == (both, True)


@pytest.mark.parametrize(
    "presses",
    [
        (Press.SLAP,),
        (Press.SLAP, Press.FLIP, Press.FLIP, Press.FLIP, Press.SLAP),
        (Press.SLAP, *[Press.FLIP] * 4, Press.SLAP),
        (Press.SLAP, *[Press.FLIP] * 5, Press.SLAP),
    ],
)
def test_no_screen_stays_open_alone(presses: tuple[Press, ...]) -> None:
    opened = after(START, *presses, t_ns=7 * S)
    assert 7 * S + ALONE_NS in dues_ns(opened, 7 * S)
    assert waited(opened, 7 * S + ALONE_NS - 1) == opened
    left = waited(opened, 7 * S + ALONE_NS)
    assert left.screen is Room.IDLE
    assert left.lobby.persons == (0,)
    assert left.idle_ns == 7 * S + ALONE_NS


def test_an_idle_table_is_dimmed_then_dark_and_any_press_wakes_it_and_does_nothing_else() -> None:
    idle = after(START, Press.SLAP, Press.FLIP_LONG)
    dims_ns, darkens_ns = dues_ns(idle, 0)
    assert (dims_ns, darkens_ns) == (60 * S, 600 * S)
    levels = [brightness(idle, t_ns) for t_ns in (dims_ns - 1, dims_ns, darkens_ns - 1, darkens_ns)]
    assert levels == [FULL, DIMMED, DIMMED, DARK]
    for press in Press:
        woken, begun = heard(idle, Gesture(press, 3, darkens_ns), ENGLISH)
        assert (woken.screen, begun, woken.lobby.persons) == (Room.IDLE, False, ())
        assert brightness(woken, darkens_ns) == FULL


def test_nobody_else_spells_the_name_of_somebody() -> None:
    asked = after(START, Press.SLAP, Press.FLIP, Press.FLIP, Press.FLIP, Press.SLAP)
    assert isinstance(asked.screen, Naming)
    assert after(asked, Press.SLAP, seat=1).screen == asked.screen
    named = after(asked, Press.FLIP, Press.SLAP)
    guest = named.lobby.guests[0]
    assert guest is not None
    assert guest.name == "Ben"
    assert named.config.names == ("Ben", "Anna")
    assert named.lobby.usual[0] == "Ben"


def test_a_short_game_is_settled_for_the_evenings_to_come() -> None:
    chosen = after(START, Press.SLAP, Press.FLIP, Press.FLIP, Press.SLAP)
    assert chosen.config.rules == replace(START.config.rules, time_limit_us=300_000_000)
