"""SHA-256: the same 32 bytes, whoever computes them."""

import hashlib
import runpy
import sys

import pytest

from game import digest

OWN = ("_sha2", "_sha256")
"""Python's own has had two names."""


@pytest.mark.parametrize("hidden", [(), OWN[:1], OWN], ids=["none", "the newer", "both"])
def test_it_is_that_of_hashlib_whichever_this_python_has(
    hidden: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in hidden:
        monkeypatch.setitem(sys.modules, name, None)
    sha256 = runpy.run_path(digest.__file__)["sha256"]
    for text in (b"", b"ratscrew", bytes(1000)):
        assert sha256(text).digest() == hashlib.sha256(text).digest()
