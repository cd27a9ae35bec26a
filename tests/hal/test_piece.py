"""A module out of a package: the package itself is not loaded, unless the module needs it."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parents[2]


def said(code: str, folder: Path) -> list[str]:
    """What a program of its own prints, with packages of this folder."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path.append({str(folder)!r})\n{dedent(code)}"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with a large package, whose modules are `leaf`, `needy` and `inner.leaf`."""
    for place in ("large", "large/inner"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "__init__.py").write_text(f"print('{place}')\nNAME = '{place}'\n")
        (tmp_path / place / "leaf.py").write_text("NAME = 'leaf'\n")
    (tmp_path / "large" / "needy.py").write_text("from large import NAME\n")
    return tmp_path


def test_a_module_is_loaded_without_its_package(packages: Path) -> None:
    code = """
        from hal.piece import piece
        print(piece("large.leaf").NAME, piece("large.inner.leaf").NAME)
    """
    assert said(code, packages) == ["leaf leaf"]


def test_one_that_needs_its_package_gets_it(packages: Path) -> None:
    code = """
        from hal.piece import piece
        print(piece("large.needy").NAME)
        import large
        print(large.NAME)
    """
    assert said(code, packages) == ["large", "large", "large"]


def test_a_package_that_is_loaded_stays_as_it_is(packages: Path) -> None:
    code = """
        import large
        from hal.piece import piece
        print(piece("large.leaf").NAME, large.NAME, sys.modules["large"] is large)
    """
    assert said(code, packages) == ["large", "leaf large True"]


@pytest.mark.parametrize("name", ["nowhere", "nowhere.leaf", "large.nowhere"])
def test_what_is_missing_is_missing_as_ever(packages: Path, name: str) -> None:
    code = f"""
        from hal.piece import piece
        try:
            piece({name!r})
        except ImportError as error:
            print(error)
    """
    missing = name if name == "large.nowhere" else "nowhere"
    assert said(code, packages)[-1] == f"No module named {missing!r}"
