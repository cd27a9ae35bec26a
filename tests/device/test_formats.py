"""A file of another format is named, wherever a record or an edge log is read."""

from pathlib import Path

import pytest

from device import formats
from game import header
from hal import edgeline
from tests.device.games import record
from tests.device.shell import ROOT, ratscrew
from tests.device.test_cli_edges import PRESSED

A_RECORD = "this is the record of a game, for ratscrew replay"
AN_EDGE_LOG = "this is an edge log, for ratscrew edges"
SETTINGS = b'lang = "de"\n'
PICTURE = (ROOT / "docs" / "table.png").read_bytes()


def test_the_names_are_those_of_the_formats() -> None:
    assert (formats.RECORD, formats.EDGES) == (header.FORMAT, edgeline.FORMAT)


@pytest.mark.parametrize(
    ("words", "given", "told"),
    [
        (["replay"], PRESSED, AN_EDGE_LOG),
        (["play", "--deal"], PRESSED, AN_EDGE_LOG),
        (["edges"], record("x", 2, 1), A_RECORD),
        (["replay"], SETTINGS, "this is no record of a game"),
        (["play", "--deal"], SETTINGS, "this is no record of a game"),
        (["replay"], PICTURE, "this is no record of a game"),
        (["edges"], PICTURE, "this is no edge log"),
        (["edges"], b"", "this is no edge log"),
        (["play", "--buttons"], record("x", 2, 1), A_RECORD),
        (["play", "--buttons"], PICTURE, "this is no edge log"),
    ],
)
def test_a_file_of_another_kind_is_told_what_it_is(
    words: list[str], given: bytes, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "given"
    path.write_bytes(given)
    ended = ratscrew(*words, f"script:{path}" if "--buttons" in words else path)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"ratscrew: {path}: line 1: ")
    assert ended.err.endswith(f"; {told}\n")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("replay", record("x", 2, 1).replace(b'"leader":', b'"leader":9')),
        ("replay", record("x", 2, 1) + b"x\n"),
        ("edges", PRESSED.replace(b'"version": 1', b'"version": 9')),
        ("edges", PRESSED + b"x\n"),
        ("edges", b"{}\n"),
    ],
)
def test_damage_of_the_right_format_needs_no_hint(
    command: str, given: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "given"
    path.write_bytes(given)
    ended = ratscrew(command, path)
    assert ended.status == 2
    assert "; this is" not in ended.err
