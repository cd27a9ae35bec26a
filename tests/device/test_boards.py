"""The boards: from the database as from the records, with ranks that people would give."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from device.board_text import board_lines
from device.board_words import boards_told
from device.boards import FEWEST_REACTIONS, Entry, boards, page
from device.careers import Careers, careers
from device.language import language
from device.results import Result
from device.scores import SCORES, Scores
from device.waiting import Waiting
from game.daily import daily
from game.engine import replay
from game.events import Ending, Flip, Leave, Shown, Slap
from game.record import Header, Record
from game.score import Tally
from tests.device.evenings import Script, finished, pair_of, scripts, text, waiting

DAY = "2026-11-30"
EVERYBODY = 1000


def kept(*records: bytes) -> Careers:
    """Everybody's career after these games, through a database."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        waiting(folder, *records)
        Waiting(folder).take_in()
        with Scores(folder / SCORES) as scores:
            return careers(scores.results())


def told(places: Iterable[Entry]) -> list[tuple[int | None, str, int, int]]:
    return [(each.rank, ", ".join(each.names), each.value, each.more) for each in places]


class Judged:
    """One record judged by the engine and folded by the tally, without anything of the boards."""

    def __init__(self, record: bytes) -> None:
        lines = Record(record.splitlines(keepends=True))
        self.header: Header = lines.header
        self.tally = Tally(len(self.header.seats))
        for state, facts in replay(self.header.deal(), lines):
            self.tally.add(facts)
            if state.over is not None:
                break
        kinds = self.header.more["kinds"]
        assert isinstance(kinds, list)
        self.seat_of = {
            name.casefold(): seat
            for seat, name in enumerate(self.header.seats)
            if kinds[seat] == "person"
        }
        whole = sum(map(len, self.header.hands)) == 52
        self.counts = whole and self.header.more["mode"] != "deal"

    def winner(self) -> str | None:
        over = self.tally.over
        return next(
            (name for name, seat in self.seat_of.items() if over and seat == over.winner), None
        )


def by_hand(
    games: list[Judged], value: Callable[[list[Judged], str], int | None]
) -> dict[str, int]:
    people = {name for game in games for name in game.seat_of}
    found = {name: value([game for game in games if name in game.seat_of], name) for name in people}
    return {name: number for name, number in found.items() if number is not None}


def most_points(games: list[Judged], who: str) -> int | None:
    return (
        max((game.tally.points()[game.seat_of[who]] for game in games if game.counts), default=0)
        or None
    )


def quickest(games: list[Judged], who: str) -> int | None:
    best = [game.tally.best_us(game.seat_of[who]) for game in games]
    return min((us for us in best if us is not None), default=None)


def median(games: list[Judged], who: str) -> int | None:
    reactions = sorted(
        us for game in games for us in game.tally.reactions_us[game.seat_of[who]] if us >= 100_000
    )
    return reactions[(len(reactions) - 1) // 2] if reactions else None


def most_piles(games: list[Judged], who: str) -> int | None:
    return max(game.tally.slapped[game.seat_of[who]] for game in games) or None


def fewest_false(games: list[Judged], who: str) -> int | None:
    seats = [(game.tally, game.seat_of[who]) for game in games]
    return min(
        (tally.false_slaps[seat] for tally, seat in seats if tally.slapped[seat]), default=None
    )


def streak(games: list[Judged], who: str) -> int | None:
    most = run = 0
    for game in games:
        if game.counts:
            run = run + 1 if game.winner() == who else 0
            most = max(most, run)
    return most or None


BY_HAND = {
    "points": most_points, "quickest": quickest, "median": median, "piles": most_piles,
    "cleanest": fewest_false, "streaks": streak,
}  # fmt: skip


@settings(max_examples=40)
@given(st.lists(scripts(), min_size=1, max_size=6))
def test_boards_of_the_data_base_are_those_of_the_records(drawn: list[Script]) -> None:
    unique: dict[bytes, bytes] = {}
    for record in (script.record() for script in drawn):
        unique.setdefault(finished(record).key, record)
    records = list(unique.values())
    shown = boards(kept(*records), DAY, EVERYBODY)
    folded = [finished(record, number).result for number, record in enumerate(records, 1)]
    assert shown == boards(careers(folded), DAY, EVERYBODY)
    games = [Judged(record) for record in records]
    for board, value in BY_HAND.items():
        places: tuple[Entry, ...] = getattr(shown, board)
        found = {place.names[0].casefold(): place.value for place in places}
        assert found == by_hand(games, value), board
        upward = board in ("quickest", "median", "cleanest")
        ranked = [place.value for place in places if place.rank is not None]
        assert ranked == sorted(ranked, reverse=not upward), board
    played = [game.tally.over.played_us for game in games if game.seat_of and game.tally.over]
    assert [place.value for place in shown.longest] == sorted(played, reverse=True)
    pairs = [combinations(sorted(game.seat_of), 2) for game in games]
    assert len(shown.duels) == len({pair for each in pairs for pair in each})
    for duel in shown.duels:
        who = [name.casefold() for name in duel.names]
        winners = [game.winner() for game in games if game.seat_of.keys() >= set(who)]
        assert duel.games == len(winners)
        assert duel.wins == (winners.count(who[0]), winners.count(who[1]))


def test_the_chance_of_the_test_above_has_all_that_boards_tell() -> None:
    """Else it could pass on games in which nothing happens."""
    seen = set()

    def note(script: Script) -> bool:
        game = Judged(script.record())
        seats = list(game.seat_of.values())
        reactions = [us for seat in seats for us in game.tally.reactions_us[seat]]
        seen.update(
            what
            for what, there in {
                "anticipated": any(us < 100_000 for us in reactions),
                "reactions": any(us >= 100_000 for us in reactions),
                "false": any(game.tally.false_slaps[seat] for seat in seats),
                "duel": len(seats) > 1,
                "won": game.winner() is not None,
            }.items()
            if there
        )
        return len(seen) == 5

    find(scripts(), note, settings=settings(max_examples=2000))


# Examples of each board


def test_only_people_are_ranked() -> None:
    record = pair_of(["Anna", "Robot"], kinds=["person", "cpu:fast"])
    shown = boards(kept(record), DAY)
    assert shown.quickest == shown.median == shown.piles == shown.cleanest == shown.duels == ()
    assert [place.names for place in shown.longest] == [("Anna",)]


def test_whoever_has_said_no_name_is_on_no_board_and_mixed_with_nobody() -> None:
    guests = pair_of(["Player 1", "Player 2"], kinds=["guest", "guest"])
    mixed = pair_of(["Anna", "Player 1"], 90_000, kinds=["person", "guest"])
    known = kept(guests, mixed)
    assert [career.name for career in known.people.values()] == ["Anna"]
    assert (known.duels, known.nameless) == ({}, 1)
    seats = finished(mixed).result.seats
    assert [(seat.name, seat.is_person, seat.person) for seat in seats] == [
        ("Anna", True, "anna"), ("?", True, "")
    ]  # fmt: skip


def test_R44_a_slap_that_nobody_can_react_so_fast_with_is_marked_and_not_ranked() -> None:
    games = [pair_of(["Anna", "Ben"], us) for us in (99_999, 100_000, 5_000, 300_000)]
    everybody = kept(*games)
    shown = boards(everybody, DAY)
    assert told(shown.quickest) == [(1, "Ben", 100_000, 2)]
    assert told(shown.median) == [(None, "Ben", 100_000, 2)]
    found = page(everybody, "ben")
    assert found is not None
    assert (found.career.bins[0], found.career.anticipated) == (2, 2)
    assert sum(found.career.bins) == 4


def test_a_median_has_a_rank_from_the_fifth_reaction_on() -> None:
    games = [pair_of(["Anna", "Ben"], 200_000 + number) for number in range(FEWEST_REACTIONS)]
    games.append(pair_of(["Ben", "Anna"], 110_000))
    assert told(boards(kept(*games[:-2]), DAY).median)[0][0] is None
    shown = boards(kept(*games), DAY)
    assert told(shown.median) == [(1, "Ben", 200_002, 0), (None, "Anna", 110_000, 0)]


def test_equal_values_share_a_rank_and_the_next_one_stands_below_both() -> None:
    games = [
        pair_of(["Anna", "Ben"], 200_000),
        pair_of(["Dora", "Clara", "Anna"], 200_000),
        pair_of(["Ben", "Anna"], 250_000),
    ]
    places = boards(kept(*games), DAY).quickest
    assert [(place.rank, place.names[0]) for place in places] == [
        (1, "Ben"), (1, "Clara"), (3, "Anna")
    ]  # fmt: skip


def test_of_a_board_there_are_ten_places() -> None:
    names = [f"P{number}" for number in range(12)]
    games = [pair_of(["Anna", name], 200_000 + place) for place, name in enumerate(names)]
    assert len(boards(kept(*games), DAY).quickest) == 10


def test_the_fewest_false_slaps_are_worth_more_where_more_piles_were_slapped() -> None:
    def game(name: str, piles: int, false: int, number: int) -> Result:
        result = finished(pair_of(["Anna", name]), number).result
        seat = replace(result.seats[1], slapped=piles, false_slaps=false)
        return replace(result, seats=(result.seats[0], seat))

    games = [
        game("Ben", 2, 0, 1),
        game("Clara", 9, 0, 2),
        game("Dora", 50, 1, 3),
        game("Émile", 0, 0, 4),
    ]
    assert told(boards(careers(games), DAY).cleanest) == [
        (1, "Clara", 0, 9), (2, "Ben", 0, 2), (3, "Dora", 1, 50)
    ]  # fmt: skip


def test_of_a_persons_equal_games_the_one_that_is_worth_more_counts_else_the_first() -> None:
    def game(number: int, piles: int, false: int) -> Result:
        result = finished(pair_of(["Anna", "Ben"]), number).result
        seat = replace(result.seats[1], slapped=piles, false_slaps=false)
        return replace(result, seats=(result.seats[0], seat))

    games = [game(1, 3, 1), game(2, 4, 1), game(3, 4, 1), game(4, 9, 2)]
    shown = boards(careers(games), DAY)
    assert told(shown.cleanest) == [(1, "Ben", 1, 4)]
    assert shown.cleanest[0].ended_s == games[1].ended_s
    shown = boards(careers(games[1:3]), DAY)
    assert shown.piles[0].ended_s == games[1].ended_s


YEARS_OFF = (0, 1_900_000_000, 1_800_000_000, 4_000_000_000, 86_400)
"""Seconds of the clock at the end of one game after the other."""


def test_a_clock_that_jumps_by_years_changes_no_board() -> None:
    records = [pair_of(["Anna", f"Ben {number}"], 200_000) for number in range(5)]
    right = [finished(record, number).result for number, record in enumerate(records)]
    games = [replace(game, ended_s=s) for game, s in zip(right, YEARS_OFF, strict=True)]
    ours, theirs = boards(careers(games), DAY), boards(careers(right), DAY)
    for board in ("points", "quickest", "median", "piles", "cleanest", "longest", "streaks"):
        assert told(getattr(ours, board)) == told(getattr(theirs, board)), board
    assert [place.names[0] for place in ours.quickest] == [f"Ben {number}" for number in range(5)]


def test_a_game_at_which_the_clock_was_not_set_has_no_date_on_a_board() -> None:
    games = [replace(finished(pair_of(["Anna", "Ben"])).result, ended_s=s) for s in YEARS_OFF]
    dates = [
        [word for line in board_lines(boards(careers([game]), DAY), language("en"))
         for word in line.split() if word[:2] in ("19", "20") and word.count("-") == 2]
        for game in games
    ]  # fmt: skip
    assert [sorted({*found} - {DAY}) for found in dates] == [
        [], ["2030-03-17"], ["2027-01-15"], ["2096-10-02"], []
    ]  # fmt: skip


def test_the_day_of_a_clock_that_was_not_set_has_no_board() -> None:
    games = [of_the_day(500, "1970-01-01"), of_the_day(600, DAY)]
    assert games[0].day == "1970-01-01"
    assert boards(careers(games), "1970-01-01").daily == ()
    assert len(boards(careers(games), DAY).daily) == 1


def test_of_equal_places_the_earlier_stands_first() -> None:
    games = [
        pair_of(["Anna", "Ben"], 300_000),
        pair_of(["Anna", "Clara"]),
        pair_of(["Anna", "Ben"]),
    ]
    assert told(boards(kept(*games[:2], games[2].replace(b"tests", b"again")), DAY).quickest) == [
        (1, "Clara", 200_000, 0), (1, "Ben", 200_000, 0)
    ]  # fmt: skip


def test_a_median_is_exact_if_all_of_its_reactions_are() -> None:
    keys = pair_of(["Anna", "Ben"], 210_000, buttons={"uncertainty_us": 16_000})
    wired = pair_of(["Anna", "Ben"], 200_000, buttons={"uncertainty_us": 3})
    assert boards(kept(wired), DAY).median[0].exact
    shown = boards(kept(wired, keys), DAY)
    assert (shown.median[0].exact, shown.quickest[0].exact) == (False, True)


def test_a_streak_ends_with_a_game_that_somebody_else_wins_or_nobody() -> None:
    def game(winner: int | None, number: int) -> Result:
        result = finished(pair_of(["Anna", "Ben"]), number).result
        return replace(result, winner=winner, stacked=False)

    order = [1, 1, 0, 1, 1, 1, None, 1]
    games = [game(winner, number) for number, winner in enumerate(order)]
    assert told(boards(careers(games), DAY).streaks) == [(1, "Ben", 3, 1), (2, "Anna", 1, 0)]


def test_what_is_won_with_stacked_cards_is_neither_the_most_nor_a_streak() -> None:
    shown = boards(kept(pair_of(["Anna", "Ben"])), DAY)
    assert shown.points == shown.streaks == ()
    assert told(shown.piles) == [(1, "Ben", 1, 0)]


def test_letters_great_or_small_are_the_same_person_under_the_latest_spelling() -> None:
    everybody = kept(pair_of(["Anna", "ÉMILE"], 200_000), pair_of(["anna", "Émile"], 201_000))
    assert told(boards(everybody, DAY).quickest) == [(1, "Émile", 200_000, 0)]
    assert boards(everybody, DAY).duels[0].names == ("anna", "Émile")


def test_a_page_has_the_person_first_in_each_duel() -> None:
    everybody = kept(pair_of(["Anna", "Ben"]), pair_of(["Clara", "Ben"], winner=0))
    found = page(everybody, "BEN")
    assert found is not None
    assert {duel.names: duel.wins for duel in found.duels} == {
        ("Ben", "Anna"): (1, 0), ("Ben", "Clara"): (0, 1)
    }  # fmt: skip
    assert page(everybody, "Zoe") is None


# The game of the day


def of_the_day(first_ms: int, day: str = DAY, **more: object) -> Result:
    """A daily game that the person ends by leaving, after a false slap at a time."""
    today = daily(day)
    names = ("South", "West", "North", "East")
    kinds = ["person", "cpu:normal", "cpu:normal", "cpu:normal"]
    told = {"kinds": kinds, "mode": "daily", "date": day, **more}
    header = Header(names, today.leader, today.hands, today.rules, today.seed, told)
    leader = today.leader
    inputs = [Flip(0, leader), Shown(140_000), Slap(first_ms * 1000, 0)]
    result = finished(text(header, [*inputs, *leaving(header, 0)])).result
    return replace(result, seats=(replace(result.seats[0], points=first_ms), *result.seats[1:]))


def leaving(header: Header, winner: int) -> list[Leave]:
    others = [seat for seat in range(len(header.seats)) if seat != winner]
    return [Leave(9_000_000, seat) for seat in others]


def test_the_first_finished_attempt_of_a_date_counts_and_no_other() -> None:
    games = [of_the_day(500, "2026-11-29"), of_the_day(700), of_the_day(900)]
    assert told(boards(careers(games), DAY).daily) == [(1, "South", 700, 0)]
    assert told(boards(careers(games), "2026-11-29").daily) == [(1, "South", 500, 0)]
    assert boards(careers(games), "2026-11-28").daily == ()
    assert boards(careers(games), DAY).firsts == {"south": 700}
    assert boards(careers(games), "2026-11-28").firsts == {}


def test_everybody_of_the_day_is_known_however_far_down() -> None:
    games = [of_the_day(500 + n) for n in range(12)]
    named = [
        replace(game, seats=(replace(game.seats[0], name=f"P{n}"), *game.seats[1:]))
        for n, game in enumerate(games)
    ]
    shown = boards(careers(named), DAY)
    assert len(shown.daily) == 10
    assert shown.firsts == {f"p{n}": 500 + n for n in range(12)}


def test_an_attempt_that_was_broken_off_is_not_the_first(tmp_path: Path) -> None:
    today = daily(DAY)
    names = ("Anna", "West", "North", "East")
    more = {"kinds": ["person", *["cpu:normal"] * 3], "mode": "daily", "date": DAY}
    header = Header(names, today.leader, today.hands, today.rules, today.seed, more)
    begun = [Flip(0, today.leader), Shown(140_000)]
    waiting(tmp_path, text(header, begun), text(header, [*begun, *leaving(header, 0)]))
    Waiting(tmp_path).take_in()
    with Scores(tmp_path / SCORES) as scores:
        results = list(scores.results())
    assert len(results) == 1
    assert boards(careers(results), DAY).firsts == {"anna": results[0].seats[0].points}


@pytest.mark.parametrize(
    "more",
    [
        {"date": "2026-11-29"},
        {"date": 5},
        {"mode": "new"},
        {"kinds": ["person", "person", "cpu:normal", "cpu:normal"]},
        {"kinds": ["person", "cpu:slow", "cpu:normal", "cpu:normal"]},
        {"kinds": "unknown"},
    ],
)
def test_a_game_that_only_says_it_is_of_the_day_does_not_count(more: dict[str, object]) -> None:
    assert of_the_day(700).day == DAY
    assert of_the_day(700, **more).day is None


def test_a_draw_is_a_draw() -> None:
    result = replace(finished(pair_of(["Anna", "Ben"])).result, winner=None, ending=Ending.ENDLESS)
    found = page(careers([result]), "Anna")
    assert found is not None
    assert (found.career.draws, found.career.wins) == (1, 0)


def test_a_day_is_written_as_people_write_it() -> None:
    """On the boards at the table as on those of a terminal."""
    result = replace(
        finished(pair_of(["Anna", "Ben"], 150_000)).result, stacked=False, day="2026-11-30"
    )
    shown = boards(careers([result]), "2026-11-30")
    titles = [next(boards_told(shown, language(code))).title for code in ("de", "en")]
    assert titles == ["Tagesspiel, 30.11.2026", "Game of the day, 2026-11-30"]
