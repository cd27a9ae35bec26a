"""`ratscrew buttons` on scripted buttons and a manual clock."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from device.cabling import FILE, read
from device.commands import buttons
from device.language import language
from device.terminal import Terminal
from device.trouble import Status, Trouble
from hal.buttons import ButtonsLost, Health
from hal.chips import ChipMissingError
from hal.clock import ManualClock, SleepingClock
from hal.mock import MockSource
from hal.wiring import Wiring, default_wiring

MS = 1_000_000
Script = Callable[[MockSource], None]
EN = language("en")


class Bench:
    """A folder, a clock, and the command."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.clock = ManualClock(1000 * MS)
        self.lines: Sequence[int] = ()
        self.source: MockSource | None = None
        self.said: list[str] = []

    def run(self, script: Script, *words: str, held: Sequence[int] = ()) -> Status:
        def maker(
            word: str, lines: Sequence[int], wiring: Wiring, clock: SleepingClock
        ) -> MockSource:
            self.lines = lines
            self.source = MockSource({line: int(line in held) for line in lines}, self.clock)
            script(self.source)
            return self.source

        environment = {"STATE_DIRECTORY": str(self.folder / "state")}
        terminal = Terminal(EN)
        words = (*words, "--config", str(self.folder))
        try:
            return buttons.run(words, terminal, environment, self.clock, maker)
        finally:
            terminal.finish()
            self.said = [" ".join(row.split()) for row in self._capsys.readouterr().out.split("\n")]

    def at(self, t_ms: int) -> int:
        """A time of the script on the clock."""
        return self.clock.now_ns() + t_ms * MS


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    text = "[[seat]]\nslap=17\nflip=18\nlamp=4\n[[seat]]\nslap=27\nflip=23\n"
    (tmp_path / FILE).write_text(text, "utf-8")
    return Bench(tmp_path, capsys)


def presses(bench: Bench, *lines: int, every_ms: int = 500) -> Script:
    def script(source: MockSource) -> None:
        for number, line in enumerate(lines):
            source.press(line, bench.at(100 + number * every_ms))

    return script


# The live test


def test_every_press_is_told_with_its_bounces_its_length_and_its_delay(bench: Bench) -> None:
    assert bench.run(presses(bench, 17)) is Status.DONE
    told = next(row for row in bench.said if "bounces in" in row)
    assert told.startswith("0.100000 s ▲ 1 slap GPIO17 (pin 11) 6 bounces in 0.572 ms; told after ")
    delay_ms = float(told.split("told after ")[1].split(" ms")[0])
    assert 3 <= delay_ms <= 6


def test_a_clean_press_has_no_bounce(bench: Bench) -> None:
    def script(source: MockSource) -> None:
        source.inject(23, 1, bench.at(1))
        source.inject(23, 0, bench.at(90))

    bench.run(script)
    assert any("● 2 flip GPIO23 (pin 16) no bounce" in row for row in bench.said)


def test_glitches_and_chatter_are_told_apart_from_presses(bench: Bench) -> None:
    def script(source: MockSource) -> None:
        source.inject(17, 1, bench.at(10))
        source.inject(17, 0, bench.at(10) + 20_000)
        for t_ms, level in ((100, 1), (103, 0), (120, 1), (160, 0)):
            source.inject(18, level, bench.at(t_ms))

    bench.run(script)
    assert any("GPIO17 (pin 11) a glitch, no press" in row for row in bench.said)
    assert any("GPIO18 (pin 12) again too soon" in row for row in bench.said)
    assert (
        "▲ 1 flip GPIO18 (pin 12) 1 press; most bounces: 0, longest: 0.000 ms; 1 time too soon"
        in (bench.said)
    )


def test_the_summary_names_the_buttons_that_were_never_pressed(bench: Bench) -> None:
    bench.run(presses(bench, 17, 17))
    assert "▲ 1 slap GPIO17 (pin 11) 2 presses; most bounces: 6, longest: 0.572 ms" in bench.said
    dead = [row for row in bench.said if "never pressed" in row]
    assert [row.split(" never")[0] for row in dead] == [
        "▲ 1 flip GPIO18 (pin 12)",
        "● 2 flip GPIO23 (pin 16)",
        "● 2 slap GPIO27 (pin 13)",
    ]


def test_a_stuck_and_a_storming_line_are_told_with_what_to_do(bench: Bench) -> None:
    def script(source: MockSource) -> None:
        source.inject(27, 1, bench.at(10))
        source.inject(27, 0, bench.at(6000))
        source.hum(23, bench.at(10), bench.at(2500), 500_000)

    bench.run(script)
    assert any("GPIO27 (pin 13) stuck: let go" in row for row in bench.said)
    assert any("GPIO23 (pin 16) never rests and is switched off" in row for row in bench.said)


def test_a_button_that_is_down_at_the_start_is_told_at_once(bench: Bench) -> None:
    bench.run(presses(bench), held=[18])
    assert "▲ 1 flip GPIO18 (pin 12) pressed from the start: let go, or look for a wire at GND" in (
        bench.said
    )


def test_the_wired_lines_are_listened_to_and_let_go_at_the_end(bench: Bench) -> None:
    bench.run(presses(bench))
    assert list(bench.lines) == [17, 18, 23, 27]
    assert bench.source is not None
    assert bench.source.health() == Health(False, bench.clock.now_ns(), "not open")


# The guide


def test_the_guide_asks_in_turn_and_finds_all_well(bench: Bench) -> None:
    assert bench.run(presses(bench, 17, 18, 27, 23), "--guide") is Status.DONE
    asked = [row for row in bench.said if row.startswith("Press ")]
    assert asked == [
        "Press slap of seat ▲ 1",
        "Press flip of seat ▲ 1",
        "Press slap of seat ● 2",
        "Press flip of seat ● 2",
    ]
    assert "Every button is where it should be." in bench.said


def test_the_guide_finds_swapped_buttons(bench: Bench) -> None:
    script = presses(bench, 18, 18, 17, 17, 27, 23)
    assert bench.run(script, "--guide") is Status.HARDWARE
    assert "that was GPIO18 (pin 12), the wire of flip ▲ 1; once more, please" in bench.said
    assert "Swapped: slap ▲ 1 and flip ▲ 1" in bench.said
    assert "Mend the wires (ratscrew wiring), or: ratscrew buttons --learn" in bench.said


def test_the_guide_gives_a_dead_button_up(bench: Bench) -> None:
    def script(source: MockSource) -> None:
        source.press(17, bench.at(100))
        source.press(27, bench.at(21_000))
        source.press(23, bench.at(22_000))

    assert bench.run(script, "--guide") is Status.HARDWARE
    assert any(row.startswith("nothing came from GPIO18 (pin 12): check") for row in bench.said)
    assert "Dead: flip ▲ 1" in bench.said


def test_what_was_not_asked_for_before_the_end_is_dead(bench: Bench) -> None:
    assert bench.run(presses(bench, 17), "--guide") is Status.HARDWARE
    assert [row for row in bench.said if row.startswith("Dead: ")] == [
        "Dead: flip ▲ 1",
        "Dead: slap ● 2",
        "Dead: flip ● 2",
    ]


# Learning


def test_learning_keeps_what_was_pressed_in_the_state_directory(bench: Bench) -> None:
    assert bench.run(presses(bench, 5, 6, 5, 12, 13), "--learn") is Status.DONE
    kept = bench.folder / "state" / FILE
    assert read(kept, EN) == Wiring((5, 12), (6, 13), (4, None))
    assert "GPIO5 (pin 29) is slap ▲ 1 already; press another one" in bench.said
    assert f"Kept in {kept}; to see it: ratscrew wiring" in bench.said
    assert kept.read_text("utf-8").startswith("# Written by ratscrew buttons --learn")


def test_learning_listens_to_every_free_line_but_not_to_lamps(bench: Bench) -> None:
    bench.run(presses(bench, 5, 6, 12, 13), "--learn")
    assert {5, 6, 12, 13, 17, 27}.issubset(bench.lines)
    assert not {0, 1, 2, 3, 4, 14, 15}.intersection(bench.lines)


def test_a_line_that_is_down_when_learning_begins_is_told_since_nobody_can_press_it(
    bench: Bench,
) -> None:
    bench.run(presses(bench, 5, 6, 12, 13), "--learn", held=(16, 17))
    first = bench.said[:2]
    assert first[0].startswith("- GPIO16 (pin 36) pressed from the start: let go")
    assert first[1].startswith("▲ 1 slap GPIO17 (pin 11) pressed from the start: let go")


def test_learning_more_seats_than_were_wired(bench: Bench) -> None:
    script = presses(bench, 5, 6, 12, 13, 16, 26)
    assert bench.run(script, "--learn", "--seats", "3") is Status.DONE
    assert read(bench.folder / "state" / FILE, EN).seats == 3


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
def test_where_nothing_was_wired_every_seat_that_is_learned_has_the_lamp_of_the_program(
    bench: Bench, seats: int
) -> None:
    (bench.folder / FILE).unlink()
    wired = default_wiring(seats)
    pressed = [line for pair in zip(wired.slap, wired.flip, strict=True) for line in pair]
    assert bench.run(presses(bench, *pressed), "--learn", "--seats", str(seats)) is Status.DONE
    assert read(bench.folder / "state" / FILE, EN) == wired


def test_learning_that_ends_too_soon_keeps_nothing(bench: Bench) -> None:
    with pytest.raises(Trouble, match="nothing is kept"):
        bench.run(presses(bench, 5, 6), "--learn")
    assert not (bench.folder / "state").exists()


def test_learning_asks_for_no_press_where_nothing_could_be_kept(bench: Bench) -> None:
    (bench.folder / "state").write_text("a file, no folder")
    with pytest.raises(Trouble, match="state cannot be written, so nothing could be kept"):
        bench.run(presses(bench, 5, 6, 12, 13), "--learn")
    assert bench.source is None


def test_what_gpiozero_cannot_tell_is_told(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []

    class Here(Terminal):
        def complain(self, message: str) -> None:
            told.append(message)

    for word in ("gpio", "gpiozero"):
        words = ("--buttons", word, "--config", str(bench.folder))
        environment = {"STATE_DIRECTORY": str(bench.folder / "state")}

        def maker(_word: str, lines: Sequence[int], *_: object) -> MockSource:
            return MockSource(dict.fromkeys(lines, 0), bench.clock)

        buttons.run(words, Here(EN), environment, bench.clock, maker)
    assert len(told) == 1
    assert "gpiozero, which does not tell when edges were lost" in told[0]


def test_the_learned_wiring_is_the_one_that_is_tested_next(bench: Bench) -> None:
    bench.run(presses(bench, 5, 6, 12, 13), "--learn")
    bench.run(presses(bench, 5))
    assert list(bench.lines) == [5, 6, 12, 13]


# Trouble


def test_buttons_that_are_not_there_are_trouble_with_the_hardware(bench: Bench) -> None:
    def script(source: MockSource) -> None:
        raise ChipMissingError("no GPIO chip pinctrl-rp1: this machine has none; play with keys")

    with pytest.raises(Trouble, match="no GPIO chip") as raised:
        bench.run(script)
    assert raised.value.status is Status.HARDWARE


def test_buttons_that_go_away_in_the_test_are_trouble_with_the_hardware(bench: Bench) -> None:
    class Lost(MockSource):
        def poll(self) -> Sequence[object]:  # type: ignore[override]
            raise ButtonsLost("the reader has died")

    def maker(word: str, lines: Sequence[int], wiring: Wiring, clock: SleepingClock) -> MockSource:
        return Lost(dict.fromkeys(lines, 0), bench.clock)

    environment = {"STATE_DIRECTORY": str(bench.folder / "state")}
    words = ["--config", str(bench.folder)]
    with pytest.raises(Trouble, match="the reader has died") as raised:
        buttons.run(words, Terminal(EN), environment, bench.clock, maker)
    assert raised.value.status is Status.HARDWARE


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--guide", "--learn"), "--guide and --learn cannot go together"),
        (("--buttons", "gpoi"), "did you mean gpio"),
        (("--buttons", "script:FILE"), "allowed: gpio, gpiozero, script:FILE"),
        (("--seats", "7"), "--seats is 7, but .* wires 2"),
    ],
)
def test_words_that_cannot_be_are_told(bench: Bench, words: Sequence[str], told: str) -> None:
    with pytest.raises(Trouble, match=told):
        bench.run(presses(bench), *words)


def test_an_edge_log_can_be_tested_like_buttons(
    bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "edges.jsonl"
    log.write_text(
        '{"format": "ratscrew-edges", "version": 1, "lines": [17], "levels": {"17": 0}, '
        '"guard_ns": 2000000}\n'
        '["edge", 1000000, 17, 1]\n["edge", 90000000, 17, 0]\n["barrier", 200000000]\n',
        "utf-8",
    )
    environment = {"STATE_DIRECTORY": str(tmp_path / "state")}
    words = ["--buttons", f"script:{log}", "--config", str(tmp_path)]
    assert buttons.run(words, Terminal(EN), environment, bench.clock) is Status.DONE
    assert capsys.readouterr().out.count("no bounce") == 1


def test_a_log_that_is_not_there_is_trouble(bench: Bench, tmp_path: Path) -> None:
    words = ["--buttons", f"script:{tmp_path / 'none'}", "--config", str(tmp_path)]
    environment = {"STATE_DIRECTORY": str(tmp_path / "state")}
    with pytest.raises(Trouble, match="No such file"):
        buttons.run(words, Terminal(EN), environment, bench.clock)
