"""The command line as a caller sees it: words in; exit status, answers and trouble out."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from device.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent


class Ended(NamedTuple):
    """How a command ended and what it said."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of the answer."""
        return self.out.splitlines()

    @property
    def objects(self) -> list[Any]:
        """Each line of the answer as JSON."""
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


def ratscrew(*words: str | Path, lang: str = "en") -> Ended:
    """Run a command in this process, in English unless told otherwise."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _stream in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        status = main([f"--lang={lang}", *map(str, words)])
    out.flush()
    err.flush()
    said = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Ended(status, *said)


def process(
    *words: str | Path, environment: Mapping[str, str] | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own; `more` as `subprocess.run` takes it."""
    usual: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 120}
    if "input" not in more:
        usual["stdin"] = subprocess.DEVNULL
    return subprocess.run(
        [sys.executable, "-m", "device", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})},
        check=False,
        **{**usual, **more},
    )
