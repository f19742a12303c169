"""`make bench`: every benchmark, or those named: `python -m benchmarks settlement`.

`python -m benchmarks soak 60` is `make soak`: so many minutes of a full floor.
"""

from __future__ import annotations

import sys
from importlib import import_module

ALL = (
    "start", "hands", "settlement", "odds", "store", "tables", "link", "simulation", "server",
)  # fmt: skip


def main(names: list[str]) -> int:
    """Run benchmarks by name."""
    if names[:1] == ["soak"]:
        from benchmarks.server import soak  # noqa: PLC0415 - it loads a crowd

        return 0 if soak(*map(float, names[1:])) else 1
    unknown = [name for name in names if name not in ALL]
    if unknown:
        print(f"Benchmarks: {', '.join(ALL)}; and soak MINUTES.", file=sys.stderr)
        return 0 if unknown == ["--help"] else 2
    for name in names or ALL:
        import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
