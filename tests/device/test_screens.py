"""What the table is seen on: whoever draws loads what it draws with, and nobody else."""

import subprocess
import sys
from textwrap import dedent

import pytest


def test_a_table_with_an_oled_alone_loads_no_window() -> None:
    pytest.importorskip("PIL")
    script = """
        import sys
        import device.opening
        from device.screens import Sent, miniature, screen
        from device.stage import Stage
        from hal.clock import MonotonicClock
        from hal.display import ScreenMissingError
        from tests.device.playing import header_of
        from device.dealing import seats_of
        from device.language import language
        from device.options import Settings

        try:
            screen("oled", False, False, MonotonicClock())
        except ScreenMissingError:
            pass  # there is no bus here
        header = header_of(["7S", "7H"])
        stage = Stage(seats_of(header), [()] * 2, True, language("en"), Settings())
        view = Sent((128, 64)).picture(stage.view(header.deal(), 0))
        miniature((128, 64))(view)
        sys.exit(" ".join(name for name in sys.modules if name.startswith("pygame")) or None)
    """
    told = subprocess.run(
        [sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_what_the_table_and_its_oled_both_need_is_loaded_before_they_part() -> None:
    """Each of them would have five megabytes of its own."""
    pytest.importorskip("PIL")
    script = """
        import sys
        from device.screens import screen_apart
        from hal.clock import MonotonicClock
        from hal.display import ScreenMissingError

        try:
            screen_apart("oled", False, False, MonotonicClock(), None).close()
        except ScreenMissingError:
            pass  # there is no bus here
        sys.exit(None if "device.pictures.oled" in sys.modules else "not loaded")
    """
    told = subprocess.run(
        [sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_what_paints_is_loaded_while_the_window_opens() -> None:
    script = """
        import sys
        import time
        import hal.screen
        from hal.clock import MonotonicClock

        class Slow:
            size = (1280, 720)

            def __init__(self, *_asked):
                until = time.monotonic() + 10
                while "device.pictures.turned" not in sys.modules:
                    assert time.monotonic() < until, "loaded only when the window is there"
                    time.sleep(0.001)

            def canvas(self):
                return None

        hal.screen.Window = Slow
        from device.screens import screen

        assert "device.view" not in sys.modules
        print(screen("window", False, False, MonotonicClock()).size)
    """
    told = subprocess.run(
        [sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "(1280, 720)\n", "")
