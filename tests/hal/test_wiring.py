"""Which line is whose, and what a list of wires may not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.debounce import Constants
from hal.header import FREE, GROUNDS, LINES, PINS, RESERVED, USES, Use, ground_near
from hal.wirelist import Fault, WiringError, read_wiring, written
from hal.wiring import Button, Wiring, default_wiring

TWO_SEATS = """
[[seat]]
slap = 17
flip = "GPIO18"
lamp = 4

[[seat]]
slap = "gpio27"
flip = 23
"""


def refused(text: str) -> WiringError:
    with pytest.raises(WiringError) as raised:
        read_wiring(text)
    assert "\n" not in str(raised.value)
    return raised.value


def with_seat(lines: str) -> str:
    return f"{TWO_SEATS}\n[[seat]]\n{lines}\n"


# The header


def test_the_header_has_every_line_once_and_eight_grounds() -> None:
    assert [pin.number for pin in PINS] == list(range(1, 41))
    assert sorted(LINES) == list(range(28))
    assert GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)


@pytest.mark.parametrize(("line", "pin"), [(2, 3), (17, 11), (18, 12), (10, 19), (7, 26), (21, 40)])
def test_a_line_has_the_pin_of_every_pi_since_2014(line: int, pin: int) -> None:
    assert LINES[line].number == pin


def test_the_ground_of_a_pin_is_the_nearest_one() -> None:
    for pin in PINS:
        assert abs(ground_near(pin.number) - pin.number) <= 9
    assert ground_near(GROUNDS[0]) == GROUNDS[0]
    assert ground_near(GROUNDS[0], GROUNDS[:1]) == GROUNDS[1]


# The default


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_default_keeps_off_what_belongs_to_others_and_takes_spi_last(seats: int) -> None:
    wiring = default_wiring(seats)
    used = [*wiring.lines, *wiring.lamps().values()]
    assert not RESERVED.intersection(used)
    assert set(used) <= set(FREE)
    assert len(wiring.lamps()) == seats
    without_spi = [line for line in FREE if USES.get(line) is not Use.SPI]
    spi = [line for line in used if USES.get(line) is Use.SPI]
    assert len(spi) == max(0, len(used) - len(without_spi))


def test_more_seats_leave_the_wires_of_fewer_where_they_are() -> None:
    assert default_wiring(6).first(3) == default_wiring(3)


def test_eight_seats_have_buttons_and_no_lamp() -> None:
    assert len(default_wiring(8).lines) == 16
    assert default_wiring(8).lamps() == {}


@pytest.mark.parametrize("seats", [0, 9])
def test_no_table_has_so_many_seats(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats; allowed is 1 to 8"):
        default_wiring(seats)


def test_a_lamp_has_no_line_of_a_button() -> None:
    with pytest.raises(ValueError, match="line 17 is wired twice"):
        Wiring((17,), (18,), (17,))


def test_a_wiring_knows_seat_and_button_of_a_line() -> None:
    wiring = default_wiring(2)
    assert wiring.buttons()[23] == (1, Button.FLIP)
    assert wiring.line(1, Button.FLIP) == 23


# The list


def test_a_list_names_lines_by_number_or_by_name() -> None:
    assert read_wiring(TWO_SEATS) == Wiring((17, 27), (18, 23), (4, None))


def test_a_list_without_lamps_has_none() -> None:
    assert read_wiring(TWO_SEATS.replace("lamp = 4", "")).lamp == ()


@given(
    st.integers(2, 6).flatmap(
        lambda seats: st.permutations(FREE).map(
            lambda lines: Wiring(
                tuple(lines[:seats]),
                tuple(lines[seats : 2 * seats]),
                tuple(lines[2 * seats : 3 * seats]),
            )
        )
    ),
    st.sampled_from([None, "pinctrl-rp1", 'odd "chip"']),
    st.sampled_from([(), (("guard_ns", 3_000_000), ("t_rel_ns", 20_000_000))]),
)
def test_what_is_written_is_read_again(
    wiring: Wiring, chip: str | None, timing: tuple[tuple[str, int], ...]
) -> None:
    whole = Wiring(wiring.slap, wiring.flip, wiring.lamp, chip, timing)
    assert read_wiring(written(whole, ["a remark", "another"])) == whole


def test_a_line_wired_twice_is_told_with_both_keys_and_its_row() -> None:
    error = refused(with_seat("slap = 18\nflip = 24"))
    assert (error.fault, error.key, error.other) == (Fault.TWICE, "seat 3 slap", "seat 1 flip")
    assert error.row == 12
    assert "18" not in error.known
    assert "24" not in error.known
    assert "5" in error.known


def test_a_lamp_on_a_button_is_wired_twice() -> None:
    assert refused(with_seat("slap = 5\nflip = 12\nlamp = 27")).fault is Fault.TWICE


@pytest.mark.parametrize("line", sorted(RESERVED))
def test_a_reserved_line_is_refused_unless_it_is_named(line: int) -> None:
    text = with_seat(f"slap = {line}\nflip = 12")
    error = refused(text)
    assert (error.fault, error.key, error.value) == (Fault.RESERVED, "seat 3 slap", line)
    assert read_wiring(f"allow_reserved = [{line}]\n{text}").slap[2] == line


@pytest.mark.parametrize("word", ["40", "28", "-1", '"BOARD11"', "1.5", "true", '""', "[17]"])
def test_what_names_no_line_is_refused(word: str) -> None:
    error = refused(with_seat(f"slap = {word}\nflip = 12"))
    assert (error.fault, error.key) == (Fault.NO_LINE, "seat 3 slap")


def test_an_unknown_key_is_told_with_those_that_are_known() -> None:
    assert refused("chop = 'x'").known == ("chip", "allow_reserved", "timing", "seat")
    error = refused(with_seat("slap = 5\nflop = 12"))
    assert (error.fault, error.key, error.row) == (Fault.UNKNOWN_KEY, "seat 3 flop", 13)


def test_a_seat_has_both_buttons() -> None:
    error = refused(with_seat("slap = 5"))
    assert (error.fault, error.key) == (Fault.MISSING_KEY, "seat 3 flip")


@pytest.mark.parametrize("text", ["", "[[seat]]\nslap = 5\nflip = 6", "[[seat]]\n" * 9])
def test_a_table_has_two_to_eight_seats(text: str) -> None:
    assert refused(text).fault is Fault.SEATS


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("chip = 1", "chip"),
        ("seat = 3", "seat"),
        ("seat = [1]", "seat"),
        ("allow_reserved = 2", "allow_reserved"),
        ("allow_reserved = [28]", "allow_reserved"),
        (f"timing = 3\n{TWO_SEATS}", "timing"),
        (f"{TWO_SEATS}[timing]\nguard_us = 1.5", "timing guard_us"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(text: str, key: str) -> None:
    error = refused(text)
    assert (error.fault, error.key) == (Fault.WRONG_KIND, key)


def test_no_toml_is_told_with_the_parsers_reason() -> None:
    error = refused("seat = = 1")
    assert error.fault is Fault.SYNTAX
    assert "line 1" in str(error.reason)


def test_times_are_set_in_microseconds_and_checked_as_the_debouncer_does() -> None:
    wiring = read_wiring(f"{TWO_SEATS}[timing]\nguard_us = 3000\nt_rel_us = 20000")
    settled = wiring.settled(Constants())
    assert (settled.guard_ns, settled.t_rel_ns) == (3_000_000, 20_000_000)
    assert settled.t_gap_ns == Constants().t_gap_ns
    error = refused(f"{TWO_SEATS}[timing]\nt_stable_us = 0")
    assert (error.fault, error.key) == (Fault.TIMING, "timing t_stable_us")
    assert str(error.reason) == "1 to 3600000000000 ns"


def test_another_chip_has_lines_of_its_own() -> None:
    text = f'chip = "gpio-sim"\n{TWO_SEATS}'.replace('"GPIO18"', "0").replace('"gpio27"', "100")
    assert read_wiring(text).slap == (17, 100)
    assert refused(text.replace("100", "1024")).fault is Fault.NO_LINE
