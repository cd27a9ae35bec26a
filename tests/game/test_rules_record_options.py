"""Rules 1 and 9: what an option may be, and input that means harm."""

import json
from typing import Any

import pytest

from tests.game.judged import RecordError
from tests.game.script import game, judge

PATTERNS = ["pair", "sandwich", "ratscrew", "hoagie", "tens", "marriage", "run", "top_bottom"]
ALLOWED: list[tuple[str, list[Any]]] = [
    ("preset", ["ratscrew", "egyptian-war", "party"]),
    ("patterns", [[name] for name in PATTERNS] + [PATTERNS]),
    ("burn", [1, 2]),
    ("runout", ["challenger", "next_player"]),
    ("empty_slap", ["out", "three_strikes", "nothing"]),
    ("last_chance", [False, True]),
    ("late_slap", ["forgiven", "burn"]),
    ("mash", ["each", "once_per_card"]),
    ("cover_grace_us", [0, 1, 500_000]),
    ("claim_us", [0, 1_000_000, 3_000_000]),
    ("race_us", [0, 10_000, 100_000]),
    ("tie_us", [0, 100, 5_000]),
    ("run_wrap", [False, True]),
    ("time_limit_us", [None, 60_000_000, 60_000_001, 10**15]),
]
REFUSED: list[tuple[str, list[Any]]] = [
    ("preset", ["poker", "", None, 1, ["party"]]),
    ("patterns", [[], ["pair", "flush"], ["Pair"], "pair", None, [1], [["pair"]], [None], 1]),
    ("burn", [0, 3, -1, 1.0, True, "1", None, [1]]),
    ("runout", ["nobody", "", None, 1, True, ["challenger"]]),
    ("empty_slap", ["two_strikes", "", None, 0, False]),
    ("last_chance", ["yes", None, [], 2]),
    ("late_slap", ["forgotten", "", None, False]),
    ("mash", ["once", "", None, 1]),
    ("cover_grace_us", [-1, 500_001, 0.0, False, None, "0"]),
    ("claim_us", [-1, 3_000_001, 1e6, True, None, "1", 10**30]),
    ("race_us", [-1, 100_001, 1.5, True, None, "1"]),
    ("tie_us", [-1, 5_001, 1.5, True, None, "1"]),
    ("run_wrap", ["yes", None, [], 2]),
    ("time_limit_us", [0, -1, 1, 59_999_999, 6e7, True, "none"]),
]


def _each(options: list[tuple[str, list[Any]]]) -> list[tuple[str, object]]:
    return [(name, value) for name, values in options for value in values]


@pytest.mark.parametrize(("name", "value"), _each(ALLOWED))
def test_option_in_its_range_is_judged(name: str, value: object) -> None:
    told = game("5 3 9 | 5 4 8").lay(0)
    told.header["rules"][name] = value
    assert told.judge().shown == 1


@pytest.mark.parametrize(("name", "value"), _each(REFUSED))
def test_option_out_of_its_range_is_refused(name: str, value: object) -> None:
    told = game("5 3 9 | 5 4 8").lay(0)
    told.header["rules"][name] = value
    with pytest.raises(RecordError) as damage:
        told.judge()
    assert damage.value.line == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_option_that_is_no_number_is_refused(number: str) -> None:
    text = game("5 3 9 | 5 4 8", claim_us=123_456).text().replace("123456", number)
    with pytest.raises(RecordError) as damage:
        judge(text)
    assert damage.value.line == 1


def refused_at(text: str) -> int | None:
    """The line that an error of one line names, None for a record that is judged."""
    try:
        judge(text)
    except RecordError as damage:
        return damage.line if len(str(damage).splitlines()) == 1 else 0
    return None


HEADER = json.loads(game("5 3 9 | 5 4 8").text())


@pytest.mark.parametrize(
    "keys",
    [
        {"seed": 5},
        {"seed": None},
        {"seed": ["s"]},
        {"seed": "\ud800"},
        {"seed": "\x00"},
        {"seats": "AB"},
        {"seats": [1, 2]},
        {"seats": [None, None]},
        {"seats": [["A"], {"B": 1}]},
        {"seats": ["\udfff", "\ud800"]},
        {"seats": {"A": 1, "B": 2}},
        {"hands": "AB"},
        {"hands": ["KC", "7H"]},
        {"hands": [None, None]},
        {"hands": {"0": ["KC"], "1": ["7H"]}},
        {"hands": [[], []]},
        {"hands": [[["KC"]], [{"7H": 1}]]},
        {"rules": None},
        {"rules": []},
        {"rules": "party"},
        {"leader": None},
        {"leader": "left"},
        {"format": ["ratscrew-record"]},
        {"version": [1]},
    ],
)
def test_hostile_header_is_judged_or_refused_but_never_a_crash(keys: dict[str, object]) -> None:
    inputs = [[1, "flip", 0], [2, "shown"], [3, "flip", 1], [4, "shown"]]
    inputs += [[5, "slap", 0], [5, "slap", 1], [9_000_000, "tick"]]
    lines = [json.dumps(line) for line in [{**HEADER, **keys}, *inputs]]
    assert refused_at("\n".join(lines) + "\n") in (None, 1)


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        f'[{"9" * 10_000}, "tick"]',
        f'[{10**40}, "tick"]',
        f'[500000, "flip", {"9" * 10_000}]',
        f'[500000, "slap", 0, -{"9" * 10_000}]',
        '[500000, "tick"]' * 2,
        '[500000, "tick"] x',
        "\x00",
        "\ufeff[500000]",
        '[500000, "\\ud800"]',
        '[500000, "flip", "\\ud800"]',
        '[\uff1500000, "tick"]',  # a digit that is none of JSON's
    ],
)
def test_hostile_line_is_judged_or_refused_but_never_a_crash(line: str) -> None:
    text = game("5 3 9 | 5 4 8").lay(0).text() + line + f'\n[{10**41}, "tick"]\n'
    assert refused_at(text) in (None, 4)


def test_hostile_first_line_is_refused_but_never_a_crash() -> None:
    for line in ("[" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000, "\x00", "9" * 10_000):
        with pytest.raises(RecordError) as damage:
            judge(line + "\n")
        assert damage.value.line == 1


def test_hostile_deep_unknown_key_is_judged_or_refused_but_never_a_crash() -> None:
    text = (
        game("5 3 9 | 5 4 8").text().replace('"seed"', f'"x": {"[" * 9_999}{"]" * 9_999}, "seed"')
    )
    assert refused_at(text) in (None, 1)
