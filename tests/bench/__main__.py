"""`make bench`: every benchmark of this folder, one after the other, on this machine.

Each module `bench_*` has `main() -> int`: it prints its figures beside their bounds and returns 0
if all are kept.
"""

import pkgutil
import platform
import sys
from importlib import import_module
from pathlib import Path


def main(wanted: list[str]) -> int:
    """Run the benchmarks named, all without a name; the number of those that missed a bound."""
    names = sorted(
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules([str(Path(__file__).parent)])
        if module.name.startswith("bench_")
    )
    unknown = [name for name in wanted if name not in names]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(names)}", file=sys.stderr)
        return 2
    print(f"{platform.platform()}, {_processor()}, Python {platform.python_version()}")
    missed = []
    for name in wanted or names:
        print(f"\n{name}\n{'-' * len(name)}", flush=True)
        if import_module(f"tests.bench.bench_{name}").main():
            missed.append(name)
    print(f"\nmissed a bound: {', '.join(missed)}" if missed else "\nall bounds are kept")
    return bool(missed)


def _processor() -> str:
    """What the machine calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    named = (line for line in lines if line.startswith(("model name", "Model\t")))
    return next(named, "unknown processor").partition(":")[2].strip() or "unknown processor"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
