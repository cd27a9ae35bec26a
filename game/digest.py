"""SHA-256, which every chance and every lot comes from.

The law: Python's own, as `random` has it. That of `hashlib` brings the system's library of ciphers
with it: 4 MB of a small table's memory, for the same 32 bytes.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # before Python 3.12
        except ImportError:
            from hashlib import sha256  # a Python without any of its own

__all__ = ["sha256"]
