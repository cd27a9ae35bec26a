"""Files that somebody handed in, whatever they are."""

from io import BytesIO

from device.paper import LONGEST_LINE, raw_lines
from game import record
from hal import edgeline


def test_a_file_is_read_line_by_line_and_no_line_is_taken_whole_that_is_too_long() -> None:
    assert list(raw_lines(BytesIO(b"a\nb\nc"))) == [b"a\n", b"b\n", b"c"]
    taken = list(raw_lines(BytesIO(b"a\n" + b"x" * (5 * LONGEST_LINE) + b"\nb\n")))
    assert [len(line) for line in taken] == [2, LONGEST_LINE + 1]
    assert list(raw_lines(BytesIO(b""))) == []


def test_every_line_that_a_format_allows_is_taken_whole() -> None:
    assert LONGEST_LINE == record.LONGEST_LINE == edgeline.LONGEST_LINE
    longest = b"x" * (LONGEST_LINE - 1) + b"\n"
    assert list(raw_lines(BytesIO(longest * 2))) == [longest, longest]
