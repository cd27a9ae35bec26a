"""The boards at the table: every board and person is come by, and told as the command tells it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.between import BoardPage, LobbyPage
from device.board_page import MOST_PEOPLE, board_pages, nobody, people, person_pages
from device.board_text import board_lines, page_lines
from device.boards import Boards, page, pages
from device.bookcase import Bookcase
from device.browsing import Browsing, open_page, turned
from device.careers import careers
from device.config import Config
from device.gesture import Press
from device.idle_page import board_sheets, in_turn, rule_sheets
from device.language import LANGUAGES, language
from device.lobby import Row
from device.lookup import Lookup
from device.overlay import Help
from device.reading import Paging, whole
from device.scores import SCORES, Scores
from game.rules import Rules
from game.score import ANTICIPATED_US
from hal.wiring import Button
from tests.device.evenings import Script, finished, scripts
from tests.device.playing import Evening
from tests.device.receiving import kinds, row
from tests.device.shelf import BOARDS, DAY, EMPTY, FAMILY, Shelf, game, shelved

ENGLISH = language("en")
OPENED = Browsing(0)


def opened(
    browsing: Browsing = OPENED,
    shown: Boards | None = BOARDS,
    joined: tuple[str, ...] = (),
    paging: Paging = whole,
) -> BoardPage:
    boards = () if shown is None else tuple(board_pages(shown, ENGLISH))
    persons = () if shown is None else people(shown, joined)
    found = open_page(browsing, boards, persons, nobody(shown, ENGLISH), paging, ENGLISH)
    assert isinstance(found, BoardPage)
    return found


def leafed(*presses: Press) -> Browsing:
    browsing = OPENED
    for press in presses:
        after = turned(browsing, press)
        assert after is not None
        browsing = after
    return browsing


def titles(shown: Boards, *joined: str) -> list[str]:
    """Of all boards and people, in their order."""
    count = int(opened(OPENED, shown, joined).number.split(" / ")[1])
    return [opened(Browsing(0, at), shown, joined).title for at in range(count)]


# With two buttons


def test_flip_goes_through_all_boards_and_people_and_round() -> None:
    found = titles(BOARDS)
    assert found[:9] == [
        "Game of the day, 2026-11-30", "Most points", "Quickest reaction", "Median reaction",
        "Most piles slapped in a game", "Fewest false slaps in a game", "Longest game",
        "Most wins in a row", "Head to head",
    ]  # fmt: skip
    assert sorted(found[9:]) == sorted(FAMILY)
    for flips in range(2 * len(found)):
        shown = opened(leafed(*[Press.FLIP] * flips))
        assert shown.title == found[flips % len(found)]
        assert shown.number == f"{flips % len(found) + 1} / {len(found)}"


def test_slap_turns_the_page_of_a_person_and_flip_begins_with_the_first_of_the_next() -> None:
    joined = ("Anna",)
    at_anna = leafed(*[Press.FLIP] * 9)
    first, second, again = (
        opened(replace(at_anna, page=n), joined=joined) for n in range(3)
    )  # fmt: skip
    assert (first.title, second.title, again) == ("Anna", "Anna against", first)
    assert "turn the page" in {hint.does for hint in first.hints}
    after = turned(replace(at_anna, page=1), Press.FLIP)
    assert after == Browsing(0, 10, 0)
    one = opened()
    assert opened(leafed(Press.SLAP)) == one
    assert "turn the page" not in {hint.does for hint in one.hints}


@pytest.mark.parametrize("press", [Press.SLAP_LONG, Press.FLIP_LONG])
def test_long_goes_away(press: Press) -> None:
    assert turned(Browsing(0, 5, 1), press) is None
    assert turned(OPENED, Press.FLIPS_HELD) == OPENED


def test_whoever_has_joined_under_a_name_is_the_first_of_the_people() -> None:
    found = titles(BOARDS, "Ida", "", "Nobody's friend", "CLARA")[9:]
    assert found[:2] == ["Ida", "Clara"]
    assert sorted(found) == sorted(FAMILY)


def test_of_hundreds_only_so_many_are_leafed_through() -> None:
    results = []
    for number in range(120):
        seats = [replace(seat, name=f"{seat.name} {number}") for seat in game(number).seats]
        results.append(replace(game(number), seats=tuple(seats)))
    shown = shelved(careers(results))
    assert len(shown.pages) > 400
    joined = [shown.pages[person].career.name for person in list(shown.pages)[-2:]]
    found = people(shown, joined)
    assert [each.career.name for each in found[:2]] == joined
    assert len(found) == len(joined) + MOST_PEOPLE


@settings(max_examples=50)
@given(st.lists(st.sampled_from((Press.FLIP, Press.SLAP)), max_size=60), st.sampled_from(FAMILY))
def test_whatever_is_pressed_a_page_lies_open(presses: list[Press], name: str) -> None:
    assert opened(leafed(*presses), joined=(name,)).lines


# Nothing to show


UNREAD, STILL_EMPTY = "They cannot be read just now.", "Still empty: play a game under your name."


@pytest.mark.parametrize(("shown", "text"), [(None, UNREAD), (EMPTY, STILL_EMPTY)])
def test_a_table_without_boards_says_why_and_is_left(shown: Boards | None, text: str) -> None:
    for browsing in (OPENED, Browsing(0, 3, 2)):
        found = opened(browsing, shown)
        assert (found.title, found.lines, found.bars) == ("Boards", (), ())
        assert found.text == text
        assert [hint.does for hint in found.hints] == ["back"]


# The same as the command


@pytest.mark.parametrize("code", LANGUAGES)
@settings(max_examples=30)
@given(drawn=st.lists(scripts(), min_size=1, max_size=5))
def test_what_stands_on_a_board_stands_in_the_command(code: str, drawn: list[Script]) -> None:
    spoken = language(code)
    shown = shelved(careers(finished(script.record(), n).result for n, script in enumerate(drawn)))
    lines = list(board_lines(shown, spoken))
    for found in board_pages(shown, spoken):
        start = lines.index(found.title) + 1
        for line, told in zip(found.lines, lines[start:], strict=False):
            words = f"{line.label} {line.value} {line.note}".replace(" – ", " ").split()
            assert sorted(word for word in words if word != "–") == sorted(
                word for word in told.split() if word in words and word != "–"
            )
    assert {found.title for found in board_pages(shown, spoken)} <= set(lines)


@settings(max_examples=30)
@given(st.lists(scripts(), min_size=1, max_size=5))
def test_a_page_of_the_table_has_the_facts_and_the_reactions_of_its_person(
    drawn: list[Script],
) -> None:
    results = [finished(script.record(), n).result for n, script in enumerate(drawn)]
    folded = careers(results)
    kept = pages(folded)
    assert set(kept) == set(folded.people)
    for person, slim in kept.items():
        full = page(folded, person)
        assert full is not None
        assert list(page_lines(slim, ENGLISH)) == list(page_lines(full, ENGLISH))
        first = person_pages(slim, ENGLISH)[0]
        times_us = [
            us for result in results for seat in result.seats if seat.person == person
            for us in seat.reactions_us
        ]  # fmt: skip
        assert sum(bar.number for bar in first.bars) == len(times_us)
        early = sum(us < ANTICIPATED_US for us in times_us)
        assert sum(bar.number for bar in first.bars if bar.marked) == early
        assert bool(first.legend) == bool(early)


def test_a_slap_too_early_is_marked_and_is_not_the_quickest() -> None:
    quickest = next(each for each in board_pages(BOARDS, ENGLISH) if each.title.startswith("Quick"))
    (marked,) = (line for line in quickest.lines if line.note)
    assert marked.label.endswith("Friedrich-Wilhelm II")
    assert marked.note == "1 slap too early"
    assert float(marked.value.split()[0]) >= 100
    first = person_pages(BOARDS.pages["friedrich-wilhelm ii"], ENGLISH)[0]
    assert (first.bars[0].number, first.bars[0].marked) == (1, True)
    assert first.legend == "too early to be a reaction"
    assert first.bars[-1].number == 1


def test_pages_keep_no_reaction_and_only_so_many_duels_and_rest_now_and_then() -> None:
    folded, rests = careers(map(game, range(40))), list[None]()
    kept = pages(folded, most=3, rest=lambda: rests.append(None))
    assert len(rests) == len(kept) == len(FAMILY)
    assert all(not len(each.career.reactions_us) for each in kept.values())
    assert {len(each.duels) for each in kept.values()} == {3}
    assert len(folded.people["anna"].reactions_us) > 0


# An idle table


@given(st.integers(1, 9), st.integers(0, 12))
def test_an_idle_table_shows_each_rule_and_each_board_in_turn(rules: int, number: int) -> None:
    told = rule_sheets(Rules(), ENGLISH) * 3
    best = board_sheets(board_pages(BOARDS, ENGLISH)) * 2
    found = in_turn(told[:rules], best[:number])
    assert set(found) == {*told[:rules], *best[:number]}
    if number:
        assert all(bool(sheet.lines) == (at % 2 == 1) for at, sheet in enumerate(found))
        assert len(found) == 2 * max(rules, number)


def test_all_boards_come_to_an_idle_table_before_it_goes_dark() -> None:
    books = Bookcase(Shelf(), whole, lambda: date(2026, 11, 30))
    dark_s = Config().settings.dark_s
    seen = {books.idle(0, s * 1_000_000_000, Config(), ENGLISH).heading for s in range(dark_s)}
    assert {sheet.heading for sheet in board_sheets(board_pages(BOARDS, ENGLISH))} <= seen
    assert {sheet.heading for sheet in rule_sheets(Rules(), ENGLISH)} <= seen


# At a table


def reads(table: Evening) -> Iterator[BoardPage]:
    return (view.overlay for _, view in table.views if isinstance(view.overlay, BoardPage))


def test_boards_are_read_in_the_lobby_and_lead_back_to_it(tmp_path: Path) -> None:
    library = Shelf()
    table = Evening(tmp_path, None, received=Config(), library=library)
    table.slap(1, 1000)
    ms = row(table, 1, Row.BOARDS, 1400)
    for n in range(10):
        table.flip(1, ms + 500 + 400 * n)
    table.slap(1, ms + 5000)
    table.hold(1, Button.SLAP, ms + 5500, 1300)
    table.play(until_ms=ms + 8000)
    told = [each for each, _drawn in groupby(reads(table))]
    assert [each.number.split()[0] for each in told] == [*map(str, range(1, 12)), "11"]
    assert told[-1].title == f"{told[-2].title} against"
    assert isinstance(table.views[-1][1].overlay, LobbyPage)
    assert library.asked == [DAY] * 3  # the evening and its first demonstration begin; opened


def newer(path: Path) -> None:
    """A later version of the program has kept its games there."""
    with Scores(path, writing=True):
        pass
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version = 99")


def locked(path: Path) -> None:
    """Another program writes there, for as long as the test lasts."""
    with Scores(path, writing=True):
        pass
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("BEGIN EXCLUSIVE")
    LOCKS.append(base)


LOCKS: list[sqlite3.Connection] = []


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda _path: None, STILL_EMPTY),
        (lambda path: path.write_bytes(b""), STILL_EMPTY),
        (lambda path: path.write_bytes(b"nonsense" * 999), UNREAD),
        (newer, UNREAD),
        (locked, UNREAD),
    ],
    ids=["none", "new", "damaged", "newer", "locked"],
)
def test_a_table_without_a_data_base_that_can_be_read_goes_on(
    tmp_path: Path, spoil: Callable[[Path], object], text: str
) -> None:
    spoil(tmp_path / SCORES)
    library = Shelf(Lookup(tmp_path).best(DAY))
    while LOCKS:
        LOCKS.pop().close()
    table = Evening(tmp_path, None, received=Config(), library=library)
    table.slap(1, 1000)
    ms = row(table, 1, Row.BOARDS, 1400)
    for n in range(3):
        table.flip(1, ms + 500 + 400 * n)
    table.hold(1, Button.FLIP, ms + 2500, 1300)
    table.play(until_ms=ms + 5000)
    assert {each.text for each in reads(table)} == {text}
    assert kinds(table)[-1] is LobbyPage
    lobby = table.views[-1][1].overlay
    assert isinstance(lobby, LobbyPage)
    assert lobby.text == text


# On the small display


@pytest.mark.parametrize("code", LANGUAGES)
def test_on_the_small_display_the_buttons_come_first_then_every_row_in_its_order(code: str) -> None:
    pytest.importorskip("PIL")
    from device.pictures.oled_pages import book_pages

    spoken = language(code)
    boards = tuple(board_pages(BOARDS, spoken))
    keys = open_page(OPENED, boards, (), "", book_pages, spoken)
    assert isinstance(keys, Help)
    for at, whole_page in enumerate(boards, 1):
        found = list[BoardPage]()
        for number in range(20):
            small = open_page(Browsing(0, at, number), boards, (), "", book_pages, spoken)
            assert isinstance(small, BoardPage)
            if small in found:
                break
            found.append(small)
        assert [line.value for each in found for line in each.lines if line.value] == [
            line.value for line in whole_page.lines
        ]
        assert found[0].title == whole_page.title
