"""The window, on a screen that nobody sees: what it reads, what it shows, how long it waits."""

import os
from collections.abc import Iterator

import pygame
import pytest

from hal.clock import ManualClock
from hal.display import (
    Closing,
    Display,
    Exposed,
    KeyChange,
    ScreenMissingError,
    Seen,
    Touch,
)
from hal.screen import SMALLEST, Window, prefer_a_way_to_draw

MS = 1_000_000
BY, FAST = "SDL_RENDER_DRIVER", "SDL_FRAMEBUFFER_ACCELERATION"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(5 * MS)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, clock: ManualClock) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window("Test", (800, 480), clock)
    opened.wait(0)
    yield opened
    opened.close()


def post(kind: int, **values: object) -> None:
    pygame.event.post(pygame.Event(kind, **values))


def test_a_window_is_a_display(window: Window, clock: ManualClock) -> None:
    display: Display[pygame.Surface] = window
    assert display.size == (800, 480)
    display.show(pygame.Surface((800, 480)))
    shown_ns = clock.now_ns()
    clock.advance(3)
    assert display.wait(500) == [Seen(shown_ns)]
    assert clock.now_ns() == shown_ns + 3


def test_it_waits_as_long_as_it_was_told(window: Window, clock: ManualClock) -> None:
    for most_ms in (0, 1, 40, 500):
        before_ns = clock.now_ns()
        assert window.wait(most_ms) == []
        assert clock.now_ns() - before_ns == most_ms * MS


def test_what_has_happened_is_read_at_once_with_the_stamp_of_the_look(
    window: Window, clock: ManualClock
) -> None:
    before_ns = clock.now_ns()
    clock.advance(30 * MS)
    post(pygame.KEYDOWN, key=pygame.K_SPACE)
    post(pygame.KEYUP, key=pygame.K_SPACE)
    now_ns = clock.now_ns()
    assert window.wait(500) == [
        KeyChange("space", True, now_ns, before_ns),
        KeyChange("space", False, now_ns, before_ns),
    ]
    assert clock.now_ns() == now_ns


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (pygame.K_RETURN, "enter"),
        (pygame.K_KP_ENTER, "enter"),
        (pygame.K_ESCAPE, "esc"),
        (pygame.K_F11, "f11"),
        (pygame.K_q, "q"),
        (pygame.K_TAB, "tab"),
        (pygame.K_LEFT, "left"),
    ],
)
def test_keys_have_names(window: Window, key: int, name: str) -> None:
    post(pygame.KEYDOWN, key=key)
    (change,) = window.wait(0)
    assert isinstance(change, KeyChange)
    assert change.key == name


def test_the_left_mouse_button_touches_and_the_others_do_not(window: Window) -> None:
    for button in (1, 2, 3, 4):
        post(pygame.MOUSEBUTTONDOWN, button=button, pos=(30, 40), touch=False)
    post(pygame.MOUSEBUTTONUP, button=1, pos=(31, 40), touch=False)
    found = window.wait(0)
    assert [(each.x, each.pressed) for each in found if isinstance(each, Touch)] == [
        (30, True), (31, False)
    ]  # fmt: skip


def test_a_finger_is_one_touch_not_two(window: Window) -> None:
    post(pygame.FINGERDOWN, x=0.5, y=0.25)
    post(pygame.MOUSEBUTTONDOWN, button=1, pos=(400, 120), touch=True)
    (touch,) = window.wait(0)
    assert isinstance(touch, Touch)
    assert (touch.x, touch.y, touch.pressed) == (400, 120, True)


def test_closing_and_covering_are_told_and_all_else_is_left_out(window: Window) -> None:
    post(pygame.QUIT)
    post(pygame.WINDOWEXPOSED)
    post(pygame.WINDOWSIZECHANGED)
    post(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    post(pygame.TEXTINPUT, text="x")
    assert window.wait(0) == [Closing(), Exposed(), Exposed()]


def test_a_tiny_window_shows_a_larger_picture_scaled_down(
    monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    tiny = Window("Test", (320, 200), clock)
    assert tiny.size == SMALLEST
    picture = pygame.Surface(SMALLEST)
    picture.fill("red")
    tiny.show(picture)
    assert pygame.display.get_surface().get_at((310, 190))[:3] == (255, 0, 0)
    tiny.wait(0)
    post(pygame.MOUSEBUTTONDOWN, button=1, pos=(160, 100), touch=False)
    (touch,) = tiny.wait(0)
    assert isinstance(touch, Touch)
    assert (touch.x, touch.y) == (SMALLEST[0] // 2, SMALLEST[1] // 2)
    tiny.close()


def test_a_tiny_window_that_is_higher_than_wide_shows_a_picture_of_that_shape(
    monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for size, shown in (((200, 320), SMALLEST[::-1]), ((480, 700), (480, 700))):
        high = Window("Test", size, clock)
        assert high.size == shown
        high.close()


def test_what_is_painted_on_the_canvas_is_shown_as_it_is(window: Window) -> None:
    canvas = window.canvas()
    assert canvas is not None
    assert canvas.get_size() == window.size
    canvas.fill("red")
    window.show(canvas)
    assert [type(each) for each in window.wait(0)] == [Seen]
    assert pygame.display.get_surface().get_at((799, 479))[:3] == (255, 0, 0)
    window.close()
    assert window.canvas() is None


def test_a_picture_for_a_window_that_has_gone_is_no_fault(window: Window) -> None:
    window.close()
    window.show(pygame.Surface((8, 8)))


def test_a_screen_that_is_not_there_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(ScreenMissingError) as error:
        Window("Test", (800, 480), clock)
    assert str(error.value)
    assert "\n" not in str(error.value)


def test_a_window_is_no_larger_than_the_screen(
    monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window("Test", (9000, 9000), clock)
    assert opened.size == pygame.display.get_desktop_sizes()[0]
    opened.close()


@pytest.mark.parametrize(
    ("driver", "set_before", "set_after"),
    [
        ("KMSDRM", {}, {BY: "opengles2"}),
        ("kmsdrm", {}, {BY: "opengles2"}),
        ("KMSDRM", {BY: "software"}, {BY: "software"}),
        ("x11", {}, {FAST: "0"}),
        ("x11", {FAST: "opengl"}, {FAST: "opengl"}),
        ("dummy", {}, {}),
    ],
)
def test_a_picture_takes_the_best_way_to_the_screen_unless_people_want_another(
    driver: str,
    set_before: dict[str, str],
    set_after: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "environ", set_before)
    prefer_a_way_to_draw(driver)
    assert os.environ == set_after
