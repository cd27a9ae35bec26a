"""What is tried inside the virtual machine; each trial tells one JSON object in a line.

The machine's own: run by `test_kernel.py` through `run`, as root, with the lines' kernel for real.
A trial that fails tells its traceback, and the next begins.
"""

import grp  # noqa: F401 - read before rights are given up
import json
import os
import pwd  # noqa: F401 - as above
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, AnyStr

from game.engine import step
from game.events import Tick
from game.record import Record, header_line
from game.state import State
from hal.buttons import ButtonsLost
from hal.gpio import GpioSource
from hal.lgpio import LgpioSource
from hal.wirelist import written
from hal.wiring import Wiring, default_wiring
from tests.kernel import hands
from tests.kernel.listener import CLOCK, LINES, Child, Listener, refusal_of
from tests.kernel.sim import HeldUpError, Sim, unplug_all

HEADER_LABEL = "pinctrl-rp1"
NOBODY, DIALOUT = 65534, 20
GAP_S = 0.003
LONGEST_S = 60.0
PATIENCE_S, REACTION_S = 5.0, 0.15
KILL_AFTER = 15
TRIES = 4
BUTTONS = default_wiring(8)
LAMPS = (20, 21)
"""Not where they are by default, so that the file is what names them."""
LAMP = 4
"""That of the first seat, by default."""
LEARNED = (6, 5, 13, 12)
"""The lines that people press when they are asked for each button."""


def edges_one_by_one() -> Any:
    """Edges 3 ms apart: which came, and whether each stamp lies within its write."""
    sim, listener = listening("sim-edges")
    written = []
    for _round in range(6):
        for line in LINES:
            down = len(written) // len(LINES) % 2 == 0
            written.append((line, int(down), *sim.pull(line, down)))
            listener.hear(GAP_S)
    listener.hear_out()
    came = [(edge.line, edge.level, edge.ts_ns, edge.gseq, edge.lseq) for edge in listener.edges]
    listener.source.close()
    sim.unplug()
    return {"written": written, "came": came, **listener.told()}


def bursts() -> Any:
    """Edges without a pause: some become one, and the numbers tell."""
    sim, listener = listening("sim-bursts")
    downs: list[tuple[int, int, int]] = []
    for _round in range(40):
        for line in LINES:
            downs.append((line, *sim.pull(line, True)))
            sim.pull(line, False)
        listener.hear(0.01)
    listener.hear_out()
    listener.source.close()
    sim.unplug()
    return {"written": sim.written, "downs": downs, **listener.told()}


def stalled_reader() -> Any:
    """A process that stands still while more edges come than the kernel keeps."""
    sim = Sim(label := "sim-stalled")

    def listen(tell: Callable[[Any], None], is_asked: Callable[[], bool]) -> None:
        listener = Listener(GpioSource(LINES, CLOCK, label))
        tell("ready")
        while not is_asked():
            listener.hear(0.01)
        listener.hear_out()
        listener.source.close()
        tell(listener.told())

    child = Child(listen)
    child.tells()
    child.stop()
    for _round in range(300):
        for line in LINES:
            sim.pull(line, True)
            sim.pull(line, False)
    child.go_on()
    child.ask()
    told = child.tells()
    child.end()
    sim.unplug()
    return {"written": sim.written, **told}


def two_readers() -> Any:
    """The same presses read through gpiod and through gpiozero on lgpio."""
    be_a_pi()
    os.environ["LG_WD"] = "/nowhere"
    here, told = os.getcwd(), {}
    for name, kind in (("gpiod", GpioSource), ("lgpio", LgpioSource)):
        sim, listener = listening(f"sim-{name}", kind)
        around = []
        for line in LINES * 2:
            around.append((line, *sim.press(line)))
            listener.hear(0.03)
        listener.hear_out()
        listener.source.close()
        told[name] = {"around": around, **listener.told()}
        if kind is LgpioSource:
            told["busy"] = busy_on_lgpio(sim)
        sim.unplug()
    told["folder kept"] = here == os.getcwd()
    return told


def busy_on_lgpio(sim: Sim) -> list[str]:
    """What lgpio's reader says to a line that is held, and what gpiod's then says to lgpio's."""
    holder = LgpioSource(LINES, CLOCK, "sim-lgpio")
    holder.open()
    said = [refusal_of(GpioSource(LINES, CLOCK, "sim-lgpio"))]
    holder.close()
    other = GpioSource(LINES[:1], CLOCK, "sim-lgpio")
    other.open()
    said.append(refusal_of(LgpioSource(LINES, CLOCK, "sim-lgpio")))
    other.close()
    said.append(refusal_of(LgpioSource(LINES, CLOCK, "sim-lgpio")))
    return said


def refusals() -> Any:
    """What goes wrong at the start, in one line each."""
    import gpiod

    sim = Sim("sim-refusals", lines=20)
    lines = LINES[:4]
    said = {"wrong label": refusal_of(GpioSource(lines, CLOCK, "pinctrl-none"))}
    said["no label"] = refusal_of(GpioSource(lines, CLOCK))
    said["line beyond"] = refusal_of(GpioSource((5, 25), CLOCK, "sim-refusals"))
    with gpiod.request_lines(sim.path, {13: None}, consumer="a thermometer"):
        said["line in use"] = refusal_of(GpioSource(lines, CLOCK, "sim-refusals"))
    first = GpioSource(lines, CLOCK, "sim-refusals")
    first.open()
    said["opened twice"] = refusal_of(first)
    said["two sources"] = refusal_of(GpioSource(lines, CLOCK, "sim-refusals"))
    first.close()
    said["let go"] = refusal_of(GpioSource(lines, CLOCK, "sim-refusals"))

    def as_nobody(tell: Callable[[Any], None], _asked: Callable[[], bool]) -> None:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        tell(refusal_of(GpioSource(lines, CLOCK, "sim-refusals")))

    for name, group in (("unreadable", 0), ("of a group", DIALOUT)):
        os.chown(sim.path, 0, group)
        os.chmod(sim.path, 0o660)
        child = Child(as_nobody)
        said[name] = child.tells()
        child.end()
    sim.unplug()
    said["no chip"] = refusal_of(GpioSource(lines, CLOCK))
    return said


def unplugged() -> Any:
    """A chip that goes while its lines are read."""
    sim, listener = listening("sim-unplugged")
    sim.pull(LINES[0], True)
    listener.hear_out()
    told = listener.told() | {"before": listener.source.health().alive}
    sim.unplug()
    try:
        listener.hear(10.0)
        told["lost"] = "nothing said"
    except ButtonsLost as lost:
        told["lost"] = str(lost)
    told["after"] = listener.source.health().alive
    listener.source.close()
    return told


def a_game() -> Any:
    """The real program plays a whole game; killed in the middle, it goes on from its journal."""
    be_a_pi()
    sim = Sim(HEADER_LABEL)
    for line in LAMPS:
        sim.pull(line, True)  # dark while nobody drives it
    folder = Path(tempfile.mkdtemp())
    wiring = Wiring(BUTTONS.slap[:2], BUTTONS.flip[:2], LAMPS)
    (folder / "wiring.toml").write_text(written(wiring))
    deal, records = folder / "deal.jsonl", [folder / "first.jsonl", folder / "second.jsonl"]
    deal.write_text(header_line(hands.header()) + "\n")
    told: dict[str, Any] = {}
    with killed(play(folder, "--deal", str(deal), "--record", str(records[0]))) as program:
        told["lamps"] = [follow(sim, program, records[0], KILL_AFTER)]
        told["second program"] = refusal_of(GpioSource(BUTTONS.lines, CLOCK))
    log = folder / "edges.jsonl"
    words = ("--buttons", "auto", "--record", str(records[1]), "--edge-log", str(log))
    with killed(play(folder, "--resume", *words)) as program:
        told["lamps"] += [follow(sim, program, records[1], resumed=True)]
        told["status"] = program.wait(LONGEST_S)
    told["said"] = (folder / "said.txt").read_text()
    told["records"] = [record.read_text() for record in records]
    told["edge log"] = log.read_text()
    sim.unplug()
    program = play(folder, "--deal", str(deal))
    told["without a chip"] = program.wait(LONGEST_S), (folder / "said.txt").read_text()
    return told


def commands() -> Any:
    """What the commands for people who wire a table say and do on lines of a real kernel."""
    import gpiod

    be_a_pi()
    sim = Sim(HEADER_LABEL)
    folder = Path(tempfile.mkdtemp())
    with gpiod.request_lines(sim.path, {LAMP: None}, consumer="a thermometer"):
        told: dict[str, Any] = {"doctor": command(folder, "doctor").communicate()[0].splitlines()}
    with killed(
        command(folder, "buttons", "--learn", "--seats", "2", "--buttons", "gpiozero")
    ) as learn:
        told["learn"] = answered(learn, sim, LEARNED)
        told["status"] = learn.wait()
    told["learned"] = (folder / "state" / "wiring.toml").read_text()
    sim.unplug()
    return told


def command(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """`ratscrew` with its state in a folder, what it says in one stream."""
    return subprocess.Popen(
        [sys.executable, "-m", "device", "--lang", "en", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"STATE_DIRECTORY": str(folder / "state")},
    )


def answered(program: "subprocess.Popen[str]", sim: Sim, lines: Sequence[int]) -> list[str]:
    """Press these lines, one each time that the program asks for a press; all that it said."""
    assert program.stdout is not None
    said, left = [], list(lines)
    for line in program.stdout:
        said.append(line.rstrip("\n"))
        if line.startswith("Press "):
            time.sleep(REACTION_S)
            sim.press(left.pop(0))
    return said


def play(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """`ratscrew play` on the lines, without a display; later words win."""
    command = [sys.executable, "-m", "device", "play", "--buttons", "gpio", "--display", "none"]
    command += ["--config", str(folder)]
    environment = os.environ | {"STATE_DIRECTORY": str(folder / "state")}
    with (folder / "said.txt").open("w") as said:
        return subprocess.Popen(
            [*command, "--lang", "en", *words], stderr=said, stdout=said, env=environment
        )


@contextmanager
def killed(program: "subprocess.Popen[AnyStr]") -> Iterator["subprocess.Popen[AnyStr]"]:
    """A program that is killed without warning if it still runs after all."""
    try:
        yield program
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()


def follow(
    sim: Sim,
    program: "subprocess.Popen[bytes]",
    record: Path,
    most: int | None = None,
    resumed: bool = False,
) -> list[tuple[int, bool, list[int]]]:
    """Press what is to be pressed, until the game is over or the record has `most` inputs.

    `resumed`: nobody presses before the game goes on after a pause. What the lamps did: each time
    that they were seen to be others, and right before each press (True), the inputs until then and
    the levels of their lines.
    """
    lines = {button: line for line, button in BUTTONS.buttons().items()}
    done, moved_ns, pressed_ns = -1, CLOCK.now_ns(), 0
    seen: list[tuple[int, bool, list[int]]] = []
    while program.poll() is None:
        inputs, state = so_far(record)
        lit = [sim.value(line) for line in LAMPS]
        if not seen or seen[-1][2] != lit:
            seen.append((inputs, False, lit))
        if most is not None and inputs >= most:
            return seen
        if inputs != done:
            done, moved_ns, pressed_ns = inputs, CLOCK.now_ns(), 0
        waited_ns = CLOCK.now_ns() - moved_ns
        if waited_ns > LONGEST_S * 1e9:
            raise AssertionError(f"the game stands still after {inputs} inputs: {state}")
        if state is not None and (not resumed or state.stood_us):
            state, _ = step(state, Tick(state.now_us + waited_ns // 1000))
            press = hands.next_press(state)
            if press is not None and CLOCK.now_ns() - pressed_ns > PATIENCE_S * 1e9:
                time.sleep(REACTION_S)
                seen.append((inputs, True, [sim.value(line) for line in LAMPS]))
                sim.press(lines[press])
                pressed_ns = CLOCK.now_ns()
        time.sleep(0.02)
    return seen


def so_far(path: Path) -> tuple[int, State | None]:
    """How many inputs a record has by now, and where the game stands after them."""
    if not path.exists():
        return 0, None
    with path.open("rb") as file:
        record = Record(file)
        state, inputs = record.header.deal(), 0
        for happened in record:
            state, _ = step(state, happened)
            inputs += 1
    return inputs, state


def be_a_pi() -> None:
    """Answer gpiozero, which asks what Pi it is on."""
    cpuinfo = Path(tempfile.mkdtemp()) / "cpuinfo"
    cpuinfo.write_text("Revision\t: c04170\n")
    subprocess.run(["mount", "--bind", cpuinfo, "/proc/cpuinfo"], check=True)


def listening(label: str, kind: Any = GpioSource) -> tuple[Sim, Listener]:
    """A chip, and somebody who hears its lines."""
    return Sim(label), Listener(kind(LINES, CLOCK, label))


TRIALS = (
    refusals,
    edges_one_by_one,
    bursts,
    stalled_reader,
    two_readers,
    commands,
    a_game,
    unplugged,
)


def tried(trial: Callable[[], Any]) -> Any:
    """What it tells, in a process of its own; again where this machine held up a hand."""
    for _try in range(TRIES):
        with ProcessPoolExecutor(1, get_context("fork")) as pool:
            telling = pool.submit(trial)
            try:
                return telling.result()
            except HeldUpError:
                pass
            finally:
                unplug_all()
    raise HeldUpError


def main(path: str) -> None:
    """Try everything, and tell it to the file."""
    with open(path, "w") as telling:
        for trial in TRIALS:
            began_ns = CLOCK.now_ns()
            try:
                told = {"told": tried(trial)}
            except Exception:  # noqa: BLE001 - the trials after it are told all the same
                told = {"failed": traceback.format_exc()}
            took_s = round((CLOCK.now_ns() - began_ns) / 1e9, 1)
            print(json.dumps({"trial": trial.__name__, "took_s": took_s} | told), file=telling)
            telling.flush()
            print(trial.__name__, took_s, *told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
