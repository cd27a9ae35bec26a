"""Rules 9: the record of a game, and what damages it."""

import json
from typing import Any

import pytest

from tests.game.judged import RecordError
from tests.game.script import Game, game, judge

TOLD = game("5 3 9 | 5 4 8", seed="s").lay(0, 1).slap(0).later()


def refused(text: str) -> int:
    """The line that the error names."""
    with pytest.raises(RecordError) as damage:
        judge(text)
    said = str(damage.value)
    assert said.strip()
    assert len(said.splitlines()) == 1
    return damage.value.line


def with_line(line: str) -> str:
    """A good record of a header and two inputs, then this line and one good one."""
    return game("5 3 9 | 5 4 8").lay(0).text() + f'{line}\n[900000, "tick"]\n'


def header(**keys: Any) -> str:
    """A record of a header alone, with other values for these keys."""
    told = game("5 3 9 | 5 4 8")
    return Game({**told.header, **keys}).text()


def test_record_of_a_header_alone_is_a_game() -> None:
    assert judge(header()).hands == [3, 3]


@pytest.mark.parametrize("text", ["", "\n", '[0, "flip", 0]\n', "null\n", "5\n", "[]\n", '"x"\n'])
def test_record_without_a_first_line_is_refused(text: str) -> None:
    assert refused(text) == 1


def test_record_with_a_cut_off_first_line_is_refused() -> None:
    line = header().rstrip("\n")
    for cut in range(len(line)):
        assert refused(line[:cut]) == 1


@pytest.mark.parametrize(
    "keys",
    [
        {"format": "chess-record"},
        {"format": None},
        {"version": 0},
        {"version": 2},
        {"version": "1"},
        {"version": True},
        {"version": None},
    ],
)
def test_record_of_an_unknown_format_or_version_is_refused(keys: dict[str, Any]) -> None:
    assert refused(header(**keys)) == 1


@pytest.mark.parametrize("key", ["format", "version", "seats", "hands"])
def test_record_without_what_makes_it_one_is_refused(key: str) -> None:
    told = game("5 3 9 | 5 4 8")
    told.header.pop(key)
    assert refused(told.text()) == 1


@pytest.mark.parametrize("seats", [[], ["A"], list("ABC"), list("ABCDEFGHI")])
def test_record_with_seats_that_do_not_fit_its_hands_is_refused(seats: list[str]) -> None:
    assert refused(header(seats=seats)) == 1


@pytest.mark.parametrize(("count", "fits"), [(1, False), (2, True), (8, True), (9, False)])
def test_record_of_two_to_eight_seats(count: int, fits: bool) -> None:
    hands = [[f"{rank}C"] for rank in "23456789T"[:count]]
    text = header(seats=list("ABCDEFGHI")[:count], hands=hands)
    if fits:
        assert judge(text).hands == [1] * count
    else:
        assert refused(text) == 1


@pytest.mark.parametrize("leader", [-1, 2, 10**30, "0", 0.0, True, [0]])
def test_record_with_a_leader_out_of_range_is_refused(leader: object) -> None:
    assert refused(header(leader=leader)) == 1


@pytest.mark.parametrize("hands", [[["5C", "5C"], ["3C"]], [["5C"], ["5C"]]])
def test_record_with_a_card_twice_is_refused(hands: list[list[str]]) -> None:
    assert refused(header(hands=hands)) == 1


@pytest.mark.parametrize(
    "card",
    ["", "K", "C", "CK", "kC", "Kc", "KCC", "10C", "1C", "K♣", "K C", " KC", 5, None, ["KC"]],
)
def test_record_with_something_else_for_a_card_is_refused(card: object) -> None:
    assert refused(header(hands=[["5C", card], ["3C"]])) == 1


@pytest.mark.parametrize("line", ['[-1, "tick"]', '[399999, "pause"]\n[399998, "resume"]'])
def test_record_with_t_negative_or_falling_is_refused(line: str) -> None:
    assert refused(f"{header()}{line}\n") == 2 + line.count("\n")


def test_record_with_equal_t_is_in_order() -> None:
    told = game("5 3 9 | 5 4 8").flip(0, 0).shown(0).flip(1, 0).shown(0)
    assert (told.judge().shown, told.judge().t) == (2, 0)


@pytest.mark.parametrize(
    "seat", ["-1", "2", "99999999999999999999999", '"0"', "0.0", "true", "null"]
)
@pytest.mark.parametrize("kind", ["flip", "slap", "leave"])
def test_record_with_a_seat_out_of_range_is_refused(kind: str, seat: str) -> None:
    assert refused(with_line(f'[500000, "{kind}", {seat}]')) == 4


@pytest.mark.parametrize("kind", ['"jump"', '"Flip"', '""', "null", "1", '["flip"]', '"flip "'])
def test_record_with_an_unknown_kind_is_refused(kind: str) -> None:
    assert refused(with_line(f"[500000, {kind}, 0]")) == 4


@pytest.mark.parametrize(
    "line",
    ["[]", "[500000]", '[500000, "flip"]', '[500000, "flip", 0, 0]', '[500000, "shown", 0]',
     '[500000, "slap"]', '[500000, "slap", 0, 0, 0]', '[500000, "leave"]',
     '[500000, "leave", 0, 1]', '[500000, "pause", 0]', '[500000, "resume", 0]',
     '[500000, "tick", 0]', '["tick"]'],
)  # fmt: skip
def test_record_with_a_wrong_number_of_elements_is_refused(line: str) -> None:
    assert refused(with_line(line)) == 4


@pytest.mark.parametrize(
    "t", ["500000.0", "5e5", "true", "null", '"500000"', "NaN", "Infinity", "-Infinity", "[500000]"]
)
def test_record_with_a_time_that_is_no_integer_is_refused(t: str) -> None:
    assert refused(with_line(f'[{t}, "tick"]')) == 4


@pytest.mark.parametrize("line", ['{"t": 500000}', "500000", "null", '"tick"', "true"])
def test_record_with_something_else_than_an_array_is_refused(line: str) -> None:
    assert refused(with_line(line)) == 4


@pytest.mark.parametrize("line", ['[500000, "tick"', "tick", "[500000, 'tick']", "[500000,]", "]"])
def test_record_with_a_broken_line_in_its_midst_is_refused(line: str) -> None:
    assert refused(with_line(line)) == 4


@pytest.mark.parametrize("unsure", ["-1", "50001", "0.5", "true", "null", '"0"', "[0]", "NaN"])
def test_record_with_an_uncertainty_out_of_range_is_refused(unsure: str) -> None:
    assert refused(with_line(f'[500000, "slap", 0, {unsure}]')) == 4


@pytest.mark.parametrize("unsure", [0, 1, 50_000])
def test_record_with_an_uncertainty_in_range_is_judged(unsure: int) -> None:
    assert game("5 3 9 | 5 4 8").lay(0).slap(0, unsure=unsure).judge().verdict == "false"


def test_record_cut_off_in_its_last_line_is_judged_up_to_there() -> None:
    whole = TOLD.text()
    line = '[9000000, "slap", 1, 300]'
    for cut in range(len(line)):
        assert judge(whole + line[:cut]) == TOLD.judge()


def test_record_without_its_last_newline_is_whole() -> None:
    assert judge(TOLD.text().rstrip("\n")) == TOLD.judge()


def test_record_with_a_whole_but_wrong_last_line_is_refused() -> None:
    assert refused(TOLD.text() + '[9000000, "jump", 1]') == len(TOLD.inputs) + 2


def test_record_keys_unknown_are_ignored() -> None:
    more = {"kinds": ["person", "computer"], "tempo": "slow", "mode": {"a": [1, None]}, "ü♠": 1.5}
    assert judge(header(**more)) == judge(header())


def test_record_rules_unknown_are_ignored() -> None:
    told = game("5 3 | 5 4", jokers=2, burn=2).lay(0).slap(0).judge()
    assert told.pile == 2
    assert json.loads(game("5 3 | 5 4", jokers=2).text())["rules"] == {"jokers": 2}


def test_record_seed_missing_is_the_empty_text() -> None:
    told = game("5 3 9 | 5 4 8", seed="").lay(0, 1).slap(0).slap(1, 0).later()
    bare = Game({key: value for key, value in told.header.items() if key != "seed"}, told.inputs)
    assert bare.judge() == told.judge()


def test_record_leader_without_cards_is_skipped() -> None:
    assert game("| 5 4 | 6 7").judge().turn == 1


def test_record_names_may_be_any_text() -> None:
    assert judge(header(seats=["Zoë ♠\u2028", "名前"])).hands == [3, 3]
