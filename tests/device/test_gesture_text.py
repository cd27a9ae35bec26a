"""What is held for how long: every page has it from the one table."""

import ast
import re
from pathlib import Path

import pytest

from device import gesture_text
from device.gesture import LASTS_NS, Press
from device.gesture_text import either_held, in_short, long_span, slap_held
from device.language import language

DEVICE = Path(gesture_text.__file__).parent
ENGLISH = language("en")


def texts() -> list[tuple[str, str]]:
    """Every text of the program, and the file that it is in; what documents it left out."""
    found = []
    for path in sorted(DEVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(text)), *_]):
                    found.append((path.name, text))
    return found


def test_no_text_knows_by_itself_how_long_something_is_held() -> None:
    told = [(name, text) for name, text in texts() if re.search(r"\b(hold|held) ", text.casefold())]
    assert len(told) > 3
    assert [each for each in told if re.search(r"\d+ (ms|s|min)\b", each[1])] == []


@pytest.mark.parametrize("seconds", [1, 3])
def test_the_words_follow_the_table(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {press: lasts_ns * seconds for press, lasts_ns in LASTS_NS.items()}
    monkeypatch.setattr(gesture_text, "LASTS_NS", table)
    assert long_span(ENGLISH) == f"{seconds}\xa0s"
    assert slap_held(ENGLISH) == f"hold slap for {seconds}\xa0s"
    assert either_held(ENGLISH) == f"hold for {seconds}\xa0s"
    assert in_short(Press.FLIPS_HELD, ENGLISH) == f"all flips {2 * seconds}\xa0s"


def test_either_button_is_held_equally_long() -> None:
    assert LASTS_NS[Press.SLAP_LONG] == LASTS_NS[Press.FLIP_LONG]
