"""The screens between games on 128 x 64 dots: nothing is shortened, in both languages."""

from dataclasses import replace

import pytest

from device.between import IdlePage, LobbyPage, MenuPage
from device.language import LANGUAGES
from tests.device.rooms import SCENES, view_of
from tests.device.views import SAMPLES

pytest.importorskip("PIL")
from device.pictures.oled import Miniature


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_shortened(code: str) -> None:
    painter = Miniature()
    for name in SCENES:
        painter.picture(view_of(name, code))
        assert painter.shortened == (), name


def test_each_scene_has_a_picture_of_its_own() -> None:
    """But where only the buttons of others differ, or what explains has no room."""
    painter, seen = Miniature(), dict[bytes, str]()
    for name in SCENES:
        if name.startswith(("rules", "settings", "rule")):
            told = painter.picture(view_of(name, "en")).tobytes()
            assert told not in seen, f"{name} looks like {seen[told]}"
            seen[told] = name


def test_a_person_a_computer_player_and_a_free_place_look_different() -> None:
    painter, view = Miniature(), view_of("lobby", "en")
    assert isinstance(view.overlay, LobbyPage)
    chairs = view.overlay.chairs
    looks = set()
    for person, taken in ((True, False), (False, True), (False, False)):
        first = replace(chairs[0], person=person, taken=taken)
        page = replace(view.overlay, chairs=(first, *chairs[1:]))
        looks.add(painter.picture(replace(view, overlay=page)).crop((0, 0, 22, 17)).tobytes())
    assert len(looks) == 3


@pytest.mark.parametrize("name", ["turn", "race", "result"])
def test_a_seat_has_the_shape_of_the_place_where_it_is(name: str) -> None:
    view = SAMPLES[name]
    count = len(view.seats)
    painter = Miniature()
    before = painter.picture(view).tobytes()
    same = replace(view, places=tuple(range(count)))
    assert painter.picture(same).tobytes() == before
    moved = replace(view, places=tuple((seat + 2) % 8 for seat in range(count)))
    assert painter.picture(moved).tobytes() != before


def test_in_the_dark_no_dot_is_lit() -> None:
    for name in ("lobby", "idle"):
        view = replace(view_of(name, "en"), brightness=0)
        assert not any(Miniature().picture(view).tobytes())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_row_of_a_menu_says_what_it_is_about(code: str) -> None:
    painter = Miniature()
    for name in SCENES:
        view = view_of(name, code)
        if isinstance(view.overlay, MenuPage):
            told = painter.picture(view).tobytes()
            silent = replace(view, overlay=replace(view.overlay, text="", warning=""))
            assert painter.picture(silent).tobytes() != told, name


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_explains_is_said(code: str) -> None:
    """No page of the idle table, the lobby or a menu leaves its words out for want of room."""
    painter, told = Miniature(), 0
    for name in SCENES:
        view = view_of(name, code)
        page = view.overlay
        match page:
            case IdlePage(about=words):
                mute = replace(view, overlay=replace(page, about=""))
            case MenuPage(text=words):
                mute = replace(view, overlay=replace(page, text="", warning=""))
            case LobbyPage(text=words):
                mute = replace(view, overlay=replace(page, text=""))
            case _:
                continue
        if not words:
            continue
        told += 1
        loud, silent = (painter.picture(each).crop((0, 40, 128, 64)) for each in (view, mute))
        assert loud.tobytes() != silent.tobytes(), name
    assert told > 50
