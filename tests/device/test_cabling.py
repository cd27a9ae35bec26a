"""Which wiring.toml counts, and the one line that tells what is wrong with it."""

from pathlib import Path

import pytest

from device.cabling import FILE, Cabling, cabling, keep, line_name, read
from device.language import language
from device.trouble import Status, Trouble
from hal.wiring import Wiring, default_wiring

EN = language("en")
OTHER = Wiring((5, 6), (12, 13))


def table(tmp_path: Path, folder: Path | None = None) -> Cabling:
    environment = {"CONFIGURATION_DIRECTORY": str(tmp_path / "people")}
    return cabling(folder, tmp_path / "state", environment, EN, 2)


def write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    path.write_text(text, encoding="utf-8")
    return path


def trouble(tmp_path: Path, text: str) -> str:
    path = write(tmp_path, text)
    with pytest.raises(Trouble) as raised:
        read(path, EN)
    told = str(raised.value)
    assert raised.value.status is Status.USAGE
    assert told.startswith(f"{path}: ")
    assert "\n" not in told
    return told.removeprefix(f"{path}: ")


def seats(*lines: str) -> str:
    return "\n".join(f"[[seat]]\n{line}" for line in lines)


def test_the_file_of_people_counts_and_a_learned_one_wins(tmp_path: Path) -> None:
    given = write(tmp_path / "people", seats("slap = 20\nflip = 21", "slap = 22\nflip = 23"))
    assert table(tmp_path).file == given
    learned = keep(tmp_path / "state", OTHER, ["a remark"])
    assert table(tmp_path) == Cabling(OTHER, learned)
    assert table(tmp_path, tmp_path / "people").file == learned
    assert given.read_text("utf-8").startswith("[[seat]]")


def test_without_a_file_there_is_the_default(tmp_path: Path) -> None:
    assert table(tmp_path, tmp_path) == Cabling(default_wiring(2))


def test_a_learned_file_that_cannot_be_used_is_left_aside_and_told(tmp_path: Path) -> None:
    path = write(tmp_path / "state", "seat = 1")
    found = table(tmp_path, tmp_path)
    assert found.wiring == default_wiring(2)
    assert found.trouble is not None
    assert found.trouble.startswith(f"{path} cannot be used and is left aside: ")


def test_keeping_replaces_the_whole_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    keep(tmp_path, default_wiring(3), ["first"])
    keep(tmp_path, OTHER, ["second"])
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert read(tmp_path / FILE, EN) == OTHER


def test_a_line_has_both_its_numbers() -> None:
    assert line_name(17, OTHER, EN) == "GPIO17 (pin 11)"
    assert line_name(17, Wiring((1,), (2,), (), "gpio-sim"), EN) == "line 17"


FREE = "allowed: 4-13, 16-27"
FAULTS = {
    seats("slap = 17\nflip = 18", "slap = 17\nflip = 23"): (
        "line 5: seat 2 slap is GPIO17 (pin 11), which seat 1 slap has already; "
        "free: 4-13, 16, 19-22, 24-27"
    ),
    seats("slap = 2\nflip = 18"): "line 1: there is 1 seat, each a [[seat]]; allowed: 2 to 8",
    seats("slap = 2\nflip = 18", "slap = 17\nflip = 23"): (
        "line 2: seat 1 slap is GPIO2 (pin 3), which belongs to the I2C bus of the small "
        f"display; {FREE}, or name it in allow_reserved"
    ),
    seats("slap = 40\nflip = 18", "slap = 17\nflip = 23"): (
        f"line 2: seat 1 slap is 40; if that is the pin, write GPIO21; {FREE}"
    ),
    seats("slap = 'BOARD11'\nflip = 18", "slap = 17\nflip = 23"): (
        f"line 2: seat 1 slap is 'BOARD11'; if that is the pin, write GPIO17; {FREE}"
    ),
    seats("slap = 39\nflip = 18", "slap = 17\nflip = 23"): (
        f"line 2: seat 1 slap is 39; pin 39 is GND, no GPIO; {FREE}"
    ),
    seats("slap = 99\nflip = 18", "slap = 17\nflip = 23"): (
        "line 2: seat 1 slap is 99; allowed: the number of a GPIO, 4-13, 16-27"
    ),
    seats("slap = 17", "slap = 17\nflip = 23"): (
        "seat 1 flip is missing; a seat has slap and flip"
    ),
    seats("slap = 17\nflop = 18", "slap = 22\nflip = 23"): (
        "line 3: unknown key seat 1 flop; allowed: slap, flip, lamp (did you mean flip?)"
    ),
    "chop = 1": (
        "line 1: unknown key chop; allowed: chip, allow_reserved, timing, seat (did you mean chip?)"
    ),
    "chip = 7": "line 1: chip is 7; allowed: pinctrl-rp1, pinctrl-bcm2711, pinctrl-bcm2835",
}


@pytest.mark.parametrize("text", FAULTS)
def test_each_fault_is_one_line_that_says_what_would_be_right(tmp_path: Path, text: str) -> None:
    assert trouble(tmp_path, text) == FAULTS[text]


def test_a_file_that_is_no_text_or_no_toml_is_told(tmp_path: Path) -> None:
    assert "line 1" in trouble(tmp_path, "slap = = 1")
    path = tmp_path / FILE
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Trouble, match="expected text in UTF-8"):
        read(path, EN)
    path.write_bytes(b"#\n" * (1 << 14))
    with pytest.raises(Trouble, match="longer than 16384 bytes"):
        read(path, EN)
