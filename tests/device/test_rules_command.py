"""`ratscrew rules`: all pages, one, or those with a word; by the rules of the table or others."""

from pathlib import Path

import pytest

from device.commands.rules import WIDTHS
from tests.device.shell import process, ratscrew


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No file of this machine's owner plays a part."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("COLUMNS", raising=False)


def headings(out: str) -> list[str]:
    return [line for line in out.splitlines() if line[:1].isdigit()]


def said(out: str) -> str:
    """The words without their line breaks."""
    return " ".join(out.split())


def test_without_a_word_every_page_is_told_in_order() -> None:
    ended = ratscrew("rules")
    assert (ended.status, ended.err) == (0, "")
    told = headings(ended.out)
    assert [int(line.partition(".")[0]) for line in told] == list(range(1, len(told) + 1))
    assert told[0] == "1. What it is about"
    assert told[-1].endswith("Origin")


def test_cards_are_told_with_rank_and_suit_in_the_letters_of_the_language() -> None:
    english = ratscrew("rules", "4").out
    assert "Q♦ Anna   5♣ Ben   J♠ Ben   8♥ Carla" in english
    german = ratscrew("rules", "4", lang="de").out
    assert "D♦ Anna   5♣ Ben   B♠ Ben   8♥ Carla" in german


@pytest.mark.parametrize("word", ["hoagie", "HOAGIE", "exactly two"])
def test_a_word_finds_the_pages_that_it_stands_on(word: str) -> None:
    ended = ratscrew("rules", *word.split())
    assert ended.status == 0
    assert [line.partition(". ")[2] for line in headings(ended.out)] == ["Variants: patterns"]
    assert "Q♠   4♠   8♥   J♦   4♣" in ended.out


def test_a_word_finds_each_of_several_pages() -> None:
    assert len(headings(ratscrew("rules", "burn").out)) > 1


def test_a_number_finds_one_page() -> None:
    assert headings(ratscrew("rules", "3").out) == ["3. Challenges"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["qwertz"],
            "'qwertz' stands on no page of the rules; allowed: a word of theirs, or 1 to ",
        ),
        (["0"], "page is 0; allowed: 1 to "),
        (["99"], "page is 99; allowed: 1 to "),
        (["-1"], "page is -1; allowed: 1 to "),
        (["--hoagie"], "unknown option --hoagie"),
        (["a\nb"], "'a\\nb' stands on no page"),
        (["--set", "burn=3"], "--set: burn is 3; allowed: 1, 2"),
        (["--set", "brn=2"], "--set: unknown option 'brn'; did you mean burn?"),
        (["--set", "burn"], "--set is 'burn'; expected OPTION=VALUE"),
        (["--rules", "partie"], "--rules is 'partie'; allowed: "),
        (["--config", "/no/such/folder"], "--config: /no/such/folder is no folder"),
    ],
)
def test_what_cannot_be_told_is_one_line_and_status_2(words: list[str], told: str) -> None:
    ended = ratscrew("rules", *words)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"ratscrew: {told}")
    assert ended.err.count("\n") == 1


def test_house_rules_asked_for_are_told() -> None:
    assert "Here:" not in ratscrew("rules").out
    double = said(ratscrew("rules", "--set", "burn=2").out)
    assert "Here: a false slap costs 2 cards." in double
    party = said(ratscrew("rules", "--rules", "party", "--set", "time_limit_us=300000000").out)
    assert "Here: after 5 min of play the most cards win." in party
    assert "Here: a slap up to 200 ms after the new card costs nothing." in party


def test_the_house_rules_and_the_language_of_the_table_are_those_of_its_files(
    tmp_path: Path,
) -> None:
    (tmp_path / "ratscrew.toml").write_text('lang = "de"\nletters = "en"\n[rules]\nburn = 2\n')
    ended = process("rules", "--config", tmp_path, environment={"COLUMNS": "80"})
    assert ended.returncode == 0
    out = ended.stdout.decode()
    assert "Hier: Falsch hauen kostet 2 Karten." in said(out)
    assert "J♠" in out
    asked = ratscrew("rules", "--config", tmp_path, "--rules", "ratscrew")
    assert "Here:" not in asked.out


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("columns", [1, 20, 40, 80, 500])
def test_lines_are_as_wide_as_the_terminal_and_no_word_is_lost(
    monkeypatch: pytest.MonkeyPatch, columns: int, code: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = ratscrew("rules", "--rules", "party", lang=code).out
    least, most = WIDTHS
    wide = min(max(columns, least), most)
    assert max(map(len, narrow.splitlines())) <= wide
    monkeypatch.setenv("COLUMNS", str(most))
    # A word too long for a narrow line is broken in it.
    whole = ratscrew("rules", "--rules", "party", lang=code).out
    assert "".join(narrow.split()) == "".join(whole.split())


def test_a_poor_terminal_gets_plain_letters() -> None:
    ended = process("rules", "4", "--lang", "de", environment={"PYTHONIOENCODING": "ascii"})
    assert ended.returncode == 0
    assert b"DD Anna   5C Ben   BS Ben   8H Carla" in ended.stdout
    assert b"?" not in ended.stdout
