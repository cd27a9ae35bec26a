"""The screen draws what changed, only then, within its bounds, and hides nothing that counts."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from functools import cache
from itertools import product

import pygame
import pytest

from device.language import LANGUAGES, language
from device.lesson import Lesson, Topic, lesson_text
from device.overlay import Question
from device.pictures.brush import Brush
from device.pictures.finish import Finish
from device.pictures.layout import Layout, Side
from device.pictures.middle import eased
from device.pictures.palette import FELT, SEATS
from device.pictures.panels import Panels
from device.pictures.screen import Screen
from device.pictures.sizes import unit_of
from device.target import Target, TargetKind
from device.view import (
    WHOLE,
    Event,
    Face,
    HandLine,
    KeyHint,
    Mark,
    Motion,
    MotionKind,
    Orientation,
    PhotoFinish,
    Pile,
    Seat,
    Style,
    Suit,
    Tone,
    Turning,
    View,
)
from game.patterns import Pattern
from game.rules import Rules
from tests.device.test_pictures import difference

SIZES = (
    *((800, 480), (1024, 600), (1024, 768), (1280, 720), (1920, 1080)),
    *((480, 800), (720, 1280), (768, 1024)),
)
TOP = (Face("7", Suit.HEARTS), Face("10", Suit.CLUBS), Face("10", Suit.SPADES))
LONG = "Maximiliane-Friederike Hohenstaufen-Wittelsbach"


def plain(count: int = 4, **more: object) -> View:
    seats = tuple(Seat(n, f"Spieler {n}", 13) for n in range(count))
    return replace(View(seats, Pile(TOP, 17, "17 Karten")), **more)  # type: ignore[arg-type]


def raw(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@cache
def brush(unit: float) -> Brush:
    return Brush(unit)


def felt(size: tuple[int, int]) -> pygame.Surface:
    """An empty table."""
    surface = pygame.Surface(size, 0, 32)
    surface.fill(FELT)
    return surface


def keeps_within(surface: pygame.Surface, box: pygame.Rect) -> bool:
    """Whether all that is not felt stands in the box. Clears the box."""
    surface.fill(FELT, box)
    return raw(surface) == raw(felt(surface.get_size()))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_keeps_within_its_place(code: str, size: tuple[int, int]) -> None:
    rules = Rules(patterns=frozenset(Pattern), claim_us=1_500_000)
    layout, shelf = Layout(size, 2), brush(unit_of(size))
    names, keys = ("Maximilian", "Friedrich"), ("enter", "space")
    for topic in Topic:
        lesson = Lesson(topic, 0, 1, Pattern.TOP_BOTTOM)
        text = lesson_text(lesson, names, rules, keys, language(code))
        surface = felt(size)
        shelf.lettering.cut.clear()
        Panels(shelf).lesson(surface, layout.lesson, text)
        assert raw(surface) != raw(felt(size))
        assert keeps_within(surface, layout.lesson), text
        assert not shelf.lettering.cut


def test_a_lesson_is_seen_and_goes_again() -> None:
    screen = Screen((800, 480))
    before = raw(screen.picture(plain(2)))
    assert raw(screen.picture(plain(2, lesson_text="A queen: two attempts."))) != before
    assert raw(screen.picture(plain(2))) == before


def test_lessons_are_for_two() -> None:
    with pytest.raises(ValueError, match="lesson: 4 seats, must be 2"):
        plain(4, lesson_text="A queen: two attempts.")


def test_an_equal_view_draws_nothing_and_gives_the_same_surface() -> None:
    screen = Screen((800, 480))
    first = screen.picture(plain())
    assert screen.drawn == 1
    assert screen.picture(plain()) is first
    assert screen.drawn == 1
    screen.picture(plain(slap_text="SLAP!"))
    assert screen.drawn == 2


def test_the_picture_depends_on_the_view_alone_and_not_on_the_one_before() -> None:
    screen, views = Screen((800, 480)), []
    for count in (2, 8, 4):
        for orientation in Orientation:
            views.append(plain(count, style=Style(orientation)))
            views.append(replace(views[-1], turning=Turning(1, 500)))
            views.append(replace(views[-1], overlay=Question("?", ("a", "b"))))
    for view in (*views, *reversed(views)):
        assert raw(screen.picture(view)) == raw(Screen((800, 480)).picture(view))


def test_too_small_a_window_gets_the_smallest_picture() -> None:
    assert Screen((300, 200)).picture(plain(8)).get_size() == (640, 400)
    assert Screen((200, 300)).picture(plain(8)).get_size() == (400, 640)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("count", [2, 4, 8])
@pytest.mark.parametrize(("size", "flat"), [((800, 480), False), ((480, 800), True)])
def test_a_turning_card_hides_nothing_that_may_be_slapped(
    size: tuple[int, int], flat: bool, count: int, orientation: Orientation
) -> None:
    pile = Pile(TOP, 17, "17", bottom=Face("2", Suit.CLUBS), bottom_text="unten")
    view = plain(count, style=Style(orientation), pile=pile, flat=flat)
    screen = Screen(size)
    layout = screen.layout(view)
    still = screen.picture(view).copy()
    corner = layout.top_card.width // 8
    for seat in range(count):
        for progress in range(0, WHOLE + 1, 125):
            moving = screen.picture(replace(view, turning=Turning(seat, progress)))
            for card in layout.visible(3):
                # Its round corners are felt.
                seen = card.inflate(-corner, -corner)
                assert raw(moving.subsurface(seen)) == raw(still.subsurface(seen))


@pytest.mark.parametrize(("name", "seat"), [("now", 2), ("band", 0)])
def test_no_card_on_its_way_covers_what_must_be_read(name: str, seat: int) -> None:
    screen = Screen((800, 480))
    event = Event("Pair 7 7! Anna 213.412 ms", Tone.GOOD, 0)
    view = plain(now_text="Ben lays", event=event, pile=Pile())
    box = getattr(screen.layout(view), name)
    still = screen.picture(view).subsurface(box).copy()
    places = list(product(range(box.width), range(box.height)))
    words = [place for place in places if still.get_at(place) != FELT]
    assert 500 < len(words) < len(places) / 2
    ways: list[dict[str, object]] = [
        {"motions": (Motion(kind, progress, *way),)}
        for kind in (MotionKind.TAKE, MotionKind.BURN, MotionKind.BACK)
        for progress in range(0, WHOLE, 125)
        for way in ((None, seat), (seat, None))
    ]
    ways += [{"turning": Turning(seat, progress)} for progress in range(0, WHOLE, 125)]
    covered = 0
    for way in ways:
        moving = screen.picture(replace(view, **way)).subsurface(box)  # type: ignore[arg-type]
        assert all(moving.get_at(place) == still.get_at(place) for place in words), way
        covered += raw(moving) != raw(still)
    assert covered, "no card came this way"


def test_the_slap_button_of_one_among_several_wears_the_emblem() -> None:
    screen = Screen((800, 480))
    views = [plain(slap_text="SLAP!", slap_seat=seat) for seat in (None, 1, 2)]
    box = screen.layout(views[0]).slap
    assert len({raw(screen.picture(view).subsurface(box)) for view in views}) == 3


def test_a_seat_wears_the_colours_of_the_place_where_it_is() -> None:
    screen, view = Screen((1280, 720)), plain()
    before = screen.picture(view).copy()
    places = (5, 1, 2, 3)
    moved = screen.picture(replace(view, places=places)).copy()
    panel = screen.layout(view).panels[0]
    colour = SEATS[5].colour
    bars = [
        pygame.mask.from_threshold(picture.subsurface(panel), colour, (2, 2, 2, 255)).count()
        for picture in (before, moved)
    ]
    assert bars[0] == 0 < bars[1]
    others = pygame.Rect(0, 0, 1280, panel.top)
    assert moved.subsurface(others).get_buffer().raw == before.subsurface(others).get_buffer().raw
    again = screen.picture(replace(view, places=tuple(range(4))))
    assert again.get_buffer().raw == before.get_buffer().raw


def test_on_a_flat_screen_a_seat_is_drawn_at_the_place_where_it_is() -> None:
    screen = Screen((1280, 720))
    view = plain(2, flat=True, places=(1, 2), around=4)
    assert screen.layout(view).sides == [Side.LEFT, Side.TOP]
    assert screen.layout(replace(view, around=0)).sides == [Side.BOTTOM, Side.TOP]
    assert screen.layout(plain(3, flat=True, around=4)).sides[1:] == [Side.LEFT, Side.TOP]
    evenly = raw(screen.picture(replace(view, around=0)))
    assert raw(screen.picture(view)) != evenly
    assert raw(screen.picture(replace(view, around=0))) == evenly
    taught = replace(view, lesson_text="A queen: two attempts.")  # it lies where nobody sits
    assert screen.layout(taught).sides == [Side.BOTTOM, Side.TOP]


def test_a_hidden_pile_shows_no_face() -> None:
    other = (Face("2", Suit.DIAMONDS), Face("3", Suit.CLUBS), Face("4", Suit.SPADES))
    pictures = [
        raw(
            Screen((800, 480)).picture(
                plain(pile=Pile(top, 17, "17", bottom=top[0], bottom_text="unten", hidden=True))
            )
        )
        for top in (TOP, other)
    ]
    assert pictures[0] == pictures[1]


def test_every_motion_is_seen_and_has_vanished_or_arrived_at_its_end() -> None:
    screen = Screen((800, 480))
    still = raw(screen.picture(plain()))
    for kind in MotionKind:
        motion = Motion(kind, 100, source=1, target=None, cards=3)
        assert raw(screen.picture(plain(motions=(motion,)))) != still, kind
    for kind in (MotionKind.SLAP, MotionKind.STRIKE):
        assert raw(screen.picture(plain(motions=(Motion(kind, WHOLE, source=1),)))) == still


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_seat_owes_is_told_once(size: tuple[int, int]) -> None:
    """In one line of words: not beside the pips and under them as well."""
    panels = Panels(brush(Layout(size, 4).unit))
    owes = Seat(0, "Ben", 5, turn=True, owed=1, attempts=1)
    for count, flat in product((2, 3, 4, 6, 8), (False, True)):
        layout = Layout(size, count, 0, Orientation.TWO_SIDE, flat)
        for seat in range(count):
            panel = layout.upright(seat)
            pictures = felt(panel.size), felt(panel.size)
            panel.topleft = 0, 0
            for surface, text in zip(pictures, ("1 von 1", ""), strict=True):
                panels.seat(surface, panel, replace(owes, owed_text=text), Orientation.TWO_SIDE)
            words = difference(*pictures)
            words.set_colorkey((0, 0, 0))
            tall = words.get_bounding_rect().height
            assert 0 < tall <= max(14, round(20 * layout.unit)), (count, flat, seat)


@pytest.mark.parametrize("size", SIZES)
def test_a_panel_keeps_its_longest_texts_inside(size: tuple[int, int]) -> None:
    keys = (KeyHint("Leertaste", "hauen und noch viel mehr"), KeyHint("Umschalt links", "legen"))
    crowded = Seat(
        0, LONG, 52, True, 3, 4, "noch 3 von 4 Versuchen", 2, 3, True, False, "", True, keys, True
    )
    panels = Panels(brush(Layout(size, 4).unit))
    surface = felt(size)
    for count, orientation, flat in product((4, 5, 8), Orientation, (False, True)):
        layout = Layout(size, count, 0, orientation, flat)
        for side in Side:
            panel = layout.upright(layout.sides.index(side))
            for seat in (crowded, replace(crowded, status=LONG), replace(crowded, out=True)):
                panels.seat(surface, panel, seat, orientation)
                assert keeps_within(surface, panel)


@pytest.mark.parametrize("size", SIZES)
def test_keys_and_the_timing_note_keep_within_their_corner(size: tuple[int, int]) -> None:
    layout = Layout(size, 4)
    keys = tuple(KeyHint(key, "ganzer Bildschirm") for key in ("P", "F1", "F2", "F11", "Esc"))
    for count in range(6):
        surface = felt(size)
        timing = "Übungszeiten: Tastatur, auf ganze Millisekunden"
        Panels(brush(layout.unit)).notes(surface, layout.notes, keys[:count], timing)
        assert keeps_within(surface, layout.notes)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hands", range(1, 9))
def test_a_photo_finish_keeps_within_its_band(size: tuple[int, int], hands: int) -> None:
    layout = Layout(size, 8)
    for step in (0, 3, 1_250):
        marks = tuple(
            Mark(n, n * step, f"+{n * step / 1000:.3f} ms" if n else "1213.412 ms", 40 * n, n == 0)
            for n in range(hands)
        )
        lines = tuple(HandLine(f"zu spät, {LONG}", seat) for seat in range(hands, 8))
        for said in ((), lines[:1], (HandLine("ohne Hand"),)):
            finish = PhotoFinish(marks, "Totes Rennen", dead_heat=True)
            event = Event(f"Marriage! {LONG} {LONG}", seat=0, lines=said, finish=finish)
            surface = felt(size)
            Finish(brush(layout.unit)).event(surface, layout.band, event)
            assert keeps_within(surface, layout.band.inflate(2, 2))


@pytest.mark.parametrize("size", SIZES)
def test_lines_of_an_event_keep_within_their_band(size: tuple[int, int]) -> None:
    layout = Layout(size, 8)
    for count in range(9):
        lines = tuple(HandLine("nach 1312.123 ms: zu spät", seat) for seat in range(count))
        surface = felt(size)
        Finish(brush(layout.unit)).event(surface, layout.band, Event("Zu spät", lines=lines))
        assert keeps_within(surface, layout.band)


def test_motion_is_eased_and_arrives() -> None:
    way = [eased(progress) for progress in range(0, WHOLE + 1, 100)]
    assert way[0] == 0
    assert way[-1] == 1
    assert way == sorted(way)
    assert way[1] > 0.1


def test_a_press_is_read_from_the_view_that_was_seen() -> None:
    screen, view = Screen((800, 480)), plain(slap_text="SLAP!")
    layout = screen.layout(view)
    assert screen.hit(view, *layout.slap.center) == Target(TargetKind.SLAP)
    assert screen.hit(replace(view, slap_text=""), *layout.slap.center) is None
    asked = replace(view, overlay=Question("?", ("yes", "no")))
    assert screen.hit(asked, *layout.slap.center) is None
    assert screen.hit(asked, *layout.options(2)[1].center) == Target(TargetKind.OPTION, 1)


def test_views_are_frozen_and_can_be_kept() -> None:
    view = plain()
    assert pickle.loads(pickle.dumps(view)) == view
    assert hash(view) == hash(plain())
    with pytest.raises(FrozenInstanceError):
        view.slap_text = "x"  # type: ignore[misc]


def test_an_impossible_view_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seats: 1, must be 2 \.\. 8"):
        plain(1)
    with pytest.raises(ValueError, match="bottom_seat: 4"):
        plain(bottom_seat=4)
    with pytest.raises(ValueError, match="top cards: 5, must be at most 4"):
        plain(pile=Pile(TOP[:1] * 5, 5))
    with pytest.raises(ValueError, match=r"progress: 1001, must be 0 \.\. 1000"):
        Turning(0, 1001)
    with pytest.raises(ValueError, match=r"progress: -1, must be 0 \.\. 1000"):
        Motion(MotionKind.TAKE, -1)
    with pytest.raises(ValueError, match="places: 3, must be 4 or none"):
        plain(places=(0, 1, 2))
    with pytest.raises(ValueError, match=r"around: 3, must be 4 \.\. 8, or 0"):
        plain(around=3)
    with pytest.raises(ValueError, match=r"around: 9, must be 6 \.\. 8, or 0"):
        plain(2, places=(0, 5), around=9)
    with pytest.raises(ValueError, match="brightness: 1001"):
        plain(brightness=1001)
    with pytest.raises(ValueError, match="order of their index"):
        View((Seat(1, "a", 1), Seat(0, "b", 1)))


def test_views_need_no_pygame() -> None:
    code = "import sys, device.view; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
