"""What `--buttons auto` comes to, and what it says."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from device.language import language
from device.machine import Machine, this_machine
from device.presses import chosen
from hal.chips import ChipDeniedError
from hal.wiring import default_wiring
from tests.hal.fake_gpiod import HEADER, Kernel

EN = language("en")
WIRING = default_wiring(2)
Files = Mapping[str, tuple[str, str]]
OTHER: Files = {"/dev/gpiochip7": ("gpiochip7", "INT34C5:00")}
NONE: Files = {}


def machine(root: Path, *, pi: bool) -> Machine:
    if pi:
        model = root / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_text("Raspberry Pi 5 Model B Rev 1.0\0", "utf-8")
    return replace(this_machine({}), root=root)


def test_on_the_wired_chip_it_is_gpio_and_the_chip_is_named(tmp_path: Path) -> None:
    said: list[str] = []
    assert chosen("auto", WIRING, machine(tmp_path, pi=True), EN, said.append, Kernel()) == "gpio"
    assert said == [f"buttons: those on /dev/gpiochip0 ({HEADER}); --buttons keys plays with keys"]


@pytest.mark.parametrize(
    ("pi", "files", "label", "told"),
    [
        (True, NONE, None, ("; no GPIO chip pinctrl-rp1 or pinctrl-bcm2711 or pinctrl-bcm2835: "
         "this machine has none")),
        (True, OTHER, None, ("; no GPIO chip pinctrl-rp1 or pinctrl-bcm2711 or pinctrl-bcm2835; "
         "there is: INT34C5:00 (/dev/gpiochip7); name one in wiring.toml")),
        (False, OTHER, "sim", ("; no GPIO chip sim; there is: INT34C5:00 (/dev/gpiochip7); "
         "name one in wiring.toml")),
        (False, NONE, None, ", for this is no Raspberry Pi"),
        (False, OTHER, None, ", for this is no Raspberry Pi"),
    ],
)  # fmt: skip
def test_without_it_they_are_keys_and_why_is_told(
    tmp_path: Path, pi: bool, files: Files, label: str | None, told: str
) -> None:
    said: list[str] = []
    wiring = replace(WIRING, chip=label)
    here = machine(tmp_path, pi=pi)
    assert chosen("auto", wiring, here, EN, said.append, Kernel(files)) == "keys"
    assert said == [f"buttons: keys, mouse and touch{told}"]


def test_a_chip_that_may_not_be_opened_is_given_up_for_keys_only_where_it_is_no_pis(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    kernel = Kernel(denied=True)
    here = machine(tmp_path / "laptop", pi=False)
    assert chosen("auto", WIRING, here, EN, said.append, kernel) == "keys"
    assert said == ["buttons: keys, mouse and touch, for this is no Raspberry Pi"]
    with pytest.raises(ChipDeniedError, match="sudo usermod -aG gpio"):
        chosen("auto", WIRING, machine(tmp_path / "pi", pi=True), EN, said.append, kernel)


@pytest.mark.parametrize("word", ["gpio", "gpiozero", "keys", "script:log"])
def test_what_is_asked_for_by_name_is_taken_and_the_weaker_way_is_told(
    tmp_path: Path, word: str
) -> None:
    said: list[str] = []
    here = machine(tmp_path, pi=True)
    assert chosen(word, WIRING, here, EN, said.append, Kernel(NONE)) == word
    assert ["does not tell when edges were lost" in line for line in said] == [True] * (
        word == "gpiozero"
    )
