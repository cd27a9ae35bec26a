"""The boards of an idle table: what cannot be read is left out, and nobody waits."""

import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from device.between import IdlePage, Line
from device.board_page import board_pages
from device.boards import Boards, boards
from device.careers import Careers
from device.config import Config
from device.idle_page import board_sheets
from device.keeper import Keeper
from device.language import language
from device.lookup import Lookup
from device.scores import SCORES, Scores
from device.troubles import Troubles
from device.waiting import Waiting
from tests.device.evenings import finished, pair_of, waiting
from tests.device.playing import Evening

DAY = "2026-11-30"


def test_the_boards_are_those_of_the_data_base(tmp_path: Path) -> None:
    with Scores(tmp_path / SCORES, writing=True) as scores:
        scores.keep(finished(pair_of(["Anna", "Ben"], 300_000)))
    best = Lookup(tmp_path).best(DAY)
    assert best is not None
    assert best.day == DAY
    assert [place.names for place in best.quickest] == [("Ben",)]
    sheets = {
        sheet.heading: sheet.lines for sheet in board_sheets(board_pages(best, language("en")))
    }
    assert list(sheets) == [
        "Quickest reaction", "Median reaction", "Most piles slapped in a game",
        "Fewest false slaps in a game", "Longest game", "Head to head",
    ]  # fmt: skip
    assert sheets["Quickest reaction"] == (Line("1. Ben", "300.000 ms"),)
    assert sheets["Head to head"] == (Line("Anna – Ben", "0 : 1", note="1 game"),)


def test_without_a_data_base_that_can_be_read_there_are_none(tmp_path: Path) -> None:
    (tmp_path / SCORES).write_bytes(b"nonsense" * 999)
    assert Lookup(tmp_path).best(DAY) is None


def test_a_new_table_has_boards_that_nobody_is_on(tmp_path: Path) -> None:
    found = Lookup(tmp_path).best(DAY)
    assert found == boards(Careers(), DAY)
    assert list(tmp_path.iterdir()) == []


def test_a_board_without_anybody_is_no_sheet(tmp_path: Path) -> None:
    (tmp_path / SCORES).write_bytes(b"")
    empty = Lookup(tmp_path).best(DAY)
    assert empty is not None
    assert board_sheets(board_pages(empty, language("en"))) == ()


def test_a_data_base_that_has_not_changed_is_not_read_again(tmp_path: Path) -> None:
    rests: list[None] = []
    lookup = Lookup(tmp_path, lambda: rests.append(None))
    with Scores(tmp_path / SCORES, writing=True) as scores:
        for number in range(4):
            scores.keep(finished(pair_of(["Anna", "Ben"], 300_000 + number)))
        first = lookup.best(DAY)
        read = len(rests)
        assert read >= 2
        assert (lookup.best(DAY), len(rests)) == (first, read)
        scores.keep(finished(pair_of(["Anna", "Ben"], 200_000)))
        second = lookup.best(DAY)
    assert first is not None
    assert second is not None
    assert (first.quickest[0].value, second.quickest[0].value) == (300_000, 200_000)
    another = lookup.best("2026-12-01")
    assert another is not None
    assert another.day == "2026-12-01"


def many(folder: Path, games: int = 200) -> None:
    """So many games that reading them with a rest after every other takes a while."""
    waiting(folder, *(pair_of(["Anna", "Ben"], 300_000 + number) for number in range(games)))
    Waiting(folder).take_in()


def test_the_loop_asks_for_boards_and_does_not_wait_for_them(tmp_path: Path) -> None:
    many(tmp_path)
    keeper = Keeper(tmp_path, language("en"), patience_s=20)
    keeper.look_up(DAY)
    assert keeper.boards is None
    ends_s = monotonic() + 20
    while keeper.boards is None and monotonic() < ends_s:
        pass
    assert keeper.boards == Lookup(tmp_path).best(DAY) is not None
    keeper.close()
    told: list[str] = []
    keeper.report(Troubles(told.append))
    assert told == []


def test_a_table_that_ends_does_not_wait_for_boards_of_many_games(tmp_path: Path) -> None:
    many(tmp_path)
    keeper = Keeper(tmp_path, language("en"), patience_s=20)
    keeper.look_up(DAY)
    keeper.close()
    assert keeper.boards is None
    assert not [each for each in threading.enumerate() if each.name == "keeper"]


def test_a_look_at_the_boards_takes_in_no_game_of_a_folder_that_another_table_has(
    tmp_path: Path,
) -> None:
    waiting(tmp_path, pair_of(["Anna", "Ben"]))
    before = sorted(tmp_path.rglob("*"))
    keeper = Keeper(tmp_path, language("en"), patience_s=20)
    keeper.look_up(DAY)
    keeper.close()
    assert sorted(tmp_path.rglob("*")) == before


class Late:
    """A library in which looking up the boards takes a minute."""

    def __init__(self, lookup: Lookup) -> None:
        self._found: Boards | None = None
        self._lookup = lookup
        self.asked_ms: list[float] = []
        self.now_ms: Callable[[], float] = lambda: 0

    @property
    def boards(self) -> Boards | None:
        late = self.asked_ms and self.now_ms() > self.asked_ms[0] + 60_000
        return self._found if late else None

    def look_up(self, day: str) -> None:
        self.asked_ms.append(self.now_ms())
        self._found = self._lookup.best(day)


def test_boards_come_to_the_idle_table_when_they_are_read(tmp_path: Path) -> None:
    many(tmp_path, 3)
    library = Late(Lookup(tmp_path))
    table = Evening(tmp_path, None, received=Config(), library=library)
    library.now_ms = lambda: table.now_ms
    table.play(until_ms=200_000)
    told = {
        view.overlay.heading: ms
        for ms, view in reversed(table.views)
        if isinstance(view.overlay, IdlePage)
    }
    assert library.asked_ms[0] == 0
    assert told["Lay"] < 60_000 < told["Median reaction"]
