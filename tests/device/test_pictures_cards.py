"""Cards, seats and letters: what must be told apart can be told apart, and nothing is cut off."""

from __future__ import annotations

import time
from itertools import combinations, product

import pygame
import pytest

from device.pictures.brush import Brush
from device.pictures.cards import Cards
from device.pictures.lettering import LEAST_PX, MOST_FONTS, Lettering
from device.pictures.palette import (
    ACCENT,
    DIM,
    FELT,
    PANEL,
    SEATS,
    SIGNAL,
    TEXT,
    Colour,
    suit_colour,
    tone_colour,
)
from device.pictures.shelf import Shelf
from device.pictures.suits import Outlines
from device.view import Face, Figure, Orientation, Style, Suit, Tone

LETTERS = {
    "de": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K", "A"),
    "en": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
}
COURTS = (Figure.JACK, Figure.QUEEN, Figure.KING, Figure.ACE)


def deck(language: str) -> list[Face]:
    figures = (Figure.NUMBER,) * 9 + COURTS
    return [
        Face(letter, suit, figure)
        for suit, (letter, figure) in product(Suit, zip(LETTERS[language], figures, strict=True))
    ]


def raw(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.fixture(scope="module")
def cards() -> Cards:
    return Cards(Lettering(), Outlines())


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("four_colour", [False, True])
def test_all_52_faces_differ(
    cards: Cards, orientation: Orientation, language: str, four_colour: bool
) -> None:
    style = Style(orientation, four_colour)
    pictures = {raw(cards.face(face, 120, style)) for face in deck(language)}
    assert len(pictures) == 52


@pytest.mark.parametrize("orientation", Orientation)
def test_faces_differ_without_colour_in_more_than_a_few_pixels(
    cards: Cards, orientation: Orientation
) -> None:
    style = Style(orientation)
    grey = [
        pygame.transform.grayscale(cards.face(face, 200, style)).convert(32) for face in deck("de")
    ]
    for one, other in combinations(grey, 2):
        apart = one.copy()
        apart.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        back = other.copy()
        back.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        apart.blit(back, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        far = pygame.mask.from_threshold(apart, (255, 255, 255), (155, 155, 155, 255)).count()
        assert far > 150


@pytest.mark.parametrize("height", [97, 150, 301, 460])
def test_a_card_keeps_its_ink_off_its_edge(cards: Cards, height: int) -> None:
    for orientation, letters in product(Orientation, LETTERS):
        for face in deck(letters)[:13]:
            card = cards.face(face, height, Style(orientation))
            paper = card.get_at((card.get_width() // 2, max(2, height // 60)))
            edge = max(2, height // 60)
            wide, tall = card.get_size()
            for box in (
                (edge, wide // 4, 1, wide // 2),
                (wide - 1 - edge, wide // 4, 1, wide // 2),
                (wide // 4, edge, wide // 2, 1),
                (wide // 4, tall - 1 - edge, wide // 2, 1),
            ):
                assert pygame.transform.average_color(card, box)[:3] == paper[:3]


def test_a_cross_card_says_the_same_to_all_four_sides(cards: Cards) -> None:
    for face in deck("de"):
        card = cards.face(face, 300, Style(Orientation.CROSS)).copy()
        card.fill(TEXT, pygame.Rect(90, 90, 120, 120))
        for turn in (90, 180, 270):
            assert raw(pygame.transform.rotate(card, turn)) == raw(card)


def test_four_colours_are_four_and_two_are_two() -> None:
    assert len({suit_colour(suit, True) for suit in Suit}) == 4
    assert len({suit_colour(suit, False) for suit in Suit}) == 2


def test_backs_say_nothing(cards: Cards) -> None:
    assert cards.back(200, Orientation.CROSS).get_size() == (200, 200)
    assert cards.back(210, Orientation.TWO_SIDE).get_size() == (150, 210)
    assert cards.back(210, Orientation.TWO_SIDE) is cards.back(210, Orientation.TWO_SIDE)


def luminance(colour: Colour) -> float:
    """Relative luminance, WCAG 2."""
    parts = [c / 255 for c in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_words_stand_out_from_the_felt_and_from_panels() -> None:
    for ground in (FELT, PANEL):
        for ink in (TEXT, DIM, ACCENT, *(tone_colour(tone) for tone in Tone)):
            assert contrast(ink, ground) >= 4.5
    assert contrast(TEXT, SIGNAL) >= 3.0


def test_a_seat_is_colour_and_shape_and_number() -> None:
    assert len({look.colour for look in SEATS}) == 8
    assert len({look.shape for look in SEATS}) == 8
    assert all(contrast(look.number, look.colour) >= 3.0 for look in SEATS)
    assert ACCENT not in {look.colour for look in SEATS}
    brush = Brush(1.0)
    assert len({raw(brush.emblem(seat, 24)) for seat in range(8)}) == 8


def test_emblems_differ_without_colour() -> None:
    brush = Brush(1.0)
    shadows = [pygame.mask.from_surface(brush.emblem(seat, 60)) for seat in range(8)]
    for one, other in combinations(shadows, 2):
        both = one.overlap_area(other, (0, 0))
        assert both < 0.93 * max(one.count(), other.count())


def test_text_is_never_wider_than_its_room() -> None:
    lettering = Lettering()
    for text in ("Du", "Friedrich-Wilhelm", "Unentschieden: dieselbe Stellung", "W" * 60):
        for width in (20, 60, 140, 400):
            assert lettering.fit(text, 30, width, TEXT).get_width() <= width


def test_text_is_set_smaller_before_it_is_shortened() -> None:
    lettering = Lettering()
    room = lettering.width("Friedrich-Wilhelm", 20)
    assert raw(lettering.fit("Friedrich-Wilhelm", 30, room, TEXT)) == raw(
        lettering.text("Friedrich-Wilhelm", 20, TEXT)
    )
    least = lettering.fit("Friedrich-Wilhelm", 4, 400, TEXT)
    assert raw(least) == raw(lettering.text("Friedrich-Wilhelm", LEAST_PX, TEXT))


def test_figures_are_tabular() -> None:
    lettering = Lettering()
    for size in (12, 24, 40, 56):
        assert len({lettering.width(figure, size) for figure in "0123456789"}) == 1


def test_the_font_has_every_sign_of_both_languages() -> None:
    font = Lettering().font(20)
    signs = "ÄÖÜäöüß„“”’–…♠♥♦♣±×0123456789"
    assert all(metrics is not None for metrics in font.metrics(signs))


def test_lines_break_at_spaces() -> None:
    lettering = Lettering()
    room = lettering.width("dieselbe Stellung", 20)
    text = "dieselbe Stellung ein zweites Mal"
    assert lettering.lines(text, 20, room) == ["dieselbe Stellung", "ein zweites Mal"]
    assert lettering.lines("", 20, room) == []


def test_a_shelf_keeps_its_limit_and_what_was_wanted_last() -> None:
    shelf = Shelf(300)
    drawn: list[str] = []

    def draw(name: str) -> pygame.Surface:
        def paint() -> pygame.Surface:
            drawn.append(name)
            return pygame.Surface((10, 10))

        return shelf.get(name, paint)

    for name in "abcabdab":
        draw(name)
    assert drawn == ["a", "b", "c", "d"]
    assert shelf.held_px == 300
    draw("c")
    assert drawn[-1] == "c"
    with pytest.raises(ValueError, match="limit_px: 0"):
        Shelf(0)


def test_a_face_is_drawn_within_a_few_milliseconds(cards: Cards) -> None:
    costs = []
    for face in deck("en"):
        start = time.perf_counter()
        cards.face(face, 289, Style(Orientation.TWO_SIDE, four_colour=True))
        costs.append(time.perf_counter() - start)
    assert sorted(costs)[26] < 0.01


def test_the_name_of_a_file_is_broken_behind_its_joints_and_nothing_of_it_is_lost() -> None:
    lettering = Lettering()
    path = "/media/maximilian/KINGSTON/ratscrew-20261130-071205.zip"
    for width in (120, 240, 400):
        lines = lettering.lines(f"Written to {path}", 20, width)
        assert "".join(lines).replace(" ", "") == f"Writtento{path}"
        joints = [line[-1] for line in lines if line in path][:-1]
        assert set(joints) <= {"/", "-"}
        longest = max(
            lettering.width(part, 20) for part in ("maximilian/", "20261130-", "KINGSTON/")
        )
        assert max(lettering.width(line, 20) for line in lines) <= max(width, longest)
    whole = lettering.lines(path, 20, 2000)
    assert whole == [path]


def test_only_so_many_sizes_of_the_font_are_open_and_those_used_last_stay() -> None:
    lettering = Lettering()
    kept = lettering.font(20)
    for size_px in range(30, 30 + 2 * MOST_FONTS):
        lettering.font(size_px)
        assert lettering.font(20) is kept
    first = lettering.font(30)
    assert lettering.font(30) is first
    for size_px in range(100, 100 + MOST_FONTS):
        lettering.font(size_px)
    assert lettering.font(30) is not first
