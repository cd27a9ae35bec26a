"""The journal is a record at every instant: torn at most in its last line, whatever happens."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue
from textwrap import dedent
from threading import Event, Thread

import pytest

from device.claim import FolderInUseError, claimed
from device.dealing import computers_of
from device.journal import ROOM, Journal, JournalError
from device.paper import APPENDING
from device.session import Session
from device.unfinished import read_back
from game.events import Flip, Input, Pause, Shown, Slap
from game.record import header_line, input_line
from tests.device.playing import header_of, read

HEADER = header_of(["2S 4S 6S", "3H 5H 7H"])
PAIR = header_of(["7S 2H", "7H 3H"])
INPUTS: list[Input] = [
    *(Flip(1_000_000, 0), Shown(1_150_000), Slap(1_300_000, 1, 40)),
    *(Flip(2_000_000, 1), Pause(2_100_000)),
]
ROOT = Path(__file__).resolve().parents[2]


def written(path: Path, *inputs: Input) -> Path:
    journal = Journal.begin(path, HEADER)
    for happened in inputs:
        journal.append(happened)
    journal.close()
    return path


def test_what_was_written_can_be_read_back(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", *INPUTS)
    assert read_back(path) == (HEADER, INPUTS)
    lines = [header_line(HEADER), *map(input_line, INPUTS)]
    assert path.read_text("utf-8") == "".join(f"{line}\n" for line in lines)


def test_an_input_is_in_the_file_when_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, HEADER)
    for count, happened in enumerate(INPUTS, 1):
        journal.append(happened)
        assert read(path)[1] == INPUTS[:count]
    journal.close()


def test_the_folder_is_made(tmp_path: Path) -> None:
    path = written(tmp_path / "a" / "b" / "game.jsonl")
    assert read_back(path) == (HEADER, [])


class Disk:
    """A disk that remembers how much of the file had reached it at each sync."""

    def __init__(self) -> None:
        self.sizes: Queue[int] = Queue()

    def __call__(self, file: int) -> None:
        self.sizes.put(os.fstat(file).st_size)


def journal_on(disk: Disk, path: Path, **more: float) -> Journal:
    written(path)
    return Journal(path, os.open(path, APPENDING), disk, **more)


def test_each_input_is_on_the_disk_within_a_second(tmp_path: Path) -> None:
    disk, path = Disk(), tmp_path / "game.jsonl"
    journal = journal_on(disk, path)
    for happened in INPUTS:
        journal.append(happened)
        before_s = time.monotonic()
        assert disk.sizes.get(timeout=5) == path.stat().st_size
        assert time.monotonic() - before_s < 1
    journal.close()


def test_what_comes_soon_after_another_shares_its_way_to_the_disk(tmp_path: Path) -> None:
    disk, path = Disk(), tmp_path / "game.jsonl"
    journal = journal_on(disk, path)
    for happened in INPUTS:
        journal.append(happened)
    journal.close()
    assert disk.sizes.qsize() == 1


def test_a_verdict_is_on_the_disk_at_once(tmp_path: Path) -> None:
    disk, path = Disk(), tmp_path / "game.jsonl"
    journal = journal_on(disk, path, patience_s=600)
    session = Session(PAIR.deal(), computers_of(PAIR), [journal])
    for happened in (Flip(1_000, 0), Shown(141_000), Flip(500_000, 1), Shown(640_000)):
        session.hear(happened)
    session.advance(700_000)
    assert disk.sizes.empty()
    session.hear(Slap(900_000, 1))
    session.advance(900_000)
    assert disk.sizes.get(timeout=5) == path.stat().st_size
    while not session.state.over and not session.advance(session.due_us() or 0):
        pass  # up to the end of the race
    assert disk.sizes.get(timeout=5) == path.stat().st_size
    session.close()


def test_what_is_written_while_the_disk_is_busy_reaches_it_too(tmp_path: Path) -> None:
    begun, go_on, sizes = Event(), Event(), []

    def disk(file: int) -> None:
        begun.set()
        assert go_on.wait(5)
        sizes.append(os.fstat(file).st_size)

    path = written(tmp_path / "game.jsonl")
    journal = Journal(path, os.open(path, APPENDING), disk)
    journal.append(INPUTS[0])
    journal.hurry()
    assert begun.wait(5)
    journal.append(INPUTS[1])
    closer = Thread(target=journal.close)
    closer.start()
    go_on.set()
    closer.join(5)
    assert sizes[-1] == path.stat().st_size


def test_a_journal_that_is_not_there_is_no_game(tmp_path: Path) -> None:
    assert read_back(tmp_path / "game.jsonl") is None


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, header_of(["7S", "7H"]))
    for happened in (Flip(1, 0), Shown(2), Flip(3, 1), Shown(4), Slap(5, 0), Pause(900_000)):
        journal.append(happened)
    journal.close()
    assert read_back(path) is None


def test_torn_at_any_byte_it_goes_on_from_its_last_whole_input(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl", *INPUTS).read_bytes()
    first = whole.index(b"\n") + 1
    path = tmp_path / "game.jsonl"
    for size in range(first, len(whole) + 1):
        path.write_bytes(whole[:size])
        found = read_back(path)
        assert found is not None
        journal = Journal.go_on(path)
        journal.append(Pause(3_000_000))
        journal.close()
        assert read(path)[1] == [*found[1], Pause(3_000_000)], size
        complete = whole[first:size].count(b"\n") + whole[:size].endswith(b"]")
        assert found[1] == INPUTS[:complete], size


def test_blocks_that_the_power_left_empty_are_cut_away(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", *INPUTS[:2])
    with path.open("ab") as file:
        file.write(bytes(700))
    assert read_back(path) == (HEADER, INPUTS[:2])
    journal = Journal.go_on(path)
    journal.append(INPUTS[2])
    journal.close()
    assert read_back(path) == (HEADER, INPUTS[:3])


def test_a_journal_has_its_length_while_it_is_open(tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jsonl", *INPUTS).read_bytes()
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, HEADER, ROOM)
    for happened in INPUTS[:2]:
        journal.append(happened)
        assert path.stat().st_size == ROOM
    assert read_back(path) == (HEADER, INPUTS[:2])
    journal.close()
    assert plain.startswith(path.read_bytes())
    journal = Journal.go_on(path, ROOM)
    assert path.stat().st_size == ROOM
    for happened in INPUTS[2:]:
        journal.append(happened)
    journal.close()
    assert path.read_bytes() == plain


def test_a_game_that_is_longer_than_its_room_is_written_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, HEADER, len(header_line(HEADER)) + 20)
    for happened in INPUTS:
        journal.append(happened)
    assert read_back(path) == (HEADER, INPUTS)
    journal.close()
    assert path.read_bytes() == written(tmp_path / "plain.jsonl", *INPUTS).read_bytes()


def test_what_stands_behind_a_lost_block_does_not_count(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl", *INPUTS).read_bytes()
    first = whole.index(b"\n") + 1
    for start in range(first, len(whole)):
        path = tmp_path / "game.jsonl"
        path.write_bytes(whole[:start] + bytes(7) + whole[start + 7 :] + bytes(100))
        found = read_back(path)
        assert found is not None
        complete = whole[first:start].count(b"\n") + whole[:start].endswith(b"]")
        assert found[1] == INPUTS[:complete], start
        journal = Journal.go_on(path, ROOM)
        journal.append(Pause(3_000_000))
        journal.close()
        assert read(path)[1] == [*found[1], Pause(3_000_000)], start


def test_a_new_journal_replaces_the_old_one_whole_or_not_at_all(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", *INPUTS)
    old = path.read_bytes()
    (tmp_path / "game.jsonl.new").mkdir()  # in the way
    with pytest.raises(JournalError, match=r"cannot write .*game\.jsonl"):
        Journal.begin(path, HEADER)
    assert path.read_bytes() == old


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1"),
        (b"\n", "line 1"),
        (b"\x89PNG\r\n\x1a\n", "line 1"),
        (b'{"format":"ratscrew-record","version":1', "line 1"),
        (b'HEADER[5,"flip",0]\n[4,"flip",0]\n', "line 3: t is 4"),
        (b'HEADER[5,"flip",7]\n', "line 2: seat is 7"),
        (b'HEADER[5,"flip",0]\ngarbage\n[9,"shown"]\n', "line 3"),
    ],
)
def test_damage_is_told_with_its_line(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content.replace(b"HEADER", header_line(HEADER).encode() + b"\n"))
    with pytest.raises(JournalError, match=told) as error:
        read_back(path)
    assert "\n" not in str(error.value)


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot read"):
        read_back(tmp_path)
    with pytest.raises(JournalError, match="cannot write"):
        Journal.begin(tmp_path, HEADER)
    with pytest.raises(JournalError, match="cannot write"):
        Journal.go_on(tmp_path / "missing")


def test_closing_twice_is_no_fault(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / "game.jsonl", HEADER)
    journal.close()
    journal.close()


# Devices and links


def test_a_device_is_written_into_and_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    written(pipe, *INPUTS)
    content = os.read(reader, 65_536)
    os.close(reader)
    assert content.splitlines()[1:] == [input_line(happened).encode() for happened in INPUTS]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_reader_who_has_gone_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    journal = Journal.begin(pipe, HEADER)
    os.close(reader)
    with pytest.raises(JournalError, match="Broken pipe"):
        journal.append(INPUTS[0])
    journal.append(INPUTS[1])  # told once
    assert journal.failed
    journal.close()


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    link, target = tmp_path / "link.jsonl", tmp_path / "there" / "game.jsonl"
    target.parent.mkdir()
    link.symlink_to(target)
    written(link, *INPUTS)
    assert link.is_symlink()
    assert read(target)[1] == INPUTS


# Full disks


def test_dev_full_is_told_at_once() -> None:
    with pytest.raises(JournalError, match="cannot write /dev/full: No space left on device"):
        Journal.begin(Path("/dev/full"), HEADER)
    assert Path("/dev/full").is_char_device()


def test_on_a_full_disk_the_record_stays_one(tmp_path: Path) -> None:
    """A limit on the size of files, as a disk that fills up in the middle of a line."""
    path = tmp_path / "game.jsonl"
    size = len(header_line(HEADER)) + 1
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    journal = Journal.begin(path, HEADER)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30, limits[1]))
        journal.append(INPUTS[0])
        with pytest.raises(JournalError, match=r"cannot write .*game\.jsonl: "):
            journal.append(INPUTS[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    journal.append(INPUTS[3])
    journal.close()
    assert path.stat().st_size == size + 30
    assert read_back(path) == (HEADER, INPUTS[:1])


def test_without_space_for_the_first_line_the_old_journal_stays(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", *INPUTS)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40, limits[1]))
        with pytest.raises(JournalError, match="cannot write"):
            Journal.begin(path, HEADER)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert read_back(path) == (HEADER, INPUTS)
    assert list(tmp_path.iterdir()) == [path]


# Two tables, and a table that dies


def test_a_folder_has_one_table(tmp_path: Path) -> None:
    file = claimed(tmp_path / "state")
    assert file is not None
    with pytest.raises(FolderInUseError, match="another table"):
        claimed(tmp_path / "state")
    os.close(file)
    again = claimed(tmp_path / "state")
    assert again is not None
    os.close(again)


def test_a_folder_that_cannot_be_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert claimed(tmp_path / "file" / "state") is None


WRITER = """
    import sys
    from itertools import count
    from pathlib import Path
    from device.journal import Journal
    from game.events import Slap
    from game.record import Record
    header = Record([sys.argv[2].encode()]).header
    journal = Journal.begin(Path(sys.argv[1]), header)
    for t_us in count(1):
        journal.append(Slap(t_us, t_us % 2, t_us % 50_000))
        print(t_us, flush=True)
"""


def test_killed_at_any_point_nothing_is_lost_that_was_acted_on(tmp_path: Path) -> None:
    program = [sys.executable, "-c", dedent(WRITER)]
    for kill in range(12):
        path = tmp_path / f"{kill}.jsonl"
        with subprocess.Popen(
            [*program, str(path), header_line(HEADER)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(1 + kill * 37):
                writer.stdout.readline()
            writer.send_signal(signal.SIGKILL)
            acted = writer.stdout.read().splitlines(keepends=True)
        last = 1 + kill * 37 + sum(line.endswith("\n") for line in acted)
        _, inputs = read(path)
        assert [happened.t_us for happened in inputs] == list(range(1, len(inputs) + 1))
        assert last <= len(inputs) <= last + 1
        journal = Journal.go_on(path)
        journal.append(Pause(10**9))
        journal.close()
        assert read(path)[1] == [*inputs, Pause(10**9)]
