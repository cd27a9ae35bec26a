"""Why the table does not start, for people who stand before it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from device.checks.finding import fault, ok, warning
from device.commands.trouble import PAGE_NS, pages_of, run, show_all
from device.language import Language, language
from device.leaf import Leaf
from device.machine import Machine
from device.pictures.oled import Miniature
from device.pictures.screen import Screen
from device.standstill import standstill
from device.terminal import Terminal
from device.trouble import Status
from device.view import Seat, View
from hal.clock import ManualClock
from hal.display import Closing, Exposed
from hal.mock_display import MockDisplay
from tests.device.machines import pi, systemctl
from tests.device.shell import ratscrew

__all__ = ["pi"]
EN, DE = language("en"), language("de")
MS = 1_000_000


def said(words: Sequence[str]) -> str:
    """A machine on which the service has written a log."""
    if words[0] != "journalctl":
        return systemctl(words)
    return "one\n\ntwo\nratscrew: no GPIO chip\x1b[2J\n" + "x" * 500


def test_a_wrong_line_of_the_settings_is_named_with_its_key(pi: Machine, tmp_path: Path) -> None:
    (tmp_path / "ratscrew.toml").write_text('lang = "de"\nvolume = 300\n')
    pages = pages_of(replace(pi, said=said), tmp_path, EN)
    first = pages[0]
    assert first.title == "The table cannot start"
    assert "ratscrew.toml: line 2: volume is 300" in first.text[0]
    assert first.text[-1] == "Then switch the table off and on again."


def test_each_fault_has_a_page_and_what_mends_it_and_the_log_comes_last() -> None:
    found = [
        ("wiring", fault("two buttons at line 5", "mend wiring.toml")),
        ("sound", warning("no sound card", "plug one in")),
        ("clock", ok("all is well")),
        ("memory", fault("the disk is full", "make room")),
    ]
    pages = standstill(found, [f"line {n}" for n in range(20)], EN)
    assert [page.text[:2] for page in pages[:2]] == [
        ("wiring: two buttons at line 5", "mend wiring.toml"),
        ("memory: the disk is full", "make room"),
    ]
    assert pages[-1].text == tuple(f"line {n}" for n in range(14, 20))
    assert [page.number for page in pages] == ["1 / 3", "2 / 3", "3 / 3"]


def test_where_no_part_is_at_fault_the_log_is_pointed_to(pi: Machine) -> None:
    pages = pages_of(replace(pi, said=said), None, DE)
    assert "Protokoll" in pages[0].text[0]
    assert pages[1].text[-2] == "ratscrew: no GPIO chip\\x1b[2J"
    assert len(pages[1].text[-1]) == 160


def test_without_a_log_there_is_no_page_of_it(pi: Machine) -> None:
    (page,) = pages_of(replace(pi, said=lambda _words: ""), None, EN)
    assert page.number == ""


@pytest.mark.parametrize("spoken", [EN, DE], ids=["en", "de"])
def test_a_page_can_be_read_on_either_display(spoken: Language) -> None:
    (page,) = standstill([("wiring", fault("two buttons at line 5", "mend it"))], [], spoken)
    view = View((Seat(0, "", 0), Seat(1, "", 0)), overlay=page)
    assert Screen((1280, 720)).picture(view).get_size() == (1280, 720)
    assert Miniature((128, 64)).picture(view).getbbox() is not None


def shown(display: MockDisplay) -> list[str]:
    return [view.overlay.title for _, view in display.shown]


def test_pages_come_one_after_the_other_and_are_made_anew_after_the_last() -> None:
    clock, made = ManualClock(), []

    def pages() -> list[Leaf]:
        made.append(clock.now_ns())
        return [Leaf(f"{len(made)}a", ()), Leaf(f"{len(made)}b", ())]

    display = MockDisplay(clock)
    display.expect(Closing(), 5 * PAGE_NS)
    show_all(display, pages, clock, lambda: False)
    assert shown(display)[:5] == ["1a", "1b", "2a", "2b", "3a"]
    assert display.closed


def test_a_display_that_comes_later_is_shown_the_first_page_at_once() -> None:
    clock = ManualClock()
    display = MockDisplay(clock)
    display.expect(Exposed(), 3000 * MS)
    display.expect(Closing(), 4000 * MS)
    show_all(display, lambda: [Leaf("a", ()), Leaf("b", ())], clock, lambda: False)
    assert shown(display) == ["a", "a"]


def test_it_ends_when_the_system_says_so() -> None:
    clock = ManualClock()
    display = MockDisplay(clock)
    show_all(display, lambda: [Leaf("a", ())], clock, lambda: clock.now_ns() > PAGE_NS // 2)
    assert shown(display) == ["a"]
    assert display.closed


def test_it_speaks_the_language_of_the_settings_if_they_can_be_read(
    pi: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = tmp_path / "people"
    people.mkdir()
    (people / "ratscrew.toml").write_text('lang = "de"\n')
    assert run([], Terminal(EN), pi.environment, replace(pi, said=said)) is Status.DONE
    assert "Der Tisch kann nicht starten" in capsys.readouterr().out
    (people / "ratscrew.toml").write_text("lang = 7\n")
    assert run([], Terminal(EN), pi.environment, replace(pi, said=said)) is Status.DONE
    assert "line 1: lang is 7" in capsys.readouterr().out


def test_a_wrong_word_is_told() -> None:
    ended = ratscrew("trouble", "--display", "moon")
    assert ended.status == 2
    assert "--display" in ended.err
    assert ratscrew("trouble", "--config", "/nowhere").status == 2
