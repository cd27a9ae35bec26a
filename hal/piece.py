"""A module out of a package, without what the package loads at its start.

The law: only for a process that needs nothing else of the package, for it finds it empty. Where the
module cannot do without, the whole package is loaded, as ever.
"""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType


def piece(name: str) -> ModuleType:
    """This module, by its full name. Raises ImportError as an import does."""
    parts, empty = name.split("."), []
    try:
        for count in range(1, len(parts)):
            package = ".".join(parts[:count])
            spec = None if package in sys.modules else find_spec(package)
            if spec is not None:
                sys.modules[package] = module_from_spec(spec)
                empty.append(package)
        return import_module(name)
    except (ImportError, AttributeError):
        for package in empty:
            del sys.modules[package]
        return import_module(name)
