"""Where the virtual machine of these tests is built, once; others start from its kernel."""

import os
from pathlib import Path


def folder() -> Path:
    """Kernel, modules and first root."""
    given = os.environ.get("RATSCREW_KERNEL_DIR")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(given) if given else cache / "ratscrew-kernel"
