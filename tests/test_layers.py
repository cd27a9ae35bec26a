"""The arrows point one way: hal knows no card, game knows no world, device joins the two.

Every law is a function from a file's path and its syntax tree to the lines that break it, so that
the same function judges the tree and the faults planted at the end of this file.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("game", "hal", "device")

# The rules are made of values: no clock, no chance, no file, no thread, no package.
VALUE_TOOLS = frozenset(
    {
        "__future__", "_sha2", "_sha256", "abc", "bisect", "collections", "collections.abc",
        "dataclasses", "datetime", "enum", "functools", "hashlib", "heapq", "itertools", "json",
        "math", "operator", "re", "reprlib", "types", "typing",
    }
)  # fmt: skip
# A date is a value of daily.py; nobody else in the rules has a calendar. Nor digests of their own.
ONLY_IN = {
    "datetime": "game/daily.py",
    "_sha2": "game/digest.py",
    "_sha256": "game/digest.py",
    "hashlib": "game/digest.py",
}
# Built-in ways out of a pure function.
WAYS_OUT = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__", "hash"})

# The only files that may know both a button and a card.
BOTH_SIDES = frozenset({"device/app.py", "device/dispatch.py"})

CLOCK = "hal/clock.py"

# One library a file, at the edge.
EDGE = {
    "_sha2": ("game/digest.py",),
    "gpiod": ("hal/gpio.py",),
    "gpiozero": ("hal/zero.py", "hal/lgpio.py", "hal/lamps.py"),
    "lgpio": ("hal/lgpio.py",),
    "luma": ("hal/luma.py",),
    "PIL": ("device/pictures/ink.py",),
    "platformdirs": ("device/folders.py",),
    "pygame": ("hal/screen.py", "hal/keys.py", "hal/sound.py", "device/pictures/*.py"),
}

Fault = tuple[int, str]
Law = Callable[[str, ast.Module], Iterator[Fault]]


def imports(path: str, tree: ast.Module) -> Iterator[Fault]:
    """Line and full dotted name of whatever a file imports, wherever in the file it does so."""
    package = path.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                start = ".".join([*base, *([module] if module else [])])
                yield from ((node.lineno, f"{start}.{name.name}") for name in names)
            case ast.Call(
                func=ast.Name(id=function) | ast.Attribute(attr=function),
                args=[ast.Constant(value=str(name)), *_],
            ) if function in ("import_module", "__import__"):
                yield node.lineno, name


def top(name: str) -> str:
    return name.partition(".")[0]


def calls(tree: ast.Module) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)


def game_is_made_of_values(path: str, tree: ast.Module) -> Iterator[Fault]:
    if not path.startswith("game/"):
        return
    for line, name in imports(path, tree):
        allowed = name in VALUE_TOOLS or name.rpartition(".")[0] in VALUE_TOOLS
        place = ONLY_IN.get(top(name), path)
        if top(name) != "game" and not (allowed and place == path):
            yield line, f"the rules import {name}"
    for line, name in calls(tree):
        if name in WAYS_OUT:
            yield line, f"the rules call {name}()"


def hal_knows_no_cards(path: str, tree: ast.Module) -> Iterator[Fault]:
    if path.startswith("hal/"):
        for line, name in imports(path, tree):
            if top(name) in ("game", "device"):
                yield line, f"the parts import {name}"


def the_sides_meet_in_one_place(path: str, tree: ast.Module) -> Iterator[Fault]:
    if path.startswith("device/") and path not in BOTH_SIDES:
        seen = {top(name): line for line, name in imports(path, tree)}
        if {"game", "hal"} <= seen.keys():
            yield max(seen["game"], seen["hal"]), "both hal and game are imported here"


def there_is_one_clock(path: str, tree: ast.Module) -> Iterator[Fault]:
    """timing.md, L3: whoever can read another clock cannot be put on a manual one."""
    if path == CLOCK:
        return
    for line, name in imports(path, tree):
        if top(name) in ("time", "sched", "timeit"):
            yield line, f"{name} is imported outside {CLOCK}"
        if name.startswith("pygame.time"):
            yield line, f"{name} is a second clock"
    dates = names_of("datetime", path, tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        name = ast.unparse(node)
        if node.attr in ("now", "today", "utcnow") and top(name) in dates:
            yield node.lineno, f"{name} reads the time outside {CLOCK}"
        if name in ("pygame.time.get_ticks", "pygame.time.Clock", "os.times"):
            yield node.lineno, f"{name} is a second clock"


def names_of(module: str, path: str, tree: ast.Module) -> set[str]:
    """The names under which a file knows a module and what it took from it."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= {name.asname or name.name for name in names if name.name == module}
            case ast.ImportFrom(module=source, names=names, level=0) if source == module:
                found |= {name.asname or name.name for name in names}
    return found


def libraries_stay_at_the_edge(path: str, tree: ast.Module) -> Iterator[Fault]:
    for line, name in imports(path, tree):
        library = top(name)
        if library in sys.stdlib_module_names or library in PACKAGES:
            continue
        if not any(fnmatch(path, place) for place in EDGE.get(library, ())):
            places = " or ".join(EDGE.get(library, ("no file",)))
            yield line, f"{library} is imported here, its place is {places}"


LAWS: tuple[Law, ...] = (
    game_is_made_of_values,
    hal_knows_no_cards,
    the_sides_meet_in_one_place,
    there_is_one_clock,
    libraries_stay_at_the_edge,
)


def sources() -> list[str]:
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def broken(law: Law, path: str, source: str) -> list[str]:
    return [f"{path}:{line}: {fault}" for line, fault in law(path, ast.parse(source, path))]


def test_every_package_is_looked_at() -> None:
    assert {top(path.replace("/", ".")) for path in sources()} == set(PACKAGES)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_tree_keeps_the_law(law: Law) -> None:
    faults = []
    for path in sources():
        faults += broken(law, path, (ROOT / path).read_text("utf-8"))
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize(
    ("law", "path", "source"),
    [
        (game_is_made_of_values, "game/engine.py", "import time"),
        (game_is_made_of_values, "game/engine.py", "from random import shuffle"),
        (game_is_made_of_values, "game/engine.py", "import os.path"),
        (game_is_made_of_values, "game/engine.py", "def deal():\n    import threading"),
        (game_is_made_of_values, "game/engine.py", "from typing import Any\nimport logging"),
        (game_is_made_of_values, "game/engine.py", "import concurrent.futures"),
        (game_is_made_of_values, "game/engine.py", "import attrs"),
        (game_is_made_of_values, "game/engine.py", "from hal.buttons import Edge"),
        (game_is_made_of_values, "game/engine.py", "from device import view"),
        (game_is_made_of_values, "game/engine.py", "from .. import hal"),
        (game_is_made_of_values, "game/engine.py", "from datetime import date"),
        (game_is_made_of_values, "game/record.py", "open('record')"),
        (game_is_made_of_values, "game/record.py", "__import__('time')"),
        (game_is_made_of_values, "game/cpu.py", "hash('a key that differs in each run')"),
        (hal_knows_no_cards, "hal/sequence.py", "import game"),
        (hal_knows_no_cards, "hal/sequence.py", "from game.events import Slap"),
        (hal_knows_no_cards, "hal/screen.py", "import device.view as view"),
        (hal_knows_no_cards, "hal/table.py", "import importlib\nimportlib.import_module('game')"),
        (the_sides_meet_in_one_place, "device/view.py", "import game\nfrom hal import clock"),
        (the_sides_meet_in_one_place, "device/pictures/screen.py", "import hal.clock, game.cards"),
        (there_is_one_clock, "device/app.py", "import time"),
        (there_is_one_clock, "hal/gpio.py", "from time import monotonic_ns as now"),
        (there_is_one_clock, "device/cli.py", "from datetime import date\ndate.today()"),
        (there_is_one_clock, "device/cli.py", "import datetime as d\nd.datetime.now(tz=None)"),
        (there_is_one_clock, "device/cli.py", "from datetime import datetime as D\nf = D.utcnow"),
        (there_is_one_clock, "hal/screen.py", "import pygame\npygame.time.get_ticks()"),
        (there_is_one_clock, "hal/screen.py", "from pygame import time"),
        (libraries_stay_at_the_edge, "hal/table.py", "import gpiod"),
        (libraries_stay_at_the_edge, "hal/buttons.py", "from gpiozero import Button"),
        (libraries_stay_at_the_edge, "device/app.py", "import pygame"),
        (libraries_stay_at_the_edge, "device/pictures/screen.py", "from PIL import Image"),
        (libraries_stay_at_the_edge, "hal/oled.py", "import numpy"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(law: Law, path: str, source: str) -> None:
    assert broken(law, path, source)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("game/engine.py", "from __future__ import annotations\nfrom game.cards import Card"),
        ("game/engine.py", "from collections.abc import Mapping\nimport bisect, itertools"),
        ("game/daily.py", "from datetime import date\ndate.fromisoformat('2026-11-30')"),
        ("hal/clock.py", "import time\ntime.monotonic_ns()"),
        ("hal/gpio.py", "import threading\nimport gpiod\nfrom hal.clock import Clock"),
        ("device/app.py", "from game import engine\nfrom hal import table"),
        ("device/session.py", "from game import engine\nnow = engine.now"),
        ("device/view.py", "import gettext\nfrom .pictures import screen"),
        ("device/pictures/screen.py", "import pygame\npygame.Surface((1, 1))"),
        ("device/pictures/cards.py", "import pygame.gfxdraw"),
    ],
)
def test_what_is_allowed_is_not_accused(path: str, source: str) -> None:
    assert [fault for law in LAWS for fault in broken(law, path, source)] == []
