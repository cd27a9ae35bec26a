"""Whose cards laid themselves, in the first line of a record."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from device.idleness import idle_seats, mark, with_marks, without_marks
from device.journal import Journal, JournalError
from device.memo import Memo
from game.events import Flip
from game.record import Header, header_line
from tests.device.playing import header_of, read

HEADER = with_marks(header_of(["7S 2H", "7H 3H", "7D 4C"]))
TRICKY = replace(HEADER, seats=('"idle":[0', "B", 'C"idle":[9'), seed='"idle":[0,0,0]')


@pytest.mark.parametrize("header", [HEADER, TRICKY])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_one_digit_changes_and_nothing_else(tmp_path: Path, header: Header, seat: int) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(f'{header_line(header)}\n[5,"flip",0]\n')
    before = path.read_bytes()
    mark(path, seat)
    after = path.read_bytes()
    changed = [at for at, byte in enumerate(before) if byte != after[at]]
    assert (len(before), len(changed)) == (len(after), 1)
    there = read(path)[0]
    assert idle_seats(there) == [seat]
    assert without_marks(there) == without_marks(header)


def test_a_record_that_says_nothing_about_it_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(header_line(without_marks(TRICKY)) + "\n")
    before = path.read_bytes()
    mark(path, 1)
    assert path.read_bytes() == before
    assert idle_seats(read(path)[0]) == []


@pytest.mark.parametrize("marks", [None, 1, [1], [1, 1, 1, 1], "111"])
def test_what_others_have_written_there_tells_nothing(marks: object) -> None:
    assert idle_seats(replace(HEADER, more={"idle": marks})) == []


def test_a_journal_goes_on_behind_a_changed_first_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    journal = Journal.begin(path, HEADER)
    journal.append(Flip(5, 0))
    journal.mark_idle(2)
    journal.append(Flip(6, 1))
    journal.close()
    header, inputs = read(path)
    assert idle_seats(header) == [2]
    assert inputs == [Flip(5, 0), Flip(6, 1)]


def test_a_pipe_cannot_be_changed_and_is_told_nothing(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    journal = Journal.begin(pipe, HEADER)
    journal.mark_idle(0)
    journal.append(Flip(5, 0))
    journal.close()
    heard = os.read(reader, 10_000)
    os.close(reader)
    assert heard.decode().splitlines()[0] == header_line(without_marks(HEADER))
    assert not journal.failed


def test_a_record_that_is_gone_is_told_once_and_written_no_more(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    journal = Journal.begin(path, HEADER)
    path.unlink()
    with pytest.raises(JournalError, match="cannot write"):
        journal.mark_idle(0)
    assert journal.failed
    journal.mark_idle(1)
    journal.close()


def test_a_game_in_memory_has_the_same_first_line(tmp_path: Path) -> None:
    memo, path = Memo(HEADER), tmp_path / "r.jsonl"
    memo.mark_idle(2)
    memo.mark_idle(1)
    path.write_bytes(memo.record())
    assert idle_seats(read(path)[0]) == [1, 2]
    unmarked = Memo(without_marks(HEADER))
    unmarked.mark_idle(1)
    assert "idle" not in unmarked.record().decode()
