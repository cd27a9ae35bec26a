"""What a sound costs the loop, and why another process plays it.

The card is SDL's own that plays into the air, so what is measured is ours. Beside it: how long
opening a card would keep every thread of the table waiting, as its library does it.
"""

import gc
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from device.sounds import Sound, Tune, sounds_of
from device.tunes import TONES, Sounds
from game.cards import CARDS
from game.events import CardShown, Challenged, Flipped, NotNow
from hal.clock import MonotonicClock
from hal.speaker import Speaker
from hal.tones import samples
from tests.bench.bench_device import busy_s
from tests.bench.figure import Figure, told

SETTLE_S: Final = 3.0
IDLE_S: Final = 5.0
MOST_US: Final = 150.0
_STALLED: Final = """
import threading, time
from pygame import mixer, error
worst, going = 0.0, True
def look():
    global worst
    before = time.monotonic()
    while going:
        time.sleep(0.0005)
        now = time.monotonic()
        before, worst = now, max(worst, now - before)
thread = threading.Thread(target=look)
thread.start()
time.sleep(0.2)
worst = 0.0
try:
    mixer.init(22050, -16, 1, 256)
except error:
    pass
time.sleep(0.01)
going = False
thread.join()
print("stalled", worst * 1000)
"""


def spans_us(action: Callable[[], object], count: int = 1000) -> list[float]:
    """How long it takes, the shortest first; between two there is time to sleep."""
    spans = []
    for _ in range(count):
        time.sleep(0.002)
        start = time.perf_counter_ns()
        action()
        spans.append((time.perf_counter_ns() - start) / 1000)
    return sorted(spans)


def stalled_ms(driver: str) -> float:
    """How long another thread stood still while a card was opened."""
    told = subprocess.run(
        [sys.executable, "-c", _STALLED],
        env=os.environ | {"SDL_AUDIODRIVER": driver},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return float(told.stdout.split()[-1])


def made_ms() -> float:
    """Processor time for all tones, which the other process makes before they are played."""
    start = time.process_time()
    for tone in TONES:
        samples(tone)
    return (time.process_time() - start) * 1000


def private_mb(pid: int) -> float:
    """Memory that a process has for itself alone."""
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith("Private")) / 1000


def figures() -> list[Figure]:
    """Everything that is measured here."""
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    speaker = Speaker(TONES, 60, "", MonotonicClock(), print)
    sounds = Sounds(speaker)
    laid = [Flipped(5, 0, CARDS["7S"], False), CardShown(9, 0, CARDS["7S"], 3), Challenged(9, 0, 2)]
    other = speaker.pid
    assert other is not None
    try:
        time.sleep(SETTLE_S)  # all tones are made by then
        gc.freeze()
        one = spans_us(lambda: sounds.play([Sound(Tune.LAY, 0)]))
        facts = spans_us(lambda: sounds.play(sounds_of(laid, range(8))))
        silent = spans_us(lambda: sounds.play(sounds_of([NotNow(5, 0)], range(8))))
        before = busy_s(other)
        time.sleep(IDLE_S)
        idle = (busy_s(other) - before) / IDLE_S * 100
        private = private_mb(other)
        os.kill(other, signal.SIGSTOP)
        stuck = spans_us(lambda: sounds.play([Sound(Tune.LAY, 0)]))
        os.kill(other, signal.SIGCONT)
    finally:
        sounds.close()
    return [
        Figure("a sound handed over in the loop, median", statistics.median(one), "us", MOST_US),
        Figure("the same, 99th percentile", one[len(one) * 99 // 100], "us"),
        Figure("facts that make two sounds, median", statistics.median(facts), "us", 2 * MOST_US),
        Figure("facts that make none, median", statistics.median(silent), "us"),
        Figure("a sound while the other process is stuck, median", statistics.median(stuck), "us",
               MOST_US),
        Figure("the same, 99th percentile", stuck[len(stuck) * 99 // 100], "us"),
        Figure("silence, share of a core in the other process", idle, "%", 2),
        Figure("memory of the other process alone", private, "MB", 20),
        Figure("all tones made there, once", made_ms(), "ms"),
        Figure("opened in a thread, others stand still: a card in air", stalled_ms("dummy"), "ms"),
        Figure("the same with the card of this machine, or none", stalled_ms("alsa"), "ms"),
    ]  # fmt: skip


def main() -> int:
    """Print the figures; 1 where a bound is missed."""
    return told(figures())


if __name__ == "__main__":
    sys.exit(main())
