"""The photo finish of races of all sizes: every hand, its milliseconds, in every language."""

import re
from dataclasses import replace

import pygame
import pytest

from device.dealing import seats_of
from device.language import LANGUAGES, language
from device.options import Settings
from device.pictures.screen import Screen
from device.stage import AIR_US, Stage
from device.view import PhotoFinish, View
from game.engine import step
from game.events import Flip, Input, Shown, Slap, Tick
from tests.device.playing import header_of

FIRST_US = 2_140_000 + 213_400
HANDS = ["7S 2H", "7H 4H", *(f"{rank}C {rank}D" for rank in "3456 89T".replace(" ", ""))]
MARK = {"en": r"\+?\d{1,3}\.\d{3} ms", "de": r"\+?\d{1,3},\d{3} ms"}
SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280)]


def race(count: int, code: str, apart_us: int, reach_us: int = 0, late: int = 0) -> View:
    """So many people have slapped a pair, one after the other; the last of them too late."""
    header = header_of(HANDS[: max(2, count)])
    stage = Stage(seats_of(header), [()] * len(header.seats), True, language(code), Settings())
    laid: list[Input] = [Flip(1_000_000, 0), Shown(1_000_000 + AIR_US)]
    laid += [Flip(2_000_000, 1), Shown(2_000_000 + AIR_US)]
    slaps = [Slap(FIRST_US + n * apart_us, seat, reach_us) for n, seat in enumerate(range(count))]
    state = header.deal()
    raced, came = slaps[: count - late], slaps[count - late :]
    came = [replace(slap, t_us=slap.t_us + 150_000) for slap in came]
    for happened in [*laid, *raced, Tick(FIRST_US + 20_000), *came]:
        state, facts = step(state, happened)
        stage.note(facts)
    return stage.view(state, FIRST_US + 1_000_000)


def finish_of(view: View) -> PhotoFinish:
    assert view.event is not None
    assert view.event.finish is not None
    return view.event.finish


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize(("apart_us", "reach_us"), [(1_234, 0), (1, 0), (400, 900)])
def test_every_hand_has_its_mark_with_milliseconds_to_three_decimals(
    code: str, count: int, apart_us: int, reach_us: int
) -> None:
    view = race(count, code, apart_us, reach_us)
    assert view.event is not None
    finish = view.event.finish
    assert finish is not None
    assert sorted(mark.seat for mark in finish.marks) == list(range(count))
    assert [mark.at_us for mark in finish.marks] == [n * apart_us for n in range(count)]
    for mark in finish.marks:
        assert re.fullmatch(MARK[code], mark.text), mark
        assert mark.text.startswith("+") == (mark.at_us > 0)
        assert mark.reach_us == reach_us
    assert finish.dead_heat == (count > 1 and (apart_us == 1 or reach_us > 0))
    if not finish.dead_heat:
        assert re.search(MARK[code], view.event.headline)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_race_is_too_large_for_the_picture(code: str, size: tuple[int, int]) -> None:
    for count in range(1, 9):
        for apart_us, reach_us in ((1_234, 0), (1, 0), (400, 900)):
            screen = Screen(size)
            screen.picture(race(count, code, apart_us, reach_us))
            assert screen.cut == frozenset(), (count, apart_us, reach_us)


@pytest.mark.parametrize(("code", "decimal"), [("en", "."), ("de", ",")])
def test_the_scale_counts_as_the_language_does(code: str, decimal: str) -> None:
    view = race(2, code, 300)
    assert view.event is not None
    finish = view.event.finish
    assert finish is not None
    assert finish.decimal == decimal
    other = replace(finish, decimal="." if decimal == "," else ",")
    changed = replace(view, event=replace(view.event, finish=other))
    assert painted(view) != painted(changed)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_hand_of_a_race_and_after_it_is_painted_with_its_time(
    code: str, size: tuple[int, int]
) -> None:
    """Another time of any of them, another seat, and too late or not, is another picture."""
    screen = Screen(size)
    for count, late in ((1, 0), (2, 1), (4, 1), (4, 3), (6, 3)):
        view = race(count, code, 1_234, late=late)
        marks = finish_of(view).marks
        assert [mark.late for mark in marks] == [False] * (count - late) + [True] * late
        plain = pygame.image.tobytes(screen.picture(view), "RGB")
        for n, mark in enumerate(marks):
            for other in (
                replace(mark, text=mark.text[:-4] + ("5 ms" if mark.text[-4] != "5" else "6 ms")),
                replace(mark, seat=7),
                replace(mark, late=not mark.late),
            ):
                if other.late and not any(not each.late for each in (*marks[:n], *marks[n + 1 :])):
                    continue  # somebody has raced
                changed = replace(finish_of(view), marks=(*marks[:n], other, *marks[n + 1 :]))
                assert view.event is not None
                other_view = replace(view, event=replace(view.event, finish=changed))
                assert pygame.image.tobytes(screen.picture(other_view), "RGB") != plain
        assert screen.cut == frozenset()


def painted(view: View) -> bytes:
    return pygame.image.tobytes(Screen((1280, 720)).picture(view), "RGB")
