"""The scribe keeps games where people sit, and says in one line what it could not keep."""

import resource
from pathlib import Path

import pytest

from device.journal import Journal, JournalError
from device.scribe import JOURNAL, LAST, Scribe
from device.troubles import Troubles
from game.cpu import Level
from game.events import Flip, Shown
from game.record import Header
from tests.device.playing import Evening, header_of, read

PEOPLE = header_of(["2S 4S 6S", "3H 5H 7H"])
COMPUTERS = header_of(["2S 4S", "3H 5H"], kinds=(Level.FAST, Level.SLOW))


def scribe(folder: Path, record: Path | None = None) -> tuple[Scribe, list[str]]:
    told: list[str] = []
    return Scribe(folder, record, Troubles(told.append)), told


def journals(writer: Scribe, header: Header = PEOPLE) -> list[Journal]:
    """What a new game is written to on the disk."""
    return [each for each in writer.begin(header) if isinstance(each, Journal)]


def begun(writer: Scribe, header: Header = PEOPLE) -> None:
    for journal in writer.begin(header):
        journal.append(Flip(1, 0))
        journal.close()


def test_a_game_with_people_has_a_journal_and_one_among_computers_has_none(tmp_path: Path) -> None:
    writer, told = scribe(tmp_path)
    assert len(journals(writer)) == 1
    assert len(journals(writer, COMPUTERS)) == 0
    assert told == []


def test_a_record_is_kept_of_every_game_under_a_name_of_its_own(tmp_path: Path) -> None:
    writer, _ = scribe(tmp_path / "state", tmp_path / "may.jsonl")
    for header in (COMPUTERS, PEOPLE, COMPUTERS):
        begun(writer, header)
    names = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert names == ["may-2.jsonl", "may-3.jsonl", "may.jsonl"]


def test_a_finished_game_becomes_the_last_game(tmp_path: Path) -> None:
    writer, _ = scribe(tmp_path)
    begun(writer)
    writer.finished()
    assert read(tmp_path / LAST)[1] == [Flip(1, 0)]
    assert writer.unfinished() is None


def test_a_finished_game_of_computers_leaves_the_journal_of_people_alone(tmp_path: Path) -> None:
    writer, _ = scribe(tmp_path)
    begun(writer)
    writer.close()
    other, _ = scribe(tmp_path)
    begun(other, COMPUTERS)
    other.finished()
    found = other.unfinished()
    assert found is not None
    assert found[1] == [Flip(1, 0)]


def test_a_damaged_journal_is_put_aside_and_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"\x00\xff\n")
    writer, told = scribe(tmp_path)
    assert writer.unfinished() is None
    assert (tmp_path / "damaged-game.jsonl").read_bytes() == b"\x00\xff\n"
    (line,) = told
    assert "line 1" in line
    assert "damaged-game.jsonl" in line
    assert "\n" not in line
    assert not (tmp_path / JOURNAL).exists()


def test_a_game_that_is_gone_on_with_is_written_on_and_recorded_whole(tmp_path: Path) -> None:
    writer, _ = scribe(tmp_path / "state")
    begun(writer)
    writer.close()
    again, told = scribe(tmp_path / "state", tmp_path / "may.jsonl")
    found = again.unfinished()
    assert found is not None
    for journal in again.go_on(*found):
        journal.append(Shown(2))
        journal.close()
    for path in (tmp_path / "may.jsonl", tmp_path / "state" / JOURNAL):
        assert read(path)[1] == [Flip(1, 0), Shown(2)]
    assert told == []


def test_the_first_record_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    writer, _ = scribe(tmp_path, Path("/dev/full"))
    with pytest.raises(JournalError, match="cannot write /dev/full"):
        writer.begin(PEOPLE)


def test_a_later_record_that_cannot_be_written_is_told_and_the_evening_goes_on(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    writer, told = scribe(tmp_path / "state", folder / "may.jsonl")
    begun(writer)
    (folder / "may-2.jsonl").mkdir()
    assert len(journals(writer)) == 1
    (line,) = told
    assert "may-2.jsonl" in line


@pytest.mark.parametrize("blocked", ["a file in its place", "a name too long"])
def test_a_state_folder_that_cannot_be_is_told_once_and_the_game_goes_on(
    tmp_path: Path, blocked: str
) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "state" if blocked.startswith("a file") else tmp_path / ("x" * 300)
    writer, told = scribe(folder)
    assert writer.unfinished() is None
    assert journals(writer) == []
    (line,) = told
    assert line.startswith("cannot write ")


def test_two_tables_do_not_share_a_journal(tmp_path: Path) -> None:
    first, told_first = scribe(tmp_path)
    (journal,) = journals(first)
    journal.append(Flip(1, 0))
    second, told = scribe(tmp_path)
    assert second.unfinished() is None
    assert journals(second) == []
    second.finished()
    (line,) = told
    assert "another table" in line
    journal.append(Shown(2))
    journal.close()
    assert read(tmp_path / JOURNAL)[1] == [Flip(1, 0), Shown(2)]
    first.close()
    third, told_third = scribe(tmp_path)
    assert third.unfinished() is not None
    assert told_first == told_third == []


def test_a_disk_that_fills_up_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    def played(folder: Path) -> Evening:
        evening = Evening(folder, PEOPLE, record=folder / "may.jsonl")
        evening.flip(0, 500)
        evening.flip(1, 1500)
        return evening.play(until_ms=2500)

    first_line = len(played(tmp_path / "before").journal.read_bytes().splitlines()[0]) + 1
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (first_line + 50, limits[1]))
        evening = played(tmp_path / "full")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert evening.state.shown == 2
    assert [line.partition(": ")[0] for line in evening.warnings] == [
        f"cannot write {evening.record}", f"cannot write {evening.journal}"
    ]  # fmt: skip
    assert len(read(evening.journal)[1]) == 2
