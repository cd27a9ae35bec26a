"""What is held for how long: every page has it from the one table."""

import ast
import re
from pathlib import Path

import pytest

from device import gesture_text
from device.gesture import LASTS_NS, Press
from device.gesture_text import either_held, in_short, long_span, slap_held
from device.language import LANGUAGES, language
from device.span import span

DEVICE = Path(gesture_text.__file__).parent
SLAP, FLIPS = Press.SLAP_LONG, Press.FLIPS_HELD


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


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_follow_the_table(code: str) -> None:
    spoken = language(code)
    long, all_flips = (span(LASTS_NS[press] // 1000, spoken) for press in (SLAP, FLIPS))
    assert long != all_flips
    assert long_span(spoken) == long
    for text in (slap_held(spoken), either_held(spoken), in_short(SLAP, spoken)):
        assert long in text
    assert all_flips in in_short(FLIPS, spoken)


def test_either_button_is_held_equally_long() -> None:
    assert LASTS_NS[Press.SLAP_LONG] == LASTS_NS[Press.FLIP_LONG]
