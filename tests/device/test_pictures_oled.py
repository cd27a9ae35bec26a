"""The table on 128 x 64 dots, against pictures that a person has looked at, and what they cost.

`python -m tests.device.test_pictures_oled` paints the reference pictures anew, to be looked at
before they are kept, and all of them enlarged on one sheet.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.language import language
from device.leaf import Leaf
from device.overlay import Countdown, Help, Paused, Question, Result, ResultRow
from device.rulebook import rulebook
from device.view import (
    Event,
    HandLine,
    KeyHint,
    Mark,
    Motion,
    MotionKind,
    Orientation,
    PhotoFinish,
    Pile,
    Style,
    Tone,
    Turning,
    View,
)
from game.rules import PRESETS
from hal.dots import frame
from hal.panel import Kind
from tests.device.story import story
from tests.device.test_rulebook import ALL_OTHERWISE
from tests.device.views import faces, seats, table, with_seat
from tests.hal.metered import cost

Image = pytest.importorskip("PIL.Image")
from device.pictures import ink  # noqa: E402 - where Pillow is missing there is nothing to test
from device.pictures.box import Box  # noqa: E402
from device.pictures.ink import Ink  # noqa: E402
from device.pictures.oled import SIZE, Miniature  # noqa: E402
from device.pictures.oled_pages import help_pages, leaf_pages  # noqa: E402
from tests.device.proof_oled import Marking, faults  # noqa: E402

REFERENCES = Path(__file__).parent / "pictures" / "oled"
TOLERANCE = 0.002
"""Share of dots that may differ: less than a changed suit on the top card."""
FULL = {Kind.SSD1306: 1024 + 6 + 4, Kind.SH1106: 1024 + 24 + 32}
"""Bytes that luma takes for a frame; tests/hal/test_oled.py counts them."""

SEVEN = Pile(faces("7H 10C QS"), 17, "17 Karten")
BOTTOM = replace(SEVEN, count=104, bottom=faces("9D")[0], bottom_text="Ganz unten")


def race(*marks: tuple[int, str], headline: str, dead_heat: bool = False) -> Event:
    """A race that the first of these won, or the first two together."""
    made = tuple(
        Mark(seat, 900 * n, text, first=n < 1 + dead_heat) for n, (seat, text) in enumerate(marks)
    )
    finish = PhotoFinish(made, "Totes Rennen" if dead_heat else "", dead_heat)
    return Event(headline, Tone.GOOD, marks[0][0], finish=finish)


def _samples() -> dict[str, View]:
    four = seats(4, turn=True)
    plain = table(four, SEVEN, now_text="Anna legt", timing_text="")
    owing = with_seat(seats(4), 1, turn=True, owed=2, attempts=4)
    alone = (Mark(0, 0, "213,412 ms", first=True), Mark(3, 92_700, "+92,700 ms", late=True))
    too_late = PhotoFinish(alone, late_text="zu spät", shown_us=213_412)
    late = Event("Paar! Anna 213,412 ms", Tone.GOOD, 0, finish=too_late)
    doubt = (HandLine("+0,412 ms, vielleicht früher", 3),)
    paused = replace(plain, overlay=Paused("Pause", "P: weiter"))
    ranking = tuple(
        ResultRow(str(n + 1), n, name, "75", winner=n == 0)
        for n, name in enumerate(("Anna", "Ben", "Clara", "Maximilian", "Eva-Lena", "Friedrich"))
    )
    help_rows = (
        KeyHint("legen", "eine Karte legen"),
        KeyHint("hauen", "auf den Stapel hauen, wenn ein Muster liegt"),
        KeyHint("alle", "2 s halten: Pause"),
    )
    question = Question("Spiel verlassen?", ("Weiter", "Verlassen"), 1, "Es bleibt erhalten.")
    return {
        "nobody yet": table(seats(4), Pile(), now_text="Maximilian legt", timing_text=""),
        "begins": table(with_seat(seats(4), 1, turn=True), Pile(), now_text="Ben legt"),
        "first card": replace(plain, pile=Pile(faces("10H"), 1, "1 Karte")),
        "turn": plain,
        "last chance": replace(plain, now_text="Letzte Chance: Maximilian legt"),
        "claim": table(seats(4), SEVEN, now_text="Der Stapel geht an Maximilian"),
        "challenge": replace(plain, seats=owing, now_text="Ben zahlt an Clara"),
        "bottom": replace(plain, seats=owing, pile=BOTTOM),
        "two seats": replace(plain, seats=seats(2, turn=True)),
        "six seats": replace(plain, seats=with_seat(seats(6, turn=True), 4, barred=True)),
        "eight seats": replace(plain, seats=with_seat(seats(8, turn=True), 6, out=True)),
        "stuck": replace(plain, seats=with_seat(four, 2, status="Taste klemmt")),
        "time limit": replace(plain, limit_text="noch 4:59"),
        "challenge with a limit": replace(plain, seats=owing, limit_text="noch 0:07"),
        "long name": replace(
            plain, seats=with_seat(owing, 1, name="Friedrich-Wilhelm"), now_text="x " * 50
        ),
        "false slap": replace(
            plain,
            seats=owing,
            event=Event("Falsch gehauen: Ben verbrennt 1 Karte", Tone.BAD, 1),
        ),
        "race": table(
            with_seat(seats(4), 2, turn=True),
            Pile(),
            event=race((2, "213,412 ms"), (0, "+4,708 ms"), headline="Paar! Clara 213,412 ms"),
        ),
        "race in three lines": replace(
            plain, event=race((0, "1"), headline="Sandwich 8 3 8! Anna 446,264 ms")
        ),
        "race told on": replace(
            plain,
            event=race((2, "1"), (0, "+12,708 ms"), headline="Sandwich! Maximilian 1.213,412 ms"),
        ),
        "too late": replace(plain, event=late),
        "too late without a card": table(with_seat(seats(4), 0, turn=True), Pile(), event=late),
        "disputed": replace(plain, event=replace(late, finish=None, lines=doubt)),
        "dead heat": replace(
            plain,
            event=race(
                (0, "213,4 ms"),
                (1, "+0,080 ms"),
                dead_heat=True,
                headline="Paar, Zehner! Totes Rennen: Anna, Maximilian – das Los trifft Maximilian",
            ),
        ),
        "pause": paused,
        "trouble": replace(
            paused, timing_text="Die Platte ist voll: dieses Spiel wird nicht aufgezeichnet"
        ),
        "countdown": replace(plain, overlay=Countdown("3", "Das Spiel geht weiter")),
        "question": replace(plain, overlay=question),
        "three answers": replace(
            plain,
            overlay=Question("Weiter mit dem letzten Spiel?", ("Weiter", "Neues Spiel", "Ende")),
        ),
        "help": replace(plain, overlay=help_pages(Help("Tasten", help_rows))[0]),
        "help two": replace(plain, overlay=help_pages(Help("Tasten", help_rows))[-1]),
        "result": replace(plain, overlay=Result("Anna gewinnt!", ranking[:4])),
        "result with trouble": replace(
            plain,
            overlay=Result(
                "Anna gewinnt mit allen Karten",
                ranking[:4],
                news=True,
                warning="Die Bestenliste wartet: ein anderes Programm nutzt die Datenbank",
            ),
        ),
        "result of six": replace(
            plain, overlay=Result("Unentschieden", (*ranking[:5], replace(ranking[5], points="")))
        ),
    }


SAMPLES = _samples()


def differing(one: Any, other: Any) -> float:
    """Share of the dots that differ."""
    pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
    return sum(a != b for a, b in pairs) / (SIZE[0] * SIZE[1])


def _reference(name: str) -> Path:
    return REFERENCES / f"{name.replace(' ', '-')}.png"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_picture_is_the_one_a_person_has_looked_at(name: str) -> None:
    picture = Miniature().picture(SAMPLES[name])
    assert picture.mode == "1"
    assert picture.size == SIZE
    with Image.open(_reference(name)) as reference:
        assert differing(picture, reference) < TOLERANCE, f"{name}: look at it, then paint it anew"


def test_the_tolerance_is_finer_than_a_changed_suit_and_a_changed_count() -> None:
    view, painter = SAMPLES["turn"], Miniature()
    picture = painter.picture(view)
    for pile in (Pile(faces("7H 10C QC"), 17), Pile(SEVEN.top, 16)):
        other = painter.picture(replace(view, pile=pile))
        assert differing(picture, other) > TOLERANCE


def test_every_reference_has_a_sample() -> None:
    assert sorted(REFERENCES.glob("*.png")) == sorted(_reference(name) for name in SAMPLES)


# No text is cut off


def ink_of(picture: Any, box: Box) -> set[tuple[int, int]]:
    """The light dots in a box."""
    return {
        (x, y)
        for x in range(box.x, box.x + box.width)
        for y in range(box.y, box.y + box.height)
        if picture.getpixel((x, y))
    }


@pytest.mark.parametrize("align", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(
    "text", ["Anna", "Ärger: Gül jagt Friedrich-Wilhelm", "Donaudampfschifffahrt", "213,412 ms"]
)
def test_text_stays_in_its_box_and_touches_no_neighbour(text: str, align: float) -> None:
    for width, height in ((81, 20), (40, 40), (81, 39), (128, 22), (30, 64)):
        drawn = Ink((140, 80))
        box = Box(6, 7, width, height)
        drawn.text(text, box, align=align)
        everywhere = ink_of(drawn.picture, Box(0, 0, 140, 80))
        assert everywhere
        assert everywhere == ink_of(drawn.picture, box)


def test_a_text_keeps_all_its_letters_while_there_is_any_way() -> None:
    for words in (["Donaudampfschifffahrt"], ["Eva-Lena", "und", "Gül"]):
        lines = ink.wrapped(words, 9, 45, broken=True)
        assert lines is not None
        assert "".join(lines).replace(" ", "") == "".join(words)
        assert all(ink.text_width(line, 9) <= 45 for line in lines)
    assert ink.wrapped(["Eva-Lena"], 9, 45, broken=False) == ["Eva-", "Lena"]
    assert ink.wrapped(["Donaudampfschifffahrt"], 9, 45, broken=False) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Anna 446,264 ms", ["Anna", "446,264 ms"]),
        ("Sandwich 8 3 8! Ben 1 ms", ["Sandwich 8 3 8!", "Ben", "1 ms"]),
        ("Paar 10 10! Totes Rennen", ["Paar 10 10!", "Totes", "Rennen"]),
        ("Ben nimmt 2 Karten", ["Ben", "nimmt", "2", "Karten"]),
        ("Paar! Anna", ["Paar!", "Anna"]),
        ("in 1,800 ms; gemeldet", ["in", "1,800 ms;", "gemeldet"]),
        ("ms", ["ms"]),
    ],
)
def test_a_unit_stays_with_its_number_and_cards_with_their_pattern(
    text: str, parts: list[str]
) -> None:
    assert ink.together(text.split()) == parts


def test_of_texts_that_never_come_again_only_so_many_are_kept() -> None:
    """Each race has milliseconds of its own: a table that stands there for months has them all."""
    kept = [value for value in vars(ink).values() if hasattr(value, "cache_info")]

    def sizes(texts: range) -> list[int]:
        drawn = Ink(SIZE)
        for number in texts:
            drawn.text(f"{number / 1000:.3f} ms", Box(0, 0, 128, 20))
            ink.glyphs(str(number), 22, 40)
        return [each.cache_info().currsize for each in kept]

    assert sizes(range(700)) == sizes(range(700, 1000))


@pytest.mark.parametrize("attempts", range(1, 5))
@pytest.mark.parametrize("limit", ["", "noch 9:58"])
@pytest.mark.parametrize(
    "name", ["Ben", "Maximilian", "Wilhelmine M", "Friedrich-Wilhelm II", "Donaudampfschiff"]
)
def test_what_is_owed_breaks_no_name(name: str, limit: str, attempts: int) -> None:
    owing = with_seat(seats(4), 1, name=name, turn=True, owed=1, attempts=attempts)
    view = table(owing, SEVEN, now_text=f"{name} zahlt an Anna", limit_text=limit)
    made: list[Marking] = []

    def begun(size: tuple[int, int]) -> Ink:
        made.append(Marking(size))
        return made[-1]

    Miniature(SIZE, begun).picture(view)
    assert not list(faults(view))
    for stamp in made[-1].stamps:
        if stamp.text == name:
            left, top, right, bottom = stamp.dots.getbbox()  # type: ignore[misc]
            unbroken = ink.wrapped(ink.split(name), 9, right - left + 1, broken=False)
            assert unbroken is not None
            assert len(unbroken) == 1 or bottom - top > 13
    assert name in {stamp.text for stamp in made[-1].stamps} or len(name) > 12


@pytest.mark.parametrize(
    "word",
    [
        "fd00::dea6:32ff:fe01:2345",
        "/home/maximilian/.local/state/ratscrew-table",
        "/media/anna/KINGSTON/ratscrew-20261130-071205.zip:",
        "ratscrew_0.1.0-1_all.deb.sha256sum",
    ],
)
def test_an_address_goes_on_in_the_next_line_after_one_of_its_signs(word: str) -> None:
    lines = ink.wrapped([word], 11, 128, broken=True)
    assert lines is not None
    assert "".join(lines) == word
    assert len(lines) > 1
    assert all(line[-1] in "-/:._" for line in lines[:-1])


def test_a_sign_between_two_words_stays_with_the_first() -> None:
    assert ink.split("Maximilian: legen / hauen") == ["Maximilian:", "legen /", "hauen"]
    assert ink.split("Eva – das Los") == ["Eva –", "das", "Los"]
    assert ink.split("– 5") == ["–", "5"]


def test_the_cards_of_a_pattern_stand_in_one_line_while_there_is_room() -> None:
    event = race((0, "199,765 ms"), headline="Strittig: Paar 7 7! Maximilian 199,765 ms")
    drawn = Ink(SIZE)
    assert drawn.fits(event.headline, Box(0, 0, 81, 29))
    assert not drawn.fits(event.headline, Box(0, 0, 81, 29), torn=False)
    told = []

    class Telling(Ink):
        def text(self, text: str, box: Box, *more: Any, **others: Any) -> int:
            told.append((text, box))
            return super().text(text, box, *more, **others)

    Miniature(SIZE, Telling).picture(table(seats(4), Pile(), event=event))
    rooms = [box for text, box in told if text == event.headline]
    assert [drawn.fits(event.headline, box, torn=False) for box in rooms] == [True]


def test_what_is_better_not_torn_apart_is_torn_before_letters_are_lost() -> None:
    drawn, box = Ink((140, 80)), Box(0, 0, 60, 40)
    assert drawn.fits("Vierlinge 4 5 6 7!", box)
    drawn.text("Vierlinge 4 5 6 7!", box, (9,))
    assert drawn.shortened == []


def test_what_fits_in_no_way_ends_in_an_ellipsis() -> None:
    drawn = Ink((140, 80))
    box = Box(5, 5, 40, 10)
    assert not drawn.fits("Donaudampfschifffahrtsgesellschaft", box)
    drawn.text("Donaudampfschifffahrtsgesellschaft", box)
    everywhere = ink_of(drawn.picture, Box(0, 0, 140, 80))
    assert everywhere == ink_of(drawn.picture, box)
    bottom = max(y for _, y in everywhere)
    dots = {x for x, y in everywhere if y == bottom}
    assert len([x for x in dots if x - 1 not in dots]) >= 3


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("count", [2, 4, 8])
def test_in_a_whole_game_no_text_is_shortened(code: str, count: int) -> None:
    painter = Miniature()
    for view in story(count, code=code):
        painter.picture(view)
        assert painter.shortened == ()


def test_in_a_game_with_a_limit_the_time_is_told_and_no_text_shortened() -> None:
    painter, told = Miniature(), set()
    for view in story(4, inputs=150, time_limit_us=300_000_000):
        painter.picture(view)
        assert painter.shortened == ()
        told.add(view.limit_text)
    assert len(told) > 10


@pytest.mark.parametrize("name", SAMPLES)
def test_on_no_page_is_a_text_shortened(name: str) -> None:
    painter = Miniature()
    painter.picture(SAMPLES[name])
    assert painter.shortened == ()


def test_a_planted_overflow_is_found() -> None:
    painter, endless = Miniature(), "Donaudampfschifffahrtsgesellschaftskapitänsmützen " * 3
    painter.picture(replace(SAMPLES["turn"], event=Event(endless)))
    assert painter.shortened == (endless,)
    painter.picture(replace(SAMPLES["question"], overlay=Question(endless, ("Ja", "Nein"))))
    assert painter.shortened == (endless,)
    painter.picture(SAMPLES["turn"])
    assert painter.shortened == ()


# What is told


def picture_of(name: str, **changes: Any) -> bytes:
    return Miniature().picture(replace(SAMPLES[name], **changes)).tobytes()


def test_whatever_counts_is_to_be_seen() -> None:
    plain = picture_of("turn")
    view = SAMPLES["turn"]
    others = {
        "the top card": picture_of("turn", pile=replace(SEVEN, top=faces("7H 10C QH"))),
        "the one under it": picture_of("turn", pile=replace(SEVEN, top=faces("7H 9C QS"))),
        "the one under that": picture_of("turn", pile=replace(SEVEN, top=faces("7D 10C QS"))),
        "the pile": picture_of("turn", pile=replace(SEVEN, count=18)),
        "the hidden pile": picture_of("turn", pile=replace(SEVEN, hidden=True)),
        "the bottom card": picture_of("turn", pile=replace(SEVEN, bottom=faces("2S")[0])),
        "the turn": picture_of("turn", seats=with_seat(seats(4), 3, turn=True)),
        "who is told": picture_of("turn", now_text="Ben legt"),
        "the time left": picture_of("turn", limit_text="noch 4:59"),
        "a second less": picture_of("turn", limit_text="noch 4:58"),
        "a debt": picture_of("turn", seats=seats(4, turn=True, owed=1, attempts=1)),
        "one that is out": picture_of("turn", seats=with_seat(view.seats, 3, out=True)),
        "one that is barred": picture_of("turn", seats=with_seat(view.seats, 3, barred=True)),
        "a status": picture_of("turn", seats=with_seat(view.seats, 3, status="klemmt")),
        **{
            f"hand {n}": picture_of("turn", seats=with_seat(view.seats, n, cards=51))
            for n in range(4)
        },
    }
    assert len({plain, *others.values()}) == 1 + len(others)


def test_a_debt_is_told_in_attempts_left_and_attempts_there_were() -> None:
    told = {
        picture_of("turn", seats=seats(4, turn=True, owed=owed, attempts=attempts))
        for attempts in range(1, 5)
        for owed in range(1, attempts + 1)
    }
    assert len(told) == 4 + 3 + 2 + 1


@pytest.mark.parametrize("late", [0, 1, 3])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_race_tells_the_time_of_each_hand_on_the_empty_table(count: int, late: int) -> None:
    """Another time of any hand is another picture; so is too late or not, and where it stands."""
    marks = [Mark(n, 900 * n, f"+{n},708 ms", first=n == 0) for n in range(count)]
    marks += [
        Mark(count + n, 90_000 * (n + 1), f"+{90 * (n + 1)},512 ms", late=True) for n in range(late)
    ]
    marks[0] = replace(marks[0], text="213,412 ms")

    def told(*marks: Mark) -> bytes:
        headline = f"Paar! Clara {marks[0].text}"
        finish = PhotoFinish(marks, shown_us=213_412 if count == 1 else 0)
        return picture_of(
            "race",
            seats=with_seat(seats(max(2, len(marks))), 0, turn=True),
            event=Event(headline, Tone.GOOD, 0, finish=finish),
        )

    shown = min(len(marks), 5)  # with the headline's; a fifth late one has no room for its time
    others = {told(*marks)}
    for n, mark in enumerate(marks[:shown]):
        time = mark.text.replace("2 ms", "3 ms").replace("8 ms", "9 ms")
        others.add(told(*marks[:n], replace(mark, text=time), *marks[n + 1 :]))
    assert len(others) == 1 + shown
    if late:
        others.add(told(*marks[:-1], replace(marks[-1], late=False, at_us=2_000)))
        assert len(others) == 2 + shown


def test_a_race_is_a_time_line_beside_a_card_that_was_laid_since() -> None:
    first = race((2, "213,412 ms"), (0, "+4,708 ms"), headline="Paar! Clara 213,412 ms")
    assert first.finish is not None
    nearer = (first.finish.marks[0], replace(first.finish.marks[1], at_us=400))
    moved = replace(first, finish=replace(first.finish, marks=nearer))
    alone = race((2, "213,412 ms"), headline="Paar! Clara 213,412 ms")
    pictures = {picture_of("turn", event=event) for event in (first, moved, alone)}
    assert len(pictures) == 3
    assert picture_of("turn", event=replace(alone, finish=None)) not in pictures


def test_a_card_in_the_air_and_motions_are_no_other_picture() -> None:
    plain = picture_of("turn")
    moving = (Motion(MotionKind.SLAP, 300, 0), Motion(MotionKind.BURN, 10, 1))
    assert picture_of("turn", motions=moving) == plain
    assert picture_of("turn", style=Style(Orientation.CROSS, True)) == plain
    in_air = {
        picture_of("turn", seats=seats(4), turning=Turning(0, progress))
        for progress in (0, 400, 1000)
    }
    assert in_air == {plain}


def test_equal_views_are_one_picture_and_a_kept_one_stays_as_it_is() -> None:
    painter = Miniature()
    kept = painter.picture(SAMPLES["turn"])
    before = kept.tobytes()
    assert painter.picture(replace(SAMPLES["turn"])) is kept
    painter.picture(SAMPLES["race"])
    assert kept.tobytes() == before


def test_nothing_lies_under_a_finger_and_another_size_is_refused() -> None:
    assert Miniature().hit(SAMPLES["question"], 100, 60) is None
    with pytest.raises(ValueError, match=r"size \(128, 32\); must be \(128, 64\)"):
        Miniature((128, 32))


def test_help_is_cut_into_pages_that_show_all_their_rows() -> None:
    rows = tuple(KeyHint(f"T{n}", f"Zeile {n} " * (1 + n % 4)) for n in range(9))
    made = help_pages(Help("Tasten", rows))
    assert len(made) > 1
    assert tuple(row for page in made for row in page.rows) == rows
    painter = Miniature()
    for page in made:
        view = replace(SAMPLES["help"], overlay=page)
        shown = painter.picture(view).tobytes()
        for number in range(len(page.rows)):
            kept = page.rows[:number] + page.rows[number + 1 :]
            fewer = replace(view, overlay=replace(page, rows=kept))
            assert painter.picture(fewer).tobytes() != shown
    assert help_pages(Help("Tasten", ())) == (Help("Tasten", ()),)


@pytest.mark.parametrize("code", ["de", "en"])
def test_rules_are_cut_into_pages_that_show_all_their_text(code: str) -> None:
    spoken, painter = language(code), Miniature()
    for rules in (*PRESETS.values(), ALL_OTHERWISE):
        for leaf in rulebook(rules, spoken, spoken):
            made = leaf_pages(replace(leaf, number="17 / 17"))
            assert tuple(text for page in made for text in page.text) == (*leaf.text, *leaf.here)
            for page in made:
                view = replace(SAMPLES["help"], overlay=page)
                shown = painter.picture(view).tobytes()
                assert painter.shortened == ()
                for number in range(len(page.text) if len(page.text) > 1 else 0):
                    kept = page.text[:number] + page.text[number + 1 :]
                    fewer = replace(view, overlay=replace(page, text=kept))
                    assert painter.picture(fewer).tobytes() != shown


def test_the_first_page_of_a_rule_tells_it_in_short() -> None:
    leaf = Leaf("Draufhauen", ("Kurz.", "Lang. " * 30), number="5 / 17")
    shown = Miniature().picture(replace(SAMPLES["help"], overlay=leaf)).tobytes()
    short = replace(leaf, text=("Kurz.",))
    assert Miniature().picture(replace(SAMPLES["help"], overlay=short)).tobytes() == shown
    other = replace(leaf, text=("Anders.",))
    assert Miniature().picture(replace(SAMPLES["help"], overlay=other)).tobytes() != shown


# What it costs


def changes(views: Iterator[View]) -> Iterator[tuple[View, View, bytes, bytes]]:
    """Each view and the next one with another picture, and their frames."""
    painter, before, old = Miniature(), None, b""
    for view in views:
        new = frame(painter.picture(view))
        if before is not None and new != old:
            yield before, view, old, new
        before, old = view, new


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_a_new_card_costs_at_most_60_percent_of_a_frame(count: int) -> None:
    cards = 0
    for before, view, old, new in changes(story(count, inputs=600)):
        if view.pile.count == before.pile.count + 1:
            cards += 1
            for kind, full in FULL.items():
                assert cost(kind, old, new) <= 0.60 * full, (before, view)
    assert cards > 50


@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("name", ["turn", "challenge", "bottom", "six seats", "eight seats"])
def test_a_new_count_costs_at_most_15_percent_of_a_frame(kind: Kind, name: str) -> None:
    view, painter = SAMPLES[name], Miniature()
    old = frame(painter.picture(view))
    told = 0
    for n, seat in enumerate(view.seats):
        for cards in (0, 1, 8, seat.cards - 1, 19, 100):
            other = replace(view, seats=with_seat(view.seats, n, cards=max(0, cards)))
            took = cost(kind, old, frame(painter.picture(other)))
            told += took > 0
            assert took <= 0.15 * FULL[kind]
    for count in (1, 16, 18, 88, 100, 104):
        other = replace(view, pile=replace(view.pile, count=count))
        assert cost(kind, old, frame(painter.picture(other))) <= 0.15 * FULL[kind]
    assert told > 3 * len(view.seats)


def _sheet(path: Path, scale: int = 4, columns: int = 3) -> None:
    from PIL import ImageDraw

    wide, high = SIZE[0] * scale + 12, SIZE[1] * scale + 26
    rows = -(-len(SAMPLES) // columns)
    sheet = Image.new("RGB", (wide * columns, high * rows), (60, 60, 60))
    for number, (name, view) in enumerate(SAMPLES.items()):
        x, y = number % columns * wide + 6, number // columns * high + 20
        picture = Miniature().picture(view).resize((SIZE[0] * scale, SIZE[1] * scale))
        sheet.paste(picture, (x, y))
        ImageDraw.Draw(sheet).text((x, y - 15), name, fill="yellow")
    sheet.save(path)


if __name__ == "__main__":
    REFERENCES.mkdir(parents=True, exist_ok=True)
    for sample, view_of_it in SAMPLES.items():
        Miniature().picture(view_of_it).save(_reference(sample), optimize=True)
    _sheet(Path(sys.argv[1] if len(sys.argv) > 1 else "oled.png"))
