"""`make bench`: every benchmark, or those named: `python -m benchmarks settling`."""

from __future__ import annotations

import sys
from importlib import import_module

ALL = (
    "starting", "ranking", "batch", "settling", "solving", "storing", "tables", "linking",
    "simulating", "serving",
)  # fmt: skip


def main(names: list[str]) -> int:
    """Run benchmarks by name."""
    unknown = [name for name in names if name not in ALL]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(ALL)}", file=sys.stderr)
        return 2
    for name in names or ALL:
        import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
