"""`ratscrew wiring`: the table, the header, the picture, and plain values."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from device.commands import wiring
from device.language import LANGUAGES, language
from device.terminal import Terminal
from device.trouble import Status, Trouble
from device.wiring_table import wires
from hal.header import GROUNDS, PINS
from hal.wiring import default_wiring

Show = Callable[..., str]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Show:
    def run(*words: str, code: str = "en") -> str:
        environment = {"STATE_DIRECTORY": str(tmp_path / "state")}
        terminal = Terminal(language(code))
        here = ("--config", str(tmp_path))
        assert wiring.run([*words, *here], terminal, environment) is Status.DONE
        terminal.finish()
        return capsys.readouterr().out

    return run


def test_every_wire_stands_in_the_table_with_both_numbers_and_its_ground(show: Show) -> None:
    rows = [" ".join(row.split()) for row in show("--seats", "2").splitlines()]
    assert "▲ 1 slap 17 11 GND, pin 9" in rows
    assert "flip 18 12 GND, pin 9" in rows
    assert "● 2 slap 27 13 GND, pin 14" in rows
    assert "lamp 25 22 through its resistor to GND, pin 14" in rows


@pytest.mark.parametrize("seats", range(1, 9))
def test_each_seat_has_a_ground_of_its_own(seats: int) -> None:
    found = {(wire.seat, wire.ground) for wire in wires(default_wiring(seats))}
    assert len(found) == seats == len({ground for _seat, ground in found})
    assert {ground for _seat, ground in found} <= set(GROUNDS)


def test_the_header_has_all_forty_pins_in_two_rows(show: Show) -> None:
    rows = [row for row in show("--seats", "6").splitlines() if " o o " in row]
    assert len(rows) == 20
    for row, odd, even in zip(rows, PINS[::2], PINS[1::2], strict=True):
        left, right = row.split(" o o ")
        assert left.split()[-2:] == [odd.name, str(odd.number)]
        assert right.split()[:2] == [str(even.number), even.name]
    assert any("slap ▲ 1  GPIO17  11 o o 12  GPIO18  ▲ 1 flip" in row for row in rows)
    assert any("(I2C)" in row and "GPIO2" in row for row in rows)


def test_plain_values_are_those_of_the_wiring(show: Show) -> None:
    plain = json.loads(show("--seats", "3", "--json"))
    assert (plain["file"], plain["chip"]) == (None, None)
    assert plain["seats"][2] == {
        "seat": 3,
        "slap": {"gpio": 22, "pin": 15, "ground": 20},
        "flip": {"gpio": 24, "pin": 18, "ground": 20},
        "lamp": {"gpio": 19, "pin": 35, "ground": 20},
    }


def test_the_file_of_the_folder_counts(show: Show, tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text("[[seat]]\nslap=5\nflip=6\n[[seat]]\nslap=12\nflip=13\n", "utf-8")
    told = show()
    assert f"2 seats: {file}" in told
    assert "lamp" not in told
    with pytest.raises(Trouble, match=r"--seats is 3, but .*wiring.toml wires 2"):
        show("--seats", "3")


def test_lines_of_another_chip_are_on_no_header(show: Show, tmp_path: Path) -> None:
    text = "chip='gpio-sim'\n[[seat]]\nslap=0\nflip=1\n[[seat]]\nslap=2\nflip=40\n"
    (tmp_path / "wiring.toml").write_text(text, "utf-8")
    told = show()
    assert "gpio-sim" in told
    assert " o o " not in told
    with pytest.raises(Trouble, match="on no header"):
        show("--svg", str(tmp_path / "picture.svg"))


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_picture_has_every_pin_and_every_wire(
    show: Show, tmp_path: Path, seats: int, code: str
) -> None:
    file = tmp_path / "picture.svg"
    show("--seats", str(seats), "--svg", str(file), code=code)
    picture = ElementTree.parse(file).getroot()
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert [str(pin.number) in words for pin in PINS] == [True] * 40
    wired = default_wiring(seats)
    assert len(picture.findall(f"{SVG}polygon")) == 1 + len(wired.lines) + len(wired.lamps())
    for line in wired.lines:
        assert words.count(f"GPIO{line}") == 1


def test_nothing_in_the_picture_reaches_beyond_its_edge(show: Show, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    show("--seats", "6", "--svg", str(file))
    for box in ElementTree.parse(file).getroot().iter(f"{SVG}rect"):
        left = float(box.get("x", "0"))
        assert left >= 0
        assert left + float(box.get("width", "0")) <= 1000


@pytest.mark.parametrize("word", ["1", "9", "x", "02"])
def test_a_number_of_seats_that_cannot_be_is_trouble(show: Show, word: str) -> None:
    with pytest.raises(Trouble, match="allowed: 2 to 8"):
        show("--seats", word)


def test_a_folder_that_cannot_be_written_is_trouble(show: Show, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"--svg: .*picture[.]svg: there is no such folder"):
        show("--svg", str(tmp_path / "nowhere" / "picture.svg"))
