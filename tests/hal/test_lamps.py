"""Lamps on gpiozero's mock pins: what they show, and that a fault is told once and harms nobody."""

from typing import Any

import pytest

from hal.chips import Chip, Holder
from hal.lamps import PULSES_HZ, LampError, Lamps, open_lamps
from hal.wiring import Wiring, default_wiring

gpiozero_mock = pytest.importorskip("gpiozero.pins.mock")


def mock_pins() -> Any:
    return gpiozero_mock.MockFactory(pin_class=gpiozero_mock.MockPWMPin)


def told() -> list[LampError]:
    return []


def states(factory: Any, *lines: int) -> list[float]:
    return [factory.pin(f"GPIO{line}").state for line in lines]


def test_a_lamp_is_dark_until_it_is_told() -> None:
    factory, complaints = mock_pins(), told()
    lamps = Lamps({0: 4, 2: 19}, factory, complaints.append)
    assert lamps.seats == (0, 2)
    assert states(factory, 4, 19) == [0, 0]
    assert complaints == []


def test_full_and_dark_are_plain_levels_and_all_between_is_pulsed() -> None:
    factory = mock_pins()
    lamps = Lamps({0: 4, 1: 25}, factory, told().append)
    lamps.show([1000, 250])
    assert states(factory, 4, 25) == [1, 0.25]
    assert [factory.pin(f"GPIO{line}").frequency for line in (4, 25)] == [None, PULSES_HZ]
    lamps.show([500, 1000])
    assert states(factory, 4, 25) == [0.5, 1]
    assert [factory.pin(f"GPIO{line}").frequency for line in (4, 25)] == [PULSES_HZ, None]


def test_a_seat_without_a_lamp_is_told_in_vain() -> None:
    factory = mock_pins()
    lamps = Lamps({1: 25}, factory, told().append)
    lamps.show([1000, 1000, 1000])
    assert states(factory, 25) == [1]


def test_lamps_go_out_at_the_end_and_may_be_closed_twice() -> None:
    factory = mock_pins()
    lamps = Lamps({0: 4}, factory, told().append)
    lamps.show([1000])
    lamps.close()
    lamps.close()
    assert states(factory, 4) == [0]
    assert lamps.seats == ()


def test_a_line_that_is_taken_costs_its_lamp_and_one_word() -> None:
    factory, complaints = mock_pins(), told()
    lamps = Lamps({0: 4, 1: 4, 2: 4, 3: 25}, factory, complaints.append)
    assert lamps.seats == (0, 3)
    assert len(complaints) == 1
    assert "seat 2" in str(complaints[0])
    assert "GPIO4" in str(complaints[0])


def test_a_lamp_that_fails_in_the_game_is_told_once_and_the_rest_shines() -> None:
    factory, complaints = mock_pins(), told()
    lamps = Lamps({0: 4, 1: 25}, factory, complaints.append)
    factory.pin("GPIO4").function = "input"  # somebody else took the pin
    lamps.show([1000, 1000])
    lamps.show([0, 500])
    assert lamps.seats == (1,)
    assert states(factory, 25) == [0.5]
    assert len(complaints) == 1
    assert str(complaints[0]).startswith("the lamp of seat 1")


def test_without_gpiozero_there_is_no_lamp_and_no_trouble() -> None:
    complaints = told()

    def missing(name: str) -> Any:
        raise ImportError(f"No module named {name!r}")

    lamps = Lamps({0: 4, 1: 25}, None, complaints.append, missing)
    lamps.show([1000, 1000])
    lamps.close()
    assert lamps.seats == ()
    assert len(complaints) == 1


class Kernel:
    """Chips of a machine that was thought up; `holders` of their lines."""

    def __init__(self, *chips: Chip) -> None:
        self._chips = chips
        self.holders: dict[int, str] = {}

    def found(self) -> tuple[Chip, ...]:
        return self._chips

    def holder(self, chip: Chip, line: int) -> Holder:
        return Holder(f"GPIO{line}", self.holders.get(line))

    def admission(self, chip: Chip) -> str:
        return "join its group"


class Pins:
    """gpiozero's pins on lgpio, as far as lamps need them."""

    class lgpio:  # noqa: N801 - as the module is called
        gpio_claim_alert = None

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.factory = mock_pins()

    def LGPIOFactory(self, chip: int) -> Any:
        self.opened.append(chip)
        return self.factory


def test_the_factory_is_made_by_name_on_the_chip_with_the_label() -> None:
    pins, complaints = Pins(), told()

    def load(name: str) -> Any:
        if name == "gpiozero":
            import gpiozero

            return gpiozero
        return pins

    kernel = Kernel(
        Chip("/dev/gpiochip0", "gpiochip0", "gpio-brcmstb", 32),
        Chip("/dev/gpiochip4", "gpiochip4", "pinctrl-rp1", 54),
    )
    lamps = open_lamps(default_wiring(2), complaints.append, chips=kernel, load=load)
    lamps.show([1000, 0])
    assert (pins.opened, complaints) == ([4], [])
    assert states(pins.factory, 4, 25) == [1, 0]
    lamps.close()


def test_who_holds_the_line_of_a_lamp_is_named_and_the_others_shine() -> None:
    import gpiozero

    pins, complaints = Pins(), told()
    taken = gpiozero.LED("GPIO4", pin_factory=pins.factory)
    kernel = Kernel(Chip("/dev/gpiochip0", "gpiochip0", "pinctrl-rp1", 54))
    kernel.holders[4] = "w1"

    def load(name: str) -> Any:
        return gpiozero if name == "gpiozero" else pins

    lamps = open_lamps(default_wiring(2), complaints.append, chips=kernel, load=load)
    assert lamps.seats == (1,)
    (complaint,) = complaints
    assert str(complaint) == (
        "the lamp of seat 1 on GPIO4: line 4 of /dev/gpiochip0 is in use by w1; "
        "stop that, or take another line"
    )
    lamps.close()
    taken.close()


def test_without_a_chip_it_is_told_once_and_nothing_else_is_tried() -> None:
    complaints = told()
    lamps = open_lamps(default_wiring(2), complaints.append, chips=Kernel())
    lamps.show([1000, 1000])
    assert lamps.seats == ()
    assert len(complaints) == 1


def test_a_wiring_without_lamps_asks_for_no_library() -> None:
    complaints = told()

    def never(name: str) -> Any:
        raise AssertionError(name)

    open_lamps(Wiring((17,), (18,)), complaints.append, chips=Kernel(), load=never).close()
    assert complaints == []
