"""What a table keeps out of its memory: libraries that a process of it has no use for.

The table is the product at wired buttons, with an OLED alone. Its processes are told apart by what
the kernel says is mapped into each.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.bench_needs import table, tree
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells it on Linux")
_FILES = {
    "sound": "/pygame/mixer",
    "pictures": "/PIL/_imaging",
    "database": "/_sqlite3",
    "bus": "/_cbor2",
}
"""A part, and a file that is loaded with it."""


def mapped(pid: int) -> str:
    """All that is mapped into the memory of a process."""
    return Path(f"/proc/{pid}/maps").read_text()


def having(found: dict[int, str], part: str) -> set[int]:
    """The processes that have loaded a part."""
    return {pid for pid, maps in found.items() if _FILES[part] in maps}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, str]]:
    """By process, what is mapped into its memory, once each does its part; the table is first."""
    for needed in ("PIL", "luma.oled", "smbus2", "pygame"):
        pytest.importorskip(needed)
    with table(tmp_path_factory.mktemp("state"), {}, "--display", "oled") as pid:

        def ready() -> dict[int, str] | None:
            maps = {each: mapped(each) for each in tree(pid)}
            whole = all(having(maps, part) for part in _FILES)
            return maps if whole and len(maps) == 3 else None

        yield until(ready, "a table with an OLED that sounds", 60.0)


def test_who_plays_the_sounds_was_there_before_the_rest_of_the_table(found: dict[int, str]) -> None:
    """Else it would keep for itself all that has changed there since."""
    [voice] = having(found, "sound")
    assert voice not in having(found, "pictures") | having(found, "database")


def test_who_plays_the_sounds_loads_no_pictures_and_no_letters(found: dict[int, str]) -> None:
    [voice] = having(found, "sound")
    names = ("SDL2_image", "SDL2_ttf", "harfbuzz", "/pygame/display", "/pygame/draw")
    assert not [name for name in names if name in found[voice]]


def test_nobody_loads_the_library_of_ciphers(found: dict[int, str]) -> None:
    """It comes with `hashlib`, and with all that imports it: `secrets`, `hmac`."""
    assert not [pid for pid, maps in found.items() if "libcrypto" in maps or "/_hashlib" in maps]
