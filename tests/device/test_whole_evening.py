"""A whole evening at one table on the manual clock, from the first slap to the dark and back.

Join, the pages of the rules, the lesson, house rules, three games, a rematch with one more person,
pauses, who leaves, a daily game, boards, sleep, wake: no trouble, nothing late by a microsecond,
and memory that stays as it is.
"""

import gc
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from device.between import IdlePage, LobbyPage, MenuPage
from device.config import Config
from device.dealing import is_lesson
from device.evening import Room
from device.keeper import Keeper
from device.language import language
from device.leaf import Leaf
from device.lobby import Row
from device.options import Settings
from device.overlay import Countdown, Paused, Question, Result
from device.scores import SCORES, Scores
from device.scribe import RECORDS
from device.view import View
from game.events import Ending, GameOver
from game.rules import Rules
from hal.wiring import Button
from tests.device.playing import Evening, judged, read

LIMIT_MS = 60_000
SETTINGS = Settings(dim_s=10, dark_s=20)
SHORT = Config(
    settings=SETTINGS, rules=Rules(time_limit_us=LIMIT_MS * 1000), names=("Anna", "Ben", "Clara")
)
STEP_MS = 400
MOST_GROWN = 100_000
"""Bytes, in eight games: each may leave a name, a line of a log, a path."""


class AtOnce(Keeper):
    """A keeper that works while one waits, so that an evening is the same each time."""

    def _begin(self) -> None:
        if self._ours:
            self._take_in()
        while self._days:
            self._look_up(self._days.pop())


class Party:
    """People at a table who press one button after the other, and look at the picture."""

    def __init__(self, folder: Path, config: Config = SHORT) -> None:
        self.keeper = AtOnce(folder, language("en"), RECORDS)
        self.evening = Evening(
            folder, None, received=config, record=folder / "record.jsonl", keeper=self.keeper,
            library=self.keeper,
        )  # fmt: skip
        self.read: list[list[str]] = []
        """The titles of the pages of the rules, each time that somebody has read them."""
        self.table = self.evening.table
        self.table._open(None, at=Room.IDLE)

    def close(self) -> None:
        self.table.game.close(self.evening.clock.now_ns())
        self.evening.scribe.close()

    def wait(self, ms: float) -> None:
        until_ms = self.evening.now_ms + ms
        while self.evening.now_ms < until_ms:
            self.table.round()

    def slap(self, *places: int) -> None:
        for place in places:
            self.evening.slap(place, self.evening.now_ms + 1)
            self.wait(STEP_MS)

    def flip(self, place: int, times: int = 1) -> None:
        for _ in range(times):
            self.evening.flip(place, self.evening.now_ms + 1)
            self.wait(STEP_MS)

    def hold(self, button: Button, *places: int, ms: int = 1200) -> None:
        began_ms = self.evening.now_ms + 1
        for place in places:
            self.evening.hold(place, button, began_ms, ms)
        self.wait(ms + STEP_MS)

    def go_to(self, row: Row, place: int) -> None:
        """Somebody flips to a row of the lobby, which keeps the one before the last game."""
        self.sees(LobbyPage)
        host = self.table._host
        assert host is not None
        while host._evening.lobby.row is not row:
            self.flip(place)

    def begin(self, *places: int) -> None:
        """These people play the next game; whoever has left joins anew."""
        self.sees(LobbyPage)
        host = self.table._host
        assert host is not None
        for place in places:
            if place not in host._evening.lobby.persons:
                self.slap(place)
        self.go_to(Row.BEGIN, places[0])
        self.slap(places[0])
        self.sees(type(None))

    def sees(self, kind: type) -> None:
        """Wait for a page."""
        until_ms = self.evening.now_ms + 90_000
        while not isinstance(self.overlay, kind):
            assert self.evening.now_ms < until_ms, (kind, self.overlay)
            self.table.round()

    @property
    def overlay(self) -> object:
        return self.evening.views[-1][1].overlay

    def lay(self, cards: int) -> None:
        """People lay in turn, as the picture tells them to."""
        for _ in range(cards):
            seats = self.evening.views[-1][1].seats
            turn = next((seat.index for seat in seats if seat.turn), None)
            if turn is not None:
                self.flip(self.table.game.places[turn])

    def finish(self) -> None:
        """Let the time run out, and pay what is owed then."""
        while not isinstance(self.overlay, Result):
            self.wait(5000)
            if not self.table.game.over and self.table.game.page is None:
                state = self.table.game.session.state
                late = state.now_us - state.stood_us >= LIMIT_MS * 1000
                self.lay(2 if late else 0)
        self.wait(3000)

    def pause(self, *places: int) -> None:
        self.hold(Button.FLIP, *places, ms=2500)
        self.sees(Paused)

    def leave(self, place: int) -> None:
        """A person leaves in a pause."""
        self.hold(Button.FLIP, place)
        self.sees(Question)
        self.flip(place)
        self.slap(place)

    def read_rules(self, place: int) -> None:
        """Somebody reads all pages of the rules, and goes back to the lobby."""
        self.go_to(Row.BOOK, place)
        self.slap(place)
        first = self.overlay
        assert isinstance(first, Leaf)
        pages = [first]
        while True:
            self.flip(place)
            page = self.overlay
            assert isinstance(page, Leaf)
            if page == first:
                break
            pages.append(page)
        self.read.append([page.title for page in pages])
        self.hold(Button.FLIP, place)
        self.sees(LobbyPage)

    def learn(self, place: int) -> None:
        """Somebody begins the lesson, lays and slaps what lies there, and skips the rest."""
        self.go_to(Row.LESSON, place)
        self.slap(place)
        self.sees(Paused)  # what a lesson is
        self.slap(place)
        self.sees(Countdown)
        self.sees(type(None))
        for _ in range(6):
            self.wait(3_000)
            self.lay(1)
        self.slap(place)
        self.hold(Button.SLAP, place)
        self.sees(LobbyPage)

    def short(self, *places: int) -> None:
        """A game in which the second one leaves, so the first has won."""
        self.begin(*places)
        self.lay(4)
        self.pause(*places)
        self.leave(places[1])
        self.sees(Result)
        self.wait(3000)  # what is pressed at once was not meant for it
        self.slap(places[0])  # to the lobby
        self.sees(LobbyPage)


def kinds(views: list[tuple[float, View]]) -> list[type]:
    """What lay over the table, one after the other."""
    told: list[type] = []
    for _ms, view in views:
        if not told or told[-1] is not type(view.overlay):
            told.append(type(view.overlay))
    return told


def records(folder: Path) -> list[Path]:
    """Those of the evening, in order."""
    numbered = sorted(folder.glob("record-*.jsonl"), key=lambda path: int(path.stem[7:]))
    return [folder / "record.jsonl", *numbered]


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Party:
    """Three games of two, a rematch of three, a daily game that is left, and the night."""
    party = Party(tmp_path_factory.mktemp("evening"))
    party.wait(1000)
    party.slap(0, 2)  # both join
    party.go_to(Row.NAME, 0)
    party.slap(0)
    party.flip(0)
    party.slap(0)  # Ben
    party.read_rules(2)
    party.learn(2)
    party.go_to(Row.RULES, 0)
    party.slap(0)
    party.sees(MenuPage)
    party.flip(0, 9)
    party.slap(0)  # a false slap costs two cards
    party.hold(Button.FLIP, 0)  # and back
    party.begin(2, 0)
    party.lay(6)
    party.slap(2)  # falsely
    party.pause(0, 2)
    party.wait(7_003)
    party.flip(2)  # the rules, in a pause
    party.sees(Leaf)
    party.flip(2)
    party.hold(Button.FLIP, 2)
    party.sees(Paused)
    party.slap(0)
    party.sees(Countdown)
    party.finish()
    party.slap(2)  # to the lobby
    party.sees(LobbyPage)
    for _ in range(2):
        party.short(0, 2)
    party.begin(0, 1, 2)  # a rematch with one more person
    party.lay(6)
    party.pause(0, 1, 2)
    party.leave(1)
    party.slap(0)
    party.sees(Countdown)
    party.finish()
    party.slap(0)  # to the lobby
    party.sees(LobbyPage)
    party.hold(Button.SLAP, 2)
    party.go_to(Row.MODE, 0)
    party.slap(0)  # daily
    party.begin(0)
    party.wait(9000)
    party.pause(0)
    party.leave(0)
    party.sees(IdlePage)
    party.wait(45_000)  # the night
    party.slap(3)
    party.wait(1000)
    party.close()
    return party


def test_no_trouble_all_evening(party: Party) -> None:
    assert party.evening.warnings == []
    assert kinds(party.evening.views)[-2:] == [type(None), IdlePage]  # the dark, and awake again


def test_the_rules_are_read_from_the_first_page_to_the_last(party: Party) -> None:
    (titles,) = party.read
    assert len(titles) > 10
    assert len({*titles}) > 10


def test_the_lesson_explains_what_happens_and_is_kept_nowhere(party: Party) -> None:
    lessons = [view for _, view in party.evening.views if view.lesson_text]
    assert len({view.lesson_text for view in lessons}) >= 3
    assert {len(view.seats) for view in lessons} == {2}
    names = {seat.name for view in lessons for seat in view.seats}
    assert "Player 3" in names
    with Scores(party.evening.folder / SCORES) as scores:
        assert {result.mode for result in scores.results()} == {"new"}


def test_each_game_is_kept_as_it_was_judged(party: Party) -> None:
    recorded = [read(path) for path in records(party.evening.folder)]
    played = [(header, inputs) for header, inputs in recorded if not is_lesson(header)]
    assert len(recorded) == len(played) + 1
    seats = [header.seats for header, _inputs in played]
    assert seats[:4] == [("Ben", "Player 3")] * 3 + [("Ben", "Player 2", "Player 3")]
    assert seats[4][0] == "Ben"
    assert [header.rules.burn for header, _inputs in played] == [2, 2, 2, 2, 1]
    assert [header.more["mode"] for header, _inputs in played] == ["new"] * 4 + ["daily"]
    seeds = [header.seed for header, _inputs in played[:4]]
    assert seeds == [seeds[0], *(f"{seeds[0]}/{number}" for number in (2, 3, 4))]
    leads = [header.leader for header, _inputs in played[:4]]
    assert leads[1] == 1 - leads[0]
    assert leads[2] == leads[0]
    # A lesson that is skipped is left while it goes on: nobody is told that it stands still.
    facts = [
        judged(header, inputs[:-1] if is_lesson(header) else inputs)[1]
        for header, inputs in recorded
    ]
    assert party.evening.facts == [fact for game in facts for fact in game]
    with Scores(party.evening.folder / SCORES) as scores:
        results = list(scores.results())
    assert [result.ending for result in results] == [
        Ending.TIME_LIMIT, Ending.ALONE, Ending.ALONE, Ending.TIME_LIMIT
    ]  # fmt: skip
    boards = party.keeper.boards
    assert boards is not None
    assert [place.names for place in boards.streaks] == [("Ben",)]


def test_no_deadline_drifts_by_a_microsecond(party: Party) -> None:
    """The limit is that of play time, to the microsecond, though the game has stood still."""
    played = [read(path) for path in records(party.evening.folder)]
    played = [(header, inputs) for header, inputs in played if not is_lesson(header)]
    for header, inputs in (played[0], played[3]):
        state, facts = judged(header, inputs)
        (over,) = [fact for fact in facts if isinstance(fact, GameOver)]
        assert state.stood_us > 3_000_000
        assert over.t_us - state.stood_us == over.played_us == LIMIT_MS * 1000


def test_the_night_falls_on_time_and_a_press_wakes_the_table(party: Party) -> None:
    views = party.evening.views
    idle_ms = next(
        ms
        for (_, before), (ms, view) in reversed(list(pairwise(views)))
        if isinstance(view.overlay, IdlePage) and isinstance(before.overlay, Question)
    )
    night = [(ms, view.brightness) for ms, view in views if ms >= idle_ms]
    dim_ms, dark_ms = (
        next(ms for ms, brightness in night if brightness == level) for level in (350, 0)
    )
    assert dark_ms - dim_ms == pytest.approx((SETTINGS.dark_s - SETTINGS.dim_s) * 1000, abs=20)
    assert night[-1][1] == 1000


def test_memory_stays_as_it_is_from_game_to_game(tmp_path: Path) -> None:
    """A dozen games at one table, and twice the rules and a lesson; nothing but what the test
    itself remembers may grow."""
    party = Party(tmp_path)
    party.wait(1000)
    party.slap(0, 2)
    sizes = []
    tracemalloc.start()
    try:
        for game in range(12):
            party.short(0, 2)
            if game in (3, 11):
                party.read_rules(0)
                party.learn(0)
                party.read.clear()
            party.evening.facts.clear()
            del party.evening.display.shown[:-1]
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    party.close()
    assert party.evening.warnings == []
    assert sizes[-1] - sizes[3] < MOST_GROWN, sizes
