"""One person leaves, another joins, and the lamps say who is there."""

from pathlib import Path

from device.between import LobbyPage
from device.dealing import places_of
from device.overlay import Countdown, Paused, Question, Result
from device.scribe import LAST
from game.events import Leave
from hal.wiring import Button
from tests.device.playing import Evening, judged, read
from tests.device.receiving import OVER_MS, SHORT, both_join, evening, kinds


def three_join_and_pause(table: Evening) -> None:
    """Places 0, 1 and 2 play; all hold their flips until 5500 ms."""
    table.slap(1, 600)
    both_join(table)
    for place in (0, 1, 2):
        table.hold(place, Button.FLIP, 3000, 2500)


def test_R68_a_player_leaves_in_a_pause_and_the_others_play_on(tmp_path: Path) -> None:
    table = evening(tmp_path)
    three_join_and_pause(table)
    table.hold(1, Button.FLIP, 6000, 1300)
    table.flip(0, 7500)  # nobody answers in the place of another
    table.flip(1, 8000)
    table.slap(0, 8400)
    table.slap(1, 8800)
    table.slap(2, 10_000)
    for place in (0, 2):  # the pause is now theirs
        table.hold(place, Button.FLIP, 15_000, 2500)
    table.play(until_ms=18_000)
    assert kinds(table)[3:] == [Paused, Question, Paused, Countdown, type(None), Paused]
    question = table.view_at(7800).overlay
    assert isinstance(question, Question)
    assert question.title == "Who leaves?"
    assert question.options == ("Nobody", "Player 2", "Everybody")
    told = table.view_at(9500).overlay
    assert isinstance(told, Paused)
    assert told.title == "Player 2 has left"
    leaves = [happened for happened in table.inputs if isinstance(happened, Leave)]
    assert [leave.seat for leave in leaves] == [1]
    assert table.state.out == {1}
    state, _ = judged(*read(tmp_path / "r.jsonl"))
    assert (state.out, state.hands) == (table.state.out, table.state.hands)


def test_R68_a_game_that_was_left_by_one_is_gone_on_with_without_him(tmp_path: Path) -> None:
    table = evening(tmp_path)
    three_join_and_pause(table)
    table.hold(1, Button.FLIP, 6000, 1300)
    table.flip(1, 8000)
    table.slap(1, 8400)
    table.play(until_ms=10_000)
    later = evening(tmp_path)
    later.slap(0, 1000)
    for place in (0, 2):
        later.hold(place, Button.FLIP, 7000, 2500)
    later.play(until_ms=11_000)
    assert later.state.out == {1}
    assert kinds(later) == [Question, Countdown, type(None), Paused]


def test_R64_where_one_of_two_leaves_the_other_has_won(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    for place in (0, 2):
        table.hold(place, Button.FLIP, 3000, 2500)
    table.hold(0, Button.SLAP, 6000, 1300)
    table.flip(0, 8000)
    table.slap(0, 8400)
    table.slap(2, 13_000)
    table.play(until_ms=15_000)
    assert kinds(table)[3:] == [Paused, Question, Paused, Result, LobbyPage]
    lobby = table.views[-1][1].overlay
    assert isinstance(lobby, LobbyPage)
    assert [chair.person for chair in lobby.chairs] == [False, False, True, False]
    assert (tmp_path / LAST).exists()


def test_a_slap_at_a_free_seat_joins_for_the_next_game(tmp_path: Path) -> None:
    table = evening(tmp_path)
    both_join(table)
    table.slap(1, OVER_MS)
    table.slap(1, OVER_MS + 1000)
    table.play(until_ms=OVER_MS + 3000)
    result = table.view_at(OVER_MS - 1000).overlay
    assert isinstance(result, Result)
    assert "Slap at a free seat" in [hint.key for hint in result.hints]
    assert kinds(table)[-3:] == [Result, LobbyPage, type(None)]
    started = [read(tmp_path / name)[0] for name in ("r.jsonl", "r-2.jsonl")]
    assert [header.more["places"] for header in started] == [[0, 2], [0, 1, 2]]
    assert places_of(started[1])[started[1].leader] != places_of(started[0])[started[0].leader]


def test_no_lamp_is_lit_before_the_first_picture_could_be_seen(tmp_path: Path) -> None:
    lit_ms: list[float] = []

    class Lit:
        def show(self, _levels: list[int]) -> None:
            lit_ms.append(table.now_ms)

    table = Evening(
        tmp_path,
        None,
        received=SHORT,
        lamps=Lit(),  # type: ignore[arg-type]
        transfer_ns=300_000_000,
        telling_ns=300_000_000,
    )
    table.play(until_ms=1000)
    first_ms = table.views[0][0]
    assert first_ms >= 300
    assert first_ms <= lit_ms[0] < first_ms + 10


def test_the_lamps_invite_show_who_has_joined_and_go_out_for_the_others(tmp_path: Path) -> None:
    shown: list[tuple[float, tuple[int, ...]]] = []

    class Lit:
        def show(self, levels: list[int]) -> None:
            shown.append((table.now_ms, tuple(levels)))

    table = Evening(tmp_path, None, received=SHORT, lamps=Lit())  # type: ignore[arg-type]
    both_join(table)
    table.play(until_ms=4000)

    def lit(begin: float, end: float) -> list[tuple[int, ...]]:
        return [levels for ms, levels in shown if begin < ms < end]

    assert {levels.count(1000) for levels in lit(100, 900)} == {1}
    assert len(set(lit(100, 900))) > 2
    assert {(levels[0], levels[2]) for levels in lit(1600, 1900)} == {(1000, 1000)}
    assert len({levels[1] for levels in lit(1600, 1900)}) > 2
    assert {(levels[1], levels[3]) for levels in lit(2500, 3900)} == {(0, 0)}
