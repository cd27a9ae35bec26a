"""The words of the table: whole catalogues, numbers, letters, and whose locale asks for what."""

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from device.language import LANGUAGES, chosen, language, lettered, preferred
from game.cards import Rank

ROOT = Path(__file__).resolve().parent.parent.parent
DEVICE = ROOT / "device"
KEYWORDS = DEFAULT_KEYWORDS | {"Words": None}


def catalogue(code: str) -> Catalog:
    path = DEVICE / "locale" / code / "LC_MESSAGES" / "ratscrew.po"
    return read_po(BytesIO(path.read_bytes()), locale=code, abort_invalid=True)


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


def told_by_the_program() -> Iterator[tuple[object, str | None]]:
    for package in ("device", "game", "hal"):
        found = extract_from_dir(str(ROOT / package), keywords=KEYWORDS)
        for _file, _line, message, _comments, context in found:
            yield message, context


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_the_table_is_translated(code: str) -> None:
    found = catalogue(code)
    missing = set()
    for message, context in told_by_the_program():
        told: Message | None = found.get(forms(message)[0], context)
        if told is None or not all(forms(told.string)) or told.fuzzy:
            missing.add(forms(message)[0])
    assert not missing, "`make messages`, then translate these"


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in ("device", "game", "hal"):
        for path in (ROOT / package).rglob("*.py"):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def test_no_text_hides_in_a_formatted_string() -> None:
    """Whoever collects the texts does not look into f-strings."""
    hidden = [
        f"{path}:{call.lineno}"
        for path, tree in sources()
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in ("_", "gettext", "ngettext", "Words")
    ]
    assert hidden == []


FOR_PEOPLE = {
    "ButtonsError", "ButtonsLost", "ChipDeniedError", "ChipMissingError", "ClockDomainError",
    "EdgeLogError", "FolderInUseError", "JournalError", "LampError", "LibraryError",
    "LineInUseError", "OledError", "RecordError", "RuleError", "ScoresDamagedError",
    "ScoresLockedError", "ScoresNewerError", "ScoresRefusedError", "ScreenLostError",
    "ScreenMissingError",
}  # fmt: skip
OF_PROGRAMMERS = {
    "the buttons are in use already", "the buttons are not open", "the script is not open",
    "the script is running already",
}  # fmt: skip


def test_an_error_for_people_carries_no_text_that_cannot_be_translated() -> None:
    plain = [
        f"{path}:{call.lineno}: {ast.unparse(call)}"
        for path, tree in sources()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in FOR_PEOPLE
        for argument in call.args
        if isinstance(argument, ast.JoinedStr)
        or (isinstance(argument, ast.Constant) and " " in str(argument.value))
    ]
    assert [line for line in plain if not any(text in line for text in OF_PROGRAMMERS)] == []


def test_what_the_command_line_complains_of_holds_no_words_but_translated_ones() -> None:
    """A formatted string may join texts, options and names; words of its own are English."""
    words = re.compile(r"[A-Za-z]{3,}")
    plain = [
        f"{path}:{text.lineno}: {ast.unparse(text)}"
        for path, tree in sources()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in ("Trouble", "complain", "say", "tell")
        for argument in call.args
        for text in ast.walk(argument)
        if isinstance(text, ast.JoinedStr)
        for part in text.values
        if isinstance(part, ast.Constant)
        and words.search(re.sub(r"--[a-z-]+|^display |ratscrew[a-z ]*", "", str(part.value)))
    ]
    assert [line for line in plain if '"fact"' not in line] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_how_often_stands_close_before_its_sign(code: str) -> None:
    """As "6×", wherever it is told."""
    texts = [text for message in catalogue(code) for text in forms(message.string)]
    assert [text for text in texts if re.search(r"}\s×", text)] == []
    assert any("}×" in text for text in texts)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_fills_in_what_its_text_does(code: str) -> None:
    for message in catalogue(code):
        names = [{name for _, name, *_ in Formatter().parse(text)} for text in forms(message.id)]
        for text in filter(None, forms(message.string) if message.id else ()):
            told = {name for _, name, *_ in Formatter().parse(text)}
            assert told - {None} == names[-1] - {None}, message.id


def test_german_calls_a_button_a_knopf_a_key_a_taste_and_people_du() -> None:
    for message in catalogue("de"):
        english, german = (" ".join(forms(text)) for text in (message.id, message.string))
        formal = re.findall(r"(?<![.:!?] )(?<!^)\b(?:Sie|Ihnen|Ihr\w*)\b", german)
        assert not formal, german
        if "Taste" in german:
            assert re.search(r"\bkey", english, re.IGNORECASE), german
        if "button" in english.replace("ratscrew buttons", "").replace("--button", ""):
            assert re.search("Kn[oö]pf|{button}", german), german


def test_english_is_what_stands_in_the_code() -> None:
    for message in catalogue("en"):
        if message.id:
            assert forms(message.string) == forms(message.id)


def test_plurals_are_those_of_the_language() -> None:
    for code, one, many in (("de", "Karte", "Karten"), ("en", "card", "cards")):
        spoken = language(code)
        if spoken.gettext("South") == "South" and code == "de":
            pytest.skip("the catalogues are not compiled: make lint")
        for number, word in ((0, many), (1, one), (2, many)):
            text = spoken.ngettext("{n} card", "{n} cards", number)
            assert text.format(n=number) == f"{number} {word}"


def test_an_unknown_text_stays_as_it_is() -> None:
    assert language("de").gettext("no such text") == "no such text"
    with pytest.raises(ValueError, match="language is 'fr'; allowed is one of de, en"):
        language("fr")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE-at"}, "de"),
        ({"LANG": "de.UTF-8"}, "de"),
        ({"LANG": "deu"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "en_GB", "LC_ALL": "de_CH"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_locale_asks_for_a_language(environment: dict[str, str], code: str) -> None:
    assert preferred(environment) == code
    assert chosen("auto", environment).code == code
    assert chosen("de", environment).code == "de"


def test_letters_follow_the_language_or_the_setting() -> None:
    def letters(setting: str, code: str) -> str:
        spoken = lettered(setting, language(code))
        return " ".join(spoken.letter(rank) for rank in Rank)

    german = "2 3 4 5 6 7 8 9 10 B D K A"
    english = "2 3 4 5 6 7 8 9 10 J Q K A"
    assert letters("auto", "de") == letters("de", "en") == german
    assert letters("auto", "en") == letters("en", "de") == english


@pytest.mark.parametrize(
    ("value", "places", "english"),
    [(0, 0, "0"), (0, 3, "0.000"), (5, 3, "0.005"), (213_400, 3, "213.400"), (-1, 1, "-0.1")],
)
def test_numbers_have_the_decimal_sign_of_the_language(
    value: int, places: int, english: str
) -> None:
    assert language("en").fixed(value, places) == english
    assert language("de").fixed(value, places) == english.replace(".", ",")
